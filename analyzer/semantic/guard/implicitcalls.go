package guard

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// implicit is code that runs methods of an object of the project without a call: a with
// statement, a loop, a subscript or an assignment with an operator.
type implicit struct {
	at   syntax.Node
	runs []codePlace
}

// implicitIn are such places in a region.
func (m *Control) implicitIn(region source.Span) []implicit {
	type key struct{}
	all := infer.Walked(m.Model, key{}, func() (out []implicit) {
		for n := range m.Tree.OfKind(syntax.KindWithItem, syntax.KindFor, syntax.KindForInClause, syntax.KindSubscript, syntax.KindAugmentedAssignment) {
			object, methods := m.implicitMethods(n)
			if runs := m.methodPlaces(object, methods...); len(runs) > 0 {
				out = append(out, implicit{n, runs})
			}
		}
		return out
	})
	from, to := m.between(region, len(all), func(i int) syntax.Node { return all[i].at })
	return all[from:to]
}

// implicitMethods are the methods of an object that a node runs.
func (m *Control) implicitMethods(n syntax.Node) (object syntax.Node, methods []string) {
	t := m.Tree
	switch t.Kind(n) {
	case syntax.KindWithItem:
		if object = t.Child(n, syntax.FieldValue); t.Kind(object) == syntax.KindAsPattern {
			object = t.First(object)
		}
		return object, []string{"__enter__", "__exit__"}
	case syntax.KindFor, syntax.KindForInClause:
		return t.Child(n, syntax.FieldRight), []string{"__iter__", "__next__"}
	case syntax.KindSubscript:
		return t.Child(n, syntax.FieldValue), []string{"__getitem__", "__setitem__"}
	case syntax.KindAugmentedAssignment:
		return t.Child(n, syntax.FieldLeft), []string{"__iadd__", "__isub__", "__imul__", "__ior__", "__add__"}
	}
	return syntax.None, nil
}

// methodPlaces are the methods of an object that classes of the project define.
func (m *Control) methodPlaces(object syntax.Node, methods ...string) (out []codePlace) {
	t := m.Type(object)
	if !t.OfProject() || t.Confidence < infer.Likely {
		return nil
	}
	for _, name := range methods {
		out = m.addFunction(out, m.MethodRef(t, name))
	}
	return out
}

// addFunction appends the function of the project that a reference is to, if there is one.
func (m *Control) addFunction(out []codePlace, r infer.Ref) []codePlace {
	switch {
	case r.Confidence < infer.Likely:
	case m.Tree.Kind(r.Def) == syntax.KindFunction:
		out = append(out, codePlace{m.Module(), r.Def})
	case r.Foreign.Module != nil && r.Foreign.Kind == syntax.KindFunction:
		out = append(out, codePlace{r.Foreign.Module, r.Foreign.Node})
	}
	return out
}

// handedFunctions are the functions of the project that a call is given, and may run:
// map(place, xs), sorted(xs, key=size). Of one that Python itself runs for each element,
// the ending is known where it is no function of the project.
func (m *Control) handedFunctions(call syntax.Node) (out []codePlace, ends Ending) {
	for a := range m.Tree.Args(call) {
		switch m.Tree.Kind(m.Tree.Unparen(a.Value)) {
		case syntax.KindIdentifier, syntax.KindAttribute:
			if m.Type(a.Value).Kind != infer.KindInstance {
				out = m.addFunction(out, m.HeldFunction(a.Value))
			}
		}
	}
	if name, _ := m.CallName(call); len(out) == 0 && (name == "builtins.map" || name == "builtins.filter") {
		if of, _ := m.Name(m.Tree.Arg(call, 0, "function")); of != "" {
			ends, _ = m.nameEnds(of)
		}
	}
	return out, ends
}

// movesOwn are the methods of a module of the project by which it is moved, where it
// overrides those of PyTorch: the fix of .cuda() calls to.
func (m *Control) movesOwn(call syntax.Node) []codePlace {
	obj, method := m.MethodCall(call)
	switch method {
	case "cuda":
		return m.methodPlaces(obj, "to", "_apply")
	case "to":
		return m.methodPlaces(obj, "_apply")
	}
	return nil
}

// callsValue reports whether a callee is a value that may be any function: a parameter,
// the variable of a loop, or an attribute of self that holds a parameter.
func (m *Control) callsValue(callee syntax.Node) bool {
	switch m.Tree.Kind(callee) {
	case syntax.KindIdentifier:
		return slices.ContainsFunc(m.ReachingDefs(callee), func(d infer.Def) bool {
			return d.Kind == infer.DefParam || d.Kind == infer.DefFor
		})
	case syntax.KindAttribute:
		return slices.ContainsFunc(m.StoredHere(callee), func(value syntax.Node) bool {
			return m.Tree.Kind(value) == syntax.KindIdentifier && m.callsValue(value)
		})
	}
	return false
}
