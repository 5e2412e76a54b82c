package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
)

// written is a report in the format of the given name.
func written(t *testing.T, name string, in *Input) string {
	t.Helper()
	for _, f := range Formats() {
		if f.Name == name {
			var b strings.Builder
			if err := f.Write(&b, in, Style{}); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
	}
	t.Fatalf("no format %s", name)
	return ""
}

// sample is a file with a finding of each severity, one with a fix, and one silenced.
func sample(t *testing.T) *Input {
	t.Helper()
	f := file(t, "src/train.py", "import torch\n\nd = torch.device(\"cuda\")\nx.is_cuda\ntorch.cuda.empty_cache()\n")
	e, w, i := find(t, f, `"cuda"`), find(t, f, "is_cuda"), find(t, f, "torch.cuda.empty_cache()")
	e.Help, e.Fingerprint = "use `\"neuron\"`", "aaaa"
	e.Fact = opsdb.Ref{Evidence: opsdb.Documented, Source: "aws-neuron-sdk@v2.32.0:a.rst:4", Stack: "native", SDK: "2.27-"}
	e.Fixes = []analyzer.Fix{{
		Title: "use the Neuron device", Safety: analyzer.Safe, Group: "g1",
		Edits: []analyzer.Edit{{Path: f.Path, Span: e.Span, Text: `"neuron"`}},
	}}
	w.Code, w.Name, w.Severity, w.Message, w.Fingerprint = "NRN106", "is-cuda", analyzer.Warning, "`x.is_cuda` is False", "bbbb"
	w.Related = []analyzer.Related{{Span: source.Span{Start: 0, End: 6}, Message: "imported here"}}
	i.Code, i.Name, i.Severity, i.Message, i.Fingerprint = "NRN201", "cuda-api", analyzer.Info, "nothing to empty", "cccc"
	hidden := i
	hidden.Suppressed, hidden.Fingerprint = true, "dddd"
	return input(f, e, w, i, hidden)
}

func TestFormats(t *testing.T) {
	const page = projectURL + "/blob/main/docs/rules/"
	tests := map[string]string{
		"github": "::error file=src/train.py,line=3,endLine=3,col=18,endColumn=24,title=NRN101 cuda-device-literal::" +
			"\"cuda\" is no device on Neuron. Use `\"neuron\"`.\n" +
			"::warning file=src/train.py,line=4,endLine=4,col=3,endColumn=10,title=NRN106 is-cuda::`x.is_cuda` is False.\n" +
			"::notice file=src/train.py,line=5,endLine=5,col=1,endColumn=25,title=NRN201 cuda-api::Nothing to empty.\n" +
			nativeNeeds + "\nFound 1 error, 1 warning, 1 info in 1 file.\n1 fixable with --diff or fix.\n" +
			"SDK 2.26, rewrite neuron (native stack), target trn2, database 2.26+1, 12ms\n",
		"rdjsonl": `{"message":"\"cuda\" is no device on Neuron. Use ` + "`\\\"neuron\\\"`" + `.",` +
			`"location":{"path":"src/train.py","range":{"start":{"line":3,"column":18},"end":{"line":3,"column":24}}},` +
			`"severity":"ERROR","source":{"name":"neuronlint","url":"` + projectURL + `"},"code":{"value":"NRN101","url":"` + page + `NRN101.md"},` +
			`"suggestions":[{"range":{"start":{"line":3},"end":{"line":3}},"text":"d = torch.device(\"neuron\")"}]}` + "\n" +
			`{"message":"` + "`x.is_cuda`" + ` is False.",` +
			`"location":{"path":"src/train.py","range":{"start":{"line":4,"column":3},"end":{"line":4,"column":10}}},` +
			`"severity":"WARNING","source":{"name":"neuronlint","url":"` + projectURL + `"},"code":{"value":"NRN106","url":"` + page + `NRN106.md"},` +
			`"related_locations":[{"message":"imported here","location":{"path":"src/train.py","range":{"start":{"line":1,"column":1},"end":{"line":1,"column":7}}}}]}` + "\n" +
			`{"message":"Nothing to empty.",` +
			`"location":{"path":"src/train.py","range":{"start":{"line":5,"column":1},"end":{"line":5,"column":25}}},` +
			`"severity":"INFO","source":{"name":"neuronlint","url":"` + projectURL + `"},"code":{"value":"NRN201","url":"` + page + `NRN201.md"}}` + "\n",
		"checkstyle": xml.Header + `<!-- SDK 2.26, rewrite neuron (native stack), target trn2, database 2.26+1 -->
<checkstyle version="8.0">
  <file name="src/train.py">
    <error line="3" column="18" severity="error" message="&#34;cuda&#34; is no device on Neuron. Use ` + "`&#34;neuron&#34;`" + `." source="neuronlint.NRN101"></error>
    <error line="4" column="3" severity="warning" message="` + "`x.is_cuda`" + ` is False." source="neuronlint.NRN106"></error>
    <error line="5" column="1" severity="info" message="Nothing to empty." source="neuronlint.NRN201"></error>
  </file>
</checkstyle>
`,
		"junit": xml.Header + `<!-- SDK 2.26, rewrite neuron (native stack), target trn2, database 2.26+1 -->
<testsuites name="neuronlint" tests="3" failures="2" errors="0">
  <testsuite name="src/train.py" tests="3" failures="2" errors="0" skipped="1">
    <testcase name="NRN101 cuda-device-literal at 3:18" classname="src.train">
      <failure type="NRN101" message="&#34;cuda&#34; is no device on Neuron">src/train.py:3:18: &#34;cuda&#34; is no device on Neuron. Use ` + "`&#34;neuron&#34;`" + `.</failure>
    </testcase>
    <testcase name="NRN106 is-cuda at 4:3" classname="src.train">
      <failure type="NRN106" message="` + "`x.is_cuda`" + ` is False">src/train.py:4:3: ` + "`x.is_cuda`" + ` is False.</failure>
    </testcase>
    <testcase name="NRN201 cuda-api at 5:1" classname="src.train">
      <skipped>src/train.py:5:1: Nothing to empty.</skipped>
    </testcase>
  </testsuite>
</testsuites>
`,
		"markdown": "<!-- neuronlint -->\n### neuronlint: found 1 error, 1 warning, 1 info in 1 file\n\n1 fixable with --diff or fix.\n\n" +
			"<details open><summary><b>1 error</b></summary>\n\n| Place | Rule | Finding | Fix |\n|---|---|---|---|\n" +
			"| `src/train.py:3:18` | [NRN101] | \"cuda\" is no device on Neuron.<br>Use `\"neuron\"`.<br><sub>documented ([1])</sub> | safe |\n\n</details>\n\n" +
			"<details><summary><b>1 warning</b></summary>\n\n| Place | Rule | Finding | Fix |\n|---|---|---|---|\n" +
			"| `src/train.py:4:3` | [NRN106] | `x.is_cuda` is False. |  |\n\n</details>\n\n" +
			"<details><summary><b>1 info</b></summary>\n\n| Place | Rule | Finding | Fix |\n|---|---|---|---|\n" +
			"| `src/train.py:5:1` | [NRN201] | Nothing to empty. |  |\n\n</details>\n\n" +
			"<sub>SDK 2.26, rewrite neuron (native stack), target trn2, database 2.26+1, neuronlint 1.2.3.<br>" + nativeNeeds + "</sub>\n\n" +
			"[NRN101]: " + page + "NRN101.md\n[NRN106]: " + page + "NRN106.md\n[NRN201]: " + page + "NRN201.md\n[1]: " + overview + "\n",
	}
	for name, want := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(want, written(t, name, sample(t))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A file can be gone by the time of the report: what was found in it is told
// all the same, in each format.
func TestTheTextIsGone(t *testing.T) {
	in := sample(t)
	in.File = func(string) *source.File { return nil }
	in.Diagnostics[0].Message = "this was found"
	for _, f := range Formats() {
		text := written(t, f.Name, in)
		if said := strings.ToLower(strings.ReplaceAll(text, "<wbr>", "")); !strings.Contains(said, "this was found") || !strings.Contains(said, "src/train.py") {
			t.Errorf("%s does not tell:\n%s", f.Name, text)
		}
		switch f.Name {
		case "json", "sarif", "gitlab":
			if !json.Valid([]byte(text)) {
				t.Errorf("%s is no JSON:\n%s", f.Name, text)
			}
		case "junit", "checkstyle":
			if err := xml.Unmarshal([]byte(text), new(struct{})); err != nil {
				t.Errorf("%s: %v in\n%s", f.Name, err, text)
			}
		}
	}
}

func TestJSONLIsTheDiagnosticsOfJSON(t *testing.T) {
	in := sample(t)
	var doc struct{ Diagnostics []any }
	if err := json.Unmarshal([]byte(written(t, "json", in)), &doc); err != nil {
		t.Fatal(err)
	}
	var lines []any
	dec := json.NewDecoder(strings.NewReader(written(t, "jsonl", in)))
	for {
		var line any
		if err := dec.Decode(&line); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	if diff := cmp.Diff(doc.Diagnostics, lines); diff != "" {
		t.Error(diff)
	}
	if got := strings.Count(written(t, "jsonl", in), "\n"); got != len(in.Diagnostics) {
		t.Errorf("%d lines for %d findings", got, len(in.Diagnostics))
	}
}

// valid holds a JSON document against a schema.
func valid(t *testing.T, schema, document string) {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(schema)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(doc); err != nil {
		t.Error(err)
	}
}

func TestGitLab(t *testing.T) {
	in := sample(t)
	in.Diagnostics[1].Fingerprint = in.Diagnostics[0].Fingerprint
	valid(t, "testdata/schema/gitlab-codequality.json", written(t, "gitlab", in))
	var issues []gitlabIssue
	if err := json.Unmarshal([]byte(written(t, "gitlab", in)), &issues); err != nil {
		t.Fatal(err)
	}
	want := []gitlabIssue{
		{`"cuda" is no device on Neuron. Use ` + "`\"neuron\"`.", "NRN101 cuda-device-literal", "aaaa", "critical", gitlabLocation{"src/train.py", gitlabLines{3, 3}}},
		{"`x.is_cuda` is False.", "NRN106 is-cuda", "aaaa-2", "major", gitlabLocation{"src/train.py", gitlabLines{4, 4}}},
		{"Nothing to empty.", "NRN201 cuda-api", "cccc", "info", gitlabLocation{"src/train.py", gitlabLines{5, 5}}},
	}
	if diff := cmp.Diff(want, issues); diff != "" {
		t.Error(diff)
	}
	valid(t, "testdata/schema/gitlab-codequality.json", written(t, "gitlab", input(file(t, "a.py", ""))))
}

// nasty is text that means something in each of the formats.
const nasty = "a\x1b[31mred\x9b1m\u202e \"'&<b> ]]> </script><script>alert(1)</script> --> | `tick` `x|y` %0A::error::no\r\n::warning::no @me #12 [x](1) www.a.b ##[error]"

func TestNothingBreaksOut(t *testing.T) {
	f := file(t, "dir/we ird,:%\"'`|\n<x>\x1b\xff.py", "x = \"</script><script>alert(1)</script>\x1b[2J\u202e\"; bad()\n")
	d := find(t, f, "bad()")
	d.Span.Start = 4
	d.Message, d.Help, d.Fingerprint = nasty, nasty, "ffff"
	d.Related = []analyzer.Related{{Span: d.Span, Message: nasty}}
	d.Fixes = []analyzer.Fix{{Title: nasty, Safety: analyzer.Safe, Group: "g1", Edits: []analyzer.Edit{{Path: f.Path, Span: d.Span, Text: "\"</script>\""}}}}
	in := input(f, d)
	for _, format := range Formats() {
		t.Run(format.Name, func(t *testing.T) {
			text := written(t, format.Name, in)
			for _, r := range text {
				if r < ' ' && r != '\n' && r != '\t' || r == 0x9b || r == '\u202e' && !strings.HasPrefix(format.Name, "json") && format.Name != "sarif" && format.Name != "rdjsonl" {
					t.Errorf("control character %q in %q", r, text)
					break
				}
			}
			breaksOut(t, format.Name, text)
		})
	}
}

// breaksOut checks what a reader of the format makes of the hostile finding.
func breaksOut(t *testing.T, name, text string) {
	t.Helper()
	switch name {
	case "text", "concise":
		if strings.Count(text, "::warning") != strings.Count(text, "\\x0a::warning") {
			t.Errorf("a line begins with a command:\n%s", text)
		}
	case "github":
		if !strings.Contains(text, " %250A::error::no") {
			t.Errorf("a percent sign is an escape: %s", text)
		}
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "::") && !strings.HasPrefix(line, "::error file=dir/we ird%2C%3A%25\"'`|%0A<x>\\x1b\\xff.py,") {
				t.Errorf("unexpected command %q", line)
			}
		}
	case "json", "sarif", "gitlab":
		if !json.Valid([]byte(text)) {
			t.Errorf("no JSON:\n%s", text)
		}
	case "jsonl", "rdjsonl":
		if strings.Count(text, "\n") != 1 || !json.Valid([]byte(text)) {
			t.Errorf("not one line of JSON:\n%s", text)
		}
	case "junit", "checkstyle":
		wellFormed(t, text)
	case "markdown":
		rows := 0
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "| ") {
				rows++
				if got := strings.Count(line, "|"); got != 5 {
					t.Errorf("%d bars in a row of four cells: %s", got, line)
				}
				for _, bad := range []string{"<script", "<b>", "@me", " #12", "](1)", "www.a"} {
					if strings.Contains(line, bad) {
						t.Errorf("%q in %s", bad, line)
					}
				}
			}
		}
		if rows != 2 {
			t.Errorf("%d rows, want the head and one", rows)
		}
	case "html":
		if strings.Count(text, "<script>") != 1 || strings.Count(text, "</script>") != 1 || strings.Contains(text, "<b>") && strings.Contains(text, "<b> ]]") {
			t.Errorf("markup of the code is markup of the page")
		}
	default:
		t.Errorf("no check for %s", name)
	}
}

// wellFormed reads XML to its end and checks that its texts are all there.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(text))
	var all bytes.Buffer
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%q", token)
	}
	if !strings.Contains(all.String(), "]]>") || !strings.Contains(all.String(), `\\x1b[31mred`) || strings.Contains(all.String(), "\ufffd") {
		t.Errorf("text was lost: %s", &all)
	}
}
