package opsdb

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
)

// reachedSchema is the form of reached.tsv.
func reachedSchema() *schema {
	return &schema{file: "reached.tsv", keys: 1, columns: []string{"api", "operators", "evidence", "source"}}
}

// loadReached reads reached.tsv: the operators that public names were seen to reach.
func loadReached(fsys fs.FS) (map[string][]string, error) {
	table := map[string][]string{}
	err := readTable(fsys, reachedSchema(), func(r *row) {
		r.ref()
		table[r.get("api")] = operatorNames(r.get("api"), r.must("operators"))
	})
	return table, err
}

// checkReached wants each name to be a public one.
func (db *DB) checkReached() error {
	table, err := db.reached()
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if entry, ok := db.OperatorAPI(name); !ok || entry.Name != name {
			err = errors.Join(err, fmt.Errorf("opsdb: reached.tsv: %s is no row of apis.tsv", name))
		}
	}
	return err
}

// Measured returns those of the operators of a public API that it was seen to reach when
// it ran.
func (db *DB) Measured(api string, operators []string) []string {
	entry, ok := db.OperatorAPI(api)
	if !ok {
		return nil
	}
	table, _ := db.reached()
	seen := table[entry.Name]
	var measured []string
	for _, operator := range operators {
		if slices.Contains(seen, operator) {
			measured = append(measured, operator)
		}
	}
	return measured
}
