package guard

import (
	"iter"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/flow"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// PlacementTest is a place where the file tests where a tensor or module lies
// (x.device.type == "cuda", x.is_cuda) without showing where that device comes
// from: then moving tensors elsewhere changes the outcome of the test. A test whose
// outcome makes no difference on Neuron does not count. None without one.
func (m *Control) PlacementTest() syntax.Node {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() syntax.Node {
		for n := range m.eachPlacementTest() {
			return n
		}
		return syntax.None
	})
}

// placementTests are the tests of where a tensor or module lies, in order. Those that do
// not run on Neuron are left out.
func (m *Control) placementTests() []syntax.Node {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() (all []syntax.Node) {
		for n := range m.eachPlacementTest() {
			if m.runsOnNeuron(n) {
				all = append(all, n)
			}
		}
		slices.Sort(all)
		return all
	})
}

func (m *Control) eachPlacementTest() iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for _, c := range m.Compares() {
			if len(c.Component.Sources) == 0 && c.Confidence >= infer.Likely && m.ofTensor(m.DeviceOf(c.Operand)) &&
				!m.GuardedForNeuron(c.Literal) && !m.notMissed(c.Node, c.Negated) && m.Settled(c) == syntax.None && !yield(c.Node) {
				return
			}
		}
		for n := range m.AttributeLoads("is_cuda") {
			if m.asksTensor(n) && !m.GuardedForNeuron(n) && !m.notMissed(n, false) && !yield(n) {
				return
			}
		}
	}
}

// notMissed reports whether Neuron can do without the code guarded by a test for CUDA.
func (m *Control) notMissed(test syntax.Node, negated bool) bool {
	kind, taken := m.Missed(test, negated)
	return kind == GuardHarmless && !taken
}

// ofTensor reports whether an expression reads the device of a tensor or module, or of an
// object of unknown type.
func (m *Control) ofTensor(n syntax.Node) bool {
	switch m.Tree.Kind(n) {
	case syntax.KindAttribute:
		if m.Tree.Text(m.Tree.AttrName(n)) != "device" || m.SelfClass(m.Tree.Object(n)) != syntax.None {
			return false
		}
		k := m.Type(m.Tree.Object(n)).Kind
		return k == infer.KindTensor || k == infer.KindModule || k == infer.KindUnknown
	case syntax.KindIdentifier:
		for _, d := range m.ReachingDefs(n) {
			if d.Kind == infer.DefAssign && m.Tree.Kind(d.Value) == syntax.KindAttribute && m.ofTensor(d.Value) {
				return true
			}
		}
	}
	return false
}

// Settled is the string that names the device to which a tensor is moved if it is not
// there yet,
//
//	if x.device != torch.device("cuda"):
//	    x = x.to("cuda")
//
// and None for other tests. Whatever its origin, the tensor is on the device afterwards,
// so test and move can change together.
func (m *Control) Settled(c *flow.Compare) syntax.Node {
	t := m.Tree
	stmt := t.Parent(c.Node)
	body := t.Child(stmt, syntax.FieldConsequence)
	if !c.Negated || t.Kind(c.Node) != syntax.KindComparison || t.Kind(stmt) != syntax.KindIf || t.Child(stmt, syntax.FieldAlternative) != syntax.None {
		return syntax.None
	}
	assign := t.First(t.First(body))
	call := t.Child(assign, syntax.FieldRight)
	obj, method := m.MethodCall(call)
	first := t.Arg(call, 0, "device")
	lit := first
	if name, _ := m.CallName(first); name == "torch.device" {
		lit = t.Arg(first, 0, "")
	}
	count := 0
	for range t.Children(body) {
		count++
	}
	tested := m.DeviceOf(c.Operand)
	switch text, ok := t.StringValue(lit); {
	case t.Kind(assign) != syntax.KindAssignment || count != 1 || method != "to" || !ok,
		t.Kind(tested) != syntax.KindAttribute || t.Text(t.AttrName(tested)) != "device",
		!t.Same(t.Object(tested), obj) || !t.Same(t.Child(assign, syntax.FieldLeft), obj):
		return syntax.None
	case text != "cuda" || t.Text(lit) != t.Text(c.Literal):
		return syntax.None
	}
	return lit
}
