package opcall_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// mark stands before the calls that a line of a case must be found to hold, in
// their order: "name", "name status" or "name confidence". A line without it
// must hold none. A call whose name stands a line higher is told by above.
const (
	mark  = "# calls: "
	above = "# calls-above: "
)

// TestScan reads the cases under testdata.
func TestScan(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.py")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	target := opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			m := model(t, name)
			lines := strings.Split(string(m.File.Text), "\n")
			got := make([][]opcall.Use, len(lines)+1)
			for _, use := range opcall.Scan(m, target) {
				if use.Confidence >= semantic.Likely {
					line := m.File.Position(m.Tree.Start(use.At)).Line
					got[line] = append(got[line], use)
				}
			}
			for i, line := range lines {
				compare(t, i+1, wanted(lines, i), got[i+1])
				if strings.Contains(line, mark) && strings.Contains(line, above) {
					t.Errorf("line %d has two marks", i+1)
				}
			}
		})
	}
}

// wanted are the calls that the comments promise for the line with an index.
func wanted(lines []string, i int) []string {
	var list string
	if _, after, ok := strings.Cut(lines[i], mark); ok {
		list = after
	} else if i+1 < len(lines) {
		_, list, _ = strings.Cut(lines[i+1], above)
	}
	if list == "" {
		return nil
	}
	return strings.Split(list, "; ")
}

func compare(t *testing.T, line int, want []string, got []opcall.Use) {
	t.Helper()
	if len(want) != len(got) {
		t.Errorf("line %d: found %v, want %v", line, names(got), want)
		return
	}
	for i, use := range got {
		name, detail, _ := strings.Cut(want[i], " ")
		if use.API != name {
			t.Errorf("line %d: found %s, want %s", line, use.API, name)
		}
		if detail != "" && detail != string(use.Status) && detail != use.Confidence.String() {
			t.Errorf("line %d: %s is %s and %s, want %s", line, name, use.Status, use.Confidence, detail)
		}
	}
}

func names(uses []opcall.Use) []string {
	list := make([]string, 0, len(uses))
	for _, use := range uses {
		list = append(list, use.API)
	}
	return list
}

func model(t *testing.T, name string) *semantic.Model {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return modelOf(t, name, raw)
}

func modelOf(t *testing.T, name string, text []byte) *semantic.Model {
	t.Helper()
	file, err := source.New(name, text)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := syntax.Parse(context.Background(), file.Text, syntax.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return semantic.New(file, tree, opsdb.New())
}
