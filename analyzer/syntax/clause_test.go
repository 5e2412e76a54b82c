package syntax

import (
	"strings"
	"testing"
)

func TestClauses(t *testing.T) {
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
		at := strings.Index(tt.text, tt.at)
		for _, c := range tree.Clauses() {
			if c.Start <= at && at < c.End {
				got += tt.text[c.Start:c.End]
			}
		}
		if got != tt.want {
			t.Errorf("%q at %q: clause %q, want %q", tt.text, tt.at, got, tt.want)
		}
	}
}

func TestAtImport(t *testing.T) {
	tests := []struct {
		text string
		want bool
	}{
		{"x = 1\n", true},
		{"class C:\n    a = x\n", true},
		{"def f(a=x):\n    pass\n", true},
		{"@d(x)\ndef f():\n    pass\n", true},
		{"def f():\n    return x\n", false},
		{"def f():\n    def g(a=x):\n        pass\n", false},
		{"f = lambda: x\n", false},
		{"f = lambda a=x: a\n", true},
		{"class C:\n    def f(self):\n        x\n", false},
	}
	for _, tt := range tests {
		tree := parse(t, tt.text)
		if got := tree.AtImport(tree.At(strings.Index(tt.text, "x"))); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
	}
}

func TestInSignature(t *testing.T) {
	tests := []struct {
		text string
		want bool
	}{
		{"x = 1\n", false},
		{"class C:\n    a = x\n", false},
		{"def f(a=x):\n    pass\n", true},
		{"def f(a: x):\n    pass\n", true},
		{"@d(x)\ndef f():\n    pass\n", true},
		{"class C:\n    @d(a=x)\n    def f(self):\n        pass\n", true},
		{"def f():\n    def g(a=x):\n        pass\n", false},
		{"f = lambda a=x: a\n", true},
		{"f = lambda: x\n", false},
	}
	for _, tt := range tests {
		tree := parse(t, tt.text)
		if got := tree.InSignature(tree.At(strings.Index(tt.text, "x"))); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
	}
}
