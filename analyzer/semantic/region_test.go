package semantic

import "testing"

func TestRegion(t *testing.T) {
	t.Parallel()
	const head = "import torch\nfrom torch import nn\nfrom base import Base\n"
	for _, c := range []struct {
		program string
		want    RegionKind
	}{
		{"«f»(1)", RegionOther},
		{"def f(x):\n    return «x»", RegionOther},
		{"class M(nn.Module):\n    def forward(self, x):\n        return «x»", RegionForward},
		{"class M(nn.Module):\n    def forward(self, x):\n        return map(lambda y: «y», x)", RegionForward},
		{"class M(nn.Module):\n    def forward(self, x):\n        def f(y):\n            return «y»\n        return f", RegionForward},
		{"class M(nn.Module):\n    def forward(self, x):\n        return self.a(x)\n    def a(self, x):\n        return self.b(x)\n    def b(self, x):\n        return «x»", RegionForward},
		{"def f(x):\n    return «x»\nclass M(nn.Module):\n    def forward(self, x):\n        return f(x)", RegionForward},
		{"def f(x):\n    return «x»\nclass M(nn.Module):\n    def forward(self, x):\n        return x", RegionOther},
		{"class M(nn.Module):\n    def forward(self, x):\n        return self._init(x)\n    def _init(self, x):\n        return «x»", RegionForward},
		{"class M(nn.Module):\n    def forward_features(self, x):\n        return «x»", RegionForward},
		{"class M(nn.Module):\n    def encode(self, x):\n        return «x»", RegionModule},
		{"class M(nn.Module):\n    def __init__(self, x):\n        self.x = «x»", RegionSetup},
		{"class M(nn.Module):\n    def load_weights(self, x):\n        self.x = «x»", RegionSetup},
		{"class M(Base):\n    def forward(self, x):\n        return «x»", RegionForward},
		{"class M(Base):\n    def other(self, x):\n        return «x»", RegionOther},
		{"class BoxLoss:\n    def __call__(self, x):\n        return self.match(x)\n    def match(self, x):\n        return «x»", RegionForward},
		{"class BoxLoss:\n    def match(self, x):\n        return «x»", RegionOther},
		{"class LossPlot:\n    def __call__(self, x):\n        return «x»", RegionOther},
		{"class F(torch.autograd.Function):\n    def backward(ctx, x):\n        return «x»", RegionForward},
		{"class O(torch.optim.Optimizer):\n    def step(self, x):\n        return «x»", RegionTraining},
		{"class O(torch.optim.Optimizer):\n    def other(self, x):\n        return «x»", RegionOther},
		{"class O(torch.optim.Optimizer):\n    def step(self, x):\n        self.other(x)\n    def other(self, x):\n        return «x»", RegionTraining},
		{"def f(x):\n    return «x»\nclass O(torch.optim.Optimizer):\n    def step(self, x):\n        return f(x)", RegionTraining},
		{"from transformers import Trainer\nclass T(Trainer):\n    def compute_loss(self, model, x):\n        return «x»", RegionForward},
		{"from transformers import Trainer\nclass T(Trainer):\n    def evaluate(self, x):\n        return «x»", RegionOther},
		{"class T(Trainer):\n    def compute_loss(self, model, x):\n        return «x»", RegionOther},
		{"from transformers import LogitsProcessor\nclass P(LogitsProcessor):\n    def __call__(self, ids, scores):\n        return self.f(scores)\n    def f(self, x):\n        return «x»", RegionDecoding},
		{"from transformers import StoppingCriteria as S\nclass B(S):\n    pass\nclass P(B):\n    def __call__(self, ids, scores):\n        return «ids»", RegionDecoding},
		{"from transformers import LogitsProcessor\nclass P(LogitsProcessor):\n    def other(self, ids):\n        return «ids»", RegionOther},
		{"from transformers import FlaxLogitsProcessor\nclass P(FlaxLogitsProcessor):\n    def __call__(self, ids, scores):\n        return «ids»", RegionOther},
		{"class LogitsProcessor:\n    pass\nclass P(LogitsProcessor):\n    def __call__(self, ids, scores):\n        return «ids»", RegionOther},
		{"class D(torch.utils.data.Dataset):\n    def read(self, x):\n        return «x»", RegionData},
		{"class RandomTransform:\n    def __call__(self, x):\n        return «x»", RegionData},
		{"class Rows:\n    def __len__(self):\n        return 1\n    def __getitem__(self, i):\n        return «i»", RegionData},
		{"class TransformerBlock(nn.Module):\n    def encode(self, x):\n        return «x»", RegionModule},
		{"def collate_fn(x):\n    return «x»", RegionData},
		{"for x in y:\n    l = «x»\n    l.backward()\n    opt.step()", RegionTraining},
		{"def fit():\n    for e in n:\n        for x in y:\n            l = «x»\n            l.backward()\n            opt.zero_grad()", RegionTraining},
		{"for x in y:\n    l = «x»\n    opt.step()", RegionOther},
		{"for x in y:\n    l = «x»\n    scaler(l, opt)\n    opt.zero_grad()", RegionTraining},
		{"for i in n:\n    o = model(ids)\n    t = «o».argmax(-1)\n    ids = t.unsqueeze(0)", RegionDecoding},
		{"for i in n:\n    o, h = decoder(ids, h)\n    v, t = «o».topk(1)\n    ids = t.squeeze().detach()", RegionDecoding},
		{"for i in n:\n    a = policy(s).argmax(-1)\n    s = env.step(«a».item())", RegionOther},
		{"for x in y:\n    p = model(x).argmax(-1)\n    q = «p».squeeze()\n    out.append(q)", RegionOther},
		{"for x in y:\n    p = model(x).argmax(-1)\n    x = «p».squeeze()", RegionOther},
		{"l = «x»\nfor x in y:\n    l.backward()\n    opt.step()", RegionOther},
	} {
		s := read(t, head+c.program)
		s.equal("region", s.Region(s.marks[0]), c.want)
	}
}

func TestRegionOfFunctionsThatCallEachOther(t *testing.T) {
	t.Parallel()
	s := read(t, "from torch import nn\ndef f(x):\n    return g(x)\ndef g(x):\n    return f(«x»)\nclass M(nn.Module):\n    def forward(self, x):\n        return f(x)")
	s.equal("region", s.Region(s.marks[0]), RegionForward)
}
