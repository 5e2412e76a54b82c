package library

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// saidImport is an import and the message about it.
type saidImport struct {
	site site
	d    analyzer.Diagnostic
}

// join adds an import to those of a file. One that repeats another of the same package
// becomes a further place of it: code that does without the package there does so here.
func join(p *analyzer.Pass, said []*saidImport, s *saidImport) []*saidImport {
	at := slices.IndexFunc(said, func(first *saidImport) bool { return repeats(p, first, s) })
	if at < 0 {
		return append(said, s)
	}
	first := said[at]
	first.site.stmt = s.site.stmt // a third line may stand right behind this one
	again := append(p.Places("also imported here", s.site.node), s.d.Related...)
	for _, r := range again {
		if len(first.d.Related) < analyzer.MaxRelated && !slices.Contains(first.d.Related, r) {
			first.d.Related = append(first.d.Related, r)
		}
	}
	return said
}

// repeats reports whether an import is one of a package that is imported before, and
// the finding about both would be the same: functions that each import it for
// themselves, or lines one behind the other that name a package and its parts.
// Statements that stand alone at the top of a file may bring different things, with a
// way out for each.
func repeats(p *analyzer.Pass, first, again *saidImport) bool {
	if first.site.lib.Import != again.site.lib.Import || first.d.Severity != again.d.Severity ||
		first.d.Message != again.d.Message || first.d.Confidence != again.d.Confidence {
		return false
	}
	one, other := first.site.stmt, again.site.stmt
	if p.Tree.Parent(one) == p.Tree.Parent(other) && p.Tree.Next(one) == other {
		return true
	}
	fn := p.Tree.EnclosingFunction(other)
	return fn != syntax.None && fn != p.Tree.EnclosingFunction(one) && p.Tree.EnclosingFunction(one) != syntax.None
}
