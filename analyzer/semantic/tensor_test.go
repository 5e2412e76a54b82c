package semantic

import (
	"strings"
	"testing"
)

func TestDType(t *testing.T) {
	t.Parallel()
	const head = "import torch\ndef f(x: torch.Tensor, d, i: torch.Tensor):\n    "
	for body, want := range map[string]string{
		"«x»":                                             "",
		"«x.long()»":                                      "int64",
		"«x.float().double()»":                            "float64",
		"«x.to(torch.float16)»":                           "float16",
		"«x.to('cuda', torch.half)»":                      "float16",
		"«x.to(dtype=torch.int8)»":                        "int8",
		"«x.to(d)»":                                       "",
		"«x.int().to('cpu')»":                             "int32",
		"«x.int().to(d)»":                                 "",
		"«x.type(torch.bool)»":                            "bool",
		"«x.view(-1)»":                                    "",
		"«x.bool().view(-1)[0].T»":                        "bool",
		"«torch.argmax(x)»":                               "int64",
		"«x.argsort(0)»":                                  "int64",
		"«x > 0»":                                         "bool",
		"«~(x > 0)»":                                      "bool",
		"«(x > 0) & i.isnan()»":                           "bool",
		"«(x > 0) & i»":                                   "",
		"«torch.logical_not(x)»":                          "bool",
		"«torch.zeros(3)»":                                "",
		"«torch.zeros(3, dtype=torch.int64)»":             "int64",
		"«torch.arange(3)»":                               "int64",
		"«torch.arange(0.5)»":                             "",
		"«torch.arange(d)»":                               "",
		"«torch.tensor([1, 2])»":                          "int64",
		"«torch.tensor([[1.0]])»":                         "",
		"«torch.view_as_complex(x)»":                      "complex64",
		"«torch.view_as_complex(x) * i»":                  "complex64",
		"«i * torch.polar(x, x)»":                         "complex64",
		"«x.long() / x.long()»":                           "",
		"«d.float()»":                                     "",
		"y = x.long()\n    «y»":                           "int64",
		"y = x.long()\n    y = y.float()\n    «y»":        "float32",
		"y = x.long()\n    if d:\n        y = x\n    «y»": "",
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
		"«x»":                              "",
		"«x.astype(jnp.int8)»":             "int8",
		"«y.astype('float32')»":            "float32",
		"«y.astype(np.int64)»":             "int64",
		"«y.astype(d)»":                    "",
		"z = y.astype(jnp.int32)\n    «z»": "int32",
		"«jnp.zeros((2, 2), jnp.int32)»":   "int32",
		"«jnp.zeros((2, 2))»":              "",
		"«jnp.full((2,), 1, jnp.uint8)»":   "uint8",
		"«jnp.arange(4)»":                  "int32",
		"«jnp.arange(4.0)»":                "",
		"«jnp.arange(0, 4, d)»":            "",
		"«jnp.arange(4).reshape(2, 2)»":    "int32",
		"«jnp.asarray(jnp.arange(4)).T»":   "int32",
		"«jnp.argmax(x)»":                  "int32",
		"«jnp.asarray(x, dtype=d)»":        "",
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
