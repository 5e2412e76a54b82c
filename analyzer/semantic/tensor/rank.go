package tensor

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxRankSteps bounds the nodes that one question looks at.
const maxRankSteps = 100

// Rank returns the number of dimensions of a tensor where the text shows it: by the call
// that makes it, or because its shape is unpacked, as in b, t = x.shape.
func (m *Tensors) Rank(n syntax.Node) (rank int, ok bool) {
	w := rankWalk{m: m, t: m.Tree, met: make(map[syntax.Node]int)}
	rank = w.of(n)
	return rank, rank >= 0
}

// rankWalk follows a tensor to the place that decides its rank. An unknown rank is
// negative.
type rankWalk struct {
	m   *Tensors
	t   *syntax.Tree
	met map[syntax.Node]int // the ranks known so far
}

const unknownRank = -1

func (w *rankWalk) of(n syntax.Node) int {
	n = w.t.Unparen(n)
	rank, met := w.met[n]
	if met || n == syntax.None || len(w.met) > maxRankSteps {
		if !met {
			rank = unknownRank
		}
		return rank
	}
	w.met[n] = unknownRank // while it is being worked out
	rank = w.decided(n)
	w.met[n] = rank
	return rank
}

// decided computes the rank of an expression not looked at yet.
func (w *rankWalk) decided(n syntax.Node) int {
	switch w.t.Kind(n) {
	case syntax.KindIdentifier:
		if rank := w.takenApart(n); rank >= 0 {
			return rank
		}
		return w.name(n)
	case syntax.KindInteger, syntax.KindFloat:
		return 0
	case syntax.KindUnaryOperator:
		return w.of(w.t.Child(n, syntax.FieldArgument))
	case syntax.KindBinaryOperator:
		return w.broadcast(w.t.Child(n, syntax.FieldLeft), w.t.Child(n, syntax.FieldRight))
	case syntax.KindComparison:
		if operands, _ := w.t.Comparison(n); len(operands) == 2 {
			return w.broadcast(operands[0], operands[1])
		}
	case syntax.KindSubscript:
		return w.indexed(n)
	case syntax.KindCall:
		return w.call(n)
	}
	return unknownRank
}

// name returns the rank shared by all values of a variable.
func (w *rankWalk) name(n syntax.Node) int {
	rank := unknownRank
	for i, d := range w.m.ReachingDefs(n) {
		got := unknownRank
		switch d.Kind {
		case infer.DefAssign:
			got = w.of(d.Value)
		case infer.DefParam:
			got = w.parameter(d)
		}
		if got < 0 || i > 0 && got != rank {
			return unknownRank
		}
		rank = got
	}
	return rank
}

// broadcast returns the rank of two tensors broadcast together.
func (w *rankWalk) broadcast(a, b syntax.Node) int {
	left, right := w.of(a), w.of(b)
	if left < 0 || right < 0 {
		return unknownRank
	}
	return max(left, right)
}

// takenApart returns the number of names that the shape of a variable is unpacked to, or
// of axes in an einops pattern for it, while the variable holds the same value.
func (w *rankWalk) takenApart(n syntax.Node) int {
	sym := w.m.Symbol(n)
	if sym == nil {
		return unknownRank
	}
	var held []infer.Def
	for _, use := range sym.Uses {
		rank := w.shape(use)
		if rank < 0 {
			rank = w.axes(use)
		}
		if rank < 0 {
			continue
		}
		if held == nil {
			held = w.m.ReachingDefs(n)
		}
		if slices.EqualFunc(held, w.m.ReachingDefs(use), func(a, b infer.Def) bool { return a.Node == b.Node }) {
			return rank
		}
	}
	return unknownRank
}

// shape returns the number of names that x.shape or x.size() is unpacked to at x.
func (w *rankWalk) shape(x syntax.Node) int {
	t := w.t
	Whole := t.Parent(x)
	if t.Kind(Whole) != syntax.KindAttribute || t.Object(Whole) != x {
		return unknownRank
	}
	switch t.View(t.AttrName(Whole)) {
	case "shape":
	case "size":
		call := t.Parent(Whole)
		if positional, keyword, splat := t.ArgCount(call); t.Callee(call) != Whole || positional+keyword > 0 || splat {
			return unknownRank
		}
		Whole = call
	default:
		return unknownRank
	}
	spread := t.Parent(Whole)
	if t.Kind(spread) != syntax.KindListSplat {
		return w.targets(Whole)
	}
	items := t.Parent(spread) // the other items follow it
	if k := t.Kind(items); k != syntax.KindExpressionList && k != syntax.KindTuple {
		return unknownRank
	}
	rank := w.targets(items) + 1
	for range t.Children(items) {
		rank--
	}
	return rank
}

// targets counts the names that a value is unpacked to.
func (w *rankWalk) targets(value syntax.Node) int {
	t := w.t
	assignment := t.Parent(value)
	if t.Kind(assignment) != syntax.KindAssignment || t.Child(assignment, syntax.FieldRight) != value {
		return unknownRank
	}
	names := t.Child(assignment, syntax.FieldLeft)
	if k := t.Kind(names); k != syntax.KindPatternList && k != syntax.KindTuplePattern {
		return unknownRank
	}
	count := 0
	for name := range t.Children(names) {
		if t.Kind(name) == syntax.KindListSplatPattern {
			return unknownRank
		}
		count++
	}
	return count
}

// axes returns the number of axes of x as the first argument of einops.rearrange.
func (w *rankWalk) axes(x syntax.Node) int {
	call := w.t.Parent(w.t.Parent(x))
	if w.t.Kind(w.t.Parent(x)) != syntax.KindArgumentList || w.t.Arg(call, 0, "tensor") != x {
		return unknownRank
	}
	before, _, ok := w.pattern(call)
	if !ok {
		return unknownRank
	}
	return countAxes(before)
}

// pattern returns the axes on both sides of an einops pattern: "b t d -> b (t d)".
func (w *rankWalk) pattern(call syntax.Node) (before, after string, ok bool) {
	switch name, _ := w.m.CallName(call); name {
	case "einops.rearrange", "einops.reduce", "einops.repeat":
	default:
		return "", "", false
	}
	text, ok := w.t.StringValue(w.t.Arg(call, 1, "pattern"))
	if !ok {
		return "", "", false
	}
	return strings.Cut(text, "->")
}

// countAxes counts the axes on one side of such a pattern; a group is one axis.
func countAxes(side string) int {
	if strings.Contains(side, "...") {
		return unknownRank
	}
	count, depth := 0, 0
	for _, field := range strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(side)) {
		switch field {
		case "(":
			depth++
		case ")":
			depth--
			count++
		default:
			if depth == 0 {
				count++
			}
		}
	}
	return count
}

// indexed returns the rank that is left after indexing with whole numbers and slices.
func (w *rankWalk) indexed(n syntax.Node) int {
	rank := w.of(w.t.Child(n, syntax.FieldValue))
	for index := range w.t.Children(n) {
		if w.t.Field(index) != syntax.FieldSubscript {
			continue
		}
		switch k := w.t.Kind(index); {
		case k == syntax.KindSlice:
		case k == syntax.KindNoneLiteral:
			rank++
		case w.m.Type(index).Kind == infer.KindInt:
			rank--
		default:
			return unknownRank
		}
		if rank < 0 {
			return unknownRank
		}
	}
	return rank
}
