package place

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// MovedAsTorch reports whether the receiver of a .cuda() call is, by convention, a tensor
// or a module: unless a class of the project defines a method cuda, only these are moved
// with non_blocking, come from from_pretrained or from a tokenizer called with
// return_tensors, or are items of a loader's batches.
func (m *Places) MovedAsTorch(call syntax.Node) bool {
	const maxVariables = 3
	if m.OwnMember("cuda") {
		return false
	}
	return m.Tree.Keyword(call, "non_blocking") != syntax.None || m.madeByHabit(m.Tree.Object(m.Tree.Callee(call)), maxVariables)
}

// madeByHabit follows a moved object back to the call that makes it, through at most the
// given number of variables.
func (m *Places) madeByHabit(n syntax.Node, variables int) bool {
	const maxSteps = 8
	t := m.Tree
	part := false // n is followed to a part of the made object
	for range maxSteps {
		n = t.Unparen(n)
		switch t.Kind(n) {
		case syntax.KindSubscript:
			n, part = t.Child(n, syntax.FieldValue), true
		case syntax.KindAttribute:
			n, part = t.Object(n), true
		case syntax.KindCall:
			obj, method := m.MethodCall(n)
			if !infer.Converts(method) {
				return m.yieldsTensors(n) || !part && (method == "from_pretrained" || method == "from_config")
			}
			n = obj
		case syntax.KindIdentifier:
			return variables > 0 && m.boundByHabit(n, part, variables-1)
		default:
			return false
		}
	}
	return false
}

// boundByHabit reports whether every value of a variable is made like that.
func (m *Places) boundByHabit(n syntax.Node, part bool, variables int) bool {
	defs := m.ReachingDefs(n)
	for _, d := range defs {
		switch {
		case d.Kind == infer.DefAssign && (!part || m.yieldsTensors(m.Tree.Unparen(d.Value))) && m.madeByHabit(d.Value, variables):
		case !part && m.itemOfLoader(d):
		default:
			return false
		}
	}
	return len(defs) > 0
}

// yieldsTensors reports whether a call asks for PyTorch tensors, as in
// tokenizer(text, return_tensors="pt").
func (m *Places) yieldsTensors(call syntax.Node) bool {
	kind, ok := m.Tree.StringValue(m.Tree.Keyword(call, "return_tensors"))
	return ok && kind == "pt"
}

// itemOfLoader reports whether a binding takes one of several items of a batch that a
// loop draws from a loader, recognised by its name or by its type.
func (m *Places) itemOfLoader(d infer.Def) bool {
	t := m.Tree
	items := t.Parent(d.Node)
	if k := t.Kind(items); k != syntax.KindPatternList && k != syntax.KindTuplePattern {
		return false
	}
	loop := (&hostWalk{m: m}).drawnBy(d, items)
	if loop == syntax.None {
		return false
	}
	const maxNodes = 64
	met := 0
	for n := range t.All(t.Child(loop, syntax.FieldRight)) {
		if met++; met > maxNodes {
			return false
		}
		if t.Kind(n) == syntax.KindIdentifier && strings.Contains(strings.ToLower(t.Text(n)), "loader") {
			return true
		}
	}
	return false
}
