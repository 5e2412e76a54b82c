package rewrites

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const calls = "calls.tsv"

// TestCalls wants each row of the database that cites a call to cite one of its own API,
// measured as torch-neuronx sets torch-xla up.
func TestCalls(t *testing.T) {
	text, err := os.ReadFile(calls)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	paths, err := filepath.Glob("../../opsdb/data/*.tsv")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no tables (%v)", err)
	}
	cited := 0
	for _, path := range paths {
		table, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for row := range strings.Lines(string(table)) {
			_, at, ok := strings.Cut(row, "verify/rewrites/"+calls+":")
			if !ok {
				continue
			}
			cited++
			number, err := strconv.Atoi(strings.TrimSpace(at))
			if err != nil || number < 1 || number > len(lines) {
				t.Errorf("%s cites line %q of %s", path, at, calls)
				continue
			}
			api, _, _ := strings.Cut(row, "\t")
			call := strings.Split(lines[number-1], "\t")
			if len(call) != 3 || !strings.HasPrefix(call[0]+" ", api+" ") || call[1] != "off" {
				t.Errorf("%s: %s cites %q", path, api, lines[number-1])
			}
		}
	}
	if cited == 0 {
		t.Error("no row cites a call")
	}
}
