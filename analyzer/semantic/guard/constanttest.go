package guard

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// TestedByConstant reports whether a place only runs if a comparison with a constant for
// CUDA holds, such as a member of an enumeration: if device == Device.CUDA. Device flow
// does not know the constant, so neither it nor the comparison changes with the place.
func (m *Control) TestedByConstant(n syntax.Node) bool {
	type key struct{}
	return infer.Walked(m.Model, key{}, m.behindConstants).Holds(m.Tree.Span(n))
}

// behindConstants is the code that such comparisons let run.
func (m *Control) behindConstants() Cover {
	cover := make(Cover)
	for n := range m.Tree.OfKind(syntax.KindComparison) {
		if holds, ok := m.comparesConstant(n); ok {
			regions, _ := m.Controlled(n, holds)
			for _, region := range regions {
				cover.Add(region)
			}
		}
	}
	for _, clause := range m.Cases() {
		if body := m.Tree.Child(clause, syntax.FieldConsequence); m.matchesConstant(clause, body) {
			cover.Add(m.Tree.Span(body))
		}
	}
	return cover
}

// comparesConstant reports whether a comparison asks for a constant for CUDA; holds is
// its outcome for CUDA.
func (m *Control) comparesConstant(n syntax.Node) (holds, ok bool) {
	operands, ops := m.Tree.Comparison(n)
	if len(operands) != 2 || len(ops) != 1 {
		return false, false
	}
	constant := m.isConstantForCUDA(operands[1]) && !m.isLiteral(operands[0]) || m.isConstantForCUDA(operands[0]) && !m.isLiteral(operands[1])
	switch ops[0] {
	case "==", "is", "in":
		return true, constant
	case "!=", "is not", "not in":
		return false, constant
	}
	return false, false
}

// matchesConstant reports whether the pattern of a case clause contains such a constant.
func (m *Control) matchesConstant(clause, body syntax.Node) bool {
	for n := range m.Tree.All(clause) {
		if n == body {
			return false
		}
		if k := m.Tree.Kind(n); (k == syntax.KindAttribute || k == syntax.KindDottedName) && namedForCUDA(m.Tree.Text(n)) {
			return true
		}
	}
	return false
}

// isLiteral reports whether an operand is written out: an option is compared with it, and
// the other operand is no constant.
func (m *Control) isLiteral(n syntax.Node) bool {
	switch m.Tree.Kind(m.Tree.Unparen(n)) {
	case syntax.KindString, syntax.KindInteger, syntax.KindFloat, syntax.KindNoneLiteral, syntax.KindTrue, syntax.KindFalse, syntax.KindUnaryOperator:
		return true
	}
	return false
}

// isConstantForCUDA reports whether an expression is a constant that stands for CUDA, or a
// collection with one: by its value, or by its name where the value is not visible.
func (m *Control) isConstantForCUDA(n syntax.Node) bool {
	n = m.Tree.Unparen(n)
	switch m.Tree.Kind(n) {
	case syntax.KindTuple, syntax.KindList, syntax.KindSet:
		return slices.ContainsFunc(slices.Collect(m.Tree.Children(n)), m.isConstantForCUDA)
	case syntax.KindIdentifier:
		return m.namesCUDA(n)
	case syntax.KindAttribute:
		if object := m.Tree.Object(n); m.Tree.View(m.Tree.AttrName(n)) == "value" && m.Tree.Kind(object) == syntax.KindAttribute {
			n = object // of a member of an enumeration
		}
		return m.namesCUDA(n)
	}
	return false
}

// namesCUDA is isConstantForCUDA for a name.
func (m *Control) namesCUDA(n syntax.Node) bool {
	name := m.Tree.View(n)
	if m.Tree.Kind(n) == syntax.KindAttribute {
		name = m.Tree.View(m.Tree.AttrName(n))
	}
	if name != strings.ToUpper(name) {
		return false // no constant, by its spelling
	}
	if text, ok := m.constantText(n); ok {
		return text == "cuda" || strings.HasPrefix(text, "cuda:")
	}
	return namedForCUDA(name)
}

// namedForCUDA reports whether the last part of a name is spelled as a constant about
// CUDA.
func namedForCUDA(name string) bool {
	name = strings.TrimSpace(name[strings.LastIndex(name, ".")+1:])
	return name == strings.ToUpper(name) && slices.ContainsFunc(strings.Split(name, "_"), func(word string) bool { return word == "CUDA" || word == "GPU" })
}

// constantText is the string that a constant holds: a variable of a module, or an
// attribute of a class, in this file or another one.
func (m *Control) constantText(n syntax.Node) (text string, ok bool) {
	if c, known := m.Constant(n); known && c.Kind == infer.ConstantString {
		return c.Text, true
	}
	bound := func(in *Control, sym *infer.Symbol) {
		if sym != nil && len(sym.Defs) == 1 {
			text, ok = in.Tree.StringValue(in.Tree.Unparen(sym.Defs[0].Value))
		}
	}
	if g, known := m.Global(n); known {
		m.elsewhere(g.Module, func(in *Control) { bound(in, in.Scope(syntax.Root).Names[g.Name]) })
		return text, ok
	}
	if m.Tree.Kind(n) != syntax.KindAttribute {
		return "", false
	}
	attr := m.Tree.Text(m.Tree.AttrName(n))
	switch r := m.Ref(m.Tree.Object(n)); {
	case m.Tree.Kind(r.Def) == syntax.KindClass:
		bound(m, m.Scope(r.Def).Names[attr])
	case r.Foreign.Module != nil && r.Foreign.Kind == syntax.KindClass:
		m.elsewhere(r.Foreign.Module, func(in *Control) { bound(in, in.Scope(r.Foreign.Node).Names[attr]) })
	}
	return text, ok
}
