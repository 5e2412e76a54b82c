package semantic

import (
	"strconv"
	"strings"
	"testing"
)

// TestControlled has programs with a marked test; want lists the first lines
// of what runs only if the test holds, a slash, and of what runs only if not.
func TestControlled(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"if", "if «x»:\n    a()\nb()\n", "a() / "},
		{"if and else", "if «x»:\n    a()\nelse:\n    b()\n", "a() / else:"},
		{"if and elif", "if «x»:\n    a()\nelif y:\n    b()\nelse:\n    c()\n", "a() / elif y: | else:"},
		{"elif", "if y:\n    a()\nelif «x»:\n    b()\nelse:\n    c()\n", "b() / else:"},
		{"elif before another", "if y:\n    a()\nelif «x»:\n    b()\nelif z:\n    c()\n", "b() / elif z:"},
		{"not", "if not «x»:\n    a()\nelse:\n    b()\n", "else: / a()"},
		{"and", "if y and «x»:\n    a()\n", "a() / "},
		{"parentheses", "if (not («x»)):\n    a()\n", " / a()"},
		{"while", "while «x»:\n    a()\n", "a() / "},
		{"while not", "while not «x»:\n    a()\n", " / a()"},
		{"while and else", "while «x»:\n    a()\nelse:\n    b()\n", "a() / else:"},
		{"conditional", "y = 1 if «x» else 2\n", "1 / 2"},
		{"nested conditional", "y = 0 if z else (1 if «x» else 2)\n", "1 / 2"},
		{"value of a conditional in a condition", "if (y if z else «x»):\n    a()\n", "a() / "},
		{"assert", "assert «x»\n", " / "},
		{"stored", "y = «x»\n", "? / ?"},
		{"in a local variable", "def f():\n    y = «x»\n    if y:\n        a()\n", "a() / "},
		{"among others", "def f():\n    *z, y, u = *t, «x», 1\n    if y:\n        a()\n", "a() / "},
		{"in parentheses among others", "def f():\n    (y, u) = («x», 1)\n    if y:\n        a()\n", "a() / "},
		{"before a star", "def f():\n    y, z, u = «x», *t\n    if y:\n        a()\n", "? / ?"},
		{"into a star", "def f():\n    y, *z = 1, «x»\n    if y:\n        a()\n", "? / ?"},
		{"in a variable that nothing reads", "def f():\n    y = «x»\n", "? / ?"},
		{"in two variables", "def f():\n    z = y = «x»\n    if y:\n        a()\n", "? / ?"},
		{"as a pair", "def f():\n    y = «x», 1\n    if y:\n        a()\n", "? / ?"},
		{"passed", "f(«x»)\n", "? / ?"},
		{"returned", "def f():\n    return «x»\n", "? / ?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.src)
			s.equal("controlled", s.controlled(true)+" / "+s.controlled(false), tt.want)
		})
	}
}

func (s *snippet) controlled(holds bool) string {
	regions, known := s.Controlled(s.marks[0], holds)
	if !known {
		return "?"
	}
	return s.spans(regions)
}

// TestRevived has programs with a marked device test; want is the code that
// comes to life when the test is made to hold.
func TestRevived(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"if", "if device == «'cuda'»:\n    a()\nelse:\n    b()\n", "a()"},
		{"unequal", "if device != «'cuda'»:\n    a()\nelse:\n    b()\n", "else:"},
		{"not startswith", "if not device.startswith(«'cuda'»):\n    a()\nelse:\n    b()\n", "else:"},
		{"conditional", "x = 1 if «'cuda'» in device else 2\n", "1"},
		{"lookup", "x = {«'cuda'»: 'nccl', 'cpu': 'gloo'}[device.type]\n", "'nccl'"},
		{"lookup by get", "x = {«'cuda'»: 'nccl'}.get(device.type, 'gloo')\n", "'nccl'"},
		{"match", "match device:\n    case «'cuda'»:\n        a()\n    case _:\n        b()\n", "a()"},
		{"stored", "x = device == «'cuda'»\n", "?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, "device = get()\n"+tt.src)
			c := s.comparison(s.marks[0])
			if c == nil {
				t.Fatalf("%s\nhas no comparison", s.Tree.Source())
			}
			got := "?"
			if regions, known := s.Revived(c); known {
				got = s.spans(regions)
			}
			s.equal("revived", got, tt.want)
		})
	}
}

// TestMissed has programs with a marked device test over a block that leaves;
// what stands behind it matters only where the block leaves no more than the
// function.
func TestMissed(t *testing.T) {
	tests := []struct {
		name, src string
		want      GuardKind
		taken     bool // the branch for other devices
	}{
		{"raises", "if device not in [«'cuda'», 'xpu']:\n    raise RuntimeError\nx = torch.ones(1, device=device)\n", GuardAssertion, false},
		{"raises by not", "if not device.startswith(«'cuda'»):\n    raise RuntimeError\nx = torch.ones(1, device=device)\n", GuardAssertion, false},
		{"insists with others", "assert device == «'cuda'» and (ready and big)\n", GuardAssertion, false},
		{"insists on one of two", "assert device == «'cuda'» or ready\n", GuardOther, false},
		{"skips", "if device != «'cuda'»:\n    pytest.skip('no GPU')\nx = torch.ones(1, device=device)\n", GuardTest, false},
		{"raises where one fails", "if device != «'cuda'» or n > 1:\n    raise RuntimeError\n", GuardAssertion, false},
		{"raises unless both hold", "if not (device == «'cuda'» and n > 1):\n    raise RuntimeError\n", GuardAssertion, false},
		{"raises unless one holds", "if not (device == «'cuda'» or n > 1):\n    raise RuntimeError\n", GuardOther, false},
		{"asserts both", "assert device == «'cuda'» and n > 1\n", GuardAssertion, false},
		{"asserts one", "assert device == «'cuda'» or n > 1\n", GuardOther, false},
		{"asserts the contrary", "assert n > 1 and device != «'cuda'»\n", GuardOther, false},
		{"raises for CUDA", "if device == «'cuda'»:\n    raise RuntimeError\n", GuardOther, false},
		{"goes on", "if device != «'cuda'»:\n    a()\nb()\n", GuardOther, true},
		{"skips where both hold", "if kind == 1 and (device not in [«'cuda'», 'xpu']):\n    pytest.skip('no GPU')\n", GuardTest, false},
		{"raises where both hold", "if kind == 1 and not device == «'cuda'»:\n    raise RuntimeError\n", GuardOther, true},
		{"skips for CUDA where both hold", "if kind == 1 and device == «'cuda'»:\n    pytest.skip('GPU')\n", GuardOther, false},
		{"moves alike", "device = torch.device(get())\nx = load()\nif gpu and device.type == «'cuda'»:\n    torch.accelerator.set_device_index(gpu)\n    x = x.cuda(gpu)\nelse:\n    x = x.to(device)\n", GuardGPUOnly, false},
		{"moves alike in place", "device = torch.device(get())\nm = load()\nif device.type == «'cuda'»:\n    m.cuda()\nelse:\n    m.to(device)\n", GuardGPUOnly, false},
		{"moves to another device", "device = torch.device(get())\nx = load()\nif device.type == «'cuda'»:\n    x = x.cuda()\nelse:\n    x = x.to(torch.device('cpu'))\n", GuardPlacement, true},
		{"moves something else", "device = torch.device(get())\nx, y = load()\nif device.type == «'cuda'»:\n    x = x.cuda()\nelse:\n    y = y.to(device)\n", GuardPlacement, true},
		{"moves and more", "device = torch.device(get())\nx = load()\nif device.type == «'cuda'»:\n    fast = True\n    x = x.cuda()\nelse:\n    x = x.to(device)\n", GuardPlacement, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, "import pytest, torch\ndevice = get()\n"+tt.src)
			c := s.comparison(s.marks[0])
			if c == nil {
				t.Fatalf("%s\nhas no comparison", s.Tree.Source())
			}
			if got, taken := s.Missed(c.Node, c.Negated); got != tt.want || taken != tt.taken {
				t.Errorf("%s\nis missed as %d, %v, want %d, %v", s.Tree.Source(), got, taken, tt.want, tt.taken)
			}
		})
	}
}

// TestBundle has marked sources, tests and queries; equal letters in want
// stand for one bundle.
func TestBundle(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"one component", "d = «'cuda'»\ntorch.device(d)\nif d == «'cuda'»: pass\n", "aa"},
		{"idiom", "d = torch.device(«'cuda'» if «torch.cuda.is_available()» else 'cpu')\n", "aa"},
		{"guarded placement", "if «torch.cuda.is_available()»:\n    d = torch.device(«'cuda'»)\n", "aa"},
		{"derived type", "def f(device=«'cuda'»):\n    torch.device(device)\n    t = «'cuda'» if «'cuda'» in device else 'cpu'\n    torch.autocast(t)\n", "aaa"},
		{"variable of a query", "use = «torch.cuda.is_available()»\nif use:\n    torch.device(«'cuda'»)\n", "aa"},
		{"two guards of one query", "use = «torch.cuda.is_available()»\nif use:\n    torch.device(«'cuda'»)\nif use:\n    torch.device(«'cuda:0'»)\n", "aaa"},
		{"or of queries", "if «torch.cuda.is_available()» or «torch.version.cuda»: pass\n", "aa"},
		{"two devices", "torch.device(«'cuda'»)\ntorch.device(«'cuda'»)\n", "ab"},
		{"guard without the device", "if «torch.cuda.is_available()»: pass\ntorch.device(«'cuda'»)\n", "ab"},
		{"device in the other arm", "if «torch.cuda.is_available()»:\n    pass\nelse:\n    torch.device(«'cuda'»)\n", "ab"},
		{"nested guards", "if «torch.cuda.is_available()»:\n    if «torch.cuda.device_count()» > 1:\n        pass\n", "aa"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, "import torch\n"+tt.src)
			var out strings.Builder
			seen := map[string]byte{}
			for _, n := range s.marks {
				b := s.Bundle(n)
				if seen[b] == 0 {
					seen[b] = 'a' + byte(len(seen))
				}
				out.WriteByte(seen[b])
			}
			s.equal("bundles", out.String(), tt.want)
		})
	}
}

// TestBundleName wants the place of the first member in the name, so that it
// does not depend on the order of maps.
func TestBundleName(t *testing.T) {
	s := read(t, "import torch\nd = «'cuda'» if «torch.cuda.is_available()» else 'cpu'\ntorch.device(d)\n")
	want := "b" + strconv.Itoa(s.Tree.Start(s.marks[0]))
	s.equal("bundle", s.Bundle(s.marks[1]), want)
}

// TestModuleName says under which name torch can be reached at the mark.
func TestModuleName(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"import", "import torch\n«x»\n", "torch"},
		{"import as", "import torch as t\n«x»\n", "t"},
		{"submodule", "import torch.nn\n«x»\n", "torch"},
		{"submodule as", "import torch.nn as nn\n«x»\n", ""},
		{"from import", "from torch import nn\n«x»\n", ""},
		{"in a function", "import torch\ndef f():\n    «x»\n", "torch"},
		{"imported in another function", "def g():\n    import torch\ndef f():\n    «x»\n", ""},
		{"imported here", "def f():\n    import torch\n    «x»\n", "torch"},
		{"shadowed by a parameter", "import torch\ndef f(torch):\n    «x»\n", ""},
		{"shadowed, but not everywhere", "import torch as t\ndef f(t):\n    import torch\n    «x»\n", "torch"},
		{"reassigned", "import torch\ntorch = 1\n«x»\n", ""},
		{"relative", "from . import torch\n«x»\n", ""},
		{"another module", "import torchvision\n«x»\n", ""},
		{"class scope", "class C:\n    import torch\n    def f(self):\n        «x»\n", ""},
		{"later", "«x»\nimport torch\n", ""},
		{"later in a function", "import torch\ndef f():\n    «x»\n    import torch\n", ""},
		{"in a branch", "if y:\n    import torch\n«x»\n", ""},
		{"in the same branch", "if y:\n    import torch\n    «x»\n", "torch"},
		{"in a branch, and relied on", "if y:\n    import torch\ndef f():\n    z = torch.zeros(1, «x»)\n", "torch"},
		{"in a branch, and relied on elsewhere", "if y:\n    import torch\ndef f():\n    if z:\n        torch.zeros(1)\n    «x»\n", ""},
		{"relied on before it changes", "import torch\ntorch.zeros(1)\ntorch = None\n«x»\n", ""},
		{"with a fallback", "try:\n    import torch\nexcept ImportError:\n    torch = None\ndef f():\n    «x»\n", ""},
		{"with a fallback, relied on", "try:\n    import torch\nexcept ImportError:\n    torch = None\ndef f():\n    torch.zeros(1)\n    «x»\n", "torch"},
		{"deleted", "import torch\ndel torch\n«x»\n", ""},
		{"deleted later", "import torch\n«x»\ndel torch\n", "torch"},
		{"deleted later, in a function", "import torch\ndef f():\n    «x»\ndel torch\n", ""},
		{"own class", "import torch\nclass C:\n    torch = 1\n    «x»\n", ""},
		{"method of such a class", "import torch\nclass C:\n    torch = 1\n    def f(self):\n        «x»\n", "torch"},
		{"bound by a comprehension", "import torch\n[«x» for torch in y]\n", ""},
		{"two names", "import torch as t, torch\nt = 1\n«x»\n", "torch"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.src)
			s.equal("name", s.ModuleName("torch", s.marks[0]), tt.want)
		})
	}
	s := read(t, "import torch.distributed as dist\n«x»\n")
	s.equal("submodule", s.ModuleName("torch.distributed", s.marks[0]), "dist")
	s = read(t, "from torch import distributed as dist\n«x»\n")
	s.equal("submodule from its package", s.ModuleName("torch.distributed", s.marks[0]), "dist")
}

// TestNameAt says how torch.accelerator.synchronize is written in place of the mark.
func TestNameAt(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"by the module", "import torch as t\n«x»\n", "t.accelerator.synchronize"},
		{"by what stands there", "from lib import torch as t\ndef f(torch):\n    «t.cuda.synchronize»()\n", ""},
		{"by a module with a fallback", "try:\n    import torch\nexcept ImportError:\n    torch = None\ndef f():\n    «torch.cuda.synchronize»()\n", "torch.accelerator.synchronize"},
		{"by a submodule", "import torch.cuda as tc\n«tc.synchronize»()\n", ""},
		{"by the submodule itself", "import torch.accelerator as a\n«a.synchronize»()\n", "a.synchronize"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.src)
			s.equal("name", s.NameAt("torch.accelerator.synchronize", s.marks[0]), tt.want)
		})
	}
}
