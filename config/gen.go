//go:build ignore

// Program gen writes the files made from the fields of a configuration: its
// schema, and the table of docs/configuration.md. It runs in the root of the
// repository:
//
//	go run config/gen.go
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/neuronlint/neuronlint/config"
)

func main() {
	if err := errors.Join(writeSchema("docs/schema/neuronlint.schema.json"), writeTable("docs/configuration.md")); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func writeSchema(path string) error {
	schema, err := config.Schema()
	if err != nil {
		return err
	}
	return os.WriteFile(path, schema, 0o644)
}

// writeTable replaces the text between the two marks of the page.
func writeTable(path string) error {
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	begin, end := []byte("<!-- settings:begin -->\n"), []byte("<!-- settings:end -->\n")
	head, rest, ok := bytes.Cut(page, begin)
	_, tail, closed := bytes.Cut(rest, end)
	if !ok || !closed {
		return fmt.Errorf("%s: no marks for the table of settings", path)
	}
	return os.WriteFile(path, bytes.Join([][]byte{head, begin, []byte(config.Table()), end, tail}, nil), 0o644)
}
