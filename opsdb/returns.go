package opsdb

import "io/fs"

// loadReturns reads returns.tsv.
func loadReturns(fsys fs.FS) (map[string]Returns, error) {
	table := map[string]Returns{}
	s := &schema{file: "returns.tsv", keys: 1, columns: []string{
		"api", "returns", "inplace", "evidence", "source"}}
	err := readTable(fsys, s, func(r *row) {
		r.ref()
		table[r.get("api")] = Returns{Kind: r.must("returns"), InPlace: r.flag("inplace")}
	})
	return table, err
}
