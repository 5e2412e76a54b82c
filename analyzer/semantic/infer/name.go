package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// Name returns the canonical qualified name of the object that an expression refers to;
// for a method of an object of known kind that is the method's name, "torch.Tensor.cuda".
// It is empty if the expression could not be resolved or belongs to this project, unless
// the project is itself a library that others know by the name.
func (m *Model) Name(n syntax.Node) (string, Confidence) {
	n = m.Tree.Unparen(n)
	r := m.Ref(n)
	if r.Name == "" || r.Local {
		if name := m.published(r); name != "" {
			return name, r.Confidence
		}
		return "", Unresolved
	}
	number := m.refs.Number(n)
	if number < 0 {
		return m.Canonical(r.Name), r.Confidence
	}
	if missing := number + 1 - len(m.names); missing > 0 {
		m.names = append(m.names, make([]string, missing)...)
	}
	if m.names[number] == "" {
		m.names[number] = m.Canonical(r.Name)
	}
	return m.names[number], r.Confidence
}

// Canonical returns the name under which the database knows a name. A file asks for few
// names, and for each of them many times.
func (m *Model) Canonical(name string) string {
	known, ok := m.canon[name]
	if !ok {
		known = m.DB.Canonical(name)
		m.canon[name] = known
	}
	return known
}

// CallName returns the Name of a call's callee.
func (m *Model) CallName(call syntax.Node) (string, Confidence) {
	return m.Name(m.Tree.Callee(call))
}

// Applied returns the Name of the API that a decorator or another function applies: jit,
// jit(...) or functools.partial(jit, ...).
func (m *Model) Applied(n syntax.Node) (string, Confidence) { return m.Name(m.AppliedExpression(n)) }

// AppliedExpression returns the expression that names that API.
func (m *Model) AppliedExpression(n syntax.Node) syntax.Node {
	if m.Tree.Kind(n) != syntax.KindCall {
		return n
	}
	if name, _ := m.CallName(n); name == "functools.partial" {
		return m.Tree.Arg(n, 0, "")
	}
	return m.Tree.Callee(n)
}
