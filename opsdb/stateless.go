package opsdb

import "io/fs"

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
		table[r.get("module")] = Stateless{Ref: r.ref(), Tensors: r.parameters("tensors", r.get("tensors"))}
	})
	return table, err
}

// Stateless returns the row of a class of modules that hold no tensor of their own.
func (db *DB) Stateless(class string) (Stateless, bool) {
	table, _ := db.stateless()
	s, ok := table[class]
	return s, ok
}
