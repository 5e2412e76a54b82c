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
		{"what keeps it dead", []*finding{guarded, at(30, fx(edit.Unsafe, "", region))}, "this condition keeps it from running on Neuron, and either stays or has no safe fix @8"},
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
