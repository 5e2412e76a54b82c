package edit

import (
	"bytes"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Builder writes edits to one file. It takes line ends in inserted text as
// "\n"; ApplyRaw turns them into those of the file.
type Builder struct {
	File *source.File
	Tree *syntax.Tree
}

// ReplaceSpan replaces the text of a span.
func (b *Builder) ReplaceSpan(span source.Span, text string) Edit {
	return Edit{Path: b.File.Path, Span: span, Text: text}
}

// Replace replaces the text of a node. It adds a space if a word would run into another
// one, as in "cuda"if x.
func (b *Builder) Replace(n syntax.Node, text string) Edit {
	span, src := b.Tree.Span(n), b.Tree.Source()
	if text != "" && span.Start > 0 && inWord(text[0]) && inWord(src[span.Start-1]) {
		text = " " + text
	}
	if text != "" && span.End < len(src) && inWord(text[len(text)-1]) && inWord(src[span.End]) {
		text += " "
	}
	return b.ReplaceSpan(span, text)
}

// inWord reports whether a byte may be part of a name, a keyword or a number.
func inWord(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// Insert puts text before the byte at offset.
func (b *Builder) Insert(offset int, text string) Edit {
	return b.ReplaceSpan(source.Span{Start: offset, End: offset}, text)
}

// blanks are the bytes that Python allows between the tokens of a line.
const blanks = " \t\f"

// lineStart is the offset of the line that holds offset.
func (b *Builder) lineStart(offset int) int {
	return bytes.LastIndexByte(b.Tree.Source()[:offset], '\n') + 1
}

// lineEnd is the offset of the line end behind offset, or of the end of the
// text.
func (b *Builder) lineEnd(offset int) int {
	src := b.Tree.Source()
	end := len(src)
	if i := bytes.IndexByte(src[offset:], '\n'); i >= 0 {
		end = offset + i
	}
	if end > offset && end < len(src) && src[end-1] == '\r' {
		end--
	}
	return end
}

// nextLine is the offset of the line behind the one that holds offset.
func (b *Builder) nextLine(offset int) int {
	src := b.Tree.Source()
	if i := bytes.IndexByte(src[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(src)
}

// skipBlanks is the first offset behind the blanks at offset.
func (b *Builder) skipBlanks(offset int) int {
	src := b.Tree.Source()
	return len(src) - len(bytes.TrimLeft(src[offset:], blanks))
}

// trimBlanks is the offset where the blanks before offset begin.
func (b *Builder) trimBlanks(offset int) int {
	return len(bytes.TrimRight(b.Tree.Source()[:offset], blanks))
}

// beginsLine reports whether only blanks precede offset on its line.
func (b *Builder) beginsLine(offset int) bool {
	return b.trimBlanks(offset) <= b.lineStart(offset)
}

// endsLine reports whether only blanks follow offset on its line.
func (b *Builder) endsLine(offset int) bool {
	return b.skipBlanks(offset) >= b.lineEnd(offset)
}

// indent is the white space at the start of the line of offset.
func (b *Builder) indent(offset int) string {
	start := b.lineStart(offset)
	return string(b.Tree.Source()[start:min(b.skipBlanks(start), offset)])
}

// hasComment reports whether a comment, or a part of one, is among the
// children of parent that lie in span.
func (b *Builder) hasComment(parent syntax.Node, span source.Span) bool {
	for c := range b.Tree.Parts(parent) {
		if b.Tree.Kind(c) == syntax.KindComment && b.Tree.Span(c).Overlaps(span) {
			return true
		}
	}
	return false
}
