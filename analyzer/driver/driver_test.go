package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

func TestRunOrdersFindingsWhateverTheWorkers(t *testing.T) {
	files := make(map[string]string)
	for i := range 40 {
		files[fmt.Sprintf("d%d/f%d.py", i%3, i)] = "bad()\nx = [bad(), worse()]\n"
	}
	tree(t, files)
	var first string
	for _, jobs := range []int{1, 3, 16} {
		opts := options(callRule("NRN902", "worse", "worse", analyzer.Error, nil), callRule("NRN901", "bad", "bad", analyzer.Warning, nil))
		opts.Paths, opts.Jobs = []string{"d2", ".", "d0/f0.py"}, jobs
		r := mustRun(t, opts)
		if r.Stats.Files != 40 || len(r.Diagnostics) != 120 {
			t.Fatalf("%d workers: %d files, %d findings", jobs, r.Stats.Files, len(r.Diagnostics))
		}
		got := lines(r)
		if first == "" {
			first = got
		}
		if got != first {
			t.Fatalf("%d workers: order differs", jobs)
		}
	}
	if want := "d0/f0.py:1: NRN901 warning bad is called\nd0/f0.py:2: NRN901 warning bad is called\nd0/f0.py:2: NRN902 error worse is called\n"; !strings.HasPrefix(first, want) {
		t.Errorf("begins with\n%s\nwant\n%s", first[:len(want)], want)
	}
}

func TestRunReportsDefectsOfRulesAndGoesOn(t *testing.T) {
	broken := &analyzer.Rule{Code: "NRN903", Name: "broken", Run: func(p *analyzer.Pass) error {
		if strings.Contains(string(p.File.Text), "trigger") {
			empty := make([]int, 0)
			_ = empty[len(p.File.Path)]
		}
		return nil
	}}
	failing := &analyzer.Rule{Code: "NRN904", Name: "failing", Run: func(p *analyzer.Pass) error {
		if strings.Contains(string(p.File.Text), "trigger") {
			return errors.New("no such row")
		}
		return nil
	}}
	tree(t, map[string]string{"a.py": "trigger\nbad()\n", "b.py": "bad()\n"})
	opts := options(broken, failing, callRule("NRN901", "bad", "bad", analyzer.Warning, nil))
	opts.Paths = []string{"."}
	r := mustRun(t, opts)
	got := lines(r)
	for _, want := range []string{
		"a.py:1: NRN004 error rule NRN903 failed on this file: runtime error: index out of range [4] with length 0 in driver.",
		"(driver_test.go:", "a.py:1: NRN004 error rule NRN904 failed on this file: no such row\n",
		"a.py:2: NRN901", "b.py:1: NRN901",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if r.Stats.InternalErrors != 2 {
		t.Errorf("%d internal errors, want 2", r.Stats.InternalErrors)
	}
}

func TestRunReportsWhatItCouldNotRead(t *testing.T) {
	tree(t, map[string]string{
		"nul.py": "x = 1\nbad()\x00\n", "latin.py": "x = 1\ny = '\xe9'\n", "empty.py": "", "good.py": "bad()\n",
	})
	if err := os.Symlink("nowhere.py", "dangling.py"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("folder.py", 0o755); err != nil {
		t.Fatal(err)
	}
	opts := options(callRule("NRN901", "bad", "bad", analyzer.Warning, nil))
	opts.Paths = []string{".", "dangling.py"}
	r := mustRun(t, opts)
	got := strings.Split(strings.TrimSpace(lines(r)), "\n")
	want := []string{
		"dangling.py:1: NRN001 warning not analyzed: ",
		"good.py:1: NRN901 warning bad is called",
		"latin.py:2: NRN001 warning not analyzed: file cannot be decoded at line 2: ",
		"nul.py:2: NRN001 warning not analyzed: file is binary at line 2: ",
	}
	if len(got) != len(want) {
		t.Fatalf("got\n%s", strings.Join(got, "\n"))
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("finding %d is %q, want %q…", i, got[i], want[i])
		}
	}
	if r.Stats.Files != 2 || r.Stats.FilesFailed != 3 {
		t.Errorf("%d files, %d failed; want 2 and 3", r.Stats.Files, r.Stats.FilesFailed)
	}
}

func TestErrorRegionsWithholdFixes(t *testing.T) {
	r := mustRun(t, fromStdin("bad()\n\n\nx = = 3\n)\n",
		callRule("NRN901", "bad", "bad", analyzer.Warning, rename("good", analyzer.Safe, ""))))
	got := lines(r)
	if !strings.Contains(got, "NRN001 info line") || !strings.Contains(got, "no automatic fix in this file") {
		t.Errorf("no NRN001 in\n%s", got)
	}
	if safety := r.Diagnostics[0].Fixes[0].Safety; safety != analyzer.Display {
		t.Errorf("fix beside an error region is %s, want display", safety)
	}
	if r.Stats.UnparsedLines == 0 || r.Stats.FilesFailed != 0 {
		t.Errorf("stats %+v", r.Stats)
	}
}

func TestFindingsInDeadCodeAreLowered(t *testing.T) {
	text := "import torch\n\nif torch.cuda.is_available():\n    bad()\nbad()\n"
	r := mustRun(t, fromStdin(text, callRule("NRN901", "bad", "bad", analyzer.Error, rename("good", analyzer.Safe, ""))))
	want := "a.py:4: NRN901 info bad is called\na.py:5: NRN901 error bad is called\n"
	if got := lines(r); got != want {
		t.Fatalf("got\n%s\nwant\n%s", got, want)
	}
	dead, alive := r.Diagnostics[0], r.Diagnostics[1]
	if len(dead.Related) != 1 || !strings.HasPrefix(dead.Related[0].Message, "guarded here") {
		t.Errorf("related: %+v", dead.Related)
	}
	if dead.Fixes[0].Safety != analyzer.Display {
		t.Errorf("a fix in code that stays dead is %s, want display", dead.Fixes[0].Safety)
	}
	if alive.Fixes[0].Safety != analyzer.Safe {
		t.Errorf("a fix in live code is %s, want safe", alive.Fixes[0].Safety)
	}
}

func TestTheGuardItselfIsNotLowered(t *testing.T) {
	region := semantic.Region{Span: span(0, 40), Guard: span(3, 20)}
	guard, body, outside := at(3), at(30), at(40)
	for _, fd := range []*finding{guard, body, outside} {
		fd.Severity = analyzer.Error
	}
	markDead([]*finding{guard, body, outside}, []semantic.Region{region}, func(semantic.Region) bool { return false })
	if guard.dead || !body.dead || outside.dead {
		t.Errorf("dead: guard %v, body %v, outside %v", guard.dead, body.dead, outside.dead)
	}
	if guard.Severity != analyzer.Error || body.Severity != analyzer.Info || body.live != analyzer.Error {
		t.Errorf("severity: guard %s, body %s, body if it ran %s", guard.Severity, body.Severity, body.live)
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	tree(t, map[string]string{"a.py": "bad()\n"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	opts := options()
	opts.Paths = []string{"."}
	if _, err := Run(ctx, opts); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestSelection(t *testing.T) {
	rules := []*analyzer.Rule{callRule("NRN901", "bad", "bad", analyzer.Error, nil), callRule("NRN111", "worse", "worse", analyzer.Error, nil)}
	tests := []struct {
		selected, ignored []string
		want              string
	}{
		{nil, nil, "NRN901 NRN111"},
		{[]string{"NRN9"}, nil, "NRN901"},
		{[]string{"worse"}, nil, "NRN111"},
		{[]string{"nrn1"}, nil, "NRN111"},
		{nil, []string{"BAD"}, "NRN111"},
		{[]string{"NRN9", "NRN1"}, []string{"NRN111"}, "NRN901"},
	}
	for _, tt := range tests {
		sel, err := NewSelection(rules, tt.selected, tt.ignored)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, rule := range rules {
			if sel.Includes(rule.Code, rule.Name) {
				got = append(got, rule.Code)
			}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("select %v ignore %v: %q, want %q", tt.selected, tt.ignored, s, tt.want)
		}
	}
	_, err := NewSelection(rules, nil, []string{"NRN911"})
	if err == nil || !strings.Contains(err.Error(), `ignore: no rule is called "NRN911"; did you mean NRN901?`) {
		t.Errorf("misspelt code: %v", err)
	}
}

func TestFingerprintSurvivesMovedLines(t *testing.T) {
	rule := callRule("NRN901", "bad", "bad", analyzer.Error, nil)
	before := mustRun(t, fromStdin("bad()\nbad()\nx = bad()\n", rule)).Diagnostics
	after := mustRun(t, fromStdin("# new\n\nif y:\n\tbad()\nbad()\n\nx  =  bad()\n", rule)).Diagnostics
	seen := make(map[string]bool)
	for i := range before {
		if before[i].Fingerprint != after[i].Fingerprint {
			t.Errorf("finding %d: %s before, %s after", i, before[i].Fingerprint, after[i].Fingerprint)
		}
		if seen[before[i].Fingerprint] || len(before[i].Fingerprint) != fingerprintLength {
			t.Errorf("finding %d: fingerprint %q", i, before[i].Fingerprint)
		}
		seen[before[i].Fingerprint] = true
	}
}
