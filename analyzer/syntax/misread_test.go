package syntax

import (
	"slices"
	"strings"
	"testing"
)

// Valid code that the grammar does not understand: the regions are reported,
// and what stands around them is read.
func TestValidCodeReportedAsError(t *testing.T) {
	tests := []struct {
		name, src string
		errors    []string
		keeps     string // a later statement that is still read
	}{
		{"PEP 696 default of an alias", "type X[T = int] = list[T]\nf(aa)\n", []string{"T ="}, "f(aa)"},
		{"PEP 696 default of a function", "def g[T = int](x): pass\nf(aa)\n", []string{"T ="}, "f(aa)"},
		{"PEP 696 default of a class", "class C[T = int]: pass\nf(aa)\n", []string{"T ="}, "f(aa)"},
		{"t-string", "x = t\"a{b}\"\nf(aa)\n", []string{"t"}, "f(aa)"},
		{"except of three without parentheses", "try: pass\nexcept A, B, C: pass\nf(aa)\n", []string{"B,"}, "f(aa)"},
		{"except* of two without parentheses", "try: pass\nexcept* A, B: pass\nf(aa)\n", []string{"A,"}, "f(aa)"},
		{"except *(E)", "try: pass\nexcept *(E): pass\nf(aa)\n", []string{"*(E)"}, "f(aa)"},
		// These two run on into the statement on the next line, which then is
		// part of a statement in error and not a statement of its own.
		{"splat subscript", "x[*(expr)]\nb = 2\nf(aa)\n", []string{"(expr)]", ""}, "f(aa)"},
		{"splat with a trailing comma", "x = *[1],\nb = 2\nf(aa)\n", []string{"[1],"}, "f(aa)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree := parse(t, tt.src)
			if got := errorTexts(tree); !slices.Equal(got, tt.errors) {
				t.Errorf("errors are %q, want %q", got, tt.errors)
			}
			if n := at(t, tree, tt.keeps); tree.Kind(tree.First(tree.Statement(n))) != KindCall {
				t.Errorf("%s is not read as a call", tt.keeps)
			} else if tree.InError(n) {
				t.Errorf("%s lies in an error", tt.keeps)
			}
		})
	}
}

func TestStatementInErrorRunsOn(t *testing.T) {
	for _, src := range []string{"a = 1\nx = *[1],\nb = 2\nc = 3\n", "a = 1\ny = x[*(e)]\nb = 2\nc = 3\n"} {
		tree := parse(t, src)
		if b := at(t, tree, "b"); !tree.InError(tree.Statement(b)) {
			t.Errorf("%q: the statement of b is not in error", src)
		}
		for _, clean := range []string{"a = 1", "c = 3"} {
			if tree.InError(tree.Statement(at(t, tree, clean))) {
				t.Errorf("%q: %s is in error", src, clean)
			}
		}
	}
}

// Valid code that is read without an error, and how.
func TestValidCodeReadOddly(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{
			// As in Python 2, where B was the target; both names are children.
			"except of two without parentheses",
			"try: a\nexcept A, B: b\n",
			"module(try_statement(block(expression_statement(identifier)) except_clause(identifier identifier block(expression_statement(identifier)))))",
		},
		{
			"starred annotation of a star parameter",
			"def f(*a: *int): pass\n",
			"module(function_definition(identifier parameters(typed_parameter(list_splat_pattern(identifier) type(splat_type(identifier)))) block(pass_statement)))",
		},
		{
			// A dotted name, not an attribute.
			"dotted case pattern",
			"match x:\n  case a.b: y\n",
			"module(match_statement(identifier block(case_clause(case_pattern(dotted_name(identifier identifier)) block(expression_statement(identifier))))))",
		},
		{
			"dotted class pattern",
			"match x:\n  case a.B(c=1): y\n",
			"module(match_statement(identifier block(case_clause(case_pattern(class_pattern(dotted_name(identifier identifier) case_pattern(keyword_pattern(identifier integer)))) block(expression_statement(identifier))))))",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree := parseClean(t, tt.src)
			if got := outline(tree, Root); got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}

// The grammar takes these for type aliases; they are read again.
func TestAssignmentToAttributeOfType(t *testing.T) {
	const prefix = "module(expression_statement(assignment("
	tests := []struct{ src, want string }{
		{"type(x).attr = v", prefix + "attribute(call(identifier argument_list(identifier)) identifier) identifier)))"},
		{"type(x)[0] = v", prefix + "subscript(call(identifier argument_list(identifier)) integer) identifier)))"},
		{"type[k] = v", prefix + "subscript(identifier identifier) identifier)))"},
		{"type \\\n (x).a = v", prefix + "attribute(call(identifier argument_list(identifier)) identifier) identifier)))"},
		{"type(x).a: int = v", prefix + "attribute(call(identifier argument_list(identifier)) identifier) type(identifier) identifier)))"},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		if got := outline(tree, Root); got != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.src, got, tt.want)
		}
		if got := text(tree, at(t, tree, "type")); got != "type" || string(tree.Source()) != tt.src {
			t.Errorf("%q: the name reads %q", tt.src, got)
		}
	}
}

func TestRealTypeAliasesStay(t *testing.T) {
	src := "type X = int\ntype Y[T] = list[T]\ntype(x).attr = f(v)\ntype Z = (int)\n"
	tree := parseClean(t, src)
	var kinds []string
	for n := range tree.Children(Root) {
		kinds = append(kinds, kindName(tree.Kind(n)))
	}
	want := "type_alias_statement type_alias_statement expression_statement type_alias_statement"
	if got := strings.Join(kinds, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Invalid code: the regions, and what counts as lying in them.
func TestErrorRegions(t *testing.T) {
	tree := parse(t, "a = 1\nb = = 2\nf(cc)\n")
	if got := errorTexts(tree); !slices.Equal(got, []string{"="}) {
		t.Errorf("errors are %q", got)
	}
	if !tree.InError(at(t, tree, "b = = 2")) || tree.InError(at(t, tree, "a = 1")) || tree.InError(at(t, tree, "cc")) {
		t.Error("the wrong statements lie in the error")
	}
}

func TestMissingTokenIsAnError(t *testing.T) {
	tree := parse(t, "a = 1\nf(x\n")
	if len(tree.Errors()) != 1 {
		t.Fatalf("errors are %v", tree.Errors())
	}
	if r := tree.Errors()[0]; r.Start < 6 {
		t.Errorf("the region is %v", r)
	}
	if !tree.InError(at(t, tree, "f(x")) || tree.InError(at(t, tree, "a = 1")) {
		t.Error("the wrong statements lie in the error")
	}
}

// A file of nothing but errors still has a module for its root.
func TestRootIsAModule(t *testing.T) {
	tree := parse(t, ")\n")
	if tree.Kind(Root) != KindModule || len(tree.Errors()) != 1 {
		t.Errorf("root is %s, errors %v", kindName(tree.Kind(Root)), tree.Errors())
	}
}
