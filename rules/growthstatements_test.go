package rules_test

import "strings"

// growingStatements are statements likewise, and what is no Python at all.
var growingStatements = []growing{
	repeated("elif chain", torchBegin+"if c:\n    pass\n", "elif args.device == 'cuda:#':\n    x = torch.zeros(3, device=args.device)\n", "x.item()\n"),
	repeated("elif chain that tests", torchBegin+"if c:\n    x = 1\n", "elif torch.cuda.is_available():\n    x = torch.zeros(#).cuda()\n", "else:\n    x = 2\nx.item()\n"),
	repeated("elif chain of JAX", jaxBegin+"if c:\n    x = 1\n", "elif jax.default_backend() == 'gpu':\n    x = jax.devices('gpu')[#]\n", "jax.device_put(1, x)\n"),
	alone("nested conditions", func(n int) string {
		return torchBegin + "def f(x):\n" + nested(n, "if torch.cuda.is_available():", "x = x.cuda()") + "    return x\n"
	}),
	alone("nested loops", func(n int) string {
		return torchBegin + "def f(x):\n" + nested(n, "for i in range(3):", "x = x.cuda().item()") + "    return x\n"
	}),
	alone("nested with", func(n int) string {
		return torchBegin + "def f(x):\n" + nested(n, "with torch.cuda.amp.autocast():", "x = x.cuda()") + "    return x\n"
	}),
	alone("nested with in JAX", func(n int) string {
		return jaxBegin + "def f(x):\n" + nested(n, "with jax.default_device(jax.devices('gpu')[0]):", "x = x.item()") + "    return x\n"
	}),
	alone("nested functions", func(n int) string {
		return torchBegin + nested(n, "def f(x):", "x = x.cuda()")
	}),
	alone("nested classes", func(n int) string {
		return torchBegin + nested(n, "class A(nn.Module):", "x = torch.zeros(3).cuda()")
	}),
	repeated("with items", torchBegin+"with ", "torch.cuda.device(#) as d#, ", "torch.cuda.stream(s):\n    torch.zeros(3, device=d0)\n"),
	repeated("with statements", torchBegin, "with torch.cuda.amp.autocast():\n    x# = torch.zeros(3).cuda()\n", ""),
	repeated("except clauses", torchBegin+"try:\n    x = torch.zeros(3).cuda()\n", "except E#:\n    x = torch.zeros(#, device='cuda')\n", "x.item()\n"),
	repeated("try statements", torchBegin, "try:\n    import flash_attn\n    f# = flash_attn.f\nexcept ImportError:\n    f# = None\n", ""),
	repeated("fallbacks", "", "try:\n    import m# as torch\nexcept ImportError:\n    import torch\n", "torch.zeros(3).cuda()\n"),
	repeated("match arms", torchBegin+"match args.device:\n", "    case 'cuda:#':\n        x = torch.zeros(3, device=args.device)\n", "x.item()\n"),
	repeated("alternatives of a match arm", torchBegin+"match args.device:\n    case 'cpu'", " | 'cuda:#'", ":\n        x = torch.zeros(3, device=args.device)\n"),
	repeated("f-string parts", torchBegin+"x = torch.device('cuda')\nprint(f'", "{x} {torch.zeros(#).cuda()}", "')\n"),
	repeated("f-strings", torchBegin, "d# = f'cuda:{#}'\ntorch.zeros(3, device=d#)\n", ""),
	repeated("string concatenation", torchBegin+"x = 'cu' + 'da'", " + 'part #'", "\ntorch.zeros(3, device=x)\n"),
	repeated("string concatenation of names", torchBegin+"y = 'cuda'\nx = y", " + y", "\ntorch.zeros(3, device=x)\n"),
	repeated("joined strings", torchBegin+"x = ('cuda' ", "'part #' ", ")\ntorch.zeros(3, device=x)\n"),
	repeated("sums", torchBegin+"a = torch.zeros(3).cuda()\nx = a", " + a", "\nx.item()\n"),
	repeated("sums in JAX", jaxBegin+"a = jnp.zeros(3)\nx = a", " + a", "\nx.item()\n"),
	repeated("powers", torchBegin+"a = torch.zeros(3).cuda()\nx = a", " ** a", "\nx.item()\n"),
	repeated("globals", torchBegin, "G# = 'cuda'\ndef f#():\n    global G#\n    G# = torch.device(G#)\n", ""),
	repeated("readers of one global", torchBegin+"DEVICE = torch.device('cuda')\n", "def f#(x):\n    return x.to(DEVICE)\n", ""),
	repeated("writers of one global", torchBegin+"DEVICE = None\n", "def f#(x):\n    global DEVICE\n    DEVICE = 'cuda:#'\n    return x.to(DEVICE)\n", ""),
	repeated("imports", torchBegin, "import torch.cuda as c#\nfrom torch import cuda as d#\nc#.synchronize()\nd#.empty_cache()\n", ""),
	repeated("imports of one name", "", "import torch\n", "torch.zeros(3).cuda()\n"),
	repeated("imports of others", torchBegin, "import package#.module#\nfrom package# import name#\nname#(torch.zeros(3).cuda())\n", ""),
	alone("clauses of a comprehension", func(n int) string {
		return torchBegin + "x = [torch.zeros(3, device=a0)" + times(n, " for a# in 'cuda'") + "]\n"
	}),
	alone("nested comprehensions", func(n int) string {
		return torchBegin + "x = " + strings.Repeat("[", n) + "torch.zeros(a).cuda()" + strings.Repeat(" for a in b]", n) + "\n"
	}),
	repeated("comprehensions", torchBegin, "x# = [torch.zeros(i).cuda().item() for i in range(#) if i]\n", ""),
	repeated("lambdas", torchBegin, "f# = lambda x, d='cuda': x.to(d)\nf#(torch.zeros(3))\n", ""),
	alone("nested lambdas", func(n int) string {
		return torchBegin + "f = " + strings.Repeat("lambda x: ", n) + "x.cuda()\n"
	}),
	repeated("chain of lambdas", torchBegin+"f0 = lambda x: x.cuda()\n", "f@ = lambda x: f#(x)\n", "f1(torch.zeros(3)).item()\n"),
	repeated("annotations", torchBegin+"class A:\n", "    a#: torch.cuda.FloatTensor = torch.zeros(#).cuda()\n", ""),
	repeated("dataclass fields", torchBegin+"from dataclasses import dataclass\n@dataclass\nclass A:\n", "    a#: str = 'cuda:#'\n", "torch.zeros(3, device=A().a0)\n"),
	repeated("annotated functions", torchBegin, "def f#(x: torch.Tensor, d: 'torch.device' = torch.device('cuda')) -> torch.Tensor:\n    return x.to(d)\n", ""),
	repeated("suppress comments", torchBegin, "x# = torch.zeros(#).cuda()  # neuronlint: ignore[NRN102]\n", ""),
	repeated("idle suppress comments", torchBegin+"x = torch.zeros(3).cuda()\n", "y# = 1  # neuronlint: ignore[NRN101, NRN102]\n", ""),
	repeated("comments", torchBegin+"x = torch.zeros(3).cuda()\n", "# cuda #\n", ""),
	repeated("returns", torchBegin+"def f(x):\n", "    if x == #: return torch.zeros(#, device='cuda')\n", "f(1).item()\n"),
	repeated("yields", torchBegin+"def f(x):\n", "    yield torch.zeros(#, device='cuda')\n", "for x in f(1): x.item()\n"),
	repeated("generators", torchBegin, "def f#(x):\n    yield x.cuda()\nfor x in f#(torch.zeros(3)): x.item()\n", ""),
	repeated("options of a parser", torchBegin+"import argparse\nparser = argparse.ArgumentParser()\n", "parser.add_argument('--device#', default='cuda:#')\n", "args = parser.parse_args()\ntorch.zeros(3, device=args.device0)\n"),
	alone("options of a parser that are read", func(n int) string {
		return torchBegin + "import argparse\nparser = argparse.ArgumentParser()\n" + times(n, "parser.add_argument('--device#', default='cuda:#')\n") + "args = parser.parse_args()\n" + times(n, "torch.zeros(3, device=args.device#)\n")
	}),
	repeated("options that nothing reads", torchBegin+"import argparse\np = argparse.ArgumentParser()\n", "p.add_argument('--d#', default='cuda')\n", "a = p.parse_args()\n"),
	repeated("parsers", torchBegin+"import argparse\n", "p# = argparse.ArgumentParser()\np#.add_argument('--device', default='cuda')\na# = p#.parse_args()\ntorch.zeros(3, device=a#.device)\n", ""),
	repeated("reads of one option", torchBegin+"import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('--device', default='cuda')\nargs = parser.parse_args()\n", "torch.zeros(#, device=args.device)\n", ""),
	repeated("guards", torchBegin, "if torch.cuda.is_available():\n    x# = torch.zeros(3).cuda()\nelse:\n    x# = torch.zeros(3)\n", ""),
	repeated("guards by a name", torchBegin+"ok = torch.cuda.is_available()\n", "if ok:\n    x# = torch.zeros(3).cuda()\n", ""),
	repeated("early returns", torchBegin+"def f(x):\n", "    if not torch.cuda.is_available(): return x.cpu()\n", "    return x.cuda()\n"),
	repeated("assertions", torchBegin+"def f(x):\n", "    assert x.is_cuda and torch.cuda.is_available()\n", "    return x.cuda()\n"),
	repeated("environment", torchBegin+"import os\n", "os.environ['CUDA_VISIBLE_DEVICES'] = '#'\nx# = int(os.environ.get('LOCAL_RANK', #))\ntorch.cuda.set_device(x#)\n", ""),
	repeated("tensors that are indexed", torchBegin+"def forward(x):\n", "    x = x[x > #].nonzero()\n", "    return x\n"),
	repeated("steps of a compiled function", torchBegin+"@torch.compile\ndef forward(x):\n", "    if x.sum() > #: x = x + x.item()\n", "    return x\n"),
	repeated("steps of a jitted function", jaxBegin+"@jax.jit\ndef forward(x):\n", "    if x.sum() > #: x = x + jnp.nonzero(x)[0]\n", "    return x\n"),
	repeated("scanned functions", jaxBegin, "def f#(c, x):\n    return c + x.item(), jnp.where(x)\nlax.scan(f#, 0, jnp.arange(#))\n", ""),
	repeated("functions with optimizers", torchBegin, "def train#(model, loader):\n    opt = torch.optim.Adam(model.parameters())\n    scaler = torch.cuda.amp.GradScaler()\n    for x, y in loader:\n        with torch.cuda.amp.autocast():\n            loss = F.mse_loss(model(x.cuda()), y.cuda())\n        scaler.scale(loss).backward()\n        scaler.step(opt)\n        scaler.update()\n", ""),
	repeated("loaders", torchBegin+"from torch.utils.data import DataLoader\n", "l# = DataLoader(d#, pin_memory=True, batch_size=#)\nfor x in l#:\n    x.cuda(non_blocking=True)\n", ""),
	repeated("checkpoints", torchBegin, "s# = torch.load('f#', map_location='cuda:#')\nm#.load_state_dict(s#['model'])\ntorch.save(s#, 'g#')\n", ""),
	repeated("process groups", torchBegin+"import torch.distributed as dist\n", "dist.init_process_group('nccl', rank=#)\ndist.all_reduce(torch.zeros(3).cuda(#))\n", ""),
	repeated("deleted names", torchBegin, "x = torch.zeros(#).cuda()\ndel x\n", ""),
	repeated("loop variables", torchBegin, "for d in ['cuda:#', 'cpu']:\n    torch.zeros(3, device=d)\n", ""),
	repeated("walruses", torchBegin+"x = torch.zeros(3)\n", "if (x := x.cuda()).sum() > #: pass\n", ""),
	repeated("augmented assignments", torchBegin+"x = torch.zeros(3)\n", "x += torch.zeros(#).cuda()\n", "x.item()\n"),
	repeated("augmented lists", torchBegin+"x = []\n", "x += [torch.zeros(#).cuda()]\n", "x[0].item()\n"),
	repeated("augmented strings", torchBegin+"x = 'cuda'\n", "x += ':#'\n", "torch.zeros(3, device=x)\n"),
	repeated("star arguments", torchBegin+"def f(*a, **k):\n    return torch.zeros(*a, **k)\n", "f(#, device='cuda')\n", ""),
	repeated("partials", torchBegin+"import functools\nf0 = torch.zeros\n", "f@ = functools.partial(f#, device='cuda')\n", "f1(3)\n"),
	repeated("wrappers", torchBegin+"def wrap(f):\n    def g(*a):\n        return f(*a).cuda()\n    return g\n", "@wrap\ndef f#(x):\n    return x\nf#(torch.zeros(3)).item()\n", ""),
	repeated("attributes of one object", torchBegin, "cfg.a#.device = 'cuda'\ntorch.zeros(3, device=cfg.a#.device)\n", ""),
	repeated("stores into one attribute", torchBegin, "cfg.device = 'cuda:#'\ntorch.zeros(3, device=cfg.device)\n", ""),
	repeated("instances of one class", torchBegin+"class A:\n    def __init__(self, device):\n        self.device = device\n    def f(self):\n        return torch.zeros(3, device=self.device)\n", "a# = A('cuda:#')\na#.f().item()\n", ""),
	repeated("classes with devices", torchBegin, "class A#:\n    def __init__(self, device='cuda'):\n        self.device = torch.device(device)\n        self.x = torch.zeros(3, device=self.device)\n", ""),
	repeated("tests", torchBegin+"import pytest\n", "@pytest.mark.skipif(not torch.cuda.is_available(), reason='#')\ndef test_#():\n    assert torch.zeros(3).cuda().item() == 0\n", ""),
	repeated("main blocks", torchBegin, "if __name__ == '__main__':\n    torch.zeros(#).cuda()\n", ""),
	repeated("lines of a string", torchBegin+"x = torch.zeros(3).cuda()\ns = '''\n", "cuda line #\n", "'''\n"),
	repeated("words of a line", torchBegin+"x = torch.zeros(3).cuda(); ", "x = x.cuda(); ", "\n"),
	repeated("quantised names", torchBegin, "x# = torch.zeros(#, dtype=torch.float64).cuda().half()\ny# = x#.to(torch.float64, device='cuda')\n", ""),
	repeated("guarded methods", torchBegin, "class A#(nn.Module):\n    def forward(self, x):\n        if x.is_cuda and x.device.type == 'cuda':\n            return x.cuda()\n        return x\n", ""),
	repeated("pallas", jaxBegin+"from jax.experimental import pallas as pl\n", "def k#(x, o):\n    o[...] = x[...]\npl.pallas_call(k#, out_shape=None)(jnp.zeros(#))\n", ""),
	repeated("sharded", jaxBegin+"from jax.sharding import Mesh\n", "m# = Mesh(jax.devices('gpu'), ('x#',))\nwith m#:\n    f# = jax.pmap(lambda x: x.item())\n", ""),
	repeated("seldom branches of a loop", torchBegin+"for step, x in enumerate(loader):\n    loss = model(x)\n    loss.backward()\n    opt.step()\n", "    if step % # == 0:\n        print(loss.item())\n", ""),
	repeated("lists that grow", torchBegin+"for x in loader:\n    loss = model(x)\n    loss.backward()\n", "    l#.append(loss)\n", ""),
	alone("moves in a chain", func(n int) string {
		return torchBegin + "x = torch.ones(2)" + strings.Repeat(".cuda()", n) + "\n"
	}),
	repeated("a sum of moves", torchBegin+"x = ", "torch.ones(2).cuda() + ", "1\n"),
	alone("casts in a chain", func(n int) string {
		return torchBegin + "x = torch.ones(2)" + strings.Repeat(".cuda().half()", n) + "\n"
	}),
	repeated("operators of a class", torchBegin+"class C:\n", "    def f(self):\n        return torch.nonzero(torch.ones(1))\n", ""),
	repeated("open brackets", torchBegin+"x = torch.zeros(3).cuda()\n", "[(", "\n"),
	repeated("words", torchBegin+"x = torch.zeros(3).cuda()\n", "the cuda device of gpu number #\n", ""),
	repeated("backslashes", torchBegin+"x = torch.zeros(3).cuda()\n", "\\", "\n"),
	repeated("backslashes on lines", torchBegin+"x = torch.zeros(3).cuda()\n", "\\ a #\n", ""),
	repeated("questions", torchBegin+"x = torch.zeros(3).cuda()\n", "?", "\n"),
	repeated("dollars", torchBegin+"x = torch.zeros(3).cuda()\n", "$ #\n", ""),
	repeated("broken functions", torchBegin, "def f#(x:\n    return x.cuda()\n", ""),
	repeated("conflict marks", torchBegin, "<<<<<<< HEAD\nx = torch.zeros(#).cuda()\n=======\nx = torch.zeros(#)\n>>>>>>> branch\n", ""),
	repeated("statements of Python 2", torchBegin, "print 'cuda', torch.zeros(#).cuda()\nexec 'x' in y\n", ""),
	repeated("templates", torchBegin+"x = torch.zeros(3).cuda()\n", "class {{ a }}:\n    def f(self):\n        return {{ b }}\n", ""),
	repeated("templates with conditions", torchBegin, "x = {{ a# }}\n{% if b# %}\ny = torch.zeros(1).cuda()\n{% endif %}\n", ""),
	alone("garbage", func(n int) string { return torchBegin + garbage(n, '\n') }),
	alone("garbage in one line", func(n int) string { return torchBegin + garbage(n, ' ') + "\n" }),
	repeated("punctuation", torchBegin, "!@$%^&*()\n", ""),
	repeated("brackets in the wrong order", torchBegin+"x = torch.zeros(3).cuda()\n", ")(:=][}{", "\n"),
	repeated("unclosed strings", torchBegin, "x# = 'cuda\n", ""),
	repeated("quotes", torchBegin, "'", "\n"),
	repeated("columns", torchBegin+"x = torch.zeros(3).cuda()\n", ":", "\n"),
	repeated("commas", torchBegin+"x = torch.zeros(3).cuda()\n", ",", "\n"),
	repeated("unmatched closing brackets", torchBegin+"x = torch.zeros(3).cuda()\n", ")", "\n"),
	repeated("wrong indentation", torchBegin, "   x = torch.zeros(#).cuda()\n  y = 1\n x = 2\n", ""),
}
