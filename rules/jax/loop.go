package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var dynamicLoop = &analyzer.Rule{
	Code:     "NRN821",
	Name:     "jax-dynamic-loop",
	Category: analyzer.CategoryControlFlow,
	Since:    "0.1.0",
	Doc: `A compiled loop with a data-dependent number of iterations.

## What breaks

The compiler must know the number of iterations. jax.lax.while_loop is not supported
unless its condition only compares a counter with a bound. jax.lax.fori_loop becomes
such a loop if a bound is computed on the device, and may if a bound is a parameter
annotated as an array.

## Example

    def unfinished(state):
        i, error = state
        return (i < 100) & (error > 1e-3)

    state = jax.lax.while_loop(unfinished, step, state)

## Use instead

    def masked(i, state):
        return jax.tree.map(lambda new, old: jnp.where(state[1] > 1e-3, new, old), step(state), state)

    state = jax.lax.fori_loop(0, 100, masked, state)

## When there is no fix

A fixed number of steps that keeps finished results costs the steps saved before; a
person must decide whether that is worth it, or whether the loop belongs on the host.

## When it is reported

Loops of JAX, and those of Haiku, Flax and Equinox, which end in them; as a note, if the
condition is a parameter of a function never called in its file, as in a library.

## When it is silent

- a counter compared with a bound, if its start and the bound are known at trace time
- fori_loop over Python integers or shapes

## Source

AWS Neuron SDK 2.26, frameworks/jax/setup/jax-neuronx-known-issues.rst.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		t := newTraced(p)
		for call := range p.Model.CallsNamed(loops(p.DB)) {
			if notThere(p, call) || p.Model.JAXUntraced(call) || p.Model.ExpectsError(call) {
				continue
			}
			name, conf := p.Model.CallName(call)
			switch last(name) {
			case "while_loop":
				reportWhile(p, t, call, name, conf)
			case "fori_loop":
				reportFori(p, t, call, name, conf)
			}
		}
		reportCompiledElsewhere(p, t)
	}),
}

func reportWhile(p *analyzer.Pass, t *traced, call syntax.Node, name string, conf analyzer.Confidence) {
	cond := p.Tree.Arg(call, 0, "")
	for _, keyword := range []string{"cond_fun", "cond_fn"} {
		cond = max(cond, p.Tree.Keyword(call, keyword))
	}
	fn, body := function(p, cond), function(p, p.Tree.Arg(call, 1, "body_fun"))
	if fn == syntax.None || !dynamicCondition(p, t, fn, body, p.Tree.Arg(call, 2, "init_val")) {
		reportGiven(p, call, cond, name, conf)
		return
	}
	reportLoop(p, call, name, conf, code(name)+" loops for as long as the data demands, and a loop without a known number of iterations ")
}

func reportFori(p *analyzer.Pass, t *traced, call syntax.Node, name string, conf analyzer.Confidence) {
	if bound := t.tracedBound(call); bound != syntax.None {
		reportLoop(p, call, name, conf, "the bound "+code(rewrite.Code(p, bound))+" of "+code(name)+
			" depends on data, and a loop without a known number of iterations ")
		return
	}
	reportArrayBound(p, t, call, name, conf)
}

// tracedBound is the bound of a fori_loop that depends on data; None if none does.
func (t *traced) tracedBound(call syntax.Node) syntax.Node {
	for i, keyword := range []string{"lower", "upper"} {
		bound := t.p.Tree.Arg(call, i, keyword)
		if t.p.Tree.EnclosingFunction(call) != syntax.None && t.value(bound, 0) {
			return bound
		}
	}
	return syntax.None
}

func reportLoop(p *analyzer.Pass, call syntax.Node, name string, conf analyzer.Confidence, message string) {
	reportLoopAs(p, call, name, conf, grade(known(p, issueWhile)), message)
}

func reportLoopAs(p *analyzer.Pass, call syntax.Node, name string, conf analyzer.Confidence, severity analyzer.Severity, message string) {
	ref := known(p, issueWhile)
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(p.Tree.Callee(call)),
		Message:    message + verb(ref),
		Help:       "run a fixed number of steps, as jax.lax.scan does, and mask the extra ones",
		Severity:   severity,
		Confidence: min(conf, analyzer.Likely),
		API:        name,
		Fact:       ref,
	})
}

// dynamicCondition reports whether the condition of a loop surely asks for more than a
// counter and a bound, or the counter does not begin at a known value, or is none.
func dynamicCondition(p *analyzer.Pass, t *traced, fn, body, initial syntax.Node) bool {
	value := p.Tree.Child(fn, syntax.FieldBody)
	if p.Tree.Kind(fn) != syntax.KindLambda {
		returns := p.Model.Returns(fn)
		if len(returns) != 1 {
			return false
		}
		value = returns[0]
	}
	c := &condition{p: p, t: t, fn: fn, body: body, initial: initial}
	return c.dynamic(value, 0)
}

// condition is that of a while loop; its function takes the state of the loop.
type condition struct {
	p       *analyzer.Pass
	t       *traced
	fn      syntax.Node
	body    syntax.Node // the function that makes the next state; None where the text does not show it
	initial syntax.Node // the state before the first round
	states  map[stateAt]bool
}

// stateAt is a question of state.
type stateAt struct {
	n     syntax.Node
	depth int
}

// dynamic reports whether an expression depends on the state of the loop in
// another way than by counting.
func (c *condition) dynamic(n syntax.Node, depth int) bool {
	n = c.p.Tree.Unparen(n)
	if n == syntax.None || depth > deepest {
		return false
	}
	switch c.p.Tree.Kind(n) {
	case syntax.KindComparison:
		operands, signs := c.p.Tree.Comparison(n)
		return len(operands) == 2 && (c.compares(operands[0], operands[1], depth) || c.tolerates(operands[0], signs[0], operands[1]))
	case syntax.KindIdentifier:
		return c.assigned(n, depth)
	case syntax.KindCall:
		return c.call(n, depth)
	}
	return c.state(n, 0)
}

// compares judges a comparison: one side may be a counter if the other is not part of
// the state.
func (c *condition) compares(a, b syntax.Node, depth int) bool {
	left, right := c.state(a, depth), c.state(b, depth)
	switch {
	case left && right:
		return true
	case left:
		return !c.counter(a) || c.t.value(b, 0) || c.t.value(c.start(a, depth), 0) || c.measured(a)
	case right:
		return !c.counter(b) || c.t.value(a, 0) || c.t.value(c.start(b, depth), 0) || c.measured(b)
	}
	return false
}

// call judges a call: one of JAX's functions, or a method, on the state does not count
// rounds; jnp.less(i, n) is judged by its operands, and functions of the project are
// left open.
func (c *condition) call(n syntax.Node, depth int) bool {
	name, _ := c.p.Model.CallName(n)
	switch name {
	case "jax.lax.lt", "jax.lax.le", "jax.lax.gt", "jax.lax.ge", "jax.lax.ne", "jax.numpy.less", "jax.numpy.less_equal",
		"jax.numpy.greater", "jax.numpy.greater_equal", "jax.numpy.not_equal":
		return c.compares(c.p.Tree.Arg(n, 0, ""), c.p.Tree.Arg(n, 1, ""), depth)
	}
	return (computes(name) || c.p.Tree.Kind(c.p.Tree.Callee(n)) == syntax.KindAttribute && name == "") && c.state(n, 0)
}

// assigned follows a name to the expression behind it; a bare part of the
// state, such as a flag, is no counting.
func (c *condition) assigned(n syntax.Node, depth int) bool {
	for _, d := range c.p.Model.ReachingDefs(n) {
		switch d.Kind {
		case semantic.DefParam:
			return c.takes(d.Node)
		case semantic.DefUnpack:
			return c.state(d.Value, 0)
		case semantic.DefAssign:
			return c.dynamic(d.Value, depth+1)
		}
	}
	return false
}

// state reports whether an expression has part of the state of the loop in it.
func (c *condition) state(n syntax.Node, depth int) bool {
	if depth > deepest {
		return false
	}
	at := stateAt{n, depth}
	is, met := c.states[at]
	if !met {
		is = c.ofState(n, depth)
		if c.states == nil {
			c.states = make(map[stateAt]bool)
		}
		c.states[at] = is
	}
	return is
}

func (c *condition) ofState(n syntax.Node, depth int) bool {
	for id := range c.p.Tree.All(n) {
		if c.p.Tree.Kind(id) != syntax.KindIdentifier || c.shapeOnly(id) {
			continue
		}
		for _, d := range c.p.Model.ReachingDefs(id) {
			switch d.Kind {
			case semantic.DefParam:
				if c.takes(d.Node) {
					return true
				}
			case semantic.DefUnpack, semantic.DefAssign:
				if c.p.Tree.EnclosingFunction(d.Node) == c.fn && c.state(d.Value, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// shapeOnly reports whether only the shape or dtype of a name, or of an element of it,
// is asked for.
func (c *condition) shapeOnly(id syntax.Node) bool {
	for n := id; ; n = c.p.Tree.Parent(n) {
		parent := c.p.Tree.Parent(n)
		switch {
		case c.p.Tree.Kind(parent) == syntax.KindSubscript && c.p.Tree.Field(n) == syntax.FieldValue:
		case c.p.Tree.Kind(parent) == syntax.KindAttribute && c.p.Tree.Object(parent) == n:
			if static(c.p.Tree.Text(c.p.Tree.AttrName(parent))) {
				return true
			}
		default:
			return false
		}
	}
}

// counter reports whether an expression is the state or one element of it, and can be a
// counter: i, state[0], state.step.
func (c *condition) counter(n syntax.Node) bool {
	n = c.p.Tree.Unparen(n)
	switch c.p.Tree.Kind(n) {
	case syntax.KindIdentifier:
		return true
	case syntax.KindAttribute:
		return c.counter(c.p.Tree.Object(n))
	case syntax.KindSubscript:
		return c.counter(c.p.Tree.Child(n, syntax.FieldValue))
	case syntax.KindBinaryOperator: // i + 1 < n
		_, left := c.p.Model.Constant(c.p.Tree.Child(n, syntax.FieldLeft))
		_, right := c.p.Model.Constant(c.p.Tree.Child(n, syntax.FieldRight))
		return left && c.counter(c.p.Tree.Child(n, syntax.FieldRight)) || right && c.counter(c.p.Tree.Child(n, syntax.FieldLeft))
	}
	return false
}
