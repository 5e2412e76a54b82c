package rules_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
)

// TestCacheChangesNothing: all archives come to the same without a cache, with
// one that is made by the run, and with one that is there.
func TestCacheChangesNothing(t *testing.T) {
	t.Parallel()
	eachTree(t, sameCached)
}

// eachTree runs a test in parallel for the files of every archive and for the
// projects of testdata.
func eachTree(t *testing.T, run func(t *testing.T, dir string, db *opsdb.DB)) {
	t.Helper()
	db := opsdb.New()
	for _, kind := range []string{"rules", "resolve", "script"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			eachArchive(t, "../testdata/"+kind+"/*.txtar", func(t *testing.T, archive *txtar.Archive) {
				t.Helper()
				dir := t.TempDir()
				for _, f := range archive.Files {
					if strings.HasSuffix(f.Name, ".py") || strings.HasSuffix(f.Name, ".ipynb") {
						writeFile(t, filepath.Join(dir, filepath.FromSlash(f.Name)), caseText(f))
					}
				}
				run(t, dir, db)
			})
		})
	}
	for _, dir := range []string{"../testdata/demo", "../testdata/worlds"} {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			run(t, dir, db)
		})
	}
}

// TestJobsChangeNothing: findings, fixes and scans are the same however many
// files are analysed at once.
func TestJobsChangeNothing(t *testing.T) {
	t.Parallel()
	db := opsdb.New()
	dirs := []string{"../testdata/demo", "../testdata/worlds"}
	for seed := range projects(20) {
		random, dir := rand.New(rand.NewPCG(seed, 2)), t.TempDir()
		changeProject(t, random, dir, make(map[string]string), true)
		dirs = append(dirs, dir)
	}
	for _, dir := range dirs {
		one, many := treeOptions(dir, db), treeOptions(dir, db)
		one.Jobs, many.Jobs = 1, 16
		if diff := cmp.Diff(everything(t, one), everything(t, many)); diff != "" {
			t.Errorf("%s: 16 workers come to something else than one (-one +many):\n%s", dir, diff)
		}
	}
}

func sameCached(t *testing.T, dir string, db *opsdb.DB) {
	t.Helper()
	without, with := treeOptions(dir, db), treeOptions(dir, db)
	with.Cache = &driver.Cache{Dir: t.TempDir(), Build: "test"}
	want := everything(t, without)
	for _, when := range []string{"cold", "warm"} {
		if diff := cmp.Diff(want, everything(t, with)); diff != "" {
			t.Errorf("%s: the cache makes a difference (-without +with):\n%s", when, diff)
		}
	}
}

// outcome is what the commands make of a tree.
type outcome struct {
	Checked, Before, After []analyzer.Diagnostic
	Stats                  [3]driver.Stats
	Places                 []string // of the findings in the texts of the result
	Edits                  [][]analyzer.Edit
	Changes                []driver.Change
	Scanned                *driver.Scanned
}

func everything(t *testing.T, opts driver.Options) *outcome {
	t.Helper()
	checked, err := driver.Run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := driver.Fix(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	scanned, err := driver.Scan(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	out := &outcome{
		Checked: checked.Diagnostics, Before: fixed.Before.Diagnostics, After: fixed.After.Diagnostics,
		Stats: [3]driver.Stats{checked.Stats, fixed.Before.Stats, fixed.After.Stats}, Changes: fixed.Changes, Scanned: scanned,
	}
	for i := range checked.Diagnostics {
		d := &checked.Diagnostics[i]
		out.Places = append(out.Places, place(checked, d.Path, d.Span.Start))
		for _, r := range d.Related {
			if r.Path != "" {
				out.Places = append(out.Places, place(checked, r.Path, r.Span.Start))
			}
		}
		if d.Cause != nil {
			out.Places = append(out.Places, place(checked, d.Cause.Path, d.Cause.Span.Start))
		}
		for _, f := range d.Fixes {
			out.Edits = append(out.Edits, checked.Edits(f.Group))
		}
	}
	return out
}

func place(r *driver.Result, path string, offset int) string {
	if f := r.File(path); f != nil {
		return fmt.Sprint(path, f.Position(offset))
	}
	return path
}

// TestCacheFollowsChanges edits the files of made-up projects at random and
// compares what a run with a cache comes to with one without it, step by step.
func TestCacheFollowsChanges(t *testing.T) {
	t.Parallel()
	db := opsdb.New()
	for seed := range projects(12) {
		random := rand.New(rand.NewPCG(seed, 1))
		dir := t.TempDir()
		files := make(map[string]string)
		without, with := treeOptions(dir, db), treeOptions(dir, db)
		with.Cache = &driver.Cache{Dir: t.TempDir(), Build: "test"}
		for step := range 8 {
			changeProject(t, random, dir, files, step == 0)
			opts := with
			if random.IntN(4) == 0 { // as a hook does
				name := slices.Sorted(maps.Keys(files))[random.IntN(len(files))]
				opts.Paths = []string{filepath.Join(dir, name)}
			}
			plain := without
			plain.Paths = opts.Paths
			if diff := cmp.Diff(everything(t, plain), everything(t, opts)); diff != "" {
				t.Fatalf("project %d, step %d: the cache makes a difference (-without +with):\n%s\n%q", seed, step, diff, files)
			}
		}
	}
}

// changeProject writes a project, or replaces or removes one of its files.
func changeProject(t *testing.T, random *rand.Rand, dir string, files map[string]string, anew bool) {
	t.Helper()
	made := linked(randomProgram(random))
	for _, name := range slices.Sorted(maps.Keys(made)) {
		text, path := made[name], filepath.Join(dir, name)
		switch {
		case !anew && files[name] != "" && len(files) > 1 && random.IntN(4) == 0:
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			delete(files, name)
		default:
			writeFile(t, path, []byte(text))
			files[name] = text
		}
		if !anew && random.IntN(2) == 0 {
			return
		}
	}
}
