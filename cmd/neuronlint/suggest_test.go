package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// TestEachSuggestionAloneParses takes suggestions one by one, as a reviewer
// does.
func TestEachSuggestionAloneParses(t *testing.T) {
	t.Chdir("../..")
	for _, rewrite := range []string{"neuron", "portable", "xla"} {
		var out, errs bytes.Buffer
		args := []string{"check", "--rewrite", rewrite, "--unsafe", "--exit-zero", "--format", "rdjsonl", "testdata/demo"}
		if status := newApp(nil, &out, &errs).run(context.Background(), args); status != 0 {
			t.Fatalf("exit status %d: %s", status, errs.String())
		}
		count, err := acceptEach(".", out.String())
		if err != nil {
			t.Fatalf("%s: %v", rewrite, err)
		}
		t.Logf("%s: %d suggestions", rewrite, count)
		if count < 2 { // for XLA most fixes are shown only
			t.Errorf("%s: %d suggestions", rewrite, count)
		}
	}
}

// suggestionsParse does so in a script: suggestions COUNT FILE, where FILE
// holds lines for reviewdog.
func suggestionsParse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: suggestions COUNT FILE")
	}
	count, err := acceptEach(ts.MkAbs("."), ts.ReadFile(args[1]))
	ts.Check(err)
	if got := fmt.Sprint(count); got != args[0] {
		ts.Fatalf("%s suggestions, want %s", got, args[0])
	}
}

// acceptEach counts the suggestions in lines for reviewdog. It is an error if
// one of them, taken alone, leaves no Python behind.
func acceptEach(dir, rdjsonl string) (count int, err error) {
	for line := range strings.Lines(rdjsonl) {
		var d struct {
			Location    struct{ Path string }
			Suggestions []struct {
				Range struct{ Start, End struct{ Line int } }
				Text  string
			}
		}
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			return count, err
		}
		for _, s := range d.Suggestions {
			count++
			if err := accept(filepath.Join(dir, d.Location.Path), s.Range.Start.Line, s.Range.End.Line, s.Text); err != nil {
				return count, err
			}
		}
	}
	return count, nil
}

// accept replaces lines of a file and checks that the result is Python.
func accept(path string, first, last int, text string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := strings.SplitAfter(string(raw), "\n")
	if text != "" {
		text += "\n"
	}
	old := strings.Join(lines[first-1:last], "")
	patched := strings.Join(lines[:first-1], "") + text + strings.Join(lines[last:], "")
	tree, err := syntax.Parse(context.Background(), []byte(patched), syntax.Limits{})
	if err != nil {
		return err
	}
	if len(tree.Errors()) > 0 || old == text {
		return fmt.Errorf("%s:%d: %q does not do for %q", path, first, text, old)
	}
	return nil
}
