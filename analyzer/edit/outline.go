package edit

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Outline holds the ascending offsets at which top-level statements begin, if they also
// begin a line. The text between two of them can be parsed on its own. It is nil for a
// text that does not parse as a whole.
type Outline []int32

// NewOutline is the outline of a parsed text.
func NewOutline(t *syntax.Tree) Outline {
	if len(t.Errors()) > 0 {
		return nil
	}
	var o Outline
	for n := range t.Parts(syntax.Root) {
		if at := t.Start(n); at > 0 && t.Source()[at-1] == '\n' && t.Kind(n) != syntax.KindComment {
			o = append(o, int32(at))
		}
	}
	return o
}

// touched returns the stretches between two beginnings that hold all arranged edits of a
// text of the given size, as spans of the edited text. A beginning that an edit touches
// does not count. Each stretch includes one more statement at its end, because the
// grammar accepts some endings depending on the following code.
func (o Outline) touched(edits []Edit, size int) []source.Span {
	var spans []source.Span
	shift := 0 // by how much the edited text is longer before the stretch
	for i := 0; i < len(edits); {
		e := edits[i].Span
		start, end, grown := o.before(e.Start), o.second(e.End, size), 0
		for ; i < len(edits) && edits[i].Span.Start <= end; i++ {
			e = edits[i].Span
			grown += len(edits[i].Text) - e.Len()
			end = max(end, o.second(e.End, size))
		}
		spans = append(spans, source.Span{Start: start + shift, End: end + shift + grown})
		shift += grown
	}
	return spans
}

// before is the last beginning before an offset, or that of the text.
func (o Outline) before(at int) int {
	i, _ := slices.BinarySearch(o, int32(at))
	if i == 0 {
		return 0
	}
	return int(o[i-1])
}

// second is the second beginning behind an offset, or the end of the text.
func (o Outline) second(at, size int) int {
	i, _ := slices.BinarySearch(o, int32(at)+1)
	if i+1 >= len(o) {
		return size
	}
	return int(o[i+1])
}
