package guard

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Admits are the regions that a refusal guards, such as an assertion or a raise behind
// a test: the function around it; the class, if it makes or checks an object of the
// class; and the callers of a function that only refuses. known is false if such a
// function may have unseen callers. A test that refuses nothing guards no region.
func (m *Control) Admits(test syntax.Node) (regions []source.Span, known bool) {
	stmt := m.Tree.Parent(m.Condition(test))
	if m.Tree.Kind(stmt) == syntax.KindIf {
		if _, leaves := m.Leaves(test); !leaves {
			return nil, true
		}
	} else if m.Tree.Kind(stmt) != syntax.KindAssert {
		return nil, true
	}
	return m.around(m.Tree.EnclosingFunction(stmt), maxRefusing)
}

// maxRefusing bounds how many functions that only refuse may call each other.
const maxRefusing = 3

// around are the regions that a refusal in a function guards, see Admits.
func (m *Control) around(fn syntax.Node, steps int) (regions []source.Span, known bool) {
	if fn == syntax.None || m.Tree.Kind(fn) != syntax.KindFunction {
		return []source.Span{m.Tree.Span(syntax.Root)}, true
	}
	regions = []source.Span{m.Tree.Span(fn)}
	if class := m.MethodClass(fn); class != syntax.None {
		switch m.Tree.Text(m.Tree.FuncName(fn)) {
		case "__init__", "__post_init__", "__new__", "__enter__":
			return []source.Span{m.Tree.Span(class)}, true
		}
	}
	if !m.onlyRefuses(fn) {
		return regions, true
	}
	callers := m.Callers(fn)
	if steps == 0 || len(callers) == 0 {
		return regions, false
	}
	known = true
	for _, call := range callers {
		more, ok := m.around(m.Tree.EnclosingFunction(call), steps-1)
		known = known && ok
		for _, region := range more {
			if !slices.Contains(regions, region) {
				regions = append(regions, region)
			}
		}
	}
	return regions, known
}

// onlyRefuses reports whether a function only checks its arguments: it asserts, raises
// behind conditions, and returns nothing or a boolean.
func (m *Control) onlyRefuses(fn syntax.Node) bool {
	type key struct{ fn syntax.Node }
	return infer.Walked(m.Model, key{fn}, func() bool { return m.onlyChecks(m.Tree.Body(fn)) })
}

func (m *Control) onlyChecks(block syntax.Node) bool {
	for stmt := range m.Tree.Children(block) {
		switch m.Tree.Kind(stmt) {
		case syntax.KindAssert, syntax.KindRaise, syntax.KindPass, syntax.KindImport, syntax.KindImportFrom, syntax.KindComment:
		case syntax.KindExpressionStatement:
			if m.Tree.Kind(m.Tree.First(stmt)) != syntax.KindString {
				return false
			}
		case syntax.KindReturn:
			switch m.Tree.Kind(m.Tree.Unparen(m.Tree.First(stmt))) {
			case syntax.KindNone, syntax.KindNoneLiteral, syntax.KindTrue, syntax.KindFalse:
			default:
				return false
			}
		case syntax.KindIf:
			for _, arm := range m.Tree.Branches(stmt) {
				if !m.onlyChecks(arm.Body) {
					return false
				}
			}
		case syntax.KindFor:
			if !m.onlyChecks(m.Tree.Body(stmt)) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
