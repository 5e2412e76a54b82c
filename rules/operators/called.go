package operators

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// reportCalled reports the functions of other files that hand the tensor they are
// given to an operator which the device refuses, where models and training loops
// call them: by themselves they do not tell that they run on the device. One call
// in a file speaks for all.
func reportCalled(p *analyzer.Pass) {
	said := map[calledOperator]bool{}
	known := refusalsOf{bodies: map[body][]*refusal{}, apis: map[string]bool{}}
	for _, call := range p.Model.Calls() {
		if !p.Model.RunsProject(call) || !onDevice(p, call) || !takesTensor(p, call) || p.Model.Handled(call) {
			continue
		}
		for _, r := range known.inside(p, call) {
			key := calledOperator{r.at.Path, p.Tree.Text(p.Tree.Callee(call)), r.use.API}
			if said[key] {
				continue
			}
			said[key] = true
			reportWithin(p, call, r)
		}
	}
}

// calledOperator is what is reported once in a file: an operator in a function.
type calledOperator struct{ path, function, api string }

// refusal is an operator in the function of another file that the device refuses.
type refusal struct {
	use     use
	finding opcall.Finding
	at      analyzer.Related
}

// onDevice reports whether the place of a call tells that it runs on the device.
func onDevice(p *analyzer.Pass, call syntax.Node) bool {
	switch p.Model.Region(call) {
	case semantic.RegionForward, semantic.RegionCompiled, semantic.RegionTraining, semantic.RegionDecoding:
		return true
	}
	return false
}

// takesTensor reports whether one of the arguments of a call is a tensor that may
// be on the device.
func takesTensor(p *analyzer.Pass, call syntax.Node) bool {
	for a := range p.Tree.Args(call) {
		if t := p.Model.Type(a.Value); t.Kind == semantic.KindTensor && t.Confidence >= analyzer.Likely && !p.Model.OnHost(a.Value) {
			return true
		}
	}
	return false
}

// body is a function of another file.
type body struct {
	in *semantic.Model
	fn syntax.Node
}

// refusalsOf are the answers about functions and APIs that were asked for before.
type refusalsOf struct {
	bodies map[body][]*refusal
	apis   map[string]bool
}

// inside finds what the function that a call runs does in any case, unless its own
// file reports it.
func (k *refusalsOf) inside(p *analyzer.Pass, call syntax.Node) (found []*refusal) {
	p.Model.Inside(call, func(in *semantic.Model, fn syntax.Node) {
		if in == p.Model {
			return
		}
		var ok bool
		if found, ok = k.bodies[body{in, fn}]; !ok {
			found = k.refusals(analyzer.NewPass(in, p.DB, p.Target).For(p.Rule, nil), fn)
			k.bodies[body{in, fn}] = found
		}
	})
	return found
}

// refusals are the operators that a function hands what it is given to, whatever
// happens in it.
func (k *refusalsOf) refusals(p *analyzer.Pass, fn syntax.Node) (found []*refusal) {
	for c := range opcall.Calls(p.Model, func(api string) bool { return k.refused(p, api) }) {
		u := use{Call: c, judgement: judge(p, c.API)}
		if !p.Tree.Within(c.Node, fn) || !reach.Always(p.Tree, c.Node, fn) || p.Model.Handled(c.Node) || p.Model.OnHost(c.Node) ||
			u.Confidence < analyzer.Likely || certainty(p, u) >= analyzer.Likely || !reach.FromParameter(p.Model, c.Tensor) {
			continue
		}
		if f, ok := choose(p, u); ok && f.Holds == cond.True && f.Condition == "" && refuses(f.Finding) {
			at := analyzer.Related{Path: p.Model.Path(), Span: p.Tree.Span(c.At), Message: "called here"}
			found = append(found, &refusal{use: u, finding: f, at: at})
		}
	}
	return found
}

// refused reports whether the device takes no call of an API of PyTorch.
func (k *refusalsOf) refused(p *analyzer.Pass, api string) bool {
	refused, ok := k.apis[api]
	if !ok {
		refused = framework(api) && !isJAX(api) && slices.ContainsFunc(judge(p, api).Findings, func(f opsdb.Finding) bool {
			return refuses(f) && unconditional(f)
		})
		k.apis[api] = refused
	}
	return refused
}

// refuses reports whether a verdict says that the device does not take a call.
func refuses(f opsdb.Finding) bool {
	return f.Verdict.Status == opsdb.Unsupported || f.Verdict.Status == opsdb.CUDAOnly
}

// reportWithin says what happens to the operator, and in which function it stands.
func reportWithin(p *analyzer.Pass, call syntax.Node, r *refusal) {
	api, in := code(r.use.API), code(p.Tree.Text(p.Tree.Callee(call)))
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(p.Tree.Callee(call)),
		Message:    strings.Replace(message(r.use, r.finding), api, api+" in "+in, 1),
		Help:       help(r.use, r.finding, false),
		Severity:   severity(r.finding.Verdict),
		Confidence: analyzer.Likely,
		API:        r.use.API,
		Ops:        operatorsOf(r.finding.Verdict),
		Fact:       r.finding.Verdict.Ref,
		Related:    []analyzer.Related{r.at},
	})
}
