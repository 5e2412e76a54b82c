package usage

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// SizeOpen reports whether the size of the result of a call of a function of JAX
// depends on the data: no size= tells how large it is.
func SizeOpen(p *analyzer.Pass, call syntax.Node, name string) bool {
	switch name {
	case "jax.numpy.nonzero", "jax.numpy.flatnonzero", "jax.numpy.argwhere", "jax.numpy.unique", "jax.numpy.unique_all",
		"jax.numpy.unique_counts", "jax.numpy.unique_inverse", "jax.numpy.unique_values", "jax.numpy.union1d",
		"jax.numpy.intersect1d", "jax.numpy.setdiff1d", "jax.numpy.setxor1d", "jax.numpy.extract", "jax.numpy.compress":
	case "jax.numpy.where":
		if positional, _, _ := p.Tree.ArgCount(call); positional != 1 || p.Tree.Keyword(call, "x") != syntax.None {
			return false
		}
	default:
		return false
	}
	_, _, splat := p.Tree.ArgCount(call)
	return !splat && p.Tree.Keyword(call, "size") == syntax.None
}
