package guard

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// unreachable notes the code behind `assert False` or a raise in the same suite, which
// never runs, and the functions used only by such code.
func (b *guardBuilder) unreachable() {
	var dead []source.Span
	for _, n := range b.m.Conditions() {
		if k := b.t.Kind(n); k != syntax.KindRaise && (k != syntax.KindAssert || b.t.Kind(b.t.First(n)) != syntax.KindFalse) {
			continue
		}
		if next := b.t.Next(n); next != syntax.None && b.t.Kind(b.t.Parent(n)) == syntax.KindBlock {
			dead = append(dead, source.Span{Start: b.t.Start(next), End: b.t.Stop(b.t.Parent(n))})
		}
	}
	if len(dead) == 0 {
		return
	}
	for _, span := range b.methodsOnlyIn(b.reached(dead)) {
		b.out.handled.add(handled{Span: span})
	}
}

// methodsOnlyIn adds to regions the private methods that are named there and nowhere
// else in the file.
func (b *guardBuilder) methodsOnlyIn(regions []source.Span) []source.Span {
	for _, fn := range b.m.Functions() {
		name := b.t.Text(b.t.FuncName(fn))
		if !strings.HasPrefix(name, "_") || strings.HasSuffix(name, "__") || b.m.MethodClass(fn) == syntax.None || len(b.t.Decorators(fn)) > 0 {
			continue
		}
		used := false
		for n := range b.m.AttributeLoads(name) {
			if used = b.t.Span(n).In(regions); !used {
				break
			}
		}
		if used {
			regions = append(regions, b.t.Span(fn))
		}
	}
	return regions
}
