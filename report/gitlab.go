package report

import (
	"fmt"
	"io"

	"github.com/neuronlint/neuronlint/analyzer"
)

// The issues of a GitLab code quality report.
type (
	gitlabIssue struct {
		Description string         `json:"description"`
		CheckName   string         `json:"check_name"`
		Fingerprint string         `json:"fingerprint"`
		Severity    string         `json:"severity"`
		Location    gitlabLocation `json:"location"`
	}
	gitlabLocation struct {
		Path  string      `json:"path"`
		Lines gitlabLines `json:"lines"`
	}
	gitlabLines struct {
		Begin int `json:"begin"`
		End   int `json:"end"`
	}
)

// GitLab writes a code quality report. GitLab merges issues of one
// fingerprint, so each has its own.
func GitLab(w io.Writer, in *Input) error {
	issues := []gitlabIssue{}
	seen := make(map[string]int)
	for _, d := range in.shown() {
		at := in.finding(d)
		issues = append(issues, gitlabIssue{
			Description: sentences(d), CheckName: d.Code + " " + d.Name, Fingerprint: unique(d.Fingerprint, seen),
			Severity: gitlabSeverity(d.Severity),
			Location: gitlabLocation{Path: d.Path, Lines: gitlabLines{at.start.Line, max(at.end.Line, at.start.Line)}},
		})
	}
	return writeJSON(w, issues)
}

// gitlabSeverity leaves "blocker" out: whether a finding blocks is for
// --fail-on to say.
func gitlabSeverity(s analyzer.Severity) string {
	return [...]string{analyzer.Info: "info", analyzer.Warning: "major", analyzer.Error: "critical"}[s]
}

// unique is a name that is not in seen yet.
func unique(name string, seen map[string]int) string {
	seen[name]++
	if n := seen[name]; n > 1 {
		return fmt.Sprintf("%s-%d", name, n)
	}
	return name
}
