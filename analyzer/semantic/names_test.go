package semantic

import "testing"

// TestName has programs whose marked expression names something imported; want
// is its canonical name and the confidence, "-" where it names nothing.
func TestName(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"import", "import torch\n«torch.cuda.synchronize»()\n", "torch.cuda.synchronize certain"},
		{"import as", "import torch as t\n«t.device»('cuda')\n", "torch.device certain"},
		{"import submodule binds the top", "import torch.nn.functional\n«torch.cuda.empty_cache»()\n", "torch.cuda.empty_cache certain"},
		{"import submodule as", "import torch.cuda as tc\n«tc.synchronize»()\n", "torch.cuda.synchronize certain"},
		{"from import", "from torch import device\n«device»('cuda')\n", "torch.device certain"},
		{"from import as", "from torch import nn, cuda as tc\n«tc.synchronize»()\n", "torch.cuda.synchronize certain"},
		{"from submodule import", "from torch.cuda import synchronize\n«synchronize»()\n", "torch.cuda.synchronize certain"},
		{"from import in parentheses", "from torch import (\n    nn,\n    cuda as tc,\n)\n«tc.synchronize»()\n", "torch.cuda.synchronize certain"},
		{"several imports on a line", "import os, torch as t\n«t.device»\n", "torch.device certain"},
		{"import in a function", "def f():\n    import torch\n    return «torch.device»\n", "torch.device certain"},
		{"import of a function not seen outside", "def f():\n    import torch\n«torch.device»\n", "-"},
		{"import in a class body", "class C:\n    import torch\n    d = «torch.device»('cuda')\n", "torch.device certain"},
		{"conditional import", "if x:\n    import torch\n«torch.device»\n", "torch.device certain"},
		{"import after the function", "def f():\n    return «torch.device»\nimport torch\n", "torch.device certain"},
		{"canonical spelling of an alias", "from torch.nn import functional as F\n«F.softmax»(x)\n", "torch.nn.functional.softmax certain"},
		{"another package", "import numpy as np\n«np.zeros»(3)\n", "numpy.zeros certain"},
		{"parenthesised", "import torch\n«(torch.device)»\n", "torch.device certain"},
		{"over several lines", "import torch\n(«torch\n  .cuda\n  .synchronize»)()\n", "torch.cuda.synchronize certain"},
		{"future import", "from __future__ import annotations\nimport torch\n«torch.device»\n", "torch.device certain"},
		{"builtin", "«str»(x)\n", "builtins.str certain"},
		{"importlib", "import importlib\nt = importlib.import_module('torch')\n«t.device»\n", "torch.device certain"},
		{"__import__", "t = __import__('torch')\n«t.device»\n", "torch.device certain"},
		{"relative importlib", "import importlib\nt = importlib.import_module('.torch', __package__)\n«t.device»\n", "-"},
		{"lambda body", "import torch\nf = lambda: «torch.device»('cuda')\n", "torch.device certain"},
		{"decorator", "import torch\n@«torch.jit.script»\ndef f(): pass\n", "torch.jit.script certain"},
		{"default of a parameter", "import torch\ndef f(d=«torch.device»('cuda')): pass\n", "torch.device certain"},
		{"annotation", "import torch\ndef f(d: «torch.device»): pass\n", "torch.device certain"},
		{"keyword argument value", "import torch\nf(torch=«torch.device»)\n", "torch.device certain"},
		{"f-string", "import torch\nf'{«torch.cuda.device_count»()}'\n", "torch.cuda.device_count certain"},
		{"await", "import torch\nasync def f():\n    await g(«torch.device»)\n", "torch.device certain"},
		{"star import", "from torch import *\n«device»('cuda')\n", "torch.device likely"},
		{"star import of a submodule", "from torch.cuda import *\n«synchronize»()\n", "torch.cuda.synchronize likely"},
		{"star import leaves builtins", "from torch import *\n«isinstance»(x, int)\n", "builtins.isinstance certain"},
		{"star import leaves unknown names", "from torch import *\n«frobnicate»(x)\n", "-"},
		{"star import of a factory", "from torch import *\n«zeros»(3)\n", "torch.zeros likely"},
		{"star import of a layer", "from torch.nn import *\n«Linear»(3, 3)\n", "torch.nn.Linear likely"},
		{"star import of the project hides what is builtin only by luck", "from utils import *\n«main»(x)\n", "-"},
		{"star import leaves print", "from utils import *\n«print»(x)\n", "builtins.print certain"},
		{"star import is shadowed", "from torch import *\ndef device(x): pass\n«device»('cuda')\n", "-"},
		{"first of two star imports that has it", "from os import *\nfrom torch import *\n«device»('cuda')\n", "torch.device likely"},
		{"relative import", "from . import torch\n«torch.device»\n", "-"},
		{"relative module", "from .torch import device\n«device»\n", "-"},
		{"relative import as", "from ..lib import torch as t\n«t.device»('cuda')\n", "-"},
		{"relative star import", "from .torch import *\n«synchronize»()\n", "-"},
		{"submodule of the same name", "import mytorch as torch\n«torch.device»\n", "mytorch.device certain"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.src)
			s.equal("name", s.name(), tt.want)
		})
	}
}

// TestNameAlternatives has names that more than one statement binds.
func TestNameAlternatives(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"import or None", "try:\n    import apex\nexcept ImportError:\n    apex = None\n«apex.amp»\n", "apex.amp certain"},
		{"import or False", "try:\n    import apex\nexcept ImportError:\n    apex = False\n«apex.amp»\n", "apex.amp certain"},
		{"two places of one thing", "try:\n    from torch.amp import autocast\nexcept ImportError:\n    from torch.cuda.amp import autocast\n«autocast»()\n", "torch.amp.autocast likely"},
		{"import or own fallback", "try:\n    from flash_attn import flash_attn_func\nexcept ImportError:\n    def flash_attn_func(q): return q\n«flash_attn_func»(q)\n", "flash_attn.flash_attn_func likely"},
		{"own fallback first", "def flash(q): return q\ntry:\n    from flash_attn import flash\nexcept ImportError:\n    pass\n«flash»(q)\n", "flash_attn.flash likely"},
		{"if and else", "if new:\n    from torch import device\nelse:\n    from mylib import device\n«device»('cuda')\n", "torch.device likely"},
		{"import or something unknown", "try:\n    import torch\nexcept ImportError:\n    torch = load()\n«torch.device»\n", "torch.device possible"},
		{"one import in both arms", "if new:\n    import torch\nelse:\n    import torch\n«torch.device»\n", "torch.device certain"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.src)
			s.equal("name", s.name(), tt.want)
		})
	}
}

// TestNameLocalAlias has names that an assignment makes stand for something
// imported.
func TestNameLocalAlias(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"function", "import torch\nnow = torch.cuda.synchronize\n«now»()\n", "torch.cuda.synchronize certain"},
		{"module", "import torch\ntc = torch.cuda\n«tc.synchronize»()\n", "torch.cuda.synchronize certain"},
		{"alias of an alias", "import torch\na = torch.cuda\nb = a\n«b.synchronize»()\n", "torch.cuda.synchronize certain"},
		{"read in a function", "import torch\nnow = torch.cuda.synchronize\ndef f():\n    «now»()\n", "torch.cuda.synchronize certain"},
		{"unpacked pairwise", "import torch\nnn, tc = torch.nn, torch.cuda\n«tc.synchronize»()\n", "torch.cuda.synchronize certain"},
		{"chained assignment", "import torch\na = b = torch.cuda\n«a.synchronize»()\n", "torch.cuda.synchronize certain"},
		{"walrus", "import torch\nif (tc := torch.cuda):\n    «tc.synchronize»()\n", "torch.cuda.synchronize certain"},
		{"annotated", "import torch\nnow: object = torch.cuda.synchronize\n«now»()\n", "torch.cuda.synchronize certain"},
		{"assigned again", "import torch\nnow = torch.cuda.synchronize\nnow = print\n«now»()\n", "builtins.print certain"},
		{"cycle", "a = b\nb = a\n«a.x»\n", "-"},
		{"its own name", "import torch\ntorch = torch\n«torch.device»\n", "torch.device certain"},
		{"wrapped", "import torch\ntorch = wrap(torch)\n«torch.device»\n", "-"},
		{"class attribute", "import torch\nclass C:\n    sync = torch.cuda.synchronize\n«C.sync»()\n", "torch.cuda.synchronize certain"},
		{"class attribute through self", "import torch\nclass C:\n    sync = torch.cuda.synchronize\n    def f(self):\n        «self.sync»()\n", "torch.cuda.synchronize certain"},
		{"cast keeps no name", "import torch\nx = torch.zeros(1)\n«x»\n", "-"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.src)
			s.equal("name", s.name(), tt.want)
		})
	}
}
