package opsdb

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// declaration is PyTorch's declaration of an operator, or the place where JAX defines a
// primitive.
type declaration struct {
	operator  string
	overloads []string // their names, "default" for the one without
	parts     []string // the operators that it is made of where it has no kernel of its own
	every     bool     // it is made of its one part alone, so every call takes that
}

// declarationSchema is the form of declarations.tsv.
func declarationSchema() *schema {
	return &schema{file: "declarations.tsv", keys: 1, columns: []string{
		"operator", "overloads", "parts", "every", "source",
	}}
}

// loadDeclarations reads declarations.tsv.
func loadDeclarations(fsys fs.FS) (sortedText, error) {
	return readSorted(fsys, declarationSchema())
}

// declarationOf turns the cells of a line of declarations.tsv into a
// declaration. The table leaves out the namespace of the parts.
func declarationOf(cells []string) declaration {
	d := declaration{
		operator:  cells[0],
		overloads: strings.Fields(cells[1]),
		parts:     strings.Fields(cells[2]),
		every:     cells[3] == "yes",
	}
	for i, part := range d.parts {
		d.parts[i] = "aten::" + part
	}
	return d
}

// inPlace tells whether the operator writes the result of its one part to its
// first argument, and is no other operator than that.
func (d declaration) inPlace() bool {
	return len(d.parts) == 1 && d.operator == d.parts[0]+"_"
}

// Overloads returns the names of the overloads of an ATen operator, "default"
// for the one without a name, and none for names that are no such operator.
func (db *DB) Overloads(operator string) []string {
	table, _ := db.declarations()
	for _, cells := range table.rows(operator) {
		return declarationOf(cells).overloads
	}
	return nil
}

// CheckOverload refuses the name of an overload that its operator does not have.
func (db *DB) CheckOverload(name string) error {
	operator, overload := splitOverload(name)
	known := db.Overloads(operator)
	if overload == "" || slices.Contains(known, overload) {
		return nil
	}
	return fmt.Errorf("%s has no overload %q; it has %s", operator, overload, cmp.Or(strings.Join(known, ", "), "none"))
}
