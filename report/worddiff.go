package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// piece is a part of a line. In a frame it is marked if the finding is about it, in a
// change if the other side does not have it.
type piece struct {
	Text  string
	Mark  bool
	Class string // of source; empty for text without a colour of its own
}

// wordDiff is a change as two lists of lines in which the words that differ
// are marked.
func wordDiff(before, after string) (removed, added [][]piece) {
	words := wordTable{runes: make(map[string]rune)}
	dmp := &diffmatchpatch.DiffMatchPatch{} // no timeout: the same input gives the same bytes
	diffs := dmp.DiffMainRunes(words.encode(before), words.encode(after), false)
	var left, right lineBuilder
	for _, d := range diffs {
		text := words.decode(d.Text)
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			left.add(text, true)
		case diffmatchpatch.DiffInsert:
			right.add(text, true)
		default:
			left.add(text, false)
			right.add(text, false)
		}
	}
	return left.lines, right.lines
}

// wordTable stands each different word for a character, since the differ
// compares characters.
type wordTable struct {
	runes map[string]rune
	words []string
}

// surrogates are code points that a string cannot hold.
const firstSurrogate, surrogates = 0xd800, 0x800

func (t *wordTable) encode(text string) []rune {
	var out []rune
	for text != "" {
		word := text[:wordLen(text)]
		text = text[len(word):]
		r, ok := t.runes[word]
		if !ok {
			r = rune(len(t.words) + 1)
			if r >= firstSurrogate {
				r += surrogates
			}
			t.runes[word] = r
			t.words = append(t.words, word)
		}
		out = append(out, r)
	}
	return out
}

func (t *wordTable) decode(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r >= firstSurrogate {
			r -= surrogates
		}
		b.WriteString(t.words[r-1])
	}
	return b.String()
}

// wordLen is the length of the first word of text: a name or number, blanks,
// or one character of anything else.
func wordLen(text string) int {
	class := func(r rune) int {
		switch {
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return 1
		case r == ' ' || r == '\t':
			return 2
		default:
			return 0
		}
	}
	first, size := utf8.DecodeRuneInString(text)
	kind := class(first)
	for kind != 0 && size < len(text) {
		r, n := utf8.DecodeRuneInString(text[size:])
		if class(r) != kind {
			break
		}
		size += n
	}
	return size
}

// lineBuilder collects pieces into lines, safe to be shown.
type lineBuilder struct {
	lines [][]piece
	open  bool // the last line has no end yet
}

func (b *lineBuilder) add(text string, mark bool) {
	for line := range strings.Lines(text) {
		if !b.open {
			b.lines = append(b.lines, nil)
		}
		b.open = !strings.HasSuffix(line, "\n")
		if line = trimEOL(line); line == "" {
			continue
		}
		last := &b.lines[len(b.lines)-1]
		if n := len(*last); n > 0 && (*last)[n-1].Mark == mark {
			(*last)[n-1].Text += visible(line)
		} else {
			*last = append(*last, piece{Text: visible(line), Mark: mark})
		}
	}
}

// visible is a line of source with its tabs and without characters that could hide or
// turn round text.
func visible(line string) string { return strings.Join(newCells([]byte(line)).text, "") }
