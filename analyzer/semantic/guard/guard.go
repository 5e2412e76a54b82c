package guard

import (
	"sort"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/words"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Kind is the effect on Neuron of a guard that needs CUDA.
type Kind uint8

// The kinds of guards, the mildest first.
const (
	GuardOperand   Kind = iota // the rest of an and/or is not evaluated
	GuardHarmless              // synchronize, empty_cache, seeds: nothing is missed
	GuardGPUOnly               // code of use to GPUs alone: nothing is missed
	GuardOther                 // something else is skipped, or another branch is taken
	GuardTest                  // a test is skipped
	GuardExit                  // the function returns early
	GuardIdiom                 // an expression selects the CPU in place of CUDA
	GuardPlacement             // model or data stay on the host
	GuardSync                  // process groups and gradient synchronisation are not set up
	GuardAssertion             // an exception is raised
)

// Guard is a condition whose outcome is fixed on a machine without CUDA.
type Guard struct {
	Node    syntax.Node   // if, elif, while, conditional, assert, and/or, or the call of a skip
	Cond    syntax.Node   // the condition
	Atoms   []syntax.Node // the queries of CUDA that decide it
	Kind    Kind
	Dead    []source.Span // the code that never runs without CUDA
	Vendors bool          // other arms are for other accelerators (mps, xpu, npu)
}

// Region is code that cannot run without CUDA.
type Region struct {
	Span    source.Span // the code
	Guard   source.Span // the condition that keeps it from running
	Message string
}

type guards struct {
	list    []*Guard
	skipped []Region // definitions behind decorators that ask for a GPU
	// handled is code that needs no change: choices with an arm for Neuron, and code that
	// never runs, at all or with the SDK's PyTorch.
	handled handledCode
	atoms   map[syntax.Node][]*Guard
}

// Guards are the guards of the file in reading order.
func (m *Control) Guards() []*Guard { return m.guardTable().list }

// GuardsOf are the guards that a query of CUDA decides.
func (m *Control) GuardsOf(atom syntax.Node) []*Guard { return m.guardTable().atoms[atom] }

// Decides reports whether a query of CUDA decides a guard that is reported: anything
// more than the rest of an and/or.
func (m *Control) Decides(atom syntax.Node) bool {
	for _, g := range m.GuardsOf(atom) {
		if g.Kind != GuardOperand {
			return true
		}
	}
	return false
}

// ChosenByIdiom reports whether n is in an expression that selects the CPU in place of
// CUDA, where it is evaluated for CUDA alone.
func (m *Control) ChosenByIdiom(n syntax.Node) bool {
	type key struct{}
	chosen := infer.Walked(m.Model, key{}, func() Cover {
		c := make(Cover)
		for _, g := range m.Guards() {
			if g.Kind == GuardIdiom {
				for _, dead := range g.Dead {
					c.Add(dead)
				}
			}
		}
		return c
	})
	return chosen.Holds(m.Tree.Span(n))
}

// GuardedForNeuron reports whether n belongs to a choice of device that already has an arm for
// Neuron, XLA or any accelerator, to a fallback for older versions of PyTorch, or to
// code that never runs.
func (m *Control) GuardedForNeuron(n syntax.Node) bool {
	return m.guardTable().handled.hold(m.Tree.Span(n))
}

func (m *Control) guardTable() *guards {
	if m.guards != nil {
		return m.guards
	}
	g := &guards{atoms: make(map[syntax.Node][]*Guard), handled: handledCode{plain: make(Cover)}}
	m.guards = g
	b := &guardBuilder{m: m, t: m.Tree, out: g, w: &without{m: m, t: m.Tree}, asks: make(map[syntax.Node]int), tops: make(map[syntax.Node]syntax.Node), sayTops: make(map[syntax.Node]bool)}
	if m.Mentions(words.CUDA) || m.Mentions(words.Neuron) || m.TextHas("torch.__version__") {
		for _, n := range m.Conditions() {
			b.condition(n)
		}
		for _, call := range m.Calls() {
			b.skip(call)
		}
		g.skipped = append(g.skipped, b.lesser...)
		b.skipHelpers()
	}
	b.unreachable()
	sort.SliceStable(g.list, func(i, j int) bool { return m.Tree.Start(g.list[i].Node) < m.Tree.Start(g.list[j].Node) })
	for _, guard := range g.list {
		for _, a := range guard.Atoms {
			g.atoms[a] = append(g.atoms[a], guard)
		}
	}
	return g
}
