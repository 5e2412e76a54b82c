package syntax

import (
	"slices"
	"strings"
	"testing"
)

// TestReshaped says what becomes of valid code that the grammar does not know or
// puts together in another way than Python does.
func TestReshaped(t *testing.T) {
	for src, want := range map[string]string{
		"x[*(e)]":     "expression_statement(subscript(identifier list_splat(parenthesized_expression(identifier))))",
		"x = *[1],":   "expression_statement(assignment(identifier expression_list(list_splat(list(integer)))))",
		"*(a), b = c": "expression_statement(assignment(pattern_list(list_splat_pattern(tuple_pattern(identifier)) identifier) identifier))",
		"[*f(a).b]":   "expression_statement(list(list_splat(attribute(call(identifier argument_list(identifier)) identifier))))",
		"a, *b[0]":    "expression_statement(identifier list_splat(subscript(identifier integer)))",
		"a, *b + c":   "expression_statement(identifier list_splat(binary_operator(identifier op identifier)))",
		"a, *(b) + c": "expression_statement(identifier list_splat(binary_operator(parenthesized_expression(identifier) op identifier)))",
		"*await a":    "expression_statement(list_splat(await(identifier)))",
		"with a if b else c as d: e": "with_statement(with_clause(with_item(as_pattern(" +
			"conditional_expression(identifier identifier identifier) as_pattern_target(identifier)))) block(expression_statement(identifier)))",
		"try: a\nexcept A, B: b": "try_statement(block(expression_statement(identifier)) " +
			"except_clause(expression_list(identifier identifier) block(expression_statement(identifier))))",
		"try: a\nexcept A, B, C: b": "try_statement(block(expression_statement(identifier)) " +
			"except_clause(expression_list(expression_list(identifier identifier) identifier) block(expression_statement(identifier))))",
		"try: a\nexcept *A as b: b": "try_statement(block(expression_statement(identifier)) " +
			"except_group_clause(as_pattern(identifier as_pattern_target(identifier)) block(expression_statement(identifier))))",
		"match x:\n  case a: y": "match_statement(identifier block(case_clause(case_pattern(dotted_name(identifier)) " +
			"block(expression_statement(identifier)))))",
		"match x:\n  case a.b: y": "match_statement(identifier block(case_clause(case_pattern(attribute(identifier identifier)) " +
			"block(expression_statement(identifier)))))",
		"match x:\n  case a.b.C(): y": "match_statement(identifier block(case_clause(case_pattern(class_pattern(" +
			"attribute(attribute(identifier identifier) identifier))) block(expression_statement(identifier)))))",
		"type X[T = int] = T": "type_alias_statement(type(generic_type(identifier type_parameter(type(identifier) type(identifier)))) type(identifier))",
		"f'{x:=10}'":          "expression_statement(string(string_start interpolation(identifier format_specifier) string_end))",
		"y: A[b][c]":          "expression_statement(assignment(identifier type(subscript(subscript(identifier identifier) identifier))))",
		"y: A[b]":             "expression_statement(assignment(identifier type(generic_type(identifier type_parameter(type(identifier))))))",
		"y: A[b] | C[d][e]": "expression_statement(assignment(identifier type(union_type(" +
			"type(generic_type(identifier type_parameter(type(identifier)))) type(subscript(subscript(identifier identifier) identifier))))))",
		"y: A[::2, ::3]":           "expression_statement(assignment(identifier type(subscript(identifier slice(integer) slice(integer)))))",
		"from __future__ import *": "import_from_statement(dotted_name(identifier) wildcard_import)",
		"def f(*a: *int): pass": "function_definition(identifier parameters(typed_parameter(" +
			"list_splat_pattern(identifier) type(splat_type(identifier)))) block(pass_statement))",
	} {
		tree := parseClean(t, src+"\n")
		if got := outline(tree, Root); got != "module("+want+")" {
			t.Errorf("%q\n got %s\nwant module(%s)", src, got, want)
		}
		if err := checkInvariants(tree); err != nil {
			t.Errorf("%q: %v", src, err)
		}
	}
}

// TestSpansOfStars says where nodes begin and end that the parser saw in other
// words.
func TestSpansOfStars(t *testing.T) {
	tree := parseClean(t, "a, *  (b).c, *d.e(f)\nif g:\n    *  (h, i), j = k\n")
	for _, want := range []string{
		"*  (b).c", "(b).c", "(b)", "*d.e(f)", "d.e(f)", "d.e", "*  (h, i)", "(h, i)", "*  (h, i), j", "*  (h, i), j = k",
	} {
		if n := at(t, tree, want); text(tree, n) != want {
			t.Errorf("%q reads %q", want, text(tree, n))
		}
	}
}

// TestMendedBesideErrors reads what is valid in a file where something is not.
func TestMendedBesideErrors(t *testing.T) {
	tree := parse(t, "a = 1\nb = = 2\nreturn c, *(d)\n")
	if got := errorTexts(tree); !slices.Equal(got, []string{"="}) {
		t.Errorf("errors are %q", got)
	}
	if n := at(t, tree, "*(d)"); tree.Kind(n) != KindListSplat {
		t.Errorf("the star is of kind %d", tree.Kind(n))
	}
}

// TestLinesStayBesideErrors joins no lines where a bracket is not closed.
func TestLinesStayBesideErrors(t *testing.T) {
	for _, src := range []string{"f(x\na = 1\nb(c)\n", "f(x\na = 1\nb(c)\n)\n", "x = [1, = 2\nb(c)\nd = 3]\nb(c)\n"} {
		tree := parse(t, src)
		if n := at(t, tree, "b(c)"); len(tree.Errors()) == 0 || tree.Kind(n) != KindCall {
			t.Errorf("%q: b(c) is of kind %d", src, tree.Kind(n))
		}
	}
}

// TestProductsStay leaves alone what only looks like a form that is rewritten.
func TestProductsStay(t *testing.T) {
	for _, src := range []string{"a *(b)", "f() *(b)", "a[0] *[b]", "2 *(b)", "2.*(b)", "2.*[b]", "1.5e3*(b)", ".5*(b)", "1j*-b", "'a' *(b)", "a.print *(b)", "print(a) *(b)"} {
		tree := parse(t, "x = *(y)\nz = "+src+"\n")
		if len(tree.Errors()) > 0 || tree.Kind(at(t, tree, src)) != KindBinaryOperator {
			t.Errorf("%q is no product", src)
		}
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
