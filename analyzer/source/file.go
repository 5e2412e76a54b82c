// Package source finds the Python files to check, decodes them as Python
// does, takes the code out of notebooks, and translates between the three ways
// a place in them is named: a byte offset in the decoded text, a byte offset in
// the file on disk, and a line and column.
package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
)

// File is one source file in memory. It must not be changed or copied once
// made; its methods may be called from several goroutines.
type File struct {
	Path string // as reported: relative to the working directory, with '/'
	Raw  []byte // the bytes on disk
	// Text is UTF-8 with "\n" or "\r\n" line ends and no byte order mark. It
	// aliases Raw where it can. Of a notebook it is the code of all cells.
	Text     []byte
	Encoding string // Python's name of the encoding, such as "utf-8" or "iso-8859-1"

	charset  charset
	pieces   []piece // how Text lies in Raw; nil where they are the same
	loneCRs  int     // line ends that are "\n" in Text and "\r" in Raw
	notebook *notebook
	lineOnce sync.Once
	lines    lineTable
}

var (
	// ErrBinary says that the file contains NUL bytes and is no Python source.
	ErrBinary = errors.New("file is binary")
	// ErrEncoding says that the bytes of the file are not in the encoding
	// that it declares, or that this encoding is not known. Python refuses
	// such a file too.
	ErrEncoding = errors.New("file cannot be decoded")
	// ErrTooLarge says that a file has more bytes than the caller will look at.
	ErrTooLarge = errors.New("file is too large")
)

// DecodeError is the error of New: the defect and its line.
type DecodeError struct {
	Path   string
	Line   int    // 1-based
	Reason string // "byte 0xe9 is not valid utf-8"
	Err    error  // ErrBinary, ErrEncoding or ErrNotebook
}

// Error is the path, the line and the reason.
func (e *DecodeError) Error() string {
	return fmt.Sprintf("%s:%d: %v: %s", e.Path, e.Line, e.Err, e.Reason)
}

// Unwrap is ErrBinary, ErrEncoding or ErrNotebook.
func (e *DecodeError) Unwrap() error { return e.Err }

// New decodes raw, which must not be changed afterwards; of a notebook, the
// code in its cells. Its errors are of type *DecodeError, but for ErrLanguage.
func New(path string, raw []byte) (*File, error) {
	return NewWithin(context.Background(), path, raw, math.MaxInt)
}

// NewWithin is New, but fails with ErrTooLarge as soon as the code of a notebook has more
// than maxText bytes: the record of where each byte came from takes many times their
// size. The text of other files is as large as they are. When ctx ends, so does the
// reading of cells.
func NewWithin(ctx context.Context, path string, raw []byte, maxText int) (*File, error) {
	if at := bytes.IndexByte(raw, 0); at >= 0 {
		return nil, decodeError(path, raw, at, ErrBinary, "it holds a NUL byte")
	}
	if IsNotebook(path) {
		return newNotebook(ctx, path, raw, maxText)
	}
	f := &File{Path: path, Raw: raw}
	body := bytes.TrimPrefix(raw, []byte("\ufeff"))
	marked := len(body) < len(raw)
	name, at := cookie(body)
	if IsProjectFile(path) {
		name, at = "utf-8", 0 // a comment that names an encoding is one for Python
	}
	set, ok := lookupCharset(name)
	switch {
	case !ok:
		return nil, decodeError(path, body, at, ErrEncoding, fmt.Sprintf("unknown encoding %q", name))
	case marked && set.decode != nil:
		return nil, decodeError(path, body, at, ErrEncoding,
			fmt.Sprintf("encoding %q contradicts the UTF-8 byte order mark", name))
	}
	f.charset, f.Encoding = set, set.name
	text, pieces, bad := set.decodeAll(body)
	if bad >= 0 {
		reason := fmt.Sprintf("byte %#02x is not valid %s", body[bad], set.name)
		if set.wide {
			reason = fmt.Sprintf("byte %#02x is beyond ASCII, which is all that is read of %s", body[bad], set.name)
		}
		return nil, decodeError(path, body, bad, ErrEncoding, reason)
	}
	if marked {
		pieces = []piece{{text: 0, raw: len(raw) - len(body), size: len(body)}}
	}
	f.pieces = pieces
	f.Text, f.loneCRs = unifyLineEnds(text)
	return f, nil
}

// decodeError places an error at offset at of raw.
func decodeError(path string, raw []byte, at int, err error, reason string) error {
	return &DecodeError{Path: path, Line: 1 + countLineEnds(raw[:at]), Reason: reason, Err: err}
}

// unifyLineEnds turns every "\r" without a following "\n" into "\n", as Python reads it;
// the parser would not. Offsets do not change; text is copied only if there is such a
// "\r".
func unifyLineEnds(text []byte) (unified []byte, loneCRs int) {
	unified = text
	for i := 0; i < len(text); i++ {
		next := bytes.IndexByte(text[i:], '\r')
		if next < 0 {
			break
		}
		i += next
		if i+1 < len(text) && text[i+1] == '\n' {
			continue
		}
		if loneCRs == 0 {
			unified = bytes.Clone(text)
		}
		loneCRs++
		unified[i] = '\n'
	}
	return unified, loneCRs
}

// countLineEnds counts "\n", "\r\n" and lone "\r".
func countLineEnds(text []byte) int {
	return bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) - bytes.Count(text, []byte("\r\n"))
}

// EOL is the line end that most lines of the file have on disk: "\n", "\r\n"
// or "\r"; "\n" for a file of one line.
func (f *File) EOL() string { return f.table().eol }

func (f *File) countEOL() string {
	crlf := bytes.Count(f.Text, []byte("\r\n"))
	lf := bytes.Count(f.Text, []byte("\n")) - crlf - f.loneCRs
	switch {
	case f.loneCRs > lf && f.loneCRs > crlf:
		return "\r"
	case crlf > lf:
		return "\r\n"
	default:
		return "\n"
	}
}
