package report

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

const (
	// defaultColumns is how wide source lines are shown where the width of
	// the terminal is not known.
	defaultColumns = 120
	// leastColumns is kept even in a very narrow terminal.
	leastColumns = 40
)

// frame is the source line of a finding with carets below it.
func (p *printer) frame(f *source.File, span source.Span) {
	pos := f.Position(span.Start)
	line := f.Line(f.LineAt(span.Start))
	gutter := strconv.Itoa(pos.Line)
	blank := strings.Repeat(" ", len(gutter))

	from := pos.Byte - 1
	to := min(from+span.Len(), len(line))
	code, carets := p.marked(line, from, to)
	p.printf("%s %s\n", blank, p.dim("|"))
	p.printf("%s %s\n", p.dim(gutter), strings.TrimRight(p.dim("|")+" "+code, " "))
	p.printf("%s %s %s\n", blank, p.dim("|"), carets)
	if last := f.Position(span.End).Line; last > pos.Line {
		p.printf("%s %s %s\n", blank, p.dim("|"), p.dim(fmt.Sprintf("… through line %d", last)))
	}
}

// marked is the part of a line around the bytes [from, to), and the line of
// carets below.
func (p *printer) marked(line []byte, from, to int) (code, carets string) {
	line = bytes.TrimRight(line, " \t\r\n\f")
	from, to = min(from, len(line)), min(to, len(line))
	limit := max(p.columns, leastColumns)
	start, stop := near(line, from, limit)
	from, to = from-start, min(to, stop)-start
	c := newCells(line[start:stop])
	first, last := c.index(from), c.index(max(from, to-1))
	left, right := c.window(first, limit)
	last = min(last+1, right)

	code = strings.Join(c.text[left:right], "")
	below := c.blank(left, first)
	if start > 0 || left > 0 {
		code, below = "…"+code, " "+below
	}
	if start+c.start[right] < len(line) {
		code += "…"
	}
	count := 1
	if last > first {
		count = max(1, c.columns(first, last))
	}
	return code, below + p.caret(strings.Repeat("^", count))
}

// near is the part of a line that can be in view around a byte, so that a line
// of a megabyte is not taken apart for every finding in it.
func near(line []byte, at, limit int) (start, stop int) {
	start, stop = max(0, at-limit*utf8.UTFMax), min(len(line), at+limit*utf8.UTFMax)
	for start > 0 && !utf8.RuneStart(line[start]) {
		start--
	}
	for stop < len(line) && !utf8.RuneStart(line[stop]) {
		stop++
	}
	return start, stop
}
