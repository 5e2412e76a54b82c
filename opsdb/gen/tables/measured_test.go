package tables

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/neuronlint/neuronlint/opsdb"
)

// TestMeasuredAgrees holds what the tables say of operators on torch-xla against
// what it was seen to do. Where they differ somebody has looked why, and a row
// whose reason is gone is one too many.
func TestMeasuredAgrees(t *testing.T) {
	dir := filepath.Join("..", "inputs")
	verdicts, err := operators(dir)
	if err != nil {
		t.Fatal(err)
	}
	found, err := disagreements(dir, verdicts)
	if err != nil {
		t.Fatal(err)
	}
	explained, err := readInput(dir, "measured_otherwise.tsv", "operator", "seen", "listed", "why")
	if err != nil {
		t.Fatal(err)
	}
	var known []disagreement
	for _, r := range explained {
		d := disagreement{r["operator"], r["seen"], r["listed"]}
		if known = append(known, d); !slices.Contains(found, d) {
			t.Errorf("%s: measured_otherwise.tsv says that it was seen on the %s and is listed as %s: that is so no more", d.operator, d.seen, d.listed)
		}
	}
	for _, d := range found {
		if !slices.Contains(known, d) {
			t.Errorf("%s is listed as %s and was seen on the %s", d.operator, d.listed, d.seen)
		}
	}
}

// TestTally checks what counts as a disagreement.
func TestTally(t *testing.T) {
	limited := func(overload string) opsdb.Verdict {
		return opsdb.Verdict{Overload: overload, Status: opsdb.Limited, Sometimes: true}
	}
	supported, fallback := opsdb.Verdict{Status: opsdb.Supported}, opsdb.Verdict{Status: opsdb.Fallback}
	device, host := &tally{ran: []int{2}}, &tally{fell: []int{3}, fellAs: map[string][]int{"default": {3}}}
	both := &tally{ran: []int{2}, fell: []int{3}, fellAs: map[string][]int{"default": {3}}}
	tests := []struct {
		name   string
		tally  *tally
		listed []opsdb.Verdict
		agrees bool
	}{
		{"lowered", device, []opsdb.Verdict{supported}, true},
		{"lowered, listed as host", device, []opsdb.Verdict{fallback}, false},
		{"lowered, not listed", device, nil, false},
		{"host", host, []opsdb.Verdict{fallback}, true},
		{"host, listed as lowered", host, []opsdb.Verdict{supported}, false},
		{"host, limited for some", host, []opsdb.Verdict{supported, limited("")}, false},
		{"host by an overload that is listed", host, []opsdb.Verdict{supported, limited("default")}, true},
		{"both, limited for some", both, []opsdb.Verdict{supported, limited("")}, true},
		{"both, listed as lowered", both, []opsdb.Verdict{supported}, false},
		{"both, listed as host", both, []opsdb.Verdict{fallback}, false},
		{"both, limited for another overload", both, []opsdb.Verdict{supported, limited("out")}, false},
		{"refused by the compiler", device, []opsdb.Verdict{{Status: opsdb.Unsupported}, supported}, true},
	}
	for _, test := range tests {
		if got := test.tally.against("aten::f", test.listed) == (disagreement{}); got != test.agrees {
			t.Errorf("%s: agreement is %v, want %v", test.name, got, test.agrees)
		}
	}
}
