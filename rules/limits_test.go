package rules_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// A limit to the findings of a file takes nothing from those that it leaves:
// what they point at, what they go back to, and the fixes that go with them,
// some of findings beyond it.
func TestLimitLeavesFindingsWhole(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"a.py": "import torch\nDEVICE = 'cuda'\nOTHER = 'cuda'\n" + strings.Repeat("if DEVICE == 'cuda': torch.zeros(1, device=DEVICE)\n", 4),
		"b.py": "import torch\nfrom a import DEVICE, OTHER\nx = torch.zeros(1, device=OTHER)\n" + strings.Repeat("if OTHER == 'cuda': x = x.to(DEVICE)\n", 4),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(limit int) *driver.Result {
		result, err := driver.Run(t.Context(), driver.Options{
			Paths: []string{"."}, Rules: rules.All(), DB: opsdb.New(), Jobs: 1, Limits: driver.Limits{Findings: limit},
			Target: opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"}, MinConfidence: analyzer.Likely,
		})
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	const limit = 2
	var want []analyzer.Diagnostic
	listed, far := map[string]int{}, 0
	all, some := run(0), run(limit)
	for _, d := range all.Diagnostics {
		if listed[d.Path]++; listed[d.Path] <= limit {
			want = append(want, d)
			far += len(d.Related)
		}
	}
	var got []analyzer.Diagnostic
	for _, d := range some.Diagnostics {
		if d.Code != driver.CodeOmitted {
			got = append(got, d)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-without a limit +with it:\n%s", diff)
	}
	if far == 0 || want[0].Cause == nil || listed["a.py"] <= limit || listed["b.py"] <= limit {
		t.Errorf("the case shows nothing: %+v", all.Diagnostics)
	}
	for _, d := range want {
		for _, fix := range d.Fixes {
			if diff := cmp.Diff(all.Edits(fix.Group), some.Edits(fix.Group)); diff != "" {
				t.Errorf("%s:\n%s", fix.Group, diff)
			}
		}
	}
}
