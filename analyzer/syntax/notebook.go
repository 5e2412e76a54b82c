package syntax

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"sort"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/internal/cputime"
)

// ParseFile reads the text of a file. The cells of a notebook are read as one program,
// but one with an error does not spoil the others: Python too reads each cell by itself.
// Statements in error are left out of the tree, and Errors has them whole. This may take
// twice the time that lim allows.
func ParseFile(ctx context.Context, f *source.File, lim Limits) (*Tree, error) {
	lim = lim.orDefault()
	tree, err := Parse(ctx, f.Text, lim)
	cells := f.Cells()
	if err != nil || len(cells) == 0 || len(tree.Errors()) == 0 && tree.respects(cells) {
		return tree, err
	}
	ctx, done := cputime.WithLimit(ctx, lim.Timeout, ErrTimeout) // of all cells together
	defer done()
	text := bytes.Clone(f.Text)
	var broken []source.Span
	for _, cell := range cells {
		spans, err := blankErrors(ctx, text[cell.Start:cell.End], lim)
		if err != nil {
			return nil, err
		}
		for _, s := range spans {
			broken = append(broken, source.Span{Start: cell.Start + s.Start, End: cell.Start + s.End})
		}
	}
	if tree, err = Parse(ctx, text, lim); err != nil {
		return nil, err
	}
	tree.src = f.Text
	tree.errors = joined(append(tree.errors, broken...))
	return tree, nil
}

// respects reports whether each statement of a module is in one of the cells, which
// follow each other.
func (t *Tree) respects(cells []source.Span) bool {
	if len(cells) == 0 {
		return true
	}
	for stmt := range t.Children(Root) {
		for t.Start(stmt) >= cells[0].End && len(cells) > 1 {
			cells = cells[1:]
		}
		if len(bytes.TrimRight(t.Bytes(stmt), " \t\f\r\n"))+t.Start(stmt) > cells[0].End {
			return false
		}
	}
	return true
}

// blankErrors overwrites the statements of a cell that are in error with
// spaces, and returns them. If that does not help, it is the whole cell.
func blankErrors(ctx context.Context, cell []byte, lim Limits) ([]source.Span, error) {
	// A statement behind the cell shows whether the last one of the cell is
	// complete.
	text := append(bytes.Clone(cell), "_\n"...)
	tree, err := Parse(ctx, text, lim)
	if err != nil || tree.endsIn(len(cell)) {
		return nil, err
	}
	var broken []source.Span
	end := len(bytes.TrimRight(cell, " \t\f\r\n"))
	for _, s := range tree.widened(tree.Errors()) {
		broken = append(broken, source.Span{Start: min(s.Start, end), End: min(s.End, end)})
	}
	broken = joined(broken)
	for _, s := range broken {
		blank(text[s.Start:s.End])
	}
	if tree, err = Parse(ctx, bytes.Clone(text), lim); err != nil {
		return nil, err
	}
	if !tree.endsIn(len(cell)) {
		broken = []source.Span{{Start: 0, End: end}}
		blank(text[:len(cell)])
	}
	copy(cell, text)
	return broken, nil
}

// endsIn reports whether a module was understood and its last statement begins
// at offset.
func (t *Tree) endsIn(offset int) bool {
	last := None
	for stmt := range t.Children(Root) {
		last = stmt
	}
	return len(t.errors) == 0 && t.Start(last) == offset
}

// widened are regions of error with the statements of the module that they touch. There
// may be as many of the ones as of the others.
func (t *Tree) widened(regions []source.Span) []source.Span {
	var stmts []source.Span // in order
	for stmt := range t.Children(Root) {
		stmts = append(stmts, t.Span(stmt))
	}
	out := slices.Clone(regions)
	for i := range out {
		r := &out[i]
		at := sort.Search(len(stmts), func(i int) bool { return stmts[i].End >= r.Start })
		for ; at < len(stmts) && stmts[at].Start <= r.End; at++ {
			r.Start, r.End = min(r.Start, stmts[at].Start), max(r.End, stmts[at].End)
		}
	}
	return out
}

// joined sorts spans and merges those that touch each other.
func joined(spans []source.Span) []source.Span {
	slices.SortFunc(spans, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	var merged []source.Span
	for _, s := range spans {
		if n := len(merged) - 1; n >= 0 && s.Start <= merged[n].End {
			merged[n].End = max(merged[n].End, s.End)
			continue
		}
		merged = append(merged, s)
	}
	return merged
}

// blank overwrites text with spaces, but for its line ends.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}
