package opsdb

import (
	"strings"
	"testing"
)

// reachedAs is a difference between the operators that a public name reached when it was
// run and those that are listed for it.
type reachedAs struct{ api, operator, seen string }

// TestReaches holds the operators that public names are said to reach against those that
// they reached when verify/run reaches ran them: each operator that the Python code of a
// name of PyTorch called, and each primitive in the program that a name of JAX was traced
// to, must be listed, and an operator that is listed for all calls of a name of PyTorch
// must have been called. What differs is explained, for one name or for all.
func TestReaches(t *testing.T) {
	t.Parallel()
	explained := map[reachedAs]bool{}
	for _, r := range tableOf(t, "testdata/reaches_otherwise.tsv") {
		for api := range strings.FieldsSeq(r["api"]) {
			for operator := range strings.FieldsSeq(r["operator"]) {
				explained[reachedAs{api, operator, r["seen"]}] = false
			}
		}
	}
	db, judged, agreeing := New(), 0, 0
	for _, frame := range []struct{ framework, table, always string }{
		{"torch", "gen/inputs/reaches_torch-2.8.0.tsv", "calls"},
		{"jax", "gen/inputs/reaches_jax-0.6.2.tsv", "primitives"},
	} {
		for _, r := range tableOf(t, frame.table) {
			api, ok := db.OperatorAPI(r["api"])
			if !ok {
				t.Errorf("%s is in no table", r["api"])
				continue
			}
			judged++
			differs := false
			for _, d := range differences(api, r[frame.always]+" "+r["sometimes"]) {
				differs = explains(t, explained, frame.framework, d) || differs
			}
			if !differs {
				agreeing++
			}
		}
	}
	t.Logf("%d names ran, %d reach just what is listed", judged, agreeing)
	if judged < 2100 {
		t.Errorf("%d names were held against what they reached: some are lost", judged)
	}
	for d, needed := range explained {
		if !needed {
			t.Errorf("reaches_otherwise.tsv explains %v, which is so no more", d)
		}
	}
}

// explains reports a difference that no row explains, and tells whether a row about the
// name itself does. Rows about all names are about what no table lists.
func explains(t *testing.T, explained map[reachedAs]bool, framework string, d reachedAs) (own bool) {
	t.Helper()
	all := reachedAs{framework + ".*", d.operator, d.seen}
	if _, ok := explained[d]; ok {
		explained[d] = true
		return true
	}
	if _, ok := explained[all]; ok {
		explained[all] = true
		return false
	}
	t.Errorf("%s: %s is %s", d.api, d.operator, d.seen)
	return true
}

// differences compares the operators that a name reached with those that are listed.
// Merged from all branches, the primitives of JAX need not all be reached.
func differences(api OperatorAPI, reached string) []reachedAs {
	if api.Reach == ReachCallee {
		return nil
	}
	seen, listed := map[string]bool{}, map[string]bool{}
	for operator := range strings.FieldsSeq(reached) {
		seen[operator] = true
	}
	for _, operator := range api.Operators {
		listed[unqualified(operator)] = true
	}
	for _, path := range api.Sometimes {
		listed[unqualified(path.Operator)] = true
	}
	var found []reachedAs
	for operator := range seen {
		if !listed[operator] {
			found = append(found, reachedAs{api.Name, operator, "reached"})
		}
	}
	if strings.HasPrefix(api.Name, "jax.") {
		return found
	}
	for _, operator := range api.Operators {
		if name := unqualified(operator); !seen[name] {
			found = append(found, reachedAs{api.Name, name, "missed"})
		}
	}
	return found
}

// unqualified strips an operator of its namespace and its overload.
func unqualified(operator string) string {
	if name, ok := strings.CutPrefix(operator, "lax."); ok {
		return name
	}
	name, _ := splitOverload(operator)
	return strings.TrimPrefix(name, "aten::")
}
