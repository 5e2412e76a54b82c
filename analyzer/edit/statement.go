package edit

import (
	"bytes"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// DeleteStatement deletes a statement. Alone on its line, it goes with the line and the
// comment behind it; from a line of several statements, only the statement and its
// semicolon go, and a comment at the end of the line stays. Comments above stay. The only
// statement of a block becomes pass, and so does a statement measured by %time in a
// notebook. It is not ok if stmt is no statement.
func (b *Builder) DeleteStatement(stmt syntax.Node) (e Edit, ok bool) {
	suite := b.Tree.Suite(stmt)
	prev, next, ok := b.neighbours(suite, stmt)
	if !ok {
		return Edit{}, false
	}
	span := b.Tree.Span(stmt)
	switch {
	case prev == syntax.None && next == syntax.None && b.Tree.Kind(suite) == syntax.KindBlock,
		prev != syntax.None && b.File.Masked(b.Tree.Span(prev)) && b.sameLine(b.Tree.Stop(prev), span.Start):
		return b.ReplaceSpan(span, "pass"), true
	case next != syntax.None && b.sameLine(span.End, b.Tree.Start(next)):
		span.End = b.Tree.Start(next)
	case prev != syntax.None && b.sameLine(b.Tree.Stop(prev), span.Start):
		span.Start = b.Tree.Stop(prev)
	default:
		span = b.wholeLines(span)
	}
	return b.ReplaceSpan(span, ""), true
}

// neighbours returns the statements before and behind stmt in its suite. Comments do not
// count as statements.
func (b *Builder) neighbours(suite, stmt syntax.Node) (prev, next syntax.Node, ok bool) {
	if suite == syntax.None || b.Tree.Parent(stmt) != suite || b.Tree.Kind(stmt) == syntax.KindComment {
		return syntax.None, syntax.None, false
	}
	return b.Tree.Previous(stmt), b.Tree.Next(stmt), true
}

// sameLine reports whether a semicolon, and no line end, separates the end of one
// statement from the start of the next. A comment ends its line, even behind a
// backslash.
func (b *Builder) sameLine(end, start int) bool {
	between := b.Tree.Source()[end:start]
	between = bytes.ReplaceAll(between, []byte("\r\n"), []byte("\n"))
	between = bytes.ReplaceAll(between, []byte("\\\n"), nil)
	return bytes.IndexByte(between, ';') >= 0 && !bytes.ContainsAny(between, "\n#")
}

// wholeLines widens a span to the lines that it covers. A line end that the grammar
// includes in the statement starts no further line, and a semicolon on a continuation
// line is included.
func (b *Builder) wholeLines(span source.Span) source.Span {
	text := b.Tree.Source()
	end := len(bytes.TrimRight(text[:span.End], blanks+"\r\n"))
	rest := bytes.TrimLeft(text[end:], blanks)
	for bytes.HasPrefix(rest, []byte("\\\n")) || bytes.HasPrefix(rest, []byte("\\\r\n")) {
		rest = bytes.TrimLeft(rest[bytes.IndexByte(rest, '\n')+1:], blanks)
	}
	if bytes.HasPrefix(rest, []byte(";")) {
		end = len(text) - len(rest) + 1
	}
	return source.Span{Start: b.lineStart(span.Start), End: b.nextLine(end)}
}
