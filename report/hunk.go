package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// hunkGap is how many unchanged lines a hunk may hold in a row. A reviewer
// still sees such a change as one.
const hunkGap = 3

// hunk is a run of lines of one file and its replacement. Both texts keep their line
// ends.
type hunk struct {
	path        string
	first, last int // 1-based, of the decoded text; on disk too but in a notebook
	old, new    string
}

// offered is the fix that a finding is shown with where one has to do: the
// first that is strong enough to be applied.
func (in *Input) offered(d *analyzer.Diagnostic) *analyzer.Fix {
	least := analyzer.Safe
	if in.Unsafe {
		least = analyzer.Unsafe
	}
	for i := range d.Fixes {
		if f := &d.Fixes[i]; f.Safety >= least && len(f.Edits) > 0 {
			return f
		}
	}
	return nil
}

// edits are all edits that a fix needs: its group's and those of the group that it
// follows, sorted, each once. A group may have as many as a file has findings, and each
// of these asks for it.
func (in *Input) edits(f *analyzer.Fix) []analyzer.Edit {
	if in.Edits == nil || f.Group == "" {
		return edit.OfGroup(f.Edits)
	}
	sorted, known := in.groups[f.Group]
	if !known {
		if in.groups == nil {
			in.groups = make(map[analyzer.GroupID][]analyzer.Edit)
		}
		sorted = in.Edits(f.Group)
		if follows := in.follows(f.Group); follows != "" {
			sorted = append(slices.Clone(sorted), in.Edits(follows)...)
		}
		sorted = edit.OfGroup(sorted)
		in.groups[f.Group] = sorted
	}
	if len(sorted) == 0 {
		return edit.OfGroup(f.Edits)
	}
	return sorted
}

// follows is the group that one group builds on; empty if it stands by itself.
func (in *Input) follows(id analyzer.GroupID) analyzer.GroupID {
	if in.followed == nil {
		in.followed = make(map[analyzer.GroupID]analyzer.GroupID)
		for i := range in.Diagnostics {
			for _, fix := range in.Diagnostics[i].Fixes {
				if fix.Follows != "" {
					in.followed[fix.Group] = fix.Follows
				}
			}
		}
	}
	return in.followed[id]
}

// oneHunk is the whole change of a fix if it is one hunk of one file that a
// person can read; a notebook's JSON is none.
func (in *Input) oneHunk(f *analyzer.Fix) (hunk, bool) {
	hunks, err := in.hunks(in.edits(f), 2)
	if err != nil || len(hunks) != 1 {
		return hunk{}, false
	}
	if in.inNotebook(hunks[0].path) {
		return hunk{}, false
	}
	return hunks[0], true
}

// hunks are the runs of lines that sorted edits change, the first ones up to a
// number. It fails if the text of a file is not known.
func (in *Input) hunks(edits []analyzer.Edit, most int) ([]hunk, error) {
	var found []hunk
	for len(edits) > 0 && len(found) < most {
		f := in.file(edits[0].Path)
		if f == nil {
			return nil, fmt.Errorf("report: the text of %s is not known", edits[0].Path)
		}
		first, last := touched(f, edits[0].Span)
		n := 1
		for ; n < len(edits) && edits[n].Path == f.Path; n++ {
			from, to := touched(f, edits[n].Span)
			if from > last+1+hunkGap {
				break
			}
			last = max(last, to)
		}
		h, err := cut(f, first, last, edits[:n])
		if err != nil {
			return nil, err
		}
		found, edits = append(found, h), edits[n:]
	}
	return found, nil
}

// touched are the lines that a span of a file changes. A span that ends behind a line
// end does not touch the next line.
func touched(f *source.File, span source.Span) (first, last int) {
	first, last = f.LineAt(span.Start), f.LineAt(span.End)
	if last > first && f.LineStart(last) == span.End {
		last--
	}
	count := max(f.LineCount(), 1) // text after the last line end belongs to the last line
	return min(first, count), min(last, count)
}

// cut makes the hunk of the lines first to last.
func cut(f *source.File, first, last int, edits []analyzer.Edit) (hunk, error) {
	start, end := f.LineStart(first), f.LineStart(last+1)
	eol := "\n"
	if f.EOL() == "\r\n" {
		eol = "\r\n"
	}
	shifted := make([]analyzer.Edit, 0, len(edits))
	for _, e := range edits {
		e.Span.Start, e.Span.End = e.Span.Start-start, e.Span.End-start
		e.Text = lineEnds(e.Text, eol)
		shifted = append(shifted, e)
	}
	text, err := edit.Apply(f.Text[start:end], shifted)
	if err != nil {
		return hunk{}, fmt.Errorf("report: %s: %w", f.Path, err)
	}
	return hunk{path: f.Path, first: first, last: last, old: string(f.Text[start:end]), new: string(text)}, nil
}

// trimEOL is text without its last line end.
func trimEOL(text string) string {
	return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
}
