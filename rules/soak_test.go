package rules_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
)

// soak is a long run over real code and what is left of it after accidents.
type soak struct {
	python   *python
	failures string // folder for what fails; empty for none
	counts   map[string]int
	slowest  time.Duration // of one text, with all that is proven of it
	which    string        // the text that took so long
}

// TestSoak checks every Python file and notebook of the folders in
// NEURONLINT_SOAK, a list as in PATH, as it is and in NEURONLINT_SOAK_FORMS
// mutated forms (20 if unset), against checkProperties and Python's own
// parser. NEURONLINT_SOAK_SEED makes other forms, and
// NEURONLINT_SOAK_FAILURES is a folder that gets the inputs that fail. The
// same settings give the same run:
//
//	NEURONLINT_SOAK=~/src/timm:~/src/peft go test ./rules -run TestSoak -v -timeout 0
func TestSoak(t *testing.T) {
	t.Parallel()
	trees := filepath.SplitList(os.Getenv("NEURONLINT_SOAK"))
	if len(trees) == 0 {
		t.Skip("NEURONLINT_SOAK names no folders")
	}
	run := soak{python: newPython(t), failures: os.Getenv("NEURONLINT_SOAK_FAILURES"), counts: make(map[string]int)}
	start := time.Now()
	for _, tree := range trees {
		run.tree(t, tree)
	}
	for _, what := range slices.Sorted(maps.Keys(run.counts)) {
		t.Logf("%8d %s", run.counts[what], what)
	}
	t.Logf("%v, the slowest %v: %s", time.Since(start).Round(time.Second), run.slowest, run.which)
}

func environmentNumber(t *testing.T, name string, otherwise int) int {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		return otherwise
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// tree checks all files of a folder. A file takes parts of the one before it.
func (s *soak) tree(t *testing.T, root string) {
	t.Helper()
	forms, seed := environmentNumber(t, "NEURONLINT_SOAK_FORMS", 20), environmentNumber(t, "NEURONLINT_SOAK_SEED", 1)
	settings, db := variants(opsdb.New()), mutations()
	var other []byte
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || !source.IsPython(path) && !source.IsNotebook(path) {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		hash := fnv.New64a()
		_, _ = hash.Write([]byte(rel))
		rnd := rand.New(rand.NewPCG(uint64(seed), hash.Sum64()))
		s.counts["files"]++
		for i, opts := range settings {
			s.check(t, path, "as it is", func() ([]byte, error) { return checkProperties(t.Context(), opts, filepath.Base(path), raw) }, raw)
			if i >= 1 && forms > 0 {
				break
			}
		}
		for i := range forms {
			form := db[i%len(db)]
			text := form.make(rnd, raw, other)
			opts := settings[(i+i/len(db)+s.counts["files"])%len(settings)]
			s.check(t, path, form.name, func() ([]byte, error) { return checkProperties(t.Context(), opts, filepath.Base(path), text) }, text)
		}
		other = raw
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// check holds one text against all that is promised of it.
func (s *soak) check(t *testing.T, path, form string, properties func() ([]byte, error), raw []byte) {
	t.Helper()
	// A crash in C or an endless loop leaves no other word of what was read.
	s.keep(t, "current"+filepath.Ext(path), raw)
	s.counts["texts"]++
	s.counts["texts "+form]++
	start := time.Now()
	patched, err := properties()
	if took := time.Since(start); took > s.slowest {
		s.slowest, s.which = took, path+" "+form
	}
	if patched != nil && string(patched) != string(raw) {
		s.counts["texts patched"]++
		err = errors.Join(err, s.refused(t, filepath.Base(path), raw, patched))
	}
	if err != nil {
		s.counts["texts that fail"]++
		name := fmt.Sprintf("%04d%s", s.counts["texts that fail"], filepath.Ext(path))
		s.keep(t, name, raw)
		t.Errorf("%s %s (%s): %v", path, form, name, err)
	}
}

// refused asks Python about a patch of what it takes.
func (s *soak) refused(t *testing.T, name string, raw, patched []byte) error {
	t.Helper()
	before, err := source.New(name, raw)
	if err != nil {
		return err
	}
	after, err := source.New(name, patched)
	if err != nil {
		return err
	}
	if s.python.refuses(t, before.Text) != "" {
		return nil
	}
	s.counts["patches that Python was asked about"]++
	if answer := s.python.refuses(t, after.Text); answer != "" {
		return fmt.Errorf("python refuses the patched text: %s", answer)
	}
	return nil
}

// keep writes a text to the folder of failures.
func (s *soak) keep(t *testing.T, name string, raw []byte) {
	t.Helper()
	if s.failures == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(s.failures, strings.TrimSpace(name)), raw, 0o644); err != nil {
		t.Fatal(err)
	}
}
