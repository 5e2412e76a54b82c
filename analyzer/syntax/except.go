package syntax

// Caught are the classes of exceptions that an except clause names, one by one.
// A bare clause names none and takes all.
func (t *Tree) Caught(handler Node) (classes []Node, bare bool) {
	for c := range t.Children(handler) {
		switch t.Kind(c) {
		case KindBlock:
			return nil, true
		case KindComment:
		case KindAsPattern:
			return t.Exceptions(t.First(c)), false
		default:
			return t.Exceptions(c), false
		}
	}
	return nil, false
}

// Exceptions are the classes that an expression names where Python wants a class
// of exceptions or a tuple of them, which may hold tuples again.
func (t *Tree) Exceptions(n Node) []Node {
	n = t.Unparen(n)
	if k := t.Kind(n); k != KindTuple && k != KindExpressionList {
		return []Node{n}
	}
	var all []Node
	for c := range t.Children(n) {
		all = append(all, t.Exceptions(c)...)
	}
	return all
}
