package precision

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// alike are findings of one rule, of which the first of several that say the same
// speaks for the others.
type alike struct {
	first []*spoken
}

// spoken is a finding with the places that it speaks for.
type spoken struct {
	analyzer.Diagnostic

	name string      // of the function or attribute used
	fn   syntax.Node // the function around the places
	last syntax.Node // of the places
}

// add joins a finding to that about the same name in the same function.
func (a *alike) add(p *analyzer.Pass, n syntax.Node, d analyzer.Diagnostic, note, name string, fn syntax.Node) {
	for _, s := range a.first {
		if s.name == name && s.fn == fn && s.joins(p, n, &d, note) {
			return
		}
	}
	a.first = append(a.first, &spoken{d, name, fn, n})
}

// next joins a finding to that about the same statement, or the one before it.
func (a *alike) next(p *analyzer.Pass, n syntax.Node, d analyzer.Diagnostic, note string) {
	stmt := p.Tree.Statement(n)
	for _, s := range a.first {
		if last := p.Tree.Statement(s.last); (stmt == last || stmt == p.Tree.Next(last)) && s.joins(p, n, &d, note) {
			return
		}
	}
	a.first = append(a.first, &spoken{d, d.API, syntax.None, n})
}

// joins adds a place with its fix to a note that says the same of another place.
func (s *spoken) joins(p *analyzer.Pass, n syntax.Node, d *analyzer.Diagnostic, note string) bool {
	if d.Severity != analyzer.Info || s.Severity != d.Severity || s.Confidence != d.Confidence || s.Help != d.Help || len(s.Fixes) != len(d.Fixes) ||
		len(s.Related) == analyzer.MaxRelated || usage.EachLine(p) {
		return false
	}
	for i := range d.Fixes {
		if s.Fixes[i].Safety != d.Fixes[i].Safety || s.Fixes[i].Title != d.Fixes[i].Title {
			return false
		}
	}
	for i := range d.Fixes {
		for _, e := range d.Fixes[i].Edits {
			if !slices.Contains(s.Fixes[i].Edits, e) { // an import is inserted once
				s.Fixes[i].Edits = append(s.Fixes[i].Edits, e)
			}
		}
	}
	s.last = n
	s.Related = append(s.Related, analyzer.Related{Span: d.Span, Message: note})
	return true
}

func (a *alike) report(p *analyzer.Pass) {
	for _, s := range a.first {
		p.Report(s.Diagnostic)
	}
}
