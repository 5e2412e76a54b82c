package syntax

import (
	"fmt"
	"testing"
)

func TestString(t *testing.T) {
	tests := []struct{ src, want string }{
		{`"cuda"`, `"" " cuda`},
		{`''`, `"" ' `},
		{`rb'''a'b'''`, `"rb" ''' a'b raw bytes`},
		{`F"{x}"`, `"F" " {x} format`},
		{`Rf"""a"""`, `"Rf" """ a raw format`},
		{`u'a'`, `"u" ' a`},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		info, ok := tree.String(find(t, tree, KindString))
		got := fmt.Sprintf("%q %s %s", info.Prefix, info.Quote, tree.Source()[info.Content.Start:info.Content.End])
		for name, set := range map[string]bool{" raw": info.Raw && !info.Bytes && !info.Format, " raw bytes": info.Raw && info.Bytes, " raw format": info.Raw && info.Format, " format": info.Format && !info.Raw} {
			if set {
				got += name
			}
		}
		if !ok || got != tt.want {
			t.Errorf("%s is %s, want %s", tt.src, got, tt.want)
		}
	}
	tree := parseClean(t, "'a' 'b'")
	if _, ok := tree.String(find(t, tree, KindConcatenatedString)); ok {
		t.Error("a concatenation has one prefix")
	}
}

func TestStringValue(t *testing.T) {
	tests := []struct{ src, want string }{
		{`"cuda:0"`, "cuda:0"},
		{`""`, ""},
		{`'a\n\t\\\'\"\a\b\f\r\v'`, "a\n\t\\'\"\a\b\f\r\v"},
		{`'\x41\101\0\18\400\u00e9\U0001F600'`, "AA\x00\x018\u0100é😀"},
		{`'\q\ '`, `\q\ `},
		{"'a\\\nb'", "ab"},
		{"'''a\r\nb\\\r\nc'''", "a\nbc"},
		{`r'\n\''`, `\n\'`},
		{`"a" 'b' r"\c"`, `ab\c`},
		{"(\"a\" # one\n 'b')", "ab"},
		{`f"{{a}}" "{{b}}"`, "{a}{{b}}"},
		{`rf"\d{{"`, `\d{`},
		{`u"é"`, "é"},
		{`(("a"))`, "a"},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		got, ok := tree.StringValue(tree.First(tree.First(Root)))
		if !ok || got != tt.want {
			t.Errorf("%s is %q %v, want %q", tt.src, got, ok, tt.want)
		}
	}
}

func TestStringValueUnknown(t *testing.T) {
	for _, src := range []string{
		`b"a"`, `"a" b"b"`, `f"{x}"`, `"a" f"{x}"`, `"\N{BULLET}"`, `"\ud800"`, `"\x4"`, `"\xzz"`, `"\U00110000"`, `x`, `"a" + "b"`, `("a", "b")`, `"a`,
	} {
		tree := parse(t, src)
		if got, ok := tree.StringValue(tree.First(tree.First(Root))); ok {
			t.Errorf("%s is %q", src, got)
		}
	}
}

func TestFormatParts(t *testing.T) {
	tests := []struct{ src, want string }{
		{`"ab"`, `"ab"`},
		{`f"cuda:{rank}"`, `"cuda:" {rank}`},
		{`f"{a}{b!r:>{w}}c"`, `{a} {b} "c"`},
		{`f"{{{x}}}"`, `"{" {x} "}"`},
		{`f"{x=}y"`, `"x=" {x} "y"`},
		{`f"{ x  = !r}"`, `" x  = " {x}`},
		{`f"{x == y}"`, `{x == y}`},
		{`f"{f'{y}' "q"}"`, `{f'{y}' "q"}`},
		{`"a{b}" f"\x41{c}" r'\d'`, `"a{b}" "A" {c} "\\d"`},
		{"f'''{\n x\n}'''", `{x}`},
		{`f"{a, *b}"`, `{a, *b}`},
		{`b"ab"`, ``},
		{`x`, ``},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		got := ""
		for i, p := range tree.FormatParts(tree.First(tree.First(Root))) {
			if i > 0 {
				got += " "
			}
			if p.Node == None {
				got += fmt.Sprintf("%q", p.Text)
			} else {
				got += "{" + text(tree, p.Expr) + "}"
			}
		}
		if got != tt.want {
			t.Errorf("%s has parts %s, want %s", tt.src, got, tt.want)
		}
	}
}

func TestNestedFormatString(t *testing.T) {
	tree := parseClean(t, `f"{f'{dev}:{i}'}"`)
	outer := tree.FormatParts(find(t, tree, KindString))
	inner := tree.FormatParts(outer[0].Expr)
	if len(inner) != 3 || text(tree, inner[0].Expr) != "dev" || inner[1].Text != ":" || text(tree, inner[2].Expr) != "i" {
		t.Errorf("inner parts are %+v", inner)
	}
}

func TestIsDocstring(t *testing.T) {
	tests := []struct {
		src  string
		want bool
	}{
		{`"doc"`, true},
		{"def f():\n    '''doc'''\n", true},
		{"x = 1\n'bare'\n", true},
		{`("doc" "more")`, true},
		{`x = "a"`, false},
		{`f("a")`, false},
		{`"a", 1`, false},
		{`"a",`, false},
		{`"a".upper()`, false},
		{"if x: 'a'; y", true},
		{"lambda: 'a'", false},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		if got := tree.IsDocstring(find(t, tree, KindString)); got != tt.want {
			t.Errorf("%q: %v", tt.src, got)
		}
	}
}
