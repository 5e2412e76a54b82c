package edit

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// TestDemoStaysWhole deletes every statement, decorator and argument of the
// demo by itself, adds an argument to every call, and checks that the rest
// still parses.
func TestDemoStaysWhole(t *testing.T) {
	found := 0
	err := source.Walk(t.Context(), []string{filepath.Join("..", "..", "testdata", "demo")}, source.Options{}, func(f source.Found) error {
		raw, err := os.ReadFile(f.Name)
		if err != nil {
			return err
		}
		b := newBuilder(t, string(raw))
		for n := range b.Tree.All(syntax.Root) {
			for _, e := range everyEdit(b, n) {
				found++
				if _, err := Verify(t.Context(), b.File, []Edit{e}, nil, syntax.Limits{}); err != nil {
					t.Errorf("%s: %v after deleting %q", f.Path, err, b.Tree.Text(n))
				}
			}
		}
		return nil
	}, func(path string, err error) { t.Errorf("%s: %v", path, err) })
	if err != nil || found < 100 {
		t.Errorf("%d edits, %v", found, err)
	}
}

// everyEdit is what can be done at a node.
func everyEdit(b *Builder, n syntax.Node) []Edit {
	var edits []Edit
	if e, ok := b.DeleteStatement(n); ok {
		edits = append(edits, e)
	}
	if b.Tree.Kind(n) != syntax.KindCall {
		return edits
	}
	for a := range b.Tree.Args(n) {
		e, _ := b.DeleteArguments(n, a.Node)
		edits = append(edits, e...)
	}
	return append(edits, b.AppendArgument(n, "x=1"))
}
