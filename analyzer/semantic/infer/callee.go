package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// MaxChoice bounds how many names and attributes are followed to the value they hold.
const MaxChoice = 4

// WithCallee shows the function of the project that a call runs, with the model of its file,
// which may be another file. That other model may be asked anything while show runs, and
// nothing later; this model may be asked at any time. WithCallee reports whether there is
// such a function.
func (m *Model) WithCallee(call syntax.Node, show func(in *Model, fn syntax.Node)) bool {
	return m.WithCalleeOf(m.Tree.Callee(call), show)
}

// WithCalleeOf is WithCallee for the function that an expression stands for, called or handed on.
func (m *Model) WithCalleeOf(n syntax.Node, show func(in *Model, fn syntax.Node)) bool {
	r := m.HeldFunction(n)
	switch {
	case !r.isFunction(m.Tree):
		return false
	case m.Tree.Kind(r.Def) == syntax.KindFunction:
		show(m, r.Def)
		return true
	}
	shown := false
	m.Elsewhere(r.Foreign.Module, func(lib *Model) {
		show(lib, r.Foreign.Node)
		shown = true
	})
	return shown
}

// RunsProject reports whether a call runs a function of the project. It costs less than
// WithCallee, which reads the function.
func (m *Model) RunsProject(call syntax.Node) bool {
	return m.HeldFunction(m.Tree.Callee(call)).isFunction(m.Tree)
}

// HeldFunction is the function that runs when an expression is called: the function it
// names, or the function of another file that is the only value of a variable or an
// attribute of self. A parameter counts as its default.
func (m *Model) HeldFunction(callee syntax.Node) Ref {
	r := m.Ref(callee)
	if r != (Ref{}) && !r.Local || r.Foreign.IsDefinition() || r.Def != syntax.None || !m.IsName(callee) {
		return r
	}
	held, known := m.held[callee]
	if !known {
		if held = m.heldAlone(callee, MaxChoice); held == (Ref{}) {
			held = m.CalledObject(callee)
		}
		if m.held == nil {
			m.held = make(map[syntax.Node]Ref)
		}
		m.held[callee] = held
	}
	if held.isFunction(m.Tree) {
		return held
	}
	return r
}

// CalledObject is the method that runs when an object of a class of the project is
// called, be it of this file or of another: clip(gradients) with clip = Clip().
func (m *Model) CalledObject(callee syntax.Node) Ref {
	t := m.Type(callee)
	if t.Kind != KindInstance || !t.OfProject() || t.Confidence < Likely {
		return Ref{}
	}
	return m.MethodRef(t, "__call__")
}

// heldAlone resolves the only value that a variable or an attribute of self holds.
func (m *Model) heldAlone(n syntax.Node, depth int) Ref {
	var held []syntax.Node
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		for _, d := range m.ReachingDefs(n) {
			if d.Kind != DefAssign && d.Kind != DefParam {
				return Ref{}
			}
			held = append(held, d.Value)
		}
	case syntax.KindAttribute:
		held = m.StoredHere(n)
	}
	if depth == 0 || len(held) != 1 || !m.IsName(held[0]) {
		return Ref{}
	}
	r := m.Ref(held[0])
	if !r.Foreign.IsDefinition() {
		r = m.heldAlone(held[0], depth-1)
	}
	r.Confidence = min(r.Confidence, Likely)
	return r
}

// IsName reports whether an expression is a name or an attribute.
func (m *Model) IsName(n syntax.Node) bool {
	k := m.Tree.Kind(n)
	return k == syntax.KindIdentifier || k == syntax.KindAttribute
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

// StoredHere are the values that this file binds to an attribute of self.
func (m *Model) StoredHere(attr syntax.Node) (values []syntax.Node) {
	class := m.SelfClass(m.Tree.Object(attr))
	if class == syntax.None {
		return nil
	}
	m.StoredIn(Ref{Def: class}, m.Tree.Text(m.Tree.AttrName(attr)), MaxBases, func(in *Model, all []Stored) {
		if in != m {
			return
		}
		for _, s := range all {
			values = append(values, s.Value)
		}
	})
	return values
}
