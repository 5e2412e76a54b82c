package say

import (
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/review/internal/check"
	"github.com/neuronlint/neuronlint/review/internal/forge"
)

func TestMark(t *testing.T) {
	m, err := NewMark("xla")
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewMark("xla.2")
	if err != nil {
		t.Fatal(err)
	}
	key, suggestion, ok := m.Comment(m.comment("k", "s") + "text")
	if !ok || key != "k" || suggestion != "s" {
		t.Errorf("%q %q %v", key, suggestion, ok)
	}
	if _, _, ok := m.Comment(strings.ReplaceAll(m.comment("k", None), "\n", "\r\n")); !ok {
		t.Error("a server that changes line ends loses the marker")
	}
	for _, body := range []string{"", "text", "> " + m.comment("k", "s"), m.summary(), other.comment("k", "s"), "<!-- neuronlint-review xla comment k -->"} {
		if _, _, ok := m.Comment(body); ok {
			t.Errorf("%q counts as a comment", body)
		}
	}
	if !m.Summary(m.summary()+"x") || m.Summary(other.summary()) || m.Summary(m.comment("k", "s")) {
		t.Error("the summary is not told from others")
	}
	for _, name := range []string{"", "a b", "a--b", "-a", "a>"} {
		if _, err := NewMark(name); err == nil {
			t.Errorf("the name %q is accepted", name)
		}
	}
}

func TestFenced(t *testing.T) {
	for text, want := range map[string]string{
		"a\n":         "```suggestion\na\n```\n",
		"":            "```suggestion\n```\n",
		"a\r\n":       "```suggestion\na\r\n```\n",
		"x = '```'\n": "````suggestion\nx = '```'\n````\n",
		"````\n``\n":  "`````suggestion\n````\n``\n`````\n",
		"no line end": "```suggestion\nno line end\n```\n",
	} {
		if got := fenced("suggestion", text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestInline(t *testing.T) {
	for text, want := range map[string]string{
		"`a` is b":         "`a` is b",
		"@you see #1":      "@<!-- -->you see #<!-- -->1",
		"a_b *c* <script>": "a&#95;b &#42;c&#42; &#60;script&#62;",
		"`a|b` x":          "<code>a&#124;b</code> x",
		"http://x":         "http&#58;//x",
		"!1 and %2":        "&#33;1 and &#37;2",
		"two\nlines":       "two lines",
	} {
		if got := inline(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// No text is longer than a place takes, whatever the findings say.
func TestLimits(t *testing.T) {
	m, err := NewMark("x")
	if err != nil {
		t.Fatal(err)
	}
	features := forge.Features{What: "pull request", Limit: 65_536, Suggestion: func(int) string { return "suggestion" }}
	long := &check.Finding{
		Path: strings.Repeat("p/", 500), FileLine: 1, Line: 1, Code: "NRN101", Severity: "error",
		Message: strings.Repeat("<é>", 50_000), Help: strings.Repeat("@", 100_000),
		Suggestion: &check.Suggestion{Line: 1, EndLine: 1, Text: strings.Repeat("`", 30_000) + "\n"},
	}
	for range 50 {
		long.Related = append(long.Related, struct {
			Path    string
			Cell    *int
			Line    int
			Message string
		}{Path: long.Path, Message: long.Message})
	}
	c := &Comment{Finding: long, Key: "k"}
	if n := len(m.Text(c, features)); n > features.Limit {
		t.Errorf("a comment of %d bytes", n)
	}
	for _, s := range []*check.Suggestion{long.Suggestion, {Line: 1, EndLine: 2, Text: "a"}, {Line: 1, EndLine: 1, Text: "\n"}} {
		if Suggestible(s, forge.Features{Limit: 40_000}) {
			t.Errorf("%q can be suggested", s.Text[:1])
		}
	}
	if Suggestible(&check.Suggestion{Line: 1, EndLine: 101, Text: "a\n"}, forge.Features{Limit: 1e6, MaxLines: 100}) {
		t.Error("too many lines can be suggested")
	}
	s := &Summary{Report: &check.Report{}, Link: func(string, int) string { return strings.Repeat("l", 300) }}
	for range 2000 {
		s.Found = append(s.Found, long)
	}
	s.Parts = []Part{{"Found", s.Found}}
	text := m.SummaryText(s, features)
	if len(text) > features.Limit || !strings.Contains(text, "not shown here") || !strings.Contains(text, "| NRN101") && !strings.Contains(text, "[NRN101]") {
		t.Errorf("a summary of %d bytes: %.300s", len(text), text)
	}
}
