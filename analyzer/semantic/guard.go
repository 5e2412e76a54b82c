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
	GuardHarmless  GuardKind = iota // synchronize, empty_cache, seeds: nothing is missed
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
	Node    syntax.Node   // if, elif, while, conditional, assert or decorator
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
	handled []source.Span
	atoms   map[syntax.Node][]*Guard
}

// Guards are the guards of the file in reading order.
func (m *Model) Guards() []*Guard { return m.guardTable().list }

// GuardsOf are the guards that a query of CUDA decides.
func (m *Model) GuardsOf(atom syntax.Node) []*Guard { return m.guardTable().atoms[atom] }

// DeadRegions are the parts of the file that never run on Neuron, and those
// that only run for a CUDA device.
func (m *Model) DeadRegions() []Region {
	var out []Region
	for _, g := range m.guardTable().list {
		for _, dead := range g.Dead {
			out = append(out, Region{Span: dead, Guard: m.Tree.Span(g.Cond), Message: "only runs where CUDA is available"})
		}
	}
	for _, c := range m.Compares() {
		regions, _ := m.Revived(c)
		for _, r := range regions {
			out = append(out, Region{Span: r, Guard: m.Tree.Span(c.Node), Gated: true})
		}
	}
	return out
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
	b := &guardBuilder{m: m, t: m.Tree, out: g, w: &without{m: m, t: m.Tree}}
	if src := m.Tree.Source(); bytes.Contains(src, []byte("cuda")) || mentions(src, neuronWords[:]) {
		for _, n := range m.conditions {
			b.condition(n)
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
	case syntax.KindDecorator:
		b.decorator(n)
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
		g.Dead = []source.Span{b.t.Span(body)}
		g.Kind = b.classify(g.Dead)
		b.add(g)
		return
	}
	b.taken(g, n, body)
}

// taken adds the guard of an arm that always runs without CUDA: what stands
// in the other arms is dead, and what follows if the arm leaves.
func (b *guardBuilder) taken(g *Guard, n, body syntax.Node) {
	switch b.leaves(body) {
	case syntax.KindRaise:
		g.Kind = GuardAssertion
	case syntax.KindReturn, syntax.KindContinue, syntax.KindBreak:
		g.Kind = GuardExit
		suite := b.t.Suite(n)
		g.Dead = []source.Span{{Start: b.t.Stop(n), End: b.t.Stop(suite)}}
	default:
		for c := b.t.Next(body); c != syntax.None; c = b.t.Next(c) {
			if k := b.t.Kind(c); k == syntax.KindElse || k == syntax.KindElif {
				g.Dead = append(g.Dead, b.t.Span(c))
			}
		}
		if len(g.Dead) == 0 {
			g.Kind = GuardOther
			b.add(g)
			return
		}
		g.Kind = b.classify(g.Dead)
	}
	b.add(g)
}

// leaves is the kind of statement with which a block leaves for good.
func (b *guardBuilder) leaves(block syntax.Node) syntax.Kind {
	last := syntax.None
	for c := range b.t.Children(block) {
		last = c
	}
	switch k := b.t.Kind(last); k {
	case syntax.KindRaise, syntax.KindReturn, syntax.KindContinue, syntax.KindBreak:
		return k
	case syntax.KindExpressionStatement:
		call := b.t.First(last)
		switch name, _ := b.m.CallName(call); name {
		case "sys.exit", "os._exit", "builtins.exit", "builtins.quit", "pytest.skip", "unittest.SkipTest":
			return syntax.KindRaise
		}
	}
	return syntax.KindNone
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

// decorator recognises skipif, skipIf and skipUnless on tests.
func (b *guardBuilder) decorator(n syntax.Node) {
	call := b.t.First(n)
	if b.t.Kind(call) != syntax.KindCall {
		return
	}
	fn := b.t.Text(b.t.Callee(call))
	want := yes
	switch strings.ToLower(fn[strings.LastIndexByte(fn, '.')+1:]) {
	case "skipif":
	case "skipunless":
		want = no
	default:
		return
	}
	cond := b.t.Arg(call, 0, "condition")
	v := b.w.truth(cond)
	if v.value != want || len(v.atoms) == 0 {
		return
	}
	def := b.t.Child(b.t.Parent(n), syntax.FieldDefinition)
	b.add(&Guard{Node: n, Cond: cond, Atoms: v.atoms, Kind: GuardTest, Dead: []source.Span{b.t.Span(def)}})
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

// handledChain notes an if statement that has an arm for Neuron or XLA.
func (b *guardBuilder) handledChain(n syntax.Node) bool {
	for _, br := range b.t.Branches(n) {
		if br.Cond != syntax.None && mentions(b.t.Bytes(br.Cond), neuronWords[:]) || b.shortArm(br.Body) {
			b.out.handled = append(b.out.handled, b.t.Span(n))
			return true
		}
	}
	return false
}

// shortArm reports whether an arm does little else than name another
// accelerator than CUDA: `device = xm.xla_device()`.
func (b *guardBuilder) shortArm(body syntax.Node) bool {
	const most = 120 // bytes; a longer body may mention the word in passing
	text := b.t.Bytes(body)
	return len(text) <= most && mentions(text, neuronWords[:])
}

// handledExpression notes a conditional expression that asks for Neuron or
// XLA, or yields it in one of its arms.
func (b *guardBuilder) handledExpression(n syntax.Node) bool {
	top := n
	for b.t.Kind(b.t.Parent(top)) == syntax.KindConditional {
		top = b.t.Parent(top)
	}
	if !mentions(b.t.Bytes(top), neuronWords[:]) {
		return false
	}
	b.out.handled = append(b.out.handled, b.t.Span(top))
	return true
}

// vendors reports whether a chain of conditions asks for other accelerators.
func (b *guardBuilder) vendors(chain syntax.Node) bool {
	switch b.t.Kind(chain) {
	case syntax.KindIf:
		for _, br := range b.t.Branches(chain) {
			if br.Cond != syntax.None && mentions(b.t.Bytes(br.Cond), vendorWords[:]) {
				return true
			}
		}
	case syntax.KindConditional:
		for b.t.Kind(b.t.Parent(chain)) == syntax.KindConditional {
			chain = b.t.Parent(chain)
		}
		return mentions(b.t.Bytes(chain), vendorWords[:])
	}
	return false
}

var (
	neuronWords = [...]string{"neuron", "xla", "torch.accelerator", "current_accelerator"}
	vendorWords = [...]string{"mps", "xpu", "npu", "hpu", "musa", "mlu", "hip"}
)

// mentions reports whether one of the words stands in the text, in any case.
func mentions(text []byte, words []string) bool {
	s := strings.ToLower(string(text))
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
