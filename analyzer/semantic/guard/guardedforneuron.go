package guard

import (
	"cmp"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/words"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// handled is code that needs no change, except for the conditions in `but`, which are
// judged like any other code.
type handled struct {
	source.Span

	but []source.Span
}

func (h handled) holds(span source.Span) bool { return h.Contains(span) && !span.In(h.but) }

// handledCode is all handled code of a file.
type handledCode struct {
	plain Cover     // those without exceptions
	rest  []handled // those with exceptions, which are rare
}

func (c *handledCode) add(h handled) {
	if len(h.but) == 0 {
		c.plain.Add(h.Span)
	} else {
		c.rest = append(c.rest, h)
	}
}

// hold reports whether a region belongs to handled code.
func (c *handledCode) hold(span source.Span) bool {
	return c.plain.Holds(span) || slices.ContainsFunc(c.rest, func(h handled) bool { return h.holds(span) })
}

// handledChain notes an if statement that has an arm for Neuron or XLA, and the code
// behind it, if that arm returns a value and does little else, or is for Neuron alone. A
// condition that asks for CUDA and Neuron alike says nothing about its other tests.
func (b *guardBuilder) handledChain(n syntax.Node) bool {
	handled := handled{Span: source.Span{Start: b.t.Start(n)}}
	for _, br := range b.t.Branches(n) {
		if br.Cond != syntax.None && b.asksEither(br.Cond) {
			handled.but = append(handled.but, b.t.Span(br.Cond))
		}
		if short := b.shortArm(br.Body); (short || b.isNeuron(br.Cond)) && b.returns(br.Body) {
			handled.End = b.t.Stop(b.t.Suite(n))
		} else if short || br.Cond != syntax.None && b.saysNeuron(b.t.Bytes(br.Cond)) {
			handled.End = max(handled.End, b.t.Stop(n))
		}
	}
	if handled.End > 0 {
		b.out.handled.add(handled)
	}
	return handled.End > 0
}

// isNeuron reports whether a condition compares a device with that of Neuron or XLA alone:
// x.device.type == "neuron".
func (b *guardBuilder) isNeuron(cond syntax.Node) bool {
	operands, ops := b.t.Comparison(b.t.Unparen(cond))
	if len(ops) != 1 || ops[0] != "==" {
		return false
	}
	text, ok := b.t.StringValue(operands[1])
	return ok && words.InNames([]byte(text), words.Neuron)
}

// asksEither reports whether a condition names Neuron or XLA only in collections that
// name CUDA too: device.type in ("cuda", "neuron").
func (b *guardBuilder) asksEither(cond syntax.Node) bool {
	at, either := b.t.Start(cond), false
	for n := cond; n < b.t.End(cond); n++ {
		if namesBoth(b.t, n) {
			if words.InNames(b.t.Source()[at:b.t.Start(n)], words.Neuron) {
				return false
			}
			at, either = b.t.Stop(n), true
		}
	}
	return either && !words.InNames(b.t.Source()[at:b.t.Stop(cond)], words.Neuron)
}

// namesBoth reports whether n is a collection that holds the names of both the CUDA and
// the Neuron device.
func namesBoth(t *syntax.Tree, n syntax.Node) bool {
	switch t.Kind(n) {
	case syntax.KindTuple, syntax.KindList, syntax.KindSet:
	default:
		return false
	}
	cuda, neuron := false, false
	for c := range t.Children(n) {
		v, _ := t.StringValue(c)
		cuda, neuron = cuda || v == "cuda", neuron || v == "neuron"
	}
	return cuda && neuron
}

// returns reports whether a block ends by returning a value.
func (b *guardBuilder) returns(block syntax.Node) bool {
	last := b.t.Last(block)
	return b.t.Kind(last) == syntax.KindReturn && b.t.First(last) != syntax.None
}

// handledImport notes the fallback for Neuron or XLA where their packages are not
// installed.
func (b *guardBuilder) handledImport(try syntax.Node) {
	body := b.t.First(try)
	imports := false
	for stmt := range b.t.Children(body) {
		k := b.t.Kind(stmt)
		imports = imports || (k == syntax.KindImport || k == syntax.KindImportFrom) && words.Anywhere(b.t.Bytes(stmt), words.NeuronPackages)
	}
	for c := b.t.Next(body); imports && c != syntax.None; c = b.t.Next(c) {
		if b.t.Kind(c) == syntax.KindExcept && b.catches(c, "ImportError", "ModuleNotFoundError") {
			b.out.handled.add(handled{Span: b.t.Span(c)})
		}
	}
}

// shortArm reports whether an arm does little more than name an accelerator other than
// CUDA: `device = xm.xla_device()`.
func (b *guardBuilder) shortArm(body syntax.Node) bool {
	const most = 120 // bytes; a longer body may mention the word in passing
	text := b.t.Bytes(body)
	return len(text) <= most && b.saysNeuron(text)
}

// saysNeuron reports whether a text names Neuron, or XLA if that is how a program of
// PyTorch reaches it. In a program of JAX everything goes through XLA: "xla" is code
// for any device, and XLA_FLAGS are set for GPUs.
func (b *guardBuilder) saysNeuron(text []byte) bool {
	return words.InNames(text, words.Neuron) &&
		(words.InNames(text, words.NeuronItself) || !b.m.ImportsAny("jax") || b.m.ImportsAny("torch", "torch_xla"))
}

// handledExpression notes a conditional expression that asks for Neuron or
// XLA, or yields it in one of its arms.
func (b *guardBuilder) handledExpression(n syntax.Node) bool {
	top := b.topOf(n)
	says, known := b.sayTops[top]
	if !known {
		if says = b.saysNeuron(b.t.Bytes(top)); says {
			b.out.handled.add(handled{Span: b.t.Span(top)})
		}
		b.sayTops[top] = says
	}
	return says
}

// topOf is the outermost conditional expression around a conditional expression,
// through any number of arms. Each node is climbed from once.
func (b *guardBuilder) topOf(n syntax.Node) syntax.Node {
	at := n
	for b.tops[at] == syntax.None && b.t.Kind(b.t.Parent(at)) == syntax.KindConditional {
		at = b.t.Parent(at)
	}
	top := cmp.Or(b.tops[at], at)
	for at = n; b.tops[at] == syntax.None; at = b.t.Parent(at) {
		b.tops[at] = top
		if at == top {
			break
		}
	}
	return top
}

// vendors reports whether a chain of conditions asks for other accelerators, leaving
// cond aside. A chain is read once, not once for each arm.
func (b *guardBuilder) vendors(chain, cond syntax.Node) bool {
	if b.t.Kind(chain) == syntax.KindConditional {
		chain = b.topOf(chain)
	}
	asks, ok := b.asks[chain]
	if !ok {
		asks = b.asksVendors(chain)
		b.asks[chain] = asks
	}
	if asks == 1 && words.InNames(b.t.Bytes(cond), b.m.DB.Vendors().Code) {
		return false
	}
	return asks > 0
}

// asksVendors counts the parts of a chain that ask for other accelerators.
func (b *guardBuilder) asksVendors(chain syntax.Node) int {
	asks := 0
	count := func(n syntax.Node) {
		if n != syntax.None && words.InNames(b.t.Bytes(n), b.m.DB.Vendors().Code) {
			asks++
		}
	}
	switch b.t.Kind(chain) {
	case syntax.KindIf:
		for _, br := range b.t.Branches(chain) {
			count(br.Cond)
		}
	case syntax.KindConditional:
		for b.t.Kind(chain) == syntax.KindConditional {
			body, cond, orelse := b.t.Conditional(chain)
			count(body)
			count(cond)
			if chain = orelse; b.t.Kind(chain) != syntax.KindConditional {
				count(chain)
			}
		}
	}
	return asks
}
