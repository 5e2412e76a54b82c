package rewrite

import (
	"bytes"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Keywords puts the names of their parameters before arguments by position, in
// place; an empty name leaves its argument as it is. It is not ok if that cannot be done.
func Keywords(p *analyzer.Pass, call syntax.Node, params ...string) (edits []analyzer.Edit, ok bool) {
	for a := range p.Tree.Args(call) {
		switch {
		case a.Splat != 0:
			return nil, false
		case a.Name != syntax.None:
		case len(params) == 0:
			return nil, false
		default:
			if at := p.Tree.Start(a.Node); params[0] != "" {
				edits = append(edits, Edit(p, source.Span{Start: at, End: at}, params[0]+"="))
			}
			params = params[1:]
		}
	}
	return edits, true
}

// Unnamed takes the name from an argument: device=0 becomes 0. An argument without a
// name needs no edit; it is not ok where a comment stands between name and value.
func Unnamed(p *analyzer.Pass, a syntax.Arg) (edits []analyzer.Edit, ok bool) {
	if a.Name == syntax.None {
		return nil, true
	}
	src := p.Tree.Source()
	stop := p.Tree.Stop(a.Name)
	equals := bytes.IndexByte(src[stop:p.Tree.Start(a.Value)], '=')
	if equals < 0 || len(bytes.TrimSpace(src[stop:stop+equals])) > 0 {
		return nil, false
	}
	stop += equals + len("=")
	stop += len(src[stop:]) - len(bytes.TrimLeft(src[stop:], " \t"))
	return []analyzer.Edit{Edit(p, source.Span{Start: p.Tree.Start(a.Name), End: stop}, "")}, true
}
