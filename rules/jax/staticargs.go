package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// names is a set of parameters.
type names map[string]bool

// jits reports whether a decorator compiles a function, and which of its parameters
// keep what is passed when it is traced. Where the text does not show them, all may.
func (t *traced) jits(decorator, fn syntax.Node) (kept names, ok bool) {
	name, _ := t.p.Model.Applied(decorator)
	if !tracesAll(name) {
		return nil, false
	}
	return t.kept(decorator, fn)
}

// kept are the parameters that the arguments of a call which compiles a function name
// as static; ok is false if the text does not show them.
func (t *traced) kept(call, fn syntax.Node) (kept names, ok bool) {
	kept = names{}
	for a := range t.p.Tree.Args(call) {
		if a.Splat != 0 {
			return nil, false
		}
		if strings.HasPrefix(t.p.Tree.Text(a.Name), "static_") && !t.keeps(kept, fn, a.Value) {
			return nil, false
		}
	}
	return kept, true
}

// keeps adds the parameters that an argument names, by their names or places, and
// reports whether all of these show.
func (t *traced) keeps(kept names, fn, argument syntax.Node) bool {
	argument = t.p.Tree.Unparen(argument)
	switch t.p.Tree.Kind(argument) {
	case syntax.KindTuple, syntax.KindList:
		for item := range t.p.Tree.Children(argument) {
			if !t.keeps(kept, fn, item) {
				return false
			}
		}
		return true
	}
	c, ok := t.p.Model.Constant(argument)
	params := t.p.Tree.Params(fn)
	switch {
	case ok && c.Kind == semantic.ConstantString:
		kept[c.Text] = true
	case ok && c.Kind == semantic.ConstantNumber && c.Number >= 0 && int(c.Number) < len(params):
		kept[t.p.Tree.Text(params[int(c.Number)].Name)] = true
	default:
		return false
	}
	return true
}
