package driver

import (
	"reflect"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/cache"
)

// What is put away comes back as it was, once.
func TestPacked(t *testing.T) {
	bad := callRule("NRN900", "bad-call", "bad", analyzer.Warning, rename("good", analyzer.Safe, "g"))
	s, err := newSession(t.Context(), fromStdin("import torch\nd = torch.device('cuda')\nif d.type == 'cuda':\n    bad()\nbad()  # noqa: NRN900\n", bad))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.analyseAll(t.Context(), s.analyse); err != nil {
		t.Fatal(err)
	}
	r := s.files[0]
	findings, summary := r.findings, r.summary
	if len(findings) < 2 || summary == nil {
		t.Fatalf("%d findings and summary %v are nothing to put away", len(findings), summary)
	}
	r.pack()
	if r.findings != nil || r.summary != nil {
		t.Error("something was left out")
	}
	texts := cache.NewTexts()
	if got := r.unpackSummary(texts); !reflect.DeepEqual(got, summary) {
		t.Errorf("got %+v, want %+v", got, summary)
	}
	if got := r.unpackSummary(texts); got != nil {
		t.Error("the summary stays")
	}
	if r.unpackFindings(texts); !reflect.DeepEqual(r.findings, findings) {
		t.Errorf("got %+v, want %+v", r.findings, findings)
	}
	if r.unpackFindings(texts); len(r.findings) != len(findings) {
		t.Errorf("%d findings the second time, want %d", len(r.findings), len(findings))
	}
}
