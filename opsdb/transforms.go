package opsdb

import "io/fs"

// Made is what an API makes of the function in its first argument.
type Made string

// What an API may make of a function.
const (
	MadeFunction Made = "function" // another function with its parameters, but for those that partial binds
	MadeProgram  Made = "program"  // a compiled program for the device
	MadeKernel   Made = "kernel"   // a kernel for GPUs, or for TPUs
)

// Transform is a function, or a decorator, that makes another one of a function.
type Transform struct {
	Makes  Made
	Traces bool // all arguments but those that are declared static; others keep what is no array
}

// loadTransforms reads transforms.tsv.
func loadTransforms(fsys fs.FS) (map[string]Transform, error) {
	table := map[string]Transform{}
	s := &schema{file: "transforms.tsv", keys: 1, columns: []string{"api", "makes", "traces", "evidence", "source"}}
	err := readTable(fsys, s, func(r *row) {
		r.ref()
		table[r.get("api")] = Transform{
			Makes:  oneOf(r, "makes", MadeFunction, MadeProgram, MadeKernel),
			Traces: oneOf(r, "traces", "", "all") == "all",
		}
	})
	return table, err
}

// Transform returns what an API makes of a function; the zero value for an API that is not
// known to take one.
func (db *DB) Transform(api string) Transform {
	table, _ := db.transforms()
	return table[api]
}
