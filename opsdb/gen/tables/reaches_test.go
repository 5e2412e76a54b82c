package tables

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestReachesUnlowered holds the platforms that primitives of JAX are said to be lowered for
// against what happened when verify/run reaches lowered programs for a device that has no
// rules of its own: the primitives without a rule must be those that are listed for certain
// platforms alone, and no program with another may have failed.
func TestReachesUnlowered(t *testing.T) {
	dir := filepath.Join("..", "inputs")
	rows, err := readInput(dir, "jax_primitives.tsv", "primitive", "platforms")
	if err != nil {
		t.Fatal(err)
	}
	listed := byColumn(rows, "primitive")
	names, err := readInput(dir, "reaches_jax-0.6.2.tsv", "api", "unlowered")
	if err != nil {
		t.Fatal(err)
	}
	failed := map[string]string{}
	for _, r := range names {
		for primitive := range strings.FieldsSeq(r["unlowered"]) {
			failed[primitive] = r["api"]
		}
	}
	if len(failed) < 6 {
		t.Errorf("%d primitives were not lowered: some are lost", len(failed))
	}
	for primitive, api := range failed {
		if platforms := listed[primitive]["platforms"]; strings.HasPrefix(platforms, "all-platforms") {
			t.Errorf("%s, which %s reaches, has no rule of its own, and is listed for %q", primitive, api, platforms)
		}
	}
}
