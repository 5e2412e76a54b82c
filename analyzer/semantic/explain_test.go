package semantic

import (
	"strings"
	"testing"
)

// TestExplain wants true sentences about what stands at the mark, and none of
// the false ones.
func TestExplain(t *testing.T) {
	tests := []struct{ name, src, want, never string }{
		{"device", "import torch\ntorch.device(«'cuda'»)\n", "'cuda' becomes a device here: torch.device (certain)", "nothing"},
		{"device through a variable", "import torch\nd = «'cuda'»\ntorch.zeros(1, device=d)\n", "becomes a device here: torch.zeros", "no place"},
		{"no device", "import torch\nprint(«'cuda'»)\n", "reaches no place that takes a device", "becomes"},
		{"comparison", "def f(device):\n    return device == «'cuda'»\n", "is compared with the device device", "becomes"},
		{"other text", "print(«'hello'»)\n", "", "device"},
		{"imported name", "import torch as t\n«t».device('cuda')\n", "t is torch (certain)", "nothing"},
		{"chain", "import torch\n«torch.cuda».synchronize()\n", "torch.cuda.synchronize is torch.cuda.synchronize (certain)", "nothing"},
		{"shadowed name", "import torch\ndef f(torch):\n    «torch».device('cuda')\n", "torch is a parameter", "is torch ("},
		{"shadowed by a function", "import torch\ndef device(x): pass\n«device»('cuda')\n", "device is defined at line 2 (certain)", "is torch.device"},
		{"tensor", "import torch\nx = torch.zeros(1)\n«x»\n", "x is a torch.Tensor (certain)", "nothing"},
		{"instance", "class Net: pass\nn = Net()\n«n»\n", "n is an instance of Net (certain)", "nothing"},
		{"unknown", "def f(x):\n    «x».cuda()\n", "x: the kind of this object is not known", "Tensor"},
		{"unknown receiver", "def f(x):\n    «x».cuda()\n", "the method cuda belongs to x, an object of unknown kind", "no rule"},
		{"tuple", "x = (1, 2)\n«x»\n", "x is a list or tuple of builtins.int (certain)", "builtins.list"},
		{"list", "x = [1, 2]\n«x»\n", "x is a list or tuple of builtins.int (certain)", "builtins.list"},
		{"assigned", "import torch\n«x» = torch.zeros(1)\n", "x is bound here, to torch.zeros(1)", "nothing"},
		{"parameter", "def f(«d»):\n    pass\nf('cuda')\n", "'cuda' is passed for d here", "no call"},
		{"parameter by keyword", "def f(a, «d»=None):\n    pass\nf(1, d='cuda')\n", "'cuda' is the name of a CUDA device", "1 is"},
		{"parameter of a method", "class C:\n    def f(self, «d»):\n        pass\nC().f('cuda')\n", "'cuda' is passed for d here", "C()"},
		{"parameter nobody passes", "def f(«d»):\n    pass\n", "no call in this file shows the value passed for d", "is passed for d here"},
		{"attribute", "class C:\n    def __init__(self, d):\n        self.d = d\n    def g(self):\n        «self.d»\nC('cuda')\n", "'cuda' is passed for d here", "no call"},
		{"both arms", "a = 'cuda'\nb = a if a else 'cuda:1'\n«b»\n", "'cuda:1' is the name of a CUDA device", "nothing in"},
		{"returned", "def f():\n    return 'cuda'\nx = f()\n«x»\n", "f returns 'cuda'", ""},
		{"itself", "x = x\nwhile x:\n    x = x\n«x»\n", "x is bound here, to x", ""},
		{"unbound", "«x».f()\n", "nothing in this file binds this name", ""},
		{"saved from", "import torch\ntorch.load(f, map_location={«'cuda'»: 'cpu'})\n", "is never rewritten", "reaches no place"},
		{"saved from, by position", "import torch\nm = {«'cuda'»: 'cpu'}\ntorch.load(f, m)\n", "is never rewritten", "reaches no place"},
		{"key of another dictionary", "import torch\nm = {«'cuda'»: 'cpu'}\ntorch.save(f, m)\n", "reaches no place", "is never rewritten"},
		{"docstring", "def f():\n    «'cuda'»\n", "is documentation", "reaches no place"},
		{"one component", "import torch\nd = «'cuda'»\nif d == 'cuda':\n    torch.zeros(1, device=d)\n", "tests the same device and changes along with it", "nothing"},
		{"import", "import «flash_attn»\n", "flash_attn is imported here", "nothing"},
		{"import of a part", "import «flash_attn».layers as f\n", "flash_attn.layers is imported here", "nothing"},
		{"name that is imported", "from jax.core import Jaxpr, «Primitive» as P\n", "jax.core.Primitive is imported here", "Jaxpr"},
		{"module of an import", "from jax.«core» import Jaxpr, Primitive\n", "jax.core.Jaxpr is imported here\njax.core.Primitive is imported here", "nothing"},
		{"relative import", "from . import «ops»\n", ".ops is imported here", "nothing"},
		{"relative import of a star", "from «.ops» import *\n", "everything in .ops is imported here", "nothing"},
		{"keyword", "import torch\ntorch.zeros(2, «pin_memory»=True)\n", "torch.zeros is torch.zeros (certain)", "nothing"},
		{"dead code", "import torch\nif torch.cuda.is_available():\n    «f»()\n", "this only runs where CUDA is available: torch.cuda.is_available()", ""},
		{"live code", "import torch\nif torch.cuda.is_available():\n    pass\nelse:\n    «f»()\n", "", "only runs"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.src)
			var all []string
			for _, step := range s.Explain(s.Tree.Start(s.marks[0])) {
				all = append(all, step.Text)
			}
			got := strings.Join(all, "\n")
			if !strings.Contains(got, tt.want) || tt.never != "" && strings.Contains(got, tt.never) {
				t.Errorf("%s\nexplained as\n%s\nwant %q and never %q", s.Tree.Source(), got, tt.want, tt.never)
			}
		})
	}
}

// TestExplainOutside asks for offsets where nothing stands.
func TestExplainOutside(t *testing.T) {
	s := read(t, "x = 1\n")
	for _, offset := range []int{-1, 6, 1000} {
		s.equal("steps", len(s.Explain(offset)), 0)
	}
}
