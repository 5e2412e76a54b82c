package report

import (
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
)

// Programs that know nothing of notebooks look into the JSON.
func TestNotebooksAreJSONOnDisk(t *testing.T) {
	f := file(t, "a.ipynb", `{"cells": [
 {"cell_type": "code", "source": ["x = 1\n"]},
 {"cell_type": "code", "source": [
  "import torch\n",
  "s = \"😀\"; d = torch.device(\"cuda\")"]}],
 "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
`)
	d := find(t, f, `"cuda"`)
	d.Fixes = []analyzer.Fix{{Title: "use neuron", Safety: analyzer.Safe, Group: "g1", Edits: []analyzer.Edit{{Path: f.Path, Span: d.Span, Text: `"neuron"`}}}}
	in := input(f, d)
	line := strings.Split(string(f.Raw), "\n")[4]

	result := sarifOf(t, in).Results[0]
	deleted := result.Fixes[0].Changes[0].Replacements[0]
	for _, r := range []*sarifRegion{result.Locations[0].Physical.Region, &deleted.Deleted} {
		// The emoji is one character and two UTF-16 code units, but four bytes.
		from, to := r.StartColumn-1+2, r.EndColumn-1+2
		if r.StartLine != 5 || r.EndLine != 5 || line[from:to] != `\"cuda\"` {
			t.Errorf("%+v is %q", r, line[from:to])
		}
	}
	if got := deleted.Inserted.Text; got != `\"neuron\"` {
		t.Errorf("the fix inserts %s", got)
	}

	review := reviews(t, in)[0]
	at := review.Location.Range
	if got := line[at.Start.Column-1 : at.End.Column-1]; at.Start.Line != 5 || got != `\"cuda\"` || review.Suggestions != nil {
		t.Errorf("reviewdog sees %q at %+v and %v", got, at, review.Suggestions)
	}
	if got := written(t, "github", in); !strings.HasPrefix(got, "::error file=a.ipynb,line=5,endLine=5,col=32,endColumn=40,") {
		t.Error(got)
	}
	if got := written(t, "markdown", in); !strings.Contains(got, "| `a.ipynb:cell 2:2:") {
		t.Error(got)
	}
	page := written(t, "html", in)
	for _, want := range []string{"a.ipynb:cell 2:2:", `<span class="number">1</span><span class="keyword">import</span> torch`, "a.ipynb, cell 2, line 2", "<mark>neuron</mark>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(page, `</span>x = 1`) {
		t.Error("the page shows another cell around the finding")
	}
}
