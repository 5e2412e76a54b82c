package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
)

// TestReadmeShowsRealOutput fails when the sample in README.md is not what the
// command prints.
func TestReadmeShowsRealOutput(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, sample, ok := strings.Cut(string(readme), "<!-- demo:begin -->")
	sample, _, ok2 := strings.Cut(sample, "<!-- demo:end -->")
	_, sample, ok3 := strings.Cut(sample, "```text\n")
	sample, _, ok4 := strings.Cut(sample, "```")
	if !ok || !ok2 || !ok3 || !ok4 {
		t.Fatal("README.md has no sample between demo:begin and demo:end")
	}
	t.Chdir("../..")
	var out, errs bytes.Buffer
	if status := newApp(nil, &out, &errs).run(context.Background(), []string{"check", "--color", "never", "testdata/demo"}); status != 1 {
		t.Fatalf("exit status %d, want 1: %s", status, errs.String())
	}
	for finding := range strings.SplitSeq(strings.TrimSpace(sample), "\n\n") {
		if !strings.Contains(out.String(), finding) {
			t.Errorf("README.md shows what is not printed:\n%s", finding)
		}
	}
}

// TestDemoIsMendedInPart: of the project in the README two programs are mended whole by
// safe fixes, which leave nothing in them, and the others keep their devices.
func TestDemoIsMendedInPart(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata/demo")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	var out, errs bytes.Buffer
	newApp(nil, &out, &errs).run(context.Background(), []string{"fix", "."})
	for _, name := range []string{"baseline.py", "surges.py"} {
		text, err := os.ReadFile(name)
		if err != nil || bytes.Contains(text, []byte("cuda")) || !bytes.Contains(text, []byte(`"neuron"`)) {
			t.Errorf("%s is not mended whole (%v): %s", name, err, text)
		}
		out.Reset()
		if status := newApp(nil, &out, &errs).run(context.Background(), []string{"check", name}); status != 0 {
			t.Errorf("exit status %d for %s: %s%s", status, name, out.String(), errs.String())
		}
	}
	for _, name := range []string{"config.py", "evaluate.py", "launch.py", "model.py", "train.py", "utils.py"} {
		text, err := os.ReadFile(name)
		if err != nil || bytes.Contains(text, []byte("neuron")) {
			t.Errorf("%s is mended in part (%v)", name, err)
		}
	}
}
