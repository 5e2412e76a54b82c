package syntax

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestParams(t *testing.T) {
	tests := []struct{ src, want string }{
		{"def f(): pass", ""},
		{"def f(a, /, b, *, c): pass", "a only; b; c key"},
		{"def f(a, b: int = 1, *args: T, c=2, **kw: U): pass", "a; b:int=1; args:T var; c=2 key; kw:U varkey"},
		{"def f(*, a): pass", "a key"},
		{"def f(a: List[int], # one\n b: 'x'): pass", "a:List[int]; b:'x'"},
		{"lambda: 1", ""},
		{"lambda x, *y, z=1, **w: x", "x; y var; z=1 key; w varkey"},
		{"def f[T](x: T): pass", "x:T"},
		{"def f(self, print, match=None): pass", "self; print; match=None"},
		{"async def f(a): pass", "a"},
	}
	names := map[ParamKind]string{PositionalOnly: " only", VarPositional: " var", KeywordOnly: " key", VarKeyword: " varkey"}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		fn := tree.First(Root)
		if tree.Kind(fn) != KindFunction {
			fn = find(t, tree, KindLambda)
		}
		var all []string
		for _, p := range tree.Params(fn) {
			s := text(tree, p.Name)
			if p.Type != None {
				s += ":" + text(tree, p.Type)
			}
			if p.Default != None {
				s += "=" + text(tree, p.Default)
			}
			all = append(all, s+names[p.Kind])
		}
		if got := strings.Join(all, "; "); got != tt.want {
			t.Errorf("%q has %s, want %s", tt.src, got, tt.want)
		}
	}
}

func TestDefinition(t *testing.T) {
	tree := parseClean(t, "@a.b\n# note\n@c(1)\nasync def f(x) -> int:\n    return x\n")
	outer := tree.First(Root)
	fn := find(t, tree, KindFunction)
	if tree.Outer(fn) != outer || tree.Outer(outer) != outer {
		t.Errorf("outer is %d and %d, want %d", tree.Outer(fn), tree.Outer(outer), outer)
	}
	for _, def := range []Node{fn, outer} {
		got := texts(tree, append(tree.Decorators(def), tree.FuncName(def), tree.ReturnType(def), tree.Body(def)))
		if got != "a.b | c(1) | f | int | return x" || !tree.IsAsync(def) {
			t.Errorf("definition %d: %s, async %v", def, got, tree.IsAsync(def))
		}
	}
}

func TestPlainDefinition(t *testing.T) {
	tree := parseClean(t, "def asyncio(x): pass\n")
	fn := tree.First(Root)
	if tree.IsAsync(fn) || len(tree.Decorators(fn)) != 0 || tree.Outer(fn) != fn || tree.ReturnType(fn) != None {
		t.Error("a plain function is taken for a decorated or async one")
	}
}

func TestBases(t *testing.T) {
	tests := []struct{ src, want string }{
		{"class A: pass", ""},
		{"class A(): pass", ""},
		{"class A(nn.Module, B[int], metaclass=M, *C, **d): pass", "nn.Module | B[int] | metaclass=M | *C | **d"},
		{"class A[T](B): pass", "B"},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		class := find(t, tree, KindClass)
		if got := argsText(tree, tree.Bases(class)); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.src, got, tt.want)
		}
		if got := text(tree, tree.FuncName(class)); got != "A" {
			t.Errorf("%q: name %q", tt.src, got)
		}
	}
}

func TestBody(t *testing.T) {
	src := "try: a\nexcept E: b\nelse: c\nfinally: d\n" +
		"for x in y: e\nwhile x: f\nwith x: g\nif x: h\nelif x: i\nclass C: j\nlambda: k\n"
	tree := parseClean(t, src)
	var got []Node
	for n := range tree.All(Root) {
		switch tree.Kind(n) {
		case KindTry, KindExcept, KindElse, KindFinally, KindFor, KindWhile, KindWith, KindIf, KindElif, KindClass, KindLambda:
			got = append(got, tree.Body(n))
		}
	}
	if want := "a | b | c | d | e | f | g | h | i | j | k"; texts(tree, got) != want {
		t.Errorf("bodies are %s, want %s", texts(tree, got), want)
	}
}

func TestIsAsync(t *testing.T) {
	tree := parseClean(t, "async with a: pass\nasync for x in y: pass\n[x async for x in y for z in x]\nwith a: pass\n")
	got := ""
	for n := range tree.All(Root) {
		switch tree.Kind(n) {
		case KindWith, KindFor, KindForInClause:
			got += fmt.Sprint(tree.IsAsync(n), " ")
		}
	}
	if got != "true true true false false " {
		t.Errorf("async: %s", got)
	}
}

func TestTypeParams(t *testing.T) {
	for _, def := range []string{"class C%s: pass", "def f%s(): pass"} {
		src := strings.ReplaceAll(def, "%s", "[A, B: b.c, *D, **E, F = f, G: (g, h) = i(j), *K = *l[m], **N = [o]]")
		tree := parseClean(t, src)
		var got []string
		for _, p := range tree.TypeParams(find(t, tree, KindTypeParameter)) {
			got = append(got, texts(tree, []Node{p.Name, p.Bound, p.Default}))
		}
		want := []string{
			"A | - | -", "B | b.c | -", "D | - | -", "E | - | -", "F | - | f", "G | (g, h) | i(j)", "K | - | *l[m]", "N | - | [o]",
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", src, got, want)
		}
	}
}
