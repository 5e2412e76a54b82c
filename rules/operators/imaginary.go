package operators

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// imaginaries yields arithmetic of imaginary numbers with tensors, 1j * freqs, which
// makes complex tensors as torch.complex does from two parts.
func imaginaries(p *analyzer.Pass, judged func(api string) opsdb.Judgement) []use {
	const api = "torch.complex"
	var out []use
	for n := range p.Tree.OfKind(syntax.KindInteger, syntax.KindFloat) {
		if !strings.HasSuffix(strings.ToLower(p.Tree.Text(n)), "j") {
			continue
		}
		at, tensor := meetsTensor(p, n)
		if at == syntax.None || len(judged(api).Findings) == 0 || p.Model.OnHost(at) || p.Model.GuardedForNeuron(at) {
			continue
		}
		call := opcall.Call{Node: at, At: at, API: api, Tensor: tensor, Confidence: p.Model.Type(tensor).Confidence}
		u := use{Call: call, judgement: judged(api), through: p.Tree.Text(n)}
		u.Confidence = min(u.Confidence, certainty(p, u))
		out = append(out, u)
	}
	return out
}

// meetsTensor is the operation in which a number meets a tensor, and that tensor; None
// where it meets numbers alone.
func meetsTensor(p *analyzer.Pass, n syntax.Node) (operation, tensor syntax.Node) {
	for {
		parent := p.Tree.Parent(n)
		switch p.Tree.Kind(parent) {
		case syntax.KindParenthesized, syntax.KindUnaryOperator:
		case syntax.KindBinaryOperator:
			other := p.Tree.Child(parent, syntax.FieldLeft)
			if other == n {
				other = p.Tree.Child(parent, syntax.FieldRight)
			}
			if t := p.Model.Type(other); t.Kind == semantic.KindTensor && t.Confidence >= analyzer.Likely {
				return parent, other
			}
		default:
			return syntax.None, syntax.None
		}
		n = parent
	}
}
