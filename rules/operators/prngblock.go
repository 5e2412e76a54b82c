package operators

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

const prngContext = "jax.default_prng_impl"

// chosenInTest reports whether a call chooses the generator only for a block of one
// test: with jax.default_prng_impl("rbg").
func chosenInTest(p *analyzer.Pass, choice syntax.Node) bool {
	item := p.Tree.Parent(p.Tree.Parent(choice))
	return p.Tree.Kind(item) == syntax.KindWithItem && reach.InTestFile(p) && inTest(p, choice)
}

// inTest reports whether a place is part of a test, by the name of a function around it.
func inTest(p *analyzer.Pass, n syntax.Node) bool {
	for fn := p.Tree.EnclosingFunction(n); fn != syntax.None; fn = p.Tree.EnclosingFunction(fn) {
		if strings.HasPrefix(p.Tree.Text(p.Tree.FuncName(fn)), "test") {
			return true
		}
	}
	return false
}

// chosenAround reports whether a key is made where one of the tests of its file chooses
// the generator, or may do so: a function that is no test is called by any of them.
func chosenAround(p *analyzer.Pass, key syntax.Node) bool {
	if !saysGenerator(p.Model) {
		return false
	}
	for call := range p.Model.CallsOf(prngContext) {
		if chosenInTest(p, p.Tree.Callee(call)) && (!inTest(p, key) || p.Tree.Within(key, withAround(p, call))) {
			return true
		}
	}
	return false
}

// withAround is the with statement that a call is the manager of.
func withAround(p *analyzer.Pass, n syntax.Node) syntax.Node {
	for n != syntax.None && p.Tree.Kind(n) != syntax.KindWith {
		n = p.Tree.Parent(n)
	}
	return n
}
