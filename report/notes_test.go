package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// TestNotes: what is beyond the first places of a kind stands in one note, each line
// once, and one place too many is no reason for it.
func TestNotes(t *testing.T) {
	t.Parallel()
	at := func(path, message string, lines ...int) (out []analyzer.Related) {
		for _, line := range lines {
			start := 2 * (line - 1)
			out = append(out, analyzer.Related{Path: path, Span: source.Span{Start: start, End: start + 1}, Message: message})
		}
		return out
	}
	many := []int{1, 2, 3}
	for line := 4; line <= 18; line++ {
		many = append(many, line)
	}
	for _, c := range []struct {
		name    string
		related []analyzer.Related
		want    []string
	}{
		{"few", at("", "used", 1, 2), []string{"a.py:1:1 used", "a.py:2:1 used"}},
		{"one too many", at("", "used", 1, 2, 3, 4), []string{"a.py:1:1 used", "a.py:2:1 used", "a.py:3:1 used", "a.py:4:1 used"}},
		{"folded", at("", "used", 1, 2, 3, 4, 4, 6), []string{"a.py:1:1 used", "a.py:2:1 used", "a.py:3:1 used", "a.py:4, 6 used"}},
		{
			"very many", at("", "used", many...),
			[]string{"a.py:1:1 used", "a.py:2:1 used", "a.py:3:1 used", "a.py:4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 3 more used"},
		},
		{
			"kinds", append(at("", "used", 1), at("", "read", 2)...), []string{"a.py:1:1 used", "a.py:2:1 read"},
		},
		{
			"files", append(append(at("", "used", 1, 2, 3), at("b.py", "used", 1, 2, 3, 4)...), at("c.py", "used", 5, 6)...),
			[]string{
				"a.py:1:1 used", "a.py:2:1 used", "a.py:3:1 used", "b.py:1:1 used", "b.py:2:1 used", "b.py:3:1 used",
				"b.py:4, c.py:5, 6 used",
			},
		},
	} {
		in := &Input{File: func(path string) *source.File { return file(t, path, strings.Repeat("x\n", 20)) }}
		var got []string
		for _, n := range in.notes(&analyzer.Diagnostic{Path: "a.py", Related: c.related}) {
			got = append(got, n.place+" "+n.message)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
