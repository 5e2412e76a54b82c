package operators

import (
	"iter"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// handed yields the functions of JAX that are handed on as values, to a transformation
// or in a table of functions: their receiver calls them.
func handed(p *analyzer.Pass, judged func(api string) judgedAPI) iter.Seq[use] {
	return func(yield func(use) bool) {
		for n := range p.Model.Named(isJAX) {
			name, conf := p.Model.Name(n)
			if !isJAX(name) || !isValue(p, n) {
				continue
			}
			if _, dtype := p.DB.DType(name, p.Target); dtype {
				continue // a dtype that is handed on is asked for, not called
			}
			j := judged(name)
			if !slices.ContainsFunc(j.Findings, unconditional) && !makesDefaultKeys(p, n, name) || p.Model.GuardedForNeuron(n) || p.Model.JAXOnHost(n) {
				continue
			}
			u := use{Call: opcall.Call{Node: n, At: n, API: name, Confidence: min(conf, analyzer.Likely)}, judgement: j}
			if !yield(u) {
				return
			}
		}
	}
}

// unconditional reports whether a finding is about every call.
func unconditional(f opsdb.Finding) bool { return f.Verdict.Condition == "" }

// makesDefaultKeys reports whether a function that is handed on makes keys, without a
// generator beside it: jax.jit(jax.random.PRNGKey). Its caller hardly names one.
func makesDefaultKeys(p *analyzer.Pass, n syntax.Node, name string) bool {
	if !makesKey(name) {
		return false
	}
	call := p.Tree.Parent(p.Tree.Parent(n))
	return p.Tree.Kind(call) != syntax.KindCall || p.Tree.Keyword(call, "impl") == syntax.None
}

// isValue reports whether a name stands for itself: as an argument, or as an entry of a
// dictionary, list or tuple. functools.wraps and functions that inspect a function do
// not call it, and functions that only compute shapes run nothing of it.
func isValue(p *analyzer.Pass, n syntax.Node) bool {
	parent := p.Tree.Parent(n)
	switch p.Tree.Kind(parent) {
	case syntax.KindArgumentList:
		name, _ := p.Model.CallName(p.Tree.Parent(parent))
		switch name {
		case "functools.wraps", "functools.update_wrapper", "jax.eval_shape", "jax.make_jaxpr":
			return false
		}
		return !strings.HasPrefix(name, "inspect.") && !strings.HasPrefix(name, "builtins.")
	case syntax.KindList, syntax.KindTuple:
		return true
	case syntax.KindKeywordArgument, syntax.KindPair:
		return p.Tree.Child(parent, syntax.FieldValue) == n
	}
	return false
}
