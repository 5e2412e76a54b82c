package opsdb

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// loadReturns reads returns.tsv.
func loadReturns(fsys fs.FS) (map[string]Returns, error) {
	table := make(map[string]Returns, 3000)
	s := &schema{file: "returns.tsv", keys: 1, columns: []string{
		"api", "returns", "inplace", "evidence", "source",
	}}
	known := returnKinds()
	err := readTable(fsys, s, func(r *row) {
		r.ref()
		kind := r.must("returns")
		for alternative := range strings.SplitSeq(kind, "|") {
			base, _, _ := strings.Cut(alternative, "(")
			if !slices.Contains(known, base) {
				r.fail(fmt.Errorf("returns: unknown kind %q", alternative))
			}
		}
		table[r.get("api")] = Returns{Kind: kind, InPlace: r.flag("inplace")}
	})
	return table, err
}

// returnKinds are the kinds of results; some are followed by a number or by
// names in parentheses: tensors(2), namedtuple(values,indices).
func returnKinds() []string {
	return []string{
		"tensor", "tensors", "list[tensor]", "array", "arrays", "list[array]",
		"namedtuple", "tuple", "tree", "self", "scalar", "bool", "int", "size",
		"dtype", "device", "storage", "generator", "ndarray", "list", "dict",
		"iterator", "handle", "str", "module", "node", "function", "token",
		"layout", "qscheme", "none", "unknown",
	}
}
