package tables

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCommitted checks that the committed tables are what the inputs give.
func TestCommitted(t *testing.T) {
	for range 2 { // the second time must give the same
		files, err := Build(filepath.Join("..", "inputs"))
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range files {
			got, err := os.ReadFile(filepath.Join("..", "..", "data", name))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != want {
				t.Errorf("%s is not what the inputs give: go run ./opsdb/gen/main.go", name)
			}
		}
	}
}

// TestDocumentsAreTaken checks that what AWS documents as restricted, and that
// needs words of a person, has its row among the hand-written ones.
func TestDocumentsAreTaken(t *testing.T) {
	dir := filepath.Join("..", "inputs")
	rows, err := readInput(dir, "aten_support.tsv", "op", "status", "source")
	if err != nil {
		t.Fatal(err)
	}
	byHand, err := overrides(dir)
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]bool{}
	for _, v := range byHand {
		written[v.Operator] = true
	}
	for _, r := range rows {
		if op := r["op"]; r["status"] != "supported" && op[0] == 'a' && !written[op] && op != "aten::dropout" {
			t.Errorf("%s is %s by %s and has no row", op, r["status"], r["source"])
		}
	}
}

// TestReadInput checks that a malformed input is an error with its place.
func TestReadInput(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"cells.tsv": "a\tb\n1\n", "good.tsv": "a\tb\n1\t2\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := readInput(dir, "cells.tsv"); err == nil || err.Error() != "tables: cells.tsv:2: 1 cells, want 2" {
		t.Errorf("a short row: %v", err)
	}
	if _, err := readInput(dir, "good.tsv", "c"); err == nil || err.Error() != `tables: good.tsv: no column "c"` {
		t.Errorf("a missing column: %v", err)
	}
	if _, err := readInput(dir, "none.tsv"); err == nil {
		t.Error("a missing input is no error")
	}
	if rows, err := readInput(dir, "good.tsv", "a"); err != nil || rows[0]["b"] != "2" {
		t.Errorf("a good input: %v, %v", rows, err)
	}
}
