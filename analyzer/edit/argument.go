package edit

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// DeleteArguments deletes arguments of a call, given as syntax.Arg.Node or Value, with
// their commas. Comments stay in place, and the edits do not overlap. It is not ok if
// one of the nodes is no argument of the call.
func (b *Builder) DeleteArguments(call syntax.Node, args ...syntax.Node) (edits []Edit, ok bool) {
	list := b.argumentList(call)
	var doomed []int
	for _, arg := range args {
		i := slices.IndexFunc(list.args, func(a syntax.Arg) bool { return a.Node == arg || a.Value == arg })
		if i < 0 {
			return nil, false
		}
		doomed = append(doomed, i)
	}
	slices.Sort(doomed)
	doomed = slices.Compact(doomed)
	for len(doomed) > 0 {
		n := 1
		for n < len(doomed) && doomed[n] == doomed[0]+n {
			n++
		}
		edits = append(edits, list.delete(doomed[0], doomed[n-1]))
		doomed = doomed[n:]
	}
	return edits, len(edits) > 0
}

// argumentList is the parenthesised part of a call.
type argumentList struct {
	*Builder
	node syntax.Node
	args []syntax.Arg
}

func (b *Builder) argumentList(call syntax.Node) argumentList {
	node := b.Tree.Child(call, syntax.FieldArguments)
	return argumentList{b, node, slices.Collect(b.Tree.Args(call))}
}

// delete removes the arguments first to last.
func (l argumentList) delete(first, last int) Edit {
	if l.Tree.Kind(l.node) == syntax.KindGenerator {
		return l.Replace(l.node, "()")
	}
	inside := l.Tree.Span(l.node)
	inside.Start, inside.End = inside.Start+1, inside.End-1
	if last-first+1 == len(l.args) && !l.hasComment(l.node, inside) {
		return l.ReplaceSpan(inside, "")
	}
	span := source.Span{Start: l.Tree.Start(l.args[first].Node), End: l.Tree.Stop(l.args[last].Node)}
	comma := l.comma(last)
	if comma >= 0 {
		span.End = comma + 1
	}
	text := l.comments(first, last, span.End)
	switch {
	case text != "":
	case comma < 0 && first > 0 && l.takesCommaBefore(first, span):
		span.Start = l.Tree.Stop(l.args[first-1].Node)
	default:
		span = l.widen(span, last)
	}
	return l.ReplaceSpan(span, text)
}

// takesCommaBefore reports whether the comma before the last arguments can go
// with them, as it does unless a comment would move to the argument before it.
func (l argumentList) takesCommaBefore(first int, span source.Span) bool {
	before := source.Span{Start: l.Tree.Stop(l.args[first-1].Node), End: span.Start}
	behind := source.Span{Start: span.End, End: l.lineEnd(span.End)}
	sameLine := l.lineStart(before.Start) == l.lineStart(span.Start)
	return !l.hasComment(l.node, before) && (sameLine || !l.hasComment(l.node, behind))
}

// comma is the offset of the comma behind an argument, -1 if there is none.
func (l argumentList) comma(i int) int {
	end := l.Tree.Stop(l.node) - 1
	if i+1 < len(l.args) {
		end = l.Tree.Start(l.args[i+1].Node)
	}
	src := l.Tree.Source()
	for at := l.Tree.Stop(l.args[i].Node); at < end; at++ {
		switch src[at] {
		case ',':
			return at
		case '#':
			at = l.lineEnd(at)
		}
	}
	return -1
}

// comments returns the text to keep between the start of the first argument and end:
// nothing, or everything except the arguments and commas if there are comments.
func (l argumentList) comments(first, last, end int) string {
	if !l.hasComment(l.node, source.Span{Start: l.Tree.Start(l.args[first].Node), End: end}) {
		return ""
	}
	src := string(l.Tree.Source())
	var kept strings.Builder
	for i := first; i <= last; i++ {
		from, to := l.Tree.Stop(l.args[i].Node), end
		if i < last {
			to = l.Tree.Start(l.args[i+1].Node)
		}
		if comma := l.comma(i); comma >= 0 && comma < to {
			kept.WriteString(src[from:comma])
			from = comma + 1
		}
		kept.WriteString(src[from:to])
	}
	text := strings.TrimLeft(kept.String(), blanks+"\r\n")
	if l.endsLine(end) {
		text = strings.TrimRight(text, blanks+"\r\n")
	}
	return text
}

// widen extends the span of deleted arguments by the white space that would be left
// over: to the whole line if they are alone on it.
func (l argumentList) widen(span source.Span, last int) source.Span {
	src := l.Tree.Source()
	span.End = l.skipBlanks(span.End)
	switch {
	case l.endsLine(span.End) && l.beginsLine(span.Start):
		return source.Span{Start: l.lineStart(span.Start), End: l.nextLine(span.End)}
	case l.endsLine(span.End) && src[l.trimBlanks(span.Start)-1] == '(':
		if last+1 == len(l.args) {
			break
		}
		next := l.Tree.Start(l.args[last+1].Node)
		if !l.hasComment(l.node, source.Span{Start: span.End, End: next}) {
			span.End = next
		}
	case l.endsLine(span.End) || src[span.End] == ')':
		if !l.beginsLine(span.Start) {
			span.Start = l.trimBlanks(span.Start)
		}
	}
	return span
}

// AppendArgument adds an argument behind the last, on a line of its own if the last one
// has its own line.
func (b *Builder) AppendArgument(call syntax.Node, text string) Edit {
	l := b.argumentList(call)
	closing := l.Tree.Stop(l.node) - 1
	switch {
	case l.Tree.Kind(l.node) == syntax.KindGenerator:
		return l.Replace(l.node, "("+l.Tree.Text(l.node)+", "+text+")")
	case len(l.args) == 0 && l.hasComment(l.node, l.Tree.Span(l.node)):
		return l.Insert(closing, text)
	case len(l.args) == 0:
		return l.ReplaceSpan(source.Span{Start: l.Tree.Start(l.node) + 1, End: closing}, text)
	}
	last := l.args[len(l.args)-1].Node
	end, comma := l.Tree.Stop(last), l.comma(len(l.args)-1)
	if l.beginsLine(l.Tree.Start(last)) && l.lineEnd(max(end, comma)) < closing {
		return l.appendLine(last, comma, text)
	}
	if comma >= 0 {
		return l.Insert(comma+1, " "+text+",")
	}
	return l.Insert(end, ", "+text)
}

// appendLine adds an argument on a line of its own; the rest of the last argument's line,
// perhaps a comment, stays with that argument.
func (l argumentList) appendLine(last syntax.Node, comma int, text string) Edit {
	line := "\n" + l.indent(l.Tree.Start(last)) + text
	if comma >= 0 {
		return l.Insert(l.lineEnd(comma), line+",")
	}
	rest := source.Span{Start: l.Tree.Stop(last), End: l.lineEnd(l.Tree.Stop(last))}
	return l.ReplaceSpan(rest, ","+string(l.Tree.Source()[rest.Start:rest.End])+line)
}
