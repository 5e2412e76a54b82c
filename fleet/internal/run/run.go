// Package run judges the entries of a manifest by several workers, and writes tables when
// all are done. A run that is killed at any moment goes on where it was.
//
// Below the folder of a run, shards/NAME holds what a shard has come to: a file for each
// unit, written as a whole, and a journal of the finished ones. Beside it are the tables.
package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"github.com/neuronlint/neuronlint/fleet/internal/journal"
	"github.com/neuronlint/neuronlint/fleet/internal/manifest"
	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
	"github.com/neuronlint/neuronlint/fleet/internal/scan"
	"github.com/neuronlint/neuronlint/fleet/internal/tables"
)

// Options say how a manifest is worked through.
type Options struct {
	Out     string
	Shard   manifest.Shard
	Workers int
	Retry   bool // judge again what was not judged
	Scan    scan.Options
	Clock   func() time.Time
	Report  func(Progress) // called by one goroutine at a time
}

// Progress is how far a run is.
type Progress struct {
	Total, Done int // units of the shard
	Before      int // of Done: by earlier runs
	Failed      int // of Done: not judged
	Since       time.Duration
}

// Left estimates the rest of the time; false if there is no ground yet.
func (p Progress) Left() (time.Duration, bool) {
	now := p.Done - p.Before
	if now == 0 || p.Since <= 0 {
		return 0, false
	}
	return time.Duration(float64(p.Since) / float64(now) * float64(p.Total-p.Done)), true
}

// Rate is units a minute of this run.
func (p Progress) Rate() float64 {
	if p.Since <= 0 {
		return 0
	}
	return float64(p.Done-p.Before) / p.Since.Minutes()
}

// shard is the state of a run.
type shard struct {
	opts    *Options
	dir     string
	entries []manifest.Entry
	unit    *scan.Unit
	mu      sync.Mutex
	journal *journal.Journal
	state   Progress
	start   time.Time
}

// Run judges the entries of a shard that are not done yet, and writes its tables.
func Run(ctx context.Context, list []manifest.Entry, opts *Options) (p Progress, err error) {
	s := &shard{opts: opts, dir: filepath.Join(opts.Out, "shards", opts.Shard.Name()), entries: opts.Shard.Of(list)}
	if err := s.alone(); err != nil {
		return p, err
	}
	scratch := filepath.Join(s.dir, "scratch")
	for _, dir := range []string{filepath.Join(s.dir, "units"), scratch} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return p, fmt.Errorf("fleet: %w", err)
		}
	}
	lock := flock.New(filepath.Join(s.dir, "lock"))
	if ok, err := lock.TryLock(); err != nil || !ok {
		return p, errors.Join(fmt.Errorf("fleet: shard %s of %s is being worked on", opts.Shard, opts.Out), err)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	if err := clean(scratch); err != nil {
		return p, err
	}
	opts.Scan.Scratch = scratch
	if s.unit, err = scan.New(opts.Scan); err != nil {
		return p, err
	}
	if s.journal, err = journal.Open(filepath.Join(s.dir, "journal.jsonl"), journal.Head{
		Shard: opts.Shard.String(), Settings: opts.Scan.Fingerprint(),
	}); err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, s.journal.Close()) }()
	todo, err := s.missing()
	if err != nil {
		return p, err
	}
	if err := s.work(ctx, todo); err != nil {
		return s.state, err
	}
	return s.state, errors.Join(s.write(), os.RemoveAll(scratch))
}

// alone refuses a folder that was divided into another number of shards: repositories
// would be in its tables twice.
func (s *shard) alone() error {
	others, err := filepath.Glob(filepath.Join(filepath.Dir(s.dir), "*-of-*"))
	if err != nil {
		return fmt.Errorf("fleet: %w", err)
	}
	_, count, _ := strings.Cut(filepath.Base(s.dir), "-of-")
	for _, other := range others {
		if !strings.HasSuffix(other, "-of-"+count) {
			return fmt.Errorf("fleet: %s has shard %s, of another number of shards; choose another folder", s.opts.Out, filepath.Base(other))
		}
	}
	return nil
}

// clean removes what a killed run has left.
func clean(dir string) error {
	list, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("fleet: %w", err)
	}
	for _, e := range list {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return fmt.Errorf("fleet: %w", err)
		}
	}
	return nil
}

// file is where the record of a unit is kept.
func (s *shard) file(unit string) string {
	return filepath.Join(s.dir, "units", unit[:2], unit+".json.gz")
}

// missing are the entries that are to be judged.
func (s *shard) missing() (todo []*manifest.Entry, err error) {
	s.start = s.opts.Clock()
	s.state.Total = len(s.entries)
	for i := range s.entries {
		e := &s.entries[i]
		done, ok := s.journal.Done[e.Unit]
		if ok {
			_, err := os.Stat(s.file(e.Unit))
			ok = err == nil
		} else if r, err := scan.Load(s.file(e.Unit)); err == nil && r.Unit == e.Unit {
			// The run was killed between the record and the journal.
			done, ok = doneWith(r), true
			if err := s.journal.Add(done); err != nil {
				return nil, err
			}
		}
		if !ok || s.opts.Retry && done.Failure != "" && e.Problem == nil {
			todo = append(todo, e)
			continue
		}
		s.count(done)
		s.state.Before++
	}
	return todo, nil
}

func doneWith(r *outcome.Record) journal.Done {
	whole, _ := r.Failed()
	return journal.Done{Unit: r.Unit, Failure: string(whole.Reason)}
}

func (s *shard) count(d journal.Done) {
	s.state.Done++
	if d.Failure != "" {
		s.state.Failed++
	}
}

// work has the workers judge entries until all are done, ctx ends, or something fails that
// is no repository's fault.
func (s *shard) work(ctx context.Context, todo []*manifest.Entry) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan *manifest.Entry)
	var workers sync.WaitGroup
	for range min(s.opts.Workers, len(todo)) {
		workers.Go(func() {
			for e := range next {
				if err := s.judge(ctx, e); err != nil {
					cancel(err)
				}
			}
		})
	}
	s.report()
	for _, e := range todo {
		select {
		case next <- e:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

// judge judges an entry and keeps the record. An error of this machine is a record too: it
// must not keep the others from being judged.
func (s *shard) judge(ctx context.Context, e *manifest.Entry) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	r, err := s.unit.Judge(ctx, e)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		r = &outcome.Record{Version: outcome.Version, Unit: e.Unit, Failures: []outcome.Failure{
			{Reason: outcome.Crashed, Scope: outcome.Whole, Count: 1, Detail: err.Error()},
		}}
	}
	name := s.file(e.Unit)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("fleet: %w", err)
	}
	if err := scan.Save(name, r); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	done := doneWith(r)
	if err := s.journal.Add(done); err != nil {
		return err
	}
	s.count(done)
	s.report()
	return nil
}

func (s *shard) report() {
	s.state.Since = s.opts.Clock().Sub(s.start)
	if s.opts.Report != nil {
		s.opts.Report(s.state)
	}
}

// write makes the tables from the records.
func (s *shard) write() (err error) {
	slices.SortFunc(s.entries, func(a, b manifest.Entry) int { return manifest.Less(&a, &b) })
	set, err := tables.Create(s.opts.Out, s.opts.Shard.Name(), &tables.Run{
		Schema: tables.Version, Shard: s.opts.Shard.String(), Version: s.opts.Scan.Program.Version,
		Database: s.opts.Scan.Program.Database, Settings: s.opts.Scan.Fingerprint(), Ended: s.opts.Clock().UTC(),
	})
	if err != nil {
		return err
	}
	defer set.Drop()
	for i := range s.entries {
		r, err := scan.Load(s.file(s.entries[i].Unit))
		if err != nil {
			return err
		}
		if err := set.Add(&s.entries[i], r); err != nil {
			return err
		}
	}
	return set.Close()
}
