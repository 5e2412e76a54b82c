package semantic

import (
	"context"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// FuzzModel asks everything of whatever parses. It must not panic, and must
// end in a few seconds.
func FuzzModel(f *testing.F) {
	for _, seed := range []string{
		"import torch\nd = 'cuda' if torch.cuda.is_available() else 'cpu'\ntorch.zeros(1).to(d)\n",
		"from torch import *\nclass M(nn.Module):\n    def forward(self, x):\n        return x.cuda()\n",
		"import torch as t\ndef f(device='cuda:0', **kw):\n    if device.startswith('cuda'):\n        return {'cuda': 1}[device]\nf(**{'device': 'cuda'})\n",
		"p.add_argument('--device', default='cuda', choices=['cuda'])\nargs.device = f'cuda:{rank}'\nif 'cuda' in args.device: pass\n",
		"match d.type:\n    case 'cuda' | 'mps': pass\n    case {'a': x, **r}: del x\n    case [P(a=b) as c, *_]: pass\n",
		"class A(B): x = A\nclass B(A): y = B.x\nA().x.y()\n",
		"x = [y := f(x), *x, (a for a in x for x in a)]\nx[0], x.y = x = x.view(-1)\nfor x in x: x += x\n",
		"@skipIf(not torch.cuda.is_available())\n@property\ndef d(self): return self.d\nself.d = d\nd.d\n",
		"def f(x):\n    global x\n    nonlocal y\n    return f(f)\nf = f(f)\n",
		"while (n := torch.cuda.device_count()) > 1: assert n\nlambda d='cuda': d\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<14 {
			t.Skip("too long to be instructive")
		}
		file, err := source.New("fuzz.py", text)
		if err != nil {
			t.Skip(err)
		}
		tree, err := syntax.Parse(context.Background(), file.Text, syntax.Limits{})
		if err != nil {
			t.Skip(err)
		}
		start := time.Now()
		askEverything(New(file, tree, database()), 7)
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("took %v", d)
		}
	})
}
