package syntax

import "testing"

// TestBackward holds the ways back through siblings against the way forward.
func TestBackward(t *testing.T) {
	more := []string{
		"(a)\n# one\n(  # two\n(b) # three\n)\n# four\n# five\n", "f((a), # one\n  ((b)), # two\n)\n",
		"if a:\n    (x)\n    # one\nelif b:\n    # two\n    y\n# three\nelse:\n    z\n    # four\n",
		"x = [(a), ((b)), (yield), (c for c in d)]\n", "# only\n# comments\n", "def f():\n    # one\n    pass\n    # two\n",
	}
	for _, src := range append(snippets(), more...) {
		tree := parse(t, src)
		for n := Root; n < tree.End(Root); n++ {
			last := None
			for c := range tree.Children(n) {
				if got := tree.Previous(c); tree.Parent(c) == n && got != last {
					t.Errorf("%.60q: Previous(%d) = %d, want %d", src, c, got, last)
				}
				last = c
			}
			if got := tree.Last(n); tree.Kind(n) != KindParenthesized && got != last {
				t.Errorf("%.60q: Last(%d) = %d, want %d", src, n, got, last)
			}
		}
	}
	tree := parse(t, "x\n")
	if tree.Previous(None) != None || tree.Previous(Root) != None || tree.Last(None) != None {
		t.Error("the absent node or the root has relatives")
	}
}
