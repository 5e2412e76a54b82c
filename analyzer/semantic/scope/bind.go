package scope

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// binder walks the tree once and fills in scopes, symbols and bindings.
type binder struct {
	m *Table
	t *syntax.Tree

	chained syntax.Node                   // the value of the last assignment visited; see assignment
	far     map[*Scope]map[string]*Symbol // see find
}

// New binds the names of a tree.
func New(tree *syntax.Tree) *Table {
	n := tree.Len()
	all := &Table{
		scopeAt: make([]int32, n), scopeList: make([]*Scope, 1),
		symbolAt: make([]int32, n), symbols: make([]*Symbol, 1),
		scopes: make(map[syntax.Node]*Scope), trigrams: NewTrigrams(tree.Source()),
	}
	b := &binder{m: all, t: tree, far: make(map[*Scope]map[string]*Symbol)}
	b.children(syntax.Root, b.newScope(Module, syntax.Root, nil))
	b.resolveUses()
	return all
}

func (b *binder) newScope(kind Kind, n syntax.Node, parent *Scope) *Scope {
	s := &Scope{Kind: kind, Node: n, Parent: parent, number: int32(len(b.m.scopeList))}
	s.root = s
	if parent != nil {
		s.root, s.depth = parent.root, parent.depth+1
	}
	b.m.scopeList = append(b.m.scopeList, s)
	b.m.scopes[n] = s
	return s
}

func (b *binder) children(n syntax.Node, s *Scope) {
	for c := b.t.First(n); c != syntax.None; c = b.t.Next(c) {
		b.visit(c, s)
	}
}

func (b *binder) visit(n syntax.Node, s *Scope) {
	b.m.setScope(n, s)
	switch b.t.Kind(n) {
	case syntax.KindFunction:
		b.function(n, s)
	case syntax.KindLambda:
		b.lambda(n, s)
	case syntax.KindClass:
		b.class(n, s)
	case syntax.KindListComprehension, syntax.KindSetComprehension, syntax.KindDictionaryComprehension, syntax.KindGenerator:
		b.comprehension(n, s)
	case syntax.KindAssignment:
		b.assignment(n, s)
	case syntax.KindAugmentedAssignment:
		b.augmented(n, s)
	case syntax.KindTypeAlias:
		b.typeAlias(n, s)
	case syntax.KindNamedExpression:
		value := b.t.Child(n, syntax.FieldValue)
		b.visit(value, s)
		b.target(b.t.Child(n, syntax.FieldName), value, DefAssign, -1, s.function())
	case syntax.KindFor:
		b.loop(n, s)
	case syntax.KindAsPattern:
		b.asPattern(n, s)
	case syntax.KindImport, syntax.KindImportFrom:
		b.imports(n, s)
	case syntax.KindFutureImport:
	case syntax.KindGlobal, syntax.KindNonlocal:
		b.declare(n, s)
	case syntax.KindDelete:
		b.del(n, s)
	case syntax.KindCaseClause:
		b.m.cases = append(b.m.cases, n)
		b.caseClause(n, s)
	default:
		b.note(n, s)
	}
}

// note records nodes that are asked for later and visits their children.
func (b *binder) note(n syntax.Node, s *Scope) {
	switch b.t.Kind(n) {
	case syntax.KindCall:
		b.m.calls = append(b.m.calls, n)
		b.children(n, s)
	case syntax.KindKeywordArgument:
		b.visit(b.t.Child(n, syntax.FieldValue), s)
	case syntax.KindAttribute:
		b.m.attributes = append(b.m.attributes, n)
		b.visit(b.t.Child(n, syntax.FieldObject), s)
	case syntax.KindIdentifier:
		b.m.identifiers = append(b.m.identifiers, n)
	case syntax.KindString:
		b.m.strings = append(b.m.strings, n)
		b.children(n, s)
	case syntax.KindIf, syntax.KindElif, syntax.KindWhile, syntax.KindConditional, syntax.KindAssert, syntax.KindDecorator, syntax.KindBooleanOperator, syntax.KindTry, syntax.KindRaise:
		b.m.conditions = append(b.m.conditions, n)
		b.children(n, s)
	case syntax.KindNoneLiteral:
		if b.t.Kind(b.t.Parent(n)) == syntax.KindComparison {
			b.m.nones = append(b.m.nones, n)
		}
	case syntax.KindNone:
	default:
		b.children(n, s)
	}
}

func (b *binder) function(n syntax.Node, s *Scope) {
	name := b.t.Child(n, syntax.FieldName)
	b.define(name, Def{Kind: DefFunction, Node: n, Index: -1}, s)
	if r := b.t.Child(n, syntax.FieldReturnType); r != syntax.None {
		b.visit(r, s)
	}
	fs := b.newScope(Function, n, s)
	b.typeParameters(n, fs)
	b.parameters(n, s, fs)
	b.visit(b.t.Child(n, syntax.FieldBody), fs)
	b.m.functions = append(b.m.functions, n)
}

func (b *binder) lambda(n syntax.Node, s *Scope) {
	fs := b.newScope(Function, n, s)
	b.parameters(n, s, fs)
	b.visit(b.t.Child(n, syntax.FieldBody), fs)
}

// parameters binds the parameters in fs; defaults and annotations belong to
// the enclosing scope s.
func (b *binder) parameters(n syntax.Node, s, fs *Scope) {
	for i, p := range b.t.Params(n) {
		for _, outer := range []syntax.Node{p.Type, p.Default} {
			if outer != syntax.None {
				b.visit(outer, s)
			}
		}
		if p.Name != syntax.None {
			b.define(p.Name, Def{Kind: DefParam, Node: p.Name, Value: p.Default, Index: i}, fs)
		}
	}
}

func (b *binder) typeParameters(n syntax.Node, s *Scope) {
	tp := b.t.Child(n, syntax.FieldTypeParameters)
	if tp == syntax.None {
		return
	}
	for _, p := range b.t.TypeParams(tp) {
		b.define(p.Name, Def{Kind: DefOther, Node: p.Name, Index: -1}, s)
		for _, of := range []syntax.Node{p.Bound, p.Default} {
			if of != syntax.None {
				b.visit(of, s)
			}
		}
	}
}

func (b *binder) class(n syntax.Node, s *Scope) {
	name := b.t.Child(n, syntax.FieldName)
	b.define(name, Def{Kind: DefClass, Node: n, Index: -1}, s)
	if sup := b.t.Child(n, syntax.FieldSuperclasses); sup != syntax.None {
		b.visit(sup, s)
	}
	if tp := b.t.Child(n, syntax.FieldTypeParameters); tp != syntax.None { // the methods see them as well
		s = b.newScope(Comprehension, tp, s)
		b.typeParameters(n, s)
	}
	cs := b.newScope(Class, n, s)
	b.visit(b.t.Child(n, syntax.FieldBody), cs)
	b.m.classes = append(b.m.classes, n)
}

// comprehension evaluates its first iterable in the enclosing scope, the rest
// in its own.
func (b *binder) comprehension(n syntax.Node, s *Scope) {
	cs := b.newScope(Comprehension, n, s)
	first := true
	for c := range b.t.Children(n) {
		if b.t.Kind(c) != syntax.KindForInClause {
			continue
		}
		b.m.setScope(c, cs)
		right := b.t.Child(c, syntax.FieldRight)
		outer := cs
		if first {
			outer, first = s, false
		}
		b.visit(right, outer)
		b.target(b.t.Child(c, syntax.FieldLeft), right, DefFor, -1, cs)
	}
	for c := range b.t.Children(n) {
		if b.t.Kind(c) != syntax.KindForInClause {
			b.visit(c, cs)
		}
	}
}

func (b *binder) assignment(n syntax.Node, s *Scope) {
	right := b.t.Child(n, syntax.FieldRight)
	if right != syntax.None {
		b.visit(right, s)
	}
	value := right
	if b.t.Kind(right) == syntax.KindAssignment { // a = b = value
		value = b.chained
	}
	if typ := b.t.Child(n, syntax.FieldType); typ != syntax.None {
		b.visit(typ, s)
	}
	b.target(b.t.Child(n, syntax.FieldLeft), value, DefAssign, -1, s)
	b.chained = value
}

func (b *binder) loop(n syntax.Node, s *Scope) {
	right := b.t.Child(n, syntax.FieldRight)
	b.visit(right, s)
	left := b.t.Child(n, syntax.FieldLeft)
	b.target(left, right, DefFor, -1, s)
	for c := range b.t.Children(n) {
		if c != right && c != left {
			b.visit(c, s)
		}
	}
}

// asPattern serves `with x as y`, `except E as e` and `case P as x`.
func (b *binder) asPattern(n syntax.Node, s *Scope) {
	alias := b.t.Child(n, syntax.FieldAlias)
	value := b.t.First(n)
	kind := DefWith
	switch b.t.Kind(b.t.Parent(n)) {
	case syntax.KindExcept, syntax.KindExceptGroup:
		kind = DefExcept
	case syntax.KindCasePattern:
		kind = DefMatch
	}
	for c := range b.t.Children(n) {
		if c != alias {
			b.visit(c, s)
		}
	}
	if alias == syntax.None {
		return
	}
	if b.t.Kind(alias) == syntax.KindAsPatternTarget {
		alias = b.t.First(alias)
	}
	b.target(alias, value, kind, -1, s)
}

func (b *binder) imports(n syntax.Node, s *Scope) {
	for _, imp := range b.t.Imports(n) {
		if imp.Name == "*" {
			top := s.function()
			top.Stars = append(top.Stars, imp)
			b.m.imports = append(b.m.imports, imp)
			continue
		}
		module, name := imp.Module, imp.As
		switch {
		case imp.Name != "" && imp.Module != "":
			module = imp.Module + "." + imp.Name
		case imp.Name != "":
			module = imp.Name
		case imp.AsNode == syntax.None: // import a.b binds a
			module, _, _ = strings.Cut(imp.Module, ".")
			name = module
		}
		b.m.imports = append(b.m.imports, imp)
		s.bind(name, Def{Kind: DefImport, Node: imp.Bound(), Value: n, Index: -1, Import: &Imported{module, imp.Name, imp.Level}})
	}
}

func (b *binder) declare(n syntax.Node, s *Scope) {
	where := Module
	if b.t.Kind(n) == syntax.KindNonlocal {
		where = Function
	}
	if s.outside == nil {
		s.outside = make(map[string]Kind)
	}
	for c := range b.t.Children(n) {
		s.outside[b.t.Text(c)] = where
	}
}
