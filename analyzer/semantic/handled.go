package semantic

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// handledChain notes an if statement that has an arm for Neuron or XLA.
func (b *guardBuilder) handledChain(n syntax.Node) bool {
	for _, br := range b.t.Branches(n) {
		if br.Cond != syntax.None && mentions(b.t.Bytes(br.Cond), neuronWords[:]) || b.shortArm(br.Body) {
			b.out.handled = append(b.out.handled, b.t.Span(n))
			return true
		}
	}
	return false
}

// shortArm reports whether an arm does little else than name another
// accelerator than CUDA: `device = xm.xla_device()`.
func (b *guardBuilder) shortArm(body syntax.Node) bool {
	const most = 120 // bytes; a longer body may mention the word in passing
	text := b.t.Bytes(body)
	return len(text) <= most && mentions(text, neuronWords[:])
}

// handledExpression notes a conditional expression that asks for Neuron or
// XLA, or yields it in one of its arms.
func (b *guardBuilder) handledExpression(n syntax.Node) bool {
	top := n
	for b.t.Kind(b.t.Parent(top)) == syntax.KindConditional {
		top = b.t.Parent(top)
	}
	if !mentions(b.t.Bytes(top), neuronWords[:]) {
		return false
	}
	b.out.handled = append(b.out.handled, b.t.Span(top))
	return true
}

// vendors reports whether a chain of conditions asks for other accelerators. A
// chain is read once, not for each of its arms.
func (b *guardBuilder) vendors(chain syntax.Node) bool {
	asks, ok := b.asks[chain]
	if !ok {
		asks = b.asksVendors(chain)
		b.asks[chain] = asks
	}
	return asks
}

func (b *guardBuilder) asksVendors(chain syntax.Node) bool {
	switch b.t.Kind(chain) {
	case syntax.KindIf:
		for _, br := range b.t.Branches(chain) {
			if br.Cond != syntax.None && mentions(b.t.Bytes(br.Cond), vendorWords[:]) {
				return true
			}
		}
	case syntax.KindConditional:
		for b.t.Kind(b.t.Parent(chain)) == syntax.KindConditional {
			chain = b.t.Parent(chain)
		}
		return mentions(b.t.Bytes(chain), vendorWords[:])
	}
	return false
}

var (
	cudaWords   = [...]string{"cuda", "gpu"}
	neuronWords = [...]string{"neuron", "xla", "torch.accelerator", "current_accelerator"}
	vendorWords = [...]string{"mps", "xpu", "npu", "hpu", "musa", "mlu", "hip"}
)

// mentions reports whether one of the words stands in the text, in any case.
func mentions(text []byte, words []string) bool {
	var begins [256]bool
	for _, w := range words {
		begins[w[0]], begins[w[0]-'a'+'A'] = true, true
	}
	for i, c := range text {
		if begins[c] && slices.ContainsFunc(words, func(w string) bool { return beginsWith(text[i:], w) }) {
			return true
		}
	}
	return false
}

// beginsWith reports whether a text begins with a word, in any case. Words are
// in lower case.
func beginsWith(text []byte, word string) bool {
	if len(text) < len(word) {
		return false
	}
	for i := range len(word) {
		c := text[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != word[i] {
			return false
		}
	}
	return true
}
