package dataloading

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// arguments are the values that an argument of a call may have: the expression there,
// or else the entries of dictionaries that are spread into the call.
func arguments(p *analyzer.Pass, call syntax.Node, at int, name string) (values []syntax.Node) {
	if arg := p.Tree.Arg(call, at, name); arg != syntax.None {
		return []syntax.Node{arg}
	}
	for a := range p.Tree.Args(call) {
		if a.Splat == 0 {
			continue
		}
		for _, dict := range dictionaries(p, a.Value) {
			if value := entry(p, dict, name); value != syntax.None {
				values = append(values, value)
			}
		}
	}
	return values
}

// dictionaries are those that an expression names, with the entries that update merges
// into the variable: kwargs = {"batch_size": 8}; kwargs.update({"shuffle": True}).
func dictionaries(p *analyzer.Pass, n syntax.Node) []syntax.Node {
	all := written(p, n)
	if p.Tree.Kind(n) != syntax.KindIdentifier {
		return all
	}
	sym := p.Model.Symbol(n)
	if sym == nil {
		return all
	}
	for _, use := range sym.Uses {
		attr := p.Tree.Parent(use)
		if p.Tree.Kind(attr) != syntax.KindAttribute || p.Tree.Object(attr) != use || p.Tree.View(p.Tree.AttrName(attr)) != "update" {
			continue
		}
		if call := p.Tree.Parent(attr); p.Tree.Kind(call) == syntax.KindCall && p.Tree.Callee(call) == attr {
			all = append(all, written(p, p.Tree.Arg(call, 0, ""))...)
		}
	}
	return all
}

// written are the dictionaries that are written where an expression is bound, or in it.
func written(p *analyzer.Pass, n syntax.Node) (all []syntax.Node) {
	n = p.Tree.Unparen(n)
	switch p.Tree.Kind(n) {
	case syntax.KindIdentifier:
		for _, d := range p.Model.ReachingDefs(n) {
			if value := p.Tree.Unparen(d.Value); d.Kind == semantic.DefAssign && p.Tree.Kind(value) != syntax.KindIdentifier {
				all = append(all, written(p, value)...)
			}
		}
	case syntax.KindConditional:
		then, _, otherwise := p.Tree.Conditional(n)
		all = append(written(p, then), written(p, otherwise)...)
	case syntax.KindDictionary, syntax.KindCall:
		all = append(all, n)
	}
	return all
}

// entry is the value of a key in a dictionary, or of a keyword of the call that makes
// one; None if it has none.
func entry(p *analyzer.Pass, dict syntax.Node, name string) syntax.Node {
	if p.Tree.Kind(dict) == syntax.KindCall {
		return p.Tree.Keyword(dict, name)
	}
	for pair := range p.Tree.Children(dict) {
		if key, ok := p.Tree.StringValue(p.Tree.Child(pair, syntax.FieldKey)); ok && key == name {
			return p.Tree.Child(pair, syntax.FieldValue)
		}
	}
	return syntax.None
}
