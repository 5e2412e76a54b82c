package semantic

import (
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// TestReaching has programs in which x is bound to numbers; want lists those
// that may hold at the mark.
func TestReaching(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"one", "x = 1\n«x»\n", "1"},
		{"last wins", "x = 1\nx = 2\n«x»\nx = 3\n", "2"},
		{"its own right side", "x = 1\nx = f(«x»)\n", "1"},
		{"if", "x = 1\nif a:\n    x = 2\n«x»\n", "1 2"},
		{"inside the if", "x = 1\nif a:\n    x = 2\n    «x»\n", "2"},
		{"before in the if", "x = 1\nif a:\n    «x»\n    x = 2\n", "1"},
		{"if and else", "x = 0\nif a:\n    x = 1\nelse:\n    x = 2\n«x»\n", "1 2"},
		{"if, elif and else", "if a:\n    x = 1\nelif b:\n    x = 2\nelse:\n    x = 3\n«x»\n", "1 2 3"},
		{"if and elif", "x = 0\nif a:\n    x = 1\nelif b:\n    x = 2\n«x»\n", "0 1 2"},
		{"exclusive else", "if a:\n    x = 1\nelse:\n    «x»\n", ""},
		{"exclusive elif", "x = 0\nif a:\n    x = 1\nelif «x»:\n    x = 2\n", "0"},
		{"exclusive body and else", "x = 0\nif a:\n    x = 1\nelse:\n    x = 2\n    «x»\n", "2"},
		{"exclusive arms in a loop", "for i in n:\n    if a:\n        x = 1\n    else:\n        «x»\n", "1"},
		{"exclusive match arms", "x = 0\nmatch a:\n    case 1:\n        x = 1\n    case 2:\n        «x»\n", "0"},
		{"one match arm", "match a:\n    case 1:\n        x = 1\n        «x»\n    case 2:\n        x = 2\n", "1"},
		{"after a match", "x = 0\nmatch a:\n    case 1:\n        x = 1\n    case 2:\n        x = 2\n«x»\n", "0 1 2"},
		{"loop carries back", "x = 0\nfor i in n:\n    «x»\n    x = 1\n", "0 1"},
		{"while carries back", "x = 0\nwhile a:\n    «x»\n    x = 1\n", "0 1"},
		{"condition of a while", "x = 0\nwhile «x»:\n    x = 1\n", "0 1"},
		{"outer loop carries back", "for i in n:\n    for j in m:\n        «x»\n    x = 1\n", "1"},
		{"bound first in the loop", "x = 0\nfor i in n:\n    x = 1\n    «x»\n", "1"},
		{"after the loop", "x = 0\nfor i in n:\n    x = 1\n«x»\n", "0 1"},
		{"else of a loop", "x = 0\nfor i in n:\n    x = 1\nelse:\n    «x»\n", "0 1"},
		{"loop in a function", "x = 0\nfor i in n:\n    def f():\n        y = 1\n        «x»\n    x = 2\n", "0 2"},
		{"try body after", "x = 0\ntry:\n    x = 1\nexcept E:\n    pass\n«x»\n", "0 1"},
		{"handler", "x = 0\ntry:\n    x = 1\nexcept E:\n    «x»\n", "0 1"},
		{"handler binds", "x = 0\ntry:\n    x = 1\nexcept E:\n    x = 2\n«x»\n", "0 1 2"},
		{"within the try body", "x = 0\ntry:\n    x = 1\n    «x»\nexcept E:\n    pass\n", "1"},
		{"finally", "x = 0\ntry:\n    x = 1\nfinally:\n    «x»\n", "0 1"},
		{"after finally binds", "x = 0\ntry:\n    pass\nfinally:\n    x = 1\n«x»\n", "1"},
		{"with body runs", "x = 0\nwith a:\n    x = 1\n«x»\n", "1"},
		{"from a function all", "x = 1\ndef f():\n    «x»\nx = 2\n", "1 2"},
		{"local of a function", "x = 1\ndef f():\n    x = 2\n    «x»\n", "2"},
		{"parameter default", "def f(x=1):\n    «x»\n", "1"},
		{"parameter overwritten", "def f(x=1):\n    x = 2\n    «x»\n", "2"},
		{"parameter perhaps overwritten", "def f(x=1):\n    if x is None:\n        x = 2\n    «x»\n", "1 2"},
		{"closure over a local", "def f():\n    x = 1\n    def g():\n        return «x»\n    x = 2\n", "1 2"},
		{"comprehension in the function", "x = 1\nx = 2\n[«x» for i in n]\nx = 3\n", "2"},
		{"lambda later", "x = 1\nf = lambda: «x»\nx = 2\n", "1 2"},
		{"augmented keeps the old", "x = 1\nx += 2\n«x»\n", "1 2"},
		{"walrus in and", "x = 0\nif a and (x := 1):\n    pass\n«x»\n", "0 1"},
		{"walrus first in and", "x = 0\nif (x := 1) and a:\n    pass\n«x»\n", "1"},
		{"walrus in the condition", "x = 0\nif (x := 1):\n    «x»\n", "1"},
		{"walrus in a conditional arm", "x = 0\ny = (x := 1) if a else 2\n«x»\n", "0 1"},
		{"global of two functions", "x = 0\ndef f():\n    global x\n    x = 1\ndef g():\n    return «x»\n", "0 1"},
		{"bare annotation binds nothing", "x = 1\nx: int\n«x»\n", "1"},
		{"else without a binding", "x = 1\nif a:\n    x = 2\nelse:\n    pass\n«x»\n", "1 2"},
		{"else that returns", "def f():\n    x = 1\n    if a:\n        x = 2\n    else:\n        return\n    «x»\n", "2"},
		{"arm that returns", "def f():\n    x = 1\n    if a:\n        x = 2\n        return x\n    «x»\n", "1"},
		{"nested arm that raises", "def f():\n    x = 1\n    if a:\n        if b:\n            x = 2\n        raise E\n    «x»\n", "1"},
		{"return caught by finally", "def f():\n    x = 1\n    try:\n        x = 2\n        return x\n    finally:\n        «x»\n", "1 2"},
		{"raise caught", "x = 1\ntry:\n    if a:\n        x = 2\n        raise E\nexcept E:\n    «x»\n", "1 2"},
		{"raise caught in a loop", "x = 1\nfor i in n:\n    try:\n        x = 2\n        raise E\n    except E:\n        pass\n«x»\n", "1 2"},
		{"all arms in a loop", "x = 0\nfor i in n:\n    if a:\n        x = 1\n    else:\n        x = 2\n    «x»\n", "1 2"},
		{"all arms of a nested if", "x = 0\nif c:\n    if a:\n        x = 1\n    else:\n        x = 2\n«x»\n", "0 1 2"},
		{"all arms but one level deeper", "x = 0\nif a:\n    x = 1\nelse:\n    if b:\n        x = 2\n«x»\n", "0 1 2"},
		{"nested if", "x = 0\nif a:\n    if b:\n        x = 1\n    «x»\n", "0 1"},
		{"del ends it", "x = 1\ndel x\nx = 2\n«x»\n", "2"},
		{"conditional del", "x = 1\nif a:\n    del x\n«x»\n", "1 del"},
		{"class body", "x = 0\nclass C:\n    x = 1\n    y = «x»\n", "1"},
		{"chained targets", "a = x = y = 1\n«x»\n", "1"},
		{"unpacked pair", "a, x = 1, 2\n«x»\n", "2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.src)
			s.equal("reaching", s.values(s.ReachingDefs(s.marks[0])), tt.want)
		})
	}
}

// values lists the right sides of bindings.
func (s *snippet) values(defs []Def) string {
	var all []string
	for _, d := range defs {
		switch {
		case d.Kind == DefDelete:
			all = append(all, "del")
		case d.Value == syntax.None:
			all = append(all, "?")
		default:
			all = append(all, s.Tree.Text(d.Value))
		}
	}
	return strings.Join(all, " ")
}

// TestReachingUnbound wants no bindings for names the file does not bind.
func TestReachingUnbound(t *testing.T) {
	s := read(t, "print(«y»)\n")
	s.equal("reaching", len(s.ReachingDefs(s.marks[0])), 0)
}

// TestCallers finds the calls of functions, methods and constructors.
func TestCallers(t *testing.T) {
	s := read(t, "«def f(): pass»\nclass C:\n    «def __init__(self): pass»\n    «def m(self):\n        self.m()»\ng = f\nf()\ng()\nC()\nC().m()\nother.m()\n")
	want := []string{"f() | g()", "C() | C()", "self.m() | C().m()"}
	for i, def := range s.marks {
		s.equal("callers", s.texts(s.Callers(def)), want[i])
	}
}
