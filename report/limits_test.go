package report

import (
	"html"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
)

func TestGitHubSaysWhatItDoesNotAnnotate(t *testing.T) {
	in := many(t, 12, func(int) string { return "::error::it is bad" })
	in.Diagnostics[0].Severity = analyzer.Error
	text := written(t, "github", in)
	if got := strings.Count(text, "::warning file="); got != 10 {
		t.Errorf("%d warnings, GitHub shows 10", got)
	}
	in.Diagnostics[0].Severity = analyzer.Warning
	lines := strings.Split(written(t, "github", in), "\n")
	if !strings.HasPrefix(lines[0], "::error file=") || !strings.HasPrefix(lines[1], "::warning file=") {
		t.Errorf("the worst is not first:\n%s\n%s", lines[0], lines[1])
	}
	rest := lines[11:]
	token := strings.TrimPrefix(rest[1], "::stop-commands::")
	want := []string{
		"::group::1 more finding without an annotation: GitHub shows 10 of each level",
		"::stop-commands::" + token,
		"a.py:1:1: NRN101 warning ::error::it is bad",
		"::" + token + "::",
		"::endgroup::",
	}
	if diff := cmp.Diff(want, rest[:5]); diff != "" || len(token) < 64 {
		t.Errorf("token %q\n%s", token, diff)
	}
}

func TestMarkdownFitsAComment(t *testing.T) {
	in := many(t, 3000, func(int) string { return "`x|y` is 神経 bad @you" })
	text := written(t, "markdown", in)
	if len(text) > commentLimit || len(text) < commentLimit-1000 {
		t.Errorf("%d bytes of %d", len(text), commentLimit)
	}
	rows := strings.Count(text, "| [NRN101] |")
	if missing := plural(3000-rows, "finding") + " not shown here"; !strings.Contains(text, missing) {
		t.Errorf("%d rows, but the text does not say %q", rows, missing)
	}
	if strings.Count(text, "<details") != strings.Count(text, "</details>") || !strings.HasSuffix(text, "NRN101.md\n") {
		t.Error("the text is not closed")
	}
	if first, second := strings.Index(text, "1 error<"), strings.Index(text, "2999 warnings<"); first < 0 || second < first {
		t.Errorf("errors at %d, warnings at %d", first, second)
	}
	var b strings.Builder
	if err := StepSummary(&b, in); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(b.String(), "| [NRN101] |"); got != 3000 || strings.Contains(b.String(), "<!-- neuronlint -->") {
		t.Errorf("the step summary has %d rows", got)
	}
}

func TestJUnitOfACleanRunHasATest(t *testing.T) {
	text := written(t, "junit", input(file(t, "a.py", "")))
	if !strings.Contains(text, `tests="1"`) || !strings.Contains(text, `<testcase name="no findings in 1 file" classname="neuronlint">`) {
		t.Error(text)
	}
}

func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"the fix":               "The fix.",
		"the fix.":              "The fix.",
		"`x` is":                "`x` is.",
		"torch.cat is slow":     "torch.cat is slow.",
		"a GPU":                 "A GPU.",
		"xLSTM is":              "xLSTM is.",
		"NEURON_RT selects":     "NEURON_RT selects.",
		"cuda_visible is unset": "cuda_visible is unset.",
		"":                      "",
		"really?":               "Really?",
		"élan":                  "Élan.",
	} {
		if got := sentence(text); got != want {
			t.Errorf("sentence(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestSegments(t *testing.T) {
	for text, want := range map[string][]segment{
		"a `b` c": {{"a ", false}, {"b", true}, {" c", false}},
		"`b`":     {{"b", true}},
		"a ` c":   {{"a ` c", false}},
		"``":      nil,
		"`a``b`":  {{"a", true}, {"b", true}},
	} {
		if diff := cmp.Diff(want, segments(text), cmp.AllowUnexported(segment{})); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestWordDiff(t *testing.T) {
	tests := []struct{ name, before, after, removed, added string }{
		{"a word", "x = a.cuda()\n", "x = a.to()\n", "x = a.[cuda]()\n", "x = a.[to]()\n"},
		{"not letters", "d = \"cuda\"\n", "d = \"neuron\"\n", "d = \"[cuda]\"\n", "d = \"[neuron]\"\n"},
		{"a line goes", "a\n", "", "[a]\n", ""},
		{"a line comes", "a\n", "b = 1\na\n", "a\n", "[b = 1]\na\n"},
		{"crlf and tabs", "\tα()\r\n", "\tβ()\r\n", "\t[α]()\n", "\t[β]()\n"},
		{"escapes", "'\x1b'\n", "'\u202e'\n", "'[\\x1b]'\n", "'[\\u202e]'\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			removed, added := wordDiff(tt.before, tt.after)
			if got := bracketed(removed); got != tt.removed {
				t.Errorf("removed %q, want %q", got, tt.removed)
			}
			if got := bracketed(added); got != tt.added {
				t.Errorf("added %q, want %q", got, tt.added)
			}
		})
	}
}

func bracketed(lines [][]piece) string {
	var b strings.Builder
	for _, line := range lines {
		for _, p := range line {
			if p.Mark {
				b.WriteString("[" + p.Text + "]")
			} else {
				b.WriteString(p.Text)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// More different words than there are characters below the surrogates.
func TestWordDiffOfManyWords(t *testing.T) {
	var b strings.Builder
	for i := range 60000 {
		b.WriteString(plural(i, "w") + "\n")
	}
	removed, added := wordDiff(b.String(), b.String()+"end\n")
	if len(removed) != 60000 || bracketed(added[60000:]) != "[end]\n" || bracketed(added[59999:60000]) != "59999 ws\n" {
		t.Errorf("%d lines removed, the last added are %q", len(removed), bracketed(added[len(added)-2:]))
	}
}

func TestHTML(t *testing.T) {
	text := html.UnescapeString(written(t, "html", sample(t)))
	for _, want := range []string{
		`script-src '` + digest(pageScript) + `'`, `style-src '` + digest(pageStyle) + `'`,
		"<style>" + pageStyle + "</style>", "<script>" + pageScript + "</script>",
		`<span class="number">3</span>d = torch.device(<mark><span class="string">"cuda"</span></mark>)`,
		`<del>- d = torch.device("<mark>cuda</mark>")</del>`,
		`<ins>+ d = torch.device("<mark>neuron</mark>")</ins>`,
		`data-severity="warning" data-category="device">`,
		`data-severity="error" data-category="device" data-fixable>`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if got := strings.Count(text, "<article"); got != 3 {
		t.Errorf("%d findings, want 3", got)
	}
}

func TestHTMLListsTheWorst(t *testing.T) {
	in := many(t, pageFindings+3, func(int) string { return "bad" })
	text := written(t, "html", in)
	if got := strings.Count(text, "<article"); got != pageFindings || !strings.Contains(text, "3 findings of the least severity not listed") {
		t.Errorf("%d findings on the page", got)
	}
	if strings.Count(text, `<article id="f-0000000000001387"`) != 0 || !strings.Contains(text, `id="f-000000000000138a" class="error"`) {
		t.Error("the error is not on the page, or what is less severe pushed others out")
	}
}

func TestHTMLShowsLongLinesInPart(t *testing.T) {
	f := file(t, "a.py", "x = ["+strings.Repeat("0, ", 300000)+"bad()"+strings.Repeat(", 0", 300000)+"]\n")
	text := written(t, "html", input(f, find(t, f, "bad()")))
	if len(text) > 30000 || !strings.Contains(text, "<mark>bad()</mark>") {
		t.Errorf("a page of %d bytes", len(text))
	}
}
