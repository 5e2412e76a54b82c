package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// The messages of the Reviewdog Diagnostic Format. Columns count the bytes of
// UTF-8, ends are exclusive, and a range without columns is whole lines.
type (
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Source      rdSource       `json:"source"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
		Related     []rdRelated    `json:"related_locations,omitempty"`
	}
	rdLocation struct {
		Path  string   `json:"path"`
		Range *rdRange `json:"range,omitempty"`
	}
	rdRange struct {
		Start rdPosition `json:"start"`
		End   rdPosition `json:"end"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
)

// reviewdog silently stops at a line of 64 KiB; the parts that can grow are bounded.
const (
	rdSuggestionBytes = 8 << 10 // escaping makes at most six of one
	rdRelatedPlaces   = 10
)

// RDJSONL writes diagnostics for reviewdog, one a line. A fix becomes a
// suggestion only if all that goes with it is one hunk, because a reviewer can
// accept one suggestion and leave the next.
func RDJSONL(w io.Writer, in *Input) error {
	shown := in.shown()
	suggested := make(map[analyzer.GroupID]string)
	return writeLines(w, len(shown), func(i int) any { return in.rdDiagnostic(shown[i], suggested) })
}

// rdDiagnostic is one finding; suggested says where a group was suggested, or ""
// if no suggestion can hold it.
func (in *Input) rdDiagnostic(d *analyzer.Diagnostic, suggested map[analyzer.GroupID]string) rdDiagnostic {
	out := rdDiagnostic{
		Severity: map[analyzer.Severity]string{analyzer.Error: "ERROR", analyzer.Warning: "WARNING", analyzer.Info: "INFO"}[d.Severity],
		Location: rdLocation{Path: d.Path}, Source: rdSource{"neuronlint", projectURL}, Code: rdCode{d.Code, rulePage(d.Code)},
	}
	parts := []string{sentences(d)}
	if !wholeFile(d) {
		out.Location.Range = in.finding(d).rd()
	}
	if fix := in.offered(d); fix != nil {
		note, suggestion := in.rdFix(d, fix, suggested)
		parts = append(parts, note)
		out.Suggestions = suggestion
	}
	for i := range d.Related[:min(len(d.Related), rdRelatedPlaces)] {
		path, _ := in.relatedPlace(d, i)
		out.Related = append(out.Related, rdRelated{
			plain(d.Related[i].Message), rdLocation{path, in.region(path, d.Related[i].Span).rd()},
		})
	}
	out.Message = strings.TrimSpace(strings.Join(parts, " "))
	return out
}

// rdFix is the suggestion of a fix, or where else the fix is to be had.
func (in *Input) rdFix(d *analyzer.Diagnostic, fix *analyzer.Fix, suggested map[analyzer.GroupID]string) (string, []rdSuggestion) {
	if place, ok := suggested[fix.Group]; ok && fix.Group != "" {
		if place == "" {
			return wholePatch(fix), nil
		}
		return "The suggestion at " + place + " mends this too.", nil
	}
	h, ok := in.suggested(d, fix)
	text := trimEOL(h.new)
	// An empty suggestion deletes the lines, so it cannot say "an empty line".
	if !ok || text == "" && h.new != "" || len(text) > rdSuggestionBytes {
		suggested[fix.Group] = ""
		return wholePatch(fix), nil
	}
	at := in.finding(d).start
	suggested[fix.Group] = fmt.Sprintf("%s:%d", plain(d.Path), at.Line)
	note := ""
	if fix.Safety == analyzer.Unsafe {
		note = "Review the suggestion before you apply it: it is right in most programs, not in all."
	}
	return note, []rdSuggestion{{rdRange{rdPosition{Line: h.first}, rdPosition{Line: h.last}}, text}}
}

// wholePatch says how to get a fix that no single suggestion can hold.
func wholePatch(fix *analyzer.Fix) string {
	command := "neuronlint check --diff"
	if fix.Safety == analyzer.Unsafe {
		command += " --unsafe"
	}
	return "The fix changes several places together; `" + command + "` prints it."
}

func (r region) rd() *rdRange {
	return &rdRange{rdPosition{r.start.Line, r.start.Byte}, rdPosition{r.end.Line, r.end.Byte}}
}
