package report

import (
	"slices"
	"strings"
	"testing"
)

// TestOptionsStayWhole checks which parts of a message stand in one line, and that no
// text is lost.
func TestOptionsStayWhole(t *testing.T) {
	long := strings.Repeat("x", wholeCode+1)
	message := "Use --rewrite xla, or `fix --unsafe`; a -- b, `" + long + "`--"
	var whole []string
	text := ""
	for _, s := range htmlSegments(message) {
		text += s.Text
		if s.Whole {
			whole = append(whole, s.Text)
		}
	}
	if want := []string{"--rewrite", "fix --unsafe"}; !slices.Equal(whole, want) {
		t.Errorf("in one line: %q, want %q", whole, want)
	}
	if want := strings.ReplaceAll(message, "`", ""); text != want {
		t.Errorf("the text is %q, want %q", text, want)
	}
}

// TestPathsBreakBetweenWords checks the pieces of a path.
func TestPathsBreakBetweenWords(t *testing.T) {
	for path, want := range map[htmlPath][]string{
		"a/__init__.py:3:5": {"a/", "__", "init__", ".py:3:5"},
		"/x/long_name.py":   {"/", "x/", "long_", "name.py"},
		"device":            {"device"},
	} {
		if got := path.Parts(); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}
