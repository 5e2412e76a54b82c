package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// TestEachSuggestionAloneParses takes suggestions one by one, as a reviewer
// does.
func TestEachSuggestionAloneParses(t *testing.T) {
	t.Chdir("../..")
	for _, rewrite := range []string{"neuron", "portable", "xla"} {
		var out, errs bytes.Buffer
		args := []string{"check", "--rewrite", rewrite, "--unsafe", "--exit-zero", "--format", "rdjsonl", "testdata/demo"}
		if status := run(context.Background(), args, nil, &out, &errs); status != 0 {
			t.Fatalf("exit status %d: %s", status, errs.String())
		}
		count := 0
		for line := range strings.Lines(out.String()) {
			var d struct {
				Location    struct{ Path string }
				Suggestions []struct {
					Range struct{ Start, End struct{ Line int } }
					Text  string
				}
			}
			if err := json.Unmarshal([]byte(line), &d); err != nil {
				t.Fatal(err)
			}
			for _, s := range d.Suggestions {
				count++
				accept(t, d.Location.Path, s.Range.Start.Line, s.Range.End.Line, s.Text)
			}
		}
		t.Logf("%s: %d suggestions", rewrite, count)
		if count < 3 {
			t.Errorf("%s: %d suggestions", rewrite, count)
		}
	}
}

// accept replaces lines of a file and checks that the result is Python.
func accept(t *testing.T, path string, first, last int, text string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(raw), "\n")
	if text != "" {
		text += "\n"
	}
	old := strings.Join(lines[first-1:last], "")
	patched := strings.Join(lines[:first-1], "") + text + strings.Join(lines[last:], "")
	tree, err := syntax.Parse(context.Background(), []byte(patched), syntax.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.Errors()) > 0 || old == text {
		t.Errorf("%s:%d: %q does not do for %q", path, first, text, old)
	}
}
