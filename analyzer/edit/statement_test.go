package edit

import (
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

func TestDeleteStatement(t *testing.T) {
	for _, tc := range []struct{ name, src, want string }{
		{"line", "a\nx\nb\n", "a\nb\n"},
		{"last line", "a\nx\n", "a\n"},
		{"no final line end", "a\nx", "a\n"},
		{"only statement of a module", "x\n", ""},
		{"comment behind it", "a\nx  # why\nb\n", "a\nb\n"},
		{"comment above it", "a\n# why\nx\nb\n", "a\n# why\nb\n"},
		{"trailing semicolon", "a\nx;\nb\n", "a\nb\n"},
		{"first of a line", "x; b  # why\n", "b  # why\n"},
		{"middle of a line", "a; x; b\n", "a; b\n"},
		{"last of a line", "a; x  # why\n", "a  # why\n"},
		{"last with semicolon", "a; x;\n", "a;\n"},
		{"line behind a semicolon", "a;\nx\n", "a;\n"},
		{"continued line", "a; \\\n x\nb\n", "a\nb\n"},
		{"several lines", "a\nx(\n  1,\n)\nb\n", "a\nb\n"},
		{"continuation", "a\nx + \\\n  1\nb\n", "a\nb\n"},
		{"in a block", "if a:\n    x\n    b\n", "if a:\n    b\n"},
		{"alone in a block", "if a:\n    x  # why\nb\n", "if a:\n    pass  # why\nb\n"},
		{"alone with comments", "if a:\n    # why\n    x\n    # and\nb\n", "if a:\n    # why\n    pass\n    # and\nb\n"},
		{"alone, several lines", "if a:\n    x(\n    )\nb\n", "if a:\n    pass\nb\n"},
		{"suite of one line", "if a: x\n", "if a: pass\n"},
		{"suite of one line, first", "if a: x; b\n", "if a: b\n"},
		{"suite of one line, last", "if a: b; x\n", "if a: b\n"},
		{"beside a docstring", "def f():\n    'doc'\n    x\n", "def f():\n    'doc'\n"},
		{"compound", "a\nif x:\n    1\nelse:\n    2\nb\n", "a\nb\n"},
		{"compound at the end", "a\nif x:\n    1;\n\n# why\n", "a\n\n# why\n"},
		{"decorated", "@x\ndef f():\n    1\nb\n", "b\n"},
		{"CRLF", "a\r\nx\r\nb", "a\r\nb"},
		{"lone CR", "a\rx\rb", "a\rb"},
		{"tabs and a form feed", "if a:\n\tb\n\f\tx\n", "if a:\n\tb\n"},
		{"mark", "\ufeffx\nb\n", "\ufeffb\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBuilder(t, tc.src)
			e, ok := b.DeleteStatement(b.statement(t, "x"))
			if !ok {
				t.Fatal("not ok")
			}
			if got := b.apply(t, e); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

func TestDeleteStatementRefuses(t *testing.T) {
	b := newBuilder(t, "f(x)\n")
	for _, n := range []syntax.Node{syntax.None, syntax.Root, b.first(t, syntax.KindCall), b.first(t, syntax.KindIdentifier)} {
		if _, ok := b.DeleteStatement(n); ok {
			t.Errorf("%q is no statement", b.Tree.Text(n))
		}
	}
}

func TestReplaceStringValue(t *testing.T) {
	for _, tc := range []struct{ src, value, want string }{
		{`x = "cuda"`, "neuron", `x = "neuron"`},
		{`x = U'cuda'`, "it's", `x = U'it\'s'`},
		{`x = """cuda"""`, "a\"b\\c\n", `x = """a\"b\\c\n"""`},
		{`x = r"a\d"`, "neuron", `x = r"neuron"`},
		{`x = r"a"`, `a\d`, ""},
		{`x = r"a"`, `"`, ""},
		{`x = f"cuda"`, "{0}", `x = f"{{0}}"`},
		{`x = f"cuda:{i}"`, "neuron", ""},
		{`x = b"cuda"`, "neuron", ""},
		{`x = "cu" "da"`, "neuron", ""},
	} {
		b := newBuilder(t, tc.src)
		n := b.Tree.Next(b.first(t, syntax.KindIdentifier))
		e, ok := b.ReplaceStringValue(n, tc.value)
		if ok != (tc.want != "") {
			t.Errorf("%s: ok is %v", tc.src, ok)
		} else if ok && b.apply(t, e) != tc.want {
			t.Errorf("%s: got %s, want %s", tc.src, b.apply(t, e), tc.want)
		}
	}
}

func TestReplaceStringPiece(t *testing.T) {
	b := newBuilder(t, `f"cuda:{i} {{x}}"`)
	n := b.first(t, syntax.KindString)
	parts := b.Tree.FormatParts(n)
	first, ok1 := b.ReplaceStringPiece(n, parts[0].Span, "neuron:")
	second, ok2 := b.ReplaceStringPiece(n, parts[len(parts)-1].Span, " {y}")
	if got := b.apply(t, second, first); got != `f"neuron:{i} {{y}}"` || !ok1 || !ok2 {
		t.Errorf("got %s", got)
	}
	if _, ok := b.ReplaceStringPiece(n, b.Tree.Span(n), ""); ok {
		t.Error("the quotes are no piece")
	}
}
