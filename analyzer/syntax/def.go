package syntax

import (
	"bytes"
	"slices"
)

// ParamKind is how an argument reaches a parameter.
type ParamKind uint8

// The kinds of parameters, as in inspect.Parameter.
const (
	Positional ParamKind = iota // by position or by keyword
	PositionalOnly
	VarPositional
	KeywordOnly
	VarKeyword
)

// Param is one parameter of a function or lambda.
type Param struct {
	Node    Node // the whole parameter
	Name    Node // its identifier; a pattern in Python 2's def f((a, b))
	Type    Node // the annotation, or None
	Default Node // the default value, or None
	Kind    ParamKind
}

// Params lists the parameters of a function definition or lambda. Callers must
// not change the list.
func (t *Tree) Params(fn Node) []Param {
	list := t.Child(fn, FieldParameters)
	if w := t.wide[list]; w != nil {
		return w.params
	}
	return t.readParams(list)
}

// ParamNamed is the index among Params of the first with a name; -1 if there is none.
func (t *Tree) ParamNamed(fn Node, name string) int {
	if w := t.wide[t.Child(fn, FieldParameters)]; w != nil {
		if i, ok := w.named[name]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(t.Params(fn), func(p Param) bool { return p.Name != None && t.is(p.Name, name) })
}

func (t *Tree) readParams(list Node) []Param {
	var params []Param
	kind := Positional
	for n := range t.Children(list) {
		switch t.kind[n] {
		case KindPositionalSeparator:
			for i := range params {
				params[i].Kind = PositionalOnly
			}
			continue
		case KindKeywordSeparator:
			kind = KeywordOnly
			continue
		case KindError:
			continue
		}
		p := t.param(n)
		switch t.kind[p.Name] {
		case KindListSplatPattern:
			p.Kind, kind = VarPositional, KeywordOnly
			p.Name = t.First(p.Name)
		case KindDictionarySplatPattern:
			p.Kind = VarKeyword
			p.Name = t.First(p.Name)
		default:
			p.Kind = kind
		}
		params = append(params, p)
	}
	return params
}

// param reads one parameter; a star is left on its name.
func (t *Tree) param(n Node) Param {
	switch t.kind[n] {
	case KindDefaultParameter, KindTypedDefaultParameter:
		return Param{
			Node: n, Name: t.Child(n, FieldName),
			Type: t.Child(n, FieldType), Default: t.Child(n, FieldValue),
		}
	case KindTypedParameter:
		return Param{Node: n, Name: t.First(n), Type: t.Child(n, FieldType)}
	}
	return Param{Node: n, Name: n}
}

// TypeParam is one parameter in the brackets of a generic function, class or
// alias.
type TypeParam struct {
	Name    Node // its identifier
	Bound   Node // its bound or constraints, or None
	Default Node // or None
}

// TypeParams lists the parameters in brackets behind the name of a definition.
func (t *Tree) TypeParams(brackets Node) []TypeParam {
	var params []TypeParam
	for n := range t.Children(brackets) {
		if t.field[n] == FieldValue {
			if len(params) > 0 {
				params[len(params)-1].Default = n
			}
			continue
		}
		p := TypeParam{Name: t.First(n)}
		if t.kind[p.Name] == KindConstrainedType {
			first := t.First(p.Name)
			p.Bound = t.Next(first)
			p.Name = t.First(first)
		}
		if t.kind[p.Name] == KindSplatType {
			p.Name = t.First(p.Name)
		}
		if t.kind[p.Name] == KindIdentifier {
			params = append(params, p)
		}
	}
	return params
}

// FuncName is the name of a function or class definition.
func (t *Tree) FuncName(def Node) Node { return t.Child(t.inner(def), FieldName) }

// Body is the body of a definition, loop, with, branch, clause or lambda.
func (t *Tree) Body(n Node) Node {
	n = t.inner(n)
	if b := t.Child(n, FieldBody); b != None {
		return b
	}
	if b := t.Child(n, FieldConsequence); b != None {
		return b
	}
	for c := range t.Children(n) {
		if t.kind[c] == KindBlock { // except and finally
			return c
		}
	}
	return None
}

// ReturnType is the annotation of a function's result, or None.
func (t *Tree) ReturnType(fn Node) Node { return t.Child(t.inner(fn), FieldReturnType) }

// Decorators lists the decorator expressions of a definition, given as itself
// or as the decorated definition around it.
func (t *Tree) Decorators(def Node) []Node {
	var found []Node
	for n := range t.Children(t.Outer(def)) {
		if t.kind[n] == KindDecorator {
			found = append(found, t.First(n))
		}
	}
	return found
}

// Outer is the decorated definition around a definition, or the definition.
func (t *Tree) Outer(def Node) Node {
	if p := t.parent[def]; t.kind[p] == KindDecorated {
		return p
	}
	return def
}

// inner undoes Outer.
func (t *Tree) inner(def Node) Node {
	if t.kind[def] == KindDecorated {
		return t.Child(def, FieldDefinition)
	}
	return def
}

// IsAsync reports whether a function, for or with statement, or for clause of
// a comprehension begins with async.
func (t *Tree) IsAsync(n Node) bool {
	switch n = t.inner(n); t.kind[n] {
	case KindFunction, KindFor, KindWith, KindForInClause:
		return bytes.HasPrefix(t.Bytes(n), []byte("async"))
	}
	return false
}

// AtImport reports whether n is evaluated when its module is imported: it is outside of
// all functions, or in a default or a decorator of a function for which that holds.
func (t *Tree) AtImport(n Node) bool {
	for fn := t.EnclosingFunction(n); fn != None; fn = t.EnclosingFunction(fn) {
		if t.Within(n, t.Body(fn)) {
			return false
		}
	}
	return true
}

// InSignature reports whether n is evaluated when a module defines a function or a class:
// in a decorator, or as the default or the annotation of a parameter.
func (t *Tree) InSignature(n Node) bool {
	if !t.AtImport(n) {
		return false
	}
	stmt := t.Statement(n)
	if t.kind[stmt] == KindDecorated && n > stmt && n < t.inner(stmt) || t.inParameters(n, t.inner(stmt)) {
		return true
	}
	for frame := t.frame[n]; t.Within(frame, stmt); frame = t.frame[frame] {
		if t.inParameters(n, frame) {
			return true
		}
	}
	return false
}

// inParameters reports whether n is among the parameters of a function or a lambda.
func (t *Tree) inParameters(n, fn Node) bool {
	switch t.kind[fn] {
	case KindFunction, KindLambda:
		return t.Within(n, t.Child(fn, FieldParameters))
	}
	return false
}
