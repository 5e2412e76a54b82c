package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// transformed recognises the two functions that Haiku makes of one, by their names or
// taken out of the pair: hk.transform(forward).apply, init, apply = hk.transform(forward).
// It tells which it is, "init" or "apply", and what is transformed; None for others.
func transformed(p *analyzer.Pass, n syntax.Node) (part string, forward syntax.Node) {
	made := syntax.None
	switch p.Tree.Kind(n) {
	case syntax.KindAttribute:
		part, made = p.Tree.Text(p.Tree.AttrName(n)), p.Tree.Object(n)
	case syntax.KindIdentifier:
		if defs := p.Model.Reaching(n); len(defs) == 1 && defs[0].Kind == semantic.DefUnpack && (defs[0].Index == 0 || defs[0].Index == 1) {
			part, made = [...]string{"init", "apply"}[defs[0].Index], defs[0].Value
		}
	}
	if part != "init" && part != "apply" {
		return "", syntax.None
	}
	for range deepest {
		if defs := p.Model.Reaching(made); len(defs) == 1 && defs[0].Kind == semantic.DefAssign {
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
