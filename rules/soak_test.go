package rules_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// soak is a long run over real code and what is left of it after accidents.
type soak struct {
	pythons  []*python
	work     string // folder that patches are applied in
	failures string // folder for what fails; empty for none
	counts   map[string]int
	slowest  time.Duration // of one text, with all that is proven of it
	which    string        // the text that took so long
}

// TestSoak checks every Python file and notebook of the folders in
// NEURONLINT_SOAK, a list as in PATH, as it is and in NEURONLINT_SOAK_FORMS
// mutated forms (20 if unset), against checkProperties, Python's own parser and git
// apply. NEURONLINT_SOAK_PYTHON lists the Pythons that are asked, python3 if unset: those
// before 3.12 take less in f-strings. NEURONLINT_SOAK_SEED makes other forms, and
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
	run := soak{work: t.TempDir(), failures: os.Getenv("NEURONLINT_SOAK_FAILURES"), counts: make(map[string]int)}
	for _, name := range filepath.SplitList(cmp.Or(os.Getenv("NEURONLINT_SOAK_PYTHON"), "python3")) {
		run.pythons = append(run.pythons, newPython(t, name))
	}
	start := time.Now()
	for _, tree := range trees {
		run.tree(t, tree)
	}
	for _, what := range slices.Sorted(maps.Keys(run.counts)) {
		t.Logf("%8d %s", run.counts[what], what)
	}
	t.Logf("%v, the slowest %v: %s", time.Since(start).Round(time.Second), run.slowest, run.which)
}

// soakMode is a way in which users run fix.
type soakMode struct {
	name string
	opts driver.Options
}

// soakModes are all fixes of each rewrite, the safe ones alone, and those of findings
// that are no more than possible.
func soakModes(db *opsdb.DB) []soakMode {
	mode := func(name string, rewrite opsdb.Rewrite, unsafe bool, least analyzer.Confidence) soakMode {
		return soakMode{name, driver.Options{
			Rules: rules.All(), DB: db, Jobs: 1, MinConfidence: least, Unsafe: unsafe,
			Target: opsdb.Target{SDK: "2.26", Rewrite: rewrite, Instance: "trn2"},
		}}
	}
	return []soakMode{
		mode("safe", opsdb.RewriteNeuron, false, analyzer.Likely),
		mode("unsafe", opsdb.RewriteNeuron, true, analyzer.Likely),
		mode("unsafe, possible", opsdb.RewriteNeuron, true, analyzer.Possible),
		mode("portable", opsdb.RewritePortable, true, analyzer.Likely),
		mode("portable, possible", opsdb.RewritePortable, true, analyzer.Possible),
		mode("xla", opsdb.RewriteXLA, true, analyzer.Likely),
	}
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
	modes := soakModes(opsdb.New())
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
		for _, m := range modes {
			s.check(t, path, "as it is, "+m.name, func() ([]byte, error) { return checkProperties(t.Context(), m.opts, filepath.Base(path), raw) }, raw)
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
		err = errors.Join(err, s.refused(t, filepath.Base(path), raw, patched), s.unapplied(t, filepath.Base(path), raw, patched))
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
	for _, python := range s.pythons {
		if python.refuses(t, before.Text) != "" {
			continue
		}
		s.counts["patches that Python was asked about"]++
		if answer := python.refuses(t, after.Text); answer != "" {
			return fmt.Errorf("python refuses the patched text: %s", answer)
		}
	}
	return nil
}

// unapplied has git apply the patch of a file.
func (s *soak) unapplied(t *testing.T, name string, raw, patched []byte) error {
	t.Helper()
	file := filepath.Join(s.work, name)
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		return err
	}
	cmd := exec.CommandContext(t.Context(), "git", "apply", "--whitespace=nowarn", "-")
	cmd.Dir, cmd.Stdin = s.work, bytes.NewReader(edit.Unified(name, raw, patched, 3))
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(s.work))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git apply: %w: %s", err, out)
	}
	s.counts["patches that git applied"]++
	got, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, patched) {
		return errors.New("git apply makes something else of the file")
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
