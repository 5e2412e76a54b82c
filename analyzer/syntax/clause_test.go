package syntax

import (
	"strings"
	"testing"
)

func TestClause(t *testing.T) {
	tests := []struct{ text, at, want string }{
		{"a = f(x)\nb = 1\n", "x", "a = f(x)"},
		{"if f(x) and y:\n    z()\n", "x", "f(x) and y"},
		{"if c:\n    z(x)\n", "x", "z(x)"},
		{"if c:\n    pass\nelif f(x):\n    pass\n", "x", "f(x)"},
		{"for i in f(x):\n    pass\n", "x", "f(x)"},
		{"with f(x) as g, h:\n    pass\n", "x", "f(x) as g, h"},
		{"def f(a=x, b=1):\n    pass\n", "x", "a=x"},
		{"@d(x)\ndef f():\n    pass\n", "x", "@d(x)"},
		{"class C(x):\n    pass\n", "x", "(x)"},
		{"if c: pass\n", "if", ""},
		{"a = [\n    x,\n    1,\n]\n", "x", "a = [\n    x,\n    1,\n]"},
	}
	for _, tt := range tests {
		tree := parse(t, tt.text)
		got := ""
		if n := tree.Clause(tree.At(strings.Index(tt.text, tt.at))); n != None {
			got = tree.Text(n)
		}
		if got != tt.want {
			t.Errorf("%q at %q: clause %q, want %q", tt.text, tt.at, got, tt.want)
		}
	}
}
