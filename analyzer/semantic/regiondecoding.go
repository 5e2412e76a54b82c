package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// spreadDecoding gives the functions of this file that a loop over tokens calls,
// directly or not, its region: what filters the scores and draws from them runs
// for every token.
func (m *Model) spreadDecoding() {
	if !m.Says("cat") && !m.Says("multinomial") && !m.Says("argmax") {
		return // no loop draws what it starts from
	}
	var first []syntax.Node
	for _, call := range m.calls {
		fn := m.Tree.EnclosingFunction(call)
		if kind := m.regions[fn]; (kind == RegionOther || kind == RegionModule) && m.aroundIn(call, fn) == RegionDecoding {
			first = append(first, m.MayRun(call)...)
		}
	}
	if len(first) > 0 {
		called := m.calledFrom()
		called[syntax.None] = first
		spread(m.regions, called, []syntax.Node{syntax.None}, RegionDecoding)
	}
}

// callsPerToken reports whether a function is what generate of Transformers calls for
// every token: the __call__ of a logits processor or of a stopping criterion. Those of
// TensorFlow and Flax run inside what is compiled.
func (m *Model) callsPerToken(fn syntax.Node) bool {
	class := m.methodClass(fn)
	if class == syntax.None || m.Tree.Text(m.Tree.FuncName(fn)) != "__call__" {
		return false
	}
	lib, base, _ := strings.Cut(m.LibraryBase(class), ".")
	base = base[strings.LastIndexByte(base, '.')+1:]
	switch {
	case lib != "transformers", strings.HasPrefix(base, "TF"), strings.HasPrefix(base, "Flax"):
		return false
	}
	return strings.HasSuffix(base, "LogitsProcessor") || strings.HasSuffix(base, "LogitsWarper") || strings.HasSuffix(base, "StoppingCriteria")
}

// GivenPerToken reports whether a parameter is the sequence so far or the scores of the
// next token, which generate of Transformers hands to such a method as tensors.
func (m *Model) GivenPerToken(d Def) bool {
	sym := m.Symbol(d.Node)
	return d.Kind == DefParam && (d.Index == 1 || d.Index == 2) && sym != nil && m.callsPerToken(sym.scope.node)
}
