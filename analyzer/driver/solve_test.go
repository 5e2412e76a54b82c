package driver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// fx is a fix of a test: safety, group, revived regions.
func fx(safety edit.Safety, group edit.GroupID, revives ...source.Span) edit.Fix {
	return edit.Fix{Safety: safety, Group: group, Revives: revives}
}

// spare is a fix that its group can do without at a safety.
func spare(safety, without edit.Safety, group edit.GroupID, revives ...source.Span) edit.Fix {
	f := fx(safety, group, revives...)
	f.Spare = without
	return f
}

// after is a fix of its own that builds on a group.
func after(group edit.GroupID) edit.Fix {
	f := fx(edit.Unsafe, "")
	f.Follows = group
	return f
}

// at is a live error with fixes.
func at(offset int, fixes ...edit.Fix) *finding {
	return &finding{live: analyzer.Error, Diagnostic: analyzer.Diagnostic{
		Path: "a.py", Code: "NRN901", Span: span(offset, offset+1), Fixes: fixes,
	}}
}

// dead is an error in code that does not run.
func dead(offset int, fixes ...edit.Fix) *finding {
	fd := at(offset, fixes...)
	fd.dead = true
	return fd
}

// numbered says that findings are about the numbered devices of one program.
func numbered(findings ...*finding) []*finding {
	for _, fd := range findings {
		fd.program, fd.numbered, fd.Confidence = span(0, 99), ofOthers, analyzer.Likely
	}
	return findings
}

// in puts findings into one clause.
func in(start, end int, findings ...*finding) []*finding {
	for _, fd := range findings {
		fd.clause = span(start, end)
	}
	return findings
}

// inFile makes findings about devices of some.
func inFile(findings ...*finding) []*finding {
	for _, fd := range findings {
		fd.Category = analyzer.CategoryDevice
	}
	return findings
}

// inTest puts findings about devices into the test that starts at an offset.
func inTest(start int, findings ...*finding) []*finding {
	for _, fd := range findings {
		fd.test = span(start, start+10)
	}
	return inFile(findings...)
}

func TestGrade(t *testing.T) {
	region := span(10, 20)
	minor := dead(12, fx(edit.Safe, ""))
	minor.live = analyzer.Info
	note := at(1)
	note.live = analyzer.Info
	slow := dead(12)
	slow.live = analyzer.Warning
	silenced := dead(12)
	silenced.Suppressed = true
	tests := []struct {
		name     string
		findings []*finding
		want     string // of each finding, the safety and group of each fix
	}{
		{"alone", []*finding{at(0, fx(edit.Safe, "")), at(1, fx(edit.Unsafe, ""))}, "safe g1; unsafe g2"},
		{"weakest member", []*finding{at(0, fx(edit.Safe, "x")), at(1, fx(edit.Unsafe, "x"))}, "unsafe g1; unsafe g1"},
		{"member to show", []*finding{at(0, fx(edit.Safe, "x")), at(1, fx(edit.Display, "x"))}, "display g1; display g1"},
		{"alternatives", []*finding{at(0, fx(edit.Unsafe, ""), fx(edit.Safe, ""))}, "unsafe g1, safe g2"},
		{"equal alternatives", []*finding{at(0, fx(edit.Safe, ""), fx(edit.Safe, ""))}, "safe g1, safe g2"},
		{"follower", []*finding{at(0, fx(edit.Safe, "x")), at(1, after("x"))}, "safe g1; unsafe g2"},
		{"follower of what fails", []*finding{at(0, fx(edit.Display, "x")), at(1, after("x"), fx(edit.Unsafe, ""))}, "display g1; display g2, unsafe g3"},
		{"dead follower", []*finding{at(0, fx(edit.Safe, "x")), dead(1, after("x"))}, "safe g1; display g2"},
		{"half a file", inFile(at(11, fx(edit.Safe, "")), at(12)), "unsafe g1; "},
		{"a file that is unsafe by half", inFile(at(11, fx(edit.Safe, "")), at(12, fx(edit.Unsafe, ""))), "unsafe g1; unsafe g2"},
		{"half a file that is dead", inFile(at(11, fx(edit.Safe, "")), dead(12)), "safe g1; "},
		{"two tests", slices.Concat(inTest(10, at(11, fx(edit.Safe, ""))), inTest(30, at(31))), "safe g1; "},
		{
			"two tests that share a device",
			slices.Concat(inTest(10, at(11, fx(edit.Safe, "x"))), inTest(30, at(31, fx(edit.Safe, "x")), at(32))),
			"unsafe g1; unsafe g1; ",
		},
		{"a test of half a file", slices.Concat(inTest(10, at(11, fx(edit.Safe, ""))), inFile(at(31))), "unsafe g1; "},
		{"a file with half a test", slices.Concat(inTest(10, at(11)), inFile(at(31, fx(edit.Safe, "")))), "; safe g1"},
		{
			"a warning blocks, too",
			[]*finding{at(0, fx(edit.Safe, "", region)), slow},
			"display g1; ",
		},
		{
			"revived and mended",
			[]*finding{at(0, fx(edit.Safe, "", region)), dead(12, fx(edit.Safe, ""))},
			"safe g1; safe g1",
		},
		{
			"revived and mended less safely",
			[]*finding{at(0, fx(edit.Safe, "", region)), dead(12, fx(edit.Unsafe, ""))},
			"unsafe g1; unsafe g1",
		},
		{
			"revived and not mended",
			[]*finding{at(0, fx(edit.Safe, "", region)), dead(12), dead(13, fx(edit.Safe, ""))},
			"display g1; ; display g2",
		},
		{
			"nothing wrong outside",
			[]*finding{at(0, fx(edit.Safe, "", region)), at(30)},
			"safe g1; ",
		},
		{
			"only infos revived",
			[]*finding{at(0, fx(edit.Safe, "", region)), minor},
			"safe g1; safe g2",
		},
		{
			"accepted by the user",
			[]*finding{at(0, fx(edit.Safe, "", region)), silenced},
			"safe g1; ",
		},
		{
			"a group does without a fix it can spare",
			[]*finding{at(0, fx(edit.Safe, "x")), at(1, spare(edit.Display, edit.Unsafe, "x"))},
			"unsafe g1; display g2",
		},
		{
			"also safely",
			[]*finding{at(0, fx(edit.Safe, "x")), at(1, spare(edit.Display, edit.Safe, "x"))},
			"safe g1; display g2",
		},
		{
			"spared for what it revives, with what stays dead",
			[]*finding{at(0, fx(edit.Safe, "x")), at(1, spare(edit.Safe, edit.Unsafe, "x", region)), dead(12), dead(13, fx(edit.Safe, "x"))},
			"unsafe g1; display g2; ; display g2",
		},
		{
			"not spared where it need not be",
			[]*finding{at(0, fx(edit.Safe, "x")), at(1, spare(edit.Safe, edit.Unsafe, "x", region)), dead(13, fx(edit.Safe, "x"))},
			"safe g1; safe g1; safe g1",
		},
		{"clause with two fixes", in(0, 9, at(0, fx(edit.Safe, "")), at(2, fx(edit.Safe, ""))), "safe g1; safe g1"},
		{"clause that needs a reader", in(0, 9, at(0, fx(edit.Safe, "")), at(2, fx(edit.Unsafe, ""))), "unsafe g1; unsafe g1"},
		{"half a clause", in(0, 9, at(0, fx(edit.Safe, "")), at(2)), "display g1; "},
		{"half a clause that does no harm", in(0, 9, at(0, fx(edit.Safe, "")), note), "safe g1; "},
		{"two clauses", slices.Concat(in(0, 9, at(0, fx(edit.Safe, ""))), in(10, 19, at(10))), "safe g1; "},
		{"numbered devices", numbered(at(0, fx(edit.Safe, "")), at(20, fx(edit.Safe, ""))), "safe g1; safe g1"},
		{"one of the numbered devices needs a reader", numbered(at(0, fx(edit.Safe, "")), at(20, fx(edit.Unsafe, ""))), "unsafe g1; unsafe g1"},
		{"one of the numbered devices has no fix", numbered(at(0, fx(edit.Safe, "")), at(20)), "display g1; "},
		{
			"half a clause holds the group of the other half",
			slices.Concat(in(0, 9, at(0, fx(edit.Safe, "x")), at(2)), in(20, 29, at(20, fx(edit.Safe, "x")))),
			"display g1; ; display g1",
		},
		{
			"half a clause with what its group can spare",
			in(0, 9, at(0, fx(edit.Safe, "x")), at(1, spare(edit.Display, edit.Safe, "x"))),
			"safe g1; display g2",
		},
		{"stays dead", []*finding{at(0), dead(12, fx(edit.Safe, ""))}, "; display g1"},
		{
			"failure spreads through groups",
			[]*finding{at(0, fx(edit.Safe, "", region)), dead(12, fx(edit.Safe, "x")), at(40, fx(edit.Safe, "x")), dead(14)},
			"display g1; display g2; display g2; ",
		},
		{
			"second choice where the first fails",
			[]*finding{at(0, fx(edit.Safe, "", region), fx(edit.Safe, "")), dead(12)},
			"display g1, safe g2; ",
		},
		{
			"a group built on the second choice falls",
			[]*finding{at(0, fx(edit.Safe, "x"), fx(edit.Safe, "y")), at(1, fx(edit.Safe, "x")), at(2, fx(edit.Safe, "y"))},
			"safe g1, display g2; safe g1; display g2",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			safe, wide := solve(nil, tt.findings, nil, edit.Safe, nil), solve(nil, tt.findings, nil, edit.Unsafe, nil)
			grade(nil, tt.findings, safe, wide)
			if got := graded(tt.findings); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func graded(findings []*finding) string {
	var all []string
	for _, fd := range findings {
		var one []string
		for _, f := range fd.graded {
			one = append(one, fmt.Sprintf("%s %s", f.Safety, f.Group))
		}
		all = append(all, strings.Join(one, ", "))
	}
	return strings.Join(all, "; ")
}

func TestBarredGroupTakesItsCompanionsAlong(t *testing.T) {
	findings := []*finding{at(0, fx(edit.Safe, "x")), at(1, fx(edit.Safe, "x")), at(2, fx(edit.Safe, ""))}
	barred := make(map[edit.GroupID]bool)
	sol := solve(nil, findings, nil, edit.Safe, barred)
	barGroups(nil, barred, findings, sol, map[edit.GroupID]bool{sol.groups.root("r:x"): true})
	safe, wide := solve(nil, findings, nil, edit.Safe, barred), solve(nil, findings, nil, edit.Unsafe, barred)
	grade(nil, findings, safe, wide)
	if got, want := graded(findings), "display g1; display g1; safe g2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Regions may lie in each other: all fixes around a place bring it to life.
func TestRevivalsAround(t *testing.T) {
	var r revivals
	for i, region := range []source.Span{span(0, 100), span(10, 20), span(12, 90), span(30, 40)} {
		r.add(member{finding: at(i, fx(edit.Safe, "", region))})
	}
	r.index()
	tests := []struct {
		at   source.Span
		want string
	}{
		{span(35, 36), "3 2 0"},
		{span(15, 16), "2 1 0"},
		{span(95, 99), "0"},
		{span(15, 30), "2 0"},
		{span(99, 101), ""},
	}
	for _, tt := range tests {
		var got []string
		r.over(tt.at, func(m member) bool {
			got = append(got, fmt.Sprint(m.finding.Span.Start))
			return true
		})
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%v: got %q, want %q", tt.at, s, tt.want)
		}
	}
}

// BenchmarkSolve grows linearly with the number of guards.
func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{1000, 4000, 16000} {
		var findings []*finding
		for i := range n {
			findings = append(findings, at(10*i, fx(edit.Safe, "", span(10*i+2, 10*i+8))), dead(10*i+4, fx(edit.Safe, "")))
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				solve(nil, findings, nil, edit.Safe, nil)
			}
		})
	}
}
