package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
)

// TestScanHasOneOrder wants the same answer however many files are read at
// once, and every file accounted for.
func TestScanHasOneOrder(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		src := fmt.Sprintf("import torch\nx = torch.zeros(%d)\nx.relu().sum()\n", i)
		write(t, filepath.Join(dir, fmt.Sprintf("m%02d.py", i)), src)
	}
	write(t, filepath.Join(dir, "broken.py"), "# -*- coding: nonsense -*-\n")
	var first *Scanned
	for _, jobs := range []int{1, 7} {
		got, err := Scan(context.Background(), Options{
			Paths: []string{dir}, DB: opsdb.New(), Jobs: jobs, MinConfidence: analyzer.Likely,
			Target: opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"},
		})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		} else if !reflect.DeepEqual(first, got) {
			t.Errorf("%d jobs: %v, with 1 job %v", jobs, got, first)
		}
	}
	if len(first.Files) != 20 || len(first.Problems) != 1 || first.Stats.FilesFailed != 1 {
		t.Fatalf("%d files, %d problems, %d failed; want 20, 1, 1", len(first.Files), len(first.Problems), first.Stats.FilesFailed)
	}
	for _, f := range first.Files {
		if len(f.Calls) != 3 || f.Calls[1].API != "torch.Tensor.relu" || f.TensorMethods.Resolved != 2 {
			t.Errorf("%s: %v, %v", f.Path, f.Calls, f.TensorMethods)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
