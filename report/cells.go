package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cells is a line of source as a terminal shows it: one element for each character,
// with the text written for it and its width in columns.
type cells struct {
	text  []string
	width []int
	start []int // byte offset of the character in the line; one more than characters
}

// newCells takes a line apart. Tabs stay, since the carets below repeat them;
// characters that would move the cursor, hide text or change its direction are
// written as escapes, because a report must not be able to lie about the code.
func newCells(line []byte) cells {
	var c cells
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRune(line[i:])
		text, width := string(r), runeWidth(r)
		switch {
		case r == utf8.RuneError && size == 1:
			text = fmt.Sprintf(`\x%02x`, line[i])
			width = len(text)
		case r == '\t':
			width = 1
		case !unicode.IsPrint(r):
			text = escapeRune(r)
			width = len(text)
		}
		c.text = append(c.text, text)
		c.width = append(c.width, width)
		c.start = append(c.start, i)
		i += size
	}
	c.start = append(c.start, len(line))
	return c
}

// escapeRune is the escape Python would write for a character.
func escapeRune(r rune) string {
	switch {
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	default:
		return fmt.Sprintf(`\U%08x`, r)
	}
}

// Plain is s with every character escaped that could disturb a terminal, for messages
// that quote names and texts beside a report.
func Plain(s string) string { return plain(s) }

// plain is s with every character escaped that could disturb a terminal.
func plain(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 && utf8.ValidString(s) {
		return s
	}
	return strings.Join(newCells([]byte(strings.ReplaceAll(s, "\t", " "))).text, "")
}

// index is the character that holds a byte offset of the line.
func (c *cells) index(offset int) int {
	for i := range c.text {
		if offset < c.start[i+1] {
			return i
		}
	}
	return len(c.text)
}

// columns is the width of the characters [from, to).
func (c *cells) columns(from, to int) int {
	total := 0
	for _, w := range c.width[from:to] {
		total += w
	}
	return total
}

// blank is white space as wide as the characters [from, to); tabs stay tabs.
func (c *cells) blank(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		if c.text[i] == "\t" {
			b.WriteByte('\t')
		} else {
			b.WriteString(strings.Repeat(" ", c.width[i]))
		}
	}
	return b.String()
}

// window is the range of characters to show so that the line takes at most
// limit columns and begins a little before the character at.
func (c *cells) window(at, limit int) (from, to int) {
	if c.columns(0, len(c.text)) <= limit {
		return 0, len(c.text)
	}
	from = at
	for from > 0 && c.columns(from-1, at) <= limit/4 {
		from--
	}
	to = from
	for width := 0; to < len(c.text) && width+c.width[to] <= limit; to++ {
		width += c.width[to]
	}
	return from, to
}

// isWide reports whether a character takes two columns: the scripts of East
// Asia, full-width forms, and pictographs.
func isWide(r rune) bool {
	switch {
	case r < 0x1100:
		return false
	case r <= 0x115f, r >= 0x2e80 && r <= 0x303e, r >= 0x3041 && r <= 0xa4cf, r >= 0xa960 && r <= 0xa97f,
		r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f,
		r >= 0xff01 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1f64f,
		r >= 0x1f680 && r <= 0x1f6ff, r >= 0x1f900 && r <= 0x1faff, r >= 0x20000 && r <= 0x3fffd:
		return true
	}
	return false
}

// runeWidth is the number of columns of a printable character.
func runeWidth(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case isWide(r):
		return 2
	default:
		return 1
	}
}
