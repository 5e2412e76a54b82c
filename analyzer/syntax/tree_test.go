package syntax

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// snippets are the texts that the tests of the whole tree share.
func snippets() []string {
	all := []string{
		"", "\n", "# only a comment", "\ufeffx = 1\n", "x = 1\r\ny = 2\r\n", "\fx = 1\n", "\tx\n",
		"f(", "f(x\n", "x = = 3\n", "def f(:\n  pass\n", "class\n", "'abc", "f'{", "f'{a'", "\"\"\"", ")))", "x not $ in y\n", "import .. $ a\n",
		"from .. import a as b, c\nfrom . $ import (d)\n",
		"*[def f():\n    retux\"\nrn *[go(]aa)], *{bb}, *{cc: 1}, *\"text\", *b\"x\"\n",
		"x[*(expr)]\n", "x = *[1],\n", "type(x).attr = v\n", "type X[T = int] = list[T]\n",
		"match x:\n    case {'a': b.c, **rest} if y: pass\n    case [1, *_] | C(x=1): pass\n    case -1+2j: pass\n",
		"async def f[T: int, *A, **P](a, /, b: int = 1, *c: *T, d, **e) -> int:\n    await g(*a, **b)\n    async with a as b, (c): pass\n",
		"with (a as b, c as (d, e),): pass\n", "try: pass\nexcept* (A, B) as e: raise X from e\nelse: pass\nfinally: pass\n",
		"x = f\"a{b!r:>{w}}\\n{{c}}\" 'd' rb'e' f'{x=}{f\"{y}\"}'\n",
		"print >>f, 'x'\nexec 'x' in y\n", "lambda *a, b=1, **c: (yield)\n",
		"x: int = y = (z := 3)\nx @= 1\ndel a, b[1:2:3], c\nglobal g\nnonlocal h\nassert a, b\n",
		"{**a, 'b': c, **{d: e for d, e in f if g}}\n{*a, b}\n[x async for x in y if z]\n",
		"@a.b\n@c(1)\nclass D(E, metaclass=F):\n    '''doc'''\n    x = ...\n",
		"a < b not  in c is\\\n not d <> e\n", "x = 1 if y else 2\nif a: b; c\nelif d: pass\nelse: pass\n",
		"for x, *y in z: break\nelse: continue\nwhile not x or ~y and -z: return\n",
	}
	for _, f := range mlFiles()[:5] {
		all = append(all, string(f), string(f[:len(f)/2]))
	}
	return all
}

func TestTreeInvariants(t *testing.T) {
	for _, src := range snippets() {
		tree := parse(t, src)
		if err := checkInvariants(tree); err != nil {
			t.Errorf("%.60q: %v", src, err)
		}
	}
}

// checkInvariants says what is wrong with the links and spans of a tree.
func checkInvariants(tree *Tree) error {
	n := Node(tree.Len())
	switch {
	case n < 2:
		return fmt.Errorf("%d nodes", n)
	case tree.Kind(Root) != KindModule, tree.Start(Root) != 0, tree.Stop(Root) != len(tree.Source()), tree.End(Root) != n:
		return fmt.Errorf("root is %d, %v, to node %d of %d", tree.Kind(Root), tree.Span(Root), tree.End(Root), n)
	case tree.First(None) != None, tree.Next(None) != None, tree.Parent(None) != None, tree.End(None) != None:
		return fmt.Errorf("the absent node has relatives")
	}
	for i := Root; i < n; i++ {
		if err := checkChildren(tree, i); err != nil {
			return err
		}
	}
	last := -1
	for _, r := range tree.Errors() {
		if r.Start <= last || r.End < r.Start || r.End > len(tree.Source()) {
			return fmt.Errorf("error regions %v", tree.Errors())
		}
		last = r.End
	}
	return nil
}

// checkChildren says what is wrong between a node and its children: they
// must tile the subtree, be ordered and lie within the node.
func checkChildren(tree *Tree, n Node) error {
	expect, offset := n+1, tree.Start(n)
	for c := range tree.Parts(n) {
		if c != expect || tree.Parent(c) != n && !looksThrough(tree, c, n) || tree.End(c) <= c || tree.End(c) > tree.End(n) {
			return fmt.Errorf("node %d is child of %d, expected %d; ends at %d", c, n, expect, tree.End(c))
		}
		if tree.Start(c) < offset || tree.Stop(c) < tree.Start(c) || tree.Stop(c) > tree.Stop(n) {
			return fmt.Errorf("node %d at %v lies in %d at %v behind %d", c, tree.Span(c), n, tree.Span(n), offset)
		}
		expect, offset = tree.End(c), tree.Stop(c)
	}
	if expect != tree.End(n) {
		return fmt.Errorf("children of %d end at %d, subtree at %d", n, expect, tree.End(n))
	}
	return nil
}

// looksThrough says whether n is the parenthesis around c and what holds it is
// the parent of c in its place.
func looksThrough(tree *Tree, c, n Node) bool {
	return tree.Kind(n) == KindParenthesized && tree.Parent(c) == tree.Parent(n) && tree.Field(c) == tree.Field(n) &&
		slices.Contains(slices.Collect(tree.Children(tree.Parent(n))), tree.Unparen(n))
}

// The walk over the library's own structs must see what its cursor sees.
func TestDirectWalkSeesWhatTheCursorSees(t *testing.T) {
	for _, src := range snippets() {
		compareWalks(t, []byte(src))
	}
}

// compareWalks holds the two ways to lay out a tree against each other.
func compareWalks(t *testing.T, src []byte) {
	t.Helper()
	p, err := newParser()
	if err != nil {
		t.Fatal(err)
	}
	defer freeParser(p.c)
	direct, err := p.layOut(src, flatten)
	if err != nil {
		t.Fatal(err)
	}
	cursor, err := p.layOut(src, flattenByCursor)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(direct, cursor) {
		t.Errorf("%.60q: the trees differ: %s and %s", src, outline(direct, Root), outline(cursor, Root))
	}
}

// layOut is the tree of a text, laid out in one of the two ways.
func (p *parser) layOut(src []byte, how int) (*Tree, error) {
	if err := p.parse(context.Background(), src, how); err != nil {
		return nil, err
	}
	return p.tree(src), nil
}

func TestTreeShape(t *testing.T) {
	tests := []struct{ src, want string }{
		{"", "module"},
		{"x = 1 # c\n", "module(expression_statement(assignment(identifier integer)) comment)"},
		{"a \\\n + b\n", "module(expression_statement(binary_operator(identifier op identifier)))"},
		{"[x for f in (lambda: 1)]", "module(expression_statement(list_comprehension(identifier for_in_clause(identifier parenthesized_expression(lambda(integer))))))"},
		{"[x for f in lambda: 1, 2]", "module(expression_statement(list_comprehension(identifier for_in_clause(identifier lambda(integer) integer))))"},
		{"a not in b", "module(expression_statement(comparison_operator(identifier op identifier)))"},
		{"match x:\n  case 1: y\n", "module(match_statement(identifier block(case_clause(case_pattern(integer) block(expression_statement(identifier))))))"},
		{"(y := 1)", "module(expression_statement(parenthesized_expression(named_expression(identifier integer))))"},
		{"def f[T: int](x): ...", "module(function_definition(identifier type_parameter(type(constrained_type(type(identifier) type(identifier)))) parameters(identifier) block(expression_statement(ellipsis))))"},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		if got := outline(tree, Root); got != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

func TestChildrenLeaveCommentsOut(t *testing.T) {
	tree := parseClean(t, "f(a, # one\n  b)\n")
	list := find(t, tree, KindArgumentList)
	var got []Node
	for n := range tree.Children(list) {
		got = append(got, n)
	}
	if texts(tree, got) != "a | b" {
		t.Errorf("children are %s", texts(tree, got))
	}
	if next := tree.Next(got[0]); next != got[1] {
		t.Errorf("the sibling of a is %q", text(tree, next))
	}
	if parts := slices.Collect(tree.Parts(list)); len(parts) != 3 || tree.Kind(parts[1]) != KindComment {
		t.Errorf("the parts are %s", texts(tree, parts))
	}
	if empty := parseClean(t, "[  # none\n]\n"); empty.First(find(t, empty, KindList)) != None {
		t.Error("a comment is an element")
	}
}

// OfKind finds what a walk through the whole tree finds, in its order.
func TestOfKind(t *testing.T) {
	tree := parseClean(t, "if a:\n    f(x if y else z)\nwhile b: g()\n")
	kinds := []Kind{KindIf, KindConditional, KindCall, KindWhile}
	var want []Node
	for n := range tree.All(Root) {
		if slices.Contains(kinds, tree.Kind(n)) {
			want = append(want, n)
		}
	}
	if got := slices.Collect(tree.OfKind(kinds...)); len(want) != 5 || !slices.Equal(got, want) {
		t.Errorf("OfKind yields %v, a walk finds %v", got, want)
	}
}

// A parser's memory serves one file after the other: what is freed is used
// again, so that many files need no more than the largest of them.
func TestPoolIsReused(t *testing.T) {
	p, err := newParser()
	if err != nil {
		t.Fatal(err)
	}
	defer freeParser(p.c)
	src := []byte(strings.Repeat("x = f(a, [1, 2], {'k': v})\n", 500))
	chunks := p.c.pool.count
	for i := range 20 {
		if err := p.parse(context.Background(), src, flatten); err != nil {
			t.Fatal(err)
		}
		if i == 2 {
			chunks = p.c.pool.count
		}
	}
	if chunks == 0 || p.c.pool.count != chunks {
		t.Errorf("after 3 files the pool has %d chunks, after 20 of them %d", chunks, p.c.pool.count)
	}
}
