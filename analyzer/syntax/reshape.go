package syntax

import (
	"context"
	"slices"
)

// mend turns a tree from the parser into one that matches Python. The text is parsed
// again in other words where the grammar lacks some, and nodes that it puts into the
// wrong order are reshaped. Files that need either are few; the others cost a look at the
// kinds of their nodes.
func (t *Tree) mend(ctx context.Context) (*Tree, error) {
	parsed := t
	aliases, misread := t.misread()
	var r *spelling
	if misread || len(t.errors) > 0 {
		var err error
		if t, r, err = t.spelled(ctx, aliases); err != nil {
			return nil, err
		}
	}
	if whole := t.reshape(r); whole == t || whole.isSound() {
		return whole, nil
	}
	return parsed, nil // garbage that looked like code
}

// maxSpellings bounds how often a text is parsed in other words: once the words around
// some types are right, the grammar may misread others.
const maxSpellings = 4

// spelled is the tree of the text in other words, and its spelling; if these are
// understood no better, the tree unchanged and nil.
func (t *Tree) spelled(ctx context.Context, aliases []int) (*Tree, *spelling, error) {
	r := respell(t.src, aliases)
	r.types(t)
	first := t
	for more, n := r.changed, 0; more && n < maxSpellings; n++ {
		again, err := parseAndCopy(ctx, r.text)
		if err != nil {
			return nil, nil, err
		}
		if again.misunderstood() > t.misunderstood() {
			break
		}
		again.src = first.src
		t = again
		more = r.types(t)
	}
	if t == first {
		return t, nil, nil
	}
	return t, r, nil
}

// misunderstood is how much of the text is in error; a missing token counts too.
func (t *Tree) misunderstood() int {
	sum := 0
	for _, e := range t.errors {
		sum += e.Len() + 1
	}
	return sum
}

// misread looks for valid code that the grammar takes for something else, and reads
// correctly in other words: a call of type before an attribute or an item that is
// assigned to, which becomes the name of an alias, a group of exceptions as except *E,
// and a format specifier that begins with an equals sign. It returns the places of the
// names that belong to aliases by mistake.
func (t *Tree) misread() (aliases []int, misread bool) {
	for i, k := range t.kind {
		n := Node(i)
		switch k {
		case KindTypeAlias:
			// A real alias has a name behind the keyword.
			if text := t.Bytes(t.First(n)); len(text) > 0 && (text[0] == '(' || text[0] == '[') {
				aliases = append(aliases, t.Start(n))
			}
		case KindListSplat, KindListSplatPattern:
			if p := t.parent[n]; t.kind[p] == KindExcept || t.kind[p] == KindAsPattern && t.kind[t.parent[p]] == KindExcept {
				misread = true
			}
		case KindGenericType:
			// A second item is read as a statement where no error is seen.
			c := nextByte(t.src[t.Span(n).End:])
			misread = misread || c == '[' || c == '('
		case KindNamedExpression:
			misread = misread || t.kind[t.parent[n]] == KindInterpolation
		}
	}
	return aliases, misread || len(aliases) > 0
}

// reshape puts nodes into the order that Python reads. A tree of a text in other words
// also gets the nodes that those words lack, as r says.
func (t *Tree) reshape(r *spelling) *Tree {
	var d *draft
	now := t
	edit := func() *draft {
		if d == nil {
			d = t.draft()
			now = d.Tree
		}
		return d
	}
	if r != nil && r.changed {
		edit().complete(r)
	}
	for i := range len(t.kind) {
		n := Node(i)
		switch now.kind[n] {
		case KindListSplat:
			if p := now.parent[n]; now.start[p] == now.start[n] && now.beginsWithOperand(p) {
				edit().raiseStar(n)
			}
		case KindDottedName:
			if now.isPattern(now.parent[n]) && n+2 < now.last[n] {
				edit().attribute(n)
			}
		case KindAsPattern:
			if now.endsWithOperand(now.parent[n]) {
				edit().raiseAs(n)
			}
		case KindExcept, KindExceptGroup:
			if first := now.First(n); now.kind[first] != KindBlock && now.kind[now.Next(first)] != KindBlock && now.Next(first) != None {
				edit().tuple(first)
			}
		}
	}
	if d == nil {
		return t
	}
	return d.settle()
}

// beginsWithOperand reports whether n is an operation whose first operand takes no star
// of its own: the star belongs to the whole.
func (t *Tree) beginsWithOperand(n Node) bool {
	switch t.kind[n] {
	case KindAttribute, KindCall, KindSubscript, KindGenericType, KindMemberType, KindUnionType,
		KindBinaryOperator, KindBooleanOperator, KindComparison, KindConditional:
		return true
	}
	return false
}

// endsWithOperand reports whether n is an expression that takes in all that
// follows.
func (t *Tree) endsWithOperand(n Node) bool {
	return t.kind[n] == KindConditional || t.kind[n] == KindLambda
}

func (t *Tree) isPattern(n Node) bool {
	switch t.kind[n] {
	case KindCasePattern, KindClassPattern, KindUnionPattern, KindDictPattern, KindKeywordPattern, KindSplatPattern:
		return true
	}
	return false
}

// raiseStar widens the star of a first operand, which the grammar lets bind closest, to
// the whole: *a.b(c) unpacks the result of the call.
func (d *draft) raiseStar(splat Node) {
	if c := d.child[splat]; c == None || d.next[c] != None {
		return
	}
	start, top := d.start[splat], d.parent[splat]
	operand := d.start[d.child[splat]]
	for p := d.parent[top]; d.start[p] == start && d.beginsWithOperand(p); p = d.parent[p] {
		top = p
	}
	d.raise(splat)
	inner := d.lower(top, KindListSplat)
	for n := inner; n != None && d.start[n] == start; n = d.child[n] {
		d.start[n] = operand
	}
}

// attribute makes a dotted name in a pattern, which is a value and no module,
// attributes of attributes.
func (d *draft) attribute(n Node) {
	names := d.children(n)
	if slices.ContainsFunc(names, func(c Node) bool { return d.kind[c] != KindIdentifier }) {
		return
	}
	object := names[0]
	for i, name := range names[1:] {
		attr := n
		if i+2 < len(names) {
			attr = d.add(KindAttribute, d.start[n], d.end[name])
		}
		d.adopt(attr, object, name)
		d.field[object], d.field[name] = FieldObject, FieldAttribute
		object = attr
	}
	d.kind[n] = KindAttribute
}

// raiseAs takes the target out of an expression: with a if b else c as d binds the whole.
func (d *draft) raiseAs(as Node) {
	parts := d.children(as)
	if len(parts) != 2 || d.next[as] != None {
		return
	}
	top, end := d.parent[as], d.end[parts[0]]
	for p := d.parent[top]; d.endsWithOperand(p) && d.next[top] == None; p = d.parent[p] {
		top = p
	}
	d.adopt(as, parts[0])
	d.raise(as)
	inner := d.lower(top, KindAsPattern)
	d.adopt(top, inner, parts[1])
	for n := inner; d.endsWithOperand(n) && d.child[n] != None; {
		d.end[n] = end
		for c := d.child[n]; c != None; c = d.next[c] {
			n = c
		}
	}
}

// tuple makes two exceptions without parentheses one list.
func (d *draft) tuple(first Node) {
	second := d.next[first]
	if d.kind[second] == KindComment || d.kind[second] == KindError || d.kind[first] == KindError {
		return
	}
	after := d.next[second]
	inner := d.lower(first, KindExpressionList)
	d.adopt(first, inner, second)
	d.end[first], d.next[first] = d.end[second], after
}
