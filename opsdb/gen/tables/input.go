// Package tables makes the large tables of package opsdb out of data read from PyTorch,
// torch-xla, JAX and the Neuron documentation. The program in opsdb/gen runs it;
// nothing of it is part of the linter.
package tables

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// record is one line of an input, by the names of the columns.
type record map[string]string

// readInput reads one input, a table with a header. Columns that a caller
// needs must be there, so that a renamed one is an error and no empty cell.
func readInput(dir, name string, needed ...string) ([]record, error) {
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	columns := strings.Split(lines[0], "\t")
	records := make([]record, 0, len(lines))
	for i, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != len(columns) {
			return nil, fmt.Errorf("tables: %s:%d: %d cells, want %d", name, i+2, len(cells), len(columns))
		}
		r := make(record, len(columns))
		for j, column := range columns {
			r[column] = cells[j]
		}
		records = append(records, r)
	}
	for _, column := range needed {
		if !strings.Contains("\t"+lines[0]+"\t", "\t"+column+"\t") {
			return nil, fmt.Errorf("tables: %s: no column %q", name, column)
		}
	}
	return records, nil
}

// overloadName names the overload without a name as PyTorch does.
func overloadName(overload string) string {
	if overload == "" {
		return "default"
	}
	return overload
}
