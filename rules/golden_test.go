package rules_test

import (
	"context"
	"path/filepath"
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
	paths, err := filepath.Glob("../testdata/golden/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives found (%v)", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if len(archive.Files) != 2 {
				t.Fatalf("%s holds %d files, want a source and its patch", path, len(archive.Files))
			}
			if diff := cmp.Diff(string(archive.Files[1].Data), patchOf(t, archive.Files[0])); diff != "" {
				t.Errorf("patch (-want +got):\n%s", diff)
			}
		})
	}
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
