package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// lineTable holds where the lines of a text start and how most of them end. The
// last entry is the start of the text behind the last line end, which may be
// empty.
type lineTable struct {
	starts []int
	ascii  bool // then a column is a byte offset
	eol    string
}

// table builds the line table on first use: most files have no finding and
// need none.
func (f *File) table() *lineTable {
	f.lineOnce.Do(func() {
		starts := make([]int, 1, 1+len(f.Text)/32)
		for i, c := range f.Text {
			if c == '\n' || c == '\r' && (i+1 == len(f.Text) || f.Text[i+1] != '\n') {
				starts = append(starts, i+1)
			}
		}
		f.lines = lineTable{starts: starts, ascii: indexHigh(f.Text) < 0, eol: f.countEOL()}
	})
	return &f.lines
}

// LineAt is the line of Text that holds an offset, as Line and LineStart count
// them: 1-based, through all cells of a notebook.
func (f *File) LineAt(text int) int {
	starts := f.table().starts
	return sort.Search(len(starts), func(i int) bool { return starts[i] > text })
}

// Position is the line and the column of an offset of Text. The line ends are "\n",
// "\r\n" and a lone "\r", as in Python. An offset within a character counts as the
// character's start, one behind the text as its end.
func (f *File) Position(text int) Position {
	text = min(max(text, 0), len(f.Text))
	for text > 0 && text < len(f.Text) && !utf8.RuneStart(f.Text[text]) {
		text--
	}
	table := f.table()
	line := f.LineAt(text)
	before := f.Text[table.starts[line-1]:text]
	p := Position{Line: line, FileLine: line, Byte: 1 + len(before), Cell: -1}
	if f.notebook != nil {
		f.inCell(&p, text)
	}
	if table.ascii {
		p.Column, p.UTF16 = p.Byte, p.Byte
		return p
	}
	p.Column, p.UTF16 = 1, 1
	for i := 0; i < len(before); {
		_, size := utf8.DecodeRune(before[i:])
		i += size
		p.Column++
		p.UTF16++
		if size == utf8.UTFMax {
			p.UTF16++ // a surrogate pair
		}
	}
	return p
}

// LineCount is the number of lines as people count them: the end of the last
// line does not begin another one. Position gives line LineCount()+1 for the
// end of a text that ends in a line end.
func (f *File) LineCount() int {
	starts := f.table().starts
	if starts[len(starts)-1] == len(f.Text) {
		return len(starts) - 1
	}
	return len(starts)
}

// LineStart is the offset of the first byte of line n, 1-based; the length of
// Text for a line behind the last.
func (f *File) LineStart(n int) int {
	starts := f.table().starts
	if n > len(starts) {
		return len(f.Text)
	}
	return starts[max(n, 1)-1]
}

// Line is the text of line n, 1-based, without its line end; nil if there is
// no such line. Commands to IPython in it are as they were written.
func (f *File) Line(n int) []byte {
	if n < 1 || n > f.LineCount() {
		return nil
	}
	text := f.Text
	if f.notebook != nil {
		text = f.notebook.shown
	}
	line := text[f.LineStart(n):f.LineStart(n+1)]
	line = bytes.TrimSuffix(line, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}

// Offset is the offset of a line of Text and a column in code points, both
// 1-based: the inverse of LineAt and Position. A column behind the line is its end.
func (f *File) Offset(line, column int) int {
	rest := f.Line(line)
	at := f.LineStart(line)
	for ; column > 1 && len(rest) > 0; column-- {
		_, size := utf8.DecodeRune(rest)
		rest, at = rest[size:], at+size
	}
	return at
}
