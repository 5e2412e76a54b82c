package edit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Reason says why a fix was not chosen.
type Reason uint8

// The reasons of Choose.
const (
	TooUnsafe Reason = iota + 1 // it, or a member of its group, is below the wanted safety
	Empty                       // it has no edits
	Conflict                    // its group touches bytes that a chosen fix changes, or the same bytes twice
)

// String completes "not applied: it ...".
func (r Reason) String() string {
	return [...]string{"", "is not safe enough", "has no edits", "overlaps another fix"}[r]
}

// Rejected is a fix that was not chosen.
type Rejected struct {
	Fix    Fix
	Reason Reason
}

// Choose picks fixes that can be applied together, safer ones first, then in
// the order of paths and positions. Fixes of one group, which may lie in
// several files, are chosen or rejected as one, as safe as the weakest of them. Equal
// edits of different fixes are one edit. Both results keep the order of fixes.
func Choose(fixes []Fix, least Safety) (chosen []Fix, rejected []Rejected) {
	return ChooseWatched(fixes, least, func(string) {})
}

// ChooseWatched is Choose, but calls at with the file of each step; at may end the work
// by a panic.
func ChooseWatched(fixes []Fix, least Safety, at func(path string)) (chosen []Fix, rejected []Rejected) {
	taken := changes{edits: make(map[string][]Edit), at: at}
	reasons := make([]Reason, len(fixes))
	moot := make([][]Edit, len(fixes))
	for _, u := range units(fixes) {
		why := Reason(0)
		switch {
		case u.safety < least || u.safety == None:
			why = TooUnsafe
		case len(u.edits) == 0:
			why = Empty
		case !taken.add(u.edits):
			why = Conflict
		}
		for _, i := range u.members {
			reasons[i], moot[i] = why, u.moot
		}
	}
	chosen = make([]Fix, 0, len(fixes))
	for i, fix := range fixes {
		if reasons[i] == 0 {
			fix.Edits = without(fix.Edits, moot[i])
			chosen = append(chosen, fix)
		} else {
			rejected = append(rejected, Rejected{Fix: fix, Reason: reasons[i]})
		}
	}
	return chosen, rejected
}

// unit is the fixes of one group, or one fix without a group.
type unit struct {
	members []int
	safety  Safety
	edits   []Edit // sorted, each once
	moot    []Edit // in text that another of them deletes
}

// units gathers fixes by group, in the order in which they may claim bytes.
func units(fixes []Fix) []*unit {
	var all []*unit
	groups := map[GroupID]*unit{}
	for i, fix := range fixes {
		u := groups[fix.Group]
		if u == nil || fix.Group == "" {
			u = &unit{safety: fix.Safety}
			groups[fix.Group] = u
			all = append(all, u)
		}
		u.members = append(u.members, i)
		u.safety = min(u.safety, fix.Safety)
		if u.edits == nil {
			u.edits = slices.Clip(fix.Edits) // most groups are of one fix
		} else {
			u.edits = append(u.edits, fix.Edits...)
		}
	}
	for _, u := range all {
		u.edits, u.moot = split(arrange(u.edits))
	}
	slices.SortStableFunc(all, func(a, b *unit) int {
		return cmp.Or(cmp.Compare(b.safety, a.safety), slices.CompareFunc(a.edits, b.edits, compareEdits))
	})
	return all
}

// OfGroup returns the edits of one group as Choose makes them: each once, without those
// in text that another of them deletes.
func OfGroup(edits []Edit) []Edit {
	kept, _ := split(arrange(edits))
	return kept
}

// split separates the moot edits of a group from the others: a moot edit is in text that
// another edit of the group deletes, and counts as done once that one is.
func split(edits []Edit) (kept, moot []Edit) {
	if len(edits) < 2 {
		return edits, nil
	}
	kept = make([]Edit, 0, len(edits))
	var deletion Edit // the last one that reaches furthest
	last := 0         // the index of the longest edit that begins where this one does
	for i, e := range edits {
		for last = max(last, i); last+1 < len(edits) && edits[last+1].Path == e.Path && edits[last+1].Span.Start == e.Span.Start; {
			last++
		}
		if longest := edits[last]; longest.Text == "" && (deletion.Path != e.Path || longest.Span.End > deletion.Span.End) {
			deletion = longest
		}
		if e.inside(deletion) {
			moot = append(moot, e)
		} else {
			kept = append(kept, e)
		}
	}
	return kept, moot
}

// inside reports whether an edit changes text inside a deletion.
func (e Edit) inside(deletion Edit) bool {
	if e.Path != deletion.Path || deletion.Text != "" || e == deletion || !deletion.Span.Contains(e.Span) {
		return false
	}
	return e.Span.Len() > 0 || e.Span.Start > deletion.Span.Start && e.Span.Start < deletion.Span.End
}

// without returns edits except some, in the same order.
func without(edits, gone []Edit) []Edit {
	if len(gone) == 0 {
		return edits
	}
	return slices.DeleteFunc(slices.Clone(edits), func(e Edit) bool { return slices.Contains(gone, e) })
}

// changes holds the chosen edits by path, sorted, each once.
type changes struct {
	edits map[string][]Edit
	at    func(path string)
}

// add adds arranged edits unless one of them conflicts with another or with an earlier
// one. Only neighbours can conflict, so a file with many fixes costs no more than sorting
// them.
func (c changes) add(edits []Edit) bool {
	for i, e := range edits {
		if i > 0 && edits[i-1].Path == e.Path && conflict(edits[i-1], e) {
			return false
		}
		c.at(e.Path)
		there := c.edits[e.Path]
		at, found := slices.BinarySearchFunc(there, e, compareEdits)
		switch {
		case found:
		case at > 0 && conflict(there[at-1], e), at < len(there) && conflict(e, there[at]):
			return false
		}
	}
	for _, e := range edits {
		if at, found := slices.BinarySearchFunc(c.edits[e.Path], e, compareEdits); !found {
			c.at(e.Path)
			c.edits[e.Path] = slices.Insert(c.edits[e.Path], at, e)
		}
	}
	return true
}

// arrange sorts edits by path and position, insertions before replacements at the same
// place, and drops duplicates. It leaves the slice itself unchanged.
func arrange(edits []Edit) []Edit {
	if len(edits) < 2 {
		return edits
	}
	sorted := slices.SortedFunc(slices.Values(edits), compareEdits)
	return slices.Compact(sorted)
}

func compareEdits(a, b Edit) int {
	return cmp.Or(
		strings.Compare(a.Path, b.Path),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		strings.Compare(a.Text, b.Text),
	)
}

// conflict reports whether b, which is sorted behind a, cannot be applied
// together with it.
func conflict(a, b Edit) bool {
	return b.Span.Start < a.Span.End || a.Span == b.Span && !bothLines(a, b) && !bothKeywords(a, b)
}

// conflicting is the index of the first edit that cannot be applied after the
// ones before it, -1 if there is none. The edits are arranged and of one file.
func conflicting(edits []Edit) int {
	for i := 1; i < len(edits); i++ {
		if conflict(edits[i-1], edits[i]) {
			return i
		}
	}
	return -1
}

// bothLines reports whether two insertions at one place are lines of their
// own, which may go in either order. At the end of a file without a final
// line end the line end comes first.
func bothLines(a, b Edit) bool {
	lines := func(e Edit) source.Span {
		var s source.Span
		if strings.HasPrefix(e.Text, "\n") {
			s.Start = 1
		}
		if strings.HasSuffix(e.Text, "\n") {
			s.End = 1
		}
		return s
	}
	return a.Span.Len() == 0 && lines(a) == lines(b) && lines(a) != source.Span{}
}

// bothKeywords reports whether two insertions at one place are keyword arguments of
// different names behind those of a call, which may go in either order.
func bothKeywords(a, b Edit) bool {
	first, second := keywordOf(a), keywordOf(b)
	return a.Span.Len() == 0 && first != "" && second != "" && first != second
}

// keywordOf is the name in ", name=value"; "" for other texts.
func keywordOf(e Edit) string {
	text, ok := strings.CutPrefix(e.Text, ", ")
	name, _, given := strings.Cut(text, "=")
	if !ok || !given || strings.ContainsFunc(name, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) {
		return ""
	}
	return name
}
