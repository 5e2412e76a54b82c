package guard

import (
	"slices"
	"sync"

	"github.com/neuronlint/neuronlint/analyzer/semantic/flow"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// DeadRegions are the parts of the file that never run on Neuron: behind queries of
// CUDA, and behind tests for a CUDA device.
func (m *Control) DeadRegions() []Region {
	if m.dead == nil {
		m.dead = slices.Clip(append([]Region{}, m.findDead()...))
	}
	return m.dead
}

func (m *Control) findDead() []Region {
	table := m.guardTable()
	var out []Region
	for _, g := range table.list {
		for _, dead := range g.Dead {
			out = append(out, Region{Span: dead, Guard: m.Tree.Span(g.Cond), Message: m.ranFor(g)})
		}
	}
	out = append(out, table.skipped...)
	out = append(out, m.onlyFor("is_cuda", "only runs for a tensor on CUDA")...)
	out = append(out, m.onlyFor("is_sparse", "only runs for a sparse tensor, which the device does not have")...)
	for _, c := range m.Compares() {
		if namesBoth(m.Tree, m.Tree.Parent(c.Literal)) {
			continue
		}
		for _, r := range m.deadBehind(c.Node, c.Negated, m.gated(c)) {
			out = append(out, Region{Span: r, Guard: m.Tree.Span(c.Node), Message: "only runs for a CUDA device"})
		}
	}
	return out
}

// ranFor says when the code behind a guard runs: a count of devices is no question
// whether CUDA is there.
func (m *Control) ranFor(g *Guard) string {
	for _, atom := range g.Atoms {
		if name, _ := m.CallName(atom); name != "torch.cuda.device_count" {
			return "only runs where CUDA is available"
		}
	}
	return "only runs where PyTorch counts CUDA devices"
}

// deadBehind adds to regions the other code that a test keeps from running: code that
// callers run for a true answer, operands that are not evaluated, and functions used
// only in these regions.
func (m *Control) deadBehind(test syntax.Node, holds bool, regions []source.Span) []source.Span {
	b := &guardBuilder{m: m, t: m.Tree}
	return b.reached(slices.Concat(regions, m.Refused(test, !holds, regions), m.Unasked(test, holds)))
}

// NotMissed reports whether the code in a region is not needed on Neuron; the condition
// that keeps it from running may stay as it is.
func (m *Control) NotMissed(r Region) bool {
	if m.missedNot == nil {
		m.missedNot = make(map[source.Span]func() bool)
		for _, c := range slices.Backward(m.Compares()) {
			m.missedNot[m.Tree.Span(c.Node)] = sync.OnceValue(func() bool {
				kind, taken := m.Missed(c.Node, c.Negated)
				return !taken && (kind == GuardHarmless || kind == GuardGPUOnly)
			})
		}
		for _, g := range slices.Backward(m.Guards()) {
			m.missedNot[m.Tree.Span(g.Cond)] = func() bool { return g.Kind == GuardHarmless || g.Kind == GuardGPUOnly }
		}
	}
	by, ok := m.missedNot[r.Guard]
	return ok && by()
}

// onlyFor are the regions that an attribute of a tensor rules.
func (m *Control) onlyFor(attribute, message string) (out []Region) {
	for n := range m.AttributeLoads(attribute) {
		if !m.asksTensor(n) {
			continue
		}
		for _, r := range m.deadBehind(n, false, m.ruled(n, true)) {
			out = append(out, Region{Span: r, Guard: m.Tree.Span(n), Message: message})
		}
	}
	return out
}

// asksTensor reports whether x.is_cuda asks a tensor, or an object of unknown kind.
func (m *Control) asksTensor(attr syntax.Node) bool {
	switch m.Type(m.Tree.Object(attr)).Kind {
	case infer.KindTensor, infer.KindUnknown:
		return m.Ref(attr).Def == syntax.None
	}
	return false
}

// gated are the regions that surely run for a CUDA device only.
func (m *Control) gated(c *flow.Compare) []source.Span {
	if k := m.Tree.Kind(c.Node); k != syntax.KindComparison && k != syntax.KindCall {
		regions, _ := m.Revived(c)
		return regions
	}
	return m.ruled(c.Node, !c.Negated)
}

// ruled are the regions that cannot run unless a test holds (or, if holds is false,
// unless it fails). Unlike Controlled, it gives up if another operand can decide the
// same; a check for another accelerator decides nothing.
func (m *Control) ruled(test syntax.Node, holds bool) []source.Span {
	if !m.decides(test, holds) {
		return nil
	}
	regions, _ := m.Controlled(test, holds)
	return regions
}

// Missed is the effect on Neuron of a test for CUDA that fails. taken is set if the
// test is inverted, and its branch taken.
func (m *Control) Missed(test syntax.Node, negated bool) (kind Kind, taken bool) {
	b := &guardBuilder{m: m, t: m.Tree}
	if kind := b.stopsWithout(test, negated); kind != 0 {
		return kind, false
	}
	regions := m.ruled(test, !negated)
	switch {
	case m.Selects(test):
		return b.selection(test, regions), false
	case len(regions) > 0:
		regions, _ = m.answered(regions)
		kind := b.classify(b.reached(regions))
		switch {
		case kind == GuardOther && (b.gpuOnly(m.Reach(regions)) || b.asksOfGPUs(m.Condition(test))):
			return GuardGPUOnly, false
		case kind != GuardPlacement || !b.elsePlaces(test):
			return kind, false
		}
		if b.gpuOnly(regions) || b.pins(regions) || b.movesAlike(test, regions) {
			return GuardGPUOnly, false
		}
		return kind, true
	}
	stmt := m.Tree.Parent(test)
	either, _ := m.Controlled(test, !negated) // by this test or another one
	switch {
	case len(either) > 0 && b.classify(either) == GuardGPUOnly:
		return GuardGPUOnly, false
	case m.Tree.Kind(stmt) == syntax.KindIf && negated:
		if kind, ok := b.leaves(m.Tree.Child(stmt, syntax.FieldConsequence)); ok {
			return kind, false
		}
		return GuardOther, true
	}
	return b.allowed(test, negated)
}

// elsePlaces reports whether another arm of an if statement places tensors or modules
// too, on any device.
func (b *guardBuilder) elsePlaces(test syntax.Node) bool {
	orelse := b.otherArms(test)
	return len(orelse) > 0 && (b.classify(orelse) == GuardPlacement || b.movesTo(orelse))
}

// otherArms are the other arms of an if statement, which may run if a test fails.
func (b *guardBuilder) otherArms(test syntax.Node) []source.Span {
	p := b.t.Parent(test)
	for b.t.Kind(p) == syntax.KindBooleanOperator || b.t.Kind(p) == syntax.KindParenthesized {
		p = b.t.Parent(p)
	}
	if b.t.Kind(p) != syntax.KindIf && b.t.Kind(p) != syntax.KindElif {
		return nil
	}
	return branches(b.t, p, false)
}

// movesTo reports whether an object of any kind is moved to a device.
func (b *guardBuilder) movesTo(spans []source.Span) bool {
	for n := range b.nodesIn(spans) {
		if b.t.Kind(n) != syntax.KindCall {
			continue
		}
		if _, method := b.m.MethodCall(n); method == "to" && b.m.Type(b.t.Arg(n, 0, "device")).Kind == infer.KindDevice {
			return true
		}
	}
	return false
}

// selection is the kind of a conditional expression, judged by the arm that is never
// taken; even an arm without a call yields another value.
func (b *guardBuilder) selection(test syntax.Node, dead []source.Span) Kind {
	switch {
	case b.placesDevices(dead):
		return GuardIdiom
	case b.typesTensors(dead), b.m.OnlyMoves(test) && b.places(dead):
		return GuardPlacement
	case len(dead) == 1 && b.asksCUDA(dead[0]):
		return b.classify(dead)
	case b.onlyScales(dead) && b.asksOnce(test):
		return GuardGPUOnly
	}
	return GuardOther
}

// Skipped reports whether n belongs to a definition behind a decorator that asks for a
// GPU: a fix does not make it run.
func (m *Control) Skipped(n syntax.Node) bool {
	for _, r := range m.guardTable().skipped {
		if r.Span.Contains(m.Tree.Span(n)) {
			return true
		}
	}
	return false
}

// Selects reports whether a test decides a conditional expression.
func (m *Control) Selects(test syntax.Node) bool {
	return m.Tree.Kind(m.Tree.Parent(m.Condition(test))) == syntax.KindConditional
}

// Harmless reports whether n is in code that is not missed on Neuron, and that no fix
// elsewhere revives.
func (m *Control) Harmless(n syntax.Node) bool {
	for _, g := range m.Guards() {
		if g.Kind == GuardHarmless && m.Tree.Span(n).In(g.Dead) && m.byItself(g) {
			return true
		}
	}
	return false
}

// byItself reports whether the atoms of a harmless guard decide nothing else.
func (m *Control) byItself(g *Guard) bool {
	for _, atom := range g.Atoms {
		for _, other := range m.GuardsOf(atom) {
			if other.Kind != GuardHarmless && other.Kind != GuardOperand {
				return false
			}
		}
	}
	return true
}
