package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

var timing = &analyzer.Rule{
	Code:     "NRN607",
	Name:     "unsynchronized-timing",
	Category: analyzer.CategoryHostSync,
	Since:    "0.1.0",
	Doc: `A clock is read before the device has finished.

## What breaks

Nothing fails, but the measured time is wrong. torch-xla records the computation and
runs it when a value is read or a step ends, so the clock measures the recording; on the
native backend the device may still be busy. The first call also compiles, which takes
minutes.

## Example

    start = time.perf_counter()
    out = model(batch)
    seconds = time.perf_counter() - start

## Use instead

    model(batch)  # compiles
    torch.neuron.synchronize()
    start = time.perf_counter()
    out = model(batch)
    torch.neuron.synchronize()
    seconds = time.perf_counter() - start

For torch-xla call torch_xla.sync() and read a value of the result.

## When there is no fix

Waiting costs time in itself, so the author must decide whether and where to wait.

## When it is reported

- a difference between two readings of the clock around a model call, a backward pass or
  an optimizer step, without a wait for the device before the second one
- the same in the body of a with statement whose context manager reads the clock before
  and after

## When it is silent

- another function is called after the work, which may wait
- a measurement of the program's total running time

## Source

The programming guide for training of the AWS Neuron SDK 2.26, "Understand the
lazy mode". For the native backend it is inferred from how SDK 2.32 profiles:
tools/neuron-explorer/how-to-profile-workload.rst.
`,
	Words: func(*opsdb.DB) analyzer.Words { return analyzer.Words{Parts: []string{"torch"}} },
	Run:   runTiming,
}

func runTiming(p *analyzer.Pass) error {
	fact, ok := p.DB.GraphBreak("timing", p.Target)
	if !ok {
		return nil
	}
	reason, help := wording(p, fact, elsewhere)
	said := map[syntax.Node]bool{}
	for n := range p.Tree.OfKind(syntax.KindBinaryOperator) {
		if p.Tree.Operator(n) != "-" {
			continue
		}
		stop := reading(p, p.Tree.Child(n, syntax.FieldLeft), n)
		start := reading(p, p.Tree.Child(n, syntax.FieldRight), n)
		if start == syntax.None || stop == syntax.None || said[stop] || p.Model.GuardedForNeuron(n) || sinceStart(p, n, start, stop) {
			continue
		}
		bodies := timedBodies(p, start, stop)
		if len(bodies) == 0 && !unwaited(p, start, stop) {
			continue
		}
		said[stop] = true
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(stop),
			Message:    "the clock is read while the device may still be working: " + reason,
			Help:       help,
			Severity:   analyzer.Info,
			Confidence: analyzer.Likely,
			Fact:       fact.Ref,
			Related:    p.Places("timed here", bodies...),
		})
	}
	return nil
}

// reading is the call that reads the clock for a value, in the function that
// has the difference; None if the value comes from elsewhere.
func reading(p *analyzer.Pass, n, difference syntax.Node) syntax.Node {
	n = p.Tree.Unparen(n)
	if p.Tree.Kind(n) == syntax.KindIdentifier {
		defs := p.Model.ReachingDefs(n)
		if len(defs) == 0 || defs[0].Index >= 0 {
			return syntax.None
		}
		n = defs[0].Value
	}
	if p.Tree.Kind(n) != syntax.KindCall || p.Tree.EnclosingFunction(n) != p.Tree.EnclosingFunction(difference) {
		return syntax.None
	}
	switch name, _ := p.Model.CallName(n); name {
	case "time.time", "time.perf_counter", "time.monotonic", "time.time_ns", "time.perf_counter_ns", "time.monotonic_ns", "timeit.default_timer":
		return n
	}
	return syntax.None
}

// sinceStart reports whether a difference in a loop is the time since the start of the
// program: unfinished work is a small part of that.
func sinceStart(p *analyzer.Pass, difference, start, stop syntax.Node) bool {
	loop := reach.Around(p.Tree, stop)
	if kind := p.Tree.Kind(loop); kind != syntax.KindFor && kind != syntax.KindWhile || p.Tree.Within(start, loop) {
		return false
	}
	from := p.Tree.Unparen(p.Tree.Child(difference, syntax.FieldRight))
	return len(p.Model.ReachingDefs(from)) == 1
}

// unwaited reports whether work for the device lies between two readings of the
// clock, and nothing behind the last of it that may wait.
func unwaited(p *analyzer.Pass, start, stop syntax.Node) bool {
	return leavesWork(p, source.Span{Start: p.Tree.Stop(start), End: p.Tree.Start(stop)}, p.Tree.EnclosingFunction(stop))
}

// leavesWork reports whether a stretch of a function has work for the device, and nothing
// behind the last of it that may wait.
func leavesWork(p *analyzer.Pass, stretch source.Span, fn syntax.Node) bool {
	last := syntax.None
	var after []syntax.Node
	for _, call := range p.Model.Calls() {
		if !stretch.Contains(p.Tree.Span(call)) || p.Tree.EnclosingFunction(call) != fn {
			continue
		}
		if deviceWork(p, call) {
			last = call
		}
		after = append(after, call)
	}
	if last == syntax.None {
		return false
	}
	for _, call := range after {
		if p.Tree.Stop(call) > p.Tree.Stop(last) && mayWait(p, call) {
			return false
		}
	}
	return true
}

// deviceWork reports whether a call computes on the device: a model, a backward
// pass, a step of an optimizer.
func deviceWork(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Model.OnHost(call) || p.Model.OnHost(callee) || p.Model.OnHost(p.Tree.Arg(call, 0, "")) {
		return false
	}
	if p.Model.Type(callee).Kind == semantic.KindModule {
		return true
	}
	if p.Tree.Kind(callee) != syntax.KindAttribute {
		return false
	}
	object := p.Model.Type(p.Tree.Object(callee)).Kind
	switch p.Tree.Text(p.Tree.AttrName(callee)) {
	case "backward":
		return object == semantic.KindTensor
	case "step":
		return object == semantic.KindOptimizer
	}
	return false
}

// mayWait reports whether a call may wait for the device: all may, except functions of
// PyTorch that are known only to compute, and those of Python on its own values.
func mayWait(p *analyzer.Pass, call syntax.Node) bool {
	if _, reads := readByCall(p, call); reads {
		return true
	}
	name, _ := p.Model.CallName(call)
	if strings.HasPrefix(name, "builtins.") {
		return false
	}
	return !strings.HasPrefix(name, "torch.") || strings.HasSuffix(name, "synchronize") || strings.HasSuffix(name, "barrier") ||
		strings.HasPrefix(name, "torch.distributed.")
}
