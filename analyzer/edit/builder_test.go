package edit

import (
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Words that are written in place of strings do not run into keywords.
func TestReplacePartsWords(t *testing.T) {
	const src = "x='a'if y else'b'\nz = ('c')\n"
	for text, want := range map[string]string{
		"'a'": "x=t.type if y else'b'\nz = ('c')\n",
		"'b'": "x='a'if y else t.type\nz = ('c')\n",
		"'c'": "x='a'if y else'b'\nz = (t.type)\n",
	} {
		b := newBuilder(t, src)
		for n := range b.Tree.All(syntax.Root) {
			if b.Tree.Kind(n) != syntax.KindString || b.Tree.Text(n) != text {
				continue
			}
			if got := string(verified(t, b, b.Replace(n, "t.type")).Source()); got != want {
				t.Errorf("in place of %s: %q, want %q", text, got, want)
			}
		}
	}
}
