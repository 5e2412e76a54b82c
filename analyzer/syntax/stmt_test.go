package syntax

import (
	"strings"
	"testing"
)

func TestConditional(t *testing.T) {
	tree := parseClean(t, "x = (a # one\n if b else # two\n c)")
	body, cond, orelse := tree.Conditional(find(t, tree, KindConditional))
	if got := texts(tree, []Node{body, cond, orelse}); got != "a | b | c" {
		t.Errorf("parts are %s", got)
	}
	if body, _, _ := tree.Conditional(Root); body != None {
		t.Error("a module is a conditional")
	}
}

func TestCondition(t *testing.T) {
	tests := []struct {
		src, want string
		kind      Kind
	}{
		{"if a: b\nelse: c", "a", KindIf},
		{"if a: b\nelif c: d", "c", KindElif},
		{"while a > 1: b", "a > 1", KindWhile},
		{"(a # one\n if b # two\n else c)", "b", KindConditional},
		{"assert a, b", "a", KindAssert},
		{"[a for b in c if d if e]", "d", KindIfClause},
		{"for a in b: c", "-", KindFor},
		{"if a: b\nelse: c", "-", KindElse},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		if got := text(tree, tree.Condition(find(t, tree, tt.kind))); got != tt.want {
			t.Errorf("%q: the condition is %s, want %s", tt.src, got, tt.want)
		}
	}
}

func TestBranches(t *testing.T) {
	tree := parseClean(t, "if a:\n  x\n# note\nelif b: y; z\nelse:\n  if c: w\n")
	var all []string
	for _, b := range tree.Branches(tree.First(Root)) {
		all = append(all, text(tree, b.Cond)+": "+text(tree, b.Body))
	}
	if got := strings.Join(all, " | "); got != "a: x | b: y; z | -: if c: w" {
		t.Errorf("arms are %s", got)
	}
}

func TestComparison(t *testing.T) {
	tests := []struct{ src, operands, ops string }{
		{"a < b == c", "a | b | c", "< =="},
		{"a not  in b", "a | b", "not in"},
		{"a is\\\n not b", "a | b", "is not"},
		{"(a is # why\n not b)", "a | b", "is not"},
		{"a is b in c", "a | b | c", "is in"},
		{"x.type == 'cuda' != y", "x.type | 'cuda' | y", "== !="},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		operands, ops := tree.Comparison(find(t, tree, KindComparison))
		if texts(tree, operands) != tt.operands || strings.Join(ops, " ") != tt.ops {
			t.Errorf("%q: %s, %q", tt.src, texts(tree, operands), ops)
		}
	}
}

func TestOperator(t *testing.T) {
	tests := []struct {
		src, want string
		kind      Kind
	}{
		{"a and b", "and", KindBooleanOperator},
		{"a or b", "or", KindBooleanOperator},
		{"a // b", "//", KindBinaryOperator},
		{"a @ b", "@", KindBinaryOperator},
		{"-a", "-", KindUnaryOperator},
		{"not a", "not", KindNotOperator},
		{"a **= b", "**=", KindAugmentedAssignment},
		{"a", "", KindIdentifier},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		if got := tree.Operator(find(t, tree, tt.kind)); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.src, got, tt.want)
		}
	}
}

func TestWithItems(t *testing.T) {
	tests := []struct{ src, want string }{
		{"with a: pass", "a as -"},
		{"with a.b() as c, d: pass", "a.b() as c; d as -"},
		{"with (a as b, c as (d, e),): pass", "a as b; c as (d, e)"},
		{"with (a): pass", "a as -"},
		{"with (a, b) as c: pass", "(a, b) as c"},
		{"async with a as b.c: pass", "a as b.c"},
		{"with a as b[0]: pass", "a as b[0]"},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		var all []string
		for _, i := range tree.WithItems(tree.First(Root)) {
			all = append(all, text(tree, i.Value)+" as "+text(tree, i.Target))
		}
		if got := strings.Join(all, "; "); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.src, got, tt.want)
		}
	}
}

func TestStatementAndSuite(t *testing.T) {
	tests := []struct{ src, node, statement, suite string }{
		{"if x: f(yy); z", "yy", "f(yy)", "f(yy); z"},
		{"a; f(yy)", "yy", "f(yy)", "a; f(yy)"},
		{"if xx: y", "xx", "if xx: y", "if xx: y"},
		{"def f(a=dd): pass", "dd", "def f(a=dd): pass", "def f(a=dd): pass"},
		{"@dd\ndef f(): pass", "dd", "@dd\ndef f(): pass", "@dd\ndef f(): pass"},
		{"match x:\n  case yy: z", "yy", "match x:\n  case yy: z", "match x:\n  case yy: z"},
		{"match x:\n  case y: zz", "zz", "zz", "zz"},
		{"try: a\nexcept EE: b", "EE", "try: a\nexcept EE: b", "try: a\nexcept EE: b"},
		{"x = lambda: yy", "yy", "x = lambda: yy", "x = lambda: yy"},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		n := at(t, tree, tt.node)
		if got := text(tree, tree.Statement(n)); got != tt.statement {
			t.Errorf("%q: statement %q, want %q", tt.src, got, tt.statement)
		}
		if got := text(tree, tree.Suite(n)); got != tt.suite {
			t.Errorf("%q: suite %q, want %q", tt.src, got, tt.suite)
		}
	}
	tree := parseClean(t, "x")
	if tree.Statement(Root) != None || tree.Suite(Root) != None || tree.Suite(tree.First(Root)) != Root {
		t.Error("the module is a statement")
	}
}

func TestUnparen(t *testing.T) {
	tree := parseClean(t, "(( # one\n a))")
	if got := text(tree, tree.Unparen(tree.First(tree.First(Root)))); got != "a" {
		t.Errorf("got %q", got)
	}
}

func TestEnclosing(t *testing.T) {
	tree := parseClean(t, "class C:\n  x = 1\n  def f(self):\n    return lambda: yy\nzz\n")
	y, x, z := at(t, tree, "yy"), at(t, tree, "x"), at(t, tree, "zz")
	lambda := tree.EnclosingFunction(y)
	f := tree.EnclosingFunction(lambda)
	if tree.Kind(lambda) != KindLambda || text(tree, tree.FuncName(f)) != "f" || tree.EnclosingFunction(f) != None {
		t.Errorf("functions around yy are %q and %q", text(tree, lambda), text(tree, f))
	}
	if c := tree.EnclosingClass(y); c == None || c != tree.EnclosingClass(x) || tree.EnclosingClass(z) != None {
		t.Error("classes are wrong")
	}
	if tree.EnclosingFunction(x) != None {
		t.Error("a class attribute lies in a function")
	}
}

func TestAt(t *testing.T) {
	tree := parseClean(t, "\nf(aa, b)\n\n")
	for offset, want := range map[int]string{1: "f", 2: "(aa, b)", 3: "aa", 4: "aa", 5: "(aa, b)", 7: "b", 8: "(aa, b)"} {
		if got := text(tree, tree.At(offset)); got != want {
			t.Errorf("at %d is %q, want %q", offset, got, want)
		}
	}
	if tree.At(0) != Root || tree.At(10) != Root || tree.At(-1) != None || tree.At(11) != None {
		t.Error("the ends of the text are wrong")
	}
}
