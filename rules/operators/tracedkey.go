package operators

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// drawsNothing reports whether the file only hands a key to calls that do not draw with
// the configured generator: they trace a function for the shapes of its result, or
// compute Threefry by name, which is reported itself. A name that other files can read
// may do more.
func drawsNothing(p *analyzer.Pass, key syntax.Node) bool {
	if p.Tree.Kind(key) != syntax.KindCall || !p.Model.TextHas("eval_shape") && !p.Model.TextHas("threefry_2x32") &&
		!p.Model.TextHas("filter_eval_shape") && !p.Model.TextHas("fast_eval_shape") && !p.Model.TextHas("abstract_to_dot") {
		return false
	}
	if leftAlone(p, key) {
		return true
	}
	target := keyName(p, key)
	if target == syntax.None || p.Tree.EnclosingFunction(key) == syntax.None {
		return false
	}
	sym := p.Model.Symbol(target)
	return sym != nil && len(sym.Defs) == 1 && len(sym.Uses) > 0 &&
		!slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return !leftAlone(p, use) })
}

// keyName is the name that a key is bound to as it is made, or as soon as it is
// ready.
func keyName(p *analyzer.Pass, key syntax.Node) syntax.Node {
	value := key
	if attr := p.Tree.Parent(key); p.Tree.Kind(attr) == syntax.KindAttribute &&
		p.Tree.Text(p.Tree.AttrName(attr)) == "block_until_ready" {
		value = p.Tree.Parent(attr)
	}
	bind := p.Tree.Parent(value)
	if p.Tree.Kind(bind) != syntax.KindAssignment || p.Tree.Child(bind, syntax.FieldRight) != value {
		return syntax.None
	}
	if left := p.Tree.Child(bind, syntax.FieldLeft); p.Tree.Kind(left) == syntax.KindIdentifier {
		return left
	}
	return syntax.None
}

// leftAlone reports whether a key is an argument of a call that does not draw with the
// configured generator.
func leftAlone(p *analyzer.Pass, n syntax.Node) bool {
	list := p.Tree.Parent(n)
	if p.Tree.Kind(list) == syntax.KindKeywordArgument {
		list = p.Tree.Parent(list)
	}
	call := p.Tree.Parent(list)
	if p.Tree.Kind(list) != syntax.KindArgumentList || p.Tree.Kind(call) != syntax.KindCall {
		return false
	}
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) == syntax.KindCall {
		return lastName(p, p.Tree.Callee(callee)) == "abstract_to_dot"
	}
	switch lastName(p, callee) {
	case "eval_shape", "filter_eval_shape", "fast_eval_shape", "threefry_2x32":
		return true
	}
	return false
}

// lastName is the name of a function in its module. Libraries give theirs to others
// under the same name, which says enough here.
func lastName(p *analyzer.Pass, callee syntax.Node) string {
	if p.Tree.Kind(callee) == syntax.KindAttribute {
		callee = p.Tree.AttrName(callee)
	}
	return p.Tree.Text(callee)
}
