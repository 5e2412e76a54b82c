package distributed

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// keptTrust is the trust in another backend where the literal is kept in something that
// other code may set or read; the reason names that.
func (b *backend) keptTrust(p *analyzer.Pass) analyzer.Trust {
	t, n := p.Tree, p.Tree.Unparen(b.literal)
	value := n
	for t.Kind(t.Parent(value)) == syntax.KindConditional || t.Kind(t.Parent(value)) == syntax.KindParenthesized {
		value = t.Parent(value)
	}
	switch parent := t.Parent(value); t.Kind(parent) {
	case syntax.KindAssignment:
		if target := t.Child(parent, syntax.FieldLeft); t.Kind(target) == syntax.KindAttribute || t.Kind(target) == syntax.KindSubscript {
			return analyzer.Doubtful("other code may read the backend from `" + rewrite.Code(p, target) + "`")
		}
		if field(t, value) != "" {
			return analyzer.Doubtful("other code may set the field, or test it for this backend")
		}
	case syntax.KindDefaultParameter, syntax.KindTypedDefaultParameter:
		return analyzer.Doubtful("callers of the function may pass other backends, and it may test for this one")
	case syntax.KindKeywordArgument:
		if f := (&finder{p: p}); f.option(t.Parent(t.Parent(parent))) != "" {
			return analyzer.Doubtful("the option may be given other backends, and other code may test for this one")
		}
	}
	return analyzer.Doubtful("the backend may be used elsewhere")
}
