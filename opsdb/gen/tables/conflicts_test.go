package tables

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/neuronlint/neuronlint/opsdb"
)

// TestConflictsAreNamed checks that each row about a source that says otherwise
// has a verdict that it goes against.
func TestConflictsAreNamed(t *testing.T) {
	dir := filepath.Join("..", "inputs")
	against, err := contradictions(dir)
	if err != nil {
		t.Fatal(err)
	}
	verdicts, err := operators(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range against {
		if !slices.ContainsFunc(verdicts, func(v opsdb.Verdict) bool {
			return v.Operator == other.Operator && v.Conflict == conflictOf(other)
		}) {
			t.Errorf("no verdict on %s is contradicted by %s", other.Operator, other.Ref.Source)
		}
	}
}
