package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// reportPastEnd reports the writes of a loop that go past the end of an array in its
// last round: at i + 1 into an array as long as the loop runs. JAX drops them unless
// told otherwise.
func reportPastEnd(p *analyzer.Pass) {
	for loop := range p.Model.CallsNamed(loops(p.DB)) {
		name, conf := p.Model.CallName(loop)
		body := function(p, p.Tree.Arg(loop, 2, "body_fun"))
		if last(name) != "fori_loop" || body == syntax.None || notThere(p, loop) {
			continue
		}
		c := &condition{p: p, fn: body, body: body, initial: p.Tree.Arg(loop, 3, "init_val")}
		for write := range p.Tree.All(body) {
			array, index := writesAt(p, write)
			if array == syntax.None {
				continue
			}
			if length := c.length(array); c.passes(index, p.Tree.Arg(loop, 1, "upper"), length) {
				p.Report(analyzer.Diagnostic{
					Span: p.Tree.Span(index),
					Message: "the last iteration writes at " + code(rewrite.Code(p, index)) + ", past the end of " + code(rewrite.Code(p, array)) +
						": JAX drops that, but an access out of bounds can end in an error on Neuron",
					Help:       "end the loop one iteration earlier, or make the array longer",
					Severity:   analyzer.Warning,
					Confidence: min(conf, analyzer.Likely),
					API:        "jax.numpy.ndarray.at",
					Fact:       known(p, issueBounds),
				})
			}
		}
	}
}

// writesAt is the array that a call changes, and the first of its indices:
// x.at[i].set(y). None where the call sets a mode for indices out of bounds.
func writesAt(p *analyzer.Pass, call syntax.Node) (array, index syntax.Node) {
	if p.Tree.Kind(call) != syntax.KindCall {
		return syntax.None, syntax.None
	}
	if api, _ := indexes(p, call); api != "jax.numpy.ndarray.at" || p.Tree.Keyword(call, "mode") != syntax.None {
		return syntax.None, syntax.None
	}
	callee := p.Tree.Callee(call)
	if p.Tree.Text(p.Tree.AttrName(callee)) == "get" {
		return syntax.None, syntax.None
	}
	at := p.Tree.Object(callee)
	index = p.Tree.Unparen(p.Tree.Child(at, syntax.FieldSubscript))
	if p.Tree.Kind(index) == syntax.KindTuple {
		index = p.Tree.First(index)
	}
	return p.Tree.Object(p.Tree.Child(at, syntax.FieldValue)), index
}

// length is how long a part of the state is before the first round; None where the text
// does not show it.
func (c *condition) length(array syntax.Node) syntax.Node {
	value := c.initial
	if k, ok := c.part(array, c.fn, 0); ok {
		value = c.member(c.initial, k)
	} else if !c.whole(array, c.fn) {
		return syntax.None
	}
	for range deepest {
		value = c.bound(value)
		if c.p.Tree.Kind(value) != syntax.KindCall {
			return syntax.None
		}
		if changed, _ := writesAt(c.p, value); changed != syntax.None {
			value = changed
			continue
		}
		switch name, _ := c.p.Model.CallName(value); name {
		case "jax.numpy.zeros", "jax.numpy.ones", "jax.numpy.full", "jax.numpy.empty":
			shape := c.p.Tree.Unparen(c.p.Tree.Arg(value, 0, "shape"))
			switch c.p.Tree.Kind(shape) {
			case syntax.KindTuple, syntax.KindList:
				return c.p.Tree.First(shape)
			}
			return shape
		}
		return syntax.None
	}
	return syntax.None
}

// passes reports whether an index is the round of the loop plus a number, and so
// exceeds the length in the last round.
func (c *condition) passes(index, upper, length syntax.Node) bool {
	tree := c.p.Tree
	if length == syntax.None || upper == syntax.None || tree.Kind(index) != syntax.KindBinaryOperator || tree.Operator(index) != "+" {
		return false
	}
	round, more := tree.Child(index, syntax.FieldLeft), tree.Child(index, syntax.FieldRight)
	if !c.isRound(round) {
		round, more = more, round
	}
	by, ok := c.p.Model.Constant(more)
	if !ok || by.Kind != semantic.ConstantNumber || by.Number < 1 || !c.isRound(round) {
		return false
	}
	end, endKnown := c.p.Model.Constant(upper)
	size, sizeKnown := c.p.Model.Constant(length)
	if endKnown && sizeKnown {
		return end.Number-1+by.Number >= size.Number
	}
	return !endKnown && !sizeKnown && sameValue(c.p, upper, length)
}

// isRound reports whether an expression is the number of the round that the body is
// given.
func (c *condition) isRound(n syntax.Node) bool {
	defs := c.p.Model.ReachingDefs(n)
	if len(defs) != 1 || defs[0].Kind != semantic.DefParam || c.p.Tree.EnclosingFunction(defs[0].Node) != c.fn {
		return false
	}
	params := c.p.Tree.Params(c.fn)
	return len(params) == 2 && params[0].Name == defs[0].Node
}

// sameValue reports whether two expressions are the same name, or attribute of one, with
// nothing bound to it in between.
func sameValue(p *analyzer.Pass, a, b syntax.Node) bool {
	if p.Tree.Kind(a) != p.Tree.Kind(b) || p.Tree.Text(a) != p.Tree.Text(b) {
		return false
	}
	switch p.Tree.Kind(a) {
	case syntax.KindAttribute:
		return sameValue(p, p.Tree.Object(a), p.Tree.Object(b))
	case syntax.KindIdentifier:
		one, other := p.Model.ReachingDefs(a), p.Model.ReachingDefs(b)
		return len(one) == 1 && len(other) == 1 && one[0].Node == other[0].Node
	}
	return false
}
