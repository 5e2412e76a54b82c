package scope

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

func (b *binder) del(n syntax.Node, s *Scope) {
	b.children(n, s)
	for c := range b.t.All(n) {
		p := b.t.Parent(c)
		if b.t.Kind(c) == syntax.KindIdentifier && (p == n || b.t.Kind(p) == syntax.KindExpressionList) {
			b.define(c, Def{Kind: DefDelete, Node: c, Index: -1}, s)
		}
	}
}

// caseClause binds capture patterns: bare names in a case pattern.
func (b *binder) caseClause(n syntax.Node, s *Scope) {
	for c := range b.t.Children(n) {
		if b.t.Kind(c) != syntax.KindCasePattern {
			b.visit(c, s)
			continue
		}
		b.m.setScope(c, s)
		b.pattern(c, s)
	}
}

func (b *binder) pattern(n syntax.Node, s *Scope) {
	for c := b.t.First(n); c != syntax.None; c = b.t.Next(c) {
		b.m.setScope(c, s)
		switch b.t.Kind(c) {
		case syntax.KindDottedName:
			id := b.t.First(c)
			if b.t.Next(id) == syntax.None && b.t.Kind(n) != syntax.KindClassPattern {
				b.define(id, Def{Kind: DefMatch, Node: id, Index: -1}, s)
			}
		case syntax.KindAttribute:
			b.visit(c, s)
		case syntax.KindIdentifier:
			if k := b.t.Kind(n); k == syntax.KindSplatPattern || k == syntax.KindAsPattern {
				b.define(c, Def{Kind: DefMatch, Node: c, Value: n, Index: -1}, s)
			}
		case syntax.KindString, syntax.KindConcatenatedString:
			b.visit(c, s)
		default:
			b.pattern(c, s)
		}
	}
}

// typeAlias binds the name in `type Name = X`.
func (b *binder) typeAlias(n syntax.Node, s *Scope) {
	left := b.t.First(n)
	right := b.t.Next(left)
	b.visit(right, s)
	if name := b.t.First(left); b.t.Kind(name) == syntax.KindIdentifier {
		b.define(name, Def{Kind: DefAssign, Node: name, Value: b.t.First(right), Index: -1}, s)
	}
}

// target binds an assignment target of any shape.
func (b *binder) target(n, value syntax.Node, kind DefKind, index int, s *Scope) {
	b.m.setScope(n, s)
	switch b.t.Kind(n) {
	case syntax.KindIdentifier:
		b.define(n, Def{Kind: kind, Node: n, Value: value, Index: index}, s)
	case syntax.KindAttribute:
		b.m.stores = append(b.m.stores, Store{Target: n, Value: value, Kind: kind, Index: index})
		b.m.attributes = append(b.m.attributes, n)
		b.visit(b.t.Child(n, syntax.FieldObject), s)
	case syntax.KindSubscript:
		b.m.stores = append(b.m.stores, Store{Target: n, Value: value, Kind: kind, Index: index})
		b.children(n, s)
	case syntax.KindTuple, syntax.KindList, syntax.KindPatternList, syntax.KindTuplePattern, syntax.KindListPattern, syntax.KindExpressionList:
		b.unpack(n, value, kind, index, s)
	case syntax.KindParenthesized, syntax.KindListSplatPattern, syntax.KindListSplat:
		for c := range b.t.Children(n) {
			b.target(c, syntax.None, DefOther, -1, s)
		}
	default:
		b.visit(n, s)
	}
}

// unpack binds the elements of a tuple target, pairwise where the value is a
// literal of the same length.
func (b *binder) unpack(n, value syntax.Node, kind DefKind, outer int, s *Scope) {
	var values []syntax.Node
	if kind == DefAssign {
		values = b.elements(value)
	}
	targets := b.elements(n)
	splat := b.splatAmong(values, targets)
	each := kind == DefAssign && len(values) == len(targets) && !b.hasSplat(targets)
	for i, c := range targets {
		behind := i - len(targets) // negative, as Python counts from the end
		switch {
		case splat >= 0 && i < splat:
			b.target(c, values[i], DefAssign, -1, s)
			continue
		case splat >= 0 && len(values)+behind > splat:
			b.target(c, values[len(values)+behind], DefAssign, -1, s)
			continue
		case splat >= 0:
			b.target(c, Unstarred(b.t, values[splat]), DefUnpack, i-splat, s)
			continue
		}
		if outer >= 0 {
			i |= (outer + 1) << Nested
		}
		switch {
		case each:
			b.target(c, values[i], DefAssign, -1, s)
		case kind == DefAssign && b.t.Kind(c) == syntax.KindListSplatPattern:
			b.target(b.t.First(c), value, DefUnpack, Rest, s)
		case kind == DefAssign:
			b.target(c, value, DefUnpack, i, s)
		default:
			b.target(c, value, kind, i, s)
		}
	}
}

// splatAmong returns the position of the one splat among the values in a, b, c = *shape,
// x; -1 if there is none, or if a target is starred too.
func (b *binder) splatAmong(values, targets []syntax.Node) int {
	isSplat := func(n syntax.Node) bool { return b.t.IsSplat(n) }
	at := slices.IndexFunc(values, isSplat)
	if at < 0 || slices.ContainsFunc(values[at+1:], isSplat) || len(targets) < len(values)-1 || b.hasSplat(targets) {
		return -1
	}
	return at
}

// Unstarred returns the expression that a starred value unpacks.
func Unstarred(t *syntax.Tree, n syntax.Node) syntax.Node {
	if t.Kind(n) == syntax.KindListSplat {
		return t.First(n)
	}
	return n
}

// hasSplat reports whether a starred target takes the remaining values.
func (b *binder) hasSplat(targets []syntax.Node) bool {
	return slices.ContainsFunc(targets, func(n syntax.Node) bool { return b.t.Kind(n) == syntax.KindListSplatPattern })
}

// elements returns the members of a tuple, list or pattern; nil for other nodes, or if a
// splat makes positions unknown.
func (b *binder) elements(n syntax.Node) []syntax.Node {
	switch b.t.Kind(n) {
	case syntax.KindTuple, syntax.KindList, syntax.KindPatternList, syntax.KindTuplePattern, syntax.KindListPattern, syntax.KindExpressionList:
	default:
		return nil
	}
	var out []syntax.Node
	for c := range b.t.Children(n) {
		out = append(out, c)
	}
	return out
}

func (b *binder) define(n syntax.Node, d Def, s *Scope) {
	b.m.setScope(n, s)
	sym := s.bind(b.t.Text(n), d)
	b.m.setSymbol(n, sym)
}

// resolveUses connects every identifier that reads a name with its symbol,
// once all bindings are known.
func (b *binder) resolveUses() {
	for _, n := range b.m.identifiers {
		sym := b.find(b.m.ScopeOf(n), b.t.Bytes(n), true)
		if sym != nil && sym.Scope.Kind == Class && b.readsFirst(n, sym) {
			sym = b.find(b.m.ScopeOf(n), b.t.Bytes(n), false)
		}
		if sym == nil {
			continue
		}
		b.m.setSymbol(n, sym)
		sym.Uses = append(sym.Uses, n)
	}
}

// farScope is the number of nested scopes beyond which the resolution of an outer name is
// cached.
const farScope = 32

// find is Scope.find for one name of many, once all scopes are complete.
func (b *binder) find(s *Scope, name []byte, own bool) *Symbol {
	if s.depth < farScope {
		return s.find(name, own)
	}
	for c := s; c.depth%farScope != 0 || c == s; c, own = c.Parent, false {
		if sym, found := c.has(name, own); found {
			return sym
		}
	}
	far := s.Parent
	for far.depth%farScope != 0 {
		far = far.Parent
	}
	names := b.far[far]
	if names == nil {
		names = make(map[string]*Symbol)
		b.far[far] = names
	}
	if sym, known := names[string(name)]; known {
		return sym
	}
	sym, found := far.has(name, false)
	if !found && far.Parent != nil {
		sym = b.find(far.Parent, name, false)
	}
	names[string(name)] = sym
	return sym
}

// readsFirst reports whether an identifier comes before every binding of its name, or is
// in the value of the first.
func (b *binder) readsFirst(use syntax.Node, sym *Symbol) bool {
	first := sym.Defs[0]
	return use < first.Node || first.Kind == DefAssign && first.Value != syntax.None && b.t.Within(use, first.Value)
}

func (b *binder) augmented(n syntax.Node, s *Scope) {
	right, left := b.t.Child(n, syntax.FieldRight), b.t.Child(n, syntax.FieldLeft)
	b.visit(right, s)
	b.visit(left, s)
	if b.t.Kind(left) == syntax.KindIdentifier {
		b.define(left, Def{Kind: DefAug, Node: left, Value: right, Index: -1}, s)
	}
}
