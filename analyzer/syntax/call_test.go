package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// argsText writes arguments as name=value, with the stars of a splat.
func argsText(tree *Tree, args func(func(Arg) bool)) string {
	var all []string
	for a := range args {
		s := strings.Repeat("*", a.Splat) + text(tree, a.Value)
		if a.Name != None {
			s = text(tree, a.Name) + "=" + s
		}
		all = append(all, s)
	}
	return strings.Join(all, " | ")
}

func TestArgs(t *testing.T) {
	tests := []struct{ src, callee, want string }{
		{"f()", "f", ""},
		{"a.b(1, 'x', k=2)", "a.b", "1 | 'x' | k=2"},
		{"f(*a, b, c=1, **d)", "f", "*a | b | c=1 | **d"},
		{"f(*a or b, **c or d)", "f", "*a or b | **c or d"},
		{"f(x for x in y)", "f", "(x for x in y)"},
		{"f((x for x in y), 1)", "f", "(x for x in y) | 1"},
		{"f(a := 1)", "f", "a := 1"},
		{"f( # one\n a, # two\n *b # three\n)", "f", "a | *b"},
		{"f(a)(b)", "f(a)", "b"},
		{"f(print=1, match=2)", "f", "print=1 | match=2"},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		call := find(t, tree, KindCall)
		if got := text(tree, tree.Callee(call)); got != tt.callee {
			t.Errorf("%q calls %q, want %q", tt.src, got, tt.callee)
		}
		if got := argsText(tree, tree.Args(call)); got != tt.want {
			t.Errorf("%q has arguments %q, want %q", tt.src, got, tt.want)
		}
	}
}

func TestArgsStopsWhenToldTo(t *testing.T) {
	tree := parseClean(t, "f(a, b)")
	count := 0
	for range tree.Args(find(t, tree, KindCall)) {
		count++
		break
	}
	if count != 1 {
		t.Errorf("%d arguments before the break", count)
	}
}

func TestArg(t *testing.T) {
	tests := []struct {
		src  string
		pos  int
		name string
		want string
	}{
		{"f(a, b, k=c)", 0, "", "a"},
		{"f(a, b, k=c)", 1, "k", "b"},
		{"f(a, k=c)", 1, "k", "c"},
		{"f(a, k=c)", 1, "", "-"},
		{"f(a, b)", -1, "k", "-"},
		{"f(a, kk=c)", -1, "k", "-"},
		{"f(a, *b, c)", 0, "", "a"},
		{"f(a, *b, c)", 1, "", "-"},
		{"f(a, *b, c)", 2, "", "-"},
		{"f(*b, k=c)", 0, "k", "c"},
		{"f(k=c, *b)", -1, "k", "c"},
		{"f(**d, k=c)", 0, "k", "c"},
		{"f(**d)", 0, "k", "-"},
		{"f(x for x in y)", 0, "k", "(x for x in y)"},
		{"f()", 0, "k", "-"},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		if got := text(tree, tree.Arg(find(t, tree, KindCall), tt.pos, tt.name)); got != tt.want {
			t.Errorf("%q: argument %d %q is %q, want %q", tt.src, tt.pos, tt.name, got, tt.want)
		}
	}
}

func TestKeyword(t *testing.T) {
	tree := parseClean(t, "f(a, k=c)")
	if got := text(tree, tree.Keyword(find(t, tree, KindCall), "k")); got != "c" {
		t.Errorf("k is %q", got)
	}
}

func TestArgCount(t *testing.T) {
	tests := []struct{ src, want string }{
		{"f()", "0 0 false"},
		{"f(a, b, k=1)", "2 1 false"},
		{"f(a, *b, k=1)", "1 1 true"},
		{"f(**b)", "0 0 true"},
		{"f(x for x in y)", "1 0 false"},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		p, k, s := tree.ArgCount(find(t, tree, KindCall))
		if got := fmt.Sprint(p, k, s); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.src, got, tt.want)
		}
	}
}

func TestAttribute(t *testing.T) {
	tree := parseClean(t, "a . b \\\n . c")
	attr := find(t, tree, KindAttribute)
	if got := text(tree, tree.AttrName(attr)); got != "c" {
		t.Errorf("name is %q", got)
	}
	if got := text(tree, tree.Object(attr)); got != "a . b" {
		t.Errorf("object is %q", got)
	}
}

// Accessors are asked about nodes of any kind, and about None.
func TestAccessorsTakeAnyNode(t *testing.T) {
	for _, src := range snippets() {
		tree := parse(t, src)
		for n := None; n < Node(tree.Len()); n++ {
			visit(tree, n)
		}
	}
}

// visit calls every accessor for n.
func visit(tree *Tree, n Node) {
	_ = argsText(tree, tree.Args(n)) + argsText(tree, tree.Bases(n))
	tree.Arg(n, 0, "x")
	tree.Keyword(n, "x")
	tree.ArgCount(n)
	tree.Callee(n)
	tree.Object(n)
	tree.AttrName(n)
	tree.StringValue(n)
	tree.String(n)
	tree.FormatParts(n)
	tree.IsDocstring(n)
	tree.Imports(n)
	tree.Params(n)
	tree.FuncName(n)
	tree.Body(n)
	tree.ReturnType(n)
	tree.Decorators(n)
	tree.Outer(n)
	tree.IsAsync(n)
	tree.Conditional(n)
	tree.Branches(n)
	tree.Comparison(n)
	tree.Operator(n)
	tree.WithItems(n)
	tree.Statement(n)
	tree.Suite(n)
	tree.Unparen(n)
	tree.EnclosingFunction(n)
	tree.EnclosingClass(n)
	tree.At(int(n))
	tree.InError(n)
}
