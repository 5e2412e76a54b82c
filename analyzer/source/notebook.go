package source

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
)

var (
	// ErrNotebook says that a file is named like a notebook and is none.
	ErrNotebook = errors.New("file is no notebook")
	// ErrLanguage says that the cells of a notebook are not Python.
	ErrLanguage = errors.New("notebook is not in Python")
)

// notebook is the part of a File about the notebook that its text comes from. The text is
// that of the cells in order, so that they are read as one program.
type notebook struct {
	cells []cell
	shown []byte   // Text with the commands to IPython as they were written
	heads []string // the commands that cells begin with and that Text leaves out
	masks []Span   // where in Text other bytes stand for them, in order
	ascii bool     // the file has no character beyond ASCII
}

// cell is a code cell in Python.
type cell struct {
	index    int    // over all cells of the notebook
	text     Span   // in Text, with the line end that parts it from the next cell
	raw      Span   // of the value in Raw that holds the source, brackets included
	fileLine int    // of the first byte of raw, 1-based
	skipped  int    // lines of the cell that are not in Text, because they begin a cell magic
	parting  string // the bytes of Raw behind the line end of each line: `",\n    "` in a list
	shell    bool   // the text is for a shell, all of it masked
	newline  Span   // the line end in Raw that the source ends in; empty if it has none
}

// IsNotebook reports whether a file is a notebook by its name.
func IsNotebook(name string) bool { return strings.HasSuffix(name, ".ipynb") }

// newNotebook reads the Python in the code cells of a notebook. Its errors are
// of type *DecodeError, but for ErrLanguage, ErrTooLarge and that of ctx.
func newNotebook(ctx context.Context, path string, raw []byte, maxText int) (*File, error) {
	body := bytes.TrimPrefix(raw, []byte("\ufeff"))
	start := len(raw) - len(body)
	if bad := invalidUTF8(body); bad >= 0 {
		return nil, decodeError(path, body, bad, ErrEncoding, fmt.Sprintf("byte %#02x is not valid utf-8", body[bad]))
	}
	f := &File{Path: path, Raw: raw, Encoding: "utf-8", charset: charset{name: "utf-8"}}
	f.notebook = &notebook{ascii: indexHigh(body) < 0}
	if len(bytes.TrimSpace(body)) == 0 {
		return f, nil // as left by an editor that was asked to create one
	}
	if !validJSON(body) && !json.Valid(body) {
		at, reason := invalidJSON(body)
		return nil, decodeError(path, body, at, ErrNotebook, reason)
	}
	top := Span{skipSpace(raw, start), len(raw)}
	if language := notebookLanguage(raw, top); !isPythonName(language) {
		return nil, fmt.Errorf("%s: %w: it is in %s", path, ErrLanguage, language)
	}
	lists, err := cellLists(raw, top)
	if err != nil {
		return nil, decodeError(path, body, 0, ErrNotebook, err.Error())
	}
	if err := f.readCells(ctx, lists, maxText); err != nil {
		return nil, err
	}
	return f, nil
}

// invalidJSON is where a text stops being JSON, and why.
func invalidJSON(body []byte) (at int, reason string) {
	var discarded json.RawMessage
	err := json.Unmarshal(body, &discarded)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = min(max(int(syntax.Offset)-1, 0), len(body))
	}
	return at, fmt.Sprintf("invalid JSON: %v", err)
}

// notebookLanguage is the language that the metadata of a notebook name; empty
// if they name none, as in many that were written by hand.
func notebookLanguage(raw []byte, top Span) string {
	metadata, _ := member(raw, top, "metadata")
	for _, place := range [][2]string{{"language_info", "name"}, {"kernelspec", "language"}} {
		info, _ := member(raw, metadata, place[0])
		name, _ := member(raw, info, place[1])
		if language := stringValue(raw, name); language != "" {
			return language
		}
	}
	return ""
}

// isPythonName reports whether metadata that name a language mean Python.
func isPythonName(language string) bool {
	language = strings.ToLower(language)
	return language == "" || strings.Contains(language, "python") || language == "pyspark"
}

// cellLists are the lists of cells of a notebook: one, or before version 4 of
// the format one for each worksheet.
func cellLists(raw []byte, top Span) ([]Span, error) {
	if !isJSON(raw, top, '{') {
		return nil, errors.New("it is JSON, but no object")
	}
	if cells, ok := member(raw, top, "cells"); ok && isJSON(raw, cells, '[') {
		return []Span{cells}, nil
	}
	sheets, ok := member(raw, top, "worksheets")
	if !ok || !isJSON(raw, sheets, '[') {
		return nil, errors.New("it has no list of cells")
	}
	var lists []Span
	for sheet := range elements(raw, sheets) {
		cells, _ := member(raw, sheet, "cells")
		lists = append(lists, cells)
	}
	return lists, nil
}

// readCells appends the code of all cells to Text, which may take maxText bytes.
func (f *File) readCells(ctx context.Context, lists []Span, maxText int) error {
	index, line, at := 0, 1, 0
	for _, list := range lists {
		for value := range elements(f.Raw, list) {
			if ctx.Err() != nil {
				return fmt.Errorf("%s: %w", f.Path, context.Cause(ctx))
			}
			source, ok := pythonSource(f.Raw, value)
			if ok {
				line += bytes.Count(f.Raw[at:source.Start], []byte("\n"))
				at = source.Start
				if err := f.addCell(cell{index: index, raw: source, fileLine: line}, maxText-len(f.Text)); err != nil {
					if errors.Is(err, ErrTooLarge) {
						return fmt.Errorf("%w: its code has more than %d bytes", err, maxText)
					}
					return err
				}
			}
			index++
		}
	}
	return nil
}

// pythonSource is the place of the source of a cell; not ok unless it is code that the
// kernel of the notebook runs.
func pythonSource(raw []byte, object Span) (source Span, ok bool) {
	var kind, language string
	var input Span
	for key, value := range members(raw, object) {
		switch key {
		case "cell_type":
			kind = stringValue(raw, value)
		case "source":
			source = value
		case "input": // before version 4
			input = value
		case "language": // before version 4
			language = stringValue(raw, value)
		}
	}
	if source.Len() == 0 {
		source = input
	}
	return source, kind == "code" && source.Len() > 0 && isPythonName(language)
}

// cellAt is the cell around an offset of Text; nil if there is no text. The end of the
// text belongs to the last cell that has any.
func (n *notebook) cellAt(text int) *cell {
	i := sort.Search(len(n.cells), func(i int) bool { return n.cells[i].text.Start > text }) - 1
	for i > 0 && n.cells[i].text.Len() == 0 {
		i--
	}
	if i < 0 {
		return nil
	}
	return &n.cells[i]
}

// inCell completes the position of an offset of Text by its cell.
func (f *File) inCell(p *Position, text int) {
	c := f.notebook.cellAt(text)
	if c == nil {
		return
	}
	p.Cell = c.index
	p.Line += 1 + c.skipped - f.LineAt(c.text.Start)
	p.FileLine = c.fileLine + bytes.Count(f.Raw[c.raw.Start:f.RawOffset(text)], []byte("\n"))
}

// TextLine is the line of Text that Position calls line n of a cell, -1
// outside notebooks; 0 if there is none.
func (f *File) TextLine(cell, n int) int {
	first, last := 1, f.LineCount()
	if f.notebook != nil {
		i := sort.Search(len(f.notebook.cells), func(i int) bool { return f.notebook.cells[i].index >= cell })
		if i == len(f.notebook.cells) || f.notebook.cells[i].index != cell {
			return 0
		}
		c := &f.notebook.cells[i]
		first, n = f.LineAt(c.text.Start), n-c.skipped
		last = first - 1 + bytes.Count(f.Text[c.text.Start:c.text.End], []byte("\n"))
	}
	if line := first + n - 1; n > 0 && line <= last {
		return line
	}
	return 0
}

// masked reports whether a change of span would touch a command to IPython.
func (n *notebook) masked(span Span) bool {
	i := sort.Search(len(n.masks), func(i int) bool { return n.masks[i].End > span.Start })
	if i == len(n.masks) {
		return false
	}
	m := n.masks[i]
	return m.Overlaps(span) || span.Len() == 0 && m.Start < span.Start
}

// editable reports whether span is in one cell and holds nothing but Python.
func (n *notebook) editable(span Span) bool {
	c := n.cellAt(span.Start)
	return c != nil && span.End <= c.text.End && !n.masked(span)
}

// Editable reports whether RawEdit can change span: not if it reaches beyond
// the code of one cell.
func (f *File) Editable(span Span) bool { return f.notebook == nil || f.notebook.editable(span) }

// Masked reports whether there is a command to IPython at span, of which Text shows only
// a placeholder.
func (f *File) Masked(span Span) bool { return f.notebook != nil && f.notebook.masked(span) }

// Commands are the commands to IPython as they were written, with the cells that are
// handed to one of them; none outside notebooks.
func (f *File) Commands() []string {
	if f.notebook == nil {
		return nil
	}
	all := slices.Clone(f.notebook.heads)
	for _, m := range f.notebook.masks {
		all = append(all, string(f.notebook.shown[m.Start:m.End]))
	}
	return all
}

// Cells are the parts of Text that are cells of a notebook, without empty
// ones; nil outside notebooks.
func (f *File) Cells() []Span {
	if f.notebook == nil {
		return nil
	}
	cells := make([]Span, 0, len(f.notebook.cells))
	for i := range f.notebook.cells {
		if text := f.notebook.cells[i].text; text.Len() > 0 {
			cells = append(cells, text)
		}
	}
	return cells
}

// EndsCell reports whether a cell of a notebook ends at an offset of Text, so
// that text put there would be the next cell's.
func (f *File) EndsCell(text int) bool {
	if f.notebook == nil || text == 0 {
		return false
	}
	c := f.notebook.cellAt(text - 1)
	return c != nil && c.text.End == text
}
