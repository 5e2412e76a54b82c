package operators

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// takesDefaults reports whether a conditional obstacle applies where the function
// around it is called without the parameters that it passes on, and notes those.
func (o *obstacle) takesDefaults(p *analyzer.Pass) bool {
	defs, with, ok := opcall.ByDefault(p.Model, &o.use.Call, o.finding.Finding, p.Target)
	if !ok || len(defs) == 0 {
		return false
	}
	for _, d := range defs {
		a, known := reach.ParameterOf(p.Model, d)
		if !known {
			return false
		}
		o.defaults = append(o.defaults, a)
	}
	o.finding.With = ""
	o.at.Message += ", with " + with + " unless something else is passed"
	return true
}

// byDefault reports whether a call leaves the defaults that make an obstacle.
func (o *obstacle) byDefault(t *syntax.Tree, call syntax.Node) bool {
	if _, _, splat := t.ArgCount(call); splat && len(o.defaults) > 0 {
		return false
	}
	for _, a := range o.defaults {
		if a.Passed(t, call) != syntax.None {
			return false
		}
	}
	return true
}

// mayReturn is the text about an obstacle that its function may not reach.
func (o *obstacle) mayReturn() string {
	if o.skipped {
		return ", unless it returns before"
	}
	return ""
}

// severity is that of the verdict, and of a note where the function may not get there.
func (o *obstacle) severity() analyzer.Severity {
	if o.skipped {
		return analyzer.Info
	}
	return severity(o.finding.Verdict)
}
