package rules_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/rules"
)

// TestPagesAreCurrent fails when a page of docs/rules and the documentation of
// its rule differ, or when there is a page too many or too few.
func TestPagesAreCurrent(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir("../docs/rules")
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join("../docs/rules", e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got[e.Name()] = string(text)
	}
	if diff := cmp.Diff(rules.Pages(), got); diff != "" {
		t.Errorf("docs/rules is out of date: run go run rules/gen.go (-want +got):\n%s", diff)
	}
}
