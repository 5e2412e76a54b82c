package edit

import (
	"bytes"
	"sort"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Interpolations are the expressions in the f-strings of a file, in source order. They
// are found once for all edits of the file.
type Interpolations []interpolation

// interpolation is one expression in braces, with the quote of its string.
type interpolation struct {
	span  source.Span
	quote string
	outer int  // the one around it; -1 for none
	shows bool // its own text, as in f"{x.is_cuda=}"
}

// FindInterpolations looks through a file.
func FindInterpolations(tree *syntax.Tree) Interpolations {
	var all Interpolations
	inner := -1
	for n := range tree.All(syntax.Root) {
		if tree.Kind(n) != syntax.KindInterpolation {
			continue
		}
		info, ok := tree.String(tree.Parent(n))
		if !ok {
			continue // in the format specification of another
		}
		span := tree.Span(n)
		for inner >= 0 && all[inner].span.End <= span.Start {
			inner = all[inner].outer
		}
		all = append(all, interpolation{span, info.Quote, inner, showsItself(tree, n)})
		inner = len(all) - 1
	}
	return all
}

// showsItself reports whether an equals sign follows the expression in braces, which puts
// the expression's own text into the string.
func showsItself(tree *syntax.Tree, n syntax.Node) bool {
	span := tree.Span(n)
	rest := bytes.TrimLeft(tree.Source()[tree.Stop(tree.First(n)):span.End], " \t\r\n)")
	return bytes.HasPrefix(rest, []byte("="))
}

// Fit adapts an edit to the f-strings around its place: Python before 3.12 allows neither
// their quotes in an interpolation, nor a backslash, a comment or, in a one-line string,
// a line end. Strings in the text get the other quotes. It is not ok if that is
// impossible, or if the string shows the text to be changed.
func (all Interpolations) Fit(e Edit) (fitted Edit, ok bool) {
	if all.shown(e.Span) {
		return Edit{}, false
	}
	if len(all) == 0 || !strings.ContainsAny(e.Text, "'\"\\\n#") {
		return e, true
	}
	quotes, oneLine := all.around(e.Span)
	switch {
	case quotes == "":
		return e, true
	case strings.ContainsAny(e.Text, "\\#"), oneLine && strings.Contains(e.Text, "\n"):
		return Edit{}, false
	case !strings.ContainsAny(e.Text, quotes):
		return e, true
	}
	const both = `"'`
	i := strings.IndexAny(both, quotes)
	other := both[1-i : 2-i]
	if strings.Contains(quotes, other) || strings.Contains(e.Text, other) {
		return Edit{}, false
	}
	e.Text = strings.ReplaceAll(e.Text, both[i:i+1], other)
	return e, true
}

// shown reports whether a span is inside an interpolation that shows its own text.
func (all Interpolations) shown(span source.Span) bool {
	i := sort.Search(len(all), func(i int) bool { return all[i].span.Start >= span.Start }) - 1
	for ; i >= 0; i = all[i].outer {
		if all[i].span.End > span.End && all[i].shows {
			return true
		}
	}
	return false
}

// around returns the quotes of the f-strings whose interpolations contain a span, and
// whether one of them ends with its line.
func (all Interpolations) around(span source.Span) (quotes string, oneLine bool) {
	i := sort.Search(len(all), func(i int) bool { return all[i].span.Start >= span.Start }) - 1
	for ; i >= 0; i = all[i].outer {
		if all[i].span.End > span.End {
			quotes += all[i].quote[:1]
			oneLine = oneLine || len(all[i].quote) == 1
		}
	}
	return quotes, oneLine
}
