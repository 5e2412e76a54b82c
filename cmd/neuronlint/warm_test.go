package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// warmTime is how long TestWarmAgreesWithCold goes on, and warmPairs how many
// pairs of runs it makes at least, unless NEURONLINT_WARM says how many there are
// to be. NEURONLINT_WARM_SEED is the first world, to make one again.
const (
	warmTime  = 4 * time.Second
	warmPairs = 20
)

// TestWarmAgreesWithCold changes random trees, settings and what git ignores, and
// holds each run with the cache that all earlier ones have left behind against
// one without: they write the same bytes, to the screen and into the tree.
func TestWarmAgreesWithCold(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for name, value := range map[string]string{
		"NO_COLOR": "1", "GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
		"GIT_AUTHOR_NAME": "n", "GIT_AUTHOR_EMAIL": "n@example.org", "GIT_COMMITTER_NAME": "n", "GIT_COMMITTER_EMAIL": "n@example.org",
	} {
		t.Setenv(name, value)
	}
	number := func(name string) uint64 {
		n, err := strconv.ParseUint(os.Getenv(name), 10, 64)
		if err != nil {
			return 0
		}
		return n
	}
	want, seed, start, db, pairs := int(number("NEURONLINT_WARM")), number("NEURONLINT_WARM_SEED"), time.Now(), opsdb.New(), 0
	for ; !t.Failed(); seed++ {
		if want > 0 && pairs >= want || want == 0 && pairs >= warmPairs && time.Since(start) > warmTime {
			break
		}
		w := newWarmWorld(t, seed, db)
		for range 6 {
			w.ask()
			w.compare()
			for range 2 {
				w.step()
				w.compare()
			}
			pairs += 3
		}
	}
	t.Logf("%d pairs of runs", pairs)
}

// warmWorld is a tree that changes, and a cache that does not know.
type warmWorld struct {
	*warmTree

	t     *testing.T
	db    *opsdb.DB
	cache string
	seed  uint64
}

func newWarmWorld(t *testing.T, seed uint64, db *opsdb.DB) *warmWorld {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &warmWorld{
		warmTree: newWarmTree(dir, rand.New(rand.NewPCG(seed, 19))), //nolint:gosec // the same each time
		t:        t, db: db, cache: t.TempDir(), seed: seed,
	}
	w.grow()
	if w.err != nil {
		t.Fatal(w.err)
	}
	return w
}

// step changes one or two things, or what is asked.
func (w *warmWorld) step() {
	w.t.Helper()
	switch w.rng.IntN(4) {
	case 0:
		w.ask()
	case 1:
		w.toggleFlag()
	case 2:
		w.change()
		w.toggleFlag()
	default:
		w.change()
	}
	if w.err != nil {
		w.t.Fatalf("world %d: %v", w.seed, w.err)
	}
}

// ran is what a run writes.
type ran struct {
	Code           int
	Stdout, Stderr string
	Tree           map[string]string // afterwards
}

// compare makes one run twice.
func (w *warmWorld) compare() {
	w.t.Helper()
	args := w.command()
	before := w.snapshot()
	cold := w.run(append(slices.Clone(args), "--no-cache"))
	w.restore(cold.Tree, before)
	warm := w.run(append(slices.Clone(args), "--cache-dir", w.cache))
	if diff := cmp.Diff(cold, warm); diff != "" {
		w.t.Errorf("world %d: %s in %q: a warm run differs (-cold +warm):\n%s\nafter:\n%s",
			w.seed, strings.Join(args, " "), w.wd, diff, strings.Join(w.log, "\n"))
	}
	if w.rng.IntN(3) > 0 {
		w.restore(warm.Tree, before)
	} else {
		w.took(warm.Tree)
	}
	if w.err != nil {
		w.t.Fatalf("world %d: %v", w.seed, w.err)
	}
	w.log = append(w.log, fmt.Sprintf("ran %s in %q: %d", strings.Join(args, " "), w.wd, cold.Code))
}

func (w *warmWorld) run(args []string) ran {
	w.t.Helper()
	w.t.Chdir(filepath.Join(w.dir, w.wd))
	var stdout, stderr bytes.Buffer
	a := &app{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, rules: rules.All(), db: w.db, shared: new(shared)}
	code := a.run(w.t.Context(), args)
	took := regexp.MustCompile(`(?m)(, )[0-9.]+(µs|ms|s)$`)
	return ran{code, took.ReplaceAllString(stdout.String(), "${1}T"), took.ReplaceAllString(stderr.String(), "${1}T"), w.snapshot()}
}

// snapshot is the tree by path: what files hold, where links lead.
func (w *warmWorld) snapshot() map[string]string {
	w.t.Helper()
	out := make(map[string]string)
	err := filepath.WalkDir(w.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == ".git" {
			return cmpOr(err, fs.SkipDir)
		}
		rel, err := filepath.Rel(w.dir, path)
		switch {
		case err != nil || d.IsDir():
			return err
		case d.Type()&fs.ModeSymlink != 0:
			out[rel], err = os.Readlink(path)
			out[rel] = "-> " + out[rel]
		default:
			var raw []byte
			raw, err = os.ReadFile(path)
			out[rel] = "= " + string(raw)
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

func cmpOr(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// restore makes the files of one snapshot those of another, as fixes leave links
// alone.
func (w *warmWorld) restore(from, to map[string]string) {
	for _, path := range slices.Sorted(maps.Keys(to)) {
		if text, ok := strings.CutPrefix(to[path], "= "); ok && from[path] != to[path] {
			w.write(path, text)
		}
	}
	for path := range from {
		if _, ok := to[path]; !ok {
			w.remove(path)
		}
	}
}
