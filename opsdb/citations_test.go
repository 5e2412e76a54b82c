package opsdb

import (
	"regexp"
	"strings"
	"testing"
)

// TestCitationsHaveLines checks that what the tables say of operators and APIs
// can be looked up: each citation ends in a line, or is the address of an issue
// or of a place in a page, and no verdict rests on the first line of a file,
// which speaks of its licence.
func TestCitationsHaveLines(t *testing.T) {
	line := regexp.MustCompile(`^[^ ]+@[^ :]+:[^ :]+:[1-9][0-9]*$`)
	page := regexp.MustCompile(`^https://[^ ]+(/issues/[0-9]+|#[^ ]+)$`)
	db := New()
	check := func(table, name, source string) {
		for part := range strings.SplitSeq(source, " ; ") {
			if !page.MatchString(part) && !line.MatchString(part) {
				t.Errorf("%s: %s cites %q, which names no place", table, name, part)
			}
		}
	}
	operators, err := db.operators()
	if err != nil {
		t.Fatal(err)
	}
	for cells := range operators.all() {
		check("operators.tsv", cells[0], cells[10])
		if strings.HasSuffix(cells[10], ":1") {
			t.Errorf("operators.tsv: %s cites %q, where a file begins", cells[0], cells[10])
		}
	}
	apis, err := db.publicAPIs()
	if err != nil {
		t.Fatal(err)
	}
	for cells := range apis.all() {
		check("apis.tsv", cells[0], cells[7])
	}
}
