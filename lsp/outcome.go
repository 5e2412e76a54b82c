package lsp

import (
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/report"
)

// outcome is the result of a run with the documents that it has seen.
type outcome struct {
	e      *engine
	opts   driver.Options
	result *driver.Result
	exact  bool                 // it is what check says, and not of before or of a part
	docs   map[string]*document // by the path that the run reports them under
	byPath map[string][]int     // findings

	mu sync.Mutex // held while the result is asked for a file
}

func newOutcome(e *engine, opts driver.Options, result *driver.Result, docs []*document) *outcome {
	out := &outcome{e: e, opts: opts, result: result, docs: make(map[string]*document), byPath: make(map[string][]int)}
	for _, d := range docs {
		if d.judged() {
			out.docs[e.path(d)] = d
		}
	}
	for i := range result.Diagnostics {
		if d := &result.Diagnostics[i]; !d.Suppressed {
			out.byPath[d.Path] = append(out.byPath[d.Path], i)
		}
	}
	return out
}

// saw reports whether the run has seen a document as it is.
func (o *outcome) saw(d *document) bool {
	seen := o.docs[o.e.path(d)]
	return seen != nil && seen.uri == d.uri && seen.serial == d.serial
}

// file is the text that findings of a path point into; nil if it is not known.
func (o *outcome) file(path string) *source.File {
	o.mu.Lock()
	defer o.mu.Unlock()
	if f := o.result.File(path); f != nil {
		return f
	}
	d := o.docs[path]
	if d == nil {
		return nil
	}
	f, err := source.New(path, d.raw())
	if err != nil {
		return nil
	}
	return f
}

// findings are those of a path.
func (o *outcome) findings(path string) []*analyzer.Diagnostic {
	var list []*analyzer.Diagnostic
	for _, i := range o.byPath[path] {
		list = append(list, &o.result.Diagnostics[i])
	}
	return list
}

// place is where a span of a file is in the editor: in a document, a cell, or a file that
// is not open.
func (o *outcome) place(path string, f *source.File, span source.Span) location {
	units := o.e.s.docs.units
	d := o.docs[path]
	start, end := f.Position(span.Start), f.Position(span.End)
	switch {
	case d != nil && d.notebook != nil && start.Cell >= 0 && start.Cell < len(d.notebook.cells):
		if end.Cell != start.Cell {
			end = start
		}
		return location{d.notebook.cells[start.Cell].uri, textRange{units.position(start), units.position(end)}}
	case start.Cell >= 0: // the editor shows its JSON
		raw := f.RawSpan(span)
		text := string(f.Raw)
		return location{o.uri(path), textRange{units.positionIn(text, raw.Start), units.positionIn(text, raw.End)}}
	}
	return location{o.uri(path), textRange{units.position(start), units.position(end)}}
}

// uri is the URI of a path.
func (o *outcome) uri(path string) string {
	if d := o.docs[path]; d != nil {
		return d.uri
	}
	name := filepath.FromSlash(path)
	if !filepath.IsAbs(name) {
		name = filepath.Join(o.e.dir, name)
	}
	return uriOf(name)
}

// diagnostic is a finding as the editor takes it, and the URI that it is published under.
func (o *outcome) diagnostic(d *analyzer.Diagnostic) (uri string, out diagnostic) {
	can := o.e.s.capabilities().TextDocument.PublishDiagnostics
	out = diagnostic{
		Severity: severityOf(d), Code: d.Code, Source: "neuronlint", Message: report.Sentences(d),
		Data: &diagnosticOrigins{d.Fingerprint},
	}
	uri = o.uri(d.Path)
	if f := o.file(d.Path); f != nil {
		at := o.place(d.Path, f, d.Span)
		uri, out.Range = at.URI, at.Range
	}
	if can.CodeDescriptionSupport {
		out.CodeDescription = &codeDescription{report.RulePage(d.Code)}
	}
	if len(can.TagSupport) > 0 {
		out.Tags = tagsOf(d)
	}
	if can.RelatedInformation {
		out.RelatedInformation = o.related(d)
	}
	return uri, out
}

// maxRelated bounds the further places of a finding; nobody reads more.
const maxRelated = 20

func (o *outcome) related(d *analyzer.Diagnostic) []relatedPlace {
	var list []relatedPlace
	for i := range d.Related[:min(len(d.Related), maxRelated)] {
		r := &d.Related[i]
		path := r.Path
		if path == "" {
			path = d.Path
		}
		if f := o.file(path); f != nil {
			list = append(list, relatedPlace{o.place(path, f, r.Span), r.Message})
		}
	}
	return list
}

// severityOf is the severity of a finding; findings in tests are hints, as reports for
// people do not list them.
func severityOf(d *analyzer.Diagnostic) int {
	switch {
	case d.Severity == analyzer.Error:
		return severityError
	case d.Severity == analyzer.Warning:
		return severityWarning
	case d.Test:
		return severityHint
	}
	return severityInfo
}

// tagsOf are the tags of a finding: a comment that silences nothing may go, and a name
// that the framework no longer has is struck out.
func tagsOf(d *analyzer.Diagnostic) []int {
	switch {
	case d.Code == driver.CodeUnusedSuppression:
		return []int{tagUnnecessary}
	case d.Name == "removed-api":
		return []int{tagDeprecated}
	}
	return nil
}

// show publishes the findings of documents that have not changed since the run began.
func (e *engine) show(out *outcome) {
	all := make(map[string][]diagnostic)
	versions := make(map[string]*int)
	for path, d := range out.docs {
		if !e.owns(d) || !e.s.docs.is(d) {
			continue // a later run has it
		}
		out.document(d, path, all, versions)
	}
	if e.wide() {
		out.others(all)
	}
	e.publish(out, all, versions)
}

// remember keeps an outcome for requests, and tells those that wait for it.
func (e *engine) remember(out *outcome) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last = out
	close(e.news)
	e.news = make(chan struct{})
}

// wide reports whether the findings of files that are not open are shown as well.
func (e *engine) wide() bool {
	e.s.mu.Lock()
	defer e.s.mu.Unlock()
	return e.uri == "" && e.s.settings.Diagnostics == workspaceWide
}

// document adds the findings of a document, or of its cells.
func (o *outcome) document(d *document, path string, all map[string][]diagnostic, versions map[string]*int) {
	if d.notebook == nil {
		all[d.uri], versions[d.uri] = []diagnostic{}, &d.version
	} else {
		for _, c := range d.notebook.cells {
			all[c.uri], versions[c.uri] = []diagnostic{}, &c.version
		}
	}
	for _, finding := range o.findings(path) {
		uri, shown := o.diagnostic(finding)
		if _, ok := all[uri]; !ok && d.notebook != nil && len(d.notebook.cells) > 0 {
			uri = d.notebook.cells[0].uri // of the notebook as a whole
		}
		all[uri] = append(all[uri], shown)
	}
}

// others adds the findings of files that are not open, and none for those that had some
// before.
func (o *outcome) others(all map[string][]diagnostic) {
	for path := range o.byPath {
		if o.docs[path] != nil {
			continue
		}
		for _, finding := range o.findings(path) {
			uri, shown := o.diagnostic(finding)
			all[uri] = append(all[uri], shown)
		}
	}
	open := make(map[string]bool)
	for _, d := range o.docs {
		for _, uri := range d.uris() {
			open[uri] = true
		}
	}
	for _, uri := range o.e.takeShown() {
		if all[uri] == nil && !open[uri] {
			all[uri] = []diagnostic{}
		}
	}
}

// publish sends findings, unless the document has changed or was closed meanwhile.
func (e *engine) publish(out *outcome, all map[string][]diagnostic, versions map[string]*int) {
	open := make(map[string]*document)
	for _, d := range out.docs {
		for _, uri := range d.uris() {
			open[uri] = d
		}
	}
	uris := make([]string, 0, len(all))
	for uri := range all {
		uris = append(uris, uri)
	}
	slices.Sort(uris)
	versioned := e.s.capabilities().TextDocument.PublishDiagnostics.VersionSupport
	for _, uri := range uris {
		p := publishParams{URI: uri, Diagnostics: all[uri]}
		if versioned {
			p.Version = versions[uri]
		}
		e.s.publishing.Lock()
		if d := open[uri]; d == nil || e.s.docs.is(d) {
			e.note(uri, len(p.Diagnostics) > 0)
			e.s.notify("textDocument/publishDiagnostics", p)
		}
		e.s.publishing.Unlock()
	}
}

// note tells whether the editor shows findings under a URI.
func (e *engine) note(uri string, shown bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if delete(e.shown, uri); shown {
		e.shown[uri] = true
	}
}

// takeShown forgets which documents have findings in the editor, and tells them.
func (e *engine) takeShown() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := slices.Sorted(maps.Keys(e.shown))
	clear(e.shown)
	return list
}
