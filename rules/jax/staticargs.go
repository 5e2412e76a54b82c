package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// names is a set of parameters.
type names map[string]bool

// jits reports whether a decorator compiles a function, and which of its parameters
// keep their argument when it is traced. Where the text does not show them, all may.
func (t *traced) jits(decorator, fn syntax.Node) (kept names, ok bool) {
	if !t.p.DB.Transform(applied(t.p, decorator)).Traces {
		return nil, false
	}
	return t.kept(decorator, fn)
}

// applied names the API that a decorator, or a call that makes a function, applies: a
// transformation of JAX, or the compiler behind a thin function of the project.
func applied(p *analyzer.Pass, n syntax.Node) string {
	name, _ := p.Model.Applied(n)
	if name == "" {
		name, _ = p.Model.Compiler(n)
	}
	return name
}

// kept are the parameters that the arguments of a call which compiles a function name
// as static; ok is false if the text does not show them.
func (t *traced) kept(call, fn syntax.Node) (kept names, ok bool) {
	values, ok := t.statics(call)
	if !ok {
		return nil, false
	}
	return paramsNamed(t.p.Tree.Params(fn), values, t.p.Tree)
}

// statics are the names and places that a call which compiles a function has for its
// static parameters; ok is false if the text does not show them.
func (t *traced) statics(call syntax.Node) (values []semantic.Constant, ok bool) {
	for a := range t.p.Tree.Args(call) {
		if a.Splat != 0 {
			return nil, false
		}
		if !strings.HasPrefix(t.p.Tree.Text(a.Name), "static_") {
			continue
		}
		c, ok := t.p.Model.Constant(a.Value)
		switch {
		case !ok:
			return nil, false
		case c.Kind == semantic.ConstantSequence:
			values = append(values, c.Items...)
		default:
			values = append(values, c)
		}
	}
	return values, true
}

// paramsNamed are the parameters at places, or of names; ok is false if there are no
// such.
func paramsNamed(params []syntax.Param, values []semantic.Constant, tree *syntax.Tree) (kept names, ok bool) {
	kept = names{}
	for _, c := range values {
		switch {
		case c.Kind == semantic.ConstantString:
			kept[c.Text] = true
		case c.Kind == semantic.ConstantNumber && c.Number >= 0 && int(c.Number) < len(params):
			kept[tree.Text(params[int(c.Number)].Name)] = true
		default:
			return nil, false
		}
	}
	return kept, true
}
