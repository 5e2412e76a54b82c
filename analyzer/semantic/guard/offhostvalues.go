package guard

import (
	"sort"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// valuesIn returns the names in a region that refer to a function called later: an arm of
// a conditional expression, an entry of a table, an assigned or returned value.
func (m *Control) valuesIn(region source.Span) (out []syntax.Node) {
	all := m.functionValues()
	from := sort.Search(len(all), func(i int) bool { return m.Tree.Start(all[i]) >= region.Start })
	to := sort.Search(len(all), func(i int) bool { return m.Tree.Start(all[i]) >= region.End })
	return all[from:max(from, to)]
}

// functionValues returns all such names of the file.
func (m *Control) functionValues() []syntax.Node {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() (out []syntax.Node) {
		for n := syntax.Root; n < m.Tree.End(syntax.Root); n++ {
			if k := m.Tree.Kind(n); k != syntax.KindIdentifier && k != syntax.KindAttribute {
				continue
			}
			switch p := m.Tree.Parent(n); m.Tree.Kind(p) {
			case syntax.KindConditional, syntax.KindReturn, syntax.KindTuple, syntax.KindList:
			case syntax.KindAssignment:
				if m.Tree.Field(n) != syntax.FieldRight {
					continue
				}
			case syntax.KindPair:
				if m.Tree.Field(n) != syntax.FieldValue {
					continue
				}
			case syntax.KindArgumentList:
				if !m.keepsArguments(m.Tree.Parent(p)) {
					continue
				}
			default:
				continue
			}
			out = append(out, n)
		}
		return out
	})
}

// keepsArguments reports whether a call may yield its argument, or something that calls
// the argument.
func (m *Control) keepsArguments(call syntax.Node) bool {
	callee := m.Tree.Callee(call)
	if m.Tree.Kind(callee) == syntax.KindAttribute {
		callee = m.Tree.AttrName(callee)
	}
	switch m.Tree.View(callee) {
	case "get", "partial", "map", "setattr", "compile", "checkpoint", "wraps", "staticmethod":
		return true
	}
	return false
}

// valueFacts returns the facts of calling the function that a name refers to.
func (m *Control) valueFacts(n syntax.Node) (f codeFacts) {
	r := m.Ref(n)
	switch {
	case r.Confidence < infer.Likely:
	case m.Tree.Kind(r.Def) == syntax.KindFunction:
		f.runs = []codePlace{{m.Module(), r.Def}}
	case r.Foreign.Module != nil && r.Foreign.Kind == syntax.KindFunction:
		f.runs = []codePlace{{r.Foreign.Module, r.Foreign.Node}}
	case r.Name != "" && !r.Local:
		if m.namesCompiled(r.Name) {
			f.ending = EndsCompiled
		} else {
			f.ending, _ = m.nameEnds(r.Name)
		}
	}
	for _, op := range m.appliedOperators(n) {
		if forward := m.MemberRef(op, "forward"); m.Tree.Kind(forward.Def) == syntax.KindFunction {
			f.runs = append(f.runs, codePlace{m.Module(), forward.Def})
		}
	}
	return f
}
