package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// schemaVersion changes when a reader of the JSON would misread it.
const schemaVersion = 1

type jsonReport struct {
	SchemaVersion int              `json:"schema_version"`
	Tool          jsonTool         `json:"tool"`
	SDK           string           `json:"sdk"`
	Rewrite       string           `json:"rewrite"`
	Stack         string           `json:"stack"`
	Target        string           `json:"target"`
	ChosenBy      ChosenBy         `json:"chosen_by"`
	Signs         []Sign           `json:"signs,omitempty"`
	OpsDB         string           `json:"opsdb"`
	Summary       jsonSummary      `json:"summary"`
	Diagnostics   []jsonDiagnostic `json:"diagnostics"` // empty: see writeJSONList
}

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type jsonSummary struct {
	Files               int       `json:"files"`
	FilesFailed         int       `json:"files_failed"`
	Diagnostics         int       `json:"diagnostics"`
	Errors              int       `json:"errors"`
	Warnings            int       `json:"warnings"`
	Infos               int       `json:"infos"`
	Fixable             int       `json:"fixable"`
	Known               int       `json:"known"`
	UnresolvedReceivers int       `json:"unresolved_receivers"`
	TensorMethods       Receivers `json:"tensor_methods"`
	UnknownOperators    int       `json:"unknown_operators"`
	LargeTables         int       `json:"large_tables"`
	UnparsedLines       int       `json:"unparsed_lines"`

	ByRule      map[string]jsonGroup `json:"by_rule"` // by code
	ByCategory  map[string]jsonGroup `json:"by_category"`
	ByDirectory map[string]jsonGroup `json:"by_directory"`
}

// jsonGroup counts the findings that have something in common, without silenced ones.
type jsonGroup struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Infos    int `json:"infos"`
	Fixable  int `json:"fixable"` // by safe fixes
}

// countsBy are the counts by something, by its name.
func (in *Input) countsBy(by string) map[string]jsonGroup {
	groups := make(map[string]jsonGroup)
	for _, g := range in.countedBy(by) {
		groups[g.name] = jsonGroup{g.counts[analyzer.Error], g.counts[analyzer.Warning], g.counts[analyzer.Info], g.fixable}
	}
	return groups
}

type jsonDiagnostic struct {
	Path        string         `json:"path"`
	Cell        *int           `json:"cell"`
	Line        int            `json:"line"`
	Column      int            `json:"column"`
	EndLine     int            `json:"end_line"`
	EndColumn   int            `json:"end_column"`
	FileLine    int            `json:"file_line"`
	Start       int            `json:"start"`
	End         int            `json:"end"`
	Code        string         `json:"code"`
	Name        string         `json:"name"`
	Category    string         `json:"category"`
	Severity    string         `json:"severity"`
	Confidence  string         `json:"confidence"`
	Message     string         `json:"message"`
	Help        string         `json:"help"`
	API         string         `json:"api"`
	Ops         []string       `json:"ops"`
	Fact        *jsonFact      `json:"fact"`
	Related     []jsonRelated  `json:"related"`
	Component   *jsonComponent `json:"component"`
	Fingerprint string         `json:"fingerprint"`
	Suppressed  bool           `json:"suppressed"`
	Test        bool           `json:"test"`
	Fixes       []jsonFix      `json:"fixes"`

	Suggestion *jsonSuggestion `json:"suggestion,omitempty"`
}

type jsonFact struct {
	Evidence string `json:"evidence"`
	Source   string `json:"source"`
	Stack    string `json:"stack"`
	SDK      string `json:"sdk"`
	// URLs are where a browser shows the source.
	URLs []string `json:"urls"`
}

// jsonComponent is the device setting that a finding goes back to, and how much
// hangs on it.
type jsonComponent struct {
	ID      string `json:"id"`
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Cell    *int   `json:"cell"`
	Sources int    `json:"sources"`
	Places  int    `json:"places"`
	Tests   int    `json:"tests"`
	Files   int    `json:"files"`
}

type jsonRelated struct {
	Path    string `json:"path"`
	Cell    *int   `json:"cell"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

type jsonFix struct {
	Title    string       `json:"title"`
	Safety   string       `json:"safety"`
	Group    string       `json:"group"`
	Follows  string       `json:"follows,omitempty"`
	Reason   *jsonReason  `json:"reason,omitempty"`
	Requires jsonRequires `json:"requires"`
	Edits    []jsonEdit   `json:"edits"`
}

type jsonRequires struct {
	Stack string `json:"stack,omitempty"`
	SDK   string `json:"sdk,omitempty"`
}

// jsonEdit replaces bytes of the file as it lies on disk. Text is in the
// characters of the file's encoding, with its line ends.
type jsonEdit struct {
	Path  string `json:"path"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// JSON writes the report as one document.
func JSON(w io.Writer, in *Input) error {
	said := make(map[analyzer.GroupID]bool)
	return writeJSONList(w, in.jsonReport(), len(in.Diagnostics), func(i int) any { return in.jsonDiagnostic(&in.Diagnostics[i], said) })
}

// StatisticsJSON writes the same document without its findings.
func StatisticsJSON(w io.Writer, in *Input) error { return writeJSON(w, in.jsonReport()) }

func (in *Input) jsonReport() jsonReport {
	counts := Count(in)
	return jsonReport{
		SchemaVersion: schemaVersion,
		Tool:          jsonTool{Name: "neuronlint", Version: in.Version},
		SDK:           in.SDK, Rewrite: in.Rewrite, Stack: in.Stack, Target: in.Target, OpsDB: in.OpsDB,
		ChosenBy: cmp.Or(in.Choice.By, ByDefault), Signs: in.Choice.Signs,
		Summary: jsonSummary{
			Files: in.Files, FilesFailed: in.FilesFailed, Diagnostics: counts.Total(),
			Errors: counts.Errors, Warnings: counts.Warnings, Infos: counts.Infos, Fixable: counts.Fixable, Known: in.Known,
			UnresolvedReceivers: in.UnresolvedReceivers, TensorMethods: in.TensorMethods, UnknownOperators: in.UnknownOperators,
			LargeTables: in.LargeTables, UnparsedLines: in.UnparsedLines,
			ByRule: in.countsBy("code"), ByCategory: in.countsBy("category"), ByDirectory: in.countsBy("directory"),
		},
		Diagnostics: []jsonDiagnostic{},
	}
}

// writeJSONList writes the same text as writeJSON for a document that ends in a list of
// n values. The list is empty in doc: no more than one value is held at a time.
func writeJSONList(w io.Writer, doc any, n int, value func(i int) any) error {
	var text bytes.Buffer
	if n == 0 {
		return writeJSON(w, doc)
	}
	if err := writeJSON(&text, doc); err != nil {
		return err
	}
	const end = "]\n}\n"
	if _, err := w.Write(bytes.TrimSuffix(text.Bytes(), []byte(end))); err != nil {
		return fmt.Errorf("report: write json: %w", err)
	}
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("    ", "  ")
	before := "\n    "
	for i := range n {
		text.Reset()
		text.WriteString(before)
		if err := enc.Encode(value(i)); err != nil {
			return fmt.Errorf("report: write json: %w", err)
		}
		if _, err := w.Write(bytes.TrimSuffix(text.Bytes(), []byte("\n"))); err != nil {
			return fmt.Errorf("report: write json: %w", err)
		}
		before = ",\n    "
	}
	if _, err := io.WriteString(w, "\n  "+end); err != nil {
		return fmt.Errorf("report: write json: %w", err)
	}
	return nil
}

// writeJSON indents, so that the document can be read and compared by line,
// and leaves <, > and & as they are.
func writeJSON(w io.Writer, doc any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return fmt.Errorf("report: write json: %w", err)
	}
	return nil
}

// jsonDiagnostic is one finding; said are the groups whose suggestions were written.
func (in *Input) jsonDiagnostic(d *analyzer.Diagnostic, said map[analyzer.GroupID]bool) jsonDiagnostic {
	start, end := in.position(d.Path, d.Span.Start), in.position(d.Path, d.Span.End)
	raw := in.rawSpan(d.Path, d.Span)
	out := jsonDiagnostic{
		Path: d.Path, Cell: cell(start),
		Line: start.Line, Column: start.Column, EndLine: end.Line, EndColumn: end.Column,
		FileLine: start.FileLine, Start: raw.Start, End: raw.End,
		Code: d.Code, Name: d.Name, Category: string(d.Category),
		Severity: d.Severity.String(), Confidence: d.Confidence.String(),
		Message: d.Message, Help: d.Help, API: d.API, Ops: append([]string{}, d.Ops...),
		Related: []jsonRelated{}, Fingerprint: d.Fingerprint, Suppressed: d.Suppressed, Test: d.Test, Fixes: []jsonFix{},
	}
	if f := d.Fact; f.Source != "" || f.Evidence != "" {
		out.Fact = &jsonFact{Evidence: string(f.Evidence), Source: f.Source, Stack: f.Stack, SDK: f.SDK, URLs: addresses(f.Source)}
	}
	for i := range d.Related {
		path, pos := in.relatedPlace(d, i)
		out.Related = append(out.Related, jsonRelated{path, cell(pos), pos.Line, pos.Column, d.Related[i].Message})
	}
	if c := d.Cause; c != nil {
		pos := in.position(c.Path, c.Span.Start)
		out.Component = &jsonComponent{c.ID, c.Path, pos.Line, pos.Column, cell(pos), c.Sources, c.Places, c.Tests, c.Files}
	}
	for i := range d.Fixes {
		out.Fixes = append(out.Fixes, in.jsonFix(d, &d.Fixes[i]))
	}
	out.Suggestion = in.jsonSuggestion(d, said)
	return out
}

// cell is the index of the notebook cell; nil outside notebooks.
func cell(pos source.Position) *int {
	if pos.Cell < 0 {
		return nil
	}
	return &pos.Cell
}

// relatedPlace is where the i-th related place of a finding is.
func (in *Input) relatedPlace(d *analyzer.Diagnostic, i int) (string, source.Position) {
	path := d.Related[i].Path
	if path == "" {
		path = d.Path
	}
	return path, in.position(path, d.Related[i].Span.Start)
}

func (in *Input) rawSpan(path string, span source.Span) source.Span {
	if f := in.file(path); f != nil {
		return f.RawSpan(span)
	}
	return span
}
