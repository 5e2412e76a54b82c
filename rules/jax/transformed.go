package jax

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// transformed recognises the two functions that Haiku makes of one, by their names or
// taken out of the pair: hk.transform(forward).apply, init, apply =
// hk.transform(forward), which an object may keep as well. It returns which of the two
// it is, "init" or "apply", and the transformed function; None for others.
func transformed(p *analyzer.Pass, n syntax.Node) (part string, forward syntax.Node) {
	if !p.Model.TextHas("transform") {
		return "", syntax.None
	}
	made, index := syntax.None, -1
	switch p.Tree.Kind(n) {
	case syntax.KindAttribute:
		made, index = p.Tree.Object(n), slices.Index(pair[:], p.Tree.Text(p.Tree.AttrName(n)))
		if index < 0 {
			made, index = keptPart(p, n)
		}
	case syntax.KindIdentifier:
		if defs := p.Model.ReachingDefs(n); len(defs) == 1 && defs[0].Kind == semantic.DefUnpack {
			made, index = defs[0].Value, defs[0].Index
		}
	}
	if index < 0 || index >= len(pair) {
		return "", syntax.None
	}
	part = pair[index]
	for range deepest {
		if defs := p.Model.ReachingDefs(made); len(defs) == 1 && defs[0].Kind == semantic.DefAssign {
			made = defs[0].Value
		}
		if p.Tree.Kind(made) != syntax.KindCall {
			break
		}
		switch name, _ := p.Model.CallName(made); name {
		case "haiku.without_apply_rng":
			made = p.Tree.Arg(made, 0, "f")
		case "haiku.transform", "haiku.transform_with_state":
			return part, p.Tree.Arg(made, 0, "f")
		default:
			return "", syntax.None
		}
	}
	return "", syntax.None
}

// pair names the two functions that Haiku makes of one, in the order in which it yields
// them.
var pair = [...]string{"init", "apply"}

// keptPart is the value from which an attribute of an object of this file is unpacked,
// and its index in that value; -1 if there is none, or it may be something else.
func keptPart(p *analyzer.Pass, attr syntax.Node) (value syntax.Node, part int) {
	part = -1
	p.Model.Stored(attr, func(in *semantic.Model, all []semantic.Stored) {
		if len(all) == 1 && in.Tree.Is(p.Tree) {
			value, part = all[0].Value, all[0].Part
		}
	})
	return value, part
}
