package usage

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Imported are the first places that read what an import binds, for a finding that
// is reported where the import stands.
func Imported(p *analyzer.Pass, bindings ...syntax.Node) []analyzer.Related {
	var out []analyzer.Related
	for _, n := range readers(p, bindings, analyzer.MaxRelated) {
		span := source.Span{Start: p.Tree.Start(n), End: p.Tree.Stop(wholeName(p.Tree, n))}
		out = append(out, analyzer.Related{Span: span, Message: "used here"})
	}
	return out
}

// readers are the first identifiers, at most limit, that may read one of the
// bindings.
func readers(p *analyzer.Pass, bindings []syntax.Node, limit int) []syntax.Node {
	var out []syntax.Node
	seen := make(map[*semantic.Symbol]bool)
	for n := range p.Tree.All(syntax.Root) {
		sym := p.Model.Symbol(n)
		if sym == nil || seen[sym] || !bindsAny(sym.Defs, bindings) {
			continue
		}
		seen[sym] = true
		for _, use := range sym.Uses {
			if bindsAny(p.Model.Reaching(use), bindings) {
				out = append(out, use)
			}
		}
	}
	slices.Sort(out)
	return out[:min(limit, len(out))]
}

func bindsAny(defs []semantic.Def, bindings []syntax.Node) bool {
	return slices.ContainsFunc(defs, func(d semantic.Def) bool {
		return d.Kind == semantic.DefImport && slices.Contains(bindings, d.Node)
	})
}

// wholeName widens an identifier to the dotted name that it begins.
func wholeName(t *syntax.Tree, n syntax.Node) syntax.Node {
	for p := t.Parent(n); t.Kind(p) == syntax.KindAttribute && t.Object(p) == n; p = t.Parent(p) {
		n = p
	}
	return n
}
