package report

import (
	"fmt"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

const (
	// frameContext is how many lines are shown before and behind a finding.
	frameContext = 2
	// frameLines is how many lines of a finding itself are shown.
	frameLines = 8
	// frameRunes is how much of a line is shown to either side of a finding.
	frameRunes = 50
)

// htmlLine is a line of source.
type htmlLine struct {
	Number int
	Pieces []piece
}

// framer shows source. It remembers the tokens of one file, since findings come
// file by file.
type framer struct {
	file   *source.File
	tokens []token
}

// frame is the source around a span, with the span marked. It shows nothing of
// other cells.
func (fr *framer) frame(f *source.File, span source.Span) (lines []htmlLine, more string) {
	if fr.file != f {
		fr.file, fr.tokens = f, tokens(f.Text)
	}
	from, to := f.LineAt(span.Start), f.LineAt(max(span.Start, span.End-1))
	last := to
	if to >= from+frameLines {
		to = from + frameLines - 1
		more = fmt.Sprintf("… through %s", f.Position(f.LineStart(last)))
	}
	cell := f.Position(span.Start).Cell
	for n := max(1, from-frameContext); n <= min(f.LineCount(), to+frameContext); n++ {
		if pos := f.Position(f.LineStart(n)); pos.Cell == cell && (n <= to || more == "") {
			lines = append(lines, htmlLine{pos.Line, fr.line(n, span)})
		}
	}
	return lines, more
}

// line is one line in pieces, cut around the span if it is long.
func (fr *framer) line(n int, span source.Span) []piece {
	line, start := fr.file.Line(n), fr.file.LineStart(n)
	left, right := near(line, min(max(span.Start-start, 0), len(line)), frameRunes)
	var pieces []piece
	if left > 0 {
		pieces = append(pieces, piece{Text: "…"})
	}
	for at := start + left; at < start+right; {
		p, end := fr.piece(at, start+right, span)
		p.Text = visible(string(fr.file.Text[at:end]))
		pieces, at = append(pieces, p), end
	}
	if right < len(line) {
		pieces = append(pieces, piece{Text: "…"})
	}
	return pieces
}

// piece is how the text at an offset is shown, and where that changes.
func (fr *framer) piece(at, end int, span source.Span) (p piece, next int) {
	i, _ := slices.BinarySearchFunc(fr.tokens, at, func(t token, at int) int { return t.End - at - 1 })
	switch {
	case i == len(fr.tokens):
	case at < fr.tokens[i].Start:
		end = min(end, fr.tokens[i].Start)
	default:
		p.Class, end = fr.tokens[i].class, min(end, fr.tokens[i].End)
	}
	switch {
	case at < span.Start:
		end = min(end, span.Start)
	case at < span.End:
		p.Mark, end = true, min(end, span.End)
	}
	return p, end
}
