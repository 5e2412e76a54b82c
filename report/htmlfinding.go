package report

import (
	"math"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// diffBytes is how long a change may be to be shown word by word.
const diffBytes = 20_000

// htmlFinding is one finding.
type htmlFinding struct {
	ID, Code, Name, Page string
	Severity, Category   string
	Confidence           string
	Place                htmlPath
	Message, Help        []htmlSegment
	Frame                []htmlLine
	More                 string // the part that the frame leaves out
	Related              []htmlRelated
	Consequences         []htmlSegment
	Ground               string
	Sources              []htmlCitation
	Fixes                []htmlFix
	Mendable             bool
	Path, Best, Evidence string // what the page is filtered by
	Test                 bool
}

type htmlRelated struct {
	Place   htmlPath
	Message []htmlSegment
}

type htmlFix struct {
	Title  []htmlSegment
	Safety string
	Note   string
	Hunks  []htmlHunk
}

type htmlHunk struct {
	Place          string
	Removed, Added [][]piece
}

func (in *Input) htmlFinding(d *analyzer.Diagnostic, frames *framer, cited *sources) htmlFinding {
	pos := in.position(d.Path, d.Span.Start)
	out := htmlFinding{
		ID: d.Fingerprint, Code: d.Code, Name: d.Name, Page: rulePage(d.Code),
		Severity: d.Severity.String(), Category: string(d.Category), Confidence: d.Confidence.String(),
		Place:   htmlPath(place(d.Path, pos)),
		Message: htmlSegments(sentence(d.Message)), Help: htmlSegments(sentence(d.Help)),
		Path: plain(d.Path), Best: bestFix(d), Evidence: string(d.Fact.Evidence), Test: d.Test,
		Mendable: in.offered(d) != nil, Consequences: htmlSegments(sentence(in.consequences(d))),
	}
	if f := in.file(d.Path); f != nil && !wholeFile(d) {
		out.Frame, out.More = frames.frame(f, d.Span)
	}
	if d.Fact.Source != "" {
		out.Ground, out.Sources = d.Fact.Ground(), htmlCitations(d.Fact.Source, cited)
	}
	for _, n := range in.notes(d) {
		out.Related = append(out.Related, htmlRelated{htmlPath(n.place), htmlSegments(n.message)})
	}
	for i := range d.Fixes {
		if fix, ok := in.htmlFix(&d.Fixes[i]); ok {
			out.Fixes = append(out.Fixes, fix)
		}
	}
	return out
}

// htmlFix is the change of a fix at its finding; other changes of its group are
// counted.
func (in *Input) htmlFix(f *analyzer.Fix) (htmlFix, bool) {
	own := *f
	own.Group = ""
	hunks, err := in.hunks(in.edits(&own), math.MaxInt)
	if err != nil || len(hunks) == 0 {
		return htmlFix{}, false
	}
	out := htmlFix{Title: htmlSegments(f.Title), Safety: f.Safety.String()}
	if n := len(in.edits(f)) - len(in.edits(&own)); n > 0 {
		out.Note = "Applies together with " + plural(n, "other change") + "."
	}
	for _, h := range hunks {
		if len(h.old)+len(h.new) > diffBytes {
			out.Note = strings.TrimSpace(out.Note + " It is too long to be shown here: neuronlint check --diff prints it.")
			continue
		}
		shown := htmlHunk{Place: plain(h.path) + ", " + in.lineName(h)}
		shown.Removed, shown.Added = wordDiff(h.old, h.new)
		out.Hunks = append(out.Hunks, shown)
	}
	return out, true
}

// lineName is where a hunk begins, in words.
func (in *Input) lineName(h hunk) string {
	f := in.file(h.path)
	return f.Position(f.LineStart(h.first)).String()
}
