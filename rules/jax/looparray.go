package jax

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// reportArrayBound reports a fori_loop one of whose bounds is a parameter that is
// annotated as an array: the author means to compute it, and the caller of the function
// is mostly compiled in another file.
func reportArrayBound(p *analyzer.Pass, t *traced, call syntax.Node, name string, conf analyzer.Confidence) {
	for i, keyword := range []string{"lower", "upper"} {
		bound := p.Tree.Unparen(p.Tree.Arg(call, i, keyword))
		if !t.annotatedArray(bound) {
			continue
		}
		reportLoopAs(p, call, name, conf, analyzer.Warning, "the bound "+code(rewrite.Code(p, bound))+" of "+code(name)+
			" may be an array, and a compiled loop without a known number of iterations ")
		return
	}
}

// annotatedArray reports whether a name is a parameter that is annotated as an array of
// JAX, or as an array or a number, unless it is static or all calls in this file pass
// numbers.
func (t *traced) annotatedArray(n syntax.Node) bool {
	defs := t.p.Model.ReachingDefs(n)
	if t.p.Tree.Kind(n) != syntax.KindIdentifier || len(defs) != 1 || defs[0].Kind != semantic.DefParam {
		return false
	}
	fn, name := t.p.Tree.EnclosingFunction(defs[0].Node), t.p.Tree.Text(n)
	for i, param := range t.p.Tree.Params(fn) {
		if param.Name == defs[0].Node {
			given := t.p.Model.Type(n)
			return param.Type != syntax.None && given.Kind == semantic.KindArray && given.Confidence >= semantic.Likely &&
				!t.bodies[fn][name] && !t.numbersOnly(fn, i, name)
		}
	}
	return false
}

// numbersOnly reports whether a function is called in this file, and passed numbers for a
// parameter by all of the calls.
func (t *traced) numbersOnly(fn syntax.Node, at int, name string) bool {
	callers := t.p.Model.Callers(fn)
	return len(callers) > 0 && !slices.ContainsFunc(callers, func(call syntax.Node) bool {
		passed := t.p.Tree.Arg(call, at, name)
		return passed == syntax.None || t.p.Model.Type(passed).Kind != semantic.KindInt
	})
}
