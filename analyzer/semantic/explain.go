package semantic

import (
	"fmt"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Step is one link in the chain of reasons that Explain gives.
type Step struct {
	Span source.Span
	Text string
}

// explanation collects the steps for one place.
type explanation struct {
	m     *Model
	steps []Step
	seen  map[syntax.Node]bool // expressions whose origin has been explained
}

func (e *explanation) add(n syntax.Node, format string, args ...any) {
	step := Step{Span: e.m.Tree.Span(n), Text: fmt.Sprintf(format, args...)}
	if !slices.Contains(e.steps, step) {
		e.steps = append(e.steps, step)
	}
}

// Explain describes the expression at a byte offset: the object that it names and how
// that was resolved, its kind, where its value comes from and goes to, and the
// conditions under which it runs. The enclosing expressions are explained too: for x in
// x.to(device), the method and the call.
func (m *Model) Explain(offset int) []Step {
	e := &explanation{m: m, seen: make(map[syntax.Node]bool)}
	e.imported(offset)
	e.keyword(offset)
	n := m.expressionAt(offset)
	for depth := 0; n != syntax.None && depth < 4; depth++ {
		e.node(n)
		n = m.partOf(n)
	}
	e.guards(offset)
	return e.steps
}

// expressionAt is the smallest expression around an offset; None between
// statements.
func (m *Model) expressionAt(offset int) syntax.Node {
	n := m.Tree.At(offset)
	p := m.Tree.Parent(n)
	switch m.Tree.Kind(p) {
	case syntax.KindAttribute:
		if m.Tree.AttrName(p) == n {
			return p
		}
	case syntax.KindKeywordArgument:
		if m.Tree.Field(n) == syntax.FieldName {
			return m.Tree.Parent(m.Tree.Parent(p)) // device= says nothing without the call
		}
	case syntax.KindString, syntax.KindConcatenatedString:
		return p
	}
	switch m.Tree.Kind(n) {
	case syntax.KindArgumentList, syntax.KindParenthesized, syntax.KindPair, syntax.KindListSplat, syntax.KindDictionarySplat:
		return p // between the parts of an expression
	}
	return n
}

// partOf is the expression around n that tells more about it; None if there is none.
func (m *Model) partOf(n syntax.Node) syntax.Node {
	p := m.Tree.Parent(n)
	switch m.Tree.Kind(p) {
	case syntax.KindArgumentList, syntax.KindKeywordArgument:
		return m.partOf(p)
	case syntax.KindAttribute, syntax.KindCall, syntax.KindConcatenatedString:
		return p
	}
	return syntax.None
}

// node explains one expression.
func (e *explanation) node(n syntax.Node) {
	switch k := e.m.Tree.Kind(n); k {
	case syntax.KindIdentifier:
		e.name(n)
		e.origin(n, 0)
	case syntax.KindAttribute:
		e.name(n)
		if e.m.Ref(n) == (Ref{}) {
			e.origin(n, 0)
		}
	case syntax.KindString, syntax.KindConcatenatedString:
		e.device(n)
	default:
		if isExpression(k) {
			e.kind(n)
		}
	}
}

// isExpression reports whether nodes of a kind have a value of their own.
func isExpression(k syntax.Kind) bool {
	switch k {
	case syntax.KindCall, syntax.KindSubscript, syntax.KindBinaryOperator, syntax.KindUnaryOperator,
		syntax.KindComparison, syntax.KindBooleanOperator, syntax.KindConditional, syntax.KindNamedExpression,
		syntax.KindAwait, syntax.KindList, syntax.KindTuple, syntax.KindSet, syntax.KindDictionary,
		syntax.KindListComprehension, syntax.KindDictionaryComprehension, syntax.KindSetComprehension,
		syntax.KindGenerator, syntax.KindLambda:
		return true
	}
	return false
}

// name says how a name or attribute was resolved.
func (e *explanation) name(n syntax.Node) {
	m, text := e.m, syntax.Shorten(e.m.Tree.Text(n))
	switch r := m.Ref(n); {
	case r.Def != syntax.None:
		e.add(n, "%s is defined at %s (%s)", text, m.File.Position(m.Tree.Start(r.Def)), r.Confidence)
	case r.Foreign.IsModule():
		e.add(n, "%s is a module of this project: %s (%s)", text, r.Foreign.Module.Path, r.Confidence)
	case r.Local && r.Name != "":
		e.add(n, "%s is %s of this project (%s)", text, r.Name, r.Confidence)
	case r.Name != "":
		e.add(n, "%s is %s (%s)", text, m.DB.Canonical(r.Name), r.Confidence)
	}
	e.kind(n)
}

// kind says which kind of object an expression yields, or that this is unknown.
func (e *explanation) kind(n syntax.Node) {
	m, text := e.m, syntax.Shorten(e.m.Tree.Text(n))
	t := m.Type(n)
	switch {
	case t.Class != syntax.None:
		e.add(n, "%s is an instance of %s (%s)", text, m.Tree.Text(m.Tree.FuncName(t.Class)), t.Confidence)
	case t.OfProject():
		g, _ := m.GlobalOf(Ref{Foreign: t.Foreign})
		e.add(n, "%s is an instance of %s, defined in %s (%s)", text, g.Name, t.Foreign.Module.Path, t.Confidence)
	case t.Name != "" && t.Elem != KindUnknown && infer.ClassName[t.Elem] != "":
		e.add(n, "%s is a %s of %s (%s)", text, shownKind(t), shownKind(infer.TypeOf(t.Elem, Certain)), t.Confidence)
	case t.Name != "":
		e.add(n, "%s is a %s (%s)", text, shownKind(t), t.Confidence)
	case m.Ref(n) != (Ref{}):
	case m.Tree.Kind(n) == syntax.KindCall:
		e.call(n, text)
	case m.ScopeOf(n) != nil || m.Tree.Kind(n) != syntax.KindIdentifier:
		e.add(n, "%s: the kind of this object is not known", text)
	}
}

// shownKind is the kind in words. Methods known for a list are known for a tuple too,
// so the two are not told apart.
func shownKind(t Type) string {
	if t.Kind == KindSequence && t.Name == infer.ClassName[KindSequence] {
		return "list or tuple"
	}
	return t.Name
}

// call says why the result of a call is unknown.
func (e *explanation) call(n syntax.Node, text string) {
	m := e.m
	callee := m.Tree.Callee(n)
	object, method := m.MethodCall(n)
	switch r := m.Ref(callee); {
	case r.Name != "": // its result is of no kind that rules ask for
	case r.Def != syntax.None:
		e.add(n, "%s: the result of %s could not be determined", text, syntax.Shorten(m.Tree.Text(callee)))
	case method != "":
		e.add(n, "%s: the method %s belongs to %s, an object of unknown kind", text, method, syntax.Shorten(m.Tree.Text(object)))
	default:
		e.add(n, "%s: the callee is not known", text)
	}
}

// guards names the conditions that let a place run with CUDA only.
func (e *explanation) guards(offset int) {
	for _, g := range e.m.Guards() {
		for _, dead := range g.Dead {
			if dead.Start <= offset && offset < dead.End {
				e.add(g.Cond, "this only runs where CUDA is available: %s is decided without it", syntax.Shorten(e.m.Tree.Text(g.Cond)))
			}
		}
	}
}
