package syntax

import "bytes"

// Same reports whether two pieces of code are the same but for white space, comments,
// brackets that change nothing, and commas behind last elements.
func (t *Tree) Same(a, b Node) bool {
	a, b = t.Unparen(a), t.Unparen(b)
	if t.kind[a] != t.kind[b] {
		return false
	}
	x, y := t.First(a), t.First(b)
	if x == None || y == None {
		return x == y && (t.kind[a] != KindOperator && bytes.Equal(t.Bytes(a), t.Bytes(b)) ||
			t.kind[a] == KindOperator && t.operatorText(a) == t.operatorText(b) || t.isDisplay(a))
	}
	for x != None && y != None && t.field[x] == t.field[y] && t.Same(x, y) {
		x, y = t.Next(x), t.Next(y)
	}
	return x == None && y == None
}

// isDisplay reports whether n is brackets, whose text is layout alone where they are
// empty.
func (t *Tree) isDisplay(n Node) bool {
	switch t.kind[n] {
	case KindArgumentList, KindList, KindTuple, KindDictionary, KindParameters:
		return true
	}
	return false
}

// Written is the text of n, but attributes, as x.y.z, without the white space and
// comments around their dots. It may alias Source, as View does.
func (t *Tree) Written(n Node) string {
	if t.isTight(n) {
		return t.View(n)
	}
	return t.Written(t.Object(n)) + "." + t.View(t.AttrName(n))
}

// isTight reports whether nothing but dots separates the parts of n, as in nearly all
// code. Then its text needs no copy, which would be a long one at each call of a chain.
func (t *Tree) isTight(n Node) bool {
	for t.kind[n] == KindAttribute {
		obj := t.Object(n)
		if t.end[obj]+1 != t.start[t.AttrName(n)] {
			return false
		}
		n = obj
	}
	return true
}
