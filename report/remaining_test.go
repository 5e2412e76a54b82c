package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
)

func TestRemaining(t *testing.T) {
	f := file(t, "a.py", "bad()\nx = bad()\n")
	fixed, risky, minor, manual, shown := find(t, f, "bad()"), find(t, f, "x = bad()"), find(t, f, "x"), find(t, f, "= bad()"), find(t, f, "x")
	risky.Fixes = []analyzer.Fix{{Safety: analyzer.Unsafe}}
	fixed.Fixes = []analyzer.Fix{{Safety: analyzer.Safe}}
	minor.Severity = analyzer.Info
	manual.Fixes = nil
	shown.Fixes = []analyzer.Fix{{Safety: analyzer.Display}}
	minor.Fixes = nil
	var b strings.Builder
	done := Patched{Files: 1, Done: "fixed", After: []int{-1, 0, 1, 2, 3}, Before: []int{1, 2, 3, 4}, Unsafe: []bool{true, false, false, false}}
	if err := Remaining(&b, input(f, fixed, risky, minor, manual, shown), input(f, risky, minor, manual, shown), &done, Style{}); err != nil {
		t.Fatal(err)
	}
	want := "1 file fixed: 5 findings before, 4 after.\n" +
		"Left for --unsafe: 1 finding, whose fix needs review.\n" +
		"Left to do by hand: 3 findings, 1 of them an info that is not listed.\n" +
		"  a.py:2:3: NRN101 \"cuda\" is no device on Neuron\n" +
		"  a.py:2:1: NRN101 \"cuda\" is no device on Neuron\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// TestRemainingAddsUp says of findings that come and go without a fix of their
// own, and counts as left for --unsafe what ends with it.
func TestRemainingAddsUp(t *testing.T) {
	f := file(t, "a.py", "bad()\nx = bad()\n")
	fixed, beside, stays, fresh := find(t, f, "bad()"), find(t, f, "x = bad()"), find(t, f, "x"), find(t, f, "= bad()")
	fixed.Fixes = []analyzer.Fix{{Safety: analyzer.Safe}}
	beside.Fixes, stays.Fixes, fresh.Fixes = nil, nil, nil
	var b strings.Builder
	done := Patched{Files: 1, Done: "fixed", After: []int{-1, -1, 1}, Before: []int{-1, 2}, Unsafe: []bool{false, true}}
	if err := Remaining(&b, input(f, fixed, beside, stays), input(f, fresh, stays), &done, Style{}); err != nil {
		t.Fatal(err)
	}
	want := "1 file fixed: 3 findings before, 2 after.\n" +
		"Among these, 1 finding without a fix ends with those of others, and 1 finding is new and about the fixed text.\n" +
		"Left for --unsafe: 1 finding, whose fix needs review.\n" +
		"Left to do by hand: 1 finding.\n" +
		"  a.py:2:3: NRN101 \"cuda\" is no device on Neuron\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}
