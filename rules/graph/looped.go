package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// looped follows a list of values into the variable of the loop that goes through
// it: for n in lengths.tolist().
func (f *following) looped(loop, value syntax.Node, variables int) purpose {
	t := f.p.Tree
	right := t.Child(loop, syntax.FieldRight)
	if !t.Within(value, right) {
		return forPython
	}
	return f.held(targetOf(f.p, t.Child(loop, syntax.FieldLeft), right, value), right, variables)
}

// iterates reports whether a call goes through its argument, item by item.
func iterates(p *analyzer.Pass, call syntax.Node) bool {
	switch name, _ := p.Model.CallName(call); name {
	case "builtins.zip", "builtins.enumerate", "builtins.reversed", "builtins.list", "builtins.tuple", "builtins.iter":
		return true
	default:
		return strings.HasPrefix(name, "tqdm.")
	}
}

// targetOf is the part of a loop's target that takes the items of value, which is the
// iterable of the loop or an argument of zip and its like; None if none does.
func targetOf(p *analyzer.Pass, target, through, value syntax.Node) syntax.Node {
	through = p.Tree.Unparen(through)
	if through == value {
		return target
	}
	if p.Tree.Kind(through) == syntax.KindSubscript { // some of them
		return targetOf(p, target, p.Tree.Child(through, syntax.FieldValue), value)
	}
	name, _ := p.Model.CallName(through)
	at := 0
	for a := range p.Tree.Args(through) {
		if !p.Tree.Within(value, a.Value) {
			at++
			continue
		}
		switch name {
		case "builtins.zip":
			target = item(p, target, at)
		case "builtins.enumerate":
			target = item(p, target, 1)
		}
		return targetOf(p, target, a.Value, value)
	}
	return syntax.None
}

// item is an item of a target that several values are assigned to.
func item(p *analyzer.Pass, target syntax.Node, at int) syntax.Node {
	target = p.Tree.Unparen(target)
	switch p.Tree.Kind(target) {
	case syntax.KindIdentifier, syntax.KindAttribute, syntax.KindSubscript:
		return syntax.None
	}
	for part := range p.Tree.Children(target) {
		if at == 0 {
			return part
		}
		at--
	}
	return syntax.None
}
