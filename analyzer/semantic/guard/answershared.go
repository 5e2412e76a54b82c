package guard

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxShared bounds how many expressions are followed from the queries of a fix.
const maxShared = 64

// Shared are the names through which the code of other files gets the answer of some
// queries: public variables and functions of the module, attributes and methods with a
// dot before them, and "name=" for keyword arguments to functions of other files. "*"
// says that it is unknown who gets it.
func (m *Control) Shared(queries []syntax.Node) []string {
	w := &sharing{m: m, t: m.Tree, seen: make(map[syntax.Node]bool), names: make(map[string]bool)}
	for _, n := range queries {
		w.value(n)
	}
	return infer.SortedNames(w.names)
}

// sharing follows an answer from expression to expression.
type sharing struct {
	m     *Control
	t     *syntax.Tree
	seen  map[syntax.Node]bool
	names map[string]bool
}

// value follows the value of an expression.
func (w *sharing) value(n syntax.Node) {
	for {
		if w.seen[n] {
			return
		}
		if w.seen[n] = true; len(w.seen) > maxShared {
			w.names["*"] = true
			return
		}
		parent := w.t.Parent(n)
		switch w.t.Kind(parent) {
		case syntax.KindParenthesized, syntax.KindBooleanOperator, syntax.KindNotOperator, syntax.KindComparison:
		case syntax.KindConditional:
			if _, cond, _ := w.t.Conditional(parent); cond == n {
				return // the condition chooses a value but is not passed on
			}
		case syntax.KindNamedExpression:
			w.target(w.t.Child(parent, syntax.FieldName))
		case syntax.KindArgumentList, syntax.KindKeywordArgument:
			call := w.passed(parent, n)
			if call == syntax.None {
				return
			}
			parent = call
		case syntax.KindAssignment:
			if w.t.Child(parent, syntax.FieldRight) == n {
				w.target(w.t.Child(parent, syntax.FieldLeft))
			}
			return
		case syntax.KindReturn:
			w.function(w.t.EnclosingFunction(parent))
			return
		default:
			return
		}
		n = parent
	}
}

// target follows the value assigned to a name or an attribute.
func (w *sharing) target(n syntax.Node) {
	switch w.t.Kind(n) {
	case syntax.KindIdentifier:
		sym := w.m.Symbol(n)
		if sym == nil {
			return
		}
		if w.m.IsPublic(sym) {
			w.names[sym.Name] = true
		}
		for _, use := range sym.Uses {
			w.value(use)
		}
	case syntax.KindAttribute:
		name := w.t.Text(w.t.AttrName(n))
		w.names["."+name] = true
		for _, read := range w.m.attributesNamed(name) {
			w.value(read)
		}
	}
}

// function follows the results of a function.
func (w *sharing) function(fn syntax.Node) {
	if w.t.Kind(fn) != syntax.KindFunction {
		return
	}
	name := w.t.Text(w.t.FuncName(fn))
	if sym := w.m.FunctionSymbol(fn); sym != nil && w.m.IsPublic(sym) {
		w.names[name] = true
	} else if w.m.MethodClass(fn) != syntax.None {
		w.names["."+name] = true
	}
	for _, call := range w.m.Callers(fn) {
		w.value(call)
	}
}

// passed follows an argument. It returns the call if that yields its argument.
func (w *sharing) passed(list, n syntax.Node) syntax.Node {
	keyword := ""
	if w.t.Kind(list) == syntax.KindKeywordArgument {
		keyword = w.t.Text(w.t.Child(list, syntax.FieldName))
		list = w.t.Parent(list)
	}
	call := w.t.Parent(list)
	if w.t.Kind(call) != syntax.KindCall {
		return syntax.None
	}
	r := w.m.Ref(w.t.Callee(call))
	switch {
	case r.Name == "builtins.bool" || r.Name == "builtins.int":
		return call
	case w.t.Kind(r.Def) == syntax.KindFunction:
		w.parameter(r.Def, keyword, call, n)
	case keyword != "" && (r.Name == "" || w.m.isClassRef(r)):
		w.names[keyword+"="] = true
	case w.m.isClassRef(r) || r.Foreign.Module != nil:
		w.names["*"] = true
	}
	return syntax.None
}

// parameter follows an argument into a function of this file.
func (w *sharing) parameter(fn syntax.Node, keyword string, call, arg syntax.Node) {
	bound := 0
	if w.m.MethodClass(fn) != syntax.None && !w.m.IsStatic(fn) {
		bound = 1 // self is the first parameter
	}
	for i, p := range w.t.Params(fn) {
		if w.t.Text(p.Name) != keyword && (keyword != "" || w.t.Arg(call, i-bound, "") != arg) {
			continue
		}
		if sym := w.m.Symbol(p.Name); sym != nil {
			for _, use := range sym.Uses {
				w.value(use)
			}
		}
	}
}

// attributesNamed are the reads of attributes with a name.
func (m *Control) attributesNamed(name string) []syntax.Node {
	type key struct{}
	byName := infer.Walked(m.Model, key{}, func() map[string][]syntax.Node {
		all := make(map[string][]syntax.Node)
		for _, n := range m.Attributes() {
			if m.Tree.Field(n) != syntax.FieldLeft {
				attr := m.Tree.Text(m.Tree.AttrName(n))
				all[attr] = append(all[attr], n)
			}
		}
		return all
	})
	return byName[name]
}
