package semantic

import (
	"bytes"
	"sort"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// GuardKind says what a guard that needs CUDA keeps from happening on Neuron.
type GuardKind uint8

// The kinds of guards, the mildest first.
const (
	GuardOperand   GuardKind = iota // the rest of an and/or is not evaluated
	GuardHarmless                   // synchronize, empty_cache, seeds: nothing is missed
	GuardOther                      // something else is skipped, or another branch is taken
	GuardTest                       // a test is skipped
	GuardExit                       // the function returns early
	GuardIdiom                      // an expression selects the CPU in place of CUDA
	GuardPlacement                  // model or data stay on the host
	GuardSync                       // process groups and gradient synchronisation are not set up
	GuardAssertion                  // an exception is raised
)

// Guard is a condition whose outcome is fixed on a machine without CUDA.
type Guard struct {
	Node    syntax.Node   // if, elif, while, conditional, assert, and/or, or the call of a skip
	Cond    syntax.Node   // the condition
	Atoms   []syntax.Node // the queries of CUDA that decide it
	Kind    GuardKind
	Dead    []source.Span // what never runs without CUDA
	Vendors bool          // arms for other accelerators (mps, xpu, npu) stand beside it
}

// Region is code that cannot run without CUDA.
type Region struct {
	Span    source.Span // the code
	Guard   source.Span // the condition that keeps it from running
	Message string
	// Gated marks code behind a test of a device for CUDA. The device may be
	// CUDA as the code stands, so what is wrong in there matters; but mending
	// it without the test would be for nothing.
	Gated bool
}

type guards struct {
	list    []*Guard
	skipped []Region // definitions behind decorators that ask for a GPU
	handled []source.Span
	atoms   map[syntax.Node][]*Guard
}

// Guards are the guards of the file in reading order.
func (m *Model) Guards() []*Guard { return m.guardTable().list }

// GuardsOf are the guards that a query of CUDA decides.
func (m *Model) GuardsOf(atom syntax.Node) []*Guard { return m.guardTable().atoms[atom] }

// Decides reports whether a query of CUDA decides what is reported about
// guards: more than the rest of an and/or.
func (m *Model) Decides(atom syntax.Node) bool {
	for _, g := range m.GuardsOf(atom) {
		if g.Kind != GuardOperand {
			return true
		}
	}
	return false
}

// Handled reports whether n belongs to a choice of device that has an arm for
// Neuron, XLA or any accelerator already.
func (m *Model) Handled(n syntax.Node) bool {
	span := m.Tree.Span(n)
	for _, h := range m.guardTable().handled {
		if h.Contains(span) {
			return true
		}
	}
	return false
}

func (m *Model) guardTable() *guards {
	if m.guards != nil {
		return m.guards
	}
	g := &guards{atoms: make(map[syntax.Node][]*Guard)}
	m.guards = g
	b := &guardBuilder{m: m, t: m.Tree, out: g, w: &without{m: m, t: m.Tree}, asks: make(map[syntax.Node]bool)}
	if src := m.Tree.Source(); bytes.Contains(src, []byte("cuda")) || mentions(src, neuronWords[:]) {
		for _, n := range m.conditions {
			b.condition(n)
		}
		for _, call := range m.calls {
			b.skip(call)
		}
	}
	sort.SliceStable(g.list, func(i, j int) bool { return m.Tree.Start(g.list[i].Node) < m.Tree.Start(g.list[j].Node) })
	for _, guard := range g.list {
		for _, a := range guard.Atoms {
			g.atoms[a] = append(g.atoms[a], guard)
		}
	}
	return g
}

type guardBuilder struct {
	m   *Model
	t   *syntax.Tree
	out *guards
	w   *without

	asks map[syntax.Node]bool // chains that ask for other accelerators
}

func (b *guardBuilder) condition(n syntax.Node) {
	switch b.t.Kind(n) {
	case syntax.KindIf:
		b.ifStatement(n)
	case syntax.KindElif:
		b.arm(n, b.t.Child(n, syntax.FieldCondition), b.t.Child(n, syntax.FieldConsequence), b.t.Parent(n))
	case syntax.KindWhile:
		b.arm(n, b.t.Child(n, syntax.FieldCondition), b.t.Child(n, syntax.FieldBody), syntax.None)
	case syntax.KindConditional:
		b.conditionalExpression(n)
	case syntax.KindAssert:
		b.assertion(n)
	case syntax.KindBooleanOperator:
		b.operand(n)
	case syntax.KindDecorator:
		b.decorator(n)
	}
}

// operand adds the guard of what stands behind `and` or `or`.
func (b *guardBuilder) operand(n syntax.Node) {
	v := b.w.truth(b.t.Child(n, syntax.FieldLeft))
	deciding := no
	if b.t.Operator(n) == "or" {
		deciding = yes
	}
	if v.value == deciding && len(v.atoms) > 0 && !b.isHandled(n) {
		right := b.t.Child(n, syntax.FieldRight)
		g := &Guard{Node: n, Cond: b.t.Child(n, syntax.FieldLeft), Atoms: v.atoms, Kind: GuardOperand, Dead: []source.Span{b.t.Span(right)}}
		if deciding == no && b.selectsDevice(right) {
			g.Kind = GuardIdiom // torch.cuda.is_available() and "cuda" or "cpu"
		}
		b.add(g)
	}
}

func (b *guardBuilder) ifStatement(n syntax.Node) {
	if b.handledChain(n) {
		return
	}
	b.arm(n, b.t.Child(n, syntax.FieldCondition), b.t.Child(n, syntax.FieldConsequence), n)
}

// arm adds the guard of one if or elif arm.
func (b *guardBuilder) arm(n, cond, body, chain syntax.Node) {
	v := b.w.truth(cond)
	if v.value == unknown || len(v.atoms) == 0 || b.isHandled(n) {
		return
	}
	g := &Guard{Node: n, Cond: cond, Atoms: v.atoms, Vendors: b.vendors(chain)}
	if v.value == no {
		g.Dead = b.reached([]source.Span{b.t.Span(body)})
		g.Kind = b.classify(g.Dead)
		b.add(g)
		return
	}
	b.taken(g, n, body)
}

// taken adds the guard of an arm that always runs without CUDA: what stands
// in the other arms is dead, and what follows if the arm leaves.
func (b *guardBuilder) taken(g *Guard, n, body syntax.Node) {
	if kind, ok := b.leaves(body); ok {
		g.Kind = kind
		if kind != GuardAssertion {
			g.Dead = []source.Span{{Start: b.t.Stop(n), End: b.t.Stop(b.t.Suite(n))}}
		}
		b.add(g)
		return
	}
	for c := b.t.Next(body); c != syntax.None; c = b.t.Next(c) {
		if k := b.t.Kind(c); k == syntax.KindElse || k == syntax.KindElif {
			g.Dead = append(g.Dead, b.t.Span(c))
		}
	}
	g.Kind = GuardOther
	if len(g.Dead) > 0 {
		g.Dead = b.reached(g.Dead)
		g.Kind = b.classify(g.Dead)
	}
	b.add(g)
}

// leaves says what it means that a block leaves its suite for good; ok is
// false if it does not.
func (b *guardBuilder) leaves(block syntax.Node) (kind GuardKind, ok bool) {
	last := syntax.None
	for c := range b.t.Children(block) {
		last = c
	}
	switch b.t.Kind(last) {
	case syntax.KindReturn, syntax.KindContinue, syntax.KindBreak:
		return GuardExit, true
	case syntax.KindRaise:
		if mentions(b.t.Bytes(last), []string{"skiptest", "pytest.skip"}) {
			return GuardTest, true
		}
		return GuardAssertion, true
	case syntax.KindExpressionStatement:
		call := b.t.First(last)
		switch name, _ := b.m.CallName(call); name {
		case "sys.exit", "os._exit", "builtins.exit", "builtins.quit":
			return GuardAssertion, true
		case "pytest.skip":
			return GuardTest, true
		}
		_, method := b.m.method(call)
		return GuardTest, method == "skipTest"
	}
	return 0, false
}

func (b *guardBuilder) conditionalExpression(n syntax.Node) {
	body, cond, orelse := b.t.Conditional(n)
	if b.handledExpression(n) {
		return
	}
	v := b.w.truth(cond)
	if v.value == unknown || len(v.atoms) == 0 || b.isHandled(n) {
		return
	}
	dead := body
	if v.value == yes {
		dead = orelse
	}
	g := &Guard{Node: n, Cond: cond, Atoms: v.atoms, Dead: []source.Span{b.t.Span(dead)}, Vendors: b.vendors(n)}
	switch {
	case b.selectsDevice(dead):
		g.Kind = GuardIdiom
	case b.asksCUDA(dead):
		g.Kind = b.classify(g.Dead)
	default:
		g.Kind = GuardOther
	}
	b.add(g)
}

// selectsDevice reports whether an arm of a conditional expression yields a
// CUDA device.
func (b *guardBuilder) selectsDevice(arm syntax.Node) bool {
	span := b.t.Span(arm)
	for _, s := range b.m.Devices() {
		if span.Contains(b.t.Span(s.Node)) {
			return true
		}
	}
	return false
}

// asksCUDA reports whether an arm of a conditional expression yields something
// about CUDA itself: its version, the name of the device, memory in use.
func (b *guardBuilder) asksCUDA(arm syntax.Node) bool {
	for n := range b.t.All(arm) {
		if b.t.Kind(n) == syntax.KindAttribute {
			name, _ := b.m.Name(n)
			if strings.HasPrefix(name, "torch.cuda.") || strings.HasPrefix(name, "torch.version.") {
				return true
			}
		}
	}
	return false
}

func (b *guardBuilder) assertion(n syntax.Node) {
	cond := syntax.None
	for c := range b.t.Children(n) {
		cond = c
		break
	}
	v := b.w.truth(cond)
	if v.value == no && len(v.atoms) > 0 {
		b.add(&Guard{Node: n, Cond: cond, Atoms: v.atoms, Kind: GuardAssertion})
	}
}

// skip recognises skipif, skipIf and skipUnless, as decorators and where a
// project's own decorator is made of them.
func (b *guardBuilder) skip(call syntax.Node) {
	fn := b.t.Callee(call)
	if b.t.Kind(fn) == syntax.KindAttribute {
		fn = b.t.AttrName(fn)
	}
	want := yes
	switch b.t.Text(fn) {
	case "skipif", "skipIf":
	case "skipUnless":
		want = no
	default:
		return
	}
	cond := b.t.Arg(call, 0, "condition")
	v := b.w.truth(cond)
	if v.value != want || len(v.atoms) == 0 {
		return
	}
	g := &Guard{Node: call, Cond: cond, Atoms: v.atoms, Kind: GuardTest}
	if dec := b.t.Parent(call); b.t.Kind(dec) == syntax.KindDecorator {
		g.Dead = []source.Span{b.t.Span(b.t.Child(b.t.Parent(dec), syntax.FieldDefinition))}
	}
	b.add(g)
}

// decorator notes definitions behind a decorator whose name says that it asks
// for a GPU: @require_torch_gpu, @requires_cuda.
func (b *guardBuilder) decorator(n syntax.Node) {
	name := strings.ToLower(b.t.Text(b.t.First(n)))
	if i := strings.IndexByte(name, '('); i >= 0 {
		name = name[:i]
	}
	name = name[strings.LastIndexByte(name, '.')+1:]
	if !strings.HasPrefix(name, "require") && !strings.HasPrefix(name, "skip") ||
		!strings.Contains(name, "gpu") && !strings.Contains(name, "cuda") {
		return
	}
	def := b.t.Child(b.t.Parent(n), syntax.FieldDefinition)
	b.out.skipped = append(b.out.skipped, Region{Span: b.t.Span(def), Guard: b.t.Span(n), Message: "skipped without a GPU"})
}

func (b *guardBuilder) add(g *Guard) { b.out.list = append(b.out.list, g) }

func (b *guardBuilder) isHandled(n syntax.Node) bool {
	span := b.t.Span(n)
	for _, h := range b.out.handled {
		if h.Contains(span) {
			return true
		}
	}
	return false
}
