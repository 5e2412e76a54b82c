package semantic

import (
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

func guardName(k GuardKind) string {
	return [...]string{
		GuardOperand: "operand", GuardHarmless: "harmless", GuardGPUOnly: "GPU only", GuardOther: "other", GuardTest: "test", GuardExit: "exit",
		GuardIdiom: "idiom", GuardSync: "sync", GuardPlacement: "placement", GuardAssertion: "assertion",
	}[k]
}

// guardTest is a program and its guards: kind, a colon and the first lines of
// what is dead; several guards on several lines, none as "".
type guardTest struct{ name, src, want string }

func runGuards(t *testing.T, tests []guardTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, "import sys\nimport torch\nimport torch.distributed as dist\nfrom torch import nn\n"+tt.src)
			s.equal("guards", s.listGuards(), tt.want)
		})
	}
}

func (s *snippet) listGuards() string {
	var all []string
	for _, g := range s.Guards() {
		line := guardName(g.Kind)
		if g.Vendors {
			line += " among others"
		}
		if dead := s.spans(g.Dead); dead != "" {
			line += ": " + dead
		}
		all = append(all, line)
	}
	return strings.Join(all, "\n")
}

func TestGuardKinds(t *testing.T) {
	const available = "if torch.cuda.is_available():\n    "
	runGuards(t, []guardTest{
		{"synchronize", available + "torch.cuda.synchronize()\n", "harmless: torch.cuda.synchronize()"},
		{"cache and seeds", available + "torch.cuda.empty_cache()\n    torch.cuda.manual_seed_all(1)\n", "harmless: torch.cuda.empty_cache()"},
		{"print", available + "print(torch.cuda.get_device_name(0))\n", "harmless: print(torch.cuda.get_device_name(0))"},
		{"flag", available + "torch.backends.cudnn.benchmark = True\n", "harmless: torch.backends.cudnn.benchmark = True"},
		{"pass", available + "pass\n", "harmless: pass"},
		{"model", "model = nn.Linear(1, 1)\n" + available + "model.cuda()\n", "placement: model.cuda()"},
		{"assigned model", "model = nn.Linear(1, 1)\n" + available + "model = model.cuda()\n", "placement: model = model.cuda()"},
		{"something of unknown kind", "def f(model):\n    if torch.cuda.is_available():\n        model.cuda()\n", "placement: model.cuda()"},
		{"device string", available + "device = torch.device('cuda')\n", "placement: device = torch.device('cuda')"},
		{"set_device", available + "torch.cuda.set_device(0)\n", "harmless: torch.cuda.set_device(0)"},
		{"process group", available + "dist.init_process_group('nccl')\n", "sync: dist.init_process_group('nccl')"},
		{"data parallel", "model = nn.Linear(1, 1)\n" + available + "model = nn.parallel.DistributedDataParallel(model)\n", "sync: model = nn.parallel.DistributedDataParallel(model)"},
		{"synchronisation beats placement", available + "dist.init_process_group('nccl')\n    torch.zeros(1).cuda()\n", "sync: dist.init_process_group('nccl')"},
		{"for GPUs alone", "model = nn.Linear(1, 1)\n" + available + "model = nn.DataParallel(model)\n", "GPU only: model = nn.DataParallel(model)"},
		{"a scaler", available + "scaler = torch.amp.GradScaler('cuda')\n", "GPU only: scaler = torch.amp.GradScaler('cuda')"},
		{"a scaler and more", available + "scaler = torch.amp.GradScaler('cuda')\n    setup()\n", "other: scaler = torch.amp.GradScaler('cuda')"},
		{"a kernel", "def _act_cuda(x): return plugin(x)\n" + available + "y = _act_cuda(x)\n", "GPU only: y = _act_cuda(x) | def _act_cuda(x): return plugin(x)"},
		{"something else", available + "train()\n", "other: train()"},
		{"name of a star import", "from utils import *\n" + available + "train()\n", "other: train()"},
		{"exec", available + "exec(code)\n", "other: exec(code)"},
		{"assignment", available + "n = 3\n", "other: n = 3"},
		{"return", "def f():\n    if torch.cuda.is_available():\n        return 1\n    return 2\n", "other: return 1"},
		{"attribute", available + "cfg.fast = True\n", "other: cfg.fast = True"},
		{"assertion", "assert torch.cuda.is_available()\n", "assertion"},
		{"assertion with a message", "assert torch.cuda.is_available(), 'needs a GPU'\n", "assertion"},
		{"assertion of a count", "assert torch.cuda.device_count() > 0\n", "assertion"},
		{"assertion that holds", "assert not torch.cuda.is_available()\n", ""},
		{"assertion of something more", "assert x and torch.cuda.is_available()\n", "assertion"},
		{"assertion of an alternative", "assert x or torch.cuda.is_available()\n", ""},
		{"raise", "if not torch.cuda.is_available():\n    raise RuntimeError('no')\n", "assertion"},
		{"exit", "if not torch.cuda.is_available():\n    print('no')\n    sys.exit(1)\n", "assertion"},
		{"exit of the function", "def f():\n    if not torch.cuda.is_available():\n        return\n    train()\n", "exit: train()"},
		{"continue", "for x in y:\n    if not torch.cuda.is_available():\n        continue\n    train()\n", "exit: train()"},
		{"conditional device", "d = 'cuda' if torch.cuda.is_available() else 'cpu'\ntorch.device(d)\n", "idiom: 'cuda'"},
		{"conditional torch.device", "d = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\n", "idiom: 'cuda'"},
		{"conditional the other way", "d = torch.device('cpu' if not torch.cuda.is_available() else 'cuda')\n", "idiom: 'cuda'"},
		{"conditional of something else", "n = 4 if torch.cuda.is_available() else 2\n", "other: 4"},
		{"else", available + "pass\nelse:\n    train()\n", "harmless: pass"},
		{"not, with else", "if not torch.cuda.is_available():\n    pass\nelse:\n    torch.zeros(1).cuda()\n", "placement: else:"},
		{"not, alone", "if not torch.cuda.is_available():\n    print('slow')\n", "harmless"},
		{"not, alone, with a consequence", "if not torch.cuda.is_available():\n    batch = 1\n", "other"},
		{"not, alone, for a build", "import os\nif not torch.cuda.is_available():\n    os.environ['TORCH_CUDA_ARCH_LIST'] = '8.0'\n", "GPU only"},
		{"tensor types", "T = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor\n", "placement: torch.cuda.FloatTensor"},
		{"a tensor type in a block", available + "T = torch.cuda.HalfTensor\n", "placement: T = torch.cuda.HalfTensor"},
		{"an extension", "from torch.utils.cpp_extension import CUDAExtension\n" + available + "ext = CUDAExtension('a', ['a.cu'])\n", "GPU only: ext = CUDAExtension('a', ['a.cu'])"},
		{"elif", "if a:\n    pass\nelif torch.cuda.is_available():\n    torch.cuda.synchronize()\n", "harmless: torch.cuda.synchronize()"},
		{"while", "while torch.cuda.is_available():\n    torch.cuda.synchronize()\n", "harmless: torch.cuda.synchronize()"},
		{"no guard", "if a:\n    torch.cuda.synchronize()\n", ""},
		{"own function of the name", "class torch:\n    class cuda:\n        def is_available(): return f()\nif torch.cuda.is_available():\n    train()\n", ""},
	})
}

func TestGuardConditions(t *testing.T) {
	const body = ":\n    torch.cuda.synchronize()\n"
	const dead = "harmless: torch.cuda.synchronize()"
	runGuards(t, []guardTest{
		{"count", "if torch.cuda.device_count() > 1" + body, dead},
		{"count of at least one", "if torch.cuda.device_count() >= 1" + body, dead},
		{"count as a truth value", "if torch.cuda.device_count()" + body, dead},
		{"count unequal zero", "if torch.cuda.device_count() != 0" + body, dead},
		{"count of none", "if torch.cuda.device_count() == 0:\n    raise E\n", "assertion"},
		{"count less than one", "if torch.cuda.device_count() < 1:\n    raise E\n", "assertion"},
		{"at least zero is always true", "assert torch.cuda.device_count() >= 0\n", ""},
		{"reversed count", "if 1 < torch.cuda.device_count()" + body, dead},
		{"count in a variable", "n = torch.cuda.device_count()\nif n > 1" + body, dead},
		{"version", "if torch.version.cuda" + body, dead},
		{"version is not None", "if torch.version.cuda is not None" + body, dead},
		{"version is None", "if torch.version.cuda is None:\n    raise E\n", "assertion"},
		{"toolkit", "from torch.utils.cpp_extension import CUDA_HOME\nif CUDA_HOME is not None" + body, dead},
		{"toolkit of the environment", "CUDA_HOME = os.environ.get('CUDA_HOME')\nif CUDA_HOME is not None" + body, ""},
		{"built", "if torch.backends.cuda.is_built()" + body, dead},
		{"and", "if a and torch.cuda.is_available()" + body, dead},
		{"and the other way", "if torch.cuda.is_available() and a" + body, dead + "\noperand: a"},
		{"or", "if a or torch.cuda.is_available()" + body, ""},
		{"not or", "if not (a or torch.cuda.is_available())" + body, ""},
		{"not and", "if not (a and torch.cuda.is_available()):\n    raise E\n", "assertion"},
		{"or of two queries", "if torch.cuda.is_available() or torch.version.cuda" + body, dead},
		{"or of another vendor", "if torch.cuda.is_available() or torch.xpu.is_available()" + body, dead},
		{"or of another vendor in an arm", "if a:\n    pass\nelif torch.xpu.is_available() or torch.cuda.is_available()" + body, dead},
		{"or of a function for another vendor", "from transformers.utils import is_torch_xpu_available\nif torch.cuda.is_available() or is_torch_xpu_available()" + body, dead},
		{"neither this nor another vendor", "if not (torch.cuda.is_available() or torch.backends.mps.is_available()):\n    raise E\n", "assertion"},
		{"or of what only sounds like a vendor", "from tools import is_xpu_available\nif torch.cuda.is_available() or is_xpu_available()" + body, ""},
		{"or of a package that is there", "from transformers.utils import is_flash_attn_available\nif torch.cuda.is_available() or is_flash_attn_available()" + body, ""},
		{"beside inputs, which only sound like a vendor", "if inputs:\n    pass\nelif torch.cuda.is_available()" + body, dead},
		{"another vendor alone", "if torch.xpu.is_available()" + body, ""},
		{"double not", "if not not torch.cuda.is_available()" + body, dead},
		{"parentheses", "if (torch.cuda.is_available())" + body, dead},
		{"bool()", "if bool(torch.cuda.is_available())" + body, dead},
		{"walrus", "if (ok := torch.cuda.is_available())" + body, dead},
		{"variable", "use_cuda = torch.cuda.is_available()\nif use_cuda" + body, dead},
		{"variable with more", "use_cuda = not args.no_cuda and torch.cuda.is_available()\nif use_cuda" + body, dead},
		{"module variable in a function", "use_cuda = torch.cuda.is_available()\ndef f():\n    if use_cuda:\n        torch.cuda.synchronize()\n", dead},
		{"variable set twice", "use_cuda = torch.cuda.is_available()\nif a:\n    use_cuda = True\nif use_cuda" + body, ""},
		{"variable switched off", "use_cuda = torch.cuda.is_available()\nif a:\n    use_cuda = False\nif use_cuda" + body, dead},
		{"parameter", "def f(use_cuda):\n    if use_cuda:\n        torch.cuda.synchronize()\n", ""},
		{"function", "def has():\n    return torch.cuda.is_available()\nif has()" + body, dead},
		{"two functions away", "def has():\n    return torch.cuda.is_available()\ndef use():\n    return a and has()\nif use()" + body, dead},
		{"function with two results", "def has():\n    if a:\n        return True\n    return torch.cuda.is_available()\nif has()" + body, ""},
		{"generator function is always true", "def has():\n    yield 1\n    return torch.cuda.is_available()\nif has()" + body, ""},
		{"coroutine is always true", "async def has():\n    return torch.cuda.is_available()\nif has()" + body, ""},
		{"attribute", "class C:\n    def __init__(self):\n        self.gpu = torch.cuda.is_available()\n    def f(self):\n        if self.gpu:\n            torch.cuda.synchronize()\n", dead},
		{"attribute set twice", "class C:\n    def __init__(self):\n        self.gpu = torch.cuda.is_available()\n    def off(self):\n        self.gpu = x\n    def f(self):\n        if self.gpu:\n            torch.cuda.synchronize()\n", ""},
		{"attribute in a derived class", "class B: pass\nclass C(B):\n    def __init__(self):\n        self.gpu = torch.cuda.is_available()\n    def f(self):\n        if self.gpu:\n            torch.cuda.synchronize()\n", dead},
		{"attribute set by a derived class", "class B:\n    def __init__(self):\n        self.gpu = torch.cuda.is_available()\n    def f(self):\n        if self.gpu:\n            torch.cuda.synchronize()\nclass C(B):\n    def g(self):\n        self.gpu = True\n", ""},
		{"attribute set on an instance", "class C:\n    gpu = torch.cuda.is_available()\n    def f(self):\n        if self.gpu:\n            torch.cuda.synchronize()\nc = C()\nc.gpu = True\n", ""},
		{"declared attribute", "class C:\n    gpu: bool\n    def __init__(self):\n        self.gpu = torch.cuda.is_available()\n    def f(self):\n        if self.gpu:\n            torch.cuda.synchronize()\n", dead},
		{"class attribute", "class C:\n    gpu = torch.cuda.is_available()\n    def f(self):\n        if self.gpu:\n            torch.cuda.synchronize()\n", dead},
		{"option overwritten", "args.gpu = torch.cuda.is_available()\nif args.gpu" + body, dead},
		{"conditional value", "use = torch.cuda.is_available() if a else False\nif use" + body, dead},
		{"import of the function", "from torch.cuda import is_available\nif is_available()" + body, dead},
		{"alias of the function", "has = torch.cuda.is_available\nif has()" + body, dead},
		{"function itself, not called", "if torch.cuda.is_available" + body, ""},
		{"function itself, by import", "from torch.cuda import is_available\nif is_available" + body, ""},
		{"capability is no query", "if torch.cuda.get_device_capability()[0] >= 8" + body, ""},
		{"hasattr", "if hasattr(torch, 'cuda')" + body, ""},
		{"device of the idiom", "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\nif device.type == 'cuda'" + body, "idiom: 'cuda'\n" + dead},
		{"string of the idiom", "device = 'cuda' if torch.cuda.is_available() else 'cpu'\nif device == 'cuda'" + body, "idiom: 'cuda'\n" + dead},
		{"string of the idiom, unequal", "device = 'cuda' if torch.cuda.is_available() else 'cpu'\nif device != 'cpu'" + body, "idiom: 'cuda'\n" + dead},
		{"startswith", "device = 'cuda:0' if torch.cuda.is_available() else 'cpu'\nif device.startswith('cuda')" + body, "idiom: 'cuda:0'\n" + dead},
		{"in", "device = 'cuda:0' if torch.cuda.is_available() else 'cpu'\nif 'cuda' in device" + body, "idiom: 'cuda:0'\n" + dead},
		{"device of the idiom in self", "class C:\n    def __init__(self):\n        self.device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\n    def f(self):\n        if self.device.type == 'cuda':\n            torch.cuda.synchronize()\n", "idiom: 'cuda'\n" + dead},
		{"device of a parameter", "def f(device):\n    if device.type == 'cuda':\n        torch.cuda.synchronize()\n", ""},
		{"device that is always CUDA", "device = torch.device('cuda')\nif device.type == 'cuda'" + body, ""},
	})
}

func TestGuardDecorators(t *testing.T) {
	runGuards(t, []guardTest{
		{"skipif", "import pytest\n@pytest.mark.skipif(not torch.cuda.is_available(), reason='no GPU')\ndef test_f():\n    pass\n", "test: def test_f():"},
		{"skipIf", "import unittest\nclass T(unittest.TestCase):\n    @unittest.skipIf(not torch.cuda.is_available(), 'no GPU')\n    def test_f(self):\n        pass\n", "test: def test_f(self):"},
		{"skipUnless", "import unittest\n@unittest.skipUnless(torch.cuda.is_available(), 'no GPU')\nclass T(unittest.TestCase):\n    pass\n", "test: class T(unittest.TestCase):"},
		{"count", "import pytest\n@pytest.mark.skipif(torch.cuda.device_count() < 2, reason='two')\ndef test_f():\n    pass\n", "test: def test_f():"},
		{"skipped with CUDA", "import pytest\n@pytest.mark.skipif(torch.cuda.is_available(), reason='CPU')\ndef test_f():\n    pass\n", ""},
		{"skipped for another reason", "import pytest\n@pytest.mark.skipif(a, reason='x')\ndef test_f():\n    pass\n", ""},
		{"another decorator", "@run(torch.cuda.is_available())\ndef test_f():\n    pass\n", ""},
	})
}

func TestGuardChains(t *testing.T) {
	runGuards(t, []guardTest{
		{"mps", "if torch.cuda.is_available():\n    device = torch.device('cuda')\nelif torch.backends.mps.is_available():\n    device = torch.device('mps')\nelse:\n    device = torch.device('cpu')\n", "placement among others: device = torch.device('cuda')"},
		{"mps first", "if torch.backends.mps.is_available():\n    device = torch.device('mps')\nelif torch.cuda.is_available():\n    device = torch.device('cuda')\nelse:\n    device = torch.device('cpu')\n", "placement among others: device = torch.device('cuda')"},
		{"expression", "d = torch.device('cuda' if torch.cuda.is_available() else 'mps' if torch.backends.mps.is_available() else 'cpu')\n", "idiom among others: 'cuda'"},
		{"mps only inside a body", "if torch.cuda.is_available():\n    device = torch.device('cuda')\nelse:\n    print('no mps here')\n", "placement: device = torch.device('cuda')"},
		{"neuron arm", "if torch.cuda.is_available():\n    device = torch.device('cuda')\nelif torch.neuron.is_available():\n    device = torch.device('neuron')\nelse:\n    device = torch.device('cpu')\n", ""},
		{"xla arm", "import torch_xla.core.xla_model as xm\nif torch.cuda.is_available():\n    device = torch.device('cuda')\nelif use_xla:\n    device = xm.xla_device()\n", ""},
		{"accelerator arm", "if torch.cuda.is_available():\n    device = torch.device('cuda')\nelif torch.accelerator.is_available():\n    device = torch.accelerator.current_accelerator()\n", ""},
		{"neuron expression", "d = torch.device('cuda' if torch.cuda.is_available() else 'neuron' if n else 'cpu')\n", ""},
		{"xla in a fallback", "d = torch.device('cuda') if torch.cuda.is_available() else xm.xla_device()\n", ""},
	})
}

// TestHandled says which code belongs to a choice that knows Neuron already.
func TestHandled(t *testing.T) {
	s := read(t, "import torch\nif «torch.cuda.is_available()»:\n    device = torch.device(«'cuda'»)\nelif has_neuron():\n    device = torch.device('neuron')\nother = torch.device(«'cuda'»)\nd = torch.device(«'cuda'» if a else 'xla')\n")
	for i, want := range []bool{true, true, false, true} {
		s.equal("handled "+s.Tree.Text(s.marks[i]), s.GuardedForNeuron(s.marks[i]), want)
	}
}

// TestGuardAtoms names the queries that decide a guard.
func TestGuardAtoms(t *testing.T) {
	tests := []struct{ src, want string }{
		{"if torch.cuda.is_available(): pass\n", "torch.cuda.is_available()"},
		{"if a and torch.cuda.device_count() > 1: pass\n", "torch.cuda.device_count()"},
		{"if torch.cuda.is_available() or torch.version.cuda: pass\n", "torch.cuda.is_available() | torch.version.cuda"},
		{"use = torch.cuda.is_available()\nif use: pass\n", "torch.cuda.is_available()"},
		{"def has():\n    return torch.cuda.is_available()\nif has(): pass\n", "torch.cuda.is_available()"},
	}
	for _, tt := range tests {
		s := read(t, "import torch\n"+tt.src)
		g := s.guard()
		s.equal("atoms", s.texts(g.Atoms), tt.want)
		for _, a := range g.Atoms {
			s.equal("guards of the atom", len(s.GuardsOf(a)), 1)
		}
	}
}

// TestDeadRegions lists what never runs, with the condition that keeps it.
func TestDeadRegions(t *testing.T) {
	s := read(t, "import torch\nif torch.cuda.is_available():\n    a()\nelse:\n    b()\nif x:\n    c()\n")
	all := s.DeadRegions()
	s.equal("regions", len(all), 1)
	s.equal("code", string(s.Tree.Source()[all[0].Span.Start:all[0].Span.End]), "a()")
	s.equal("condition", string(s.Tree.Source()[all[0].Guard.Start:all[0].Guard.End]), "torch.cuda.is_available()")
}

// TestDeadHelpers lists what else never runs: what only skipped tests use, be it
// that they hand it on, and what only sparse tensors come to.
func TestDeadHelpers(t *testing.T) {
	const test = "import torch\n@require_torch_gpu\nclass TestGPU:\n    def test(self):\n        spawn(_worker, 2)\n"
	for _, tt := range []struct{ name, src, want string }{
		{"handed on", test + "def _worker(rank):\n    pass\n", "class TestGPU: | def _worker(rank):"},
		{"without a package for GPUs", strings.ReplaceAll(test, "require_torch_gpu", "require_bitsandbytes") + "def _worker(rank):\n    pass\n", "class TestGPU: | def _worker(rank):"},
		{"without a package for all", strings.ReplaceAll(test, "require_torch_gpu", "require_sentencepiece"), ""},
		{"that is not asked for", strings.ReplaceAll(test, "require_torch_gpu", "uses_bitsandbytes"), ""},
		{"beside many others", "import torch\n" + strings.Repeat("@require_apex\ndef test(): pass\n", 20) + test[13:] + "def _worker(rank):\n    pass\n", strings.Repeat("def test(): pass | ", 20) + "class TestGPU: | def _worker(rank):"},
		{"the first of others", "import torch\n@require_apex\ndef test(): pass\n" + test[13:] + "def _worker(rank):\n    pass\n", "def test(): pass | class TestGPU: | def _worker(rank):"},
		{"used elsewhere too", test + "def _worker(rank):\n    pass\n_worker(0)\n", "class TestGPU:"},
		{"others can name it", strings.ReplaceAll(test, "_worker", "worker") + "def worker(rank):\n    pass\n", "class TestGPU:"},
		{"behind and", "import torch\ndef f(x: torch.Tensor):\n    if x.is_cuda and _init():\n        return 1\n    return x\ndef _init():\n    return plugin()\n", "return 1 | _init() | def _init():"},
		{"in itself too", "import torch\ndef f(x: torch.Tensor):\n    if x.is_cuda:\n        return _run(x)\n    return x\ndef _run(x):\n    return _run(x)\n", "return _run(x) | def _run(x):"},
		{"in itself alone", "import torch\ndef f(x: torch.Tensor):\n    if x.is_cuda:\n        return 1\n    return x\ndef _run(x):\n    return _run(x)\n", "return 1"},
		{"behind a helper that refuses", "import torch\ndef _use(x):\n    if x.device.type != 'cuda':\n        return False\n    return True\ndef f(x):\n    if not _use(x):\n        return x\n    return 1\n", "return True | return 1"},
		{"behind a helper that returns the test", "import torch\ndef _use(x):\n    return on and x.device.type == 'cuda'\ndef f(x):\n    if _use(x):\n        return 1\n    return x\n", "return 1"},
		{"behind a helper that may answer otherwise", "import torch\ndef _use(x):\n    if x.device.type != 'cuda':\n        return x.fast\n    return True\ndef f(x):\n    if _use(x):\n        return 1\n    return x\n", "return True"},
		{"beside a helper that refuses", "import torch\ndef _use(x):\n    if x.device.type != 'cuda':\n        return False\n    return True\ndef f(x):\n    if _use(x) or forced:\n        return 1\n    return x\n", "return True"},
		{"behind or, turned round", "import torch\ndef f(x: torch.Tensor):\n    if not x.is_cuda or slow():\n        return x\n    return 1\n", "return 1 | slow()"},
		{"behind and, handed on", "import torch\ndef f(x: torch.Tensor):\n    return x.is_cuda and fast()\n", "fast()"},
		{"before and", "import torch\ndef f(x: torch.Tensor):\n    return fast() and x.is_cuda\n", ""},
		{"behind or", "import torch\ndef f(x: torch.Tensor):\n    return x.is_cuda or fast()\n", ""},
		{"beside or", "import torch\ndef f(x: torch.Tensor):\n    if x.is_cuda or _init():\n        return 1\n    return x\ndef _init():\n    return plugin()\n", ""},
		{"beside another vendor", "import torch\ndef f(x: torch.Tensor):\n    if x.is_xpu or x.is_cuda:\n        return 1\n    return x\n", "return 1"},
		{"beside the name of another vendor", "import torch\ndef f(x: torch.Tensor):\n    if x.device.type == 'cuda' or x.device.type == 'mps':\n        return 1\n    return x\n", "return 1"},
		{"beside what is no accelerator", "import torch\ndef f(x: torch.Tensor):\n    if x.is_cuda or x.is_leaf:\n        return 1\n    return x\n", ""},
		{"sparse", "def f(x):\n    if x.is_sparse:\n        return x.coalesce()\n    return x # cuda\n", "return x.coalesce()"},
		{"dense", "def f(x):\n    if not x.is_sparse:\n        return x.half()\n    return x # cuda\n", "return x # cuda"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.src)
			var spans []source.Span
			for _, r := range s.DeadRegions() {
				spans = append(spans, r.Span)
			}
			s.equal("dead", s.spans(spans), tt.want)
		})
	}
}
