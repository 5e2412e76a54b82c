package source

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// ErrProtected says that an edit would change text that is no Python: a command to
// IPython, or the bytes between two cells of a notebook.
var ErrProtected = errors.New("edit reaches beyond the code of a cell")

// RawEdit is the replacement of a span of Text by text as it is made in Raw: the bytes to
// replace, and the new ones. Line ends become those of the file. It fails with
// ErrEncoding if the encoding of the file lacks a character of text, and with
// ErrProtected.
func (f *File) RawEdit(span Span, text string) (Span, []byte, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if eol := f.EOL(); eol != "\n" {
		text = strings.ReplaceAll(text, "\n", eol)
	}
	raw, err := f.charset.encode(text)
	if err == nil && f.notebook != nil {
		raw, err = f.notebook.encode(span, text)
	}
	if err != nil {
		return Span{}, nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	return f.RawSpan(span), raw, nil
}

// encode writes text for the JSON of the cell around span.
func (n *notebook) encode(span Span, text string) ([]byte, error) {
	if !n.editable(span) {
		return nil, ErrProtected
	}
	c := n.cellAt(span.Start)
	raw := make([]byte, 0, len(text)+len(c.parting))
	for _, r := range text {
		switch {
		case r == '\n':
			raw = append(raw, `\n`+c.parting...)
		case r == '"' || r == '\\':
			raw = append(raw, '\\', byte(r))
		case r == '\t':
			raw = append(raw, `\t`...)
		case r == '\r':
			raw = append(raw, `\r`...)
		case r < ' ' || r >= utf8.RuneSelf && n.ascii:
			for _, unit := range utf16.Encode([]rune{r}) {
				raw = fmt.Appendf(raw, `\u%04x`, unit)
			}
		default:
			raw = utf8.AppendRune(raw, r)
		}
	}
	return raw, nil
}

// TrimCells removes from edited, which is Raw after edits, the line ends at the end of
// cells of a notebook whose last line was deleted: no editor ends a cell in one. Other
// files are returned unchanged.
func (f *File) TrimCells(edited []byte) ([]byte, error) {
	if f.notebook == nil {
		return edited, nil
	}
	after, err := New(f.Path, edited)
	if err != nil {
		return nil, err
	}
	if len(after.notebook.cells) != len(f.notebook.cells) {
		return nil, fmt.Errorf("%s: %w", f.Path, ErrProtected)
	}
	var trimmed []byte
	at := 0
	for i := range f.notebook.cells {
		if f.notebook.cells[i].newline.Len() > 0 {
			continue
		}
		extra := after.notebook.cells[i].newline
		trimmed = append(trimmed, edited[at:max(at, extra.Start)]...)
		at = max(at, extra.End)
	}
	return append(trimmed, edited[at:]...), nil
}

// SameOutsideCells reports whether two notebooks differ in the source of their
// code cells at most.
func (f *File) SameOutsideCells(other *File) bool {
	if f.notebook == nil || other.notebook == nil || len(f.notebook.cells) != len(other.notebook.cells) {
		return false
	}
	at, otherAt := 0, 0
	for i := range f.notebook.cells {
		a, b := &f.notebook.cells[i], &other.notebook.cells[i]
		if a.index != b.index || !bytes.Equal(f.Raw[at:a.raw.Start], other.Raw[otherAt:b.raw.Start]) {
			return false
		}
		at, otherAt = a.raw.End, b.raw.End
	}
	return bytes.Equal(f.Raw[at:], other.Raw[otherAt:])
}
