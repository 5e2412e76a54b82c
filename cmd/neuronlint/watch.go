package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/report"
)

// Files are looked at by name, size and time: it works on any file system, network and
// container mounts included, and needs no more than a walk, of which the cost bounds how
// often it is made.
const (
	// watchEvery is how long a watch rests between two looks, or restShare times as
	// long as a look takes, if that is longer.
	watchEvery = 300 * time.Millisecond
	restShare  = 10
	// calm is how long nothing must change before the check is made: an editor writes
	// several files, and git hundreds.
	calm = 100 * time.Millisecond
	// restless is how long calm is waited for.
	restless = 3 * time.Second
)

// clearScreen goes to the top of an empty terminal.
const clearScreen = "\x1b[H\x1b[2J\x1b[3J"

// stamp tells two states of a file apart.
type stamp struct {
	size int64
	time time.Time
}

// sight is what a watch sees of the files that a check depends on, by name.
type sight map[string]stamp

// watch makes the check that the command line asks for, and again after each change. One
// that cannot be made at first is an error; later ones are told, since the next change may
// mend it.
func (a *app) watch(ctx context.Context, f *checkFlags, args []string) error {
	if slices.Contains(args, stdinPath) || f.scope.diffFile == stdinPath {
		return errors.New("--watch checks again, and standard input can be read only once")
	}
	w, err := newWatcher(f, args)
	if err != nil {
		return err
	}
	a.watches.Store(true)
	seen, err := w.look(ctx)
	for first := true; err == nil; first = false {
		if err = a.again(ctx, w, seen); err != nil && ctx.Err() == nil && !first {
			a.tell(err)
			err = nil
		}
		if err == nil {
			err = a.await(ctx, w, &seen)
		}
	}
	if ctx.Err() == nil {
		return err
	}
	return nil
}

// again makes the check of the command line as a new process would. What it reads that
// was not known before counts as seen.
func (a *app) again(ctx context.Context, w *watcher, seen sight) error {
	round := newApp(a.stdin, a.stdout, a.stderr)
	round.shared, round.round = a.shared, true
	defer round.tellDefects()
	err := round.command(ctx, a.args)
	if err != nil {
		err = round.blameSetting(err)
	}
	if round.loaded != nil {
		w.settings = slices.Concat(round.loaded.Files, round.loaded.Settings.OpsDB)
	}
	for _, name := range w.settings {
		if _, ok := seen[name]; !ok {
			seen[name] = stampOf(name)
		}
	}
	return err
}

// await returns after a change, once nothing changes any more, and says what has.
func (a *app) await(ctx context.Context, w *watcher, seen *sight) error {
	if err := a.remark(func(out io.Writer) error {
		what := "1 file"
		if len(*seen) != 1 {
			what = fmt.Sprintf("%d files", len(*seen))
		}
		_, err := fmt.Fprintf(out, "neuronlint: watching %s; Ctrl-C ends it\n", what)
		return err
	}); err != nil {
		return err
	}
	next, err := w.change(ctx, *seen)
	if err != nil {
		return err
	}
	changed := differing(*seen, next)
	*seen = next
	if terminalOf(a.stdout) != nil && !dumb() {
		if _, err := io.WriteString(a.stdout, clearScreen); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
	}
	return a.remark(func(out io.Writer) error {
		more := ""
		if len(changed) > 1 {
			more = fmt.Sprintf(" and %d more", len(changed)-1)
		}
		_, err := fmt.Fprintf(out, "neuronlint: changed: %s%s\n", report.Plain(changed[0]), more)
		return err
	})
}

// watcher looks at the files that a check depends on.
type watcher struct {
	paths    []string // of the command line
	root     string   // of the tree: imports lead to any file in it
	ignored  bool     // files that git ignores count too
	others   []string // files on the command line, and those by which git tells of a commit
	settings []string // files with settings and tables that the last check has read
	cost     time.Duration
}

func newWatcher(f *checkFlags, args []string) (*watcher, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	for _, arg := range args {
		if err := exists(arg); err != nil {
			return nil, err
		}
	}
	root, err := treeRoot(args)
	if err != nil {
		return nil, err
	}
	w := &watcher{paths: args, root: root, ignored: f.settings.NoGitignore}
	for _, name := range []string{f.scope.baseline, f.scope.diffFile} {
		if name != "" {
			w.others = append(w.others, name)
		}
	}
	if f.scope.since != "" {
		w.others = append(w.others, filepath.Join(root, ".git", "HEAD"), filepath.Join(root, ".git", "logs", "HEAD"))
	}
	return w, nil
}

// look notes the Python files and project files of the tree, the paths themselves, which
// may be named differently, and the other files. One that is not there is seen too.
func (w *watcher) look(ctx context.Context) (sight, error) {
	start := time.Now()
	defer func() { w.cost = time.Since(start) }()
	seen := make(sight)
	note := func(name string) { seen[name] = stampOf(name) }
	for _, name := range slices.Concat(w.others, w.settings) {
		note(name)
	}
	// A file that settings were not read from until now may turn up, and one that cannot
	// be read is told by the check.
	if name, err := config.Find(w.paths); err == nil && name != "" {
		note(name)
	}
	err := source.Walk(ctx, append([]string{w.root}, w.paths...),
		source.Options{NoGitignore: w.ignored, Project: true},
		func(f source.Found) error { note(f.Path); return ctx.Err() },
		func(string, error) {})
	if err != nil {
		return nil, fmt.Errorf("watch: %w", err)
	}
	return seen, nil
}

// stampOf is the state of a file, zero if it cannot be seen.
func stampOf(name string) stamp {
	info, err := os.Stat(name)
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime()}
}

// differing names the files that are not as they were, in order.
func differing(before, after sight) (names []string) {
	for name, now := range after {
		if was, ok := before[name]; !ok || was != now {
			names = append(names, name)
		}
	}
	for name := range before {
		if _, ok := after[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// change waits until something differs from what was seen, and then for calm.
func (w *watcher) change(ctx context.Context, seen sight) (sight, error) {
	next := seen
	for maps.Equal(next, seen) {
		if err := rest(ctx, max(watchEvery, restShare*w.cost)); err != nil {
			return nil, err
		}
		var err error
		if next, err = w.look(ctx); err != nil {
			return nil, err
		}
	}
	for start := time.Now(); time.Since(start) < restless; {
		before := next
		if err := rest(ctx, calm); err != nil {
			return nil, err
		}
		var err error
		if next, err = w.look(ctx); err != nil {
			return nil, err
		}
		if maps.Equal(before, next) {
			break
		}
	}
	return next, nil
}

// rest waits, or returns the reason why ctx has ended.
func rest(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}
