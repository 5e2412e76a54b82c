package cadence

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// AppendsToken reports whether a call of cat, in a loop that generates a sequence, joins
// the token of a round with something else: cat([ids, token]). The region of the function
// around the loop does not matter.
func (m *Rates) AppendsToken(cat syntax.Node) bool {
	fn := m.Tree.EnclosingFunction(cat)
	for loop := m.Tree.EnclosingFrame(cat); loop != syntax.None && loop != fn; loop = m.Tree.EnclosingFrame(loop) {
		switch m.Tree.Kind(loop) {
		case syntax.KindFor, syntax.KindWhile:
			if m.loopRegion(loop) == RegionDecoding {
				return m.reshapes(m.Tree.Arg(cat, 0, "tensors"), m.tokensOf(loop))
			}
		}
	}
	return false
}

// tokensOf returns the variables that hold the tokens a loop draws by their scores, in
// any shape. Indices of the largest features are no tokens.
func (m *Rates) tokensOf(loop syntax.Node) map[*infer.Symbol]bool {
	var draws []syntax.Node
	body := m.Tree.Child(loop, syntax.FieldBody)
	for n := range m.Tree.All(body) {
		if m.Tree.Kind(n) != syntax.KindCall {
			continue
		}
		switch _, method := m.MethodCall(n); method {
		case "multinomial", "argmax", "categorical":
			draws = append(draws, n)
		}
	}
	tokens := m.drawnBy(draws)
	for n := range m.Tree.All(body) {
		if m.Tree.Kind(n) == syntax.KindAssignment && m.reshapes(m.Tree.Child(n, syntax.FieldRight), tokens) {
			if sym := m.Symbol(m.Tree.Child(n, syntax.FieldLeft)); sym != nil {
				tokens[sym] = true
			}
		}
	}
	return tokens
}
