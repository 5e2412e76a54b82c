package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
)

// find is a finding at the first place of text in a file.
func find(t *testing.T, f *source.File, text string) analyzer.Diagnostic {
	t.Helper()
	at := bytes.Index(f.Text, []byte(text))
	if at < 0 {
		t.Fatalf("%q is not in the file", text)
	}
	return analyzer.Diagnostic{
		Path: f.Path, Code: "NRN101", Name: "cuda-device-literal", Category: analyzer.CategoryDevice,
		Span: source.Span{Start: at, End: at + len(text)}, Severity: analyzer.Error, Confidence: analyzer.Certain,
		Message: `"cuda" is no device on Neuron`,
	}
}

func file(t *testing.T, path, raw string) *source.File {
	t.Helper()
	f, err := source.New(path, []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func input(f *source.File, diagnostics ...analyzer.Diagnostic) *Input {
	return &Input{
		Diagnostics: diagnostics, File: func(path string) *source.File {
			if path == f.Path {
				return f
			}
			return nil
		},
		Version: "1.2.3", OpsDB: "2.26+1", SDK: "2.26", Rewrite: "neuron", Stack: "native", Target: "trn2",
		Files: 1, Duration: 12345 * time.Microsecond,
	}
}

func TestText(t *testing.T) {
	f := file(t, "train.py", "import torch\n\n\tdev = torch.device(\"cuda\")\n")
	d := find(t, f, `"cuda"`)
	d.Help = `write "neuron"`
	d.Related = []analyzer.Related{{Span: source.Span{Start: 0, End: 6}, Message: "becomes a device here"}}
	d.Fact = opsdb.Ref{Evidence: opsdb.Documented, Source: "aws-neuron-sdk@v2.32.0:a.rst:4", Stack: "native", SDK: "2.27-"}
	d.Fixes = []analyzer.Fix{{Safety: analyzer.Safe}}
	hidden := d
	hidden.Suppressed = true
	var b strings.Builder
	if err := Text(&b, input(f, d, hidden), Style{}); err != nil {
		t.Fatal(err)
	}
	want := "train.py:3:21: error[NRN101] [*] \"cuda\" is no device on Neuron\n" +
		"  |\n" +
		"3 | \tdev = torch.device(\"cuda\")\n" +
		"  | \t                   ^^^^^^\n" +
		"  help: write \"neuron\"\n" +
		"  note: train.py:1:1: becomes a device here\n" +
		"  docs: documented, native stack, SDK 2.27- [1]\n\n" +
		"Sources:\n  [1] https://github.com/aws-neuron/aws-neuron-sdk/blob/v2.32.0/a.rst?plain=1#L4\n\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestFrames(t *testing.T) {
	tests := []struct {
		name, text, at, code, carets string
	}{
		{"wide characters", "# 神経\nx = '神経', bad()\n", "bad()", "x = '神経', bad()", "            ^^^^^"},
		{"wide under the carets", "f(神経)\n", "神経", "f(神経)", "  ^^^^"},
		{"combining mark", "e\u0301 = bad()\n", "bad()", "e\u0301 = bad()", "    ^^^^^"},
		{"escape sequence", "s = '\x1b[2J'; bad()\n", "bad()", `s = '\x1b[2J'; bad()`, "               ^^^^^"},
		{"direction override", "s = '\u202e'; bad()\n", "bad()", `s = '\u202e'; bad()`, "              ^^^^^"},
		{"form feed", "\x0cbad()\n", "bad()", `\x0cbad()`, "    ^^^^^"},
		{"crlf", "bad()  \r\nx\r\n", "bad()", "bad()", "^^^^^"},
		{"several lines", "f(bad(\n  1))\n", "bad(\n  1)", "f(bad(", "  ^^^^"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := file(t, "a.py", tt.text)
			var b strings.Builder
			if err := Text(&b, input(f, find(t, f, tt.at)), Style{}); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(b.String(), "\n")
			if got, want := lines[2][4:], tt.code; got != want {
				t.Errorf("code   %q\nwant   %q", got, want)
			}
			if got, want := lines[3][4:], tt.carets; got != want {
				t.Errorf("carets %q\nwant   %q", got, want)
			}
		})
	}
}

func TestLongLinesAreWindowed(t *testing.T) {
	f := file(t, "a.py", "x = ["+strings.Repeat("0, ", 300000)+"bad()"+strings.Repeat(", 0", 300000)+"]\n")
	var b strings.Builder
	if err := Text(&b, input(f, find(t, f, "bad()")), Style{Columns: 80}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	code, carets := []rune(lines[2]), []rune(lines[3])
	if len(code) > 80 {
		t.Errorf("the line has %d columns", len(code))
	}
	at := strings.IndexByte(lines[3], '^')
	if got := string(code[at:len(carets)]); got != "bad()" {
		t.Errorf("the carets stand below %q in\n%s\n%s", got, lines[2], lines[3])
	}
}

func TestColour(t *testing.T) {
	f := file(t, "a.py", "bad()\n")
	for _, on := range []bool{false, true} {
		var b strings.Builder
		if err := Text(&b, input(f, find(t, f, "bad()")), Style{Color: on}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "\x1b["); got != on {
			t.Errorf("colour %v: escapes %v", on, got)
		}
	}
}

func TestConcise(t *testing.T) {
	f := file(t, "dir/a\n.py", "é = bad()\n")
	d := find(t, f, "bad()")
	d.Fixes = []analyzer.Fix{{Safety: analyzer.Unsafe}}
	var b strings.Builder
	hidden := d
	hidden.Suppressed = true
	if err := Concise(&b, input(f, hidden, d)); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), "dir/a\\x0a.py:1:5: NRN101 error [~] \"cuda\" is no device on Neuron\n"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestSummary(t *testing.T) {
	f := file(t, "a.py", "bad()\n")
	d := find(t, f, "bad()")
	d.Fact.Stack = "native"
	d.Fixes = []analyzer.Fix{{Safety: analyzer.Display}, {Safety: analyzer.Safe}}
	w := find(t, f, "bad()")
	w.Severity, w.Fixes = analyzer.Warning, []analyzer.Fix{{Safety: analyzer.Unsafe}}
	hidden := d
	hidden.Suppressed = true
	in := input(f, d, w, hidden, w)
	in.UnresolvedReceivers, in.FilesFailed, in.LargeTables, in.UnparsedLines = 4, 1, 1, 2
	var b strings.Builder
	if err := Summary(&b, in, Style{}); err != nil {
		t.Fatal(err)
	}
	want := "Found 1 error, 2 warnings in 1 file.\n" +
		"[*] 1 fixable with --diff or fix, [~] 2 more with --unsafe.\n" +
		"SDK 2.26, rewrite neuron (native stack), target trn2, database 2.26+1, 12ms\n" +
		"Not analyzed: 1 path that could not be read, 4 method calls on objects of unknown type, 1 table of devices with too many entries to be followed, 2 lines that the parser did not understand.\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// TestHead holds the first line: what nobody chose stands there.
func TestHead(t *testing.T) {
	f := file(t, "a.py", "bad()\n")
	d := find(t, f, "bad()")
	d.Fact.Stack = "native"
	signs := []Sign{{"job.yaml", 3, "trn1.32xlarge", "the target trn1"}, {"b.yaml", 1, "trn1.2xlarge", "the target trn1"}, {"reqs.txt", 2, "torch==2.8.0", "SDK 2.26"}}
	for want, change := range map[string]func(*Input){
		nativeNeeds: func(*Input) {},
		"":          func(in *Input) { in.Rewrite, in.Stack, in.Choice.By = "xla", "xla", ByUser },
		"Judged for SDK 2.26, rewrite xla, target trn1, since job.yaml:3 has trn1.32xlarge and reqs.txt:2 has torch==2.8.0. --sdk, --rewrite or --target choose others.": func(in *Input) {
			in.Rewrite, in.Stack, in.Target, in.Choice = "xla", "xla", "trn1", Choice{ByProject, signs}
		},
		"Judged for SDK 2.26, rewrite neuron, target trn2, since job.yaml:3 has trn1.32xlarge. --sdk, --rewrite or --target choose others. " + nativeNeeds: func(in *Input) {
			in.Choice = Choice{ByProject, signs[:1]}
		},
	} {
		in := input(f, d)
		change(in)
		var b strings.Builder
		if err := Head(&b, in, Style{}); err != nil {
			t.Fatal(err)
		}
		if want != "" {
			want += "\n\n"
		}
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Error(diff)
		}
	}
}

func TestStatistics(t *testing.T) {
	f := file(t, "a.py", "bad()\n")
	a, b := find(t, f, "bad()"), find(t, f, "bad()")
	b.Code, b.Name = "NRN201", "cuda-api"
	b.Fixes = []analyzer.Fix{{Safety: analyzer.Safe}}
	var out strings.Builder
	hidden := a
	hidden.Suppressed = true
	if err := Statistics(&out, input(f, a, b, hidden, b)); err != nil {
		t.Fatal(err)
	}
	want := "     2  NRN201 [*] cuda-api\n     1  NRN101     cuda-device-literal\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestJSONPointsIntoTheFileOnDisk(t *testing.T) {
	f := file(t, "a.py", "\ufeffé = bad()\r\ny = 1\r\n")
	d := find(t, f, "bad()")
	d.Fixes = []analyzer.Fix{{
		Title: "call <good>", Safety: analyzer.Safe, Group: "g1", Requires: edit.Requires{Stack: "native"},
		Edits: []analyzer.Edit{{Path: "a.py", Span: d.Span, Text: "a()\nb()"}},
	}}
	var b bytes.Buffer
	if err := JSON(&b, input(f, d)); err != nil {
		t.Fatal(err)
	}
	var doc jsonReport
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	got := doc.Diagnostics[0]
	if on := string(f.Raw[got.Start:got.End]); on != "bad()" {
		t.Errorf("start and end cut %q out of the file", on)
	}
	if got.Line != 1 || got.Column != 5 || got.EndColumn != 10 {
		t.Errorf("line %d, columns %d to %d", got.Line, got.Column, got.EndColumn)
	}
	e := got.Fixes[0].Edits[0]
	if on := string(f.Raw[e.Start:e.End]); on != "bad()" || e.Text != "a()\r\nb()" {
		t.Errorf("edit replaces %q by %q", on, e.Text)
	}
	if !strings.Contains(b.String(), "call <good>") {
		t.Error("HTML characters are escaped")
	}
}

func TestJSONFollowsItsSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../docs/schema/check.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	f := file(t, "a.py", "bad()\n")
	full := find(t, f, "bad()")
	full.Ops, full.API = []string{"aten::cat"}, "torch.cat"
	full.Fact = opsdb.Ref{Evidence: opsdb.Documented, Source: "guide"}
	full.Fingerprint = "0123456789abcdef"
	full.Related = []analyzer.Related{{Span: full.Span, Message: "here"}}
	full.Fixes = []analyzer.Fix{{Title: "t", Safety: analyzer.Safe, Group: "g1", Edits: []analyzer.Edit{{Path: "a.py"}}}}
	lost := analyzer.Diagnostic{Path: "gone.py", Code: "NRN001", Name: "unparsed-source", Category: analyzer.CategoryAnalysis, Confidence: analyzer.Certain, Fingerprint: "0123456789abcdef"}
	for name, in := range map[string]*Input{"empty": input(f), "full": input(f, full, lost)} {
		var b bytes.Buffer
		if err := JSON(&b, in); err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(&b)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
