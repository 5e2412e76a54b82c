package tables

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/fleet/internal/manifest"
	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
)

// TestFailureKeepsEarlierTables has the last table fail, as on a full disk: those of an
// earlier run stay as they were, and nothing is left of the new ones.
func TestFailureKeepsEarlierTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	begun := func(location string) *Set {
		set, err := Create(dir, "0", &Run{Shard: "0/1"})
		if err != nil {
			t.Fatal(err)
		}
		if err := set.Add(&manifest.Entry{Unit: "u", Location: location}, &outcome.Record{Unit: "u"}); err != nil {
			t.Fatal(err)
		}
		return set
	}
	if err := begun("before").Close(); err != nil {
		t.Fatal(err)
	}
	set := begun("after")
	if err := set.runs.file.File.Close(); err != nil { // so that nothing can be written
		t.Fatal(err)
	}
	if err := set.Close(); err == nil {
		t.Fatal("it did not fail")
	}
	set.Drop()
	var locations, runs []string
	if err := Each(dir, "repositories", func(r *Repository) error { locations = append(locations, r.Location); return nil }); err != nil {
		t.Fatal(err)
	}
	if err := Each(dir, "runs", func(r *Run) error { runs = append(runs, r.Shard); return nil }); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(locations, []string{"before"}) || !slices.Equal(runs, []string{"0/1"}) {
		t.Errorf("repositories %v, runs %v", locations, runs)
	}
	for _, table := range Names() {
		files, err := os.ReadDir(filepath.Join(dir, table.Name))
		if err != nil || len(files) != 1 || strings.HasPrefix(files[0].Name(), ".") {
			t.Errorf("%s: %v, %v", table.Name, files, err)
		}
	}
}
