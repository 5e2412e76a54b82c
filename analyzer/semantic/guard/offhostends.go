package guard

import (
	"cmp"
	"iter"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/cadence"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Stranded says why code that runs on the host would not run on Neuron.
type Stranded uint8

// The reasons.
const (
	NotStranded     Stranded = iota
	StrandedKernel           // it leads to code compiled for CUDA
	StrandedUnknown          // the path taken off the host leads to unknown code
	StrandedRefusal          // it refuses everything off the host
	StrandedNamed            // it leads to a module outside the project that is named after CUDA
)

// StrandedAt is the first place of the file where a program that runs on the host fails
// once its device is Neuron: something compiled for CUDA, unknown code on the path of
// devices other than the host, or a refusal of these. It skips tests, which are programs
// of their own, and code guarded by a query, which does not run on Neuron either.
func (m *Control) StrandedAt() (at source.Span, why Stranded) {
	for _, first := range m.strandedPlaces() {
		return m.Tree.Span(first.at), first.why
	}
	return source.Span{}, NotStranded
}

type strandedPlace struct {
	at  syntax.Node
	why Stranded
}

// strandedPlaces are all such places, in order.
func (m *Control) strandedPlaces() []strandedPlace {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() (all []strandedPlace) {
		note := func(n syntax.Node, why Stranded) {
			if why != NotStranded && m.runsOnNeuron(n) {
				all = append(all, strandedPlace{n, why})
			}
		}
		for _, region := range m.offHost() {
			m.strandedIn(region, note)
		}
		m.refusedOffHost(note)
		for call := range m.compiledCalls() {
			note(call, StrandedKernel)
		}
		for _, call := range m.namedCalls() {
			note(call, StrandedNamed)
		}
		for _, lookup := range m.namedByDevice() {
			note(lookup, StrandedRefusal)
		}
		for _, call := range m.kernelsOfOperators() {
			note(call, StrandedKernel)
		}
		slices.SortStableFunc(all, func(a, b strandedPlace) int { return cmp.Compare(m.Tree.Start(a.at), m.Tree.Start(b.at)) })
		return all
	})
}

// runsOnNeuron reports whether code runs on Neuron, as far as guards tell, and is not
// part of a test.
func (m *Control) runsOnNeuron(n syntax.Node) bool {
	span := m.Tree.Span(n)
	return !m.deadCover().Holds(span) && !m.testCover().Holds(span) && !m.GuardedForNeuron(n) && !m.ForTypes(n)
}

// InTest reports whether code is part of a test.
func (m *Control) InTest(n syntax.Node) bool { return m.testCover().Holds(m.Tree.Span(n)) }

// testCover holds the tests of the file.
func (m *Control) testCover() Cover {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() Cover {
		tests := make(Cover)
		for _, span := range cadence.Of(m.Model).Tests() {
			tests.Add(span)
		}
		return tests
	})
}

// strandedIn notes the places of a region that lead to CUDA code or to unknown code.
func (m *Control) strandedIn(region source.Span, note func(syntax.Node, Stranded)) {
	for _, imp := range m.importsIn(region) {
		note(imp.Stmt, strandedBy(m.importEnds(imp)))
	}
	from, to := m.callsIn(region)
	for _, call := range m.Calls()[from:to] {
		if !region.Contains(m.Tree.Span(call)) || !m.runsOnNeuron(call) {
			continue // for example, inside a function in a table
		}
		note(call, strandedBy(m.liveEnds(m.callFacts(call))))
		if m.makesUnknown(call) {
			note(call, StrandedUnknown)
		}
		if m.callsRefusal(call) {
			note(call, StrandedRefusal)
		}
	}
	for _, n := range m.valuesIn(region) {
		if f := m.valueFacts(n); f.ending != EndsKnown || f.runs != nil {
			note(n, strandedBy(m.liveEnds(f)))
		} else if r := m.Ref(n); m.isClassRef(r) && m.choosing(n) {
			note(n, StrandedUnknown)
		}
	}
	if n := m.choosesIn(region, []source.Span{region}); n != syntax.None {
		note(n, StrandedUnknown)
	}
}

// makesUnknown reports whether a call binds a variable to an object of an unknown
// package, which may be called later.
func (m *Control) makesUnknown(call syntax.Node) bool {
	name, _ := m.CallName(call)
	if name == "" || m.Tree.Kind(m.Tree.Parent(call)) != syntax.KindAssignment || m.Ref(m.Tree.Callee(call)).Local {
		return false
	}
	ends, known := m.nameEnds(name)
	return !known && ends == EndsUnknown
}

func strandedBy(ends Ending) Stranded {
	switch ends {
	case EndsKnown:
		return NotStranded
	case EndsUnknown:
		return StrandedUnknown
	}
	return StrandedKernel
}

// liveEnds says where facts lead through all functions of the project, leaving out code
// that does not run on Neuron.
func (m *Control) liveEnds(f codeFacts) Ending {
	if len(f.runs) == 0 {
		return f.ending
	}
	w := &endsWalk{m: m, seen: make(map[codePlace]bool), live: true}
	return w.follow(f)
}

// compiledCalls yields the calls of functions compiled for CUDA, and perhaps for the host
// as well.
func (m *Control) compiledCalls() iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for _, call := range m.Calls() {
			if m.callsCompiled(call) && !yield(call) {
				return
			}
		}
	}
}

// namedCalls are the calls of modules outside the project that are named after CUDA.
func (m *Control) namedCalls() (out []syntax.Node) {
	named := make(map[syntax.Node]bool)
	for _, imp := range m.Imports() {
		if m.namedForCUDA(imp) {
			named[imp.Bound()] = true
		}
	}
	for _, call := range m.Calls() {
		if len(named) == 0 {
			return nil
		}
		callee := m.Tree.Unparen(m.Tree.Callee(call))
		for m.Tree.Kind(callee) == syntax.KindAttribute {
			callee = m.Tree.Unparen(m.Tree.Object(callee))
		}
		if sym := m.Symbol(callee); sym != nil && sym.Imported && slices.ContainsFunc(sym.Defs, func(d infer.Def) bool { return named[d.Node] }) {
			out = append(out, call)
		}
	}
	return out
}

// liveFacts are the facts of a function without the code that does not run on Neuron.
func (m *Control) liveFacts(fn syntax.Node) codeFacts {
	type key struct{ fn syntax.Node }
	return infer.Walked(m.Model, key{fn}, func() (f codeFacts) {
		span := m.Tree.Span(fn)
		for _, imp := range m.importsIn(span) {
			if m.runsOnNeuron(imp.Stmt) {
				f.ending = max(f.ending, m.importEnds(imp))
			}
		}
		from, to := m.callsIn(span)
		for _, call := range m.Calls()[from:to] {
			if m.runsOnNeuron(call) {
				c := m.callFacts(call)
				f.runs = append(f.runs, c.runs...)
				f.ending = max(f.ending, c.ending)
			}
		}
		return f
	})
}
