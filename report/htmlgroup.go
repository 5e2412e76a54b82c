package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// htmlGroup are findings with one cause, folded together if there are several.
type htmlGroup struct {
	Head     *htmlCause // nil for a single finding
	Severity string     // the worst
	Findings []htmlFinding
}

// htmlChoice is a value to filter by, with the text that a reader sees.
type htmlChoice struct{ Value, Text string }

// byCause gathers findings with the same cause: those with the worst findings first, then
// in the order of the report.
func (in *Input) byCause(list []*analyzer.Diagnostic) [][]*analyzer.Diagnostic {
	at := make(map[htmlCauseKey]int)
	var groups [][]*analyzer.Diagnostic
	for _, d := range list {
		k := causeKey(d)
		i, ok := at[k]
		if !ok {
			i = len(groups)
			at[k], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], d)
	}
	slices.SortStableFunc(groups, func(a, b []*analyzer.Diagnostic) int { return cmp.Compare(worstOf(b), worstOf(a)) })
	return groups
}

func worstOf(list []*analyzer.Diagnostic) analyzer.Severity {
	worst := analyzer.Info
	for _, d := range list {
		worst = max(worst, d.Severity)
	}
	return worst
}

func (in *Input) htmlGroup(list []*analyzer.Diagnostic, frames *framer, cited *sources) htmlGroup {
	g := htmlGroup{Severity: worstOf(list).String()}
	if len(list) > 1 {
		g.Head = &in.causes(list)[0]
	}
	for _, d := range list {
		g.Findings = append(g.Findings, in.htmlFinding(d, frames, cited))
	}
	return g
}

// bestFix is the safety of the best fix of a finding that changes something, or "none".
func bestFix(d *analyzer.Diagnostic) string {
	if s := strongest(d); s > analyzer.Display {
		return s.String()
	}
	return "none"
}

// choices are the rules, files and kinds of evidence that findings have.
func choices(list []*analyzer.Diagnostic) (rules []htmlChoice, paths, evidence []string) {
	names := make(map[string]string)
	files, kinds := make(map[string]bool), make(map[string]bool)
	for _, d := range list {
		names[d.Code] = d.Name
		files[plain(d.Path)] = true
		if e := string(d.Fact.Evidence); e != "" {
			kinds[e] = true
		}
	}
	for code, name := range names {
		rules = append(rules, htmlChoice{code, code + " " + name})
	}
	slices.SortFunc(rules, func(a, b htmlChoice) int { return strings.Compare(a.Value, b.Value) })
	return rules, sortedKeys(files), sortedKeys(kinds)
}

func sortedKeys(set map[string]bool) []string {
	list := make([]string, 0, len(set))
	for s := range set {
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}
