package operators

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// reportForwarded reports the functions of other files that only call a function of JAX
// whose finding is the rule's, or the one that a table holds for a backend. One call in
// a file is reported for all, and points at the others.
func reportForwarded(p *analyzer.Pass, mine func(opsdb.Finding) bool) {
	for _, f := range forwarded(p) {
		if !mine(f.finding.Finding) {
			continue
		}
		what, by := subject(f.use), code(p.Tree.Text(f.At))
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(f.At),
			Message:    strings.Replace(message(f.use, f.finding), what, what+" (from "+by+")", 1),
			Help:       help(f.use, f.finding, false),
			Severity:   gravity(p, f.API, f.finding.Verdict),
			Confidence: f.Confidence,
			API:        f.API,
			Ops:        operatorsOf(f.finding.Verdict),
			Fact:       f.finding.Verdict.Ref,
			Related:    p.Places("the same call", f.others...),
		})
	}
}

// forwardedCall is the first call in a file of a function that hands on to one of JAX,
// and the others.
type forwardedCall struct {
	found

	others []syntax.Node
}

// forwarded lists the calls that the file makes by way of such functions. Each of the
// rules reports some of them.
func forwarded(p *analyzer.Pass) []*forwardedCall {
	type key struct{}
	return analyzer.Once(p, key{}, func() []*forwardedCall {
		if !p.Model.TextHas("jax") && !p.Model.TextHas("jnp") {
			return nil
		}
		judged := map[string]opsdb.Judgement{}
		wanted := func(api string) bool { return isJAX(api) && len(always(p, api, judged).Findings) > 0 }
		first := map[string]*forwardedCall{}
		var all []*forwardedCall
		for _, call := range p.Model.Calls() {
			if !p.Model.RunsProject(call) {
				continue
			}
			api := p.Model.Forwarded(call, wanted)
			if api == "" {
				continue
			}
			at := p.Tree.Callee(call)
			u := use{Call: opcall.Call{Node: call, At: at, API: api, Confidence: analyzer.Likely}, judgement: judged[api]}
			if p.Model.GuardedForNeuron(call) || neverCompiled(p, u) {
				continue
			}
			if known := first[api]; known != nil {
				known.others = append(known.others, at)
			} else if f, ok := choose(p, u); ok {
				first[api] = &forwardedCall{found: found{u, f}}
				all = append(all, first[api])
			}
		}
		return all
	})
}

// always is the judgement of the database on an API that holds for every call, whatever
// its arguments: those of a function that hands on may have other names.
func always(p *analyzer.Pass, api string, known map[string]opsdb.Judgement) opsdb.Judgement {
	j, ok := known[api]
	if !ok {
		j = judge(p, api)
		j.Findings = slices.DeleteFunc(slices.Clone(j.Findings), func(f opsdb.Finding) bool { return !unconditional(f) })
		known[api] = j
	}
	return j
}
