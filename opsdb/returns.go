package opsdb

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// returnsSchema is the form of returns.tsv.
func returnsSchema() *schema {
	return &schema{file: "returns.tsv", keys: 1, columns: []string{
		"api", "returns", "inplace", "evidence", "source",
	}}
}

// findReturns finds returns.tsv.
func findReturns(fsys fs.FS) (sortedText, error) { return readSorted(fsys, returnsSchema()) }

// returnsIn is the row about an API; nil if there is none.
func returnsIn(table sortedText, api string) *Returns {
	for _, cells := range table.rows(api) {
		return &Returns{Kind: cells[1], InPlace: cells[2] == "yes"}
	}
	return nil
}

// checkReturns checks the rows of returns.tsv.
func checkReturns(fsys fs.FS) error {
	known := returnKinds()
	return readTable(fsys, returnsSchema(), func(r *row) {
		r.ref()
		r.flag("inplace")
		for alternative := range strings.SplitSeq(r.must("returns"), "|") {
			base, _, _ := strings.Cut(alternative, "(")
			if !slices.Contains(known, base) {
				r.fail(fmt.Errorf("returns: unknown kind %q", alternative))
			}
		}
	})
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
