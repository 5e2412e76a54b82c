package edit

import (
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

func newBuilder(t testing.TB, src string) *Builder {
	t.Helper()
	f, err := source.New("a.py", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	tree, err := syntax.Parse(t.Context(), f.Text, syntax.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return &Builder{File: f, Tree: tree}
}

// first is the first node of a kind.
func (b *Builder) first(t testing.TB, k syntax.Kind) syntax.Node {
	t.Helper()
	for n := range b.Tree.All(syntax.Root) {
		if b.Tree.Kind(n) == k {
			return n
		}
	}
	t.Fatalf("no node of kind %d in %q", k, b.Tree.Source())
	return syntax.None
}

// statement is the statement that holds the first occurrence of text.
func (b *Builder) statement(t testing.TB, text string) syntax.Node {
	t.Helper()
	at := strings.Index(string(b.Tree.Source()), text)
	if at < 0 {
		t.Fatalf("no %q in %q", text, b.Tree.Source())
	}
	return b.Tree.Statement(b.Tree.At(at))
}

// apply makes edits in the file as it lies on disk, and fails the test if the
// result does not parse.
func (b *Builder) apply(t testing.TB, edits ...Edit) string {
	t.Helper()
	f, err := Verify(t.Context(), b.File, edits, nil, syntax.Limits{})
	if err != nil {
		raw, _ := ApplyRaw(b.File, edits)
		t.Fatalf("%v in %q", err, raw)
	}
	return string(f.Raw)
}
