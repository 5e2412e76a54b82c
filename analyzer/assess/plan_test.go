package assess

import (
	"slices"
	"testing"
)

// TestMoneyPrefersTheTarget checks that costs are compared with a machine that the code is
// judged for, and only for want of a price with another one.
func TestMoneyPrefersTheTarget(t *testing.T) {
	t.Parallel()
	machine := Instance{Name: "gpu", Candidates: []Candidate{
		{Target: "trn2", Name: "large"}, {Target: "trn2", Name: "small"}, {Target: "trn1", Name: "old"}, {Target: "trn1", Name: "older"},
	}}
	for _, test := range []struct {
		target string
		prices map[string]float64
		want   string
	}{
		{"trn2", map[string]float64{"gpu": 9, "large": 4, "small": 3, "old": 1}, "small"},
		{"trn2", map[string]float64{"gpu": 9, "old": 2, "older": 1}, "older"},
		{"trn1", map[string]float64{"gpu": 9, "large": 4, "small": 1, "old": 3, "older": 2}, "older"},
		{"trn2", map[string]float64{"gpu": 9}, ""},
		{"trn2", map[string]float64{"small": 9}, ""},
	} {
		p := &Prices{Hour: test.prices, Hours: 1}
		if c, ok := p.compare(&machine, test.target); c.To != test.want || ok != (test.want != "") {
			t.Errorf("%s with %v: %q, %v, want %q", test.target, test.prices, c.To, ok, test.want)
		}
	}
}

// TestPlanNamesOperatorsOnTheHost checks that the pilot is told which operators fall back.
func TestPlanNamesOperatorsOnTheHost(t *testing.T) {
	t.Parallel()
	a := &Assessment{Causes: []Cause{
		{Rule: hostRule, Subject: "torch.unique", Counts: Counts{Hand: 1}},
		{Rule: hostRule, Subject: "torch.nonzero", Tests: Counts{Hand: 1}},
		{Rule: "NRN503", Subject: "torch.norm", Counts: Counts{Hand: 1}},
	}}
	want := "replace these operators, or accept that they run on the host: torch.unique"
	if steps := plan(a)[1].Steps; !slices.Contains(steps, want) {
		t.Errorf("%q", steps)
	}
	a.Causes = a.Causes[1:]
	if got := onHost(a); len(got) > 0 {
		t.Errorf("%q", got)
	}
}
