package assess

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
)

// example is a program with a helper that blocks, one with a helper that needs work by
// hand for the same cause, and a test.
func example() *Input {
	finding := func(path, code string, severity analyzer.Severity, fix analyzer.Safety) analyzer.Diagnostic {
		d := analyzer.Diagnostic{Path: path, Code: code, Severity: severity, Span: source.Span{Start: 0, End: 1}, Help: "help " + code}
		if fix != analyzer.NoFix {
			d.Fixes = []analyzer.Fix{{Safety: fix}}
		}
		return d
	}
	guarded := finding("guarded.py", "NRN704", analyzer.Info, analyzer.NoFix)
	guarded.OnlyOnCUDA = true
	silenced := finding("work.py", "NRN703", analyzer.Error, analyzer.NoFix)
	silenced.Suppressed = true
	return &Input{
		Diagnostics: []analyzer.Diagnostic{
			guarded,
			finding("handled.py", "NRN704", analyzer.Info, analyzer.NoFix),
			finding("tests/test_a.py", "NRN602", analyzer.Warning, analyzer.NoFix),
			finding("work.py", "NRN103", analyzer.Error, analyzer.Safe),
			finding("work.py", "NRN602", analyzer.Warning, analyzer.NoFix),
			finding("work.py", "NRN632", analyzer.Warning, analyzer.Unsafe),
			silenced,
		},
		File: func(string) *source.File { return nil },
		Modules: []driver.Module{
			{Path: "guarded.py", Lines: 3},
			{Path: "handled.py", Lines: 1, Main: true, Packages: []string{"torch.nn"}},
			{Path: "main.py", Lines: 2, Main: true, Imports: []string{"guarded.py"}, Packages: []string{"torch"}},
			{Path: "plain.py", Lines: 1, Main: true, Packages: []string{"os"}},
			{Path: "tests/test_a.py", Lines: 4, Test: true, Imports: []string{"work.py"}},
			{Path: "work.py", Lines: 5, Main: true, Imports: []string{"work.py"}, Packages: []string{"jax"}},
		},
		DB: opsdb.New(), Target: opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"}, Name: "p",
	}
}

func TestEntries(t *testing.T) {
	t.Parallel()
	type line struct {
		Name           string
		Kind           Kind
		Verdict        Verdict
		Files, Reasons int
		Counts         Counts
		Uses           int
	}
	a := New(example())
	var got []line
	for _, e := range a.Entries {
		got = append(got, line{e.Name, e.Kind, e.Verdict, e.Files, len(e.Reasons), e.Counts, len(e.Uses)})
	}
	want := []line{
		{"main.py", Script, Blocked, 2, 1, Counts{Hand: 1}, 1},
		{"work.py", Script, Work, 1, 1, Counts{Safe: 1, Hand: 1, Speed: 1}, 1},
		{"tests", Suite, Work, 2, 1, Counts{Safe: 1, Hand: 2, Speed: 1}, 1},
		{"handled.py", Script, Ready, 1, 0, Counts{Notes: 1}, 1},
		{"plain.py", Script, Ready, 1, 0, Counts{}, 0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if a.Verdict != Blocked || len(a.Reasons) != 1 || a.Reasons[0].Cause != "NRN704" {
		t.Errorf("verdict %s because of %v", a.Verdict, a.Reasons)
	}
}

func TestModels(t *testing.T) {
	t.Parallel()
	in := example()
	in.Modules[2].Hub = []string{"owner/Llama-3.2-3B", "owner/data_transformer", "seq/llamas", "owner/Llama4-Scout", "google/vit-base"}
	in.Modules[4].Hub = []string{"owner/tiny-llama"} // a test
	got := make(map[string]string)
	for _, m := range New(in).Inventory.Models {
		got[m.Name] = m.Type
		for _, s := range m.Support {
			if s.Status == "sample" || s.Source == "" {
				t.Errorf("%s has the support %v", m.Name, s)
			}
		}
	}
	want := map[string]string{"owner/Llama-3.2-3B": "llama", "owner/Llama4-Scout": "llama4", "google/vit-base": "vit"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCauses(t *testing.T) {
	t.Parallel()
	type line struct {
		ID                    string
		Verdict               Verdict
		Bypassed              bool
		Code, Tests           int
		Files, Lines, Entries int
		Effort                Range
	}
	var got []line
	for _, c := range New(example()).Causes {
		got = append(got, line{c.ID, c.Verdict, c.Bypassed, c.Counts.Total(), c.Tests.Total(), c.Files, c.Lines, c.Entries, c.Effort})
	}
	want := []line{
		{"NRN704", Blocked, true, 1, 0, 1, 3, 1, Range{40, 320}},
		{"NRN602", Work, false, 1, 1, 2, 9, 1, Range{1, 8}},
		{"NRN103", Ready, false, 1, 0, 1, 5, 0, Range{0.1, 0.5}},
		{"NRN632", Ready, false, 0, 0, 1, 5, 0, Range{}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestSpeedHoldsNothingUp checks that a program with warnings about speed alone is ready,
// and that an error of the same rule is none.
func TestSpeedHoldsNothingUp(t *testing.T) {
	t.Parallel()
	for severity, want := range map[analyzer.Severity]Verdict{analyzer.Warning: Ready, analyzer.Error: Mechanical} {
		in := example()
		in.Diagnostics = in.Diagnostics[5:6]
		in.Diagnostics[0].Severity = severity
		a := New(in)
		if a.Verdict != want || a.Effort.Unrated != 0 || (a.Effort.Code.High == 0) != (want == Ready) {
			t.Errorf("%s: %s with the effort %v", severity, a.Verdict, a.Effort)
		}
	}
}

// TestReasonsAreOfTheProgram checks that a program is not explained by places that it does
// not reach.
func TestReasonsAreOfTheProgram(t *testing.T) {
	t.Parallel()
	in := example()
	in.Diagnostics[0].Code, in.Diagnostics[4].Code = "NRN107", "NRN107"
	in.Diagnostics[0].OnlyOnCUDA, in.Diagnostics[0].Severity = false, analyzer.Error
	in.Diagnostics[0].Fixes = []analyzer.Fix{{Safety: analyzer.Unsafe}}
	a := New(in) // one cause: to review in main.py, by hand in work.py
	for _, e := range a.Entries {
		want := map[string]Verdict{"main.py": Mechanical, "work.py": Work}[e.Name]
		if want != "" && (e.Verdict != want || len(e.Reasons) != 1 || e.Reasons[0].Cause != "NRN107") {
			t.Errorf("%s is %s because of %v, want %s because of NRN107", e.Name, e.Verdict, e.Reasons, want)
		}
	}
}
