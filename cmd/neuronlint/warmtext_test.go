package main

import (
	"encoding/json"
	"strings"
)

// text is a file of a program.
func (w *warmTree) text(path string) string {
	text := w.program()
	if !strings.HasSuffix(path, ".ipynb") {
		return text
	}
	cell := map[string]any{"cell_type": "code", "metadata": map[string]any{}, "outputs": []any{}, "execution_count": nil, "source": text}
	raw, err := json.Marshal(map[string]any{"cells": []any{cell}, "metadata": map[string]any{}, "nbformat": 4, "nbformat_minor": 5})
	w.fail(err)
	return string(raw)
}

// program is a random one: it imports, defines and uses what others define too.
func (w *warmTree) program() string {
	var lines []string
	add := func(n int, list []string) {
		for range n {
			line := pick(w.rng, list...)
			line = strings.ReplaceAll(line, "{M}", pick(w.rng, "a", "b", "c", "conf", "pkg", "pkg.m", "pkg.n", "pkg.deep.o", "lib", "ns.h", "tests.conf"))
			line = strings.ReplaceAll(line, "{N}", pick(w.rng, "DEVICE", "device", "FLAG", "place", "move", "Net", "net", "m", "o"))
			lines = append(lines, line)
		}
	}
	if w.rng.IntN(5) > 0 {
		lines = append(lines, "import torch", "import torch.nn as nn")
	}
	add(w.rng.IntN(4), warmImports())
	add(w.rng.IntN(4), warmDefinitions())
	add(w.rng.IntN(4), warmUses())
	if len(lines) > 0 && w.rng.IntN(6) == 0 {
		at := w.rng.IntN(len(lines))
		lines[at] += pick(w.rng, "  # neuronlint: ignore[NRN101]", "  # neuronlint: ignore", "  # neuronlint: ignore-file[NRN1]", "  # noqa: NRN103")
	}
	if w.rng.IntN(12) == 0 {
		lines = append(lines, "def (")
	}
	return strings.Join(lines, "\n") + "\n"
}

func warmImports() []string {
	return []string{
		"from {M} import {N}", "from {M} import {N}", "from {M} import *", "import {M}", "import {M} as z", "from . import m", "from .m import {N}",
		"from .. import conf", "try:\n    from {M} import {N}\nexcept ImportError:\n    {N} = None", "import os", "import jax", "import torch.distributed as dist",
	}
}

func warmDefinitions() []string {
	return []string{
		"DEVICE = \"cuda\"", "DEVICE = \"cpu\"", "DEVICE = \"cuda:0\"", "import os\nDEVICE = os.environ.get(\"DEV\", \"cuda\")",
		"device = torch.device(DEVICE)", "device = torch.device(\"cuda\" if torch.cuda.is_available() else \"cpu\")",
		"FLAG = torch.cuda.is_available()", "FLAG = False", "def place():\n    return DEVICE", "def place():\n    return \"cuda\"",
		"def move(x):\n    return x.cuda()", "def move(x, d=DEVICE):\n    return x.to(d)", "from pkg import DEVICE as d\ndef place():\n    return d",
		"class Net(nn.Module):\n    def forward(self, x):\n        return torch.nn.functional.gelu(x)",
		"class Net(nn.Module):\n    def forward(self, x):\n        return torch.linalg.eig(x.cuda())", "net = Net().to(device)", "VALUE = 1",
	}
}

func warmUses() []string {
	return []string{
		"torch.zeros(3, device=DEVICE)", "x = move(torch.zeros(3))\nx.cuda()", "y = place()\ntorch.ones(2, device=y)",
		"if device.type == \"cuda\":\n    torch.cuda.synchronize()", "if FLAG:\n    torch.backends.cudnn.benchmark = True\n    torch.zeros(2).cuda()",
		"torch.cuda.empty_cache()", "with torch.autocast(\"cuda\"):\n    net(x)", "torch.ones(2, device={M}.DEVICE)", "z.move(torch.ones(2))",
		"torch.linalg.eig(torch.zeros(3, 3))", "dist.init_process_group(\"nccl\")", "jax.devices(\"gpu\")", "net.cuda()", "out = net(torch.zeros(2).cuda())\nout.item()",
		"import argparse\np = argparse.ArgumentParser()\np.add_argument(\"--device\", default=\"cuda\")\nargs = p.parse_args()\ntorch.zeros(2).to(args.device)",
		"print(1)", "x = torch.cuda.FloatTensor(3)",
	}
}
