package report

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

const sarifSchemaFile = "testdata/schema/sarif-2.1.0.json"

// sarifOf writes a log, checks it against the schema and reads it back.
func sarifOf(t *testing.T, in *Input) sarifRun {
	t.Helper()
	text := written(t, "sarif", in)
	valid(t, sarifSchemaFile, text)
	var log sarifLog
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		t.Fatal(err)
	}
	return log.Runs[0]
}

func TestSARIF(t *testing.T) {
	in := sample(t)
	in.Rules = []*analyzer.Rule{{
		Code: "NRN101", Name: "cuda-device-literal", Category: analyzer.CategoryDevice,
		Doc: "A string that becomes a CUDA device.\n\n## What breaks\n\nThere is\nno CUDA device.\n\nMore.\n",
	}}
	text := written(t, "sarif", in)
	valid(t, sarifSchemaFile, text)
	want, err := os.ReadFile("testdata/sample.sarif")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Error(diff)
	}
}

func TestSARIFColumnsAreUTF16(t *testing.T) {
	f := file(t, "a.py", "x = \"😀\"; bad(\"é\")\r\ny = 1\r\n")
	run := sarifOf(t, input(f, find(t, f, "bad(\"é\")")))
	if run.ColumnKind != "utf16CodeUnits" {
		t.Errorf("column kind %s", run.ColumnKind)
	}
	// Nine characters precede bad, one of them two code units long.
	got := run.Results[0].Locations[0].Physical.Region
	want := &sarifRegion{StartLine: 1, StartColumn: 11, EndLine: 1, EndColumn: 19, Snippet: &sarifText{Text: "bad(\"é\")"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSARIFFixesHoldTheWholeGroup(t *testing.T) {
	f := file(t, "a.py", "bad()\r\nx = 1\r\nbad(2)\r\n")
	d := find(t, f, "bad()")
	d.Fixes = []analyzer.Fix{{Title: "call good", Safety: analyzer.Safe, Group: "g1", Edits: []analyzer.Edit{
		{Path: f.Path, Span: d.Span, Text: "a()\nb()"},
	}}}
	in := input(f, d)
	in.Edits = func(analyzer.GroupID) []analyzer.Edit {
		other := find(t, f, "bad(2)").Span
		return append([]analyzer.Edit{{Path: f.Path, Span: other, Text: ""}}, d.Fixes[0].Edits...)
	}
	want := []sarifFix{{
		Description: sarifText{Text: "Call good (safe)."},
		Changes: []sarifChange{{
			Artifact: sarifArtifact{"a.py"}, Replacements: []sarifReplacement{
				{sarifRegion{StartLine: 1, StartColumn: 1, EndLine: 1, EndColumn: 6}, &sarifText{Text: "a()\r\nb()"}},
				{sarifRegion{StartLine: 3, StartColumn: 1, EndLine: 3, EndColumn: 7}, nil},
			},
		}},
	}}
	if diff := cmp.Diff(want, sarifOf(t, in).Results[0].Fixes); diff != "" {
		t.Error(diff)
	}
}

func TestSARIFHasNoFixThatCannotBeMade(t *testing.T) {
	f := file(t, "a.py", "bad()\n")
	edit := func(path string, start, end int) analyzer.Edit {
		return analyzer.Edit{Path: path, Span: source.Span{Start: start, End: end}, Text: "x"}
	}
	for name, edits := range map[string][]analyzer.Edit{
		"overlap":      {edit("a.py", 0, 3), edit("a.py", 2, 5)},
		"unknown file": {edit("a.py", 0, 3), edit("b.py", 0, 3)},
	} {
		d := find(t, f, "bad()")
		d.Fixes = []analyzer.Fix{{Safety: analyzer.Safe, Edits: edits}}
		if got := sarifOf(t, input(f, d)).Results[0].Fixes; got != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestSARIFSaysWhatFailed(t *testing.T) {
	f := file(t, "a.py", "bad()\n")
	lost := analyzer.Diagnostic{
		Path: "dir/s p#a?.py", Code: "NRN001", Name: "unparsed-source", Category: analyzer.CategoryAnalysis,
		Message: "file is binary", Severity: analyzer.Error, Fingerprint: "eeee",
	}
	in := input(f, lost)
	in.InternalErrors = 1
	run := sarifOf(t, in)
	want := []sarifInvocation{{false, []sarifNotification{{
		Descriptor: &sarifDescriptor{"NRN001"}, Level: "error", Message: sarifText{Text: "File is binary."},
		Locations: []sarifLocation{{Physical: sarifPhysical{sarifArtifact{"dir/s%20p%23a%3F.py"}, &sarifRegion{StartLine: 1}}}},
	}}}}
	if diff := cmp.Diff(want, run.Invocations); diff != "" {
		t.Error(diff)
	}
}

func TestSARIFOfNothing(t *testing.T) {
	run := sarifOf(t, input(file(t, "a.py", "")))
	if run.Results == nil || !run.Invocations[0].ExecutionSuccessful {
		t.Errorf("got %+v", run)
	}
}

func TestURI(t *testing.T) {
	for path, want := range map[string]string{
		"a b/c.py": "a%20b/c.py", "a:b.py": "./a:b.py", "/tmp/a.py": "file:///tmp/a.py", "../a.py": "../a.py",
		"x\xff\n%\".py": "x%FF%0A%25%22.py", "100%.py": "100%25.py", "<stdin>": "%3Cstdin%3E",
	} {
		if got := uri(path); got != want {
			t.Errorf("uri(%q) = %q, want %q", path, got, want)
		}
	}
}

// many are n findings on one line, the last the only error; text is the
// message of the i-th.
func many(t *testing.T, n int, text func(i int) string) *Input {
	t.Helper()
	f := file(t, "a.py", "bad()\n")
	in := input(f)
	for i := range n {
		d := find(t, f, "bad()")
		d.Severity, d.Message, d.Fingerprint = analyzer.Warning, text(i), fmt.Sprintf("%016x", i)
		in.Diagnostics = append(in.Diagnostics, d)
	}
	in.Diagnostics[n-1].Severity = analyzer.Error
	return in
}

func TestSARIFKeepsGitHubsLimits(t *testing.T) {
	// The hash of a number does not compress.
	noise := func(i int) string {
		var b strings.Builder
		for j := range 40 {
			sum := sha256.Sum256(fmt.Appendf(nil, "%d %d", i, j))
			b.WriteString(hex.EncodeToString(sum[:]))
		}
		return b.String()
	}
	tests := map[string]struct {
		n    int
		text func(int) string
	}{
		"results": {25_007, func(int) string { return "bad" }},
		"bytes":   {8000, noise},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			in := many(t, tt.n, tt.text)
			text := written(t, "sarif", in)
			var log sarifLog
			if err := json.Unmarshal([]byte(text), &log); err != nil {
				t.Fatal(err)
			}
			run := log.Runs[0]
			var count countingWriter
			zip := gzip.NewWriter(&count)
			_, _ = zip.Write([]byte(text))
			_ = zip.Close()
			if len(run.Results) > 25_000 || count.n > 10_000_000 {
				t.Errorf("%d results in %d bytes", len(run.Results), count.n)
			}
			if run.Results[0].Level != "error" {
				t.Error("the error is not the first result")
			}
			left := plural(tt.n-len(run.Results), "finding") + " left out"
			notes := run.Invocations[0].Notifications
			if len(notes) != 1 || !strings.HasPrefix(notes[0].Message.Text, left) {
				t.Errorf("got %v, want a note with %q", notes, left)
			}
			if name == "bytes" && len(run.Results) < 4000 {
				t.Errorf("only %d results", len(run.Results))
			}
		})
	}
}

func TestSARIFRelatedPlacesAreLimited(t *testing.T) {
	f := file(t, "a.py", "bad()\n")
	d := find(t, f, "bad()")
	for range 3000 {
		d.Related = append(d.Related, analyzer.Related{Span: source.Span{Start: 0, End: 3}, Message: "see [this](1)"})
	}
	got := sarifOf(t, input(f, d)).Results[0].Related
	if len(got) != sarifRelated {
		t.Errorf("%d related places", len(got))
	}
	if text := got[0].Message.Text; text != `See \[this\](1).` {
		t.Errorf("an embedded link: %s", text)
	}
}
