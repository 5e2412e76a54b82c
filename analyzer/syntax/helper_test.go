package syntax

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// parse reads src, which may hold errors of grammar.
func parse(t testing.TB, src string) *Tree {
	t.Helper()
	tree, err := Parse(context.Background(), []byte(src), Limits{})
	if err != nil {
		t.Fatalf("Parse(%.40q): %v", src, err)
	}
	return tree
}

// parseClean reads src, which must be understood.
func parseClean(t testing.TB, src string) *Tree {
	t.Helper()
	tree := parse(t, src)
	if len(tree.Errors()) > 0 {
		t.Fatalf("%q is not understood at %v", src, tree.Errors())
	}
	return tree
}

// find is the first node of the kind.
func find(t testing.TB, tree *Tree, k Kind) Node {
	t.Helper()
	for n := range tree.All(Root) {
		if tree.Kind(n) == k {
			return n
		}
	}
	t.Fatalf("%q has no node of kind %d", tree.Source(), k)
	return None
}

// at is the smallest node that has the text and starts where it first occurs.
func at(t testing.TB, tree *Tree, text string) Node {
	t.Helper()
	offset := strings.Index(string(tree.Source()), text)
	if offset < 0 {
		t.Fatalf("%q does not hold %q", tree.Source(), text)
	}
	want := source.Span{Start: offset, End: offset + len(text)}
	for n := tree.At(offset); n != None; n = tree.Parent(n) {
		if tree.Span(n) == want {
			return n
		}
	}
	t.Fatalf("%q has no node %q", tree.Source(), text)
	return None
}

// text is the text of n, or "-" for None.
func text(tree *Tree, n Node) string {
	if n == None {
		return "-"
	}
	return tree.Text(n)
}

// texts joins the texts of nodes.
func texts(tree *Tree, nodes []Node) string {
	var all []string
	for _, n := range nodes {
		all = append(all, text(tree, n))
	}
	return strings.Join(all, " | ")
}

// kindName is the grammar's name of a kind.
func kindName(k Kind) string {
	for name, kind := range kindNames() {
		if kind == k {
			return name
		}
	}
	return map[Kind]string{KindNone: "?", KindError: "ERROR", KindOperator: "op"}[k]
}

// outline writes the subtree of n as names and brackets.
func outline(tree *Tree, n Node) string {
	var parts []string
	for c := range tree.Parts(n) {
		parts = append(parts, outline(tree, c))
	}
	if len(parts) == 0 {
		return kindName(tree.Kind(n))
	}
	return fmt.Sprintf("%s(%s)", kindName(tree.Kind(n)), strings.Join(parts, " "))
}

// errorTexts is the source of the regions that were not understood.
func errorTexts(tree *Tree) []string {
	var all []string
	for _, r := range tree.Errors() {
		all = append(all, string(tree.Source()[r.Start:r.End]))
	}
	return all
}
