package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// CallsPerToken reports whether generate of Transformers calls a function for every
// token: the __call__ of a logits processor or of a stopping criterion, or the method
// that prepares the inputs of a model. Those of TensorFlow and Flax run inside compiled
// code.
func (m *Model) CallsPerToken(fn syntax.Node) bool {
	class := m.MethodClass(fn)
	if class == syntax.None {
		return false
	}
	switch m.Tree.Text(m.Tree.FuncName(fn)) {
	case "__call__":
		base := m.transformersBase(class)
		return strings.HasSuffix(base, "LogitsProcessor") || strings.HasSuffix(base, "LogitsWarper") || strings.HasSuffix(base, "StoppingCriteria")
	case preparesInputs:
		return m.transformersBase(class) != "" || strings.HasPrefix(m.LibraryBase(class), "torch.nn.")
	}
	return false
}

// preparesInputs is the method of a model that generate calls before each token.
const preparesInputs = "prepare_inputs_for_generation"

// transformersBase returns the name of the Transformers class that a class derives from;
// none for those of TensorFlow and Flax.
func (m *Model) transformersBase(class syntax.Node) string {
	lib, base, _ := strings.Cut(m.LibraryBase(class), ".")
	base = base[strings.LastIndexByte(base, '.')+1:]
	if lib != "transformers" || strings.HasPrefix(base, "TF") || strings.HasPrefix(base, "Flax") {
		return ""
	}
	return base
}

// GivenPerToken reports whether generate of Transformers passes a parameter of such a
// method as a tensor for each token: the sequence so far, the scores of the next token,
// or its position.
func (m *Model) GivenPerToken(d Def) bool {
	sym := m.Symbol(d.Node)
	if d.Kind != DefParam || sym == nil || !m.CallsPerToken(sym.Scope.Node) {
		return false
	}
	if m.Tree.Text(m.Tree.FuncName(sym.Scope.Node)) == preparesInputs {
		switch m.Tree.View(d.Node) {
		case "input_ids", "attention_mask", "cache_position", "position_ids":
			return true
		}
		return false
	}
	return d.Index == 1 || d.Index == 2
}
