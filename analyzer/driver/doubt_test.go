package driver

import (
	"fmt"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// because is a fix that needs a reader for a reason.
func because(text string, group edit.GroupID) edit.Fix {
	f := fx(edit.Unsafe, group)
	f.Doubt.Text = text
	return f
}

// becauseOf is a fix that needs a reader because of a line.
func becauseOf(text string, at int) edit.Fix {
	f := because(text, "")
	f.Doubt.Path, f.Doubt.Span = "a.py", span(at, at+1)
	return f
}

// shown is a fix that is not made, for a reason.
func shown(text string) edit.Fix {
	f := fx(edit.Display, "")
	f.Doubt.Text = text
	return f
}

// shownIn is a fix of a group that is not made, for no known reason.
func shownIn(group edit.GroupID) edit.Fix { return fx(edit.Display, group) }

// TestDoubts holds what is said of the first finding against the place that keeps its
// fix from being safe.
func TestDoubts(t *testing.T) {
	region := span(10, 20)
	guarded := dead(13, fx(edit.Safe, ""))
	guarded.note(semantic.Region{Span: region, Guard: span(8, 9)})
	tests := []struct {
		name     string
		findings []*finding
		want     string
	}{
		{"its own rule", []*finding{at(0, because("of a rule", ""))}, "of a rule"},
		{"safe", []*finding{at(0, fx(edit.Safe, ""))}, ""},
		{"a member of the group", []*finding{at(0, fx(edit.Safe, "x")), at(5, because("of a rule", "x"))}, "of a rule @5"},
		{"what is left of the file", inFile(at(0, fx(edit.Safe, "")), at(5), at(40)), "this line still needs CUDA @5"},
		{"the nearest", inFile(at(30, fx(edit.Safe, "")), at(5), at(40)), "this line still needs CUDA @40"},
		{"the nearest of equals before it", inFile(at(30, fx(edit.Safe, "")), at(25), at(36)), "this line still needs CUDA @25"},
		{
			"what it brings to life",
			[]*finding{at(0, fx(edit.Safe, "", region)), dead(12, because("of a rule", ""))},
			"this line would then run, and has no safe fix @12",
		},
		{
			"what keeps it dead",
			[]*finding{guarded, at(30, fx(edit.Unsafe, "", region))},
			"the condition on this line keeps it from running on Neuron, and either stays or has no safe fix @8",
		},
		{
			"what the line waits for that it waits for",
			inFile(at(2, fx(edit.Safe, "")), at(30, fx(edit.Safe, "", span(40, 50))), dead(45, because("of a rule", ""))),
			"this line must change first, and has no safe fix @45",
		},
		{
			"a line that waits for it in turn",
			inFile(at(5, fx(edit.Safe, "")), at(40, becauseOf("this line tests where a tensor lies", 5))),
			"this line and it change only together, and neither is safe by itself @40",
		},
		{"its own place", []*finding{at(5, becauseOf("it may raise", 5))}, "it may raise"},
		{"no fix of its rule", []*finding{at(0, shown("of a rule"))}, "of a rule"},
		{"no fix of its group", []*finding{at(0, fx(edit.Unsafe, "x")), at(5, shownIn("x"))}, "this line must change with it, and has no fix @5"},
		{"no fix for what it brings to life", []*finding{at(0, fx(edit.Unsafe, "", region)), dead(12)}, "this line would then run, and has no fix @12"},
		{"a clause", in(0, 9, at(0, fx(edit.Safe, "")), at(2, because("of a rule", ""))), "of a rule @2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := doubtOfFirst(tt.findings); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// doubtOfFirst is the doubt of the first fix of the first finding, and its place.
func doubtOfFirst(findings []*finding) string {
	safe, wide := solve(nil, findings, nil, edit.Safe, nil), solve(nil, findings, nil, edit.Unsafe, nil)
	grade(nil, findings, safe, wide)
	doubt := findings[0].graded[0].Doubt
	if !doubt.Placed() {
		return doubt.Text
	}
	return fmt.Sprintf("%s @%d", doubt.Text, doubt.Span.Start)
}
