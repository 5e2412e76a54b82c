package opsdb

import (
	"errors"
	"io/fs"
	"slices"
)

// loadLibraries reads libraries.tsv. The stack "any" means both.
func loadLibraries(fsys fs.FS) (map[string]Library, error) {
	table := map[string]Library{}
	s := &schema{file: "libraries.tsv", keys: 1, columns: []string{
		"import", "package", "status", "cuda_only", "equivalent", "note", "stack", "sdk", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		lib := Library{
			Import:  r.get("import"),
			Package: r.must("package"),
			Status: oneOf(r, "status", "no-equivalent", "neuron-equivalent", "limited",
				"unsupported", "supported-with-plugin", "supported", "unknown"),
			CUDAOnly:   r.flag("cuda_only"),
			Equivalent: r.get("equivalent"),
			Note:       r.get("note"),
			Ref:        r.ref(),
		}
		if stack := oneOf(r, "stack", "any", "native", "xla"); stack != "any" {
			lib.Ref.Stack = stack
		}
		lib.Ref.SDK = r.must("sdk")
		if lib.CUDAOnly && slices.Contains([]string{"supported", "unknown"}, lib.Status) {
			r.fail(errors.New("needs CUDA and is supported or unknown"))
		}
		table[lib.Import] = lib
	})
	return table, err
}
