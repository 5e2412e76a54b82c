package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// told are the findings of a rule that says one thing of a statement, however often
// it is true there. The other lines of the statement stand with it.
type told struct {
	p   *analyzer.Pass
	all []*finding
	by  map[syntax.Node]*finding // by the statement
}

func newTold(p *analyzer.Pass) *told { return &told{p: p, by: map[syntax.Node]*finding{}} }

// knows reports whether there is a finding about the statement around n, which then
// points at n as well.
func (t *told) knows(n syntax.Node) bool {
	f := t.by[t.p.Tree.Statement(n)]
	if f != nil {
		t.also(f, n, "another one here")
	}
	return f != nil
}

// add keeps the first finding about a statement.
func (t *told) add(n syntax.Node, f *finding) {
	t.by[t.p.Tree.Statement(n)] = f
	t.all = append(t.all, f)
}

// also lets a finding point at the line of n, unless it does.
func (t *told) also(f *finding, n syntax.Node, message string) {
	line := rewrite.Line(t.p, n)
	if len(f.related) == analyzer.MaxRelated || line == rewrite.Line(t.p, f.at) {
		return
	}
	for _, r := range f.related {
		if r.Path == "" && t.p.File.LineAt(r.Span.Start) == line {
			return
		}
	}
	f.related = append(f.related, t.p.Places(message, n)...)
}

// report reports what is told, in the order in which it was found.
func (t *told) report() {
	for _, f := range t.all {
		report(t.p, f)
	}
}
