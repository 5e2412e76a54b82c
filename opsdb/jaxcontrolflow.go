package opsdb

import "io/fs"

// JAXControlFlow is a loop or a branch of compiled programs, of JAX or of a library built
// on it.
type JAXControlFlow struct {
	Loop   bool        // or else a branch
	Traces []Parameter // that take the functions it runs; branches takes a list of them
}

// loadJAXControlFlow reads jax_control_flow.tsv.
func loadJAXControlFlow(fsys fs.FS) (map[string]JAXControlFlow, error) {
	table := map[string]JAXControlFlow{}
	s := &schema{file: "jax_control_flow.tsv", keys: 1, columns: []string{"api", "kind", "traces", "evidence", "source"}}
	err := readTable(fsys, s, func(r *row) {
		r.ref()
		table[r.get("api")] = JAXControlFlow{
			Loop:   oneOf(r, "kind", "branch", "loop") == "loop",
			Traces: r.parameters("traces", r.must("traces")),
		}
	})
	return table, err
}

// JAXControlFlow returns the row of a loop or a branch of compiled programs.
func (db *DB) JAXControlFlow(api string) (JAXControlFlow, bool) {
	table, _ := db.jaxFlow()
	c, ok := table[api]
	return c, ok
}
