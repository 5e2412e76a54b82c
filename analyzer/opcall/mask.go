package opcall

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxBound bounds how many variables are followed to a comparison.
const maxBound = 3

// masked is how sure it is that one of the parts of an index is a mask: a tensor
// of booleans, or of bytes, which PyTorch takes for one; 0 if none is.
func masked(m *semantic.Model, index []syntax.Node) semantic.Confidence {
	best := semantic.Confidence(0)
	for _, n := range index {
		kind, dtype := m.Type(n).Kind, ""
		if kind == semantic.KindTensor {
			dtype = m.DType(n)
		}
		switch {
		case dtype == "bool", dtype == "uint8":
			return semantic.Certain
		case dtype == "" && (kind == semantic.KindTensor || kind == semantic.KindUnknown) && calledMask(m, n), compared(m, n, maxBound):
			best = semantic.Likely
		}
	}
	return best
}

// calledMask reports whether an index is a mask by its name, or is made in a way that
// only masks are: a complement, a combination with a mask, or a mask in another shape.
func calledMask(m *semantic.Model, n syntax.Node) bool {
	n = unshaped(m, n)
	name := m.Tree.Text(n)
	switch m.Tree.Kind(n) {
	case syntax.KindUnaryOperator:
		return m.Tree.Operator(n) == "~"
	case syntax.KindBinaryOperator:
		if op := m.Tree.Operator(n); op != "&" && op != "|" {
			return false
		}
		return masked(m, []syntax.Node{m.Tree.Child(n, syntax.FieldLeft), m.Tree.Child(n, syntax.FieldRight)}) > 0
	case syntax.KindAttribute:
		name = m.Tree.Text(m.Tree.AttrName(n))
	case syntax.KindIdentifier:
		if complement(m, n) {
			return true
		}
		switch dtype := m.PassedDType(n); {
		case dtype == "bool":
			return true
		case IsInteger(dtype):
			return false // numbers of rows, even if the name says mask
		}
	default:
		return false
	}
	return strings.HasSuffix(strings.ToLower(name), "mask")
}

// unshaped is the expression whose values another one has in another shape, or some of
// them: that of mask[:, None].expand_as(x) is mask.
func unshaped(m *semantic.Model, n syntax.Node) syntax.Node {
	for {
		n = m.Tree.Unparen(n)
		of := syntax.None
		switch m.Tree.Kind(n) {
		case syntax.KindSubscript:
			of = m.Tree.Child(n, syntax.FieldValue)
		case syntax.KindCall:
			if method := m.Tree.Callee(n); m.Tree.Kind(method) == syntax.KindAttribute && m.DB.Trait(m.Tree.Text(m.Tree.AttrName(method))).KeepsValues() {
				of = m.Tree.Object(method)
			}
		}
		if of == syntax.None || m.Type(of).Kind != semantic.KindTensor {
			return n
		}
		n = of
	}
}

// complement reports whether a variable is the complement of something wherever it is
// bound: valid = ~padding.
func complement(m *semantic.Model, n syntax.Node) bool {
	defs := m.ReachingDefs(n)
	for _, d := range defs {
		v := m.Tree.Unparen(d.Value)
		if d.Kind != semantic.DefAssign || m.Tree.Kind(v) != syntax.KindUnaryOperator || m.Tree.Operator(v) != "~" {
			return false
		}
	}
	return len(defs) > 0
}

// compared reports whether an index is the result of a comparison of unknown values, or
// of several combined. A plain True or False picks nothing from a tensor, so the values
// must be tensors too: keep = scores > threshold; boxes[keep].
func compared(m *semantic.Model, n syntax.Node, left int) bool {
	return semantic.Walked(m, comparison{n, left}, func() bool { return decidedCompared(m, n, left) })
}

// comparison is the cache key of compared.
type comparison struct {
	n    syntax.Node
	left int
}

func decidedCompared(m *semantic.Model, n syntax.Node, left int) bool {
	n = m.Tree.Unparen(n)
	switch m.Tree.Kind(n) {
	case syntax.KindComparison:
		return m.ComparesUnknown(n)
	case syntax.KindBinaryOperator:
		if op := m.Tree.Operator(n); op != "&" && op != "|" {
			return false
		}
		return compared(m, m.Tree.Child(n, syntax.FieldLeft), left) && compared(m, m.Tree.Child(n, syntax.FieldRight), left)
	case syntax.KindIdentifier:
		defs := m.ReachingDefs(n)
		for _, d := range defs {
			if left == 0 || d.Kind != semantic.DefAssign || !compared(m, d.Value, left-1) {
				return false
			}
		}
		return len(defs) > 0
	}
	return false
}
