package rules_test

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
)

// TestKeepFollowsChanges edits the files of made-up projects at random, on disk and as an
// editor does, and compares what runs of a program that stays come to with fresh ones.
func TestKeepFollowsChanges(t *testing.T) {
	t.Parallel()
	db := opsdb.New()
	for seed := range projects(12) {
		random := rand.New(rand.NewPCG(seed, 3))
		dir := t.TempDir()
		files := make(map[string]string)
		plain, kept := treeOptions(dir, db), treeOptions(dir, db)
		kept.Cache = &driver.Cache{Keep: driver.NewKeep(), Build: "test"}
		for step := range 12 {
			if step == 0 || random.IntN(3) == 0 {
				changeProject(t, random, dir, files, step == 0)
			}
			made := linked(randomProgram(random))
			kept.Texts = map[string][]byte{}
			for _, name := range slices.Sorted(maps.Keys(files)) {
				if made[name] != "" && random.IntN(2) == 0 {
					kept.Texts[filepath.ToSlash(filepath.Join(dir, name))] = []byte(made[name])
				}
			}
			hastily(t, kept, random.IntN(2) == 0)
			plain.Texts = kept.Texts
			if diff := cmp.Diff(checked(t, plain), checked(t, kept)); diff != "" {
				t.Fatalf("project %d, step %d: what was kept makes a difference (-fresh +kept):\n%s\n%q", seed, step, diff, files)
			}
		}
	}
}

// TestKeepChangesNothing types in each file of the archives with several, and compares
// likewise.
func TestKeepChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("a property of findings, not of goroutines")
	}
	t.Parallel()
	eachTree(t, func(t *testing.T, dir string, db *opsdb.DB) {
		t.Helper()
		names := pythonFiles(t, dir)
		if len(names) < 2 || len(names) > 12 {
			return
		}
		plain, kept := treeOptions(dir, db), treeOptions(dir, db)
		kept.Cache = &driver.Cache{Keep: driver.NewKeep(), Build: "test"}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for i, typed := range [][]byte{text[:len(text)/2], bytes.ReplaceAll(text, []byte("cuda"), []byte("cpu"))} {
				kept.Texts = map[string][]byte{filepath.ToSlash(name): typed}
				hastily(t, kept, i == 1)
				plain.Texts = kept.Texts
				if diff := cmp.Diff(checked(t, plain), checked(t, kept)); diff != "" {
					t.Fatalf("%s, text %d: what was kept makes a difference (-fresh +kept):\n%s", name, i, diff)
				}
			}
		}
	})
}

// hastily does a hasty run; one that is ended as soon as there are findings, as by the next
// keystroke, if ended is set.
func hastily(t *testing.T, opts driver.Options, ended bool) {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	defer end()
	opts.Hasty = true
	opts.Report = func(*driver.Result) {
		if ended {
			end()
		}
	}
	if _, err := driver.Run(ctx, opts); err != nil {
		t.Fatal(err)
	}
}

func pythonFiles(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
		if filepath.Ext(name) == ".py" {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// checkedTree is what a run comes to.
type checkedTree struct {
	Diagnostics []analyzer.Diagnostic
	Stats       driver.Stats
	Edits       [][]analyzer.Edit
}

func checked(t *testing.T, opts driver.Options) *checkedTree {
	t.Helper()
	r, err := driver.Run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	out := &checkedTree{Diagnostics: r.Diagnostics, Stats: r.Stats}
	for i := range r.Diagnostics {
		for _, f := range r.Diagnostics[i].Fixes {
			out.Edits = append(out.Edits, r.Edits(f.Group))
		}
	}
	return out
}
