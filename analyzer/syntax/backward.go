package syntax

// Previous is the sibling before n that is no comment; None at the first. It takes no look
// at the siblings before that one, of which there may be very many.
func (t *Tree) Previous(n Node) Node {
	t.stop.Check()
	parent := t.parent[n]
	if n <= Root {
		return None
	}
	for at := n - 1; at > parent; {
		c := t.bare(t.childAround(at, parent))
		if c != n && t.kind[c] != KindComment {
			return c
		}
		at = min(at, c) - 1 // a comment, or the parentheses around n
	}
	return None
}

// Last is the last child of n that is no comment; None if there is none.
func (t *Tree) Last(n Node) Node {
	t.stop.Check()
	for at := t.last[n] - 1; at > n; {
		c := t.bare(t.childAround(at, n))
		if t.kind[c] != KindComment {
			return c
		}
		at = min(at, c) - 1
	}
	return None
}

// childAround is the child of parent that holds n, a node within parent; None if parent
// is a pair of parentheses that Parent looks through.
func (t *Tree) childAround(n, parent Node) Node {
	for n != None && t.parent[n] != parent {
		n = t.parent[n]
	}
	return n
}
