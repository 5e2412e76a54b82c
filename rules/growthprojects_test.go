package rules_test

import "fmt"

// growingProjects are large because they have many files, or because what they
// hand from one file to another is large.
var growingProjects = []growing{
	{"star imports of a wide module", func(n int) map[string]string {
		return map[string]string{
			"wide.py": torchBegin + times(n, "def f#(x):\n    return x.cuda()\n"),
			"main.py": "from wide import *\nimport torch\n" + times(n, "f#(torch.zeros(3)).item()\n"),
		}
	}},
	{"star imports of a wide module of names", func(n int) map[string]string {
		return map[string]string{
			"wide.py": torchBegin + times(n, "D# = 'cuda'\n"),
			"main.py": "from wide import *\nimport torch\n" + times(n, "torch.zeros(3, device=D#)\n"),
		}
	}},
	{"star imports of a wide module in JAX", func(n int) map[string]string {
		return map[string]string{
			"wide.py": jaxBegin + times(n, "def f#(x):\n    return jax.device_put(x, jax.devices('gpu')[0])\n"),
			"main.py": "from wide import *\nimport jax\n" + times(n, "f#(jax.numpy.zeros(3)).item()\n"),
		}
	}},
	{"star imports by many files", func(n int) map[string]string {
		k := isqrt(n)
		files := map[string]string{"wide.py": torchBegin + times(k, "def f#(x):\n    return x.cuda()\n")}
		for i := range k {
			files[fmt.Sprintf("m%d.py", i)] = "from wide import *\nimport torch\n" + times(k, "f#(torch.zeros(3)).item()\n")
		}
		return files
	}},
	{"star imports of many files", func(n int) map[string]string {
		k := isqrt(n)
		files := map[string]string{"main.py": "import torch\n" + times(k, "from m# import *\n") + times(k, "f0_#(torch.zeros(3)).item()\n")}
		for i := range k {
			files[fmt.Sprintf("m%d.py", i)] = torchBegin + times(k, fmt.Sprintf("def f%d_#(x):\n    return x.cuda()\n", i))
		}
		return files
	}},
	{"chain of star imports", func(n int) map[string]string {
		return chained(n, "from m@ import *\nimport torch\ndef f#(x):\n    return x.cuda()\n")
	}},
	{"chain of re-exports", func(n int) map[string]string {
		files := chained(n, "from m@ import f, DEVICE\nimport torch\nf(torch.zeros(3, device=DEVICE))\n")
		files[fmt.Sprintf("m%d.py", n)] = torchBegin + "DEVICE = 'cuda'\ndef f(x):\n    return x.cuda()\n"
		return files
	}},
	{"chain of re-exports in JAX", func(n int) map[string]string {
		files := chained(n, "from m@ import f, DEVICE\nimport jax\nf(jax.device_put(3, DEVICE))\n")
		files[fmt.Sprintf("m%d.py", n)] = jaxBegin + "DEVICE = jax.devices('gpu')[0]\ndef f(x):\n    return x.item()\n"
		return files
	}},
	{"chain of calls through files", func(n int) map[string]string {
		return chained(n, "import m@\nimport torch\ndef f(x, device='cuda'):\n    return m@.f(x.to(device), device)\n")
	}},
	{"chain of classes through files", func(n int) map[string]string {
		return chained(n, "import m@\nimport torch\nclass A(m@.A):\n    def f(self, x, device='cuda'):\n        return super().f(x.to(device))\n")
	}},
	{"ignores for each file", func(n int) map[string]string {
		files := chained(n, "import torch\nx = torch.zeros(3).cuda()\n")
		files[ignoresFile] = times(32*n, "m#.py ")
		return files
	}},
	{"files that import one", func(n int) map[string]string {
		files := chained(n, "from base import f, DEVICE, A\nimport torch\nf(torch.zeros(3, device=DEVICE), 'cuda')\nA().g()\n")
		files["base.py"] = torchBegin + "DEVICE = 'cuda'\nclass A:\n    def g(self):\n        self.x = torch.zeros(3).cuda()\ndef f(x, device):\n    return x.to(device)\n"
		return files
	}},
	{"files that one imports", func(n int) map[string]string {
		files := chained(n, torchBegin+"def f#(x, device='cuda'):\n    return x.to(device)\n")
		files["main.py"] = "import torch\n" + times(n, "from m# import f#\nf#(torch.zeros(3), 'cuda')\n")
		return files
	}},
	{"files that all import each other", func(n int) map[string]string {
		k := isqrt(n)
		return chained(k, "import torch\n"+times(k, "from m# import f\nf(torch.zeros(3), 'cuda')\n")+"def f(x, device):\n    return x.to(device)\n")
	}},
	{"files alone", func(n int) map[string]string {
		return chained(n, torchBegin+"def f(x, device='cuda'):\n    return x.to(device)\nf(torch.zeros(3)).item()\n")
	}},
	{"cells of a notebook", func(n int) map[string]string {
		return map[string]string{"main.ipynb": notebook("import torch", times(n, "x# = torch.zeros(#).cuda()\x00"))}
	}},
	{"lines of a cell", func(n int) map[string]string {
		return map[string]string{"main.ipynb": notebook("import torch", times(n, "x# = torch.zeros(#).cuda()\\n"))}
	}},
	{"magics of a notebook", func(n int) map[string]string {
		return map[string]string{"main.ipynb": notebook("import torch", times(n, "%time x# = torch.zeros(#).cuda()\x00!nvidia-smi\x00"))}
	}},
	{"errors of a cell", func(n int) map[string]string {
		return map[string]string{"main.ipynb": notebook("import torch", times(n, "x\\n$\\n"))}
	}},
	{"requirements", func(n int) map[string]string {
		return map[string]string{"requirements.txt": times(n, "flash-attn==2.#\n"), "main.py": torchBegin + "torch.zeros(3).cuda()\n"}
	}},
}
