package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// Inside shows the function of the project that a call runs, with the model of
// the file it stands in, which may be another one. Of that model anything may be
// asked while show runs; this one must not be asked then. It reports whether
// there is such a function.
func (m *Model) Inside(call syntax.Node, show func(in *Model, fn syntax.Node)) bool {
	r := m.Ref(m.Tree.Callee(call))
	switch {
	case !r.isFunction(m.Tree):
		return false
	case m.Tree.Kind(r.Def) == syntax.KindFunction:
		show(m, r.Def)
		return true
	}
	shown := false
	m.elsewhere(r.Foreign.Module, func(lib *Model) {
		show(lib, r.Foreign.Node)
		shown = true
	})
	return shown
}

// RunsProject reports whether a call runs a function of the project, which costs
// less to know than what is in it.
func (m *Model) RunsProject(call syntax.Node) bool {
	return m.Ref(m.Tree.Callee(call)).isFunction(m.Tree)
}

// isFunction reports whether r is likely to be a function of the project.
func (r Ref) isFunction(t *syntax.Tree) bool {
	return r.Confidence >= Likely && (t.Kind(r.Def) == syntax.KindFunction || r.Foreign.Module != nil && r.Foreign.Kind == syntax.KindFunction)
}

// Path is the name under which findings in the file are reported; "" without a
// project.
func (m *Model) Path() string {
	if m.module == nil {
		return ""
	}
	return m.module.Path
}
