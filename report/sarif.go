package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/url"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// sarifSchema names the schema that SARIF's own validators know.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// sarifRelated is how many further places GitHub shows of a result.
const sarifRelated = 100

// sarifFixEdits is how long a fix may be to stand at every finding that it
// mends; a longer one stands at the first only.
const sarifFixEdits = 20

// SARIF writes a SARIF 2.1.0 log that GitHub's code scanning takes: the worst
// findings first, and no more than it accepts. Silenced findings are marked as
// suppressed and come last.
func SARIF(w io.Writer, in *Input) error {
	list := worstFirst(in.shown())
	for i := range in.Diagnostics {
		if d := &in.Diagnostics[i]; d.Suppressed {
			list = append(list, d)
		}
	}
	return writeJSON(w, in.sarif(list))
}

// sarif is the log of findings in the order given.
func (in *Input) sarif(list []*analyzer.Diagnostic) sarifLog {
	s := &sarifWriter{in: in, list: []sarifRule{}, rules: make(map[string]int), fixed: make(map[analyzer.GroupID]bool)}
	for _, d := range list {
		s.rule(d)
	}
	var budget sarifBudget
	for i, d := range list {
		if !budget.take(s.result(d)) {
			s.leftOut(len(list) - i)
			break
		}
	}
	for _, d := range list {
		if unanalysed(d) {
			s.notify(d)
		}
	}
	return sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{{
		Tool: sarifTool{sarifDriver{
			Name: "neuronlint", Version: sarifVersion(in.Version), InformationURI: projectURL, Rules: s.list, DefaultLanguage: "en-US",
		}},
		Invocations: []sarifInvocation{{in.InternalErrors == 0, s.notifications}},
		ColumnKind:  "utf16CodeUnits",
		Results:     append([]sarifResult{}, budget.results...),
		Properties: map[string]string{
			"sdk": in.SDK, "rewrite": in.Rewrite, "stack": in.Stack, "target": in.Target, "opsdb": in.OpsDB,
		},
	}}}
}

// sarifWriter is the state shared by the parts of a log.
type sarifWriter struct {
	in            *Input
	list          []sarifRule
	rules         map[string]int // code → index in list
	fixed         map[analyzer.GroupID]bool
	notifications []sarifNotification
}

// result is one finding.
func (s *sarifWriter) result(d *analyzer.Diagnostic) sarifResult {
	out := sarifResult{
		RuleID: d.Code, RuleIndex: s.rules[d.Code], Level: sarifLevel(d.Severity),
		Message:      sarifText{Text: unlinked(sentences(d))},
		Locations:    []sarifLocation{{Physical: s.physical(d.Path, d.Span, wholeFile(d))}},
		Fingerprints: map[string]string{"neuronlint/v1": d.Fingerprint},
		Properties:   sarifProperties(d),
	}
	for i := range d.Related[:min(len(d.Related), sarifRelated)] {
		path, _ := s.in.relatedPlace(d, i)
		id := i + 1
		out.Related = append(out.Related, sarifLocation{
			ID: &id, Physical: s.physical(path, d.Related[i].Span, false),
			Message: &sarifText{Text: unlinked(sentence(d.Related[i].Message))},
		})
	}
	if doubt, ok := doubted(d); ok && !doubt.Told && doubt.Span != (source.Span{}) && len(out.Related) < sarifRelated {
		path, _ := doubtPath(d, doubt)
		id := len(out.Related) + 1
		out.Related = append(out.Related, sarifLocation{
			ID: &id, Physical: s.physical(path, doubt.Span, false),
			Message: &sarifText{Text: unlinked(sentence(because(d) + s.in.doubtText(d, doubt)))},
		})
	}
	if d.Suppressed {
		out.Suppressions = []sarifSuppression{{Kind: "inSource"}}
	} else {
		out.Fixes = s.fixes(d)
	}
	return out
}

// physical is a place, without columns if it is a whole file.
func (s *sarifWriter) physical(path string, span source.Span, whole bool) sarifPhysical {
	p := sarifPhysical{Artifact: sarifArtifact{uri(path)}, Region: &sarifRegion{StartLine: 1}}
	if f := s.in.file(path); f != nil && !whole {
		p.Region = s.in.region(path, span).sarif()
		if first := f.Position(span.Start); first.Cell < 0 && f.LineAt(span.End) == f.LineAt(span.Start) {
			p.Region.Snippet = snippet(f, span)
		}
	}
	return p
}

// snippet is the text of a span, if that is short enough to be of use.
func snippet(f *source.File, span source.Span) *sarifText {
	const longest = 400
	if span.Len() == 0 || span.Len() > longest {
		return nil
	}
	return &sarifText{Text: string(f.Text[span.Start:span.End])}
}

func (r region) sarif() *sarifRegion {
	return &sarifRegion{StartLine: r.start.Line, StartColumn: r.start.UTF16, EndLine: r.end.Line, EndColumn: r.end.UTF16}
}

// fixes are the changes that can be applied, each with all that goes with it.
func (s *sarifWriter) fixes(d *analyzer.Diagnostic) []sarifFix {
	fix := s.in.offered(d)
	if fix == nil {
		return nil
	}
	edits := s.in.edits(fix)
	if len(edits) > sarifFixEdits && s.fixed[fix.Group] {
		return nil
	}
	if _, err := s.in.hunks(edits, math.MaxInt); err != nil {
		return nil // part of a fix is worse than none
	}
	s.fixed[fix.Group] = true
	out := sarifFix{Description: sarifText{Text: sentence(fix.Title + " (" + fix.Safety.String() + ")")}}
	for _, e := range edits {
		if n := len(out.Changes); n == 0 || out.Changes[n-1].Artifact.URI != uri(e.Path) {
			out.Changes = append(out.Changes, sarifChange{Artifact: sarifArtifact{uri(e.Path)}})
		}
		raw, ok := s.in.jsonEdit(e)
		if !ok {
			return nil
		}
		r := sarifReplacement{Deleted: *s.in.region(e.Path, e.Span).sarif()}
		if raw.Text != "" {
			r.Inserted = &sarifText{Text: raw.Text}
		}
		last := &out.Changes[len(out.Changes)-1]
		last.Replacements = append(last.Replacements, r)
	}
	return []sarifFix{out}
}

// notify reports an error of the run itself.
func (s *sarifWriter) notify(d *analyzer.Diagnostic) {
	s.notifications = append(s.notifications, sarifNotification{
		Descriptor: &sarifDescriptor{d.Code}, Level: sarifLevel(d.Severity), Message: sarifText{Text: unlinked(sentences(d))},
		Locations: []sarifLocation{{Physical: s.physical(d.Path, d.Span, wholeFile(d))}},
	})
}

// leftOut says that the log is not complete.
func (s *sarifWriter) leftOut(n int) {
	text := fmt.Sprintf("%s left out: GitHub takes at most %d results and %d MB in one upload.",
		plural(n, "finding"), sarifMaxResults, sarifMaxBytes/1_000_000)
	s.notifications = append(s.notifications, sarifNotification{Level: "warning", Message: sarifText{Text: text}})
}

// sarifVersion is a version that can be compared, also of a program that was
// built from no release.
func sarifVersion(version string) string {
	version = strings.TrimPrefix(version, "v")
	if version == "" || version[0] < '0' || version[0] > '9' {
		return "0.0.0-" + version
	}
	return version
}

func sarifLevel(severity analyzer.Severity) string {
	return [...]string{analyzer.Info: "note", analyzer.Warning: "warning", analyzer.Error: "error"}[severity]
}

// sarifProperties are the fields that SARIF has no place for.
func sarifProperties(d *analyzer.Diagnostic) map[string]any {
	p := map[string]any{"category": d.Category, "confidence": d.Confidence.String()}
	if source := citation(d); source != "" {
		p["source"] = plain(source)
		p["sourceUris"] = addresses(d.Fact.Source)
	}
	if d.API != "" {
		p["api"] = d.API
	}
	if len(d.Ops) > 0 {
		p["operators"] = d.Ops
	}
	return p
}

// uri is a path as a relative reference; an absolute one becomes a file URI.
func uri(path string) string {
	u := url.URL{Path: path}
	if strings.HasPrefix(path, "/") {
		u.Scheme = "file"
	}
	return u.String()
}

// unlinked is text in which SARIF sees no embedded link, which is written
// "[text](1)".
func unlinked(text string) string {
	if !strings.Contains(text, "](") {
		return text
	}
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(text)
}

// encoded is a value as JSON; "null" for values that JSON cannot hold, which ours never
// are.
func encoded(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		return []byte("null")
	}
	return data
}
