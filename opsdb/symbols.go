package opsdb

import "io/fs"

// symbol is a name that fixes may write.
type symbol struct {
	pkg   string // the distribution that has it
	since string // first version of the distribution known to have it
	ref   Ref
}

type symbolTable map[string]symbol

// loadSymbols reads symbols.tsv. The stack "any" means both.
func loadSymbols(fsys fs.FS) (symbolTable, error) {
	table := symbolTable{}
	s := &schema{file: "symbols.tsv", keys: 1, columns: []string{
		"name", "stack", "package", "since", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		sym := symbol{pkg: r.must("package"), since: r.must("since"), ref: r.ref()}
		if stack := oneOf(r, "stack", "any", "native", "xla"); stack != "any" {
			sym.ref.Stack = stack
		}
		table[r.get("name")] = sym
	})
	return table, err
}
