package driver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

func mustFix(t *testing.T, opts Options) *Fixed {
	t.Helper()
	f, err := Fix(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// changed writes the changed files one after the other.
func changed(f *Fixed) string {
	var b strings.Builder
	for _, c := range f.Changes {
		fmt.Fprintf(&b, "%s (%d)\n%s", c.Path, c.Together, c.New)
	}
	return b.String()
}

func TestFixAppliesWhatIsSafeAndSaysWhatRemains(t *testing.T) {
	tree(t, map[string]string{"a.py": "bad()\ndef f(): worse()\n", "b.py": "x = 1\n"})
	opts := options(
		callRule("NRN901", "bad", "bad", analyzer.Warning, rename("good", analyzer.Safe, "")),
		callRule("NRN902", "worse", "worse", analyzer.Warning, rename("better", analyzer.Unsafe, "")))
	opts.Paths = []string{"."}

	f := mustFix(t, opts)
	if got, want := changed(f), "a.py (0)\ngood()\ndef f(): worse()\n"; got != want {
		t.Errorf("safe: got\n%s", got)
	}
	if got, want := lines(f.Before), "a.py:1: NRN901 warning bad is called\na.py:2: NRN902 warning worse is called\n"; got != want {
		t.Errorf("before:\n%s", got)
	}
	if got, want := lines(f.After), "a.py:2: NRN902 warning worse is called\n"; got != want {
		t.Errorf("after:\n%s", got)
	}

	opts.Unsafe = true
	f = mustFix(t, opts)
	if got, want := changed(f), "a.py (0)\ngood()\ndef f(): better()\n"; got != want {
		t.Errorf("unsafe: got\n%s", got)
	}
	if got := lines(f.After); got != "" {
		t.Errorf("after:\n%s", got)
	}
}

func TestFixOfWhatIsNotReportedIsNotApplied(t *testing.T) {
	opts := fromStdin("bad()\nworse()\n",
		callRule("NRN901", "bad", "bad", analyzer.Warning, rename("good", analyzer.Safe, "")),
		callRule("NRN902", "worse", "worse", analyzer.Warning, rename("better", analyzer.Safe, "")))
	opts.Ignore = []string{"NRN902"}
	if got, want := changed(mustFix(t, opts)), "a.py (0)\ngood()\nworse()\n"; got != want {
		t.Errorf("got\n%s", got)
	}
}

// A reader of the report who applies one fix must know all that goes with it.
func TestEditsOfAGroupHoldThoseOfUnreportedFindings(t *testing.T) {
	opts := fromStdin("bad()\nworse()\n",
		callRule("NRN901", "bad", "bad", analyzer.Warning, rename("good", analyzer.Safe, "shared")),
		callRule("NRN902", "worse", "worse", analyzer.Warning, rename("better", analyzer.Safe, "shared")))
	opts.Ignore = []string{"NRN902"}
	r := mustRun(t, opts)
	want := []analyzer.Edit{
		{Path: "a.py", Span: span(0, 3), Text: "good"},
		{Path: "a.py", Span: span(6, 11), Text: "better"},
	}
	if got := r.Edits(r.Diagnostics[0].Fixes[0].Group); !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestFilesOfOneGroupAreWrittenTogether(t *testing.T) {
	tree(t, map[string]string{"a.py": "bad()\n", "b.py": "worse()\n", "c.py": "bad()\n"})
	opts := options(
		callRule("NRN901", "bad", "bad", analyzer.Warning, rename("good", analyzer.Safe, "shared")),
		callRule("NRN902", "worse", "worse", analyzer.Warning, rename("better", analyzer.Safe, "")))
	opts.Paths = []string{"."}
	want := "a.py (0)\ngood()\nb.py (1)\nbetter()\nc.py (0)\ngood()\n"
	if got := changed(mustFix(t, opts)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFixThatBreaksAFileIsDiscardedWithItsGroup(t *testing.T) {
	tree(t, map[string]string{"a.py": "bad()\nfine()\n", "b.py": "worse()\ndef f(): fine()\n"})
	opts := options(
		callRule("NRN901", "bad", "bad", analyzer.Warning, rename("(((", analyzer.Safe, "shared")),
		callRule("NRN902", "worse", "worse", analyzer.Warning, rename("better", analyzer.Safe, "shared")),
		callRule("NRN903", "fine", "fine", analyzer.Warning, rename("finer", analyzer.Safe, "")))
	opts.Paths = []string{"."}
	f := mustFix(t, opts)
	if got, want := changed(f), "b.py (0)\nworse()\ndef f(): finer()\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, r := range []*Result{f.Before, f.After} {
		got := lines(r)
		if strings.Count(got, "NRN002 warning the fixes of this file were discarded") != 1 {
			t.Errorf("NRN002 is not reported once in\n%s", got)
		}
	}
	for _, d := range f.Before.Diagnostics {
		if len(d.Fixes) > 0 && (d.Fixes[0].Safety == analyzer.Safe) != (d.Path == "b.py" && d.Code == "NRN903") {
			t.Errorf("%s %s: fix is %s", d.Path, d.Code, d.Fixes[0].Safety)
		}
	}
}

func TestFixOutsideTheRunIsWithheld(t *testing.T) {
	rule := callRule("NRN901", "bad", "bad", analyzer.Warning, func(p *analyzer.Pass, call syntax.Node) []analyzer.Fix {
		here := rename("good", analyzer.Safe, "")(p, call)
		here[0].Edits = append(here[0].Edits, analyzer.Edit{Path: "elsewhere.py", Text: "x"})
		return here
	})
	f := mustFix(t, fromStdin("bad()\n", rule))
	if len(f.Changes) != 0 {
		t.Errorf("half of a fix was applied:\n%s", changed(f))
	}
}

func TestFixesThatTouchTheSameBytesAreAppliedInRounds(t *testing.T) {
	opts := fromStdin("bad()\n",
		callRule("NRN901", "bad", "bad", analyzer.Warning, rename("worse", analyzer.Safe, "")),
		callRule("NRN902", "worse", "worse", analyzer.Warning, rename("good", analyzer.Safe, "")))
	if got, want := changed(mustFix(t, opts)), "a.py (0)\ngood()\n"; got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestRoundsEnd(t *testing.T) {
	opts := fromStdin("bad()\n",
		callRule("NRN901", "bad", "bad", analyzer.Warning, rename("worse", analyzer.Safe, "")),
		callRule("NRN902", "worse", "worse", analyzer.Warning, rename("bad", analyzer.Safe, "")))
	mustFix(t, opts)
}

func TestExplainSaysWhyAFindingIsHidden(t *testing.T) {
	opts := options(callRule("NRN901", "bad", "bad", analyzer.Warning, nil))
	text := "x = 1\nbad()  # neuronlint: ignore\n"
	e, err := Explain(t.Context(), opts, Input{Path: "a.py", Raw: []byte(text)}, Place{Cell: -1, Line: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Findings) != 1 || e.Findings[0].Hidden != "silenced by a comment" {
		t.Errorf("findings: %+v", e.Findings)
	}
	if e, err = Explain(t.Context(), opts, Input{Path: "a.py", Raw: []byte(text)}, Place{Cell: -1, Line: 1, Column: 1}); err != nil || len(e.Findings) != 0 {
		t.Errorf("line 1: %+v, %v", e, err)
	}
}

// TestBecome says which findings end and begin with fixes, and which of the rest
// end with those that need a reader, whosever fix it is.
func TestBecome(t *testing.T) {
	tree(t, map[string]string{"a.py": "bad(inner())\nworse(inner())\ninner()\n"})
	whole := func(text string, safety analyzer.Safety) func(*analyzer.Pass, syntax.Node) []analyzer.Fix {
		return func(p *analyzer.Pass, call syntax.Node) []analyzer.Fix {
			return []analyzer.Fix{{
				Title: "write " + text, Safety: safety,
				Edits: []analyzer.Edit{{Path: p.File.Path, Span: p.Tree.Span(call), Text: text}},
			}}
		}
	}
	opts := options(
		callRule("NRN901", "bad", "bad", analyzer.Warning, whole("import x\ngood(more())", analyzer.Safe)),
		callRule("NRN902", "worse", "worse", analyzer.Warning, whole("better()", analyzer.Unsafe)),
		callRule("NRN903", "inner", "inner", analyzer.Info, nil),
		callRule("NRN904", "more", "more", analyzer.Info, nil))
	opts.Paths = []string{"."}
	opts.Cache = &Cache{Dir: t.TempDir(), Build: "test"}
	for _, run := range []string{"cold", "warm"} {
		f := mustFix(t, opts)
		if got, want := changed(f), "a.py (0)\nimport x\ngood(more())\nworse(inner())\ninner()\n"; got != want {
			t.Fatalf("%s: got\n%s\n%s%+v", run, got, lines(f.After), f.Before.Diagnostics[0].Fixes)
		}
		want := Become{After: []int{-1, -1, 1, 2, 3}, Before: []int{-1, 2, 3, 4}, Unsafe: []bool{false, true, true, false}}
		if diff := cmp.Diff(want, f.Become); diff != "" {
			t.Errorf("%s: %s", run, diff)
		}
	}
}
