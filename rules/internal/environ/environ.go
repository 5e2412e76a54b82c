// Package environ finds names of environment variables where a process's
// environment is read, written or made.
package environ

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// Finder recognises names of variables where a process's environment is read,
// written or made.
type Finder struct{ p *analyzer.Pass }

// New looks for variables in the file of a pass.
func New(p *analyzer.Pass) *Finder { return &Finder{p: p} }

// Holds reports whether the string n names a variable of an environment.
func (f *Finder) Holds(n syntax.Node) bool {
	t := f.p.Tree
	parent := t.Parent(n)
	switch t.Kind(parent) {
	case syntax.KindSubscript:
		return t.Field(n) == syntax.FieldSubscript && f.is(t.Child(parent, syntax.FieldValue), 0)
	case syntax.KindArgumentList:
		call := t.Parent(parent)
		return t.Arg(call, 0, "") == n && f.takesName(call)
	case syntax.KindComparison:
		operands, ops := t.Comparison(parent)
		return len(operands) == 2 && operands[0] == n && strings.HasSuffix(ops[0], "in") && f.is(operands[1], 0)
	case syntax.KindPair:
		return t.Field(n) == syntax.FieldKey && f.becomes(t.Parent(parent))
	}
	return false
}

// takesName reports whether the first argument of a call names a variable.
func (f *Finder) takesName(call syntax.Node) bool {
	callee := f.p.Tree.Callee(call)
	switch name, _ := f.p.Model.Name(callee); name {
	case "os.getenv", "os.putenv", "os.unsetenv":
		return true
	}
	if f.p.Tree.Kind(callee) != syntax.KindAttribute {
		return false
	}
	object := f.p.Tree.Object(callee)
	switch f.p.Tree.Text(f.p.Tree.AttrName(callee)) {
	case "get", "setdefault", "pop":
		return f.is(object, 0)
	case "setenv", "delenv":
		return f.p.Tree.Text(object) == "monkeypatch"
	}
	return false
}

// TakesKeywords reports whether the keywords of a call name variables:
// os.environ.update(NAME="1"), dict(os.environ, NAME="1").
func (f *Finder) TakesKeywords(call syntax.Node) bool {
	callee := f.p.Tree.Callee(call)
	if name, _ := f.p.Model.Name(callee); name == "builtins.dict" || name == "unittest.mock.patch.dict" {
		return f.is(f.p.Tree.Arg(call, 0, ""), 0)
	}
	return f.updates(call)
}

// updates reports whether a call is the update of an environment.
func (f *Finder) updates(call syntax.Node) bool {
	callee := f.p.Tree.Callee(call)
	return f.p.Tree.Kind(callee) == syntax.KindAttribute &&
		f.p.Tree.Text(f.p.Tree.AttrName(callee)) == "update" && f.is(f.p.Tree.Object(callee), 0)
}

// is reports whether an expression is os.environ, or a copy of it.
func (f *Finder) is(n syntax.Node, depth int) bool {
	n = f.p.Tree.Unparen(n)
	if n == syntax.None || depth > 4 {
		return false
	}
	return semantic.Walked(f.p.Model, environment{n, depth}, func() bool { return f.decided(n, depth) })
}

// environment is a question of is.
type environment struct {
	n     syntax.Node
	depth int
}

func (f *Finder) decided(n syntax.Node, depth int) bool {
	if name, _ := f.p.Model.Name(n); name == "os.environ" {
		return true
	}
	switch f.p.Tree.Kind(n) {
	case syntax.KindCall:
		return f.copies(n, depth)
	case syntax.KindDictionary:
		return f.spreads(n, depth)
	case syntax.KindIdentifier:
		for _, d := range f.p.Model.ReachingDefs(n) {
			if d.Kind == semantic.DefAssign && f.is(d.Value, depth+1) {
				return true
			}
		}
	}
	return false
}

// copies reports whether a call yields a copy of an environment.
func (f *Finder) copies(call syntax.Node, depth int) bool {
	callee := f.p.Tree.Callee(call)
	switch name, _ := f.p.Model.Name(callee); name {
	case "os.environ.copy":
		return true
	case "builtins.dict", "copy.copy", "copy.deepcopy":
		return f.is(f.p.Tree.Arg(call, 0, ""), depth+1)
	}
	return false
}

// spreads reports whether a dictionary holds the variables of an environment:
// {**os.environ, "NAME": "1"}.
func (f *Finder) spreads(dict syntax.Node, depth int) bool {
	for c := range f.p.Tree.Children(dict) {
		if f.p.Tree.Kind(c) == syntax.KindDictionarySplat && f.is(f.p.Tree.First(c), depth+1) {
			return true
		}
	}
	return false
}

// becomes reports whether a dictionary expression becomes an environment, or
// part of one.
func (f *Finder) becomes(dict syntax.Node) bool {
	t := f.p.Tree
	if f.spreads(dict, 0) {
		return true
	}
	parent := t.Parent(dict)
	switch t.Kind(parent) {
	case syntax.KindKeywordArgument:
		return f.startsProcess(parent)
	case syntax.KindArgumentList:
		call := t.Parent(parent)
		return f.updates(call) || f.TakesKeywords(call)
	case syntax.KindBinaryOperator:
		return t.Operator(parent) == "|" && f.is(t.Child(parent, syntax.FieldLeft), 0)
	case syntax.KindAugmentedAssignment:
		return t.Operator(parent) == "|=" && f.is(t.Child(parent, syntax.FieldLeft), 0)
	case syntax.KindPair:
		key, _ := t.StringValue(t.Child(parent, syntax.FieldKey))
		return key == "env_vars"
	case syntax.KindAssignment:
		return f.handedOn(t.Child(parent, syntax.FieldLeft))
	}
	return false
}

// startsProcess reports whether a keyword argument is the environment of a
// process that a call starts.
func (f *Finder) startsProcess(keyword syntax.Node) bool {
	t := f.p.Tree
	name, _ := f.p.Model.CallName(t.Parent(t.Parent(keyword)))
	return t.Text(t.Child(keyword, syntax.FieldName)) == "env" &&
		(strings.HasPrefix(name, "subprocess.") || strings.HasPrefix(name, "asyncio.create_subprocess"))
}

// handedOn reports whether a variable is used as the environment of a process, or
// becomes part of one.
func (f *Finder) handedOn(target syntax.Node) bool {
	sym := f.p.Model.Symbol(target)
	if sym == nil {
		return false
	}
	for _, use := range sym.Uses {
		parent := f.p.Tree.Parent(use)
		switch f.p.Tree.Kind(parent) {
		case syntax.KindKeywordArgument:
			if f.startsProcess(parent) {
				return true
			}
		case syntax.KindArgumentList:
			if f.updates(f.p.Tree.Parent(parent)) {
				return true
			}
		case syntax.KindDictionarySplat:
			if f.spreads(f.p.Tree.Parent(parent), 0) {
				return true
			}
		case syntax.KindAttribute:
			if f.setsEach(parent) {
				return true
			}
		}
	}
	return false
}

// setsEach reports whether the entries of a dictionary become variables one by one:
// for name, value in settings.items(): os.environ[name] = value.
func (f *Finder) setsEach(items syntax.Node) bool {
	t := f.p.Tree
	loop := t.Parent(t.Parent(items))
	if t.Text(t.AttrName(items)) != "items" || t.Kind(loop) != syntax.KindFor {
		return false
	}
	for n := range t.All(t.Body(loop)) {
		if t.Kind(n) == syntax.KindSubscript && t.Field(n) == syntax.FieldLeft && f.is(t.Child(n, syntax.FieldValue), 0) {
			return true
		}
	}
	return false
}

// Setter is the statement that does nothing but set the variable to a value
// without effects; None if there is more to it.
func (f *Finder) Setter(n syntax.Node) syntax.Node {
	t := f.p.Tree
	parent := t.Parent(n)
	value, stmt := syntax.None, syntax.None
	switch t.Kind(parent) {
	case syntax.KindSubscript:
		assign := t.Parent(parent)
		if t.Kind(assign) != syntax.KindAssignment || t.Field(parent) != syntax.FieldLeft {
			return syntax.None
		}
		value, stmt = t.Child(assign, syntax.FieldRight), t.Parent(assign)
	case syntax.KindArgumentList:
		call := t.Parent(parent)
		callee := t.Written(t.Callee(call))
		if !strings.HasSuffix(callee, ".setdefault") && !strings.HasSuffix(callee, "putenv") {
			return syntax.None
		}
		value, stmt = t.Arg(call, 1, ""), rewrite.LoneCall(f.p, call)
	}
	if t.Kind(stmt) != syntax.KindExpressionStatement || value == syntax.None {
		return syntax.None
	}
	for c := range t.All(value) {
		switch t.Kind(c) {
		case syntax.KindCall:
			if name, _ := f.p.Model.CallName(c); name != "builtins.str" {
				return syntax.None
			}
		case syntax.KindAwait, syntax.KindYield, syntax.KindNamedExpression, syntax.KindAssignment:
			return syntax.None
		}
	}
	return stmt
}

// Value is the value that the variable named by the string n is set to; None if it is
// read, or set in another way.
func (f *Finder) Value(n syntax.Node) syntax.Node {
	t := f.p.Tree
	parent := t.Parent(n)
	switch t.Kind(parent) {
	case syntax.KindSubscript:
		if assign := t.Parent(parent); t.Field(parent) == syntax.FieldLeft {
			return t.Child(assign, syntax.FieldRight)
		}
	case syntax.KindPair:
		return t.Child(parent, syntax.FieldValue)
	case syntax.KindArgumentList:
		call := t.Parent(parent)
		switch name := t.Written(t.Callee(call)); name[strings.LastIndexByte(name, '.')+1:] {
		case "setdefault", "putenv", "setenv":
			return t.Arg(call, 1, "")
		}
	}
	return syntax.None
}
