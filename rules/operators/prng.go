package operators

import (
	"strings"
	"sync"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// prngSetting is the setting of JAX for the generator of keys; a variable in
// the environment has the same name in capitals.
const prngSetting = "jax_default_prng_impl"

// keyOfDefault reports whether a call makes a key and leaves the generator to
// the setting.
func keyOfDefault(p *analyzer.Pass, u use) bool {
	return (u.API == "jax.random.key" || u.API == "jax.random.PRNGKey") &&
		p.Tree.Keyword(u.Node, "impl") == syntax.None
}

// setsGenerator reports whether the file chooses the generator of keys for
// itself, be it by the setting, by its context manager, in the environment, or
// because it computes with Threefry by name, which takes no other keys.
func setsGenerator(p *analyzer.Pass) bool {
	for _, n := range p.Model.Strings() {
		if c, ok := p.Model.Constant(n); ok && strings.EqualFold(c.Text, prngSetting) {
			return true
		}
	}
	for n := range p.Model.References() {
		if name, _ := p.Model.Name(n); name == "jax.default_prng_impl" || name == "jax.config."+prngSetting || strings.HasSuffix(name, threefryByName) {
			return true
		}
	}
	return false
}

// keysOnce keeps, of the findings about keys of the default generator, the
// first of a file: one line of the program mends them all. It is never certain,
// since another file of the program may choose the generator.
func keysOnce(p *analyzer.Pass) func(*use) bool {
	silent := sync.OnceValue(func() bool { return setsGenerator(p) })
	said := false
	return func(u *use) bool {
		if !keyOfDefault(p, *u) {
			return true
		}
		if said || silent() {
			return false
		}
		said = true
		u.Confidence = min(u.Confidence, analyzer.Likely)
		return true
	}
}
