package rules_test

import (
	"strconv"
	"strings"
)

// growingExpressions are values, names and definitions that people and programs write a
// lot of in one file.
var growingExpressions = []growing{
	repeated("statements of PyTorch", torchBegin, "x# = torch.zeros(#, device='cuda')\ny# = x#.cuda() + x#.sum().item()\n", ""),
	repeated("statements of JAX", jaxBegin, "x# = jax.device_put(jnp.zeros(#), jax.devices('gpu')[0])\ny# = x# + x#.sum().item()\n", ""),
	repeated("assignments to one name", torchBegin+"x = torch.zeros(3)\n", "x = x.cuda()\n", ""),
	repeated("assignments to one name, each read", torchBegin+"x = torch.zeros(3)\n", "x = torch.zeros(#, device='cuda')\nprint(x.device)\n", ""),
	repeated("conditional assignments to one name", torchBegin+"x = torch.zeros(3)\n", "if c#: x = x.to('cuda')\n", "x.cpu()\n"),
	repeated("conditional assignments in JAX", jaxBegin+"x = jnp.zeros(3)\n", "if c#: x = jax.device_put(x, jax.devices('gpu')[0])\n", "x.sum()\n"),
	repeated("chain of names", torchBegin+"x0 = 'cuda'\n", "x@ = x#\n", "torch.zeros(3, device=x1)\n"),
	repeated("parameters of a function", torchBegin+"def f(", "p#=torch.device('cuda'), ", "):\n    return p0\nf()\n"),
	repeated("parameters with annotations", torchBegin+"def f(", "p#: torch.Tensor, ", "):\n    return p0.cuda()\n"),
	repeated("plain parameters", torchBegin+"def f(", "p#, ", "):\n    return torch.zeros(3, device=p0)\nf('cuda')\n"),
	alone("parameters that are read", func(n int) string {
		return torchBegin + "def f(" + times(n, "p#, ") + "):\n" + times(n, "    p#.cuda()\n") + "f(" + times(n, "torch.zeros(#), ") + ")\n"
	}),
	alone("parameters of JAX that are read", func(n int) string {
		return jaxBegin + "@jax.jit\ndef f(" + times(n, "p#, ") + "):\n" + times(n, "    if p# > 0: p#.block_until_ready()\n") + "f(" + times(n, "jnp.zeros(#), ") + ")\n"
	}),
	alone("arguments by name", func(n int) string {
		return torchBegin + "def f(" + times(n, "p#, ") + "):\n    torch.zeros(3, device=p0)\nf(" + times(n, "p#='cuda', ") + ")\n"
	}),
	repeated("conditional expressions", torchBegin+"x = ", "torch.zeros(#).cuda() if c# else ", "None\nx.item()\n"),
	repeated("conditional expressions of devices", torchBegin+"d = ", "'cuda:#' if c# else ", "'cpu'\ntorch.zeros(3, device=d)\n"),
	repeated("conditional expressions of JAX", jaxBegin+"d = ", "jax.devices('gpu')[#] if c# else ", "None\njax.device_put(1, d)\n"),
	repeated("conditional expressions that test", torchBegin+"d = ", "'cuda:#' if torch.cuda.is_available() else ", "'cpu'\ntorch.zeros(3, device=d)\n"),
	alone("functions that all call each other", func(n int) string { // n is what is written
		k := max(2, isqrt(n))
		return torchBegin + callAll(k, "def g%d(x, device='cuda'):\n%s    return x.to(device)\n", "    g#(x, device)\n")
	}),
	alone("functions that all call all", func(n int) string {
		k := max(2, isqrt(n))
		return torchBegin + callAll(k, "def g%d(x):\n%s    return x.cuda()\n", "    x = g#(x)\n") + "g0(torch.zeros(3))\n"
	}),
	alone("functions of JAX that all call all", func(n int) string {
		k := max(2, isqrt(n))
		return jaxBegin + callAll(k, "@jax.jit\ndef g%d(x):\n%s    return jnp.where(x)\n", "    x = g#(x)\n") + "g0(jnp.zeros(3))\n"
	}),
	alone("methods that all call all", func(n int) string {
		k := max(2, isqrt(n))
		return torchBegin + "class A(nn.Module):\n    def __init__(self):\n        self.device = 'cuda'\n" +
			callAll(k, "    def g%d(self, x):\n%s        return x.to(self.device)\n", "        x = self.g#(x)\n")
	}),
	alone("functions that return what all others do", func(n int) string {
		k := max(2, isqrt(n))
		return torchBegin + callAll(k, "def g%d(x):\n%s    return x.cuda()\n", "    if c#: return g#(x)\n") + "g0(torch.zeros(3)).item()\n"
	}),
	alone("functions that return the sum of all", func(n int) string {
		k := max(2, isqrt(n))
		return torchBegin + callAll(k, "def g%d(x):\n    return %sx.cuda()\n", "g#(x) + ") + "g0(torch.zeros(3)).item()\n"
	}),
	alone("functions that return tuples of all", func(n int) string {
		k := max(2, isqrt(n))
		return torchBegin + callAll(k, "def g%d(x):\n    return %sx.cuda()\n", "g#(x), ") + "g0(torch.zeros(3))[0].item()\n"
	}),
	alone("functions in a ring", func(n int) string {
		return torchBegin + times(n, "def g#(x):\n    return g@(x.cuda())\n") + "g" + strconv.Itoa(n) + " = g0\ng0(torch.zeros(3)).item()\n"
	}),
	repeated("chain of calls of functions", torchBegin, "def f#(x, device):\n    return f@(x, device)\n", "f0(torch.zeros(3), 'cuda')\n"),
	repeated("chain of calls of functions in JAX", jaxBegin, "def f#(x):\n    return f@(x)\n", "jax.jit(f0)(jnp.zeros(3))\n"),
	repeated("chain of calls of methods", torchBegin+"class A(nn.Module):\n    def forward(self, x):\n        return self.f0(x)\n", "    def f#(self, x):\n        return self.f@(x.cuda())\n", ""),
	repeated("loops that read", torchBegin+"x = torch.zeros(3).cuda()\n", "for i in range(#):\n    x.item()\n", ""),
	repeated("loops that assign and read", torchBegin+"x = torch.zeros(3).cuda()\n", "for i in range(#):\n    x = x + x.item()\n", ""),
	repeated("loops that read in JAX", jaxBegin+"x = jnp.zeros(3)\n", "for i in range(#):\n    x = x + float(x.sum())\n", ""),
	repeated("loops of one function", torchBegin+"def f(model, loader, opt):\n", "    for x in loader:\n        loss = model(x.cuda())\n        loss.backward()\n        opt.step()\n        total += loss.item()\n", ""),
	repeated("while loops", torchBegin+"x = torch.zeros(3, device='cuda')\n", "while x.sum() > #:\n    x = x - 1\n", ""),
	repeated("nested loops and calls", torchBegin+"def f(x):\n    return x.item()\n", "for i in range(#):\n    f(torch.zeros(3).cuda())\n", ""),
	repeated("reads in one loop", torchBegin+"def f(model, loader, opt):\n    for x in loader:\n        loss = model(x)\n        loss.backward()\n        opt.step()\n", "        total# = loss.item()\n", ""),
	repeated("callers of one function", torchBegin+"def f(x, device):\n    return x.to(device)\n", "f(torch.zeros(#), 'cuda')\n", ""),
	repeated("callers in functions", torchBegin+"def f(x, device):\n    return x.to(device)\n", "def g#(x):\n    return f(x, 'cuda')\n", ""),
	repeated("callers in JAX", jaxBegin+"@jax.jit\ndef f(x, y):\n    if x > 0: return x.item()\n    return y\n", "f(jnp.zeros(#), jax.devices('gpu'))\n", ""),
	repeated("callers of one method", torchBegin+"class A:\n    def f(self, x):\n        self.x = x.cuda()\n        return self.x.item()\na = A()\n", "a.f(torch.zeros(#))\n", ""),
	repeated("callers that return", torchBegin+"def f(x):\n    return x.cuda()\n", "y# = f(torch.zeros(#)).item()\n", ""),
	repeated("inheritance chain", torchBegin+"class A0(nn.Module):\n    def forward(self, x):\n        return self.f(x.cuda())\n", "class A@(A#):\n    def f(self, x):\n        return x.item()\n", ""),
	repeated("inheritance chain with devices", torchBegin+"class A0(nn.Module):\n    device = 'cuda'\n", "class A@(A#):\n    def f#(self, x):\n        return x.to(self.device)\n", ""),
	repeated("inheritance chain with constructors", torchBegin+"class A0(nn.Module):\n    def __init__(self, device):\n        self.device = device\n", "class A@(A#):\n    def __init__(self, device='cuda'):\n        super().__init__(device)\n        self.x# = torch.zeros(3, device=self.device)\n", ""),
	repeated("subclasses of one class", torchBegin+"class A(nn.Module):\n    def __init__(self):\n        self.device = 'cuda'\n    def forward(self, x):\n        return self.f(x)\n", "class B#(A):\n    def f(self, x):\n        return x.to(self.device).item()\n", ""),
	repeated("subclasses that are JAX", jaxBegin+"import flax.linen as fnn\nclass A(fnn.Module):\n    def __call__(self, x):\n        return self.f(x)\n", "class B#(A):\n    def f(self, x):\n        return jax.device_put(x, jax.devices('gpu')[0]).item()\n", ""),
	alone("nested calls", func(n int) string {
		return torchBegin + "x = torch.zeros(3)\n" + strings.Repeat("torch.relu(", n) + "x" + strings.Repeat(")", n) + "\n"
	}),
	alone("nested calls of a function", func(n int) string {
		return torchBegin + "def f(x):\n    return x.cuda()\nx = torch.zeros(3)\n" + strings.Repeat("f(", n) + "x" + strings.Repeat(")", n) + "\n"
	}),
	alone("nested calls in JAX", func(n int) string {
		return jaxBegin + "x = jnp.zeros(3)\n" + strings.Repeat("jax.nn.relu(", n) + "x" + strings.Repeat(")", n) + "\n"
	}),
	alone("nested lists", func(n int) string {
		return torchBegin + "x = torch.tensor(" + strings.Repeat("[", n) + "1" + strings.Repeat("]", n) + ").cuda()\n"
	}),
	alone("chained methods", func(n int) string {
		return torchBegin + "x = torch.zeros(3)" + strings.Repeat(".cuda().relu()", n) + "\n"
	}),
	alone("chained methods in JAX", func(n int) string {
		return jaxBegin + "x = jnp.zeros(3)" + strings.Repeat(".at[0].set(1)", n) + ".item()\n"
	}),
	alone("attribute chains", func(n int) string {
		return torchBegin + "x = args" + strings.Repeat(".model", n) + ".cuda().device\n"
	}),
	alone("attribute chains that are assigned", func(n int) string {
		return torchBegin + "a" + strings.Repeat(".b", n) + " = torch.device('cuda')\n"
	}),
	alone("subscript chains", func(n int) string {
		return torchBegin + "x = torch.zeros(3).cuda()\n" + "x" + strings.Repeat("[0]", n) + ".item()\n"
	}),
	repeated("tuple unpacking", torchBegin+"", "a#, b#, (c#, *d#) = torch.zeros(#), torch.device('cuda'), (a@, 1)\na#.to(b#)\n", ""),
	alone("wide tuple unpacking", func(n int) string {
		return torchBegin + times(n, "a#, ") + " = " + times(n, "torch.zeros(#), ") + "\n" + times(n, "a#.cuda()\n")
	}),
	alone("wide unpacking of a call", func(n int) string {
		return torchBegin + "def f(x):\n    return " + times(n, "x.cuda(), ") + "\n" + times(n, "a#, ") + " = f(torch.zeros(3))\n" + times(n, "a#.item()\n")
	}),
	alone("wide unpacking of devices", func(n int) string {
		return torchBegin + times(n, "a#, ") + " = " + times(n, "'cuda:#', ") + "\n" + times(n, "torch.zeros(3, device=a#)\n")
	}),
	alone("wide unpacking in JAX", func(n int) string {
		return jaxBegin + times(n, "a#, ") + " = " + times(n, "jnp.zeros(#), ") + "\n" + times(n, "a#.item()\n")
	}),
	repeated("chained assignment", torchBegin, "a# = ", "torch.device('cuda')\ntorch.zeros(3, device=a0)\n"),
	repeated("unpacking of one variable", torchBegin+"x = torch.zeros(3), 'cuda'\n", "a#, b# = x\na#.to(b#)\n", ""),
	repeated("methods of a class", torchBegin+"class A(nn.Module):\n    def __init__(self):\n        self.device = torch.device('cuda')\n", "    def f#(self, x):\n        self.x# = x.to(self.device)\n        return self.x#.item()\n", ""),
	repeated("methods of a class of JAX", jaxBegin+"class A:\n    def __init__(self):\n        self.device = jax.devices('gpu')[0]\n", "    def f#(self, x):\n        self.x# = jax.device_put(x, self.device)\n        return self.x#.item()\n", ""),
	repeated("methods that assign one attribute", torchBegin+"class A(nn.Module):\n    def __init__(self):\n        self.x = torch.zeros(3)\n", "    def f#(self):\n        self.x = self.x.cuda()\n", ""),
	repeated("methods of one name of many classes", torchBegin, "class A#(nn.Module):\n    def forward(self, x):\n        return x.cuda()\n    def step(self, x, device='cuda'):\n        return self.forward(x).to(device)\n", ""),
	repeated("methods of one name that are called", torchBegin, "class A#:\n    def step(self, x, device='cuda'):\n        return x.to(device)\ndef f#(a):\n    a.step(torch.zeros(3), 'cuda')\n", ""),
	repeated("attributes in a constructor", torchBegin+"class A(nn.Module):\n    def __init__(self):\n", "        self.a# = nn.Linear(#, 3).cuda()\n", "    def forward(self, x):\n        return self.a0(x)\n"),
	alone("layers of a model", func(n int) string {
		return torchBegin + "class A(nn.Module):\n    def __init__(self):\n" + times(n, "        self.a# = nn.Linear(#, 3).cuda()\n") + "    def forward(self, x):\n" + times(n, "        x = self.a#(x).nonzero()\n") + "        return x\n"
	}),
	repeated("properties", torchBegin+"class A:\n", "    @property\n    def p#(self):\n        return torch.device('cuda')\n", "a = A()\ntorch.zeros(3, device=a.p0)\n"),
	repeated("entries of a dictionary", torchBegin+"d = {\n", "    'key#': torch.zeros(#),\n", "}\nd['key0'].cuda()\n"),
	repeated("plain entries of a dictionary", torchBegin+"d = {\n", "    'key#': #,\n", "}\ntorch.zeros(d['key0']).cuda()\n"),
	repeated("entries of a dictionary of devices", torchBegin+"d = {\n", "    'key#': 'cuda:#',\n", "}\ntorch.zeros(3, device=d['key0'])\n"),
	repeated("entries of a dictionary in JAX", jaxBegin+"d = {\n", "    'key#': jax.devices('gpu')[#],\n", "}\njax.device_put(1, d['key0'])\n"),
	alone("entries of a dictionary that are read", func(n int) string {
		return torchBegin + "d = {\n" + times(n, "    'key#': 'cuda:#',\n") + "}\n" + times(n, "torch.zeros(3, device=d['key#'])\n")
	}),
	repeated("entries of a list", torchBegin+"d = [\n", "    torch.zeros(#),\n", "]\nd[0].cuda()\n"),
	repeated("plain entries of a list", torchBegin+"d = [\n", "    #,\n", "]\ntorch.tensor(d).cuda()\n"),
	repeated("stores into a dictionary", torchBegin+"d = {}\n", "d['key#'] = torch.zeros(#, device='cuda')\n", "d['key0'].item()\n"),
	repeated("stores and reads of a dictionary", torchBegin+"d = {}\n", "d['key#'] = torch.device('cuda')\ntorch.zeros(3, device=d['key#'])\n", ""),
	repeated("appends to a list", torchBegin+"d = []\n", "d.append(torch.zeros(#, device='cuda'))\n", "torch.stack(d).item()\n"),
	repeated("arguments of a call", torchBegin+"f(", "torch.zeros(#, device='cuda'), ", ")\n"),
	repeated("keyword arguments of dict", torchBegin+"d = dict(", "k#='cuda:#', ", ")\ntorch.zeros(3, device=d['k0'])\n"),
	repeated("decorators", torchBegin, "@torch.compile(mode='m#')\n", "def f(x):\n    return x.cuda().item()\n"),
	repeated("decorators of JAX", jaxBegin, "@jax.jit\n", "def f(x):\n    return x.item()\n"),
	repeated("decorated functions", torchBegin, "@torch.no_grad()\n@torch.compile\ndef f#(x):\n    return x.cuda().nonzero()\n", ""),
	repeated("chained moves", torchBegin+"x", strings.Repeat(".cuda()", 8), "\n"),
	repeated("conditional assignments of a platform", jaxBegin+"if jax.default_backend() == 'gpu':\n    pass\nx = foo\nwhile c:\n", "    if c#: x = x\n", "if x == 'cuda': pass\njax.devices(x)\n"),
	repeated("comparisons", torchBegin+"x = torch.device('cuda').type\nif ", "x == 'cuda:#' or ", "x == 'cuda':\n    pass\n"),
	repeated("questions of a device", torchBegin+"def f(a, b):\n    return ", "a.is_cuda or b.is_cuda or ", "None\n"),
	repeated("questions that are turned round", torchBegin+"def f(a, x):\n    if ", "not (a.is_cuda or c#) and ", "True:\n        x = x.cuda()\n    return x\n"),
	alone("comparisons before much code", func(n int) string {
		return torchBegin + "d = torch.device('cuda').type\ndef f(x):\n    if " + times(n, "d == 'cuda:#' or ") + "False:\n" + times(n, "        x = torch.zeros(#, device='cuda')\n") + "    return x\n"
	}),
	repeated("comparisons of JAX", jaxBegin+"if ", "jax.default_backend() == 'gpu' or ", "False:\n    pass\n"),
	repeated("conditions", torchBegin+"if ", "torch.cuda.is_available() and c# and ", "True:\n    x = torch.zeros(3).cuda()\n"),
	repeated("chained comparison", torchBegin+"x = torch.zeros(3)\nif x", " < x", ":\n    x.cuda()\n"),
	repeated("negations", torchBegin+"if ", "not ", "torch.cuda.is_available():\n    x = torch.zeros(3).cuda()\n"),
}
