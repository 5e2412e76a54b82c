package graph

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// firsts are findings grouped by function or loop: the first of each is reported, and
// points at those like it.
type firsts struct {
	all []*finding
	by  map[syntax.Node]*finding // by the function or the loop
}

// add keeps a finding if it is the first within a node; otherwise the first points at
// the place.
func (t *firsts) add(p *analyzer.Pass, within, place syntax.Node, f *finding) {
	if first := t.by[within]; first != nil {
		if len(first.related) < analyzer.MaxRelated {
			first.related = append(first.related, p.Places("another one here", place)...)
		}
		return
	}
	if t.by == nil {
		t.by = map[syntax.Node]*finding{}
	}
	t.by[within] = f
	t.all = append(t.all, f)
}

// report reports the findings kept, in the order in which they were found.
func (t *firsts) report(p *analyzer.Pass) {
	for _, f := range t.all {
		report(p, f)
	}
}

// cutAt is the end of a slice that begins at the start of the tensor: n of x[:n]; None
// for other slices.
func cutAt(p *analyzer.Pass, slice syntax.Node) syntax.Node {
	bounds := slices.Collect(p.Tree.Children(slice))
	if len(bounds) != 1 || !strings.HasPrefix(p.Tree.View(slice), ":") {
		return syntax.None
	}
	return bounds[0]
}
