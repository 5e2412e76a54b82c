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
	if entry := m.inNamespace(callee); entry != syntax.None {
		callee = entry
	} else if !m.isChosen(callee) {
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

// isChosen reports whether a callee is an expression that may stand for one of several
// functions.
func (m *Values) isChosen(callee syntax.Node) bool {
	switch m.Tree.Kind(callee) {
	case syntax.KindSubscript, syntax.KindConditional, syntax.KindIdentifier, syntax.KindCall:
	case syntax.KindAttribute:
		if m.SelfClass(m.Tree.Object(callee)) == syntax.None {
			return false
		}
	default:
		return false
	}
	r := m.Ref(callee)
	return r.Name == "" && r.Def == syntax.None && r.Foreign.Module == nil
}

// inNamespace is the value that a variable made by types.SimpleNamespace has under the name
// of an attribute; None if there is none, or if the file sets it again.
func (m *Values) inNamespace(attr syntax.Node) syntax.Node {
	if m.Tree.Kind(attr) != syntax.KindAttribute {
		return syntax.None
	}
	defs := m.ReachingDefs(m.Tree.Object(attr))
	if len(defs) != 1 || defs[0].Kind != infer.DefAssign {
		return syntax.None
	}
	if name, _ := m.CallName(defs[0].Value); name != "types.SimpleNamespace" {
		return syntax.None
	}
	name, held := m.Tree.View(m.Tree.AttrName(attr)), m.Symbol(m.Tree.Object(attr))
	for _, s := range m.Stores() {
		if m.Tree.Kind(s.Target) == syntax.KindAttribute && m.Tree.View(m.Tree.AttrName(s.Target)) == name && m.Symbol(m.Tree.Object(s.Target)) == held {
			return syntax.None
		}
	}
	for a := range m.Tree.Args(defs[0].Value) {
		if a.Name != syntax.None && m.Tree.View(a.Name) == name {
			return a.Value
		}
	}
	return syntax.None
}
