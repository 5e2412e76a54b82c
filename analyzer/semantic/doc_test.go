package semantic

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDoc checks that the documentation of a package puts each file in one of its
// sections, and names none that is gone.
func TestDoc(t *testing.T) {
	for _, dir := range [...]string{".", "cadence", "flow", "guard", "infer", "place", "tensor", "value"} {
		t.Run(dir, func(t *testing.T) { testDoc(t, dir) })
	}
}

func testDoc(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "doc.go"))
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]int)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".go"); ok && name != "doc" && !strings.HasSuffix(name, "_test") {
			want[name] = 1
		}
	}
	got := make(map[string]int)
	flat := strings.ReplaceAll(string(text), "\n//", "")
	for _, list := range regexp.MustCompile(`Files: ([a-z0-9, ]+)\.`).FindAllStringSubmatch(flat, -1) {
		for name := range strings.SplitSeq(list[1], ",") {
			got[strings.TrimSpace(name)]++
		}
	}
	if !maps.Equal(got, want) {
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if got[name] != 1 {
				t.Errorf("%s.go stands in %d sections", name, got[name])
			}
		}
		for name := range got {
			if want[name] == 0 {
				t.Errorf("there is no %s.go", name)
			}
		}
	}
}
