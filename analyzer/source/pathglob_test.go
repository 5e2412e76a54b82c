package source

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
)

func TestPathGlob(t *testing.T) {
	for _, c := range []struct{ glob, yes, no string }{
		{"build", "build build/a x/build x/build/a/b", "builds a/xbuild"},
		{"./build/", "build x/build/a", "builds"},
		{"*.py", "a.py .py d/a.py a.py/x", "a.pyi"},
		{"a/b", "a/b a/b/c", "b x/a/b a"},
		{"a/*", "a/b a/b/c", "a b/a/c"},
		{"a/*/c", "a/b/c", "a/c a/b/b/c"},
		{"a/**", "a a/b a/b/c", "ab x/a"},
		{"a/**/c", "a/c a/b/c a/b/b/c a/c/x", "a/bc ac"},
		{"**/c", "c a/c a/b/c c/d", "ac"},
		{"a/x**y", "a/xy a/xzzy", "a/x/y"},
		{"a/?", "a/é", "a/bc a/"},
		{"a/[b-d]x", "a/bx a/dx", "a/ax a/ex"},
		{"a/[!b-d]x", "a/ax a/éx", "a/bx"},
		{`a/[\]\-]`, "a/] a/-", `a/\ a/x`},
		{"a/[b-]", "a/b a/-", "a/c"},
		{`a/\*\{`, "a/*{", "a/x{"},
		{"a,b", "a,b", "a b"},
		{"{a,b}", "a b x/a", "c"},
		{"{a,b}/c", "a/c b/c", "c a"},
		{"x{,y}", "x xy", "xyy"},
		{"{a,b{c,d/e}f}/g", "a/g bcf/g bd/ef/g", "b/g bcd/ef/g bf/g"},
		{"{**,a}/b", "b a/b x/y/b", "xb"},
		{"{a,**/b}", "a b x/b", "ab"},
		{"a{/**,.py}", "a a/b a.py", "ab"},
		{"{a/,}**/c", "a/c c a/b/c", "xc"},
		{`{a,b\,c,[,d]}`, "a b,c , d", "b c"},
		{"a\xc7", "a\xc7", "a\xff a\xc7\x9a a\uFFFD"},
		{"a?[!b]", "a\xff\xfe aé\xff", "a\xff aéb"},
	} {
		g, ok := CompilePathGlob(c.glob)
		if !ok {
			t.Errorf("%s is refused", c.glob)
			continue
		}
		for _, name := range strings.Fields(c.yes) {
			if !g.Covers(name) {
				t.Errorf("%s does not cover %s", c.glob, name)
			}
		}
		for _, name := range strings.Fields(c.no) {
			if g.Covers(name) {
				t.Errorf("%s covers %s", c.glob, name)
			}
		}
	}
	for _, bad := range []string{"{", "a}", "{a,{b}", "[", "[a", "[]", "[!]", `[a\]`, `a\`, "{[}", "a[!"} {
		if _, ok := CompilePathGlob(bad); ok {
			t.Errorf("%s is taken", bad)
		}
	}
}

// The work of a match is bounded by its two lengths: each of them would take
// ages by trying one way after the other.
func TestPathGlobIsPolynomial(t *testing.T) {
	for _, c := range []struct{ glob, name string }{
		{strings.Repeat("{a,ab,b,ba}", 40) + "x", strings.Repeat("ab", 60)},
		{strings.Repeat("{a*,*b}", 40) + "x", strings.Repeat("ab", 60)},
		{strings.Repeat("*{a}", 60) + "x", strings.Repeat("a", 120)},
		{strings.Repeat("{**/,*/}", 40) + "x", strings.Repeat("a/", 60)},
		{strings.Repeat("{,{,", 40) + strings.Repeat("}}", 40) + "x", strings.Repeat("a", 60)},
		{strings.Repeat("{", 100_000) + strings.Repeat("}", 100_000) + "x", "a"},
	} {
		start := time.Now()
		g, ok := CompilePathGlob(c.glob)
		if !ok {
			t.Fatal(c.glob)
		}
		if g.match(c.name) {
			t.Errorf("%.40s matches a text without an x", c.glob)
		}
		if !g.match("x") && !strings.Contains(c.glob, "a") {
			t.Errorf("%.40s does not match x", c.glob)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%.40s took %s", c.glob, took)
		}
	}
}

// FuzzPathGlob holds globs against a library that tries one way after the
// other. At the end of a path that takes no star for nothing where more follows
// it, so both are given an end that is none of the stars'.
func FuzzPathGlob(f *testing.F) {
	for _, glob := range []string{"a/**/b", "{a,**}/b", "*a?b", "[!a-b]*", "{a,b{,/}}**", `\*{a\,,b}`, "**{/a,b}", "{*}*", "{a/,}**/b", "a**b/", "a/**"} {
		f.Add(glob, "a/b/ab")
	}
	f.Fuzz(func(t *testing.T, glob, name string) {
		if len(glob) > 40 || len(name) > 40 || strings.Count(glob, "{") > 4 {
			t.Skip("the library may take too long")
		}
		if !utf8.ValidString(glob) || !utf8.ValidString(name) {
			t.Skip("to the library all bytes that are no UTF-8 are one character")
		}
		g := PathGlob{text: glob}
		ok := g.pair()
		if ok != doublestar.ValidatePattern(glob) {
			t.Fatalf("%q: valid is %v", glob, ok)
		}
		for _, end := range []string{"/z", "z"} {
			g := PathGlob{text: glob + end}
			if !ok || !g.pair() {
				continue
			}
			if got, want := g.match(name+end), doublestar.MatchUnvalidated(glob+end, name+end); got != want {
				t.Errorf("%q on %q: %v, want %v", glob+end, name+end, got, want)
			}
		}
		braces := strings.Contains(glob, "{") // which may make a '**/' of parts
		if ok && !braces && !strings.Contains(glob, "**/") && doublestar.MatchUnvalidated(glob, name) && !g.match(name) {
			t.Errorf("%q does not match %q", glob, name)
		}
	})
}
