package syntax

import (
	"bytes"
	"sort"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Conditional splits body if cond else orelse.
func (t *Tree) Conditional(n Node) (body, cond, orelse Node) {
	if t.kind[n] != KindConditional {
		return None, None, None
	}
	body = t.First(n)
	cond = t.Next(body)
	return body, cond, t.Next(cond)
}

// Condition is the expression that decides whether the statement, clause or conditional
// expression n runs its body; None if n has no condition.
func (t *Tree) Condition(n Node) Node {
	switch t.kind[n] {
	case KindIf, KindElif, KindWhile:
		return t.Child(n, FieldCondition)
	case KindConditional:
		_, cond, _ := t.Conditional(n)
		return cond
	case KindAssert, KindIfClause:
		return t.First(n)
	}
	return None
}

// Branch is one arm of an if statement.
type Branch struct {
	Node Node // the if statement, elif clause or else clause
	Cond Node // None for else
	Body Node
}

// Branches lists the arms of an if statement.
func (t *Tree) Branches(ifStmt Node) []Branch {
	if t.kind[ifStmt] != KindIf {
		return nil
	}
	arms := []Branch{{Node: ifStmt, Cond: t.Child(ifStmt, FieldCondition), Body: t.Body(ifStmt)}}
	for n := range t.Children(ifStmt) {
		if t.field[n] == FieldAlternative {
			arms = append(arms, Branch{Node: n, Cond: t.Child(n, FieldCondition), Body: t.Body(n)})
		}
	}
	return arms
}

// Comparison splits a chain of comparisons: a < b == c has the operands a, b,
// c and the operators "<", "==". Operators of two words have one space.
func (t *Tree) Comparison(n Node) (operands []Node, ops []string) {
	if t.kind[n] != KindComparison {
		return nil, nil
	}
	for c := range t.Children(n) {
		switch t.kind[c] {
		case KindOperator:
			ops = append(ops, t.operatorText(c))
		case KindError:
		default:
			operands = append(operands, c)
		}
	}
	return operands, ops
}

// NoneTest splits a comparison with None, x is None or x is not None; the operator is ""
// if n is no comparison of two operands, or has no None on its right.
func (t *Tree) NoneTest(n Node) (operand Node, op string) {
	operands, ops := t.Comparison(n)
	if len(operands) != 2 || len(ops) != 1 || t.kind[operands[1]] != KindNoneLiteral {
		return None, ""
	}
	return operands[0], ops[0]
}

// Assigned reports whether an expression is the left side of an assignment or an
// augmented one.
func (t *Tree) Assigned(n Node) bool {
	switch t.kind[t.Parent(n)] {
	case KindAssignment, KindAugmentedAssignment:
		return t.Field(n) == FieldLeft
	}
	return false
}

// Operator is the text of a boolean, binary, unary, not or augmented
// assignment operator.
func (t *Tree) Operator(n Node) string {
	if t.kind[n] == KindNotOperator {
		return "not"
	}
	return t.operatorText(t.Child(n, FieldOperator))
}

// operatorText leaves out the text between the words of an operator: spaces, line breaks,
// continuations and comments.
func (t *Tree) operatorText(op Node) string {
	text := t.Bytes(op)
	switch {
	case bytes.HasPrefix(text, []byte("not")):
		return "not in"
	case bytes.HasPrefix(text, []byte("is")) && len(text) > len("is"):
		return "is not"
	}
	return string(text)
}

// WithItem is one context manager of a with statement.
type WithItem struct {
	Node   Node // the whole item
	Value  Node // the manager
	Target Node // the name or pattern it is bound to, or None
}

// WithItems lists the context managers of a with statement.
func (t *Tree) WithItems(with Node) []WithItem {
	var items []WithItem
	for clause := range t.Children(with) {
		if t.kind[clause] != KindWithClause {
			continue
		}
		for n := range t.Children(clause) {
			if t.kind[n] == KindWithItem {
				items = append(items, t.withItem(n))
			}
		}
	}
	return items
}

func (t *Tree) withItem(n Node) WithItem {
	value := t.Child(n, FieldValue)
	if t.kind[value] != KindAsPattern {
		return WithItem{Node: n, Value: value}
	}
	target := t.First(t.Child(value, FieldAlias))
	return WithItem{Node: n, Value: t.First(value), Target: target}
}

// Statement is the statement around n: the ancestor (or n itself) that is a direct child
// of a block or of the module. It is None for Root.
func (t *Tree) Statement(n Node) Node { return t.stmt[n] }

// Suite is the block or module around n; for Root it is None.
func (t *Tree) Suite(n Node) Node { return t.parent[t.Statement(n)] }

// Clauses are the parts of the program that one evaluation runs through, in order and
// disjoint: the simple statements, and of compound statements the parts of their headers
// (a condition, the iterable of a loop, the items of a with statement, each parameter, a
// decorator).
func (t *Tree) Clauses() []source.Span {
	var out []source.Span
	for n := Root + 1; int(n) < len(t.kind); n++ {
		if t.isCompound(n) || t.kind[n] == KindParameters || t.kind[n] == KindComment {
			continue
		}
		out = append(out, t.Span(n))
		n = t.last[n] - 1
	}
	return out
}

// isCompound reports whether n is a statement, or an arm of one, that holds
// other statements.
func (t *Tree) isCompound(n Node) bool {
	switch t.kind[n] {
	case KindIf, KindElif, KindElse, KindFor, KindWhile, KindTry, KindExcept, KindExceptGroup, KindFinally,
		KindWith, KindMatch, KindCaseClause, KindFunction, KindClass, KindDecorated, KindBlock, KindModule:
		return true
	}
	return false
}

// isSuite reports whether n is a block of statements. The block of a match statement
// holds case clauses instead.
func (t *Tree) isSuite(n Node) bool {
	return t.kind[n] == KindModule || t.kind[n] == KindBlock && t.kind[t.parent[n]] != KindMatch
}

// Unparen strips parentheses around an expression.
func (t *Tree) Unparen(n Node) Node {
	for t.kind[n] == KindParenthesized {
		n = t.First(n)
	}
	return n
}

// IsSplat reports whether an element of a list or tuple is starred.
func (t *Tree) IsSplat(n Node) bool { return t.kind[n] == KindListSplat }

// findFrames notes the enclosing frame and the statement of each node, so that the way
// out of a long expression is short.
func (t *Tree) findFrames() {
	t.frame, t.stmt = make([]Node, len(t.kind)), make([]Node, len(t.kind))
	for n := Root + 1; int(n) < len(t.kind); n++ {
		p := t.parent[n]
		if t.stmt[n] = n; !t.isSuite(p) {
			t.stmt[n] = t.stmt[p]
		}
		switch t.kind[p] {
		case KindFunction, KindLambda, KindClass, KindFor, KindWhile:
			t.frame[n] = p
		default:
			t.frame[n] = t.frame[p]
		}
	}
}

// EnclosingFrame is the nearest definition of a function or class, lambda or
// loop around n.
func (t *Tree) EnclosingFrame(n Node) Node { return t.frame[n] }

// EnclosingFunction is the nearest function definition or lambda around n.
func (t *Tree) EnclosingFunction(n Node) Node {
	for n = t.frame[n]; n != None; n = t.frame[n] {
		if t.kind[n] == KindFunction || t.kind[n] == KindLambda {
			break
		}
	}
	return n
}

// EnclosingClass is the nearest class definition around n.
func (t *Tree) EnclosingClass(n Node) Node {
	for n = t.frame[n]; n != None; n = t.frame[n] {
		if t.kind[n] == KindClass {
			break
		}
	}
	return n
}

// At is the smallest node that covers the byte at offset; None if the offset
// is outside the text.
func (t *Tree) At(offset int) Node {
	if offset < 0 || offset >= len(t.src) {
		return None
	}
	// Nodes lie in the order of their text, a node before its children: a node that
	// covers the offset encloses the last one that begins before it.
	n := Node(sort.Search(len(t.start), func(i int) bool { return int(t.start[i]) > offset }) - 1)
	for n > Root && int(t.end[n]) <= offset {
		n = t.Parent(n)
	}
	return max(n, Root)
}

// InError reports whether n overlaps a region that was not understood. A missing token is
// a region of no width; it is in the nodes that touch it.
func (t *Tree) InError(n Node) bool {
	start, stop := t.Start(n), t.Stop(n)
	first := sort.Search(len(t.errors), func(i int) bool { return t.errors[i].End >= start })
	for _, r := range t.errors[first:] {
		if r.Start > stop {
			break
		}
		if r.Len() == 0 || r.Start < stop && start < r.End {
			return true
		}
	}
	return false
}
