package place

import (
	"iter"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// SparseUses yields the places that make sparse tensors, or compute with them: names of
// torch.sparse and its relatives, and methods that make a tensor sparse. Asking whether
// a tensor is sparse does not count.
func (m *Places) SparseUses() iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		if !m.TextHas("sparse") && !m.TextHas("spmm") && !m.TextHas("coalesce") {
			return
		}
		for n := range m.Named(isSparseName) {
			if !m.askedOf(n) && !yield(n) {
				return
			}
		}
		for _, call := range m.Calls() {
			obj, method := m.MethodCall(call)
			if obj != syntax.None && strings.HasPrefix(method, "to_sparse") && !yield(call) {
				return
			}
		}
	}
}

// isSparseName reports whether a name is of an API that makes or takes sparse tensors.
func isSparseName(name string) bool {
	rest, ok := strings.CutPrefix(name, "torch.")
	if !ok {
		return false
	}
	switch rest {
	case "spmm", "smm", "hspmm", "dsmm", "saddmm", "sspaddmm", "Tensor.coalesce", "optim.SparseAdam":
		return true
	}
	return strings.HasPrefix(rest, "sparse.") || isSparseConstructor(rest)
}

// isSparseConstructor reports whether a name of torch makes a sparse tensor.
func isSparseConstructor(rest string) bool {
	return strings.HasPrefix(rest, "sparse_") && strings.HasSuffix(rest, "_tensor") || isSparseType(rest)
}

// isSparseType reports whether a name of torch is a type of sparse tensors, which older
// code uses as a constructor: torch.sparse.FloatTensor.
func isSparseType(rest string) bool {
	kind, ok := strings.CutPrefix(rest, "sparse.")
	return ok && strings.HasSuffix(kind, "Tensor") && !strings.Contains(kind, "SemiStructured")
}

// askedOf reports whether a name is the class in an isinstance check.
func (m *Places) askedOf(n syntax.Node) bool {
	for p := m.Tree.Parent(n); p != syntax.None; p = m.Tree.Parent(p) {
		switch m.Tree.Kind(p) {
		case syntax.KindAttribute, syntax.KindTuple, syntax.KindArgumentList:
			continue
		case syntax.KindCall:
			return m.Tree.View(m.Tree.Callee(p)) == "isinstance"
		}
		return false
	}
	return false
}

// maxSparse bounds the variables and methods through which a sparse tensor is followed.
const maxSparse = 4

// SparseMaker is the call that made the sparse tensor of an expression, and the name of
// its callee; None if there is none to see.
func (m *Places) SparseMaker(n syntax.Node) (call syntax.Node, name string) {
	if !m.TextHas("sparse") {
		return syntax.None, ""
	}
	return m.sparseMaker(n, maxSparse)
}

func (m *Places) sparseMaker(n syntax.Node, depth int) (call syntax.Node, name string) {
	n = m.Tree.Unparen(n)
	if depth == 0 {
		return syntax.None, ""
	}
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		if defs := m.ReachingDefs(n); len(defs) == 1 && defs[0].Kind == infer.DefAssign {
			return m.sparseMaker(defs[0].Value, depth-1)
		}
	case syntax.KindCall:
		name, _ := m.CallName(n)
		rest := strings.TrimPrefix(name, "torch.")
		switch {
		case name != rest && isSparseConstructor(rest), strings.HasPrefix(rest, "Tensor.to_sparse"):
			return n, name
		case slices.Contains(keepSparse[:], rest):
			return m.sparseMaker(m.Tree.Object(m.Tree.Callee(n)), depth-1)
		}
	}
	return syntax.None, ""
}

// keepSparse lists the methods that return a sparse tensor for a sparse tensor.
var keepSparse = [...]string{"Tensor.coalesce", "Tensor.float", "Tensor.t"}
