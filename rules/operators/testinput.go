package operators

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// wholeDraw is the function of JAX that draws whole numbers.
const wholeDraw = "jax.random.randint"

// testInputs keeps the first of the whole numbers that a file of tests draws, with the
// places of the others: any numbers will mostly do there.
type testInputs struct {
	first  *found
	others []syntax.Node
}

// takes reports whether a use draws whole numbers in a file of tests, and keeps it.
func (t *testInputs) takes(p *analyzer.Pass, u *found) bool {
	if u.API != wholeDraw || !reach.InTestFile(p) {
		return false
	}
	if t.first != nil && p.Tree.Start(u.At) < p.Tree.Start(t.first.At) {
		t.first, u = u, t.first
	}
	if t.first == nil {
		t.first = u
	} else {
		t.others = append(t.others, u.At)
	}
	return true
}

// report reports the first draw.
func (t *testInputs) report(p *analyzer.Pass) {
	if t.first != nil {
		report(p, t.first.use, t.first.finding, p.Places("another draw here", t.others...)...)
	}
}
