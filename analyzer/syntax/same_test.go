package syntax

import "testing"

func TestSame(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"a.b[0]", "a . b [ 0 ]", true},
		{"f(x)", "f(  # why\n x,\n)", true},
		{"f((x))", "f(x)", true},
		{"a not in b", "a not  in b", true},
		{"[]", "[  # nothing\n]", true},
		{"a.b", "a.c", false},
		{"a + b", "a - b", false},
		{"f(x)", "f(x, y)", false},
		{"f(x=y)", "f(y)", false},
		{"'a'", "'a '", false},
		{"a[1]", "a(1)", false},
		{"{}", "set()", false},
	} {
		tree := parseClean(t, "("+tt.a+")\n("+tt.b+")\n")
		first := tree.First(Root)
		if got := tree.Same(tree.First(first), tree.First(tree.Next(first))); got != tt.want {
			t.Errorf("%q and %q: %t, want %t", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestWritten(t *testing.T) {
	tree := parseClean(t, "(torch\n . cuda  # why\n  .Stream)\n")
	if got := tree.Written(tree.Unparen(tree.First(tree.First(Root)))); got != "torch.cuda.Stream" {
		t.Errorf("got %q", got)
	}
	chain := parseClean(t, "x().view(1).numpy\n")
	n := chain.First(chain.First(Root))
	if got := chain.Written(n); got != "x().view(1).numpy" {
		t.Errorf("got %q", got)
	}
	if allocated := testing.AllocsPerRun(10, func() { chain.Written(n) }); allocated > 0 {
		t.Errorf("%v allocations for what stands in the source", allocated)
	}
}
