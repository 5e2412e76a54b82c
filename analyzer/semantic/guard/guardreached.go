package guard

import (
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// onlyUsedIn reports whether a private function is used only in the regions, and
// perhaps in itself.
func (b *guardBuilder) onlyUsedIn(fn syntax.Node, regions []source.Span) bool {
	sym := b.m.FunctionSymbol(fn)
	if sym == nil || len(b.t.Decorators(fn)) > 0 || len(sym.Defs) != 1 || len(sym.Uses) == 0 || b.m.IsPublic(sym) {
		return false
	}
	for _, use := range sym.Uses {
		if span := b.t.Span(use); !span.In(regions) && !b.t.Span(fn).Contains(span) {
			return false
		}
	}
	return true
}

// reached adds the functions of this file that are used only in the regions: they run
// only if the regions do.
func (b *guardBuilder) reached(regions []source.Span) []source.Span {
	for i := 0; i < len(regions) && i < 16; i++ {
		for _, use := range b.m.FunctionUses(regions[i]) {
			if !b.t.Span(use.Function).In(regions) && b.onlyUsedIn(use.Function, regions) {
				regions = append(regions, b.t.Span(use.Function))
			}
		}
	}
	return regions
}
