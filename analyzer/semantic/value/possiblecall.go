package value

import (
	"iter"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// CallsPossible yields, in source order, the calls that may reach one of several
// functions, if some of these have a wanted canonical name: TABLE[key](x), (F.relu if
// plain else F.gelu)(x), self.act(x) where act is stored that way. Each comes with the
// names of all functions that are possible.
func (m *Values) CallsPossible(wanted func(name string) bool) iter.Seq2[syntax.Node, []string] {
	return func(yield func(syntax.Node, []string) bool) {
		for _, call := range m.Calls() {
			if names := m.PossibleNames(call); slices.ContainsFunc(names, wanted) && !yield(call, names) {
				return
			}
		}
	}
}

// PossibleNames returns the names of the functions that a call may reach, "" for those
// without a name; nil if the call reaches one known function, or nothing is known of it.
func (m *Values) PossibleNames(call syntax.Node) (names []string) {
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	switch m.Tree.Kind(callee) {
	case syntax.KindSubscript, syntax.KindConditional, syntax.KindIdentifier, syntax.KindCall:
	case syntax.KindAttribute:
		if m.SelfClass(m.Tree.Object(callee)) == syntax.None {
			return nil
		}
	default:
		return nil
	}
	if r := m.Ref(callee); r.Name != "" || r.Def != syntax.None || r.Foreign.Module != nil {
		return nil
	}
	known := false
	p := &possible{m: m, left: maxVisited}
	p.leaves(callee, infer.MaxConstantDepth, func(leaf syntax.Node) {
		name, conf := m.Name(leaf)
		if conf < infer.Likely || m.Tree.Kind(leaf) == syntax.KindCall {
			name = ""
		}
		known = known || name != ""
		if !slices.Contains(names, name) || name == "" {
			names = append(names, name)
		}
	})
	if !known {
		return nil
	}
	return names
}
