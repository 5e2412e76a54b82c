package main

import (
	"io"
	"os"
	"testing"
)

// TestManPagesAreCurrent fails when docs/man is not what the program writes: a page that
// differs, is missing, or is of a command that there is no more.
func TestManPagesAreCurrent(t *testing.T) {
	const committed = "../../docs/man"
	made := t.TempDir()
	if status := newApp(nil, io.Discard, io.Discard).run(t.Context(), []string{"man", made}); status != 0 {
		t.Fatalf("exit status %d", status)
	}
	want, got := pagesIn(t, made), pagesIn(t, committed)
	for name, page := range want {
		if got[name] != page {
			t.Errorf("%s/%s is out of date: go generate ./cmd/neuronlint", committed, name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s/%s is of no command: delete it", committed, name)
		}
	}
}

// pagesIn are the texts of the files of a directory, by name.
func pagesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	pages := make(map[string]string)
	for _, e := range entries {
		text, err := os.ReadFile(dir + "/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		pages[e.Name()] = string(text)
	}
	return pages
}
