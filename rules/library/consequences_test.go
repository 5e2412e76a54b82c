package library

import "github.com/neuronlint/neuronlint/analyzer"

// consequences are snippets with one finding each.
var consequences = []struct {
	name, src string
	severity  analyzer.Severity
	text      string
}{
	{"wrapper", "from mine import get_plugin\nget_plugin(sources=['a.cpp', 'a.cu'])\n", analyzer.Error, "builds a CUDA extension"},
	{"at the top", "import flash_attn\n", analyzer.Error, "scaled_dot_product_attention"},
	{"in a class", "class A:\n    import flash_attn\n", analyzer.Error, "needs CUDA"},
	{"when run", "if __name__ == '__main__':\n    import flash_attn\n", analyzer.Error, "needs CUDA"},
	{"no counterpart", "import skcuda\n", analyzer.Warning, "has no known counterpart on Neuron"},
	{"documented", "import transformer_engine.pytorch as te\n", analyzer.Error, "`transformer_engine` is not supported on Neuron"},
	{"other stack", "import tensorrt\n", analyzer.Warning, "with torch-xla on Neuron: torch_neuronx.trace"},
	{"in a function", "def f():\n    import flash_attn\n", analyzer.Warning, "when this code runs"},
	{"chosen", "import sys\nif len(sys.argv) > 2:\n    import flash_attn\n", analyzer.Warning, ""},
	{"fallback", "try:\n    import flash_attn\nexcept ImportError:\n    flash_attn = None\n", analyzer.Info, "the code works without it"},
	{"asked for or given up", "from peft.import_utils import is_bnb_available\nif is_bnb_available():\n    import flash_attn\nelse:\n    raise ValueError('install it')\n", analyzer.Warning, ""},
	{"given up or asked for", "from peft.import_utils import is_bnb_available\nif not is_bnb_available():\n    raise ValueError('install it')\nelse:\n    import flash_attn\n", analyzer.Warning, ""},
	{"asked for, or another", "from peft.import_utils import is_bnb_available\nif is_bnb_available():\n    import flash_attn\nelse:\n    flash_attn = None\n", analyzer.Info, "the code works without it"},
	{"asked for by elif, or given up", "from peft.import_utils import is_bnb_available\nif x:\n    pass\nelif is_bnb_available():\n    import flash_attn\nelse:\n    raise ValueError('install it')\n", analyzer.Warning, ""},
	{"given up before it is asked for", "from peft.import_utils import is_bnb_available\nif x:\n    raise ValueError('no')\nelif is_bnb_available():\n    import flash_attn\n", analyzer.Info, "the code works without it"},
	{"fallback of a tuple", "try:\n    import flash_attn\nexcept (ValueError, ModuleNotFoundError) as e:\n    print(e)\n", analyzer.Info, ""},
	{"bare except", "try:\n    import flash_attn\nexcept:\n    pass\n", analyzer.Info, ""},
	{"raises again", "try:\n    import flash_attn\nexcept ImportError as e:\n    raise RuntimeError('install it') from e\n", analyzer.Error, ""},
	{"exits", "import sys\ntry:\n    import flash_attn\nexcept ImportError:\n    print('no')\n    sys.exit(1)\n", analyzer.Error, ""},
	{"other exception", "try:\n    import flash_attn\nexcept ValueError:\n    pass\n", analyzer.Error, ""},
	{"suppressed", "from contextlib import suppress\nwith suppress(ImportError):\n    import flash_attn\n", analyzer.Info, ""},
	{"asked by function", "if is_flash_attn_available():\n    import flash_attn\n", analyzer.Info, ""},
	{"asked by flag", "from shop import HAS_FLASH\nif HAS_FLASH and use:\n    import flash_attn\n", analyzer.Info, ""},
	{"asked by own flag", "import importlib.util\nFLASH = importlib.util.find_spec('flash_attn') is not None\nif FLASH:\n    import flash_attn\n", analyzer.Info, ""},
	{"asked by flag of a try", "try:\n    import torch\n    ok = True\nexcept ImportError:\n    ok = False\nif ok:\n    import flash_attn\n", analyzer.Info, ""},
	{"a flag of something else", "def f(HAS_BIAS):\n    if HAS_BIAS:\n        import flash_attn\n", analyzer.Warning, ""},
	{"asked in the negative", "if not HAS_FLASH:\n    x = 1\nelse:\n    import flash_attn\n", analyzer.Info, ""},
	{"missing and imported", "if not HAS_FLASH:\n    import flash_attn\n", analyzer.Warning, ""},
	{"found spec", "import importlib.util\nif importlib.util.find_spec('flash_attn') is not None:\n    import flash_attn\n", analyzer.Info, ""},
	{"second import in a handler", "try:\n    import pandas\nexcept ImportError:\n    import cudf\n", analyzer.Warning, ""},
	{"in a skipped test", "import pytest\n@pytest.mark.skipif(not is_flash_attn_available(), reason='')\ndef test_f():\n    import flash_attn\n", analyzer.Info, ""},
	{"monitor", "import pynvml\n", analyzer.Warning, "can be imported without CUDA"},
	{"for its version", "import bitsandbytes\nprint(bitsandbytes.__version__ if hasattr(bitsandbytes, '__version__') else None)\n", analyzer.Info, "only reads its version"},
	{"for a version that decides", "import bitsandbytes as bnb\nold = bnb.__version__ < '0.41'\n", analyzer.Warning, "may not work"},
	{"for its version and more", "import bitsandbytes as bnb\nprint(bnb.__version__)\nbnb.nn.Linear4bit(2, 2)\n", analyzer.Warning, "may not work"},
	{"for its version, but needed", "import flash_attn\nprint(flash_attn.__version__)\n", analyzer.Error, "scaled_dot_product_attention"},
	{"import_module", "import importlib\nimportlib.import_module('xformers.ops')\n", analyzer.Warning, "xformers"},

	{"kernel launched", "import triton\n@triton.jit\ndef k(x): pass\ndef run(x):\n    k[(1,)](x)\n", analyzer.Error, "`k` is a Triton kernel"},
	{"kernel not launched", "import triton\n@triton.jit\ndef k(x): pass\n", analyzer.Warning, ""},
	{"kernel behind is_cuda", "import triton\n@triton.jit\ndef k(x): pass\ndef run(x):\n    if x.numel() == 0 or not x.is_cuda:\n        return x\n    k[(1,)](x)\n", analyzer.Info, "not used on Neuron"},
	{"kernel not behind is_cuda", "import triton\n@triton.jit\ndef k(x): pass\ndef run(x):\n    if x.is_cuda:\n        print(x)\n    k[(1,)](x)\n", analyzer.Error, ""},
	{"kernel with heuristics", "import triton\n@triton.heuristics({'HAS_BIAS': lambda a: a['b'] is not None})\n@triton.jit\ndef k(x): pass\ndef run(x, bias):\n    HAS_BIAS = bias is not None\n    if HAS_BIAS:\n        k[(1,)](x)\n", analyzer.Error, ""},
	{"kernel behind a flag", "try:\n    import triton\n    TRITON = True\nexcept ImportError:\n    TRITON = False\n@triton.jit\ndef k(x): pass\ndef run(x):\n    if TRITON:\n        k[(1,)](x)\n", analyzer.Info, ""},
	{"kernel behind CUDA", "import torch, triton\n@triton.jit\ndef k(x): pass\ndef run(x):\n    if torch.cuda.is_available():\n        k[(1,)](x)\n", analyzer.Info, ""},
	{"no kernel", "import triton\nprint(triton.cdiv(3, 2))\n", analyzer.Warning, "can be imported without CUDA"},

	{"extension", "from torch.utils.cpp_extension import CUDAExtension\nCUDAExtension('a', ['a.cu'])\n", analyzer.Error, "CUDA toolkit"},
	{"extension with fallback", "from torch.utils.cpp_extension import load\ntry:\n    ops = load(name='a', sources=['a.cu'])\nexcept RuntimeError:\n    ops = None\n", analyzer.Info, ""},
	{"library of CUDA", "import ctypes\nctypes.CDLL('libcudart.so.12')\n", analyzer.Error, "`libcudart.so.12`"},
	{"library with fallback", "import ctypes\ntry:\n    ctypes.CDLL('libcudart.so')\nexcept OSError:\n    pass\n", analyzer.Info, ""},
	{"operator", "import torch\n@torch.library.custom_op('a::f', mutates_args=(), device_types='cuda')\ndef f(x): return x\n", analyzer.Warning, "operator `f`"},
	{"numba", "from numba import cuda\n@cuda.jit\ndef k(x): pass\n", analyzer.Warning, "numba.cuda.jit"},

	{"tool", "import os\nos.system('nvidia-smi')\n", analyzer.Warning, "neuron-ls"},
	{"tool for parsing", "import subprocess\nsubprocess.run(['nvidia-smi', '--query-gpu=name'])\n", analyzer.Warning, "JSON output of `neuron-monitor`"},
	{"tool with topology", "import subprocess\nsubprocess.run('nvidia-smi topo -m', shell=True)\n", analyzer.Warning, "neuron-ls --topology"},
	{"tool looked for", "import shutil, subprocess\nif shutil.which('nvidia-smi'):\n    subprocess.run(['nvidia-smi'])\n", analyzer.Info, ""},
	{"tool with fallback", "import subprocess\ntry:\n    subprocess.run(['nvidia-smi'])\nexcept FileNotFoundError:\n    pass\n", analyzer.Info, ""},
}
