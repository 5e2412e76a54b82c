package place

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/semantic/tensor"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxPlacedSteps bounds the steps from an expression back to its placement.
const maxPlacedSteps = 12

// Placed reports whether an expression yields a tensor that the file visibly puts
// on a device other than the host: it is moved or made there, or computed from
// such a tensor.
func (m *Places) Placed(n syntax.Node) bool { return m.placedWalk(false).within(n, maxPlacedSteps) }

// LikelyPlaced is like Placed, but assumes that unknown functions leave their
// arguments on the device where they are.
func (m *Places) LikelyPlaced(n syntax.Node) bool {
	return m.placedWalk(true).within(n, maxPlacedSteps)
}

// placedWalk follows an expression back to its placement.
type placedWalk struct {
	*Places

	guesses bool                 // follow unknown functions too
	placing map[syntax.Node]bool // bindings and functions being followed
	circles int                  // times the walk returned to one of them
	left    *int                 // names left to follow; shared with the walks in other files
}

func (m *placedWalk) within(n syntax.Node, steps int) bool {
	t := m.Tree
	n = t.Unparen(n)
	if n == syntax.None || steps == 0 {
		return false
	}
	of := func(f syntax.Field) bool { return m.within(t.Child(n, f), steps-1) }
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		return m.name(n, steps)
	case syntax.KindSubscript:
		return of(syntax.FieldValue) || m.placedItems(t.Child(n, syntax.FieldValue), steps-1)
	case syntax.KindUnaryOperator:
		return of(syntax.FieldArgument)
	case syntax.KindBinaryOperator:
		return of(syntax.FieldLeft) || of(syntax.FieldRight)
	case syntax.KindAttribute:
		return m.attribute(n, steps)
	case syntax.KindList, syntax.KindTuple:
		for item := range t.Children(n) {
			if m.within(item, steps-1) {
				return true
			}
		}
	case syntax.KindCall:
		return m.call(n, steps)
	}
	return false
}

// attribute is Placed for an attribute: one of a model's output, as in
// vae.decode(z).sample, or one stored on an object of the project.
func (m *placedWalk) attribute(attr syntax.Node, steps int) bool {
	if made := m.Tree.Unparen(m.Tree.Object(attr)); m.Tree.Kind(made) == syntax.KindCall && m.RunsModule(made) {
		return m.within(made, steps-1)
	}
	found, all := false, true
	m.stored(attr, func(in *Places, stored []infer.Stored) {
		for _, s := range stored {
			switch {
			case s.Adds, in.Type(s.Value).Kind == infer.KindNone, in.ReadsOwn(s.Value, m.Tree.View(m.Tree.AttrName(attr))):
				// It keeps the device, or stores None.
			case (&placedWalk{Places: in, guesses: m.guesses, left: m.left}).within(s.Value, steps/2):
				found = true
			default:
				all = false
			}
		}
	})
	return found && all
}

// ReadsOwn reports whether an expression reads self.name.
func (m *Places) ReadsOwn(n syntax.Node, name string) bool {
	for at := range m.Tree.All(n) {
		if m.Tree.Kind(at) == syntax.KindAttribute && m.Tree.View(m.Tree.AttrName(at)) == name && m.Tree.View(m.Tree.Object(at)) == "self" {
			return true
		}
	}
	return false
}

// named reports whether every value of a variable is such a tensor. A tensor changed
// in place stays on its device, and a number becomes a tensor on the device of the
// tensor added to it.
func (m *placedWalk) named(n syntax.Node, steps int) bool {
	defs := m.ReachingDefs(n)
	if len(defs) > scope.MaxReaching {
		return false
	}
	placed := false
	for _, d := range slices.Backward(defs) {
		switch {
		case m.placing[d.Node]:
			m.circles++
			// x = x * 2 in a loop: the other definitions decide.
		case d.Kind != infer.DefAug:
			if !m.definition(d, steps-1) {
				return false
			}
			placed = true
		case m.Augments(d, n) && m.within(d.Value, steps/2):
			return true
		}
	}
	return placed
}

// definition reports whether a definition binds a name to such a tensor, alone or
// by unpacking.
func (m *placedWalk) definition(d infer.Def, steps int) bool {
	defer m.follow(d.Node)()
	switch d.Kind {
	case infer.DefFor:
		return m.element(d.Value, d.Index, steps)
	case infer.DefAssign:
		return m.within(d.Value, steps)
	case infer.DefUnpack:
		if k := m.Tree.Kind(d.Value); k != syntax.KindExpressionList && k != syntax.KindTuple {
			return m.together(d.Value, steps) || m.returned(d.Value, d.Index, steps)
		}
		return m.within(m.Item(d.Value, d.Index), steps)
	}
	return false
}

// follow marks a binding or a function as being followed until done is called.
func (m *placedWalk) follow(n syntax.Node) (done func()) {
	if m.placing == nil {
		m.placing = make(map[syntax.Node]bool)
	}
	m.placing[n] = true
	return func() { delete(m.placing, n) }
}

// element reports whether a loop iterates over such tensors, or over tuples with one
// at the given index: the rows or parts of a tensor, alone, enumerated or zipped.
func (m *placedWalk) element(iterated syntax.Node, index, steps int) bool {
	if steps <= 0 {
		return false
	}
	iterated = m.Iterable(iterated, index)
	switch m.Type(iterated).Kind {
	case infer.KindTensor, infer.KindSequence:
		return m.within(iterated, steps-1)
	}
	return false
}

// together reports whether a call of a PyTorch function yields several tensors on
// the device of a placed input: y, x = torch.meshgrid(t, t).
func (m *placedWalk) together(n syntax.Node, steps int) bool {
	n = m.Tree.Unparen(n)
	if m.Tree.Kind(n) != syntax.KindCall {
		return false
	}
	name, conf := m.CallName(n)
	if conf < infer.Likely || !strings.HasPrefix(name, "torch.") || m.OnHost(n) {
		return false
	}
	return m.byInput(n, steps)
}

// returned reports whether a call runs a function of this file that returns only such
// tensors, or tuples with one at the given index.
func (m *placedWalk) returned(call syntax.Node, part, steps int) bool {
	fn := m.TargetOf(call)
	return m.Tree.Kind(fn) == syntax.KindFunction && !m.IsGenerator(fn) && m.allReturned(fn, part, steps)
}

// allReturned reports whether a function returns only such tensors, or tuples with one
// at the given index.
func (m *placedWalk) allReturned(fn syntax.Node, part, steps int) bool {
	if m.placing[fn] {
		m.circles++
		return false
	}
	defer m.follow(fn)()
	values := m.Returns(fn)
	for _, value := range values {
		if part != tensor.Whole {
			value = m.Item(value, part)
		}
		if !m.within(value, steps/2) {
			return false
		}
	}
	return len(values) > 0
}

func (m *placedWalk) call(call syntax.Node, steps int) bool {
	name, conf := m.CallName(call)
	if m.OnHost(call) {
		return false
	}
	if m.RunsModule(call) {
		return m.byModule(call, steps-1)
	}
	if m.returned(call, tensor.Whole, steps) {
		return true
	}
	if conf < infer.Likely {
		return m.movedUnknown(call) || m.guesses && m.Type(call).Kind == infer.KindUnknown && m.byUnknown(call, steps-1)
	}
	if m.Tree.Keyword(call, "device") != syntax.None && name != "torch.Tensor.to" {
		return true
	}
	switch name {
	case "torch.Tensor.cuda":
		return true
	case "random.choice":
		return m.chosenItem(m.Tree.Arg(call, 0, ""), steps-1)
	case "torch.Tensor.to":
		return m.movedTensor(call, steps)
	}
	switch m.Type(call).Kind {
	case infer.KindSequence:
		return m.together(call, steps)
	case infer.KindTensor:
		return m.byInput(call, steps)
	case infer.KindUnknown:
		return m.guesses && m.byUnknown(call, steps-1)
	}
	return false
}

// movedTensor is Placed for tensor.to(…), which names a device or leaves the tensor on
// the one it has.
func (m *placedWalk) movedTensor(call syntax.Node, steps int) bool {
	switch m.Type(m.Tree.Arg(call, 0, "device")).Kind {
	case infer.KindDevice, infer.KindString:
		return true
	}
	obj, _ := m.MethodCall(call)
	return m.guesses && m.moves(call) || m.within(obj, steps-1)
}

// byInput reports whether the input tensor of a function or method is placed.
func (m *placedWalk) byInput(call syntax.Node, steps int) bool {
	if obj, _ := m.MethodCall(call); obj != syntax.None && m.Type(obj).Kind == infer.KindTensor {
		return m.within(obj, steps-1)
	}
	return m.within(m.Tree.Arg(call, 0, "input"), steps-1)
}

// movedUnknown reports whether a call moves an object of unknown type to a device, such
// as a batch from a loader. Callers expect a tensor there.
func (m *placedWalk) movedUnknown(call syntax.Node) bool {
	obj, method := m.MethodCall(call)
	if obj == syntax.None || m.Type(obj).Kind != infer.KindUnknown {
		return false
	}
	switch method {
	case "cuda":
		return true
	case "to":
		return m.Type(m.Tree.Arg(call, 0, "device")).Kind == infer.KindDevice || m.guesses && m.moves(call)
	}
	return false
}
