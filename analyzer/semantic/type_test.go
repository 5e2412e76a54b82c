package semantic

import (
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// described is the kind of the first marked expression and the confidence:
// "tensor certain", "sequence of tensor likely", "- " where nothing is known.
func (s *snippet) described() string {
	t := s.Type(s.marks[0])
	if !t.Known() {
		return "-"
	}
	out := kindName(t.Kind)
	if t.Kind == KindSequence || t.Kind == KindDict && t.Elem != KindUnknown {
		out += " of " + kindName(t.Elem)
	}
	return out + " " + t.Confidence.String()
}

// imports stands before the programs of the tables below.
const imports = `import copy
import numpy as np
import torch
import torch.nn as nn
from torch import Tensor
from torch.utils.data import DataLoader
from typing import List, Optional, Union
`

type typeTest struct{ name, src, want string }

func runTypes(t *testing.T, tests []typeTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, imports+tt.src)
			s.equal("kind", s.described(), tt.want)
		})
	}
}

func TestTypeOfConstructors(t *testing.T) {
	runTypes(t, []typeTest{
		{"factory", "«torch.zeros(3)»\n", "tensor certain"},
		{"tensor", "«torch.tensor([1])»\n", "tensor certain"},
		{"class", "«torch.Tensor(3)»\n", "tensor certain"},
		{"legacy class", "«torch.FloatTensor(3)»\n", "tensor certain"},
		{"legacy CUDA class", "«torch.cuda.FloatTensor(3)»\n", "tensor certain"},
		{"parameter", "«nn.Parameter(torch.zeros(1))»\n", "tensor certain"},
		{"layer", "«nn.Linear(1, 2)»\n", "module certain"},
		{"container", "«nn.Sequential(nn.ReLU())»\n", "module certain"},
		{"loss", "«nn.CrossEntropyLoss()»\n", "module certain"},
		{"data parallel", "«nn.parallel.DistributedDataParallel(m)»\n", "module certain"},
		{"optimizer", "«torch.optim.AdamW(p, lr=1)»\n", "optimizer certain"},
		{"scheduler is no optimizer", "«torch.optim.lr_scheduler.StepLR(o, 1)»\n", "-"},
		{"loader", "«DataLoader(data)»\n", "loader certain"},
		{"device", "«torch.device('cpu')»\n", "device certain"},
		{"dtype", "x = torch.zeros(1)\n«x.dtype»\n", "dtype certain"},
		{"functional", "«nn.functional.relu(x)»\n", "tensor certain"},
		{"clipping is no module", "«nn.utils.clip_grad_norm_(p, 1)»\n", "tensor certain"},
		{"numpy", "«np.zeros(3)»\n", "ndarray likely"},
		{"from numpy", "«torch.from_numpy(a)»\n", "tensor certain"},
		{"to numpy", "x = torch.zeros(1)\n«x.cpu().numpy()»\n", "ndarray certain"},
		{"numpy stays numpy", "x = torch.zeros(1).numpy()\n«x + 1»\n", "ndarray certain"},
		{"item", "«torch.zeros(1).item()»\n", "float certain"},
		{"shape", "«torch.zeros(1).shape»\n", "size certain"},
		{"one dimension", "«torch.zeros(1).shape[0]»\n", "int certain"},
		{"unpacked shape", "b, c = torch.zeros(1, 2).shape\n«b»\n", "int certain"},
		{"split", "«torch.zeros(4).split(2)»\n", "sequence of tensor certain"},
		{"unpacked chunk", "a, b = torch.zeros(4).chunk(2)\n«a»\n", "tensor certain"},
		{"literal string", "«'cuda'»\n", "str certain"},
		{"joined string", "«'a' 'b'»\n", "str certain"},
		{"integer", "«1»\n", "int certain"},
		{"len", "«len(x)»\n", "int certain"},
		{"list", "«[torch.zeros(1), torch.ones(1)]»\n", "sequence of tensor certain"},
		{"mixed list", "«[torch.zeros(1), 1]»\n", "sequence of - certain"},
		{"dictionary", "«{'a': 1}»\n", "dict of int certain"},
		{"dictionary of tensors", "d = {'a': torch.zeros(1), 'b': torch.ones(1)}\n«d['a']»\n", "tensor likely"},
		{"mixed dictionary", "«{'a': 1, 'b': 'c'}»\n", "dict certain"},
		{"dictionary comprehension", "«{k: torch.zeros(1) for k in n}»\n", "dict of tensor certain"},
		{"comprehension", "«[torch.zeros(i) for i in n]»\n", "sequence of tensor certain"},
		{"deep copy", "«copy.deepcopy(nn.Linear(1, 1))»\n", "module certain"},
		{"chain of a module", "def f(o, d):\n    net = o.net.train(False).requires_grad_(False).to(d)\n    return «net»\n", "module likely"},
		{"object of the chain", "def f(o, d):\n    return «copy.deepcopy(o.net)».eval().cuda()\n", "module likely"},
		{"only told to evaluate", "def f(o, d):\n    query = o.query.eval()\n    return «query»\n", "-"},
		{"evaluates an argument", "def f(o, d):\n    table = o.table.eval(d).to(d)\n    return «table»\n", "-"},
		{"largest of a tensor and a number", "«max(0, torch.zeros(3).sum())»\n", "tensor likely"},
		{"largest of numbers", "«max(2, 3)»\n", "int certain"},
		{"magnitude", "«abs(torch.zeros(3))»\n", "tensor certain"},
		{"power of numbers", "«pow(2, -1)»\n", "-"},
		{"torchvision", "import torchvision\n«torchvision.models.resnet50()»\n", "module likely"},
		{"unknown function", "«frobnicate(1)»\n", "-"},
		{"unknown library", "import foo\n«foo.Linear(1, 1)»\n", "-"},
		{"relative import", "from .torch import zeros\n«zeros(3)»\n", "-"},
	})
}

func TestTypeOfAnnotations(t *testing.T) {
	runTypes(t, []typeTest{
		{"parameter", "def f(x: torch.Tensor):\n    «x»\n", "tensor certain"},
		{"short name", "def f(x: Tensor):\n    «x»\n", "tensor certain"},
		{"with default", "def f(x: Tensor = None):\n    «x»\n", "tensor certain"},
		{"string", "def f(x: 'torch.Tensor'):\n    «x»\n", "tensor likely"},
		{"Optional", "def f(x: Optional[Tensor] = None):\n    «x»\n", "tensor likely"},
		{"or None", "def f(x: Tensor | None = None):\n    «x»\n", "tensor likely"},
		{"None or", "def f(x: None | Tensor = None):\n    «x»\n", "tensor likely"},
		{"Union with None", "def f(x: Union[Tensor, None]):\n    «x»\n", "tensor likely"},
		{"Union of kinds", "def f(x: Union[str, Tensor]):\n    «x»\n", "-"},
		{"bar of kinds", "def f(x: str | Tensor):\n    «x»\n", "-"},
		{"list", "def f(x: list[Tensor]):\n    «x»\n", "sequence of tensor certain"},
		{"element of a List", "def f(x: List[Tensor]):\n    «x[0]»\n", "tensor certain"},
		{"iteration over a list", "def f(x: list[nn.Module]):\n    for m in x:\n        «m»\n", "module certain"},
		{"module", "def f(m: nn.Module):\n    «m»\n", "module certain"},
		{"device", "def f(d: torch.device):\n    «d»\n", "device certain"},
		{"str", "def f(d: str):\n    «d»\n", "str certain"},
		{"int", "def f(d: int = 0):\n    «d»\n", "int certain"},
		{"ndarray", "def f(a: np.ndarray):\n    «a»\n", "ndarray certain"},
		{"variable", "x: Tensor = load()\n«x»\n", "tensor certain"},
		{"self attribute", "class C:\n    def __init__(self):\n        self.x: Tensor = load()\n    def f(self):\n        «self.x»\n", "tensor certain"},
		{"class attribute", "class C:\n    x: Tensor\n    def f(self):\n        «self.x»\n", "tensor certain"},
		{"return type", "def g() -> Tensor: return load()\n«g()»\n", "tensor likely"},
		{"class of the project", "class C: pass\ndef f(c: C):\n    «c»\n", "instance certain"},
		{"shadowed class", "class Tensor: pass\ndef f(x: Tensor):\n    «x»\n", "instance certain"},
		{"keyword-only", "def f(*, x: Tensor):\n    «x»\n", "tensor certain"},
		{"star parameter is a tuple", "def f(*x: Tensor):\n    «x»\n", "sequence of tensor certain"},
		{"double star parameter is a dict", "def f(**x: Tensor):\n    «x»\n", "dict of tensor certain"},
		{"no annotation", "def f(x):\n    «x»\n", "-"},
		{"default of a parameter", "def f(x=1.0):\n    «x»\n", "float likely"},
		{"default None says nothing", "def f(x=None):\n    «x»\n", "-"},
	})
}

func TestTypeOfModules(t *testing.T) {
	const net = "class Base(nn.Module): pass\nclass Net(Base):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(1, 1)\n        self.layers = nn.ModuleList()\n        self.register_buffer('mask', torch.ones(1))\n"
	runTypes(t, []typeTest{
		{"subclass", net + "«Net()»\n", "module certain"},
		{"instance of a subclass", net + "net = Net()\n«net»\n", "module certain"},
		{"imported base", "from transformers import BertPreTrainedModel\nclass M(BertPreTrainedModel): pass\n«M()»\n", "module likely"},
		{"unknown base", "from mine import Model\nclass M(Model): pass\n«M()»\n", "instance certain"},
		{"base with keywords", "class M(nn.Module, metaclass=Meta): pass\n«M()»\n", "module certain"},
		{"second base", "class Mixin: pass\nclass M(Mixin, nn.Module): pass\n«M()»\n", "module certain"},
		{"own base is second", "class A(nn.Module): pass\nclass Mixin: pass\nclass M(Mixin, A): pass\n«M()»\n", "module certain"},
		{"self", net + "    def f(self):\n        «self»\n", "module certain"},
		{"layer", net + "    def f(self):\n        «self.fc»\n", "module certain"},
		{"layer of an instance", net + "net = Net()\n«net.fc»\n", "module certain"},
		{"weight", net + "    def f(self):\n        «self.fc.weight»\n", "tensor likely"},
		{"called layer", net + "    def f(self, x):\n        y = self.fc(x)\n        «y»\n", "tensor likely"},
		{"iteration over layers", net + "    def f(self):\n        for layer in self.layers:\n            «layer»\n", "module likely"},
		{"element of layers", net + "    def f(self):\n        «self.layers[0]»\n", "module likely"},
		{"forward parameter", net + "    def forward(self, x):\n        «x»\n", "tensor likely"},
		{"forward of no module", "class C:\n    def forward(self, x):\n        «x»\n", "-"},
		{"forward parameter with an annotation", net + "    def forward(self, n: int):\n        «n»\n", "int certain"},
		{"forward parameter with a flag", net + "    def forward(self, x, flag=True):\n        «flag»\n", "bool likely"},
		{"other method's parameter", net + "    def update(self, x):\n        «x»\n", "-"},
		{"called instance with a forward", net + "    def forward(self, x):\n        return self.fc(x)\nnet = Net()\n«net(1)»\n", "tensor likely"},
		{"cuda of an instance", net + "«Net().cuda()»\n", "module certain"},
		{"to of an instance", net + "net = Net()\n«net.to('cuda')»\n", "module certain"},
		{"eval chain", net + "«Net().to('cuda').eval()»\n", "module certain"},
		{"compiled", net + "«torch.compile(Net())»\n", "module likely"},
		{"parameters", net + "for p in Net().parameters():\n    «p»\n", "tensor certain"},
		{"named parameters", net + "for n, p in Net().named_parameters():\n    «p»\n", "tensor certain"},
		{"name of a named parameter", net + "for n, p in Net().named_parameters():\n    «n»\n", "str certain"},
		{"named modules", net + "for i, (n, m) in enumerate(Net().named_modules()):\n    «m»\n", "module certain"},
		{"class method builds an instance", net + "    @classmethod\n    def load(cls):\n        net = cls()\n        «net»\n", "module likely"},
		{"forward star parameter", net + "    def forward(self, *xs):\n        «xs»\n", "sequence of tensor likely"},
		{"forward double star parameter", net + "    def forward(self, **kw):\n        «kw»\n", "dict possible"},
		{"autograd context", "class F(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        «ctx»\n", "-"},
		{"static method", "class M(nn.Module):\n    @staticmethod\n    def f(x):\n        «x»\n", "-"},
		{"class method", "class M(nn.Module):\n    @classmethod\n    def f(cls):\n        «cls»\n", "-"},
		{"autograd function", "class F(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        «x»\n", "tensor likely"},
	})
}

func TestTypeOfLoops(t *testing.T) {
	const loader = "loader = DataLoader(data)\n"
	runTypes(t, []typeTest{
		{"batch", loader + "for x in loader:\n    «x»\n", "tensor likely"},
		{"pair", loader + "for x, y in loader:\n    «y»\n", "tensor likely"},
		{"enumerate index", loader + "for i, (x, y) in enumerate(loader):\n    «i»\n", "int certain"},
		{"enumerate pair", loader + "for i, (x, y) in enumerate(loader):\n    «y»\n", "tensor likely"},
		{"enumerate batch", loader + "for i, x in enumerate(loader):\n    «x»\n", "tensor likely"},
		{"enumerate with start", loader + "for i, x in enumerate(loader, start=1):\n    «x»\n", "tensor likely"},
		{"zip", loader + "for (x, y), z in zip(loader, names):\n    «x»\n", "tensor likely"},
		{"zip with an unknown", loader + "for x, z in zip(loader, names):\n    «z»\n", "-"},
		{"zip of lists", "xs = [torch.zeros(1)]\nns = ['a']\nfor x, n in zip(xs, ns):\n    «n»\n", "str certain"},
		{"enumerate zip", loader + "for i, (x, z) in enumerate(zip(loader, names)):\n    «x»\n", "tensor likely"},
		{"tqdm", "from tqdm import tqdm\n" + loader + "for x, y in tqdm(loader):\n    «x»\n", "tensor likely"},
		{"range", "for i in range(3):\n    «i»\n", "int certain"},
		{"tensor", "for x in torch.zeros(3):\n    «x»\n", "tensor certain"},
		{"list of tensors", "for x in [torch.zeros(1)]:\n    «x»\n", "tensor certain"},
		{"comprehension", "[«x» for x in [torch.zeros(1)]]\n", "tensor certain"},
		{"comprehension over a loader", loader + "[«x» for x, y in loader]\n", "tensor likely"},
		{"items", "d = {'a': torch.zeros(1)}\nfor k, v in d.items():\n    «v»\n", "tensor likely"},
		{"unknown iterable", "for x in things:\n    «x»\n", "-"},
		{"element of strings", "for n in ['a', 'b']:\n    «n»\n", "str certain"},
		{"nested tuples of unknown", "for i, (a, b) in things:\n    «a»\n", "-"},
		{"next iter", loader + "x, y = next(iter(loader))\n«x»\n", "tensor likely"},
	})
}

func TestTypeOfExpressions(t *testing.T) {
	const x = "x = torch.zeros(3)\n"
	runTypes(t, []typeTest{
		{"sum", x + "«x + 1»\n", "tensor certain"},
		{"reflected", x + "«1 - x»\n", "tensor certain"},
		{"matrix product", x + "«x @ y»\n", "tensor certain"},
		{"negation", x + "«-x»\n", "tensor certain"},
		{"comparison", x + "«x > 0»\n", "tensor certain"},
		{"chained comparison", x + "«0 < x <= 1»\n", "tensor certain"},
		{"is None", x + "«x is None»\n", "bool likely"},
		{"membership", x + "«x in y»\n", "bool likely"},
		{"integers", "«1 + 2»\n", "int certain"},
		{"unknown sum", "«a + b»\n", "-"},
		{"string and value", "«'cuda:' + str(i)»\n", "str certain"},
		{"string format", "«'cuda:%d' % i»\n", "str certain"},
		{"index", x + "«x[0]»\n", "tensor certain"},
		{"slice", x + "«x[1:, None]»\n", "tensor certain"},
		{"list slice", "xs = [torch.zeros(1)]\n«xs[1:]»\n", "sequence of tensor certain"},
		{"chain", x + "«x.view(-1).float().sum(dim=0)»\n", "tensor certain"},
		{"attribute of a chain", x + "«x.view(-1).T.device»\n", "device certain"},
		{"device type", x + "«x.device.type»\n", "str certain"},
		{"same kind", x + "«x if a else x * 2»\n", "tensor certain"},
		{"or None", x + "«x if a else None»\n", "tensor likely"},
		{"different kinds", x + "«x if a else 'no'»\n", "-"},
		{"or unknown", x + "«x if a else y»\n", "tensor possible"},
		{"walrus", "«(x := torch.zeros(1))»\n", "tensor certain"},
		{"walrus read", "if (x := torch.zeros(1)) is not None:\n    «x»\n", "tensor certain"},
		{"augmented", x + "x += 1\n«x»\n", "tensor certain"},
		{"augmented by a tensor", "n = 0\nn += torch.zeros(1)\n«n»\n", "tensor likely"},
		{"reassigned in a loop", x + "for i in n:\n    x = x.view(-1)\n«x»\n", "tensor certain"},
		{"read in the loop", x + "for i in n:\n    «x»\n    x = x.view(-1)\n", "tensor certain"},
		{"two reassigned in a loop", x + "y = x\nfor i in n:\n    x = y.relu()\n    y = x.view(-1)\n«y»\n", "tensor certain"},
		{"reassigned to something unknown", x + "if a:\n    x = load()\n«x»\n", "tensor possible"},
		{"reassigned for good", x + "x = 'text'\n«x»\n", "str certain"},
		{"loop of unknown", "while a:\n    x = x.float()\n    «x»\n", "-"},
		{"with", "with open(p) as fh:\n    «fh»\n", "-"},
		{"await", "async def f() -> Tensor: pass\nasync def g():\n    «await f()»\n", "tensor likely"},
		{"function result", "def f():\n    return torch.zeros(1)\n«f()»\n", "tensor likely"},
		{"two results", "def f(a):\n    if a:\n        return torch.zeros(1)\n    return torch.ones(1)\n«f(1)»\n", "tensor likely"},
		{"results of two kinds", "def f(a):\n    if a:\n        return torch.zeros(1)\n    return 'no'\n«f(1)»\n", "-"},
		{"recursive function", "def f(x):\n    if x:\n        return f(x - 1)\n    return torch.zeros(1)\n«f(1)»\n", "tensor likely"},
		{"generator function is no tensor", "def f():\n    yield 1\n    return torch.zeros(1)\n«f()»\n", "sequence of int likely"},
		{"argument of the only call", "def f(x):\n    «x»\nf(torch.zeros(1))\n", "tensor likely"},
		{"arguments that differ", "def f(x):\n    «x»\nf(torch.zeros(1))\nf('a')\n", "-"},
		{"argument by keyword", "def f(a, x):\n    «x»\nf(1, x=torch.zeros(1))\n", "tensor likely"},
		{"argument of a method", "class C:\n    def f(self, x):\n        «x»\nC().f(torch.zeros(1))\n", "tensor likely"},
		{"argument of an unbound method", "class C:\n    def f(self, x):\n        «x»\nC.f('a', torch.zeros(1))\n", "tensor likely"},
		{"property", "class C:\n    @property\n    def w(self):\n        return torch.zeros(1)\nc = C()\n«c.w»\n", "tensor likely"},
	})
}

// TestMethodName names the methods of objects by the class that has them.
func TestMethodName(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"tensor", "«torch.zeros(1).cuda»()\n", "torch.Tensor.cuda certain"},
		{"tensor variable", "x = torch.zeros(1)\n«x.cuda»()\n", "torch.Tensor.cuda certain"},
		{"module", "«nn.Linear(1, 1).cuda»()\n", "torch.nn.Module.cuda certain"},
		{"subclass", "class M(nn.Module): pass\n«M().cuda»()\n", "torch.nn.Module.cuda certain"},
		{"self in a module", "class M(nn.Module):\n    def f(self):\n        «self.cuda»()\n", "torch.nn.Module.cuda certain"},
		{"module with its own", "class M(nn.Module):\n    def cuda(self): return self\n«M().cuda»()\n", "-"},
		{"own in the base", "class A(nn.Module):\n    def cuda(self): return self\nclass M(A): pass\n«M().cuda»()\n", "-"},
		{"class with its own", "class C:\n    def cuda(self): pass\nC().«cuda»\n", "-"},
		{"user class", "class C:\n    def cuda(self): pass\nc = C()\n«c.cuda»()\n", "-"},
		{"user class without it", "class C: pass\nc = C()\n«c.cuda»()\n", "-"},
		{"self attribute overrides", "class M(nn.Module):\n    def __init__(self):\n        self.cuda = f\n    def g(self):\n        «self.cuda»()\n", "-"},
		{"super", "class M(nn.Module):\n    def cuda(self):\n        «super().cuda»()\n", "torch.nn.Module.cuda certain"},
		{"ndarray", "«np.zeros(1).cuda»()\n", "numpy.ndarray.cuda likely"},
		{"string", "«'cuda:0'.split»(':')\n", "builtins.str.split certain"},
		{"unknown", "def f(x):\n    «x.cuda»()\n", "-"},
		{"enum member", "import enum\nclass Flags(enum.Enum):\n    CUDA = 1\n«Flags.CUDA»\n", "-"},
		{"batch", "for x, y in DataLoader(d):\n    «x.cuda»()\n", "torch.Tensor.cuda likely"},
		{"dataset item", "for x in data:\n    «x.cuda»()\n", "-"},
		{"element of a list", "xs = [torch.zeros(1)]\n«xs[0].cuda»()\n", "torch.Tensor.cuda certain"},
		{"forward parameter", "class M(nn.Module):\n    def forward(self, x):\n        «x.cuda»()\n", "torch.Tensor.cuda likely"},
		{"in a loop", "x = torch.zeros(1)\nfor i in n:\n    x = x.view(-1)\n    «x.cuda»()\n", "torch.Tensor.cuda certain"},
		{"optional", "def f(x: Optional[Tensor]):\n    «x.cuda»()\n", "torch.Tensor.cuda likely"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, imports+tt.src)
			if s.Tree.Kind(s.marks[0]) == syntax.KindIdentifier {
				s.marks[0] = s.Tree.Parent(s.marks[0])
			}
			s.equal("name", s.name(), tt.want)
		})
	}
}
