package opsdb

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"
)

// Stateless is a class of modules that register neither a parameter nor a buffer,
// unless they are given a tensor for it: .cuda() and .to() move nothing of them.
type Stateless struct {
	Tensors []Parameter // of the constructor, that are registered
	Ref     Ref
}

// loadStateless reads stateless.tsv.
func loadStateless(fsys fs.FS) (map[string]Stateless, error) {
	table := map[string]Stateless{}
	s := &schema{file: "stateless.tsv", keys: 1, columns: []string{"module", "tensors", "evidence", "source"}}
	err := readTable(fsys, s, func(r *row) {
		entry := Stateless{Ref: r.ref()}
		for word := range strings.FieldsSeq(r.get("tensors")) {
			name, position, _ := strings.Cut(word, ":")
			at, err := strconv.Atoi(position)
			if err != nil || name == "" {
				r.fail(errors.New("tensors: want NAME:POSITION, got " + strconv.Quote(word)))
			}
			entry.Tensors = append(entry.Tensors, Parameter{Name: name, Position: at})
		}
		table[r.get("module")] = entry
	})
	return table, err
}

// Stateless returns the row of a class of modules that hold no tensor of their own.
func (db *DB) Stateless(class string) (Stateless, bool) {
	table, _ := db.stateless()
	s, ok := table[class]
	return s, ok
}
