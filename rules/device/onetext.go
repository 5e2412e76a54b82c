package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// numberInText is the number in a text such as f"cuda:{rank}" that only one call takes,
// where a device can replace it; None elsewhere, and where the number may be None.
func numberInText(p *analyzer.Pass, s *semantic.Source) syntax.Node {
	const pieces = 2 // "cuda:" and the number
	if s.Form != semantic.FormComputed || len(s.Component.Compares) > 0 || p.Tree.InError(s.Node) || p.Model.GuardedForNeuron(s.Node) {
		return syntax.None
	}
	parts := p.Tree.FormatParts(s.Node)
	if len(parts) != pieces || parts[0].Text != "cuda:" || p.Tree.Kind(s.Node) != syntax.KindString {
		return syntax.None
	}
	number := p.Tree.Unparen(parts[1].Expr)
	if k := p.Tree.Kind(number); k != syntax.KindIdentifier && k != syntax.KindAttribute || noneInside(p, s.Node) {
		return syntax.None
	}
	if _, call := taker(p, s); call == syntax.None {
		return syntax.None
	}
	return number
}

// ofProcess reports whether the number belongs to the process, which numbers no device
// on Neuron, or to the device in use.
func ofProcess(p *analyzer.Pass, s *semantic.Source) bool {
	return ownDevice(p, s) != nil || ofCurrent(p, s)
}

// namedOnce replaces a text that names a device by its number with the name of a device
// that is defined once for a function; nil where no device is defined.
func namedOnce(p *analyzer.Pass, s *semantic.Source) (edits []analyzer.Edit, group analyzer.GroupID) {
	number := numberInText(p, s)
	if number == syntax.None {
		return nil, ""
	}
	name, def := definedDevice(p, s.Node, number)
	if def == nil {
		return nil, ""
	}
	place := s.Node
	if made, _ := taker(p, s); made != syntax.None {
		place = made
	}
	return append([]analyzer.Edit{rewrite.Replace(p, place, name)}, def.edits...), def.group
}
