package source

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// cellText is the decoded source of a cell with its layout in Raw.
type cellText struct {
	text    []byte
	pieces  []piece
	room    int    // how long text may become
	end     int    // in Raw, where the last line ends
	parting string // see cell
}

// addCell appends a code cell to Text. Cells that run in another program are left out,
// and commands to IPython are masked. It fails with ErrTooLarge if the cell has more than
// room bytes.
func (f *File) addCell(c cell, room int) error {
	t, err := decodeCell(f.Raw, c.raw, room)
	switch {
	case errors.Is(err, ErrTooLarge):
		return err
	case err != nil:
		reason := fmt.Sprintf("the source of cell %d %v", c.index+1, err)
		return &DecodeError{Path: f.Path, Line: c.fileLine, Reason: reason, Err: ErrNotebook}
	}
	var loneCRs int
	t.text, loneCRs = unifyLineEnds(t.text)
	f.loneCRs += loneCRs
	cut, skipped := cellMagic(t.text)
	hidden := mask
	if head, lines := shellHead(t.text); head > 0 {
		cut, skipped, hidden, c.shell = head, lines, lineMasks, true
	}
	c.skipped, c.parting, c.newline = skipped, t.parting, t.lastLineEnd()
	c.text.Start = len(f.Text)
	if cut > 0 {
		f.notebook.heads = append(f.notebook.heads, string(t.text[:cut]))
	}
	if n := len(t.text); n > cut && c.newline.Len() == 0 {
		t.pieces = append(t.pieces, piece{text: n, raw: t.end, size: 0})
		t.text = append(t.text, '\n')
	}
	f.notebook.shown = append(f.notebook.shown, t.text[cut:]...)
	for _, m := range hidden(t.text[cut:]) {
		f.notebook.masks = append(f.notebook.masks, Span{c.text.Start + m.Start, c.text.Start + m.End})
	}
	for _, p := range t.pieces {
		if p.text >= cut {
			f.pieces = append(f.pieces, piece{text: c.text.Start + p.text - cut, raw: p.raw, size: p.size})
		}
	}
	f.Text = append(f.Text, t.text[cut:]...)
	c.text.End = len(f.Text)
	f.notebook.cells = append(f.notebook.cells, c)
	return nil
}

// decodeCell decodes the source of a cell: a string, or a list of strings that
// mostly are its lines. It stops soon after room bytes.
func decodeCell(raw []byte, value Span, room int) (*cellText, error) {
	t := &cellText{end: value.End - 1, room: room}
	switch raw[value.Start] {
	case '"':
		t.add(raw, value)
	case '[':
		n := 0
		for s := range elements(raw, value) {
			if raw[s.Start] != '"' {
				return nil, fmt.Errorf("holds %.20s, which is no string", raw[s.Start:s.End])
			}
			switch n++; n {
			case 1: // how a second line would be written, should there be none
				t.parting = `",` + string(raw[value.Start+1:s.Start]) + `"`
			case 2:
				t.parting = string(raw[t.end : s.Start+1])
			}
			t.join(s)
			if t.add(raw, s); t.full() {
				break
			}
		}
	case 'n': // null
	default:
		return nil, fmt.Errorf("is %.20s, which is no string", raw[value.Start:value.End])
	}
	if t.full() {
		return nil, ErrTooLarge
	}
	return t, nil
}

// full reports whether there is more text than there may be.
func (t *cellText) full() bool { return len(t.text) > t.room }

// join adds the bytes of Raw between a line end and the next string to that line end:
// whoever deletes the one deletes the other.
func (t *cellText) join(s Span) {
	if n := len(t.text); n > 0 && t.text[n-1] == '\n' {
		last := &t.pieces[len(t.pieces)-1]
		last.size = s.Start + 1 - last.raw
	}
}

// add decodes a string, unless there is no room. Each escape is a piece of its
// own.
func (t *cellText) add(raw []byte, s Span) {
	t.end = s.End - 1
	for at := s.Start + 1; at < t.end && !t.full(); {
		run := at
		for run < t.end && raw[run] != '\\' {
			run++
		}
		if run > at {
			t.pieces = append(t.pieces, piece{text: len(t.text), raw: at, size: run - at})
			t.text = append(t.text, raw[at:run]...)
			at = run
			continue
		}
		r, size := unescape(raw[at:t.end])
		t.pieces = append(t.pieces, piece{text: len(t.text), raw: at, size: size})
		t.text = utf8.AppendRune(t.text, r)
		at += size
	}
}

// lastLineEnd is the line end in Raw at the end of the text; empty if there is none.
func (t *cellText) lastLineEnd() Span {
	n := len(t.text)
	if n == 0 || t.text[n-1] != '\n' {
		return Span{}
	}
	last := t.pieces[len(t.pieces)-1]
	end := Span{last.raw, last.raw + last.size}
	if n > 1 && t.text[n-2] == '\r' {
		end.Start = t.pieces[len(t.pieces)-2].raw
	}
	return end
}

// unescape decodes the escape that s begins with. Half a surrogate pair and NUL, which no
// Python text may hold, become the replacement character, which the parser does not
// understand either.
func unescape(s []byte) (r rune, size int) {
	switch s[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r = hexRune(s)
		if pair := utf16.DecodeRune(r, hexRune(s[6:])); pair != utf8.RuneError {
			return pair, 12
		}
		if r == 0 || utf16.IsSurrogate(r) {
			return utf8.RuneError, 6
		}
		return r, 6
	default:
		return rune(s[1]), 2
	}
}

// hexRune is the code of a "\uXXXX" that s begins with, -1 if there is none.
func hexRune(s []byte) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	code, err := strconv.ParseUint(string(s[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(code)
}
