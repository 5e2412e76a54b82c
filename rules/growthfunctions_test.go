package rules_test

import "strings"

// growingFunctions are programs of many functions or classes, each of which is looked up
// among the others by its name.
var growingFunctions = []growing{
	repeated("moves of parameters", torchBegin, "def f#(x):\n    return x.cuda()\n", ""),
	repeated("samplers", torchBegin, "class Sampler#:\n    def step(self, x):\n        return torch.zeros(3, device=self.device).cuda()\n", ""),
	repeated("remote methods", torchBegin+"from torch.distributed import rpc\n", "class A#:\n    def f#(self, x):\n        return x.cuda()\ndef g#(ref, x):\n    ref.rpc_sync().f#(x.cuda())\n", ""),
	repeated("kernels by a call", torchBegin+"import triton\n", "def k#(x):\n    pass\nj# = triton.jit(k#)\nj#[(1,)](x)\n", ""),
	repeated("conditional moves of one attribute", torchBegin+"class A(nn.Module):\n    def __init__(self, c):\n        self.x = nn.Softmax()\n", "    def f#(self, c):\n        if c: self.x = self.x.to('cuda')\n", ""),
	repeated("seeds", torchBegin, "torch.manual_seed(#)\ntorch.cuda.manual_seed(#)\n", ""),
	repeated("seeds with one number", torchBegin+"torch.manual_seed(0)\n", "torch.cuda.manual_seed_all(0)\n", ""),
	repeated("entries of a table that is asked", torchBegin+"x = torch.zeros(3)\nd = {", "'cuda:#': #, ", "}[x.device.type]\n"),
	fixtures("fixtures", "$pytest.fixture\ndef d#():\n    return 'cuda'\ndef test_#(d#):\n    torch.zeros(3, device=d#)\n"),
	fixtures("fixtures of skipped tests", "$pytest.fixture\ndef m#():\n    return torch.zeros(3).cuda()\n$pytest.mark.skipif(not torch.cuda.is_available(), reason='')\ndef test_#(m#):\n    m#.item()\n"),
}

// fixtures is a kind of program that pytest runs, in which $ begins a decorator.
func fixtures(name, each string) growing {
	return growing{name, func(n int) map[string]string {
		return map[string]string{"test_main.py": "import pytest\nimport torch\n" + strings.ReplaceAll(times(n, each), "$", "@")}
	}}
}
