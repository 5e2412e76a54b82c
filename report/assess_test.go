package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/assess"
)

// TestAssessmentsAreInert writes names that could disturb a terminal, a comment or a page
// in every format for people.
func TestAssessmentsAreInert(t *testing.T) {
	t.Parallel()
	const evil = "a\x1b[31m|<script>alert(1)</script>`\n.py"
	place := []assess.Place{{Path: evil, Line: 1}}
	a := &assess.Assessment{
		Project: assess.Project{Name: evil, Commit: "0123456789ab", CUDA: 1, CUDAFirst: evil, Extensions: []assess.Extension{{Folder: evil, Sources: 1, Kernels: []string{evil}, Loaders: []string{evil}}}},
		Profile: assess.Profile{Signs: []assess.Sign{{Path: evil, Line: 1, Text: evil, Means: evil}}, Advice: "advice"},
		Verdict: assess.Blocked, Reasons: []assess.Reason{{Cause: "NRN703", Text: evil}},
		Entries: []assess.Entry{{Name: evil, Kind: assess.Script, Found: evil, Verdict: assess.Blocked, Uses: []string{"torch"}}},
		Causes: []assess.Cause{{
			ID: "NRN703:" + evil, Rule: "NRN703", Subject: evil, Title: evil, Verdict: assess.Blocked, Places: place, Replacement: evil,
			Effort: assess.Range{Low: 1, High: 9},
		}},
		Inventory: assess.Inventory{
			Frameworks: []assess.Framework{{Name: "torch", Pin: evil, Path: evil, Line: 1}},
			Libraries:  []assess.Package{{Name: evil, Status: "limited", Equivalent: evil}},
			Kernels:    []assess.Operator{{Name: evil, Places: 1}},
			Models:     []assess.Model{{Name: evil, Type: "llama"}},
		},
		Instances: []assess.Instance{{Name: evil, Paths: place}},
		Money:     &assess.Money{Hours: 1, Unpriced: []string{evil}},
		Plan:      []assess.Phase{{Name: "assess", Steps: []string{evil}}},
		Drift: &assess.Drift{
			From: assess.Ready, To: assess.Blocked, Programs: []assess.Move{{Name: evil, To: assess.Blocked}},
			Causes: []assess.CauseChange{{ID: "NRN703:" + evil, Title: evil, After: 1}},
		},
	}
	for _, f := range AssessFormats() {
		var out bytes.Buffer
		if err := f.Write(&out, a, Style{}); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		text := out.String()
		if f.Name != "json" && strings.ContainsAny(text, "\x1b") {
			i := strings.Index(text, "\x1b")
			t.Errorf("%s holds an escape of a terminal: %q", f.Name, text[max(0, i-120):i+20])
		}
		if f.Name != "json" && strings.Contains(text, "`\n.py") {
			t.Errorf("%s holds a line end of a name", f.Name)
		}
		if f.Name == "html" && strings.Contains(text, "<script") {
			t.Error("html holds a script")
		}
		if f.Name == "markdown" && strings.Contains(strings.ReplaceAll(text, "`", ""), "\n.py") {
			t.Error("markdown is broken by a line end")
		}
	}
}
