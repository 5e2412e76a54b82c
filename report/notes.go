package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Reports for people show the first places of a kind each by itself. Of the others
// they say the lines in one note, so that a long list does not drown the finding.
const (
	shownPlaces = 3
	shownLines  = 12
)

// note is one remark in a report for people: a place, and a message about it. The place
// is empty for remarks about no place.
type note struct{ place, message string }

// text is the note on one line.
func (n note) text() string {
	if n.place == "" {
		return n.message
	}
	return n.place + ": " + n.message
}

// kind is the common trait of related places that are listed together.
type kind struct {
	message   string
	elsewhere bool // in another file than the finding
}

// doubted returns the doubt that keeps the best fix of a finding from being safe, or from
// being made at all; it is not ok if the fix is safe, or nothing is known against it.
func doubted(d *analyzer.Diagnostic) (edit.Doubt, bool) {
	best := strongest(d)
	if best != analyzer.Unsafe && best != analyzer.Display {
		return edit.Doubt{}, false
	}
	i := slices.IndexFunc(d.Fixes, func(f analyzer.Fix) bool { return f.Safety == best && !f.Doubt.None() })
	if i < 0 {
		return edit.Doubt{}, false
	}
	return d.Fixes[i].Doubt, true
}

// because says what the reason of a doubt is about.
func because(d *analyzer.Diagnostic) string {
	if strongest(d) == analyzer.Unsafe {
		return "unsafe because "
	}
	return "no fix because "
}

// doubtText is the reason with the number of the line that it is about, as people name it
// who read it at another line.
func (in *Input) doubtText(d *analyzer.Diagnostic, doubt edit.Doubt) string {
	path, _ := doubtPath(d, doubt)
	if doubt.Span == (source.Span{}) || in.file(path) == nil {
		return doubt.Text
	}
	pos := in.position(path, doubt.Span.Start)
	line := fmt.Sprintf("line %d", pos.Line)
	if pos.Cell >= 0 {
		line += fmt.Sprintf(" of cell %d", pos.Cell+1)
	}
	if path != d.Path {
		line += " of " + path
	}
	return strings.Replace(doubt.Text, "this line", line, 1)
}

// leftBehind names the remains that the fix would leave for a reader to look at; "" if
// there are none.
func leftBehind(d *analyzer.Diagnostic) string {
	best := strongest(d)
	if best < analyzer.Unsafe {
		return ""
	}
	i := slices.IndexFunc(d.Fixes, func(f analyzer.Fix) bool { return f.Safety == best })
	return d.Fixes[i].Leaves
}

// doubtNote is the note about the doubt, the last one of a finding.
func (in *Input) doubtNote(d *analyzer.Diagnostic) []note {
	doubt, ok := doubted(d)
	if !ok || doubt.Told {
		return nil
	}
	n := note{message: because(d) + plain(in.doubtText(d, doubt))}
	if path, ok := doubtPath(d, doubt); ok {
		n.place = plain(path)
		if doubt.Span != (source.Span{}) {
			n.place = place(path, in.position(path, doubt.Span.Start))
		}
	}
	return []note{n}
}

// doubtPath is the file and the place that a doubt is about; it is not ok if it is
// about none.
func doubtPath(d *analyzer.Diagnostic, doubt edit.Doubt) (string, bool) {
	return cmp.Or(doubt.Path, d.Path), doubt.Placed()
}

// notes are those about the related places of a finding, and about its fix.
func (in *Input) notes(d *analyzer.Diagnostic) []note {
	return append(in.placeNotes(d), in.doubtNote(d)...)
}

// placeNotes are those about the related places of a finding. One place too many is no
// reason to fold it.
func (in *Input) placeNotes(d *analyzer.Diagnostic) []note {
	total, met := map[kind]int{}, map[kind]int{}
	folded := map[kind]*fold{}
	of := func(r *analyzer.Related) kind { return kind{r.Message, r.Path != "" && r.Path != d.Path} }
	for i := range d.Related {
		total[of(&d.Related[i])]++
	}
	var out []note
	for i := range d.Related {
		k := of(&d.Related[i])
		path, at := in.relatedPlace(d, i)
		message := plain(d.Related[i].Message)
		if met[k]++; met[k] <= shownPlaces || total[k] == shownPlaces+1 {
			out = append(out, note{place(path, at), message})
			continue
		}
		if folded[k] == nil {
			folded[k] = &fold{}
		}
		folded[k].add(path, at)
		if met[k] == total[k] {
			out = append(out, note{folded[k].text(), message})
		}
	}
	return out
}

// fold collects lines for one note: "a.py:3, 8, b.py:2 and 4 more".
type fold struct {
	said []string
	last string // path and cell of the line that was added last
	line int
	more int
}

func (f *fold) add(path string, at source.Position) {
	text, in := fmt.Sprint(at.Line), plain(path)
	if at.Cell >= 0 {
		in += fmt.Sprintf(":cell %d", at.Cell+1)
	}
	switch {
	case in == f.last && at.Line == f.line:
		return
	case len(f.said) == shownLines:
		f.more++
	case in != f.last:
		text = in + ":" + text
		fallthrough
	default:
		f.said = append(f.said, text)
	}
	f.last, f.line = in, at.Line
}

func (f *fold) text() string {
	text := strings.Join(f.said, ", ")
	if f.more > 0 {
		text += fmt.Sprintf(" and %d more", f.more)
	}
	return text
}
