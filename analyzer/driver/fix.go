package driver

import (
	"context"
	"maps"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/edit"
)

// maxRounds bounds how often fixes are planned again on patched text. One
// round is enough unless fixes of two findings touched the same bytes.
const maxRounds = 5

// Change is a file with its fixes applied.
type Change struct {
	Path string // as reported
	Name string // to write it by; empty for standard input
	Old  []byte
	New  []byte
	// Together is equal for files that must be written together, because a
	// fix spans them.
	Together int
}

// Fixed is the outcome of the fixes of a run.
type Fixed struct {
	Before  *Result
	After   *Result  // findings in the patched text
	Changes []Change // by path
	Become
}

// Fix analyses the files, applies the fixes of the requested safety in memory, and
// analyses the patched text, so that the remaining findings are known. Nothing is
// written. Fixes that were left out because they touched the same bytes as others are
// tried again on the patched text.
func Fix(ctx context.Context, opts Options) (*Fixed, error) {
	s, err := newSession(ctx, opts)
	if err != nil {
		return nil, err
	}
	return s.fix(ctx)
}

func (s *session) fix(ctx context.Context) (*Fixed, error) {
	s.memory = s.newMemory(false)
	s.ahead = s.newAhead(ctx)
	defer s.ahead.stop()
	if err := s.survey(ctx); err != nil {
		return nil, err
	}
	if known := s.memory.fixed(); known != nil {
		return known, nil
	}
	if err := s.analyseNeeded(ctx, s.files, s.analyse); err != nil {
		return nil, err
	}
	s.linkAll()
	s.memory.gather()
	if err := s.judge(ctx); err != nil {
		return nil, err
	}
	changes, err := s.plan(ctx)
	if err != nil {
		return nil, err
	}
	s.opts.Progress.begin(phaseFixing, 0)
	fixed, patched := &Fixed{}, newPatchSet()
	first := true
	err = s.rounds(ctx, changes, func(changes []change) {
		if first {
			fixed.Before = s.result()
			first = false
		}
		patched.add(changes)
	})
	if err != nil {
		return nil, err
	}
	fixed.After = s.result()
	fixed.Changes = patched.changes(s.files)
	if fixed.Become, err = s.become(ctx, fixed.Before, fixed.After); err != nil {
		return nil, err
	}
	s.memory.learn() // the fixed texts ask too
	s.memory.save(newStoredFix(fixed))
	return fixed, nil
}

// rounds applies changes and analyses the resulting texts, until no more fixes can be
// planned upon these. It reports each round before it takes the results; there is at
// least one.
func (s *session) rounds(ctx context.Context, changes []change, tell func([]change)) error {
	for range maxRounds {
		tried, results, err := s.tried(ctx, changes)
		if err != nil {
			return err
		}
		tell(tried)
		if len(tried) == 0 {
			return nil
		}
		s.take(results)
		s.linkAll()
		if changes, err = s.plan(ctx); err != nil {
			return err
		}
	}
	return nil
}

// tried analyses the texts that changes make. A file whose time is spent by then keeps
// its text, since the findings its fixes leave are unknown. The rest is planned anew.
func (s *session) tried(ctx context.Context, changes []change) ([]change, []*fileResult, error) {
	for len(changes) > 0 {
		results, done, err := s.reanalyse(ctx, changes)
		if err != nil || done {
			return changes, results, err
		}
		if changes, err = s.plan(ctx); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, nil
}

// reanalyse analyses changed files by their new text, which becomes that of the project.
// It succeeds if each could be analysed; else nothing changes, and the fixes of those
// that could not are withheld.
func (s *session) reanalyse(ctx context.Context, changes []change) (results []*fileResult, done bool, err error) {
	texts, spent := maps.Clone(s.texts), make(map[string]time.Duration)
	for _, c := range changes {
		s.texts[c.path] = c.new.Raw
		spent[c.path] = s.spent(c.path)
	}
	if err := s.renew(ctx); err != nil {
		return nil, false, err
	}
	done = true
	for _, c := range changes {
		r, err := s.analyse(ctx, c.path, c.new.Raw)
		if err != nil {
			return nil, false, err
		}
		s.opts.Progress.step()
		if r.failed && r.fleeting {
			s.withhold(c.path, "analysing the patched text", s.slowness())
			done = false
		}
		results = append(results, r)
	}
	if done {
		woken, err := s.wakened(ctx, changes)
		return append(results, woken...), err == nil, err
	}
	for path, before := range spent { // this is done once more, for the others
		s.charge(path, before-s.spent(path))
	}
	s.texts = texts
	return nil, false, s.renew(ctx)
}

// take replaces the results of changed files by new ones.
func (s *session) take(results []*fileResult) {
	for _, r := range results {
		i, _ := s.indexOf(r.path)
		r.name, r.named, r.seen = s.files[i].name, s.files[i].named, s.files[i].seen // no fix takes imports of the project
		r.inherit(s.files[i])
		s.files[i] = r
	}
}

// patchSet collects the changes of all rounds.
type patchSet struct {
	first, last map[string][]byte
	files       *groups // file paths joined where a fix spans them
}

func newPatchSet() *patchSet {
	return &patchSet{first: make(map[string][]byte), last: make(map[string][]byte), files: newGroups()}
}

// add takes in the changes of one round.
func (p *patchSet) add(changes []change) {
	spans := make(map[edit.GroupID]edit.GroupID) // group of fixes → a file it touches
	for _, c := range changes {
		if _, ok := p.first[c.path]; !ok {
			p.first[c.path] = c.old.Raw
		}
		p.last[c.path] = c.new.Raw
		for _, id := range c.groups {
			if other, ok := spans[id]; ok {
				p.files.join(edit.GroupID(c.path), other)
			}
			spans[id] = edit.GroupID(c.path)
		}
	}
}

// changes lists the changed files in the order of files.
func (p *patchSet) changes(files []*fileResult) []Change {
	numbers := make(map[edit.GroupID]int)
	var list []Change
	for _, f := range files {
		if _, ok := p.first[f.path]; !ok {
			continue
		}
		root := p.files.root(edit.GroupID(f.path))
		if _, ok := numbers[root]; !ok {
			numbers[root] = len(numbers)
		}
		list = append(list, Change{
			Path: f.path, Name: f.name, Together: numbers[root],
			Old: p.first[f.path], New: p.last[f.path],
		})
	}
	return list
}
