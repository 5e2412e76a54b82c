package lsp

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/report"
)

// hover says what is known of the operator or the name of CUDA's side at a place, and of a
// finding there the chain of reasons that why prints.
func (s *server) hover(ctx context.Context, p *positionParams) (any, error) {
	d := s.docs.get(p.TextDocument.URI)
	if d == nil || !d.judged() || source.IsProjectFile(d.path()) {
		return nil, nil
	}
	at, ok := s.placeIn(d, p)
	if !ok {
		return nil, nil
	}
	e := s.owner(d)
	set := e.settings()
	if set.options.DB == nil { // the settings are wrong, which was said
		return nil, nil
	}
	opts, _ := e.options(set)
	path := e.path(d)
	opts.Paths = []string{path}
	told, err := driver.Explain(ctx, opts, driver.Input{Path: path, Raw: d.raw()}, at)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	text := ""
	if err == nil { // else the text is not understood, which a finding says
		text = s.tell(told)
	}
	if text == "" {
		return nil, nil
	}
	return hover{Contents: markupContent{s.markup(), text}}, nil
}

// placeIn is the place of a request as the driver counts it.
func (s *server) placeIn(d *document, p *positionParams) (driver.Place, bool) {
	at := driver.Place{Cell: -1, Line: p.Position.Line + 1}
	text := d.text
	if d.notebook != nil {
		at.Cell = slices.IndexFunc(d.notebook.cells, func(c *cellDocument) bool { return c.uri == p.TextDocument.URI })
		if at.Cell < 0 || d.notebook.cells[at.Cell].kind != cellCode {
			return at, false
		}
		text = d.notebook.cells[at.Cell].text
	} else if source.IsNotebook(d.path()) {
		return at, false // the place is one in JSON
	}
	units := s.docs.units
	start := units.offset(text, position{Line: p.Position.Line})
	end := units.offset(text, p.Position)
	at.Column = 1 + utf8.RuneCountInString(text[start:end])
	return at, true
}

// markup is the kind of text that the client shows best.
func (s *server) markup() string {
	if formats := s.capabilities().TextDocument.Hover.ContentFormat; len(formats) > 0 && !slices.Contains(formats, "markdown") {
		return "plaintext"
	}
	return "markdown"
}

// tell is an explanation as text; empty if it would say nothing that the code does not.
func (s *server) tell(e *driver.Explanation) string {
	var b strings.Builder
	say := func(text string) {
		if s.markup() == "markdown" {
			text = markdown(text)
		}
		b.WriteString("- " + text + "\n")
	}
	for _, fact := range e.Facts {
		say(fact.Text)
	}
	for i := range e.Findings {
		f := &e.Findings[i]
		text := f.Code + " " + f.Name + ": " + report.Sentences(&f.Diagnostic)
		if f.Hidden != "" {
			text += " Not reported, " + f.Hidden + "."
		}
		say(text)
		for _, source := range report.Addresses(f.Fact.Source) {
			if s.markup() == "markdown" {
				b.WriteString("  <" + source + ">\n")
			}
		}
	}
	if len(e.Findings) == 0 {
		return b.String()
	}
	for _, step := range e.Steps {
		if !slices.Contains(e.Facts, step) {
			say(step.Text)
		}
	}
	return b.String()
}

// markdown has Markdown show a text as it is, with its addresses as links.
func markdown(text string) string {
	var b strings.Builder
	for {
		start := strings.Index(text, "https://")
		if start < 0 {
			return b.String() + escape(text)
		}
		end := len(text)
		if i := strings.IndexAny(text[start:], " \t\n)>,;"); i >= 0 {
			end = start + i
		}
		end = start + len(strings.TrimRight(text[start:end], "."))
		b.WriteString(escape(text[:start]) + "<" + text[start:end] + ">")
		text = text[end:]
	}
}

// escape has Markdown show a text as it is.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\`*_{}[]<>#|~&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
