package driver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
)

// kept is a tree with a cache, and a rule that notes which files it looked at.
type kept struct {
	dir  string
	opts Options

	mu     sync.Mutex
	looked []string
}

func newKept(t *testing.T, files map[string]string) *kept {
	t.Helper()
	k := &kept{dir: t.TempDir()}
	bad := callRule("NRN900", "bad-call", "bad", analyzer.Warning, rename("good", analyzer.Safe, ""))
	inner := bad.Run
	bad.Words = func(*opsdb.DB) analyzer.Words { return analyzer.Words{Parts: []string{"bad"}} }
	bad.Run = func(p *analyzer.Pass) error {
		k.mu.Lock()
		k.looked = append(k.looked, filepath.Base(p.File.Path))
		k.mu.Unlock()
		for _, call := range p.Model.Calls() { // so that what is imported is asked
			p.Model.CallName(call)
		}
		return inner(p)
	}
	k.opts = options(bad)
	k.opts.Paths = []string{k.dir}
	k.opts.Cache = &Cache{Dir: filepath.Join(t.TempDir(), "cache"), Build: "1"}
	for name, text := range files {
		k.write(t, name, text)
	}
	return k
}

func (k *kept) write(t *testing.T, name, text string) {
	t.Helper()
	name = filepath.Join(k.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// run checks that a run with the cache comes to what one without it comes to,
// and that it looked at these files, given without their directories.
func (k *kept) run(t *testing.T, why string, want ...string) {
	t.Helper()
	k.looked = nil
	got := runOver(t, k.opts)
	slices.Sort(k.looked)
	if diff := cmp.Diff(strings.Join(want, " "), strings.Join(k.looked, " ")); diff != "" {
		t.Errorf("%s: files analysed (-want +got):\n%s", why, diff)
	}
	without := k.opts
	without.Cache = nil
	if diff := cmp.Diff(tell(runOver(t, without)), tell(got)); diff != "" {
		t.Errorf("%s: the cache makes a difference (-without +with):\n%s", why, diff)
	}
}

func runOver(t *testing.T, opts Options) *Result {
	t.Helper()
	r, err := Run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// told is all of a result that others see.
type told struct {
	Diagnostics []analyzer.Diagnostic
	Stats       Stats
	Texts       map[string]string
	Edits       map[analyzer.GroupID][]analyzer.Edit
}

func tell(r *Result) told {
	out := told{r.Diagnostics, r.Stats, make(map[string]string), r.edits}
	for i := range r.Diagnostics {
		if f := r.File(r.Diagnostics[i].Path); f != nil {
			out.Texts[f.Path] = string(f.Text)
		}
	}
	return out
}

func chain() map[string]string {
	return map[string]string{
		"setup.py":   "",
		"top.py":     "import middle\nbad()\nmiddle.f()\n",
		"middle.py":  "import bottom\n\ndef f():\n    return bottom.g()\n\nbad()\nbottom.g()\n",
		"bottom.py":  "def g():\n    return 1\n\nbad()\n",
		"aside.py":   "import other\nbad()\nother.h()\n",
		"other.py":   "def h():\n    return 2\n\nbad()\n",
		"circle.py":  "import round\nbad()\nround.r()\n",
		"round.py":   "import circle\n\ndef r():\n    circle.bad()\n\nbad()\ncircle.x()\n",
		"nothing.py": "import os\n",
		"alone.py":   "bad()\n",
	}
}

func TestCacheAnalysesDependentsAnew(t *testing.T) {
	k := newKept(t, chain())
	all := []string{"alone.py", "aside.py", "bottom.py", "circle.py", "middle.py", "other.py", "round.py", "top.py"}
	k.run(t, "cold", all...)
	k.run(t, "warm")
	k.write(t, "bottom.py", "def g():\n    return 3\n\nbad()\n")
	k.run(t, "a module at the end of a chain", "bottom.py", "middle.py", "top.py")
	k.run(t, "warm again")
	k.write(t, "top.py", "import middle\nmiddle.f()\nbad()\n")
	k.run(t, "a file that nobody imports", "top.py")
	k.write(t, "round.py", "import circle\n\ndef r():\n    circle.bad()\n\nbad()\ncircle.y()\n")
	k.run(t, "a module of a circle", "circle.py", "round.py")
	k.write(t, "nothing.py", "import sys\n")
	k.run(t, "a file without anything")
	k.write(t, "new.py", "bad()\n")
	k.run(t, "a new file", "new.py")
	if err := os.Remove(filepath.Join(k.dir, "other.py")); err != nil {
		t.Fatal(err)
	}
	k.run(t, "a module that is gone: what its directory imports comes to something else",
		"alone.py", "aside.py", "bottom.py", "circle.py", "middle.py", "new.py", "round.py", "top.py")
	k.write(t, "alone.py", "bad()  # neuronlint: ignore[NRN900]\n")
	k.run(t, "a comment", "alone.py")
	k.run(t, "warm at last")
}

func TestCacheTellsRunsApart(t *testing.T) {
	k := newKept(t, map[string]string{"setup.py": "", "a.py": "bad()\n", "b.py": "bad()\n"})
	k.run(t, "cold", "a.py", "b.py")
	k.opts.Ignore = []string{"NRN900"}
	k.run(t, "what is reported changes no analysis")
	k.opts.Ignore = nil
	k.run(t, "both ways are known")
	for why, change := range map[string]func(*Options){
		"target":   func(o *Options) { o.Target.SDK = "2.33" },
		"severity": func(o *Options) { o.Severity = map[string]analyzer.Severity{"NRN900": analyzer.Error} },
		"limits":   func(o *Options) { o.Limits.Findings = 7 },
		"rules":    func(o *Options) { o.Rules = append(slices.Clone(o.Rules), &analyzer.Rule{Code: "NRN901"}) },
		"program":  func(o *Options) { o.Cache = &Cache{Dir: o.Cache.Dir, Build: "2"} },
	} {
		before := k.opts
		change(&k.opts)
		k.run(t, why, "a.py", "b.py")
		k.run(t, why+" again")
		k.opts = before
		k.run(t, why+" as before")
	}
	for n := range 2 * maxRuns {
		k.opts.PerFileIgnores = map[string][]string{fmt.Sprintf("%d.py", n): {"NRN900"}}
		k.run(t, "one of many ways to report")
	}
}

func TestCacheOfScopesAndBaselines(t *testing.T) {
	k := newKept(t, map[string]string{"setup.py": "", "a.py": "bad()\n"})
	k.run(t, "cold", "a.py")
	baseline, err := NewBaseline(filepath.Join(k.dir, "baseline.json"))
	if err != nil {
		t.Fatal(err)
	}
	k.opts.Baseline = baseline
	k.run(t, "a baseline")
	k.opts.Baseline = nil
	k.opts.Scope = &Scope{Root: k.dir}
	k.run(t, "a scope")
	k.opts.Scope = nil
	k.run(t, "neither")
}

// TestCacheSurvivesDamage: whatever happens to what is kept, it is as if it were
// not there.
func TestCacheSurvivesDamage(t *testing.T) {
	files := map[string]string{"setup.py": "", "a.py": "import b\nbad()\nb.f()\n", "b.py": "def f(): pass\nbad()\n"}
	k := newKept(t, files)
	k.run(t, "cold", "a.py", "b.py")
	packs, err := filepath.Glob(filepath.Join(k.opts.Cache.Dir, "*.pack"))
	if err != nil || len(packs) != 1 {
		t.Fatalf("packs: %v (%v)", packs, err)
	}
	whole, err := os.ReadFile(packs[0])
	if err != nil {
		t.Fatal(err)
	}
	without := k.opts
	without.Cache = nil
	want := tell(runOver(t, without))
	for at := 0; at < len(whole); at += 1 + len(whole)/200 {
		flipped := slices.Clone(whole)
		flipped[at] ^= 0x41
		for _, data := range [][]byte{flipped, whole[:at], slices.Concat(whole[:at], whole[min(len(whole), at+3):])} {
			if err := os.WriteFile(packs[0], data, 0o600); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, tell(runOver(t, k.opts))); diff != "" {
				t.Fatalf("damage at byte %d of %d makes a difference:\n%s", at, len(whole), diff)
			}
		}
	}
	k.run(t, "mended")
}

func TestCacheCannotBeWritten(t *testing.T) {
	k := newKept(t, map[string]string{"a.py": "bad()\n"})
	k.opts.Cache.Dir = filepath.Join(k.dir, "a.py", "cache")
	k.run(t, "first", "a.py")
	k.run(t, "second", "a.py")
}

// TestCacheIsWrittenWhole wants nothing in the cache but what is made while the
// process is not ended.
func TestCacheIsWrittenWhole(t *testing.T) {
	k := newKept(t, map[string]string{"a.py": "bad()\n"})
	k.opts.Cache.Whole = func(func() error) error { return errors.New("it was ended") }
	k.run(t, "ended", "a.py")
	if _, err := os.Lstat(k.opts.Cache.Dir); err == nil {
		t.Error("something was written at another time")
	}
	k.opts.Cache.Whole = func(f func() error) error { return f() }
	k.run(t, "let write", "a.py")
	k.run(t, "kept")
}

func TestCacheOfStandardInput(t *testing.T) {
	k := newKept(t, nil)
	k.opts.Paths, k.opts.Stdin = nil, &Input{Path: "a.py", Raw: []byte("bad()\n")}
	k.run(t, "standard input", "a.py")
	if _, err := os.Lstat(k.opts.Cache.Dir); err == nil {
		t.Error("something is kept of standard input")
	}
}

func TestCacheOfConcurrentRuns(t *testing.T) {
	k := newKept(t, chain())
	without := k.opts
	without.Cache = nil
	want := tell(runOver(t, without))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 5 {
				r, err := Run(t.Context(), k.opts)
				if err != nil {
					t.Error(err)
					return
				}
				if diff := cmp.Diff(want, tell(r)); diff != "" {
					t.Errorf("runs at the same time differ:\n%s", diff)
				}
			}
		})
	}
	all.Wait()
	k.run(t, "afterwards")
}
