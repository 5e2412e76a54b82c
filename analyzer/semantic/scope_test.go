package semantic

import (
	"strings"
	"testing"
)

// TestShadowed has programs in which torch.device at the mark is not (or, with
// a want, is) PyTorch's.
func TestShadowed(t *testing.T) {
	const torch = "torch.device certain"
	tests := []struct{ name, src, want string }{
		{"parameter", "import torch\ndef f(torch):\n    «torch.device»\n", "-"},
		{"keyword-only parameter", "import torch\ndef f(*, torch=None):\n    «torch.device»\n", "-"},
		{"star parameter", "import torch\ndef f(*torch):\n    «torch.device»\n", "-"},
		{"double star parameter", "import torch\ndef f(**torch):\n    «torch.device»\n", "-"},
		{"typed parameter", "import torch\ndef f(torch: Any):\n    «torch.device»\n", "-"},
		{"lambda parameter", "import torch\ng = lambda torch: «torch.device»\n", "-"},
		{"parameter seen by inner function", "import torch\ndef f(torch):\n    def g():\n        «torch.device»\n", "-"},
		{"parameter of another function", "import torch\ndef f(torch): pass\ndef g():\n    «torch.device»\n", torch},
		{"assignment before", "import torch\ntorch = load()\n«torch.device»\n", "-"},
		{"assignment after", "import torch\n«torch.device»\ntorch = load()\n", torch},
		{"local assignment", "import torch\ndef f():\n    torch = load()\n    «torch.device»\n", "-"},
		{"local assignment elsewhere", "import torch\ndef f():\n    torch = load()\ndef g():\n    «torch.device»\n", torch},
		{"for target", "import torch\nfor torch in xs:\n    «torch.device»\n", "-"},
		{"for target pair", "import torch\nfor i, torch in xs:\n    «torch.device»\n", "-"},
		{"for target nested pair", "import torch\nfor i, (a, torch) in xs:\n    «torch.device»\n", "-"},
		{"starred target", "import torch\na, *torch = xs\n«torch.device»\n", "-"},
		{"with target", "import torch\nwith f() as torch:\n    «torch.device»\n", "-"},
		{"with tuple target", "import torch\nwith f() as (a, torch):\n    «torch.device»\n", "-"},
		{"except target", "import torch\ntry:\n    pass\nexcept E as torch:\n    «torch.device»\n", "-"},
		{"function definition", "import torch\ndef torch(): pass\n«torch.device»\n", "-"},
		{"class definition", "import torch\nclass torch: pass\n«torch.device»\n", "-"},
		{"class with the member", "import torch\nclass torch:\n    def device(x): pass\n«torch.device»\n", "-"},
		{"list comprehension", "import torch\n[«torch.device» for torch in xs]\n", "-"},
		{"set comprehension", "import torch\n{«torch.device» for torch in xs}\n", "-"},
		{"dict comprehension", "import torch\n{k: «torch.device» for k, torch in xs}\n", "-"},
		{"generator", "import torch\nlist(«torch.device» for torch in xs)\n", "-"},
		{"after a comprehension", "import torch\n[x for torch in xs]\n«torch.device»\n", torch},
		{"first iterable of a comprehension", "import torch\n[torch for torch in «torch.device»]\n", torch},
		{"second iterable of a comprehension", "import torch\n[x for torch in xs for x in «torch.device»]\n", "-"},
		{"condition of a comprehension", "import torch\n[1 for torch in xs if «torch.device»]\n", "-"},
		{"walrus", "import torch\n(torch := load())\n«torch.device»\n", "-"},
		{"walrus in a comprehension", "import torch\ndef f():\n    [(torch := x) for x in xs]\n    «torch.device»\n", "-"},
		{"del", "import torch\ndel torch\n«torch.device»\n", "-"},
		{"del of another name", "import torch\ndel x\n«torch.device»\n", torch},
		{"del of a part", "import torch\ndel torch.foo\n«torch.device»\n", torch},
		{"del and import again", "import torch\ndel torch\nimport torch\n«torch.device»\n", torch},
		{"match capture", "import torch\nmatch x:\n    case [torch, _]:\n        «torch.device»\n", "-"},
		{"match as", "import torch\nmatch x:\n    case [_] as torch:\n        «torch.device»\n", "-"},
		{"match star", "import torch\nmatch x:\n    case [a, *torch]:\n        «torch.device»\n", "-"},
		{"match mapping value", "import torch\nmatch x:\n    case {'a': torch}:\n        «torch.device»\n", "-"},
		{"match keyword pattern", "import torch\nmatch x:\n    case P(a=torch):\n        «torch.device»\n", "-"},
		{"match positional class pattern", "import torch\nmatch x:\n    case P(torch):\n        «torch.device»\n", "-"},
		{"match mapping rest", "import torch\nmatch x:\n    case {**torch}:\n        «torch.device»\n", "-"},
		{"match dotted value binds nothing", "import torch\nmatch x:\n    case torch.float16:\n        «torch.device»\n", torch},
		{"match class binds nothing", "import torch\nmatch x:\n    case torch.Tensor():\n        «torch.device»\n", torch},
		{"match keyword name binds nothing", "import torch\nmatch x:\n    case P(torch=y):\n        «torch.device»\n", torch},
		{"class scope is not seen by methods", "import torch\nclass C:\n    torch = 1\n    def f(self):\n        «torch.device»\n", torch},
		{"class scope is seen in the class", "import torch\nclass C:\n    torch = load()\n    d = «torch.device»\n", "-"},
		{"class scope is not seen outside", "import torch\nclass C:\n    torch = 1\n«torch.device»\n", torch},
		{"attribute of another object", "import torch\nself.torch = 1\n«torch.device»\n", torch},
		{"keyword name", "import torch\nf(torch=1)\n«torch.device»\n", torch},
		{"global", "import torch\ndef f():\n    global torch\n    torch = load()\n    «torch.device»\n", "torch.device possible"},
		{"global import", "def f():\n    global torch\n    import torch\ndef g():\n    «torch.device»\n", torch},
		{"global past a function", "import torch\ndef f(torch):\n    def g():\n        global torch\n        «torch.device»\n", torch},
		{"nonlocal", "def f():\n    import torch\n    def g():\n        nonlocal torch\n        «torch.device»\n", torch},
		{"nonlocal assignment", "def f():\n    import torch\n    def g():\n        nonlocal torch\n        torch = load()\n        «torch.device»\n", "torch.device possible"},
		{"type parameter", "import torch\ndef f[torch](x):\n    «torch.device»\n", "-"},
		{"default sees the outer name", "import torch\ndef f(torch=«torch.device»): pass\n", torch},
		{"annotation of a name is no binding", "import torch\ntorch: Any\n«torch.device»\n", torch},
		{"decorator of a shadowing function", "import torch\n@«torch.device»\ndef torch(): pass\n", torch},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.src)
			got := s.name()
			if !strings.HasPrefix(got, "torch.") {
				got = "-"
			}
			s.equal("name", got, tt.want)
		})
	}
}

// TestSymbol checks which bindings and uses belong together.
func TestSymbol(t *testing.T) {
	s := read(t, "«x» = 1\ndef f(«x»):\n    return «x»\nprint(«x»)\n")
	outer, param := s.Symbol(s.marks[0]), s.Symbol(s.marks[1])
	s.equal("parameter is another variable", outer == param, false)
	s.equal("use of the parameter", s.Symbol(s.marks[2]), param)
	s.equal("use of the outer", s.Symbol(s.marks[3]), outer)
	s.equal("uses of the outer", len(outer.Uses), 1)
	s.equal("definitions of the outer", len(outer.Defs), 1)
}

// TestReferences lists the longest chains and the imported names.
func TestReferences(t *testing.T) {
	s := read(t, "import torch\nfrom torch import device as D\nx = torch.cuda.device(D('cuda'))\ny = x\nfoo(y).bar\n")
	got := ""
	for n := range s.References() {
		got += s.Tree.Text(n) + "; "
	}
	s.equal("references", got, "torch.cuda.device; foo(y).bar; D; ")
}

// TestImportsAny tells a package from others that begin like it.
func TestImportsAny(t *testing.T) {
	tests := []struct {
		src  string
		want bool
	}{
		{"import torch_xla\n", true},
		{"import torch_xla.core.xla_model as xm\n", true},
		{"from torch_xla.core import xla_model\n", true},
		{"def f():\n    import torch_xla\n", true},
		{"import torch_xla_extras\n", false},
		{"import torch\n", false},
		{"from . import torch_xla\n", false},
		{"from .torch_xla import x\n", false},
		{"import mine.torch_xla\n", false},
	}
	for _, tt := range tests {
		s := read(t, tt.src)
		s.equal("ImportsAny", s.ImportsAny("torch_xla", "torch_neuronx"), tt.want)
	}
}
