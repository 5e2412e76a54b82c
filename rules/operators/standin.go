package operators

import (
	"iter"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
)

// standIns yields the calls of functions of Haliax that do the work of a function of
// JAX with named arrays.
func standIns(p *analyzer.Pass, judged func(api string) judgedAPI) iter.Seq[use] {
	return func(yield func(use) bool) {
		if !p.Model.TextHas("haliax") {
			return
		}
		for call := range p.Model.CallsNamed(func(name string) bool { return standsFor(name) != "" }) {
			name, conf := p.Model.CallName(call)
			api := standsFor(name)
			u := use{
				Call:      opcall.Call{Node: call, At: p.Tree.Callee(call), API: api, Confidence: conf},
				judgement: judged(api), through: name,
			}
			if len(u.judgement.Findings) == 0 || p.Model.GuardedForNeuron(call) || neverCompiled(p, u) {
				continue
			}
			if !yield(u) {
				return
			}
		}
	}
}

// standsFor is the function of JAX behind one of Haliax, with the same arguments except
// those that name axes; "" for others.
func standsFor(name string) string {
	switch name {
	case "haliax.random.randint":
		return "jax.random.randint"
	case "haliax.random.categorical":
		return "jax.random.categorical"
	case "haliax.argmax":
		return "jax.numpy.argmax"
	case "haliax.argmin":
		return "jax.numpy.argmin"
	}
	return ""
}
