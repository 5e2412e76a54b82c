package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// TestDoubt holds how reports tell what keeps a fix unsafe.
func TestDoubt(t *testing.T) {
	f := file(t, "train.py", "import torch\n\ndev = torch.device(\"cuda\")\n")
	here := source.Span{Start: 7, End: 12}
	for _, tt := range []struct {
		name        string
		fixes       []analyzer.Fix
		text, json  string
		sarifPlaces int
	}{
		{"safe", []analyzer.Fix{{Safety: analyzer.Safe}}, "", "null", 0},
		{"at large", []analyzer.Fix{unsafe(analyzer.Doubt{Text: "it may raise"})}, "unsafe because it may raise", `{"message":"it may raise"}`, 0},
		{
			"a line",
			[]analyzer.Fix{unsafe(analyzer.Doubt{Text: "this still needs CUDA", Span: here})},
			"train.py:1:8: unsafe because this still needs CUDA",
			`{"column":8,"line":1,"message":"this still needs CUDA","path":"train.py"}`, 1,
		},
		{
			"a line by its number",
			[]analyzer.Fix{unsafe(analyzer.Doubt{Text: "this line still needs CUDA", Span: here})},
			"train.py:1:8: unsafe because line 1 still needs CUDA",
			`{"column":8,"line":1,"message":"line 1 still needs CUDA","path":"train.py"}`, 1,
		},
		{
			"not made",
			[]analyzer.Fix{{Safety: analyzer.Display, Doubt: analyzer.Doubt{Text: "this line has no fix", Span: here}}},
			"train.py:1:8: no fix because line 1 has no fix",
			`{"column":8,"line":1,"message":"line 1 has no fix","path":"train.py"}`, 1,
		},
		{
			"told elsewhere",
			[]analyzer.Fix{{Safety: analyzer.Display, Doubt: analyzer.Doubt{Text: "it is a kernel", Told: true}}},
			"", `{"message":"it is a kernel"}`, 0,
		},
		{
			"another file",
			[]analyzer.Fix{unsafe(analyzer.Doubt{Text: "this may need CUDA", Path: "model.py"})},
			"model.py: unsafe because this may need CUDA", `{"message":"this may need CUDA","path":"model.py"}`, 0,
		},
		{
			"beside a safe one",
			[]analyzer.Fix{unsafe(analyzer.Doubt{Text: "it may raise"}), {Safety: analyzer.Safe}},
			"", `{"message":"it may raise"}`, 0,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := find(t, f, `"cuda"`)
			d.Fixes, d.Fingerprint = tt.fixes, "0123456789abcdef"
			in := input(f, d)
			if diff := cmp.Diff(tt.text, noteIn(t, in)); diff != "" {
				t.Error(diff)
			}
			if got := reasonIn(t, in); got != tt.json {
				t.Errorf("got %s, want %s", got, tt.json)
			}
			if got := sarifOf(t, in).Results[0].Related; len(got) != tt.sarifPlaces {
				t.Errorf("SARIF points at %d places, want %d", len(got), tt.sarifPlaces)
			}
			valid(t, "../docs/schema/check.schema.json", written(t, "json", in))
		})
	}
}

func unsafe(doubt analyzer.Doubt) analyzer.Fix {
	return analyzer.Fix{Safety: analyzer.Unsafe, Doubt: doubt}
}

// noteIn is the one note of a text report; empty if there is none.
func noteIn(t *testing.T, in *Input) string {
	t.Helper()
	_, note, found := strings.Cut(written(t, "text", in), "  note: ")
	if strings.Contains(note, "note: ") {
		t.Errorf("several notes: %s", note)
	}
	if !found {
		return ""
	}
	line, _, _ := strings.Cut(note, "\n")
	return line
}

// reasonIn is the reason of the first fix in a JSON report.
func reasonIn(t *testing.T, in *Input) string {
	t.Helper()
	var doc struct {
		Diagnostics []struct {
			Fixes []struct{ Reason map[string]any }
		}
	}
	if err := json.Unmarshal([]byte(written(t, "json", in)), &doc); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(doc.Diagnostics[0].Fixes[0].Reason)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
