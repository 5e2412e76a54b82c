package driver

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/internal/patch"
)

// A file has fileTime, of which left is not spent by its first analysis.
const (
	fileTime = 20 * time.Second
	left     = 300 * time.Millisecond
)

// nearlySpent is a session with a rule that mends calls of bad. The analysis of a
// file that says "slow" leaves little of its time, by its account and by no clock;
// that of one that says "endless", or in which bad is mended, takes all of it.
func nearlySpent(t *testing.T, group analyzer.GroupID, more func(*Options)) *session {
	t.Helper()
	var s *session
	rule := callRule("NRN901", "bad-call", "bad", analyzer.Warning, rename("good", analyzer.Safe, group))
	judge := rule.Run
	rule.Run = func(p *analyzer.Pass) error {
		text := string(p.File.Text)
		for strings.Contains(text, "endless") || strings.Contains(text, "slow") && strings.Contains(text, "good") {
			p.Model.Type(syntax.Root)
		}
		if strings.Contains(text, "slow") {
			s.charge(p.File.Path, fileTime-left)
		}
		return judge(p)
	}
	opts := options(rule)
	opts.Paths, opts.Limits.Time = []string{"."}, fileTime
	if more != nil {
		more(&opts)
	}
	s, err := newSession(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What a file has spent on its analysis is not there for that of its patched text. No
// file is written of which nobody knows what its fixes leave, and none that belongs
// together with it; the others are.
func TestPhasesShareTheTimeOfAFile(t *testing.T) {
	const discarded = "a.py:1: NRN002 warning the fixes of this file were discarded: analysing the patched text took too long: the limit is 20s\n"
	for group, want := range map[analyzer.GroupID]string{"": "b.py", "g": ""} {
		tree(t, map[string]string{"a.py": "slow = 1\nbad()\n", "b.py": "bad()\n"})
		fixed, err := nearlySpent(t, group, nil).fix(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var changed []string
		for _, c := range fixed.Changes {
			changed = append(changed, c.Path)
		}
		if got := strings.Join(changed, " "); got != want {
			t.Errorf("group %q: changed %q, want %q", group, got, want)
		}
		for when, r := range map[string]*Result{"before": fixed.Before, "after": fixed.After} {
			if got := lines(r); !strings.Contains(got, discarded) || !strings.Contains(got, "a.py:2: NRN901") {
				t.Errorf("group %q, %s:\n%s", group, when, got)
			}
		}
	}
}

// A run that finds in the cache what a file came to counts what that has cost.
func TestCachedResultsCost(t *testing.T) {
	tree(t, map[string]string{"a.py": "slow = 1\nbad()\n"})
	dir := t.TempDir()
	again := func() *session {
		return nearlySpent(t, "", func(o *Options) { o.Cache = &Cache{Dir: dir, Build: "x"} })
	}
	if r, err := again().run(t.Context()); err != nil || !strings.HasPrefix(lines(r), "a.py:2: NRN901") {
		t.Error(err)
	}
	s := again()
	s.memory = s.newMemory(false)
	if err := s.analyseAll(t.Context(), s.analyse); err != nil {
		t.Fatal(err)
	}
	if spent := s.spent("a.py"); !s.files[0].recalled || spent < fileTime-left {
		t.Errorf("recalled %v, for %s", s.files[0].recalled, spent)
	}
}

// A file that was analysed, but not as it was before the change, is judged by the
// lines that the change adds, and says so.
func TestTimeOfTheFileBeforeAChange(t *testing.T) {
	tree(t, map[string]string{"a.py": "slow = 1\nbad()\nbad()\n"})
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	s := nearlySpent(t, "", func(o *Options) {
		o.Scope = &Scope{
			Root: wd, Files: []patch.File{{Old: "a.py", New: "a.py", Added: []patch.Range{{First: 3, Last: 3}}}},
			Before: func(string, int64) ([]byte, error) { return []byte("endless = 1\nbad()\n"), nil },
		}
	})
	want := "a.py:1: NRN001 warning findings on lines that the change leaves alone are not shown: the analysis of the file as it was took too long: the limit is 20s\n" +
		"a.py:3: NRN901 warning bad is called\n"
	if r, err := s.run(t.Context()); err != nil || lines(r) != want {
		t.Errorf("%v: got\n%s\nwant\n%s", err, lines(r), want)
	}
}

// Reading a file is work for it, too.
func TestReadingHeedsTheLimit(t *testing.T) {
	const cell = `{"cell_type": "code", "source": "import torch\ntorch.zeros(2)\n"},`
	tree(t, map[string]string{
		"a.ipynb": `{"cells": [` + strings.Repeat(cell, 50_000) + `{}]}`,
		"b.py":    "bad()\n",
	})
	opts := options(callRule("NRN901", "bad-call", "bad", analyzer.Warning, nil))
	opts.Paths, opts.Limits.Time = []string{"."}, time.Millisecond
	r := mustRun(t, opts)
	want := "a.ipynb:1: NRN001 warning not analyzed: reading it took too long: the limit is 1ms\n"
	if got := lines(r); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if r.Stats.FilesFailed == 0 || r.Diagnostics[0].Help == "" {
		t.Errorf("%+v", r.Diagnostics[0])
	}
}

// Planning goes through all fixes of a run, and each file pays for its own.
func TestPlanningHeedsTheLimit(t *testing.T) {
	for group, want := range map[analyzer.GroupID]string{"": "b.py", "g": ""} {
		tree(t, map[string]string{"a.py": strings.Repeat("bad()\n", 4*ledgerSteps), "b.py": "bad()\n"})
		opts := options(callRule("NRN901", "bad-call", "bad", analyzer.Warning, rename("good", analyzer.Safe, group)))
		opts.Paths = []string{"."}
		s, err := newSession(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.analyseAll(t.Context(), s.analyse); err != nil {
			t.Fatal(err)
		}
		s.linkAll()
		s.opts.Limits.Time = fileTime
		s.charge("a.py", fileTime)
		changes, err := s.plan(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var changed []string
		for _, c := range changes {
			changed = append(changed, c.path)
		}
		got := lines(s.result())
		first := "a.py:1: NRN002 warning the fixes of this file were discarded: planning them took too long: the limit is 20s\na.py:1: NRN901"
		if !strings.HasPrefix(got, first) || strings.Count(got, "NRN901") != 4*ledgerSteps+1 || !s.slow.Load() {
			t.Errorf("group %q: %.500s", group, got)
		}
		if got := strings.Join(changed, " "); got != want {
			t.Errorf("group %q: changed %q, want %q", group, got, want)
		}
	}
}

// Joining what files say of devices is on the accounts of these files.
func TestJoiningHeedsTheLimit(t *testing.T) {
	var text strings.Builder
	text.WriteString("import torch\nimport b\n")
	for range 4 * ledgerSteps {
		text.WriteString("b.use('cuda')\n")
	}
	tree(t, map[string]string{
		"a.py": text.String() + "bad()\n",
		"b.py": "import torch\ndef use(d):\n    return torch.device(d)\nbad()\n",
	})
	opts := options(callRule("NRN901", "bad-call", "bad", analyzer.Warning, rename("good", analyzer.Safe, "")))
	opts.Paths = []string{"."}
	s, err := newSession(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.analyseAll(t.Context(), s.analyse); err != nil {
		t.Fatal(err)
	}
	s.opts.Limits.Time = fileTime
	s.charge("a.py", fileTime)
	s.linkAll()
	if _, err := s.plan(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := lines(s.result())
	want := "a.py:1: NRN001 warning devices are not followed through this file, and its fixes are left out: linking it took too long: the limit is 20s\n"
	if !strings.HasPrefix(got, want) || strings.Count(got, "NRN901") != 2 || s.links.joined == nil {
		t.Errorf("got\n%s", got)
	}
	for _, fd := range s.findings() {
		if safe := len(fd.graded) > 0 && fd.graded[0].Safety == analyzer.Safe; fd.Code == "NRN901" && safe != (fd.Path == "b.py") {
			t.Errorf("%s: %+v", fd.Path, fd.graded)
		}
	}
}

// A rule that walks over the tree alone, and asks the model nothing, is ended too,
// and so is one that only reports.
func TestWalksHeedTheLimit(t *testing.T) {
	for name, walk := range map[string]func(p *analyzer.Pass){
		"all": func(p *analyzer.Pass) {
			for range p.Tree.All(syntax.Root) {
				continue
			}
		},
		"kinds": func(p *analyzer.Pass) {
			for range p.Tree.OfKind(syntax.KindCall) {
				continue
			}
		},
		"children": func(p *analyzer.Pass) {
			for range p.Tree.Children(syntax.Root) {
				continue
			}
		},
		"parts": func(p *analyzer.Pass) {
			for range p.Tree.Parts(syntax.Root) {
				continue
			}
		},
		"fields":  func(p *analyzer.Pass) { p.Tree.Callee(p.Model.Calls()[0]) },
		"reports": func(p *analyzer.Pass) { p.Report(analyzer.Diagnostic{}) },
	} {
		t.Run(name, func(t *testing.T) {
			const limit, hang = 20 * time.Millisecond, 5 * time.Second
			tree(t, map[string]string{"a.py": "f(1)\n"})
			hung := false
			opts := options(&analyzer.Rule{Code: "NRN901", Name: "walks", Run: func(p *analyzer.Pass) error {
				for begin := time.Now(); !hung; hung = time.Since(begin) > hang {
					walk(p)
				}
				return nil
			}})
			opts.Paths, opts.Limits.Time = []string{"."}, limit
			want := "a.py:1: NRN001 warning not analyzed: the analysis took too long: the limit is 20ms\n"
			if got := lines(mustRun(t, opts)); got != want || hung {
				t.Errorf("hung %v: %.300s", hung, got)
			}
		})
	}
}

// The number of fixes that are planned for a file is bounded, so that it depends on
// no clock which files are mended. Fixes of other files that belong together with
// these are not made either.
func TestTooManyFixesAreNotPlanned(t *testing.T) {
	for group, want := range map[analyzer.GroupID]int{"": 2, "g": 0} {
		tree(t, map[string]string{
			"a.py": strings.Repeat("bad()\n", maxFixes+1),
			"b.py": "bad()\n",
			"c.py": strings.Repeat("bad()\n", 10),
		})
		opts := options(callRule("NRN901", "bad-call", "bad", analyzer.Warning, rename("good", analyzer.Safe, group)))
		opts.Paths, opts.Limits.Findings = []string{"."}, 5
		fixed, err := Fix(t.Context(), opts)
		if err != nil || len(fixed.Changes) != want {
			t.Errorf("group %q: %v, %d changes, want %d", group, err, len(fixed.Changes), want)
		}
		got := lines(fixed.Before)
		const first = "a.py:1: NRN002 warning the fixes of this file were discarded: there are 50001 of them, the limit is 50000\n"
		if !strings.HasPrefix(got, first) || !strings.Contains(got, "a.py:1: NRN901") {
			t.Errorf("group %q: %.400s", group, got)
		}
		for _, d := range fixed.Before.Diagnostics {
			for _, f := range d.Fixes {
				if d.Path == "a.py" || len(f.Edits) == 0 || group != "" && f.Safety == analyzer.Safe {
					t.Errorf("%s has the fix %+v", d.Path, f)
				}
			}
		}
	}
}

// Nothing is charged, and nothing ends, where there is no limit.
func TestNoLimitNoAccounts(t *testing.T) {
	tree(t, map[string]string{"a.py": "slow = 1\n"})
	s, err := newSession(t.Context(), options())
	if err != nil {
		t.Fatal(err)
	}
	if s.charge("a.py", time.Hour); s.account("a.py") != nil || s.spent("a.py") != 0 {
		t.Error("there is an account")
	}
	if err := s.timed(t.Context(), "a.py", func(ctx context.Context) error { return ctx.Err() }); err != nil {
		t.Error(err)
	}
}
