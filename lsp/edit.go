package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// change is the text of one document, or of one cell, with what is to be made of it.
type change struct {
	uri     string
	version *int // nil for a file that is not open
	edits   []textEdit
}

// workspaceEdit is edits of files as the editor makes them; it fails where a document has
// changed since the run.
func (o *outcome) workspaceEdit(edits []analyzer.Edit) (*workspaceEdit, error) {
	byPath := make(map[string][]analyzer.Edit)
	for _, e := range edits {
		byPath[e.Path] = append(byPath[e.Path], e)
	}
	var all []change
	for path, list := range byPath {
		changes, err := o.changes(path, edit.OfGroup(list))
		if err != nil {
			return nil, err
		}
		all = append(all, changes...)
	}
	return o.e.s.workspaceEdit(all), nil
}

// workspaceEdit puts changes into the form that the client takes.
func (s *server) workspaceEdit(all []change) *workspaceEdit {
	slices.SortFunc(all, func(a, b change) int { return strings.Compare(a.uri, b.uri) })
	out := &workspaceEdit{}
	versioned := s.capabilities().Workspace.WorkspaceEdit.DocumentChanges
	if !versioned {
		out.Changes = make(map[string][]textEdit)
	}
	for _, c := range all {
		if versioned {
			out.DocumentChanges = append(out.DocumentChanges, textDocumentEdit{versionedDocument{c.uri, c.version}, c.edits})
		} else {
			out.Changes[c.uri] = c.edits
		}
	}
	return out
}

// changes are edits of one file.
func (o *outcome) changes(path string, edits []analyzer.Edit) ([]change, error) {
	d, f := o.docs[path], o.file(path)
	switch {
	case f == nil, d != nil && !o.e.s.docs.is(d):
		return nil, errOld
	case d == nil && !source.IsNotebook(path), d != nil && d.notebook == nil && f.Cells() == nil:
		return []change{o.inText(path, d, f, edits)}, nil
	}
	raw, err := edit.ApplyRaw(f, edits)
	if err != nil {
		return nil, fmt.Errorf("lsp: %w", err)
	}
	return o.between(path, d, f, raw)
}

// inText are edits of a text, one for one.
func (o *outcome) inText(path string, d *document, f *source.File, edits []analyzer.Edit) change {
	c := change{uri: o.uri(path)}
	if d != nil {
		c.version = &d.version
	}
	for _, e := range edits {
		c.edits = append(c.edits, textEdit{o.place(path, f, e.Span).Range, lineEnds(e.Text, f.EOL())})
	}
	return c
}

// between is the change that makes a file of other bytes.
func (o *outcome) between(path string, d *document, f *source.File, raw []byte) ([]change, error) {
	if d != nil && d.notebook != nil {
		return o.cellChanges(d, raw)
	}
	if f.Cells() == nil {
		after, err := source.New(path, raw)
		if err != nil {
			return nil, fmt.Errorf("lsp: %w", err)
		}
		return []change{o.inText(path, d, f, edit.Between(path, f.Text, after.Text))}, nil
	}
	c := change{uri: o.uri(path), edits: o.e.s.docs.units.difference(string(f.Raw), string(raw))}
	if d != nil {
		c.version = &d.version
	}
	return []change{c}, nil
}

// cellChanges are the cells of an open notebook that differ from those of another one.
func (o *outcome) cellChanges(d *document, raw []byte) ([]change, error) {
	var after struct {
		Cells []struct {
			Source string `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(raw, &after); err != nil {
		return nil, fmt.Errorf("lsp: %w", err)
	}
	if len(after.Cells) != len(d.notebook.cells) {
		return nil, errOld
	}
	var all []change
	for i, c := range d.notebook.cells {
		if edits := o.e.s.docs.units.difference(c.text, after.Cells[i].Source); edits != nil {
			all = append(all, change{c.uri, &c.version, edits})
		}
	}
	return all, nil
}

// lineEnds writes every line end of a text as eol.
func lineEnds(text, eol string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if eol == "\n" {
		return text
	}
	return strings.ReplaceAll(text, "\n", eol)
}
