package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// finding is what a rule of this family found, before the facts grade it.
type finding struct {
	idiom      string // key of the table graph_breaks
	at         syntax.Node
	what       string // the subject of the message
	place      place
	severity   analyzer.Severity
	confidence analyzer.Confidence
	api        string
	related    []analyzer.Related
}

// report says what a finding costs on the stack of the target, and nothing if
// that is not known. What is only concluded is worth a note.
func report(p *analyzer.Pass, f *finding) {
	fact, ok := p.DB.GraphBreak(f.idiom, p.Target)
	if !ok {
		return
	}
	verb, grade := " costs time ", f.severity
	if fact.Ref.Evidence == opsdb.Inferred {
		verb, grade = " may cost time ", analyzer.Info
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(f.at),
		Message:    f.what + verb + f.place.when() + ": " + fact.Reason,
		Help:       fact.Advice + "; this holds for " + stackName(fact.Ref.Stack),
		Severity:   grade,
		Confidence: f.confidence,
		API:        f.api,
		Fact:       fact.Ref,
		Related:    f.related,
	})
}

// stackName names what a fact is about.
func stackName(stack string) string {
	switch stack {
	case "xla":
		return "the torch-xla stack"
	case "native":
		return "the native stack"
	}
	return "both stacks"
}
