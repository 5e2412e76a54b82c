package rules_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/edit"
)

// TestGoldenPatches compares the patch of every archive of testdata/golden
// with the one written by hand.
func TestGoldenPatches(t *testing.T) {
	t.Parallel()
	eachArchive(t, "../testdata/golden/*.txtar", func(t *testing.T, archive *txtar.Archive) {
		t.Helper()
		if len(archive.Files) != 2 {
			t.Fatalf("the archive holds %d files, want a source and its patch", len(archive.Files))
		}
		if diff := cmp.Diff(string(archive.Files[1].Data), patchOf(t, archive.Files[0])); diff != "" {
			t.Errorf("patch (-want +got):\n%s", diff)
		}
	})
}

func patchOf(t *testing.T, f txtar.File) string {
	t.Helper()
	opts := archiveOptions(t, nil)
	opts.Stdin = &driver.Input{Path: f.Name, Raw: caseText(f)}
	result, err := driver.Fix(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, c := range result.Changes {
		out.Write(edit.Unified(c.Path, c.Old, c.New, 3))
	}
	return out.String()
}
