package semantic

import (
	"strings"
	"testing"
)

func TestDType(t *testing.T) {
	t.Parallel()
	const head = "import torch\ndef f(x: torch.Tensor, d, i: torch.Tensor):\n    "
	for body, want := range map[string]string{
		"«x»":                                                     "",
		"«x.long()»":                                              "int64",
		"«x.float().double()»":                                    "float64",
		"«x.to(torch.float16)»":                                   "float16",
		"«x.to('cuda', torch.half)»":                              "float16",
		"«x.to(dtype=torch.int8)»":                                "int8",
		"«x.to(d)»":                                               "",
		"«x.int().to('cpu')»":                                     "int32",
		"«x.int().to(d)»":                                         "",
		"«x.type(torch.bool)»":                                    "bool",
		"«x.view(-1)»":                                            "",
		"«x.bool().view(-1)[0].T»":                                "bool",
		"«torch.argmax(x)»":                                       "int64",
		"«x.argsort(0)»":                                          "int64",
		"«x > 0»":                                                 "bool",
		"«~(x > 0)»":                                              "bool",
		"«(x > 0) & i.isnan()»":                                   "bool",
		"«(x > 0) & i»":                                           "",
		"«torch.logical_not(x)»":                                  "bool",
		"«torch.zeros(3)»":                                        "",
		"«torch.zeros(3, dtype=torch.int64)»":                     "int64",
		"«torch.arange(3)»":                                       "int64",
		"«torch.arange(0.5)»":                                     "",
		"«torch.arange(d)»":                                       "",
		"«torch.tensor([1, 2])»":                                  "int64",
		"«torch.tensor([[1.0]])»":                                 "",
		"«torch.view_as_complex(x)»":                              "complex64",
		"«torch.view_as_complex(x) * i»":                          "complex64",
		"«i * torch.polar(x, x)»":                                 "complex64",
		"«x.long() / x.long()»":                                   "",
		"«d.float()»":                                             "",
		"«x.cfloat().real»":                                       "float32",
		"«x.long().mH»":                                           "int64",
		"«x.half().data»":                                         "float16",
		"«x.byte()»":                                              "uint8",
		"«x.half().any()»":                                        "bool",
		"«x.short().sum()»":                                       "int64",
		"«x.long().div(2)»":                                       "float32",
		"«x.long().div(2, rounding_mode='floor')»":                "",
		"«torch.div(x.double(), 2.5, rounding_mode=None)»":        "float64",
		"«x.double().clamp(min=d)»":                               "float64",
		"«x.double().clamp(None, 1.0)»":                           "float64",
		"«x.float().clamp(min=d)»":                                "",
		"«x.double().clamp(min=i)»":                               "",
		"«torch.add(x.bool(), 1)»":                                "int64",
		"«torch.add(x.bool(), True)»":                             "bool",
		"«torch.add(2, x.long())»":                                "int64",
		"«x.long().add(0.5)»":                                     "float32",
		"«x.long().add(x.half())»":                                "float16",
		"«x.half().add(x.float())»":                               "",
		"«torch.bincount(x.long())»":                              "int64",
		"«torch.bincount(x.long(), i)»":                           "",
		"«x.long().bincount(i)»":                                  "",
		"«x.long().bincount(None, 5)»":                            "int64",
		"«torch.bucketize(x, i)»":                                 "int64",
		"«torch.bucketize(x, i, out_int32=True)»":                 "int32",
		"y = x.long()\n    «y»":                                   "int64",
		"y = x.long()\n    y = y.float()\n    «y»":                "float32",
		"y = x.long()\n    if d:\n        y = x\n    «y»":         "",
		"y = x\n    for k in d:\n        y = y.view(-1)\n    «y»": "",
	} {
		s := read(t, head+body)
		s.equal("dtype of "+body, s.DType(s.marks[0]), want)
	}
}

func TestAnnotatedDType(t *testing.T) {
	t.Parallel()
	for annotation, want := range map[string]string{
		"torch.Tensor":                       "",
		"torch.BoolTensor":                   "bool",
		"torch.LongTensor":                   "int64",
		"torch.FloatTensor":                  "float32",
		"Optional[torch.BoolTensor] = None":  "bool",
		"'torch.BoolTensor'":                 "",
		"torch.IntTensor | torch.LongTensor": "",
		"torch.nn.BoolTensor":                "",
		"BoolTensor":                         "",
	} {
		s := read(t, "from typing import Optional\nimport torch\ndef f(x: "+annotation+"):\n    return «x»")
		s.equal("dtype of "+annotation, s.DType(s.marks[0]), want)
	}
	s := read(t, "import torch\ndef f(x: torch.BoolTensor):\n    x = x.float()\n    return «x»")
	s.equal("dtype of what the parameter became", s.DType(s.marks[0]), "float32")
}

func TestArrayDType(t *testing.T) {
	t.Parallel()
	const head = "import jax\nimport jax.numpy as jnp\nimport numpy as np\ndef f(x: jax.Array, y, d):\n    "
	for body, want := range map[string]string{
		"«x»":                               "",
		"«x.astype(jnp.int8)»":              "int8",
		"«y.astype('float32')»":             "float32",
		"«y.astype(np.int64)»":              "int64",
		"«y.astype(d)»":                     "",
		"z = y.astype(jnp.int32)\n    «z»":  "int32",
		"«jnp.zeros((2, 2), jnp.int32)»":    "int32",
		"«jnp.zeros((2, 2))»":               "",
		"«jnp.full((2,), 1, jnp.uint8)»":    "uint8",
		"«jnp.arange(4)»":                   "int32",
		"«jnp.arange(4.0)»":                 "",
		"«jnp.arange(0, 4, d)»":             "",
		"«jnp.arange(4).reshape(2, 2)»":     "int32",
		"«jnp.asarray(jnp.arange(4)).T»":    "int32",
		"«jnp.argmax(x)»":                   "int32",
		"«jnp.asarray(x, dtype=d)»":         "",
		"«jnp.sqrt(x.astype('int64'))»":     "",
		"«jnp.sqrt(x.astype('int32'))»":     "float32",
		"«jnp.any(x.astype('float16'))»":    "bool",
		"«jnp.maximum(0, jnp.arange(4))»":   "int32",
		"«jnp.maximum(jnp.arange(4), 0.5)»": "float32",
		"«jnp.digitize(x, y)»":              "int32",
		"«jnp.bincount(x)»":                 "int32",
		"«jnp.bincount(x, y)»":              "",
	} {
		s := read(t, head+body)
		s.equal("dtype of "+body, s.DType(s.marks[0]), want)
	}
}

func TestOnHost(t *testing.T) {
	t.Parallel()
	const head = "import numpy as np\nimport torch\ndef f(x: torch.Tensor, d, y: torch.Tensor):\n    "
	for _, tt := range []struct {
		body string
		want bool
	}{
		{"«x»", false},
		{"«x.cpu()»", true},
		{"«x.cpu().view(-1)[0].T»", true},
		{"«x.to('cpu')»", true},
		{"«x.to(torch.device('cpu'))»", true},
		{"«x.to(device='cpu')»", true},
		{"«x.to(d)»", false},
		{"«x.cpu().to(d)»", false},
		{"«x.cpu().to(torch.float32)»", true},
		{"«x.cpu().cuda()»", false},
		{"«torch.arange(3)»", true},
		{"«torch.arange(3, device=d)»", false},
		{"«torch.arange(3, device='cpu')»", true},
		{"«torch.arange(3, **d)»", false},
		{"«torch.zeros_like(x)»", false},
		{"«torch.zeros_like(x.cpu())»", true},
		{"«torch.exp(torch.zeros(3))»", true},
		{"«torch.zeros(3) + 1»", true},
		{"«torch.zeros(3) + x»", false},
		{"«torch.zeros(3) > 0»", true},
		{"«torch.zeros(3) if d else x»", false},
		{"«torch.zeros(3) if d else x.cpu()»", true},
		{"«torch.from_numpy(d)»", true},
		{"«torch.as_tensor(d)»", false},
		{"«torch.Tensor(d) * d»", true},
		{"«torch.ones_like(torch.FloatTensor(d)) * d»", true},
		{"«d * 2»", false},
		{"«x.new_zeros(3)»", false},
		{"«d.numpy()»", true},
		{"z = x.cpu()\n    «z»", true},
		{"z = x.cpu()\n    z = x\n    «z»", false},
		{"z = x.cpu()\n    if d:\n        z = x\n    «z»", false},
		{"z = x.cpu()\n    for k in d:\n        z = z + 1\n    «z»", true},
		{"z, w = x.cpu()\n    «z»", true},
		{"«f(x)»", false},
		{"«torch.float32»", false},
	} {
		body, want := tt.body, tt.want
		s := read(t, head+body)
		s.equal("on host: "+body, s.OnHost(s.marks[0]), want)
	}
}

// A chain of moves that is longer than what one question follows is asked link by link.
func TestDTypeOfAChain(t *testing.T) {
	m := modelOf(t, "import torch\nx = torch.zeros(3, dtype=torch.float64)\n"+strings.Repeat("x = x.cuda()\n", 1_000))
	for i, call := range m.Calls() {
		if got := m.DType(call); got != "float64" {
			t.Fatalf("call %d is %q", i, got)
		}
	}
}

func TestNumPyDType(t *testing.T) {
	t.Parallel()
	const head = "import numpy as np\ndef f(d):\n    i, x = np.zeros(3, 'int64'), np.zeros(3, 'float32')\n    "
	for body, want := range map[string]string{
		"«np.clip(x, 0, 1)»":                 "float32",
		"«np.clip(x, 0.5, None)»":            "float32",
		"«x.clip(0.5, 1)»":                   "float32",
		"«np.clip(i, 0, 5)»":                 "int64",
		"«np.clip(i, 0.5, 5)»":               "float64",
		"«np.clip(i, d, 5)»":                 "",
		"«np.clip(np.zeros(3), d, 5)»":       "float64",
		"«np.divide(i, 2)»":                  "float64",
		"«np.divide(x, 2)»":                  "float32",
		"«np.add(x, i)»":                     "float64",
		"«np.power(x, 2.0)»":                 "float32",
		"«np.power(i, 2)»":                   "int64",
		"«np.power(i > 1, 2)»":               "",
		"«np.arctan2(x, x)»":                 "float32",
		"«np.hypot(i, i)»":                   "float64",
		"«np.mod(i, 3)»":                     "int64",
		"«np.sqrt(i)»":                       "float64",
		"«np.bincount(i)»":                   "int64",
		"«np.bincount(i, weights=x)»":        "float64",
		"«np.bincount(i, minlength=d)»":      "int64",
		"«np.any(np.zeros(3, 'float16'))»":   "bool",
		"«np.cumsum(np.zeros(3, 'uint32'))»": "",
	} {
		s := read(t, head+body)
		s.equal("dtype of "+body, s.ArrayDType(s.marks[0]), want)
	}
}

func TestDouble(t *testing.T) {
	t.Parallel()
	const head = "import torch\ndef f(x: torch.Tensor, d):\n    "
	for body, want := range map[string]bool{
		"«x.double().sum()»":                    true,
		"«x.double().sum(dtype=torch.float32)»": false,
		"«x.double().sum(dtype=d)»":             false,
		"«x.double().clamp(min=d)»":             true,
		"«x.sum()»":                             false,
	} {
		s := read(t, head+body)
		s.equal("float64: "+body, s.Double(s.marks[0]), want)
	}
}

func TestRank(t *testing.T) {
	t.Parallel()
	const head = "import torch\nimport torch.nn.functional as F\ndef f(x: torch.Tensor, y: torch.Tensor, lo):\n    b, t = x.shape\n    "
	for body, want := range map[string]int{
		"«x»":                                           2,
		"«y»":                                           -1,
		"«torch.dropout(x, 0.1, True)»":                 2,
		"«x.type(torch.half)»":                          2,
		"«x.to(lo)»":                                    2,
		"«x.clamp(min=lo)»":                             2,
		"«x.clamp(lo, None)»":                           2,
		"«x.clamp(min=torch.zeros(1, 2, 2))»":           3,
		"«x.clamp_(min=torch.zeros(1, 1))»":             2,
		"«x.clamp(min=y)»":                              -1,
		"«torch.add(x, True)»":                          2,
		"«torch.add(2, x)»":                             2,
		"«torch.div(x, 2, rounding_mode='floor')»":      2,
		"«x.masked_fill(torch.zeros(2, 2).bool(), lo)»": 2,
		"«x.masked_fill(x > 0, 1.0)»":                   2,
		"«x.masked_fill(x[None] > 0, 1.0)»":             3,
		"«x.masked_fill(y, 1.0)»":                       -1,
		"«x.masked_fill_(y, 1.0)»":                      2,
		"«x.expand_as(torch.zeros(1, 2, 2))»":           3,
		"«x.sum_to_size(1)»":                            -1,
		"«torch.linalg.qr(x)[0]»":                       -1,
		"«x.chunk(2)[0]»":                               -1,
	} {
		s := read(t, head+body)
		got, _ := s.Rank(s.marks[0])
		s.equal("rank of "+body, got, want)
	}
}
