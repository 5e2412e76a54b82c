package semantic

import (
	"iter"
	"slices"
	"sort"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Stranded says why code that runs on the host would not run on Neuron.
type Stranded uint8

// The reasons.
const (
	NotStranded     Stranded = iota
	StrandedKernel           // it leads to code that is compiled for CUDA
	StrandedUnknown          // the way that is taken off the host leads to code that nobody here knows
	StrandedRefusal          // it refuses whatever does not lie on the host
)

// StrandedAt is the first place of the file by which a program that runs on the host
// fails once its device is Neuron: something compiled for CUDA, what lies on the way of
// other devices than the host and is not known, or a refusal of these. Tests are programs of their own,
// and what asks for CUDA does not run on Neuron either.
func (m *Model) StrandedAt() (at source.Span, why Stranded) {
	type key struct{}
	type place struct {
		at  source.Span
		why Stranded
	}
	first := Walked(m, key{}, func() (first place) {
		note := func(n syntax.Node, why Stranded) {
			if span := m.Tree.Span(n); why != NotStranded && (first.why == NotStranded || span.Start < first.at.Start) && m.runsOnNeuron(n) {
				first = place{span, why}
			}
		}
		for _, region := range m.OffHost() {
			m.strandedIn(region, note)
		}
		m.refusedOffHost(note)
		for call := range m.compiledCalls() {
			note(call, StrandedKernel)
		}
		return first
	})
	return first.at, first.why
}

// runsOnNeuron reports whether code runs on Neuron, as far as tests for CUDA tell, and is
// no test.
func (m *Model) runsOnNeuron(n syntax.Node) bool {
	span := m.Tree.Span(n)
	return !m.deadCover().Holds(span) && !m.testCover().Holds(span) && !m.Handled(n) && !m.forTypes(n)
}

// testCover holds the tests of the file.
func (m *Model) testCover() Cover {
	type key struct{}
	return Walked(m, key{}, func() Cover {
		tests := make(Cover)
		for _, span := range m.Tests() {
			tests.Add(span)
		}
		return tests
	})
}

// strandedIn are the places of a region that lead to code of CUDA, or to code that is not
// known.
func (m *Model) strandedIn(region source.Span, note func(syntax.Node, Stranded)) {
	for _, imp := range m.importsIn(region) {
		note(imp.Stmt, strandedBy(m.importEnds(imp)))
	}
	from, to := m.callsIn(region)
	for _, call := range m.Calls()[from:to] {
		if m.runsOnNeuron(call) {
			note(call, strandedBy(m.liveEnds(m.callFacts(call))))
		}
	}
	for _, n := range m.valuesIn(region) {
		if f := m.valueFacts(n); f.ending != EndsKnown || f.runs != nil {
			note(n, strandedBy(m.liveEnds(f)))
		}
	}
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

// liveEnds says where facts lead, by way of all functions of the project, without what
// does not run on Neuron.
func (m *Model) liveEnds(f codeFacts) Ending {
	if len(f.runs) == 0 {
		return f.ending
	}
	w := &endsWalk{m: m, seen: make(map[codePlace]bool), live: true}
	return w.follow(f)
}

// compiledCalls yields the calls of what is compiled for CUDA, and may be compiled for the
// host besides.
func (m *Model) compiledCalls() iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for _, call := range m.Calls() {
			if m.CallsCompiled(call) && !yield(call) {
				return
			}
		}
	}
}

// liveFacts are the facts of a function without what does not run on Neuron.
func (m *Model) liveFacts(fn syntax.Node) codeFacts {
	type key struct{ fn syntax.Node }
	return Walked(m, key{fn}, func() (f codeFacts) {
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

// valuesIn are the names in a region that stand for a function which is called later: the
// arm of a conditional expression, an entry, what is assigned or returned.
func (m *Model) valuesIn(region source.Span) (out []syntax.Node) {
	all := m.functionValues()
	from := sort.Search(len(all), func(i int) bool { return m.Tree.Start(all[i]) >= region.Start })
	to := sort.Search(len(all), func(i int) bool { return m.Tree.Start(all[i]) >= region.End })
	return all[from:max(from, to)]
}

// functionValues are all such names of the file.
func (m *Model) functionValues() []syntax.Node {
	type key struct{}
	return Walked(m, key{}, func() (out []syntax.Node) {
		for n := syntax.Root; n < m.Tree.End(syntax.Root); n++ {
			if k := m.Tree.Kind(n); k != syntax.KindIdentifier && k != syntax.KindAttribute {
				continue
			}
			switch p := m.Tree.Parent(n); m.Tree.Kind(p) {
			case syntax.KindConditional, syntax.KindReturn:
			case syntax.KindAssignment:
				if m.Tree.Field(n) != syntax.FieldRight {
					continue
				}
			case syntax.KindArgumentList:
				if m.Tree.View(m.Tree.AttrName(m.Tree.Callee(m.Tree.Parent(p)))) != "get" {
					continue
				}
			default:
				continue
			}
			out = append(out, n)
		}
		return out
	})
}

// valueFacts are the facts of calls of what a name stands for.
func (m *Model) valueFacts(n syntax.Node) (f codeFacts) {
	r := m.Ref(n)
	switch {
	case r.Confidence < Likely:
	case m.Tree.Kind(r.Def) == syntax.KindFunction:
		f.runs = []codePlace{{m.Module(), r.Def}}
	case r.Foreign.Module != nil && r.Foreign.Kind == syntax.KindFunction:
		f.runs = []codePlace{{r.Foreign.Module, r.Foreign.Node}}
	case r.Name != "" && !r.Local:
		if m.namesCompiled(r.Name) {
			f.ending = EndsCompiled
		} else {
			f.ending, _ = m.nameEnds(r.Name)
		}
	}
	for _, op := range m.appliedOperators(n) {
		if forward := m.MemberRef(op, "forward"); m.Tree.Kind(forward.Def) == syntax.KindFunction {
			f.runs = append(f.runs, codePlace{m.Module(), forward.Def})
		}
	}
	return f
}

// refusedOffHost are the raises and assertions that whatever does not lie on the host runs
// into.
func (m *Model) refusedOffHost(note func(syntax.Node, Stranded)) {
	if !m.partsHosts() {
		return
	}
	w := m.hostTests(0)
	regions := m.OffHost()
	for _, n := range m.Conditions() {
		switch m.Tree.Kind(n) {
		case syntax.KindAssert:
			if o := w.ask(m.Tree.First(n)); o.host == infer.Yes && o.neuron == infer.No && len(m.Caught(n)) == 0 {
				note(n, StrandedRefusal)
			}
		case syntax.KindRaise:
			if region, ok := regionAround(regions, m.Tree.Span(n)); ok && w.reaches(n, region) && !m.cannotFail(n) {
				note(n, StrandedRefusal)
			}
		}
	}
	for _, c := range m.hostEntries() {
		if m.lacksOthers(c) {
			note(c.Node, StrandedRefusal)
		}
	}
}

// regionAround is which of several regions, in order and apart from each other, holds a
// place.
func regionAround(regions []source.Span, at source.Span) (source.Span, bool) {
	i := sort.Search(len(regions), func(i int) bool { return regions[i].End >= at.End })
	if i == len(regions) || !regions[i].Contains(at) {
		return source.Span{}, false
	}
	return regions[i], true
}

// cannotFail reports whether a raise is taken by a handler, or hands on what was raised.
func (m *Model) cannotFail(raise syntax.Node) bool {
	if m.Tree.First(raise) == syntax.None || len(m.Caught(raise)) > 0 {
		return true
	}
	name := m.raisedClass(raise)
	return name == "StopIteration" || strings.HasSuffix(name, "Skip") || strings.HasPrefix(name, "Skip")
}

// reaches reports whether nothing but tests of where tensors lie stands between a region
// and a statement in it.
func (w *hostTests) reaches(n syntax.Node, region source.Span) bool {
	inner := n
	for p := w.t.Parent(n); p != syntax.None && region.Contains(w.t.Span(p)); inner, p = p, w.t.Parent(p) {
		switch w.t.Kind(p) {
		case syntax.KindBlock, syntax.KindElse, syntax.KindWith:
		case syntax.KindIf, syntax.KindElif:
			taken := w.ask(w.t.Child(p, syntax.FieldCondition)).neuron
			if inner == w.t.Child(p, syntax.FieldConsequence) && taken != infer.Yes || inner != w.t.Child(p, syntax.FieldConsequence) && taken != infer.No {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// launchesKernel reports whether a call starts a kernel of Triton or Numba on a grid:
// kernel[grid](x).
func (m *Model) launchesKernel(call syntax.Node) bool {
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	if m.Tree.Kind(callee) != syntax.KindSubscript {
		return false
	}
	r := m.Ref(m.Tree.Child(callee, syntax.FieldValue))
	if r.Foreign.Module == nil {
		return m.isKernel(r.Def)
	}
	is := false
	m.elsewhere(r.Foreign.Module, func(lib *Model) { is = lib.isKernel(r.Foreign.Node) })
	return is
}

// isKernel reports whether a function is decorated as a kernel of Triton or Numba.
func (m *Model) isKernel(fn syntax.Node) bool {
	if m.Tree.Kind(fn) != syntax.KindFunction {
		return false
	}
	return slices.ContainsFunc(m.Tree.Decorators(fn), func(d syntax.Node) bool {
		if m.Tree.Kind(d) == syntax.KindCall {
			d = m.Tree.Callee(d)
		}
		name, _ := m.Name(d)
		return infer.HasPackage(name, "triton") || infer.HasPackage(name, "numba.cuda")
	})
}
