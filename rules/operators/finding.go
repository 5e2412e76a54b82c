package operators

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// finding is what is said of one use: the verdict, and whether it surely holds.
type finding struct {
	opsdb.Finding
	holds cond.Truth // True or Unknown
	dtype bool       // whether the dtype decides it
}

// choose picks the verdict that a use is reported for: the first, and so the
// worst, that surely holds, or else the first that may.
func choose(p *analyzer.Pass, u use) (chosen finding, ok bool) {
	env := newEnvironment(p, u)
	for _, f := range u.judgement.Findings {
		e, err := cond.Parse(f.Condition)
		if err != nil {
			continue // the tables are checked; see opsdb.Validate
		}
		switch holds := cond.Eval(e, env); {
		case holds == cond.True:
			return finding{f, holds, asksDType(f.Condition)}, true
		case holds == cond.Unknown && !ok:
			chosen, ok = finding{f, holds, asksDType(f.Condition)}, true
		}
	}
	return chosen, ok
}

// asksDType reports whether a condition is about the dtype.
func asksDType(condition string) bool {
	return strings.Contains(condition, "dtype is ") || strings.Contains(condition, "dtype in ")
}

// reportAll reports the uses whose finding is the rule's.
func reportAll(p *analyzer.Pass, mine func(finding) bool) {
	for u := range uses(p) {
		if f, ok := choose(p, u); ok && mine(f) {
			report(p, u, f)
		}
	}
}

func report(p *analyzer.Pass, u use, f finding) {
	conf, grade := u.confidence, severity(f.Verdict)
	if f.holds != cond.True {
		conf, grade = analyzer.Possible, min(grade, analyzer.Warning)
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(u.at),
		Message:    message(u, f),
		Help:       help(u, f),
		Severity:   grade,
		Confidence: conf,
		API:        u.api,
		Ops:        operatorsOf(f.Verdict),
		Fact:       f.Verdict.Ref,
	})
}

// operatorsOf names the operator that a verdict is about; verdicts on an API
// as a whole name none.
func operatorsOf(v opsdb.Verdict) []string {
	if strings.Contains(v.Operator, "::") || strings.HasPrefix(v.Operator, "lax.") {
		return []string{v.Operator}
	}
	return nil
}

// severity follows from what happens to the call, as far as the evidence
// carries it: only documents and sources make an error, and what nobody has
// published is worth a note.
func severity(v opsdb.Verdict) analyzer.Severity {
	s := analyzer.Warning
	if v.Status == opsdb.Unsupported || v.Status == opsdb.CUDAOnly {
		s = analyzer.Error
	}
	switch v.Ref.Evidence {
	case opsdb.Documented, opsdb.FromSource, opsdb.Overlaid:
		return s
	case opsdb.Unofficial:
		return analyzer.Info
	case opsdb.Inferred:
		if v.Status == opsdb.Limited {
			return analyzer.Info
		}
	}
	return min(s, analyzer.Warning)
}
