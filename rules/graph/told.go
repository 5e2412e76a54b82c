package graph

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// told are the findings of a rule that has one finding for a statement, however often
// it is true there. The finding lists the other lines of the statement.
type told struct {
	p   *analyzer.Pass
	all []*finding
	by  map[syntax.Node]*finding // by the statement

	last syntax.Node // the statement that the last finding came to be about
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

// pointsAt reports whether a finding points into the statement around n already.
func (t *told) pointsAt(n syntax.Node) bool {
	stmt := t.p.Tree.Span(t.p.Tree.Statement(n))
	return slices.ContainsFunc(t.all, func(f *finding) bool {
		return slices.ContainsFunc(f.related, func(r analyzer.Related) bool { return r.Path == "" && stmt.Contains(r.Span) })
	})
}

// relates reports whether a finding points at a line of this file.
func (t *told) relates(f *finding, line int) bool {
	return slices.ContainsFunc(f.related, func(r analyzer.Related) bool {
		return r.Path == "" && t.p.File.LineAt(r.Span.Start) == line
	})
}

// bounds reports whether n is in a bound of a window, max(x - 2, 0) or min(x + 2, w),
// and its statement directly follows one with the same finding, which then points at n
// as well.
func (t *told) bounds(n syntax.Node, what string) bool {
	if len(t.all) == 0 || !isBound(what) {
		return false
	}
	stmt := t.p.Tree.Statement(n)
	f := t.all[len(t.all)-1]
	if !isBound(f.what) || t.by[t.last] != f || t.p.Tree.Next(t.last) != stmt {
		return false
	}
	t.also(f, n, "another one here")
	t.by[stmt], t.last = f, stmt
	return true
}

func isBound(what string) bool {
	return strings.HasSuffix(what, " from `max(…)`") || strings.HasSuffix(what, " from `min(…)`")
}

// add keeps the first finding about a statement.
func (t *told) add(n syntax.Node, f *finding) {
	t.last = t.p.Tree.Statement(n)
	t.by[t.last] = f
	t.all = append(t.all, f)
}

// also lets a finding point at the line of n, unless it does.
func (t *told) also(f *finding, n syntax.Node, message string) {
	line := rewrite.Line(t.p, n)
	if len(f.related) == analyzer.MaxRelated || line == rewrite.Line(t.p, f.at) || t.relates(f, line) {
		return
	}
	f.related = append(f.related, t.p.Places(message, n)...)
}

// report reports the findings told, in the order in which they were found.
func (t *told) report() {
	for _, f := range t.all {
		report(t.p, f)
	}
}
