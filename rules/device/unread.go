package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// neverRead reports whether a literal ends in attributes that the file never reads,
// through parameters with no other use: self.device = device, left over from the class
// that it was copied from.
func neverRead(p *analyzer.Pass, s *semantic.Source) bool {
	stored := false
	for _, k := range s.Sinks {
		switch {
		case k.Role != semantic.RoleNamed:
			return false
		case p.Tree.Kind(k.Node) == syntax.KindAttribute:
			if !unread(p, k.Node) {
				return false
			}
			stored = true
		case !onlyStored(p, k.Node):
			return false
		}
	}
	return stored
}

// unread reports whether no class of the file that may have the attribute reads it on
// itself: the class that stores it, and those above and below. Where it is read on an
// object of the class elsewhere, the device is seen to go there.
func unread(p *analyzer.Pass, attr syntax.Node) bool {
	class := p.Tree.EnclosingClass(attr)
	for load := range p.Model.AttributeLoads(p.Tree.Text(p.Tree.AttrName(attr))) {
		if p.Tree.Text(p.Tree.Object(load)) == "self" && p.Model.Related(p.Tree.EnclosingClass(load), class) {
			return false
		}
	}
	return p.Tree.Text(p.Tree.Object(attr)) == "self" && class != syntax.None
}

// onlyStored reports whether a parameter is used only for such attributes.
func onlyStored(p *analyzer.Pass, param syntax.Node) bool {
	sym := p.Model.Symbol(param)
	if sym == nil || len(sym.Defs) != 1 || sym.Defs[0].Kind != semantic.DefParam {
		return false
	}
	for _, use := range sym.Uses {
		assign := p.Tree.Parent(use)
		left := p.Tree.Child(assign, syntax.FieldLeft)
		if p.Tree.Kind(assign) != syntax.KindAssignment || p.Tree.Kind(left) != syntax.KindAttribute || !unread(p, left) {
			return false
		}
	}
	return len(sym.Uses) > 0
}
