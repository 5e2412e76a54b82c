package driver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/prefilter"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
)

// sieve sorts files by their bytes.
type sieve struct {
	filter   *prefilter.Filter // nil if a rule has no words, since then any file may have findings
	project  *prefilter.Filter // the same, of project files
	packages map[string]bool
	limits   Limits
}

// sieving makes the sieve of a run when it is first asked for.
type sieving struct {
	once sync.Once
	made *sieve
}

// sieve is that of the run, or one that is held for all runs of its kind.
func (s *session) sieve() *sieve {
	at := &s.sieving
	if s.keep() != nil {
		at = &s.memory.held.sieving
	}
	at.once.Do(func() { at.made = newSieve(&s.opts) })
	return at.made
}

// sight holds the facts that the bytes of a file show.
type sight struct {
	says    bool // a word of a rule: it holds something, and so may the files that import it
	own     bool // a comment for the driver, which matters in this file alone
	imports []prefilter.Import
}

// idle reports whether the file says nothing by itself.
func (v sight) idle() bool { return !v.says && !v.own }

// frameworkWords are the words by which calls of operators are found, regardless of the
// rules.
func frameworkWords(db *opsdb.DB) analyzer.Words {
	return analyzer.Words{Parts: []string{"torch", "jax"}, Packages: db.JAXPackages()}
}

func newSieve(opts *Options) *sieve {
	v := newCodeSieve(opts)
	v.project = newProjectFilter(opts)
	return v
}

// newCodeSieve is that for Python.
func newCodeSieve(opts *Options) *sieve {
	var all analyzer.Words
	add := func(w analyzer.Words) {
		all.Parts, all.Names = append(all.Parts, w.Parts...), append(all.Names, w.Names...)
		all.Packages = append(all.Packages, w.Packages...)
	}
	add(frameworkWords(opts.DB))
	for _, rule := range opts.Rules {
		switch {
		case rule.Run == nil:
		case rule.Words == nil:
			return &sieve{limits: opts.Limits}
		default:
			add(rule.Words(opts.DB))
		}
	}
	v := &sieve{filter: prefilter.New(all.Parts, all.Names, pragmaWords()), packages: make(map[string]bool), limits: opts.Limits}
	for _, name := range all.Packages {
		v.packages[name] = true
	}
	return v
}

// look is the sight of a file. A file that cannot be judged without parsing counts as one
// that says something.
func (v *sieve) look(ctx context.Context, path string, raw []byte) sight {
	if source.IsProjectFile(path) {
		return v.lookAtProject(raw)
	}
	text := raw
	if source.IsNotebook(path) {
		file, err := v.limits.read(ctx, path, raw)
		if err != nil {
			return sight{says: true}
		}
		text = file.Text
		for _, command := range file.Commands() {
			if v.project != nil && v.project.Look([]byte(command)).Holds {
				return sight{says: true, imports: importsOf(text)}
			}
		}
	}
	if v.filter == nil {
		return sight{says: true, imports: importsOf(text)}
	}
	seen := v.filter.Look(text)
	if seen.Holds {
		return sight{says: true, imports: importsOf(text)}
	}
	imports, ok := seen.Imports(text)
	if !ok {
		return sight{says: true, imports: unreadable}
	}
	if v.importsPackage(imports) {
		return sight{says: true, imports: imports}
	}
	if !source.IsNotebook(path) {
		if _, err := source.New(path, raw); err != nil {
			return sight{says: true, imports: imports}
		}
	}
	return sight{own: seen.Marked && mayHaveOwnPragma(text), imports: imports}
}

func (v *sieve) importsPackage(imports []prefilter.Import) bool {
	for _, imp := range imports {
		if first, _, _ := strings.Cut(imp.Module, "."); imp.Level == 0 && v.packages[first] {
			return true
		}
	}
	return false
}

// mayHaveOwnPragma reports whether a text may contain a comment for this tool alone, and
// not a noqa for several tools.
func mayHaveOwnPragma(text []byte) bool {
	return mayHavePragma(text) && (prefilter.Contains(text, "neuronlint") || bytes.Contains(bytes.ToUpper(text), []byte("NRN")))
}

// smallText is the size of a file that takes less time to read than to set up a timer.
const smallText = 64 << 10

// see is the sight of a file, as a result without its bytes.
func (s *session) see(ctx context.Context, path string, raw []byte) *fileResult {
	defer s.opts.Progress.step()
	if r := s.memory.recall(path, raw); r != nil {
		return r
	}
	s.ahead.follow(path, raw)
	var seen sight
	look := func(ctx context.Context) error {
		seen = s.sieve().look(ctx, path, raw)
		return context.Cause(ctx)
	}
	if len(raw) <= smallText {
		_ = look(ctx)
	} else if err := s.timed(ctx, path, look); errors.Is(err, errSlow) {
		return s.tooSlow(path, "reading it", err)
	}
	return &fileResult{path: path, seen: seen, idle: seen.idle(), waits: !seen.idle()}
}

// analyseNeeded completes the results of files of which only the bytes were seen: those
// that say something, those that an earlier run has seen, and idle ones that may have
// findings after all, because of their imports. It takes all of them in order, since
// files that lie together import each other: a module is judged or asked again while its
// tree is at hand.
//
// The result for any other idle file is the same as an analysis would give, which a run
// without the prefilter verifies; nobody needs to know which parts of it are not
// understood.
func (s *session) analyseNeeded(ctx context.Context, results []*fileResult, analyse analysis) error {
	s.imports = s.newImports(results)
	s.opts.Progress.begin(s.phase, len(results))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, s.opts.Jobs))
	for _, i := range s.order(results) {
		r := results[i]
		if r == nil || !r.waits && !r.idle && !r.recalled {
			s.opts.Progress.step()
			continue
		}
		needed := !r.idle || s.imports.needs(r)
		if !needed && !s.opts.NoPrefilter {
			s.opts.Progress.step()
			continue
		}
		holds := r.recalled && (s.memory.taken(r) || s.memory.holds(r))
		group.Go(func() (err error) {
			if !holds || !s.memory.restore(r) {
				results[i], err = s.analyseOne(ctx, r, needed, analyse)
			} else if s.charge(r.path, r.spent); !needed {
				r.forget()
			}
			s.opts.Progress.step()
			if err == nil && s.texting.bounded && len(results) >= minPacked && s.keep() == nil {
				results[i].pack()
			}
			return err
		})
	}
	err := group.Wait()
	s.ahead.stop()
	if err != nil {
		return fmt.Errorf("analysing: %w", err)
	}
	return nil
}

// order is the order in which results are completed. Where most are at hand, those that
// are not come first: they take longest.
func (s *session) order(results []*fileResult) []int {
	order := make([]int, len(results))
	for i := range results {
		order[i] = i
	}
	if s.keep() != nil {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(waiting(results[b]), waiting(results[a])) })
	}
	return order
}

// waiting is 1 for a file that no earlier run has seen.
func waiting(r *fileResult) int {
	if r != nil && r.waits {
		return 1
	}
	return 0
}

// analyseOne reads and analyses a file of which only the bytes were seen before.
func (s *session) analyseOne(ctx context.Context, seen *fileResult, needed bool, analyse analysis) (*fileResult, error) {
	raw, err := s.read(seen)
	if err != nil {
		return s.unread(seen.path, err.Error()), nil
	}
	s.memory.saw(absolute(s.wd, seen.path), raw)
	r, err := analyse(ctx, seen.path, raw)
	if err != nil {
		return nil, err
	}
	r.name, r.seen, r.idle, r.spent = seen.name, seen.seen, !needed, s.spent(seen.path)
	s.memory.note(r)
	if !needed {
		r.forget()
	}
	s.texting.letGo(r)
	return r, nil
}

// forget leaves the findings of rules alone.
func (r *fileResult) forget() {
	r.summary, r.blind, r.unknown, r.unparsed, r.failed = nil, semantic.Blind{}, nil, 0, false
	var kept []*finding
	for _, fd := range r.findings {
		if fd.Code != CodeUnparsed {
			kept = append(kept, fd)
		}
	}
	if r.findings = kept; len(kept) == 0 {
		r.file = nil
	}
}
