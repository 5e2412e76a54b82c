package semantic

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxPlacedSteps bounds how far an expression is followed to where it is placed.
const maxPlacedSteps = 12

// Placed reports whether an expression yields a tensor that the file is seen to
// put on a device other than the host: it is moved or made there, or computed of
// such a tensor.
func (m *Model) Placed(n syntax.Node) bool { return m.placedWithin(n, maxPlacedSteps) }

func (m *Model) placedWithin(n syntax.Node, steps int) bool {
	t := m.Tree
	n = t.Unparen(n)
	if n == syntax.None || steps == 0 {
		return false
	}
	of := func(f syntax.Field) bool { return m.placedWithin(t.Child(n, f), steps-1) }
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		return m.placedName(n, steps)
	case syntax.KindSubscript:
		return of(syntax.FieldValue)
	case syntax.KindUnaryOperator:
		return of(syntax.FieldArgument)
	case syntax.KindBinaryOperator:
		return of(syntax.FieldLeft) || of(syntax.FieldRight)
	case syntax.KindAttribute:
		return m.placedAttribute(n, steps)
	case syntax.KindList, syntax.KindTuple:
		for item := range t.Children(n) {
			if m.placedWithin(item, steps-1) {
				return true
			}
		}
	case syntax.KindCall:
		return m.placedCall(n, steps)
	}
	return false
}

// placedAttribute is Placed for an attribute: that of what a model puts out, as in
// vae.decode(z).sample, or what an object of the project keeps there.
func (m *Model) placedAttribute(attr syntax.Node, steps int) bool {
	if made := m.Tree.Unparen(m.Tree.Object(attr)); m.Tree.Kind(made) == syntax.KindCall && m.runsModule(made) {
		return m.placedWithin(made, steps-1)
	}
	found, all := false, true
	m.Stored(attr, func(in *Model, stored []Stored) {
		for _, s := range stored {
			switch {
			case s.Adds, in.Type(s.Value).Kind == KindNone, in.ReadsOwn(s.Value, m.Tree.View(m.Tree.AttrName(attr))):
				// Keeps what it was, or is not what is asked about.
			case in.placedWithin(s.Value, steps/2):
				found = true
			default:
				all = false
			}
		}
	})
	return found && all
}

// ReadsOwn reports whether an expression is made of an attribute of self.
func (m *Model) ReadsOwn(n syntax.Node, name string) bool {
	for at := range m.Tree.All(n) {
		if m.Tree.Kind(at) == syntax.KindAttribute && m.Tree.View(m.Tree.AttrName(at)) == name && m.Tree.View(m.Tree.Object(at)) == "self" {
			return true
		}
	}
	return false
}

// placedName reports whether all that a variable may hold is such a tensor. What is
// changed in place stays where it is, and what was a number is where the tensor is
// that was added to it.
func (m *Model) placedName(n syntax.Node, steps int) bool {
	defs := m.Reaching(n)
	if len(defs) > maxReaching {
		return false
	}
	placed := false
	for _, d := range slices.Backward(defs) {
		switch {
		case d.Kind != DefAug:
			if !m.placedDef(d, steps-1) {
				return false
			}
			placed = true
		case m.augments(d, n) && m.placedWithin(d.Value, steps/2):
			return true
		}
	}
	return placed
}

// placedDef reports whether a definition binds a name to such a tensor, by itself or
// as one of several.
func (m *Model) placedDef(d Def, steps int) bool {
	switch d.Kind {
	case DefAssign:
		return m.placedWithin(d.Value, steps)
	case DefUnpack:
		if k := m.Tree.Kind(d.Value); k != syntax.KindExpressionList && k != syntax.KindTuple {
			return m.placedTogether(d.Value, steps)
		}
		at := 0
		for item := range m.Tree.Children(d.Value) {
			if at == d.Index {
				return m.placedWithin(item, steps)
			}
			at++
		}
	}
	return false
}

// placedTogether reports whether a function of PyTorch yields several tensors
// that are put where what it is given is: y, x = torch.meshgrid(t, t).
func (m *Model) placedTogether(n syntax.Node, steps int) bool {
	n = m.Tree.Unparen(n)
	if m.Tree.Kind(n) != syntax.KindCall {
		return false
	}
	name, conf := m.CallName(n)
	if conf < Likely || !strings.HasPrefix(name, "torch.") || m.OnHost(n) {
		return false
	}
	if obj, _ := m.method(n); obj != syntax.None && m.Type(obj).Kind == KindTensor {
		return m.placedWithin(obj, steps-1)
	}
	return m.placedWithin(m.Tree.Arg(n, 0, "input"), steps-1)
}

func (m *Model) placedCall(call syntax.Node, steps int) bool {
	name, conf := m.CallName(call)
	if m.OnHost(call) {
		return false
	}
	if m.runsModule(call) {
		return m.placedByModule(call, steps-1)
	}
	if conf < Likely {
		return m.movedUnknown(call)
	}
	if m.Tree.Keyword(call, "device") != syntax.None && name != "torch.Tensor.to" {
		return true
	}
	obj, _ := m.method(call)
	switch name {
	case "torch.Tensor.cuda":
		return true
	case "torch.Tensor.to":
		to := m.Tree.Arg(call, 0, "device")
		return to != syntax.None && (m.Type(to).Kind == KindDevice || m.Type(to).Kind == KindString) || m.placedWithin(obj, steps-1)
	}
	if m.Type(call).Kind != KindTensor {
		return false
	}
	if obj != syntax.None && m.Type(obj).Kind == KindTensor {
		return m.placedWithin(obj, steps-1)
	}
	return m.placedWithin(m.Tree.Arg(call, 0, "input"), steps-1)
}

// movedUnknown reports whether a call moves something of which nothing is known to a
// device, as what a loop takes from a loader. Who asks has a tensor in mind.
func (m *Model) movedUnknown(call syntax.Node) bool {
	obj, method := m.method(call)
	if obj == syntax.None || m.Type(obj).Kind != KindUnknown {
		return false
	}
	switch method {
	case "cuda":
		return true
	case "to":
		return m.Type(m.Tree.Arg(call, 0, "device")).Kind == KindDevice
	}
	return false
}
