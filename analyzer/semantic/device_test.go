package semantic

import (
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

type deviceTest struct{ name, src, want string }

// runDevices reads programs with one marked literal; want lists the places
// where it acts as a device (role, confidence, API), "-" if it is none.
func runDevices(t *testing.T, tests []deviceTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, "import os\nimport torch\nfrom torch import nn\n"+tt.src)
			s.equal("acts at", sinks(s.source(s.marks[0])), tt.want)
		})
	}
}

const (
	isDevice = "device certain torch.device" // passed to torch.device
	named    = "named likely"                // nothing but a name says so
)

func TestDeviceDirect(t *testing.T) {
	runDevices(t, []deviceTest{
		{"torch.device", "torch.device(«'cuda'»)\n", isDevice},
		{"by keyword", "torch.device(type=«'cuda'»)\n", "type certain torch.device"},
		{"with index", "torch.device(«'cuda:0'»)\n", isDevice},
		{"to of a tensor", "torch.zeros(1).to(«'cuda'»)\n", "device certain torch.Tensor.to"},
		{"to of a module", "nn.Linear(1, 1).to(«'cuda'»)\n", "device certain torch.nn.Module.to"},
		{"to by keyword", "torch.zeros(1).to(device=«'cuda'»)\n", "device certain torch.Tensor.to"},
		{"to of something unknown", "def f(x):\n    x.to(«'cuda'»)\n", "device likely"},
		{"second argument of to is no device", "torch.zeros(1).to(x, «'cuda'»)\n", "-"},
		{"factory", "torch.zeros(1, device=«'cuda'»)\n", "device certain torch.zeros"},
		{"module", "nn.Linear(1, 1, device=«'cuda'»)\n", "device certain torch.nn.Linear"},
		{"map_location", "torch.load(p, map_location=«'cuda'»)\n", "map certain torch.load"},
		{"map_location by position", "torch.load(p, «'cuda:0'»)\n", "map certain torch.load"},
		{"default device", "torch.set_default_device(«'cuda'»)\n", "device certain torch.set_default_device"},
		{"autocast", "with torch.autocast(«'cuda'»):\n    pass\n", "type certain torch.autocast"},
		{"amp autocast", "with torch.amp.autocast(device_type=«'cuda'»):\n    pass\n", "type certain torch.amp.autocast"},
		{"scaler", "torch.amp.GradScaler(«'cuda'»)\n", "type certain torch.amp.GradScaler"},
		{"generator", "torch.Generator(device=«'cuda'»)\n", "device certain torch.Generator"},
		{"device_map of transformers", "from transformers import AutoModel\nAutoModel.from_pretrained(p, device_map=«'cuda'»)\n", "device-map certain transformers.AutoModel.from_pretrained"},
		{"device of a library that knows GPUs alone", "from lightning import Trainer\nTrainer(accelerator=«'cuda'»)\n", "-"},
		{"with a device", "with torch.device(«'cuda'»):\n    pass\n", isDevice},
		{"parentheses", "torch.device((«'cuda'»))\n", isDevice},
		{"joined literals", "torch.device(«'cuda' ':0'»)\n", isDevice},
		{"raw string", "torch.device(«r'cuda'»)\n", isDevice},
		{"triple quotes", "torch.device(«'''cuda'''»)\n", isDevice},
		{"empty f-string", "torch.device(«f'cuda'»)\n", isDevice},
		{"bytes are no device", "torch.device(«b'cuda'»)\n", "-"},
		{"another word", "torch.device(«'cudax'»)\n", "-"},
		{"capitals", "torch.device(«'CUDA'»)\n", "-"},
		{"cpu", "torch.device(«'cpu'»)\n", "-"},
		{"unknown keyword", "mine.load(device=«'cuda'»)\n", "device likely"},
		{"unknown keyword that is no device", "mine.load(flavour=«'cuda'»)\n", "-"},
		{"unknown position", "mine.load(«'cuda'»)\n", "-"},
		{"print", "print(«'cuda'»)\n", "-"},
		{"print to a device keyword of a shadowed torch", "def f(torch):\n    torch.zeros(1, device=«'cuda'»)\n", "-"},
		{"logging", "import logging\nlogging.info(«'cuda'»)\n", "-"},
		{"docstring", "def f():\n    «'cuda'»\n", "-"},
		{"other parameter of a factory", "torch.zeros(1, dtype=«'cuda'»)\n", "-"},
		{"bare expression in a list", "x = [«'cuda'»]\n", "-"},
		{"key", "x = {«'cuda'»: 1}\n", "-"},
		{"index", "x[«'cuda'»]\n", "-"},
		{"raise", "raise ValueError(«'cuda'»)\n", "-"},
		{"enum value", "class Kind(Enum):\n    GPU = «'cuda'»\n", "-"},
		{"name", "name = «'cuda'»\n", "-"},
		{"backend", "backend = «'cuda'»\nmine.setup(backend=backend)\n", "-"},
		{"module name", "nn.ModuleDict({«'cuda'»: x})\n", "-"},
		{"attribute name", "getattr(torch, «'cuda'»)\n", "-"},
		{"hasattr", "hasattr(torch, «'cuda'»)\n", "-"},
		{"import by name", "import importlib\nimportlib.import_module(«'cuda'»)\n", "-"},
		{"path", "os.path.join(root, «'cuda'»)\n", "-"},
		{"string with a sentence", "print(«'cuda: not found'»)\n", "-"},
	})
}

func TestDeviceThroughNames(t *testing.T) {
	runDevices(t, []deviceTest{
		{"variable", "d = «'cuda'»\ntorch.zeros(1).to(d)\n", "device certain torch.Tensor.to"},
		{"torch.device in a variable", "d = torch.device(«'cuda'»)\ntorch.zeros(1).to(d)\n", "device certain torch.Tensor.to, " + isDevice},
		{"two steps", "a = «'cuda'»\nb = a\ntorch.device(b)\n", isDevice},
		{"chained", "a = b = «'cuda'»\ntorch.device(a)\n", isDevice},
		{"pair", "d, n = «'cuda'», 1\ntorch.device(d)\n", isDevice},
		{"pair, the other", "n, d = «'cuda'», 'cpu'\ntorch.device(d)\n", "-"},
		{"walrus", "if (d := «'cuda'»):\n    torch.device(d)\n", isDevice},
		{"annotated", "d: str = «'cuda'»\ntorch.device(d)\n", isDevice},
		{"in a function", "d = «'cuda'»\ndef f():\n    torch.device(d)\n", isDevice},
		{"global", "d = 'cpu'\ndef f():\n    global d\n    d = «'cuda'»\ndef g():\n    torch.device(d)\n", isDevice},
		{"overwritten", "d = «'cuda'»\nd = 'cpu'\ntorch.device(d)\n", "-"},
		{"overwritten in a branch", "d = «'cuda'»\nif a:\n    d = 'cpu'\ntorch.device(d)\n", isDevice},
		{"overwritten in all branches", "d = «'cuda'»\nif a:\n    d = 'cpu'\nelse:\n    d = 'mps'\ntorch.device(d)\n", "-"},
		{"the other arm", "if a:\n    d = «'cuda'»\nelse:\n    d = 'cpu'\n    torch.device(d)\n", "-"},
		{"another variable of the name", "def f():\n    d = «'cuda'»\ndef g(d):\n    torch.device(d)\n", "-"},
		{"conditional expression", "d = «'cuda'» if a else 'cpu'\ntorch.device(d)\n", isDevice},
		{"other arm of one", "d = 'cpu' if a else «'cuda'»\ntorch.device(d)\n", isDevice},
		{"condition of one", "d = 'x' if «'cuda'» else 'cpu'\ntorch.device(d)\n", "-"},
		{"or", "d = name or «'cuda'»\ntorch.device(d)\n", isDevice},
		{"loop", "for d in ['cpu', «'cuda'»]:\n    torch.device(d)\n", "device likely torch.device"},
		{"loop over a tuple", "for d in ('cpu', «'cuda'»):\n    torch.device(d)\n", "device likely torch.device"},
		{"comprehension", "[torch.device(d) for d in ['cpu', «'cuda'»]]\n", "device likely torch.device"},
		{"loop over a named list", "devices = ['cpu', «'cuda'»]\nfor d in devices:\n    torch.device(d)\n", "device likely torch.device"},
		{"list that is only printed", "devices = ['cpu', «'cuda'»]\nfor d in devices:\n    print(d)\n", "-"},
		{"element of a named list", "devices = ['cpu', «'cuda'»]\ntorch.device(devices[1])\n", "device likely torch.device"},
		{"choices", "choices = ['cpu', «'cuda'»]\nif d not in choices:\n    raise E\n", "-"},
		{"loop whose variable is not used", "for d in ['cpu', «'cuda'»]:\n    print(d)\n", "-"},
		{"nothing but the name", "device = «'cuda'»\n", named},
		{"nothing but the name, passed on", "device = «'cuda'»\nmine.run(device)\n", named},
		{"name that is no device", "kind = «'cuda'»\nmine.run(kind)\n", "-"},
		{"device type name", "device_type = «'cuda'»\n", named},
		{"await", "async def f():\n    d = await g(«'cuda'»)\n    torch.device(d)\n", "-"},
		{"match on something else", "match a:\n    case 1:\n        d = «'cuda'»\n    case _:\n        d = 'cpu'\ntorch.device(d)\n", isDevice},
	})
}

func TestDeviceThroughStrings(t *testing.T) {
	runDevices(t, []deviceTest{
		{"f-string with an index", "torch.device(«f'cuda:{rank}'»)\n", isDevice},
		{"f-string around", "d = «'cuda'»\ntorch.device(f'{d}:{rank}')\n", "device likely torch.device"},
		{"percent", "torch.device(«'cuda:%d'» % rank)\n", isDevice},
		{"percent in a tuple", "torch.device(«'cuda:%d'» % (rank,))\n", isDevice},
		{"format", "torch.device(«'cuda:{}'».format(rank))\n", isDevice},
		{"format with a name", "torch.device(«'cuda:{gpu}'».format(gpu=rank))\n", isDevice},
		{"plus", "torch.device(«'cuda:'» + str(rank))\n", isDevice},
		{"plus of three", "torch.device(«'cuda'» + ':' + str(rank))\n", isDevice},
		{"f-string in a variable", "d = «f'cuda:{rank}'»\ntorch.zeros(1, device=d)\n", "device certain torch.zeros"},
		{"text after the index", "torch.device(«f'cuda:{a}-{b}'»)\n", "-"},
		{"message", "print(«f'cuda:{rank}'»)\n", "-"},
		{"message with a name", "msg = «f'cuda:{rank}'»\nprint(msg)\n", "-"},
		{"right operand of percent", "torch.device('%s' % «'cuda'»)\n", "device likely torch.device"},
		{"right operand of percent in a tuple", "torch.device('%s:%d' % («'cuda'», rank))\n", "device likely torch.device"},
		{"right operand of modulo", "torch.device(n % «'cuda'»)\n", "-"},
		{"argument of format", "torch.device('{}:{}'.format(«'cuda'», rank))\n", "device likely torch.device"},
		{"argument of another format", "torch.device(style.format(«'cuda'»))\n", "-"},
		{"type", "d = torch.device(«'cuda'»)\ntorch.autocast(d.type)\n", "device certain torch.device, type certain torch.autocast"},
		{"str", "torch.device(str(«'cuda'»))\n", isDevice},
		{"lower", "torch.device(«'cuda'».lower())\n", isDevice},
		{"split", "d = «'cuda:0'»\ntorch.autocast(d.split(':')[0])\n", "type certain torch.autocast"},
		{"split by an index", "n = 'x'.split(«'cuda'»)\n", "-"},
		{"find", "torch.device(«'cuda'».find('x'))\n", "-"},
	})
}

func TestDeviceThroughAttributes(t *testing.T) {
	runDevices(t, []deviceTest{
		{"self", "class C:\n    def __init__(self):\n        self.d = «'cuda'»\n    def f(self):\n        torch.device(self.d)\n", isDevice},
		{"self of another class", "class C:\n    def __init__(self):\n        self.d = «'cuda'»\nclass D:\n    def f(self):\n        torch.device(self.d)\n", "-"},
		{"self in a derived class", "class C:\n    def __init__(self):\n        self.d = «'cuda'»\nclass D(C):\n    def f(self):\n        torch.device(self.d)\n", isDevice},
		{"other attribute", "class C:\n    def __init__(self):\n        self.d = «'cuda'»\n    def f(self):\n        torch.device(self.e)\n", "-"},
		{"instance", "class C:\n    def __init__(self):\n        self.d = «'cuda'»\nc = C()\ntorch.device(c.d)\n", isDevice},
		{"class attribute", "class C:\n    d = «'cuda'»\ntorch.device(C.d)\n", isDevice},
		{"class attribute through self", "class C:\n    d = «'cuda'»\n    def f(self):\n        torch.device(self.d)\n", isDevice},
		{"dataclass field", "from dataclasses import dataclass\n@dataclass\nclass Config:\n    d: str = «'cuda'»\ncfg = Config()\ntorch.device(cfg.d)\n", isDevice},
		{"field()", "from dataclasses import dataclass, field\n@dataclass\nclass Config:\n    d: str = field(default=«'cuda'»)\ncfg = Config()\ntorch.device(cfg.d)\n", isDevice},
		{"default_factory", "from dataclasses import dataclass, field\n@dataclass\nclass Config:\n    d: str = field(default_factory=lambda: «'cuda'»)\ncfg = Config()\ntorch.device(cfg.d)\n", isDevice},
		{"config of unknown origin", "class Config:\n    d = «'cuda'»\ndef f(cfg):\n    torch.device(cfg.d)\n", "device likely torch.device"},
		{"name of a field", "from dataclasses import dataclass\n@dataclass\nclass Config:\n    device: str = «'cuda'»\n", named},
		{"other metadata of a field", "from dataclasses import dataclass, field\n@dataclass\nclass Config:\n    device: str = field(default='cpu', metadata={'help': «'cuda'»})\n", "-"},
		{"module attribute", "torch.cuda.d = «'cuda'»\n", "-"},
		{"property", "class C:\n    @property\n    def d(self):\n        return «'cuda'»\n    def f(self):\n        torch.device(self.d)\n", isDevice},
		{"cached property", "from functools import cached_property\nclass C:\n    @cached_property\n    def d(self):\n        return «'cuda'»\n    def f(self):\n        torch.device(self.d)\n", isDevice},
		{"method that is not called", "class C:\n    def d(self):\n        return «'cuda'»\n    def f(self):\n        torch.device(self.d)\n", "-"},
		{"args", "args = parse()\nargs.d = «'cuda'»\ntorch.device(args.d)\n", "device likely torch.device"},
		{"args of another function", "def f(args):\n    args.d = «'cuda'»\ndef g(args):\n    torch.device(args.d)\n", "device likely torch.device"},
		{"attribute called device", "def f(args):\n    args.device = «'cuda'»\n", named},
		{"attribute of a module called device", "class M(nn.Module):\n    def __init__(self):\n        self.device = «'cuda'»\n", named},
		{"setter keyword", "class C:\n    def __init__(self, d):\n        self.d = d\n    def f(self):\n        torch.device(self.d)\nC(d=«'cuda'»)\n", isDevice},
		{"keyword of a dataclass", "from dataclasses import dataclass\n@dataclass\nclass Config:\n    d: str\n    def f(self):\n        torch.device(self.d)\nConfig(d=«'cuda'»)\n", isDevice},
	})
}

func TestDeviceThroughFunctions(t *testing.T) {
	runDevices(t, []deviceTest{
		{"default", "def f(d=«'cuda'»):\n    torch.device(d)\n", isDevice},
		{"typed default", "def f(d: str = «'cuda'»):\n    torch.device(d)\n", isDevice},
		{"keyword-only default", "def f(*, d=«'cuda'»):\n    torch.device(d)\n", isDevice},
		{"lambda default", "f = lambda d=«'cuda'»: torch.device(d)\n", isDevice},
		{"default of a method", "class C:\n    def f(self, d=«'cuda'»):\n        torch.device(d)\n", isDevice},
		{"default not used as a device", "def f(d=«'cuda'»):\n    print(d)\n", "-"},
		{"default called device", "def f(device=«'cuda'»):\n    pass\n", named},
		{"argument", "def f(d):\n    torch.device(d)\nf(«'cuda'»)\n", isDevice},
		{"second argument", "def f(a, d):\n    torch.device(d)\nf(1, «'cuda'»)\n", isDevice},
		{"first argument, not the second", "def f(a, d):\n    torch.device(d)\nf(«'cuda'», 1)\n", "-"},
		{"keyword argument", "def f(a, d):\n    torch.device(d)\nf(d=«'cuda'», a=1)\n", isDevice},
		{"argument of a method", "class C:\n    def f(self, d):\n        torch.device(d)\nC().f(«'cuda'»)\n", isDevice},
		{"argument of a static method", "class C:\n    @staticmethod\n    def f(d):\n        torch.device(d)\nC.f(«'cuda'»)\n", isDevice},
		{"argument of a class method", "class C:\n    @classmethod\n    def f(cls, d):\n        torch.device(d)\nC.f(«'cuda'»)\n", isDevice},
		{"unbound method", "class C:\n    def f(self, d):\n        torch.device(d)\nC.f(c, «'cuda'»)\n", isDevice},
		{"constructor", "class C:\n    def __init__(self, d):\n        torch.device(d)\nC(«'cuda'»)\n", isDevice},
		{"constructor of the base", "class B:\n    def __init__(self, d):\n        torch.device(d)\nclass C(B): pass\nC(«'cuda'»)\n", isDevice},
		{"constructor of the base by its name", "class B:\n    def __init__(self, d):\n        torch.device(d)\nclass C(B):\n    def __init__(self):\n        B.__init__(self, «'cuda'»)\n", isDevice},
		{"super", "class B:\n    def __init__(self, d):\n        torch.device(d)\nclass C(B):\n    def __init__(self):\n        super().__init__(«'cuda'»)\n", isDevice},
		{"kwargs", "def f(**kw):\n    torch.device(kw['d'])\nf(d=«'cuda'»)\n", "device likely torch.device"},
		{"kwargs.get", "def f(**kw):\n    torch.device(kw.get('d'))\nf(d=«'cuda'»)\n", "device likely torch.device"},
		{"kwargs, another key", "def f(**kw):\n    torch.device(kw['e'])\nf(d=«'cuda'»)\n", "-"},
		{"kwargs passed on", "def f(**kw):\n    torch.zeros(1, **kw)\nf(device=«'cuda'»)\n", "device likely torch.zeros"},
		{"partial of a factory", "from functools import partial\nmake = partial(torch.zeros, device=«'cuda'»)\n", "device certain torch.zeros"},
		{"partial of a function", "from functools import partial\ndef f(a, d):\n    torch.device(d)\ng = partial(f, d=«'cuda'»)\n", "device likely torch.device"},
		{"argument behind a splat", "def f(a, d):\n    torch.device(d)\nf(*xs, «'cuda'»)\n", "-"},
		{"result", "def f():\n    return «'cuda'»\ntorch.device(f())\n", isDevice},
		{"result of a method", "class C:\n    def f(self):\n        return «'cuda'»\ntorch.device(C().f())\n", isDevice},
		{"result not used as a device", "def f():\n    return «'cuda'»\nprint(f())\n", "-"},
		{"result of a function called get_device", "def get_device():\n    return «'cuda'»\n", named},
		{"result of an inner function", "def f():\n    def g():\n        return «'cuda'»\n    return 'cpu'\ntorch.device(f())\n", "-"},
		{"one of a tuple of results", "def f():\n    return 1, «'cuda'»\nn, d = f()\ntorch.device(d)\n", "device likely torch.device"},
		{"other of a tuple of results", "def f():\n    return «'cuda'», 1\nn, d = f()\ntorch.device(d)\n", "-"},
		{"three functions", "def f(d):\n    g(d)\ndef g(d):\n    h(d=d)\ndef h(d):\n    torch.device(d)\nf(«'cuda'»)\n", isDevice},
		{"recursion", "def f(d, n):\n    torch.device(d)\n    f(d, n - 1)\nf(«'cuda'», 3)\n", isDevice},
		{"shadowed torch", "def f(torch):\n    torch.device(«'cuda'»)\n", "-"},
		{"own device function", "def device(x): pass\ndevice(«'cuda'»)\n", "-"},
		{"parametrize", "import pytest\n@pytest.mark.parametrize('d', ['cpu', «'cuda'»])\ndef test_f(d):\n    torch.device(d)\n", "device likely torch.device"},
		{"parametrize of another name", "import pytest\n@pytest.mark.parametrize('e', ['cpu', «'cuda'»])\ndef test_f(d, e):\n    torch.device(d)\n", "-"},
	})
}

func TestDeviceThroughConfiguration(t *testing.T) {
	const parser = "import argparse\np = argparse.ArgumentParser()\n"
	const use = "args = p.parse_args()\ntorch.device(args.d)\n"
	runDevices(t, []deviceTest{
		{"argparse", parser + "p.add_argument('--d', default=«'cuda'»)\n" + use, "device likely torch.device"},
		{"argparse with two names", parser + "p.add_argument('-x', '--d', default=«'cuda'»)\n" + use, "device likely torch.device"},
		{"argparse with dest", parser + "p.add_argument('--other', dest='d', default=«'cuda'»)\n" + use, "device likely torch.device"},
		{"argparse with a dash", parser + "p.add_argument('--my-dev', default=«'cuda'»)\nargs = p.parse_args()\ntorch.device(args.my_dev)\n", "device likely torch.device"},
		{"argparse of another option", parser + "p.add_argument('--e', default=«'cuda'»)\n" + use, "-"},
		{"argparse choices", parser + "p.add_argument('--d', default='cpu', choices=['cpu', «'cuda'»])\n" + use, "-"},
		{"argparse help", parser + "p.add_argument('--d', default='cpu', help=«'cuda'»)\n" + use, "-"},
		{"argparse metavar", parser + "p.add_argument('--d', default='cpu', metavar=«'cuda'»)\n" + use, "-"},
		{"argparse called device", parser + "p.add_argument('--device', default=«'cuda'»)\n", named},
		{"argparse set_defaults", parser + "p.set_defaults(d=«'cuda'»)\n" + use, "device likely torch.device"},
		{"argparse conditional", parser + "p.add_argument('--d', default=«'cuda'» if torch.cuda.is_available() else 'cpu')\n" + use, "device likely torch.device"},
		{"click", "import click\n@click.command()\n@click.option('--d', default=«'cuda'»)\ndef main(d):\n    torch.device(d)\n", "device likely torch.device"},
		{"click of another option", "import click\n@click.command()\n@click.option('--e', default=«'cuda'»)\ndef main(d, e):\n    torch.device(d)\n", "-"},
		{"click help", "import click\n@click.command()\n@click.option('--d', help=«'cuda'»)\ndef main(d):\n    torch.device(d)\n", "-"},
		{"typer", "import typer\ndef main(d: str = typer.Option(«'cuda'»)):\n    torch.device(d)\n", isDevice},
		{"absl", "from absl import flags\nflags.DEFINE_string('d', «'cuda'», 'the device')\nFLAGS = flags.FLAGS\ndef f():\n    torch.device(FLAGS.d)\n", "device likely torch.device"},
		{"environment", "d = os.environ.get('D', «'cuda'»)\ntorch.device(d)\n", isDevice},
		{"getenv", "torch.device(os.getenv('D', «'cuda'»))\n", isDevice},
		{"environment, the variable", "torch.device(os.environ.get(«'cuda'», 'cpu'))\n", "-"},
		{"environment called device is no device", "os.environ['device_kind'] = «'cuda'»\n", "-"},
		{"getattr", "def f(args):\n    torch.device(getattr(args, 'd', «'cuda'»))\n", "device likely torch.device"},
		{"dictionary", "cfg = {'d': «'cuda'»}\ntorch.device(cfg['d'])\n", isDevice},
		{"dictionary get", "cfg = {'d': «'cuda'»}\ntorch.device(cfg.get('d'))\n", isDevice},
		{"dictionary, another key", "cfg = {'d': «'cuda'»}\ntorch.device(cfg['e'])\n", "-"},
		{"dictionary store", "cfg = {}\ncfg['d'] = «'cuda'»\ntorch.device(cfg['d'])\n", isDevice},
		{"dictionary default", "def f(cfg):\n    torch.device(cfg.get('d', «'cuda'»))\n", "device likely torch.device"},
		{"dictionary splat", "kw = {'device': «'cuda'»}\ntorch.zeros(1, **kw)\n", "device likely torch.zeros"},
		{"dictionary splat in place", "torch.zeros(1, **{'device': «'cuda'»})\n", "device certain torch.zeros"},
		{"dict()", "kw = dict(device=«'cuda'»)\ntorch.zeros(1, **kw)\n", "device likely torch.zeros"},
		{"dictionary splat to a function", "def f(d):\n    torch.device(d)\nkw = {'d': «'cuda'»}\nf(**kw)\n", "device likely torch.device"},
		{"dictionary key called device", "cfg = {'device': «'cuda'»}\n", named},
		{"dictionary of names", "names = {'a': «'cuda'»}\nprint(names['a'])\n", "-"},
		{"map_location dictionary value", "torch.load(p, map_location={'cuda:0': «'cuda:1'»})\n", "map certain torch.load"},
		{"map_location dictionary key", "torch.load(p, map_location={«'cuda:0'»: 'cuda:1'})\n", "-"},
		{"map_location lambda", "torch.load(p, map_location=lambda s, l: s.cuda(«'cuda'»))\n", "-"},
		{"lookup", "torch.device({'a': «'cuda'», 'b': 'cpu'}[kind])\n", "device likely torch.device"},
		{"lookup in a named table", "table = {'a': «'cuda'», 'b': 'cpu'}\ntorch.device(table[kind])\n", "device likely torch.device"},
	})
}

// TestSourceForm tells the ways to write a device.
func TestSourceForm(t *testing.T) {
	tests := []struct {
		src   string
		form  SourceForm
		index string
	}{
		{"'cuda'", FormPlain, ""},
		{"'cuda:0'", FormIndexed, "0"},
		{"'cuda:12'", FormIndexed, "12"},
		{"f'cuda:{rank}'", FormComputed, ""},
		{"f'cuda:0'", FormIndexed, "0"},
		{"'cuda:' f'{rank}'", FormComputed, ""},
		{"'cuda:%d' % rank", FormComputed, ""},
		{"'cuda:{}'.format(rank)", FormComputed, ""},
		{"'cuda:' + str(rank)", FormComputed, ""},
	}
	for _, tt := range tests {
		s := read(t, "import torch\ntorch.device("+tt.src+")\n")
		if len(s.Devices()) != 1 {
			t.Errorf("%s: %d sources, want 1", tt.src, len(s.Devices()))
			continue
		}
		s.equal("form", s.Devices()[0].Form, tt.form)
		s.equal("index", s.Devices()[0].Index, tt.index)
	}
}

// TestSourceOrigin says which sources are defaults of parameters and options.
func TestSourceOrigin(t *testing.T) {
	s := read(t, "import argparse\nimport torch\np = argparse.ArgumentParser()\n«p.add_argument('--device', default=«'cuda'»)»\ndef f(«device=«'cuda'»»):\n    pass\nx = torch.device(«'cuda'»)\n")
	s.equal("command line", s.source(s.marks[1]).CLI, s.marks[0])
	s.equal("default", s.source(s.marks[3]).Default, s.marks[2])
	plain := s.source(s.marks[4])
	s.equal("neither", plain.CLI|plain.Default, syntax.None)
}
