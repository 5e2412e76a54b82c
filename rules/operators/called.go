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

// reportCalled reports the functions of other files that hand a tensor argument, or a
// tensor that they keep on the device, to an operator that is the rule's, where models
// and training loops call them: the functions themselves do not tell that they run on
// the device. One call in a file is reported for all, and points at the others.
func reportCalled(p *analyzer.Pass, mine func(opsdb.Finding) bool) {
	calls := map[calledOperator][]syntax.Node{}
	var first []called
	keyOf := func(c called) calledOperator {
		return calledOperator{c.at.Path, p.Tree.Text(p.Tree.Callee(c.call)), c.use.API}
	}
	for _, c := range calledWithin(p) {
		if !mine(c.finding.Finding) {
			continue
		}
		key := keyOf(c)
		if len(calls[key]) == 0 {
			first = append(first, c)
		}
		calls[key] = append(calls[key], p.Tree.Callee(c.call))
	}
	for _, c := range first {
		reportWithin(p, c, calls[keyOf(c)][1:])
	}
}

// calledOperator is an operator in a function; a file reports it once.
type calledOperator struct{ path, function, api string }

// obstacle is an operator in the function of another file that the device refuses,
// or that runs on the host.
type obstacle struct {
	use     use
	finding opcall.Finding
	at      analyzer.Related
	of      reach.Parameter // whose argument is to be a tensor; of no name where any may be
	own     bool            // the tensor is one that the other file puts on the device

	defaults []reach.Parameter // parameters whose defaults the device does not take
	skipped  bool              // whether the function may return before it gets there
}

// concerns reports whether a call, which may pass tensors, passes the tensor that an
// obstacle is about, or need not, and leaves its defaults.
func (o *obstacle) concerns(p *analyzer.Pass, call syntax.Node, given bool) bool {
	return (o.own || given && (o.of.Name == "" || isPlacedTensor(p, o.of.Passed(p.Tree, call)))) && o.byDefault(p.Tree, call)
}

// called is a call of a function with an obstacle.
type called struct {
	*obstacle

	call syntax.Node
}

// calledWithin lists the calls on the device of functions that have obstacles. Each
// of the rules reports some of them.
func calledWithin(p *analyzer.Pass) []called {
	type key struct{}
	return analyzer.Once(p, key{}, func() []called {
		var all []called
		known := obstacles{home: p.Model, calls: map[*semantic.Model][]opcall.Call{}, bodies: map[body][]*obstacle{}, apis: map[string]bool{}}
		for _, call := range p.Model.Calls() {
			if !p.Model.RunsProject(call) || !onDevice(p, call) && !loopsOnDevice(p, call) || p.Model.GuardedForNeuron(call) {
				continue
			}
			given := takesTensor(p, call)
			if !given && !reach.OfObject(p.Model, call) {
				continue
			}
			for _, o := range known.inside(p, call, maxCalls) {
				if o.concerns(p, call, given) {
					all = append(all, called{o, call})
				}
			}
		}
		return all
	})
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
		if a.Splat == 1 && p.Tree.Kind(a.Value) == syntax.KindCall && takesTensor(p, a.Value) {
			return true // in f of the items of g(out)
		}
		if isPlacedTensor(p, a.Value) {
			return true
		}
	}
	return false
}

// isPlacedTensor reports whether an expression is a tensor that may be on the device.
func isPlacedTensor(p *analyzer.Pass, n syntax.Node) bool {
	t := p.Model.Type(n)
	return t.Kind == semantic.KindTensor && t.Confidence >= analyzer.Likely && !p.Model.OnHost(n)
}

// body is a function of another file, and how many calls it is followed.
type body struct {
	in    *semantic.Model
	fn    syntax.Node
	calls int
}

// obstacles are the answers about functions and APIs that were asked for before.
type obstacles struct {
	home   *semantic.Model // of the file that asks, which reports its own operators
	calls  map[*semantic.Model][]opcall.Call
	bodies map[body][]*obstacle
	apis   map[string]bool
}

// inside finds the obstacles that a call always meets, in the function it runs or in
// functions called there, unless their own file reports them.
func (k *obstacles) inside(p *analyzer.Pass, call syntax.Node, calls int) (found []*obstacle) {
	p.Model.WithCallee(call, func(in *semantic.Model, fn syntax.Node) {
		if in == k.home {
			return
		}
		var ok bool
		if found, ok = k.bodies[body{in, fn, calls}]; !ok {
			found = k.within(analyzer.NewPass(in, p.DB, p.Target).For(p.Rule, nil), fn, calls)
			k.bodies[body{in, fn, calls}] = found
		}
	})
	return found
}

// within returns the operators that a function always applies to its arguments.
func (k *obstacles) within(p *analyzer.Pass, fn syntax.Node, calls int) (found []*obstacle) {
	for _, c := range k.stopping(p) {
		if !p.Tree.Within(c.Node, fn) {
			continue
		}
		u := use{Call: c, judgement: judge(p, c.API)}
		if !reach.Always(p.Tree, c.Node, fn) || p.Model.GuardedForNeuron(c.Node) || p.Model.OnHost(c.Node) ||
			u.Confidence < analyzer.Likely || certainty(p, u) >= analyzer.Likely || !reach.FromParameter(p.Model, c.Tensor) {
			continue
		}
		f, ok := choose(p, u)
		if !ok || f.Holds != cond.True || !obstructs(f.Finding) {
			continue
		}
		at := analyzer.Related{Path: p.Model.Path(), Span: p.Tree.Span(c.At), Message: "called here"}
		o := &obstacle{use: u, finding: f, at: at, own: p.Model.Placed(c.Tensor), skipped: reach.ReturnsBefore(p.Tree, c.Node, fn)}
		if f.With == "" || o.takesDefaults(p) {
			found = append(found, o)
		}
	}
	found = append(found, masksWithin(p, fn)...)
	if calls > 1 {
		found = append(found, k.further(p, fn, calls-1)...)
	}
	return found
}

// stopping returns the calls in a file of operators that may not run on the device.
func (k *obstacles) stopping(p *analyzer.Pass) []opcall.Call {
	all, ok := k.calls[p.Model]
	if !ok {
		all = slices.Collect(opcall.Calls(p.Model, func(api string) bool { return k.stops(p, api) }))
		k.calls[p.Model] = all
	}
	return all
}

// further returns the obstacles in the calls that a function always makes with its own
// arguments.
func (k *obstacles) further(p *analyzer.Pass, fn syntax.Node, calls int) (found []*obstacle) {
	for call := range p.Tree.All(fn) {
		if p.Tree.Kind(call) != syntax.KindCall || !p.Model.RunsProject(call) || !reach.Always(p.Tree, call, fn) || p.Model.GuardedForNeuron(call) {
			continue
		}
		for _, o := range k.inside(p, call, calls) {
			if of, ok := o.handedOn(p, call); ok && o.byDefault(p.Tree, call) {
				outer := *o
				outer.of, outer.defaults = of, nil
				outer.skipped = o.skipped || reach.ReturnsBefore(p.Tree, call, fn)
				found = append(found, &outer)
			}
		}
	}
	return found
}

// handedOn returns the parameter of the enclosing function that reaches the obstacle
// through the call.
func (o *obstacle) handedOn(p *analyzer.Pass, call syntax.Node) (reach.Parameter, bool) {
	if o.own || o.of.Name == "" {
		return o.of, o.own || takesParameter(p, call)
	}
	return reach.TensorParameter(p.Model, o.of.Passed(p.Tree, call))
}

// masksWithin returns the tensors that a function always indexes by masks: its
// arguments, and tensors that its file keeps on the device.
func masksWithin(p *analyzer.Pass, fn syntax.Node) (found []*obstacle) {
	for n := range p.Tree.All(fn) {
		if p.Tree.Kind(n) != syntax.KindSubscript || !reach.Always(p.Tree, n, fn) || p.Model.GuardedForNeuron(n) {
			continue
		}
		c, ok := opcall.MaskedArgument(p.Model, n)
		if !ok || p.Model.OnHost(c.Tensor) {
			continue
		}
		u := use{Call: c, judgement: p.DB.Judge(c.API, p.Target)}
		of, passed := reach.TensorParameter(p.Model, c.Tensor)
		own := !passed && p.Model.Placed(c.Tensor)
		if !passed && !own || certainty(p, u) >= analyzer.Likely {
			continue
		}
		if f, ok := choose(p, u); ok && f.Holds == cond.True {
			at := analyzer.Related{Path: p.Model.Path(), Span: p.Tree.Span(c.At), Message: "indexed here"}
			found = append(found, &obstacle{use: u, finding: f, at: at, of: of, own: own, skipped: reach.ReturnsBefore(p.Tree, n, fn)})
		}
	}
	return found
}

// stops reports whether some calls of an API of PyTorch do not run on the device.
func (k *obstacles) stops(p *analyzer.Pass, api string) bool {
	stops, ok := k.apis[api]
	if !ok {
		stops = framework(api) && !isJAX(api) && slices.ContainsFunc(judge(p, api).Findings, obstructs)
		k.apis[api] = stops
	}
	return stops
}

// obstructs reports whether a verdict keeps a call off the device.
func obstructs(f opsdb.Finding) bool { return refuses(f) || runsOnHost(f) }

// runsOnHost reports whether a verdict says that the host computes a call.
func runsOnHost(f opsdb.Finding) bool { return f.Verdict.Status == opsdb.Fallback }

// refuses reports whether a verdict says that the device does not take a call.
func refuses(f opsdb.Finding) bool {
	return f.Verdict.Status == opsdb.Unsupported || f.Verdict.Status == opsdb.CUDAOnly
}

// reportWithin reports the operator, the function that contains it, and the other calls
// that run it.
func reportWithin(p *analyzer.Pass, c called, others []syntax.Node) {
	what, in := subject(c.use), code(p.Tree.Text(p.Tree.Callee(c.call)))
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(p.Tree.Callee(c.call)),
		Message:    strings.Replace(message(c.use, c.finding), what, what+" in "+in, 1) + c.mayReturn(),
		Help:       help(c.use, c.finding, false),
		Severity:   c.severity(),
		Confidence: analyzer.Likely,
		API:        c.use.API,
		Ops:        operatorsOf(c.finding.Verdict),
		Fact:       c.finding.Verdict.Ref,
		Related:    append([]analyzer.Related{c.at}, p.Places("the same call", others...)...),
	})
}
