package tensor

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// several returns the dtype that functions of jax.numpy yield for more than one array, if
// all have the same dtype or are numbers beside an integer array; "" if it is not seen.
func (w *dtypeWalk) several(n syntax.Node, api string) string {
	t := w.m.Tree
	switch api {
	case "concatenate", "stack", "vstack", "hstack", "dstack", "column_stack", "append":
		if api == "append" {
			return w.both(t.Arg(n, 0, "arr"), t.Arg(n, 1, "values"))
		}
		return w.joined(t.Unparen(t.Arg(n, 0, "arrays")))
	case "where":
		return w.both(t.Arg(n, 1, "x"), t.Arg(n, 2, "y"))
	case "full":
		if integers(t, t.Arg(n, 1, "fill_value"), 0) {
			return "int32"
		}
	}
	return ""
}

// both returns the common dtype of two operands, or the integer dtype beside a whole
// number.
func (w *dtypeWalk) both(a, b syntax.Node) string {
	left, right := w.of(a), w.of(b)
	switch {
	case integers(w.m.Tree, a, 0) && integers(w.m.Tree, b, 0):
		return "int32"
	case left == right:
		return left
	case isWhole(left) && integers(w.m.Tree, b, 0):
		return left
	case isWhole(right) && integers(w.m.Tree, a, 0):
		return right
	}
	return ""
}

// isWhole reports whether a dtype holds whole numbers.
func isWhole(dtype string) bool { return strings.HasPrefix(strings.TrimPrefix(dtype, "u"), "int") }
