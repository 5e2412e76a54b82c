package guard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/words"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// guardBuilder finds the guards of a file, one condition at a time.
type guardBuilder struct {
	m   *Control
	t   *syntax.Tree
	out *guards
	w   *without

	asks   map[syntax.Node]int // by chain, the number of its parts that ask for other accelerators
	lesser []Region            // skipped, for a reason that is only given if there is no other

	tops    map[syntax.Node]syntax.Node // see topOf
	sayTops map[syntax.Node]bool        // by the top, whether a conditional expression names Neuron
	devices []source.Span               // see selectsDevice
}

func (b *guardBuilder) condition(n syntax.Node) {
	switch b.t.Kind(n) {
	case syntax.KindIf:
		b.outdated(n)
		b.ifStatement(n)
	case syntax.KindElif:
		b.arm(n, b.t.Child(n, syntax.FieldCondition), b.t.Child(n, syntax.FieldConsequence), b.t.Parent(n))
	case syntax.KindWhile:
		b.arm(n, b.t.Child(n, syntax.FieldCondition), b.t.Child(n, syntax.FieldBody), syntax.None)
	case syntax.KindConditional:
		b.outdated(n)
		b.conditionalExpression(n)
	case syntax.KindAssert:
		b.assertion(n)
	case syntax.KindBooleanOperator:
		b.operand(n)
	case syntax.KindDecorator:
		b.decorator(n)
	case syntax.KindTry:
		b.handledImport(n)
		b.tried(n)
	}
}

// operand adds the guard of the right operand of `and` or `or`.
func (b *guardBuilder) operand(n syntax.Node) {
	v := b.w.truth(b.t.Child(n, syntax.FieldLeft))
	deciding := infer.No
	if b.t.Operator(n) == "or" {
		deciding = infer.Yes
	}
	if v.value == deciding && len(v.atoms) > 0 && !b.isHandled(n) {
		right := b.t.Child(n, syntax.FieldRight)
		g := &Guard{Node: n, Cond: b.t.Child(n, syntax.FieldLeft), Atoms: v.atoms, Kind: GuardOperand, Dead: []source.Span{b.t.Span(right)}}
		if deciding == infer.No && b.selectsDevice(right) {
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
	if v.value == infer.No && len(v.atoms) == 0 && words.InNames(b.t.Bytes(cond), b.m.DB.Vendors().Code) {
		b.out.handled.add(handled{Span: b.t.Span(body)}) // it is for another accelerator
		return
	}
	if v.value == infer.Unknown || len(v.atoms) == 0 || b.isHandled(n) {
		return
	}
	g := &Guard{Node: n, Cond: cond, Atoms: v.atoms, Vendors: b.vendors(chain, cond)}
	if v.value == infer.No {
		g.Dead = b.reached([]source.Span{b.t.Span(body)})
		if g.Kind = b.classify(g.Dead); g.Kind == GuardOther && b.asksOfGPUs(cond) {
			g.Kind = GuardGPUOnly
		}
		g.Kind = max(g.Kind, b.refusesOtherwise(n))
		b.add(g)
		return
	}
	b.taken(g, n, body)
}

// taken adds the guard of an arm that always runs without CUDA: the other arms are
// dead, and so is the code behind the statement if the arm leaves.
func (b *guardBuilder) taken(g *Guard, n, body syntax.Node) {
	if kind, ok := b.leaves(body); ok {
		g.Kind = kind
		if kind != GuardAssertion {
			g.Dead = []source.Span{{Start: b.t.Stop(n), End: b.t.Stop(b.t.Suite(n))}}
		}
		if kind == GuardTest {
			g.Dead = append(g.Dead, b.preparedBy(n)...)
		}
		if tried := b.m.caught(b.last(body)); len(tried) > 0 {
			g.Dead = b.reached(append(g.Dead, tried...))
			g.Kind = max(GuardOther, b.classify(g.Dead))
		}
		b.add(g)
		return
	}
	for c := b.t.Next(body); c != syntax.None; c = b.t.Next(c) {
		if k := b.t.Kind(c); k == syntax.KindElse || k == syntax.KindElif {
			g.Dead = append(g.Dead, b.t.Span(c))
		}
	}
	if len(g.Dead) > 0 {
		g.Dead = b.reached(g.Dead)
		g.Kind = b.classify(g.Dead)
	} else {
		g.Kind = min(GuardOther, b.classify([]source.Span{b.t.Span(body)}))
	}
	b.add(g)
}

// leaves is the kind of a guard whose block leaves its suite for good; ok is false if
// the block does not leave.
func (b *guardBuilder) leaves(block syntax.Node) (kind Kind, ok bool) {
	last := b.last(block)
	switch b.t.Kind(last) {
	case syntax.KindReturn, syntax.KindContinue, syntax.KindBreak:
		return GuardExit, true
	case syntax.KindRaise:
		if words.Anywhere(b.t.Bytes(last), []string{"skiptest", "pytest.skip"}) {
			return GuardTest, true
		}
		if len(b.m.caught(last)) > 0 {
			return GuardExit, true
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
		_, method := b.m.MethodCall(call)
		return GuardTest, method == "skipTest"
	}
	return 0, false
}

// last is the last statement of a block.
func (b *guardBuilder) last(block syntax.Node) syntax.Node {
	return b.t.Last(block)
}

func (b *guardBuilder) conditionalExpression(n syntax.Node) {
	body, cond, orelse := b.t.Conditional(n)
	if b.handledExpression(n) {
		return
	}
	v := b.w.truth(cond)
	if v.value == infer.Unknown || len(v.atoms) == 0 || b.isHandled(n) {
		return
	}
	dead := body
	if v.value == infer.Yes {
		dead = orelse
	}
	g := &Guard{Node: n, Cond: cond, Atoms: v.atoms, Dead: []source.Span{b.t.Span(dead)}, Vendors: b.vendors(n, cond)}
	g.Kind = b.selection(cond, g.Dead)
	switch {
	case b.selectsDevice(dead):
		g.Kind = GuardIdiom
	case g.Kind <= GuardGPUOnly && b.countsGPUs(dead) && !b.m.Shown(n):
		g.Kind = GuardOther
	}
	b.add(g)
}

// selectsDevice reports whether an arm of a conditional expression yields a
// CUDA device.
func (b *guardBuilder) selectsDevice(arm syntax.Node) bool {
	if b.devices == nil {
		b.devices = []source.Span{}
		for _, s := range b.m.Devices() {
			b.devices = append(b.devices, b.t.Span(s.Node))
		}
		slices.SortFunc(b.devices, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	}
	return holdsAny(b.t.Span(arm), b.devices)
}

// holdsAny reports whether a region contains one of the spans, which are sorted by
// their beginnings.
func holdsAny(region source.Span, sorted []source.Span) bool {
	i, _ := slices.BinarySearchFunc(sorted, region.Start, func(s source.Span, start int) int { return cmp.Compare(s.Start, start) })
	for ; i < len(sorted) && sorted[i].Start <= region.End; i++ {
		if region.Contains(sorted[i]) {
			return true
		}
	}
	return false
}

// asksCUDA reports whether an arm of a conditional expression yields a property of CUDA
// itself: its version, the name of the device, memory in use.
func (b *guardBuilder) asksCUDA(arm source.Span) bool {
	for _, n := range b.m.Attributes() {
		if !arm.Contains(b.t.Span(n)) {
			continue
		}
		name, _ := b.m.Name(n)
		if strings.HasPrefix(name, "torch.cuda.") || strings.HasPrefix(name, "torch.version.") {
			return !IsCUDATensorType(name)
		}
	}
	return false
}

// typesTensors reports whether code names a tensor type of CUDA: a tensor made by it,
// or cast to it, is placed.
func (b *guardBuilder) typesTensors(dead []source.Span) bool {
	for n := range b.m.Named(IsCUDATensorType) {
		if b.t.Span(n).In(dead) {
			return true
		}
	}
	return false
}

// IsCUDATensorType recognises torch.cuda.FloatTensor and its like.
func IsCUDATensorType(name string) bool {
	rest, ok := strings.CutPrefix(name, "torch.cuda.")
	if !ok || strings.Contains(rest, ".") {
		return false
	}
	return strings.HasSuffix(rest, "Tensor") || strings.HasSuffix(rest, "Storage")
}

func (b *guardBuilder) assertion(n syntax.Node) {
	cond := syntax.None
	for c := range b.t.Children(n) {
		cond = c
		break
	}
	v := b.w.truth(cond)
	if v.value != infer.No || len(v.atoms) == 0 {
		return
	}
	g := &Guard{Node: n, Cond: cond, Atoms: v.atoms, Kind: GuardAssertion}
	if tried := b.m.caught(n); len(tried) > 0 {
		g.Dead = b.reached(tried)
		g.Kind = max(GuardOther, b.classify(g.Dead))
	}
	b.add(g)
}

func (b *guardBuilder) add(g *Guard) { b.out.list = append(b.out.list, g) }

func (b *guardBuilder) isHandled(n syntax.Node) bool { return b.out.handled.hold(b.t.Span(n)) }
