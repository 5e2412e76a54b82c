package syntax

import (
	"bytes"
	"sort"
)

// The grammar reads a name before a bracket in an annotation as a type with parameters,
// which no other item, call or operator can follow, and accepts no slices as parameters.
// With a number instead of the name the annotation is an expression like any other.

// types replaces the names of such types by numbers where more follows them, or an error
// is in them, according to the tree of the text. It reports whether there were any.
func (r *spelling) types(t *Tree) bool {
	found := false
	for i, k := range t.kind {
		n := Node(i)
		if k != KindGenericType || t.namesAlias(n) || !t.goesOn(n, r.text) {
			continue
		}
		if name := t.First(n); name != None && t.kind[name] == KindIdentifier {
			at := t.Start(name)
			copy(r.text[at:t.Span(name).End], bytes.Repeat([]byte("1"), t.Span(name).Len()))
			r.names = append(r.names, at)
			r.changed, found = true, true
		}
	}
	return found
}

// namesAlias reports whether the type is the name of an alias with its parameters.
func (t *Tree) namesAlias(n Node) bool {
	outer := t.parent[n]
	alias := t.parent[outer]
	return t.kind[alias] == KindTypeAlias && t.First(alias) == outer
}

// goesOn reports whether the type is only the beginning of an expression, or is
// not understood.
func (t *Tree) goesOn(n Node, text []byte) bool {
	switch nextByte(text[t.Span(n).End:]) {
	case 0, '\n', '#', ';', ',', ')', ']', ':', '=', '|':
	default:
		return true
	}
	within := t.Span(n)
	i := sort.Search(len(t.errors), func(i int) bool { return t.errors[i].Start >= within.Start })
	return i < len(t.errors) && t.errors[i].Start < within.End
}

// nextByte is the first byte behind blanks; 0 at the end of the text.
func nextByte(text []byte) byte {
	text = bytes.TrimLeft(text, " \t\r\f\\")
	if len(text) == 0 {
		return 0
	}
	return text[0]
}

// name turns the number that replaces a name back into that name.
func (d *draft) name(at int) {
	n := d.at(at)
	for n != None && int(d.start[n]) == at && d.kind[n] != KindInteger {
		n = d.child[n]
	}
	if n != None && int(d.start[n]) == at {
		d.kind[n] = KindIdentifier
	}
}
