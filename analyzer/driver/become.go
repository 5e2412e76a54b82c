package driver

import (
	"bytes"
	"context"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
)

// match pairs the findings that two results have in common, after fixes of a kind were
// applied. Both lists have -1 for a finding without counterpart. If a fix was offered and
// the rule's message has changed, the fix was made and the finding is new: fp16 became
// bf16, a lesser problem.
func match(from, to *Result, applied analyzer.Safety) (forth, back []int) {
	m := &matching{from: from, to: to, forth: unpaired(from), back: unpaired(to)}
	m.place()
	m.pair(func(d *analyzer.Diagnostic) string { return d.Message })
	for i := range m.forth {
		if m.forth[i] < 0 && hasFix(&from.Diagnostics[i], applied) {
			m.forth[i] = ended
		}
	}
	m.pair(func(*analyzer.Diagnostic) string { return "" })
	for i := range m.forth {
		m.forth[i] = max(m.forth[i], -1)
	}
	return m.forth, m.back
}

// ended marks a finding that must not be paired any more.
const ended = -2

func unpaired(r *Result) []int { return slices.Repeat([]int{-1}, len(r.Diagnostics)) }

type matching struct {
	from, to       *Result
	forth, back    []int
	placed, landed []int // the region of each finding; see edit.Regions
}

// place locates findings in both texts of their files.
func (m *matching) place() {
	regions := make(map[string]*edit.Regions)
	of := func(path string) *edit.Regions {
		r, ok := regions[path]
		if !ok {
			old, now := textIn(m.from, path), textIn(m.to, path)
			if !bytes.Equal(old, now) {
				r = edit.NewRegions(old, now)
			}
			regions[path] = r
		}
		return r
	}
	for i := range m.from.Diagnostics {
		d := &m.from.Diagnostics[i]
		line := lineIn(m.from, d)
		if r := of(d.Path); r != nil {
			line = r.Before(line)
		}
		m.placed = append(m.placed, line)
	}
	for i := range m.to.Diagnostics {
		d := &m.to.Diagnostics[i]
		line := lineIn(m.to, d)
		if r := of(d.Path); r != nil {
			line = r.After(line)
		}
		m.landed = append(m.landed, line)
	}
}

func textIn(r *Result, path string) []byte {
	if f := r.File(path); f != nil {
		return f.Text
	}
	return nil
}

func lineIn(r *Result, d *analyzer.Diagnostic) int {
	if f := r.File(d.Path); f != nil {
		return f.LineAt(d.Span.Start)
	}
	return 0
}

// pair pairs, in order, the findings of a rule in one place that have no counterpart yet
// and the same message.
func (m *matching) pair(words func(*analyzer.Diagnostic) string) {
	type key struct {
		path, code, words string
		place             int
		suppressed        bool
	}
	keyOf := func(d *analyzer.Diagnostic, place int) key {
		return key{d.Path, d.Code, words(d), place, d.Suppressed}
	}
	open := make(map[key][]int)
	for i := range m.from.Diagnostics {
		if m.forth[i] == -1 {
			k := keyOf(&m.from.Diagnostics[i], m.placed[i])
			open[k] = append(open[k], i)
		}
	}
	for j := range m.to.Diagnostics {
		if m.back[j] >= 0 {
			continue
		}
		k := keyOf(&m.to.Diagnostics[j], m.landed[j])
		if waiting := open[k]; len(waiting) > 0 {
			m.forth[waiting[0]], m.back[j] = j, waiting[0]
			open[k] = waiting[1:]
		}
	}
}

// Become matches findings before and after the applied fixes, and includes those that
// fixes which need a reader would make of the rest.
type Become struct {
	After  []int  // by index in Before: that in After; -1 for a finding that ends
	Before []int  // by index in After: that in Before; -1 for a new finding
	Unsafe []bool // by index in After: it ends with fixes that need a reader
}

// become compares the findings before and after the fixes, and applies those that need a
// reader upon them, in memory.
func (s *session) become(ctx context.Context, before, after *Result) (b Become, err error) {
	applied := analyzer.Safe
	if s.opts.Unsafe {
		applied = analyzer.Unsafe
	}
	b.After, b.Before = match(before, after, applied)
	b.Unsafe = make([]bool, len(after.Diagnostics))
	if s.opts.Unsafe || !slices.ContainsFunc(after.Diagnostics, needsReader) {
		return b, nil
	}
	s.opts.Unsafe = true
	defer func() { s.opts.Unsafe = false }()
	changes, err := s.plan(ctx)
	if err == nil {
		err = s.rounds(ctx, changes, func([]change) {})
	}
	if err != nil {
		return Become{}, err
	}
	forth, _ := match(after, s.result(), analyzer.Unsafe)
	for i, j := range forth {
		b.Unsafe[i] = j < 0
	}
	return b, nil
}

// needsReader reports whether a finding has a fix that needs a reader.
func needsReader(d analyzer.Diagnostic) bool {
	return slices.ContainsFunc(d.Fixes, func(f analyzer.Fix) bool { return f.Safety == analyzer.Unsafe })
}

// hasFix reports whether a finding has a fix that is as safe as one wants, or safer.
func hasFix(d *analyzer.Diagnostic, least analyzer.Safety) bool {
	return slices.ContainsFunc(d.Fixes, func(f analyzer.Fix) bool { return f.Safety >= least })
}
