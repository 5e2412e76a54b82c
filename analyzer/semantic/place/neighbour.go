package place

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// neighbour is a tensor that must be on the same device as the tensor made by a call:
// another operand of the same operation or, if the call is bound to a name, of the next
// operation on that name. It is a name or an attribute bound before.
func (m *Places) neighbour(call syntax.Node) syntax.Node {
	t := m.Tree
	if typ := m.Type(call); typ.Kind != infer.KindTensor || typ.Confidence < infer.Likely {
		return syntax.None
	}
	if x := m.besides(call, call); x != syntax.None {
		return x
	}
	assign := t.Parent(call)
	sym := m.Symbol(t.Child(assign, syntax.FieldLeft))
	if t.Kind(assign) != syntax.KindAssignment || sym == nil || len(sym.Defs) != 1 || sym.Scope.Kind != scope.Function || m.FrameOf(call) != sym.Scope.Node {
		return syntax.None
	}
	for _, use := range sym.Uses {
		if t.Suite(use) != t.Suite(call) || t.Start(use) < t.Stop(call) || m.Tree.EnclosingFunction(use) != sym.Scope.Node {
			continue
		}
		if x := m.besides(use, call); x != syntax.None {
			return x
		}
	}
	return syntax.None
}

// besides is another tensor of the operation on n that already has the same value at an
// earlier place.
func (m *Places) besides(n, place syntax.Node) syntax.Node {
	for _, x := range m.operandsWith(n) {
		if typ := m.Type(x.node); typ.Kind != infer.KindTensor || typ.Confidence < infer.Likely || m.OnHost(x.node) {
			continue
		}
		if (x.shaped || m.hasExtent(x.node) || m.Placed(x.node)) && m.isSteady(x.node, place) && m.alwaysEvaluated(n) {
			return x.node
		}
	}
	return syntax.None
}

// operand is a part of an operation; shaped if the operation refuses a single
// number, which may be on the host even if the others are on another device.
type operand struct {
	node   syntax.Node
	shaped bool
}

// operandsWith returns the other operands of the operation on n, if all have to be on one
// device: arithmetic, cat, stack and where.
func (m *Places) operandsWith(n syntax.Node) (out []operand) {
	t := m.Tree
	p := t.Parent(n)
	for t.Kind(p) == syntax.KindParenthesized {
		n, p = p, t.Parent(p)
	}
	switch t.Kind(p) {
	case syntax.KindBinaryOperator:
		for _, f := range [...]syntax.Field{syntax.FieldLeft, syntax.FieldRight} {
			if x := t.Child(p, f); x != n {
				out = append(out, operand{x, t.Operator(p) == "@"})
			}
		}
	case syntax.KindList, syntax.KindTuple:
		return m.joinedWith(p)
	case syntax.KindArgumentList:
		if name, _ := m.CallName(t.Parent(p)); name == "torch.where" && t.Kind(t.Parent(p)) == syntax.KindCall {
			for a := range t.Args(t.Parent(p)) {
				out = append(out, operand{a.Value, false})
			}
		}
	}
	return out
}

// joinedWith returns the members of a list that cat or stack joins into one tensor.
func (m *Places) joinedWith(list syntax.Node) (out []operand) {
	t := m.Tree
	call := t.Parent(t.Parent(list))
	if t.Kind(call) != syntax.KindCall || t.Arg(call, 0, "tensors") != list {
		return nil
	}
	name, _ := m.CallName(call)
	switch name {
	case "torch.cat", "torch.concat", "torch.stack":
		for x := range t.Children(list) {
			out = append(out, operand{x, name != "torch.stack"})
		}
	}
	return out
}

// hasExtent reports whether the uses of a tensor show that it is more than a single
// number: the code asks for one of its sizes, or takes a part.
func (m *Places) hasExtent(x syntax.Node) bool {
	t := m.Tree
	reads := slices.Values(m.usesOf(x))
	if t.Kind(x) == syntax.KindAttribute {
		reads = m.AttributeLoads(t.Text(t.AttrName(x)))
	}
	for n := range reads {
		if m.takesPart(n) && m.FrameOf(n) == m.FrameOf(x) && t.Same(n, x) && slices.Equal(m.ReachingDefs(n), m.ReachingDefs(x)) {
			return true
		}
	}
	return false
}

func (m *Places) usesOf(x syntax.Node) []syntax.Node {
	if sym := m.Symbol(x); sym != nil {
		return sym.Uses
	}
	return nil
}

// takesPart reports whether code indexes a tensor, or asks for one of its sizes.
func (m *Places) takesPart(x syntax.Node) bool {
	t := m.Tree
	p := t.Parent(x)
	switch t.Kind(p) {
	case syntax.KindSubscript:
		return t.Child(p, syntax.FieldValue) == x && m.picks(p, true)
	case syntax.KindAttribute:
		q := t.Parent(p)
		switch t.View(t.AttrName(p)) {
		case "shape":
			return t.Kind(q) == syntax.KindSubscript && t.Child(q, syntax.FieldValue) == p && m.picks(q, false)
		case "size":
			return t.Kind(q) == syntax.KindCall && t.Callee(q) == p && t.First(t.Child(q, syntax.FieldArguments)) != syntax.None
		case "transpose", "permute":
			return true
		}
	}
	return false
}

// picks reports whether a subscript has an index, or perhaps a slice: x[None] and
// x[...] can be had of a single number as well, and a slice of no sizes, too.
func (m *Places) picks(subscript syntax.Node, sliced bool) bool {
	for c := range m.Tree.Children(subscript) {
		if m.Tree.Field(c) != syntax.FieldSubscript {
			continue
		}
		switch m.Tree.Kind(c) {
		case syntax.KindInteger, syntax.KindUnaryOperator:
			return true
		case syntax.KindSlice:
			return sliced
		}
	}
	return false
}

// isSteady reports whether a name, or an attribute of one, already has its value at an
// earlier place: it is bound before that place, and not again in between.
func (m *Places) isSteady(x, place syntax.Node) bool {
	t := m.Tree
	frame := m.FrameOf(x)
	for t.Kind(x) == syntax.KindAttribute {
		for _, s := range m.Stores() {
			if m.FrameOf(s.Target) == frame && t.Kind(s.Target) == syntax.KindAttribute && t.Same(s.Target, x) {
				return false
			}
		}
		x = t.Object(x)
	}
	sym := m.Symbol(x)
	if t.Kind(x) != syntax.KindIdentifier || sym == nil || sym.Scope.Node != frame || sym.Scope.Kind != scope.Function {
		return false
	}
	before := false
	for _, d := range m.ReachingDefs(x) {
		if d.Kind != infer.DefParam && d.Kind != infer.DefAssign && d.Kind != infer.DefUnpack && d.Kind != infer.DefFor || m.Bound(d) > t.Start(t.Statement(place)) {
			return false
		}
		before = before || m.Dominates(d.Node, place)
	}
	return before
}

// alwaysEvaluated reports whether an expression is evaluated whenever its
// statement is.
func (m *Places) alwaysEvaluated(n syntax.Node) bool {
	stmt := m.Tree.Statement(n)
	for p := m.Tree.Parent(n); p != stmt && p != syntax.None; p = m.Tree.Parent(p) {
		switch m.Tree.Kind(p) {
		case syntax.KindConditional, syntax.KindBooleanOperator, syntax.KindLambda, syntax.KindListComprehension,
			syntax.KindSetComprehension, syntax.KindDictionaryComprehension, syntax.KindGenerator:
			return false
		}
	}
	return m.ScopeOf(n).Kind == scope.Function
}
