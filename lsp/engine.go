package lsp

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/driver"
)

// engine judges one folder of the workspace, or one document outside of all folders, again
// after each change.
//
// The first run over a folder may take long. It is never given up, and until it is done
// the open documents are judged as check would judge them if they were named. After it, a
// change costs a hasty run: it judges the files that have changed, and takes what other
// files came to before. Those that rest on the change are judged anew when nobody has
// typed for a while. What is shown then is what check says of the folder.
type engine struct {
	s   *server
	dir string // absolute; empty for a text that was never saved
	uri string // of the document, outside of folders
	ctx context.Context
	end context.CancelFunc

	wake chan struct{} // holds one value if there is something to do

	running sync.Mutex // held by a run that uses keep
	keep    *driver.Keep

	mu     sync.Mutex
	setup  *setup // nil if the settings have to be read
	good   *setup // the last ones without a mistake
	warm   bool   // the first run is done
	cold   bool   // it is on its way
	since  time.Time
	cancel context.CancelFunc // of the run that a change makes useless; may be nil
	last   *outcome
	news   chan struct{} // closed when there is another outcome
	shown  map[string]bool

	saves    int         // changes on disk
	assessed *assessment // the last one; nil if nobody has asked for verdicts
	told     string      // the last problem with settings
}

func newEngine(s *server, dir, uri string) *engine {
	ctx, end := context.WithCancel(s.ctx)
	return &engine{
		s: s, dir: dir, uri: uri, ctx: ctx, end: end, wake: make(chan struct{}, 1), news: make(chan struct{}),
		keep: driver.NewKeep(), shown: make(map[string]bool),
	}
}

// maxLost is how long a run may have been on its way for a change to end it. One that has
// taken longer ends by itself, or else nobody who types would ever see what it finds.
const maxLost = time.Second

// poke tells that something has changed.
func (e *engine) poke() {
	e.mu.Lock()
	if e.cancel != nil && time.Since(e.since) < maxLost {
		e.cancel()
	}
	e.mu.Unlock()
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

func (e *engine) loop() {
	e.poke() // the first run needs no document
	for e.awaitChange() {
		e.s.protect("a run over "+e.dir, e.judge)
	}
}

// awaitChange waits for a change, and until nobody has typed for a moment.
func (e *engine) awaitChange() bool {
	select {
	case <-e.ctx.Done():
		return false
	case <-e.wake:
	}
	return e.quiet(e.s.config.Delay)
}

// quiet waits until nothing has changed for a time.
func (e *engine) quiet(delay time.Duration) bool {
	for {
		select {
		case <-e.ctx.Done():
			return false
		case <-e.wake:
		case <-time.After(delay):
			return true
		}
	}
}

// judge does what a change asks for.
func (e *engine) judge() {
	set := e.settings()
	switch {
	case set.err != nil:
		return
	case e.uri != "":
		e.judgeOne(set)
		return
	}
	e.mu.Lock()
	warm := e.warm
	if !warm && !e.cold {
		e.cold = true
		e.s.work.Go(func() { e.s.protect("the first run over "+e.dir, func() { e.first(set) }) })
	}
	e.mu.Unlock()
	if !warm {
		e.judgeNamed(set)
		return
	}
	for hasty := true; ; hasty = false {
		out := e.run(set, hasty)
		if out == nil || !out.result.Stale {
			return
		}
		select {
		case <-e.ctx.Done():
			return
		case <-e.wake: // for the loop
			e.poke()
			return
		case <-time.After(e.s.config.Settle):
		}
	}
}

// run judges the folder; nil if a change made it useless.
func (e *engine) run(set *setup, hasty bool) *outcome {
	ctx, done := e.cancellable()
	defer done()
	opts, docs := e.options(set)
	opts.Hasty = hasty
	return e.judged(ctx, opts, docs, true)
}

// cancellable is the context of a run that a change ends.
func (e *engine) cancellable() (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancel(e.ctx)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cancel, e.since = cancel, time.Now()
	return ctx, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.cancel = nil
		cancel()
	}
}

// first is the first run over a folder.
func (e *engine) first(set *setup) {
	defer e.progress()()
	opts, docs := e.options(set)
	out := e.judged(e.ctx, opts, docs, true)
	e.mu.Lock()
	e.cold = false
	e.warm = out != nil && e.setup == set
	again := out != nil || e.setup != set
	e.mu.Unlock()
	if again { // what failed would fail again
		e.poke()
	}
}

// options are those of a run over the folder as the documents are now.
func (e *engine) options(set *setup) (driver.Options, []*document) {
	opts := set.options
	docs := e.s.docs.all()
	opts.Dir, opts.Paths = e.dir, []string{"."}
	opts.Texts = make(map[string][]byte)
	for _, d := range docs {
		if d.name != "" && d.judged() {
			opts.Texts[e.path(d)] = d.raw()
		}
	}
	memory := driver.Cache{Keep: e.keep}
	if opts.Cache != nil {
		memory = *opts.Cache
		memory.Keep = e.keep
	}
	opts.Cache = &memory
	return opts, docs
}

// path is the path under which a run reports a document.
func (e *engine) path(d *document) string {
	if d.name == "" {
		return d.path()
	}
	if rel, err := filepath.Rel(e.dir, d.name); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(d.name)
}

// judgeNamed judges the open documents as check does that are named: with what the rest
// of the project tells, but without judging it.
func (e *engine) judgeNamed(set *setup) {
	ctx, done := e.cancellable()
	defer done()
	opts, docs := e.options(set)
	opts.Cache, opts.ForceExclude, opts.Paths = nil, true, nil
	for _, d := range docs {
		if info, err := os.Stat(d.name); d.judged() && e.owns(d) && err == nil && info.Mode().IsRegular() {
			opts.Paths = append(opts.Paths, e.path(d))
		}
	}
	if len(opts.Paths) > 0 {
		e.judged(ctx, opts, docs, false)
	}
}

// judgeOne judges a document outside of all folders.
func (e *engine) judgeOne(set *setup) {
	d := e.s.docs.get(e.uri)
	if d == nil {
		return
	}
	ctx, done := e.cancellable()
	defer done()
	opts, _ := e.options(set)
	opts.Cache, opts.Paths = nil, nil
	if info, err := os.Stat(d.name); err == nil && info.Mode().IsRegular() {
		opts.Paths = []string{e.path(d)}
	} else {
		opts.Stdin = &driver.Input{Path: e.path(d), Raw: d.raw()}
	}
	e.judged(ctx, opts, []*document{d}, false)
}

// judged runs the driver and shows what comes out; nil if the run was ended.
func (e *engine) judged(ctx context.Context, opts driver.Options, docs []*document, kept bool) *outcome {
	if kept {
		e.running.Lock()
		defer e.running.Unlock()
	}
	var out *outcome
	asked := opts
	asked.Report = func(result *driver.Result) {
		out = newOutcome(e, opts, result, docs)
		e.show(out)
	}
	switch _, err := driver.Run(ctx, asked); {
	case err != nil && ctx.Err() == nil:
		e.complain(err)
		return nil
	case err != nil:
		return nil
	}
	out.exact = !out.result.Stale && (e.uri != "" || kept)
	e.remember(out)
	return out
}

// errOld says that a document has changed since it was judged.
var errOld = errors.New("the document has changed")

// fresh is the outcome of a run that has seen a document as it is now, and all files as
// they are with it.
func (e *engine) fresh(ctx context.Context, d *document) (*outcome, error) {
	for {
		e.mu.Lock()
		out, news := e.last, e.news
		e.mu.Unlock()
		if out != nil && out.saw(d) && out.exact {
			return out, nil
		}
		if now := e.s.docs.get(d.uri); now == nil || now.serial != d.serial {
			return nil, errOld
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-e.ctx.Done():
			return nil, errOld
		case <-news:
		}
	}
}
