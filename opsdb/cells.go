package opsdb

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// anyTarget stands in a column of targets where the source names no hardware.
const anyTarget = "any"

// hardware lists the instance families a fact may be about. Inf1 is no target
// of the linter: rows about it alone are kept for completeness, and lookups
// for a target never meet them.
func hardware() []string { return []string{"inf1", "inf2", "trn1", "trn2", "trn3"} }

// list reads a cell that holds values parted by commas.
func (r *row) list(column string) []string {
	cell := r.get(column)
	if cell == "" {
		return nil
	}
	values := strings.Split(cell, ",")
	for _, value := range values {
		if value == "" || strings.TrimSpace(value) != value {
			r.fail(fmt.Errorf("%s: %q is no list", column, cell))
		}
	}
	return values
}

// targets reads the hardware a row is about: nothing for "any", and an empty
// list that is not nil for "none".
func (r *row) targets() []string {
	const column = "targets"
	switch r.must(column) {
	case anyTarget:
		return nil
	case "none":
		return []string{}
	}
	values := r.list(column)
	for _, value := range values {
		if !slices.Contains(hardware(), value) {
			r.fail(fmt.Errorf("%s: unknown target %q", column, value))
		}
	}
	if !slices.IsSorted(values) {
		r.fail(fmt.Errorf("%s: %q is out of order", column, r.get(column)))
	}
	return values
}

// sdkRange reads a range of SDK versions; an empty one is every version.
func (r *row) sdkRange() string {
	const column = "sdk"
	versions := r.get(column)
	if versions == "" {
		return ""
	}
	if err := checkSDKRange(versions); err != nil {
		r.fail(fmt.Errorf("%s: %w", column, err))
	}
	return versions
}

// stack reads the column stack: "native", "xla" or "any", which is no stack in particular.
func (r *row) stack() string {
	if stack := oneOf(r, "stack", "any", "native", "xla"); stack != "any" {
		return stack
	}
	return ""
}

// number reads a number that is not negative; an empty cell is 0, not known.
func (r *row) number(column string) float64 {
	cell := r.get(column)
	if cell == "" {
		return 0
	}
	value, err := strconv.ParseFloat(cell, 64)
	if err != nil || value <= 0 {
		r.fail(fmt.Errorf("%s: %q is no number", column, cell))
	}
	return value
}

// count reads a whole number; an empty cell is 0, not known.
func (r *row) count(column string) int {
	value := r.number(column)
	if value != float64(int(value)) {
		r.fail(fmt.Errorf("%s: %q is no whole number", column, r.get(column)))
	}
	return int(value)
}

// covers tells whether a row about some targets says something of one. A row
// that names no hardware is about every target, but never about Inf1, which
// has a compiler of its own.
func covers(targets []string, target string) bool {
	if targets == nil {
		return target != "inf1"
	}
	return slices.Contains(targets, target)
}

// inf1Only tells whether a row is about Inf1 and nothing else.
func inf1Only(targets []string) bool {
	return len(targets) == 1 && targets[0] == "inf1"
}
