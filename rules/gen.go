//go:build ignore

// Program gen writes the pages of docs/rules from the documentation of the
// rules, and removes the pages of rules that are gone. It runs in the root of
// the repository:
//
//	go run rules/gen.go
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/neuronlint/neuronlint/rules"
)

func main() {
	if err := write(filepath.Join("docs", "rules"), rules.Pages()); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func write(dir string, pages map[string]string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("creating the folder of the pages: %w", err)
	}
	old, err := filepath.Glob(filepath.Join(dir, "NRN*.md"))
	if err != nil {
		return fmt.Errorf("listing the pages: %w", err)
	}
	for _, path := range old {
		if _, ok := pages[filepath.Base(path)]; ok {
			continue
		}
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("removing a page: %w", err)
		}
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("writing a page: %w", err)
		}
	}
	return nil
}
