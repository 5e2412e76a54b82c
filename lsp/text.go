package lsp

import (
	"strings"
	"unicode/utf8"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// encoding is the unit in which columns are counted on a connection.
type encoding string

const (
	utf8Units  encoding = "utf-8"
	utf16Units encoding = "utf-16"
)

// agreed is the encoding that a client offers and that costs least. UTF-16 is always
// allowed.
func agreed(offered []string) encoding {
	for _, name := range offered {
		if name == string(utf8Units) {
			return utf8Units
		}
	}
	return utf16Units
}

// position is a place of a file in the terms of the connection.
func (e encoding) position(p source.Position) position {
	if e == utf8Units {
		return position{p.Line - 1, p.Byte - 1}
	}
	return position{p.Line - 1, p.UTF16 - 1}
}

// lineEnd is the length of the line end that text begins with: the protocol knows "\n",
// "\r\n" and "\r".
func lineEnd(text string) int {
	switch {
	case strings.HasPrefix(text, "\r\n"):
		return 2
	case text != "" && (text[0] == '\n' || text[0] == '\r'):
		return 1
	}
	return 0
}

// offset is where a position lies in text. One behind a line counts as its end, one behind
// the text as the text's.
func (e encoding) offset(text string, p position) int {
	if p.Line < 0 {
		return 0
	}
	at := 0
	for range p.Line {
		next := strings.IndexAny(text[at:], "\r\n")
		if next < 0 {
			return len(text)
		}
		at += next
		at += lineEnd(text[at:])
	}
	for left := p.Character; left > 0 && at < len(text) && lineEnd(text[at:]) == 0; {
		r, size := utf8.DecodeRuneInString(text[at:])
		if left -= e.units(r, size); left < 0 {
			break // within a character
		}
		at += size
	}
	return at
}

// units is how many units a character of so many bytes takes.
func (e encoding) units(r rune, size int) int {
	switch {
	case e == utf8Units:
		return size
	case r > 0xffff:
		return 2
	}
	return 1
}

// positionIn is the inverse of offset.
func (e encoding) positionIn(text string, offset int) position {
	var p position
	start := 0
	for at := 0; at < offset; {
		next := strings.IndexAny(text[at:offset], "\r\n")
		if next < 0 {
			break
		}
		at += next
		at += lineEnd(text[at:])
		if at > offset { // between the two bytes of a line end
			break
		}
		p.Line++
		start = at
	}
	for i, r := range text[start:offset] {
		_, size := utf8.DecodeRuneInString(text[start+i:])
		p.Character += e.units(r, size)
	}
	return p
}

// changed is text after a change.
func (e encoding) changed(text string, c contentChange) string {
	if c.Range == nil {
		return c.Text
	}
	start := e.offset(text, c.Range.Start)
	end := max(start, e.offset(text, c.Range.End))
	return text[:start] + c.Text + text[end:]
}

// difference is the edit that makes one text out of another: a single one, of the part
// between the first byte that differs and the last.
func (e encoding) difference(before, after string) []textEdit {
	if before == after {
		return nil
	}
	short := min(len(before), len(after))
	head := 0
	for head < short && before[head] == after[head] {
		head++
	}
	for head > 0 && !boundary(before, head) {
		head--
	}
	tail := 0
	for tail < short-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	for tail > 0 && !boundary(before, len(before)-tail) {
		tail--
	}
	return []textEdit{{
		Range:   textRange{e.positionIn(before, head), e.positionIn(before, len(before)-tail)},
		NewText: after[head : len(after)-tail],
	}}
}

// boundary reports whether an edit may begin or end at an offset: not within a character
// or a line end.
func boundary(text string, at int) bool {
	return at >= len(text) || utf8.RuneStart(text[at]) && (text[at] != '\n' || at == 0 || text[at-1] != '\r')
}
