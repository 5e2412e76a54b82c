package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// lineTable holds where the lines of a text start. The last entry is the
// start of the text behind the last line end, which may be empty.
type lineTable struct {
	starts []int
	ascii  bool // then a column is a byte offset
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
		f.lines = lineTable{starts: starts, ascii: indexHigh(f.Text) < 0}
	})
	return &f.lines
}

// Position says on which line and in which column an offset of Text is. The
// line ends are "\n", "\r\n" and a lone "\r", as in Python. An offset within a
// character counts as the character's start, one behind the text as its end.
func (f *File) Position(text int) Position {
	text = min(max(text, 0), len(f.Text))
	for text > 0 && text < len(f.Text) && !utf8.RuneStart(f.Text[text]) {
		text--
	}
	table := f.table()
	line := sort.Search(len(table.starts), func(i int) bool { return table.starts[i] > text })
	before := f.Text[table.starts[line-1]:text]
	p := Position{Line: line, FileLine: line, Byte: 1 + len(before), Cell: -1}
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
// no such line. It aliases Text.
func (f *File) Line(n int) []byte {
	if n < 1 || n > f.LineCount() {
		return nil
	}
	line := f.Text[f.LineStart(n):f.LineStart(n+1)]
	line = bytes.TrimSuffix(line, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}

// Offset is the offset of a line and a column in code points, both 1-based:
// the inverse of Position. A column behind the line is its end.
func (f *File) Offset(line, column int) int {
	rest := f.Line(line)
	at := f.LineStart(line)
	for ; column > 1 && len(rest) > 0; column-- {
		_, size := utf8.DecodeRune(rest)
		rest, at = rest[size:], at+size
	}
	return at
}
