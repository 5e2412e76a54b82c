package edit

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

var (
	// ErrOverlap says that two edits change the same bytes.
	ErrOverlap = errors.New("edits overlap")
	// ErrRange says that an edit lies outside the text, within a character,
	// or in another file.
	ErrRange = errors.New("edit does not fit the file")
)

// Apply makes the edits, in any order, in decoded text. Equal edits are made
// once. Line ends in inserted text are taken as they are.
func Apply(text []byte, edits []Edit) ([]byte, error) {
	edits = arrange(edits)
	if err := check(text, edits); err != nil {
		return nil, fmt.Errorf("edit: %w", err)
	}
	return splice(text, edits, func(e Edit) (source.Span, []byte, error) { return e.Span, []byte(e.Text), nil })
}

// ApplyRaw makes the edits in the bytes of a file on disk and leaves all other bytes
// unchanged. Inserted text takes the encoding and the line ends of the file.
func ApplyRaw(f *source.File, edits []Edit) ([]byte, error) {
	edits = arrange(edits)
	for _, e := range edits {
		if e.Path != f.Path {
			return nil, fmt.Errorf("edit: %w: it is for %s, not %s", ErrRange, e.Path, f.Path)
		}
	}
	if err := check(f.Text, edits); err != nil {
		return nil, fmt.Errorf("edit: %s: %w", f.Path, err)
	}
	raw, err := splice(f.Raw, edits, func(e Edit) (source.Span, []byte, error) { return f.RawEdit(e.Span, e.Text) })
	if err == nil {
		raw, err = f.TrimCells(raw)
	}
	if err != nil {
		return nil, fmt.Errorf("edit: %w", err)
	}
	return raw, nil
}

// check reports the first of the arranged edits that cannot be made in text.
func check(text []byte, edits []Edit) error {
	for _, e := range edits {
		if e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(text) {
			return fmt.Errorf("%w: bytes %d to %d of %d", ErrRange, e.Span.Start, e.Span.End, len(text))
		}
		for _, at := range []int{e.Span.Start, e.Span.End} {
			if at < len(text) && !utf8.RuneStart(text[at]) {
				return fmt.Errorf("%w: byte %d is within a character", ErrRange, at)
			}
		}
	}
	if i := conflicting(edits); i >= 0 {
		return fmt.Errorf("%w at byte %d", ErrOverlap, edits[i].Span.Start)
	}
	return nil
}

// splice builds the edited copy of data; place returns the bytes that an edit replaces,
// and their replacement.
func splice(data []byte, edits []Edit, place func(Edit) (source.Span, []byte, error)) ([]byte, error) {
	out := make([]byte, 0, len(data)+64*len(edits))
	at := 0
	for _, e := range edits {
		span, text, err := place(e)
		if err != nil {
			return nil, err
		}
		out = append(out, data[at:span.Start]...)
		out = append(out, text...)
		at = span.End
	}
	return append(out, data[at:]...), nil
}
