package syntax

// lookThroughParentheses makes an expression in parentheses a child of the node around
// them, wherever they change nothing: f((x)) is f(x) and if (a): is if a:. Whoever asks
// for children, fields and parents then need not know how somebody lays out lines. The
// parentheses stay in the order of the nodes, and around operands, where they decide
// precedence.
func (t *Tree) lookThroughParentheses() {
	for i, kind := range t.kind {
		n := Node(i)
		if kind != KindParenthesized || !t.takesBare(t.parent[n], t.field[n]) {
			continue
		}
		if inner := t.First(n); inner != None {
			t.parent[inner], t.field[inner] = t.parent[n], t.field[n]
		}
	}
}

// takesBare reports whether any expression can be at a place in n without parentheses.
func (t *Tree) takesBare(n Node, field Field) bool {
	switch t.kind[n] {
	case KindAssignment, KindAugmentedAssignment, KindNamedExpression, KindKeywordArgument, KindPair,
		KindDefaultParameter, KindTypedDefaultParameter, KindLambda, KindArgumentList, KindReturn,
		KindIf, KindElif, KindWhile, KindFor, KindExpressionStatement, KindAssert, KindWithItem:
		return true
	case KindSubscript:
		return field == FieldSubscript
	case KindForInClause:
		return field == FieldRight
	}
	return false
}

// bare is the expression in the parentheses c, if it is a child of the node around them,
// and c otherwise.
func (t *Tree) bare(c Node) Node {
	for t.kind[c] == KindParenthesized {
		inner := t.First(c)
		if inner == None || t.parent[inner] == c {
			return c
		}
		c = inner
	}
	return c
}
