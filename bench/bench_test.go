package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/bench/internal/measure"
)

// write makes files below a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// All programs must read the same files, so only what all read is copied.
func TestCopied(t *testing.T) {
	from := write(t, map[string]string{
		"a.py": "x = 1\n", "sub/b.py": "import a\n", ".hidden/c.py": "", "notes.txt": "", "book.ipynb": "{}",
		"sub/.git/HEAD": "",
	})
	if err := os.Symlink("a.py", filepath.Join(from, "link.py")); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "tree")
	tree, err := copied(from, to)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(to, "sub", "setup.cfg")); err != nil {
		t.Error("the root of a project is none any more:", err)
	}
	if want := []string{"a.py", "sub/b.py"}; !slices.Equal(tree.paths, want) || tree.Bytes != 15 {
		t.Errorf("%v with %d bytes, want %v with 15", tree.paths, tree.Bytes, want)
	}
}

func TestSmallFile(t *testing.T) {
	padded := func(text string, size int) string { return text + strings.Repeat("#", size-len(text)) }
	dir := write(t, map[string]string{
		"exact.py": padded("", 5000), "near.py": padded("cuda", 4900), "far.py": padded("cuda", 6000),
	})
	tree, err := listed("tree", dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := tree.smallFile(); err != nil || got != "near.py" {
		t.Errorf("%s, %v; want near.py, which has to do with CUDA", got, err)
	}
}

func TestParseAndCopy(t *testing.T) {
	dir := write(t, map[string]string{"a b.py": "x = 1\n", "nul.py": "\x00"})
	list := filepath.Join(dir, "a b.py") + "\n" + filepath.Join(dir, "nul.py") + "\n"
	var out strings.Builder
	if err := parseAndCopy([]string{"2"}, strings.NewReader(list), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "2 files, ") || !strings.HasSuffix(out.String(), ", 1 not parsed\n") {
		t.Errorf("it says %q", out.String())
	}
	if err := parseAndCopy([]string{"1"}, strings.NewReader("/nowhere.py\n"), &out); err == nil {
		t.Error("a file that cannot be read is no error")
	}
}

// everything is a result for each measurement that a plan can have.
func everything(t *testing.T) []*measure.Result {
	t.Helper()
	dir := write(t, map[string]string{
		"bench/peers/rules/some.yml": "id: NRN101\n---\nid: NRN103\n", "tree/a.py": "",
	})
	tree, err := listed("tree", filepath.Join(dir, "tree"))
	if err != nil {
		t.Fatal(err)
	}
	p := plan{
		settings: settings{root: dir}, scratch: dir, trees: trees{main: tree, plain: tree, large: tree},
		tools: &tools{parse: "p", python: "p", astGrep: "p", ripgrep: "p", noCache: true, noPrefilter: true},
	}
	rules, err := p.rules()
	if err != nil || len(rules) != 2 {
		t.Fatalf("rules %v, %v", rules, err)
	}
	p.parsers()
	p.checks()
	p.sameRules(rules)
	p.others()
	p.short()
	p.largeTree()
	var results []*measure.Result
	for i, job := range p.jobs {
		results = append(results, &measure.Result{Job: job, Samples: []measure.Sample{{Wall: float64(1 + i), CPU: 1, Peak: 1}}})
	}
	return results
}

// A comparison whose measurements are misspelt would be left out in silence.
func TestEveryComparisonIsMade(t *testing.T) {
	results := everything(t)
	all := compare(results)
	if want := len(ratios()) + 6; len(all) != want {
		t.Errorf("%d comparisons, want %d", len(all), want)
	}
	labels := map[string]bool{}
	for _, r := range results {
		if labels[r.Job.Label()] {
			t.Errorf("two measurements are called %q", r.Job.Label())
		}
		labels[r.Job.Label()] = true
	}
	if some := compare(results[:2]); len(some) != 1 {
		t.Errorf("%d comparisons of two measurements", len(some))
	}
}

func TestGoals(t *testing.T) {
	for _, c := range []struct {
		comparison
		want bool
	}{
		{comparison{Wall: measure.Spread{Median: 1.3}, Goal: 1.35}, true},
		{comparison{Wall: measure.Spread{Median: 1.4}, Goal: 1.35}, false},
		{comparison{Wall: measure.Spread{Median: 1.4}, Goal: 1.8, Least: true}, false},
		{comparison{Wall: measure.Spread{Median: 1.9}, Goal: 1.8, Least: true}, true},
	} {
		if c.met() != c.want {
			t.Errorf("%+v: met is %t", c.comparison, c.met())
		}
	}
}

func TestBetween(t *testing.T) {
	document := "before\n" + beginMarker + "old\n" + endMarker + "after\n"
	got, err := between(document, "new\n")
	if want := "before\n" + beginMarker + "\nnew\n\n" + endMarker + "after\n"; err != nil || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if again, err := between(got, "new\n"); err != nil || again != got {
		t.Errorf("the second time %q, %v", again, err)
	}
	if _, err := between("no markers", "new"); err == nil {
		t.Error("a document without markers is no error")
	}
}
