package edit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// args are the arguments of the first call whose text contains one of the
// wanted letters.
func (b *Builder) args(t testing.TB, wanted string) (call syntax.Node, args []syntax.Node) {
	t.Helper()
	call = b.first(t, syntax.KindCall)
	for a := range b.Tree.Args(call) {
		if strings.ContainsAny(b.Tree.Text(a.Node), wanted) {
			args = append(args, a.Node)
		}
	}
	return call, args
}

func TestDeleteArguments(t *testing.T) {
	for _, tc := range []struct{ name, src, args, want string }{
		{"only", "f(a)", "a", "f()"},
		{"only with comma", "f(a,)", "a", "f()"},
		{"only on its line", "f(\n    a,\n)", "a", "f()"},
		{"only with a comment", "f(\n    a,  # why\n)", "a", "f(\n    # why\n)"},
		{"only below a comment", "f(\n    # why\n    a\n)", "a", "f(\n    # why\n)"},
		{"generator", "f(a for a in y)", "a", "f()"},
		{"first", "f(a, b)", "a", "f(b)"},
		{"middle", "f(a, b, c)", "b", "f(a, c)"},
		{"last", "f(a, b)", "b", "f(a)"},
		{"last with comma", "f(a, b,)", "b", "f(a,)"},
		{"tight", "f(a,b,c)", "b", "f(a,c)"},
		{"odd spaces", "f( a , b , c )", "b", "f( a , c )"},
		{"keyword and splats", "f(*a, b=1, **c)", "b", "f(*a, **c)"},
		{"comma in its text", "f(a, [b, 'b,'], c)", "b", "f(a, c)"},
		{"parentheses", "f((a), (b), (c))", "b", "f((a), (c))"},
		{"first, aligned lines", "f(a,\n  b)", "a", "f(b)"},
		{"middle, aligned lines", "f(a,\n  b,\n  c)", "b", "f(a,\n  c)"},
		{"last, aligned lines", "f(a,\n  b)", "b", "f(a)"},
		{"end of a line", "f(a, b,\n  c)", "b", "f(a,\n  c)"},
		{"start of a line", "f(a,\n  b, c)", "b", "f(a,\n  c)"},
		{"line of its own", "f(\n    a,\n    b,\n    c,\n)", "b", "f(\n    a,\n    c,\n)"},
		{"last line", "f(\n    a,\n    b,\n)", "b", "f(\n    a,\n)"},
		{"last line without comma", "f(\n    a,\n    b\n)", "b", "f(\n    a\n)"},
		{"comment behind it", "f(\n    a,\n    b,  # why\n    c,\n)", "b", "f(\n    a,\n    # why\n    c,\n)"},
		{"comment behind the last without comma", "f(\n    a,\n    b  # why\n)", "b", "f(\n    a,\n    # why\n)"},
		{"comment behind the one before", "f(\n    a,  # a\n    b\n)", "b", "f(\n    a,  # a\n)"},
		{"comment above", "f(\n    a,\n    # why\n    b,\n    c,\n)", "b", "f(\n    a,\n    # why\n    c,\n)"},
		{"comment before the comma", "f(\n    a\n    # x, y\n    , b)", "a", "f(\n    # x, y\n     b)"},
		{"comment on the same line", "f(a, b, # why\n  c)", "b", "f(a, # why\n  c)"},
		{"comment behind the first", "f(a, # why\n  b)", "a", "f(# why\n  b)"},
		{"CRLF", "f(\r\n    a,\r\n    b,\r\n)\r\n", "b", "f(\r\n    a,\r\n)\r\n"},
		{"CRLF at the end of a line", "f(a, b,\r\n  c)", "b", "f(a,\r\n  c)"},
		{"several", "f(a, b, c, d)", "bc", "f(a, d)"},
		{"several at the end", "f(a, b, c, d)", "acd", "f(b)"},
		{"all", "f(a, *b, c=1)", "abc", "f()"},
		{"several with a comment between", "f(\n    a,\n    b,  # why\n    c,\n    d,\n)", "bc", "f(\n    a,\n    # why\n    d,\n)"},
		{"comment inside it", "f(a, g(  # why\n  b), c)", "b", "f(a, c)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBuilder(t, tc.src)
			call, args := b.args(t, tc.args)
			edits, ok := b.DeleteArguments(call, args...)
			if !ok {
				t.Fatal("not ok")
			}
			if got := b.apply(t, edits...); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

func TestDeleteArgumentByValue(t *testing.T) {
	b := newBuilder(t, "f(1, x=g(2))")
	call := b.first(t, syntax.KindCall)
	edits, ok := b.DeleteArguments(call, b.Tree.Keyword(call, "x"))
	if got := b.apply(t, edits...); !ok || got != "f(1)" {
		t.Errorf("got %q, %v", got, ok)
	}
	if _, ok := b.DeleteArguments(call, b.Tree.Callee(call)); ok {
		t.Error("the callee is no argument")
	}
}

func TestAppendArgument(t *testing.T) {
	for _, tc := range []struct{ name, src, want string }{
		{"none", "f()", "f(x=1)"},
		{"none, on two lines", "f(\n)", "f(x=1)"},
		{"only a comment", "f(  # why\n)", "f(  # why\nx=1)"},
		{"some", "f(a, b)", "f(a, b, x=1)"},
		{"trailing comma", "f(a,)", "f(a, x=1,)"},
		{"generator", "f(a for a in b)", "f((a for a in b), x=1)"},
		{"lines", "f(\n    a,\n    b,\n)", "f(\n    a,\n    b,\n    x=1,\n)"},
		{"lines without comma", "f(\n    a,\n    b\n)", "f(\n    a,\n    b,\n    x=1\n)"},
		{"comment", "f(\n    a,  # why\n)", "f(\n    a,  # why\n    x=1,\n)"},
		{"comment without comma", "f(\n    a  # why\n)", "f(\n    a,  # why\n    x=1\n)"},
		{"aligned lines", "f(a,\n  b)", "f(a,\n  b, x=1)"},
		{"CRLF and tabs", "f(\r\n\ta,\r\n)", "f(\r\n\ta,\r\n\tx=1,\r\n)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBuilder(t, tc.src)
			if got := b.apply(t, b.AppendArgument(b.first(t, syntax.KindCall), "x=1")); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

// FuzzDeleteArgument lays a call out in many ways and checks that the deleted
// arguments, and they alone, are gone from what is parsed, and that every
// comment is still there.
func FuzzDeleteArgument(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0}, uint8(3), uint8(1))
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8}, uint8(4), uint8(6))
	f.Add([]byte{3, 3, 3, 3, 3, 3, 3, 3}, uint8(3), uint8(4))
	f.Add([]byte{5, 0, 5, 0, 2, 7, 1, 1, 6}, uint8(5), uint8(21))
	f.Fuzz(func(t *testing.T, layout []byte, count, doomed uint8) {
		gaps := []string{"", " ", "\n", "\n    ", "  # c, (\n", "\n# c\n  ", "\t", " \\\n "}
		next := func() string {
			if len(layout) == 0 {
				return ""
			}
			gap := gaps[int(layout[0])%len(gaps)]
			layout = layout[1:]
			return gap
		}
		src := "f(" + next()
		var want, gone []string
		for i := range int(count % 7) {
			arg := fmt.Sprintf("k%d=g(%d, '#,')", i, i)
			src += arg + next()
			if last := i == int(count%7)-1; !last || count > 127 {
				src += "," + next()
			}
			if doomed>>i&1 == 0 {
				want = append(want, arg)
			} else {
				gone = append(gone, arg)
			}
		}
		b := newBuilder(t, src+")\n")
		if len(gone) == 0 || len(b.Tree.Errors()) > 0 {
			return
		}
		call := b.first(t, syntax.KindCall)
		var nodes []syntax.Node
		for a := range b.Tree.Args(call) {
			if slices.Contains(gone, b.Tree.Text(a.Node)) {
				nodes = append(nodes, a.Node)
			}
		}
		edits, ok := b.DeleteArguments(call, nodes...)
		if !ok {
			t.Fatal("not ok")
		}
		result := newBuilder(t, b.apply(t, edits...))
		var got []string
		for a := range result.Tree.Args(result.first(t, syntax.KindCall)) {
			got = append(got, result.Tree.Text(a.Node))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q became %q", src, result.Tree.Source())
		}
		if c := strings.Count(string(result.Tree.Source()), "# c"); c != strings.Count(src, "# c") {
			t.Errorf("%q lost a comment: %q", src, result.Tree.Source())
		}
	})
}
