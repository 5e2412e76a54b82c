package syntax

import "testing"

// TestParentheses says which kind of node holds xx: the one around its
// parentheses where they change nothing, and the parentheses where they do.
func TestParentheses(t *testing.T) {
	for src, want := range map[string]Kind{
		"f((xx))":                  KindArgumentList,
		"f(((xx)))":                KindArgumentList,
		"f(a=(xx))":                KindKeywordArgument,
		"f(( # why\n xx))":         KindArgumentList,
		"a = (xx)":                 KindAssignment,
		"if (xx): pass":            KindIf,
		"if a: pass\nelif (xx): p": KindElif,
		"while (xx): pass":         KindWhile,
		"def f(): return (xx)":     KindReturn,
		"def f(a=(xx)): pass":      KindDefaultParameter,
		"{a: (xx)}":                KindPair,
		"a[(xx)]":                  KindSubscript,
		"assert (xx)":              KindAssert,
		"(xx)":                     KindExpressionStatement,
		"with (xx): pass":          KindWithItem,
		"(xx)[a]":                  KindParenthesized,
		"(xx).a":                   KindParenthesized,
		"(xx)()":                   KindParenthesized,
		"(xx) * a":                 KindParenthesized,
		"not (xx)":                 KindParenthesized,
		"(xx) if a else b":         KindParenthesized,
		"f(*(xx))":                 KindParenthesized,
	} {
		tree := parseClean(t, src)
		var n Node
		for n = range tree.All(Root) {
			if text(tree, n) == "xx" && tree.Kind(n) == KindIdentifier {
				break
			}
		}
		if got := tree.Kind(tree.Parent(n)); got != want {
			t.Errorf("%q: held by kind %d, want %d", src, got, want)
		}
	}
}

// The parentheses are gone for whoever asks for children, fields and values,
// and still there for whoever takes out a whole argument.
func TestParenthesesAreNoChildren(t *testing.T) {
	tree := parseClean(t, "f((a), k=((b)), *(c))\nx = (d)\n")
	call := find(t, tree, KindCall)
	var got string
	for arg := range tree.Args(call) {
		got += text(tree, arg.Node) + " is " + text(tree, arg.Value) + "; "
	}
	if want := "(a) is a; k=((b)) is b; *(c) is c; "; got != want {
		t.Errorf("arguments: %s, want %s", got, want)
	}
	if got := text(tree, tree.Child(find(t, tree, KindAssignment), FieldRight)); got != "d" {
		t.Errorf("the value is %s, want d", got)
	}
	for n := range tree.Children(tree.Child(call, FieldArguments)) {
		if tree.Kind(n) == KindParenthesized {
			t.Errorf("%s is a child", text(tree, n))
		}
	}
}
