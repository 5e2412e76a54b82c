package opsdb

import (
	"regexp"
	"strings"
	"testing"
)

// TestCitationsHaveLines checks that what the tables say of operators and APIs
// can be looked up: each citation ends in a line, or is the address of an issue,
// of a commit or of a place in a page, and no verdict rests on the first line of a file,
// which speaks of its licence.
func TestCitationsHaveLines(t *testing.T) {
	line := regexp.MustCompile(`^[^ ]+@[^ :]+:[^ :]+:[1-9][0-9]*$`)
	page := regexp.MustCompile(`^https://[^ ]+(/issues/[0-9]+|/commit/[0-9a-f]{40}|#[^ ]+)$`)
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

// TestBodiesAreCited checks that what is derived from the body of a composite is
// cited there: that it is declared says nothing of what it is made of.
func TestBodiesAreCited(t *testing.T) {
	New().Verdicts(func(v Verdict) bool {
		declared := strings.Contains(v.Ref.Source, "native_functions.yaml:") && !strings.Contains(v.Ref.Source, " ; ")
		composite := v.Status == Supported || v.Status == Fallback
		if v.Ref.Evidence == Derived && composite && declared {
			t.Errorf("%s is %s by %s, which only declares it", v.Operator, v.Status, v.Ref.Source)
		}
		return false
	})
}

// TestCarriedVerdictsCiteTheBody checks that what is said of a composite for the
// sake of a part cites where it takes that part, and not the part alone.
func TestCarriedVerdictsCiteTheBody(t *testing.T) {
	db := New()
	db.Verdicts(func(v Verdict) bool {
		part, rest := Innermost("", v.Reason)
		if rest == v.Reason || !strings.HasPrefix(v.Reason, EveryCall) || !strings.HasPrefix(v.Operator, "aten::") || strings.TrimSuffix(v.Operator, "_") == "aten::"+part {
			return false
		}
		for _, of := range db.Operator("aten::"+part, v.Ref.Stack, "2.26") {
			if of.Ref.Source == v.Ref.Source && of.Status.Restricts() {
				t.Errorf("%s: %q cites no more than %s does: %s", v.Operator, v.Reason, part, v.Ref.Source)
			}
		}
		return false
	})
}

// TestKernelsAreCitedWhereRegistered checks that what torch-xla lowers is not
// cited where its kernel falls back.
func TestKernelsAreCitedWhereRegistered(t *testing.T) {
	New().Verdicts(func(v Verdict) bool {
		if v.Status == Supported && v.Ref.Stack == "xla" && v.Ref.Evidence == FromSource && strings.Contains(v.Ref.Source, "aten_xla_type.cpp:") {
			t.Errorf("%s is %s by %s", v.Operator, v.Status, v.Ref.Source)
		}
		return false
	})
}
