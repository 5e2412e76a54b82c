package jax

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// drawsBy reports whether a call is given a key of random numbers: by position, in
// a dictionary of keys, or by keyword.
func drawsBy(p *analyzer.Pass, call syntax.Node) bool {
	return isKey(p, p.Tree.Arg(call, 0, ""), 0) || keyed(p, call, "rngs") || keyed(p, call, "rng") || keyed(p, call, "key")
}

// handsKey reports whether a call is given a key of random numbers in any place.
func handsKey(p *analyzer.Pass, call syntax.Node) bool {
	if drawsBy(p, call) {
		return true
	}
	for a := range p.Tree.Args(call) {
		if a.Splat == 0 && isKey(p, a.Value, 0) {
			return true
		}
	}
	return false
}

// keyed reports whether a call has a keyword that is not None.
func keyed(p *analyzer.Pass, call syntax.Node, keyword string) bool {
	value := p.Tree.Keyword(call, keyword)
	return value != syntax.None && p.Tree.Kind(value) != syntax.KindNoneLiteral
}

// keyName reports whether a name is one that keys of random numbers go by.
func keyName(name string) bool {
	name = strings.ToLower(strings.TrimRight(name, "0123456789"))
	return slices.Contains([]string{"rng", "rngs", "prng", "key", "keys"}, name[strings.LastIndexByte(name, '_')+1:])
}

// isKey reports whether an expression is a key of JAX, by its definition or by its
// name.
func isKey(p *analyzer.Pass, n syntax.Node, depth int) bool {
	n = p.Tree.Unparen(n)
	if n == syntax.None || depth > deepest {
		return false
	}
	return semantic.Walked(p.Model, keyAt{n, depth}, func() bool { return decidedKey(p, n, depth) })
}

// keyAt is a question of isKey.
type keyAt struct {
	n     syntax.Node
	depth int
}

func decidedKey(p *analyzer.Pass, n syntax.Node, depth int) bool {
	switch p.Tree.Kind(n) {
	case syntax.KindCall:
		name, _ := p.Model.CallName(n)
		return strings.HasPrefix(name, "jax.random.") || name == "haiku.next_rng_key" || name == "flax.nnx.Rngs" ||
			name == "builtins.next" && isKey(p, p.Tree.Arg(n, 0, ""), depth+1)
	case syntax.KindSubscript:
		return isKey(p, p.Tree.Child(n, syntax.FieldValue), depth+1)
	case syntax.KindDictionary:
		for pair := range p.Tree.Children(n) {
			return isKey(p, p.Tree.Child(pair, syntax.FieldValue), depth+1)
		}
	case syntax.KindAttribute:
		return keyName(p.Tree.Text(p.Tree.AttrName(n)))
	case syntax.KindIdentifier:
		for _, d := range p.Model.ReachingDefs(n) {
			if (d.Kind == semantic.DefAssign || d.Kind == semantic.DefUnpack) && isKey(p, d.Value, depth+1) {
				return true
			}
		}
		return keyName(p.Tree.Text(n))
	}
	return false
}
