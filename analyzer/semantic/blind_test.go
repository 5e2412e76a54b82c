package semantic

import (
	"fmt"
	"strings"
	"testing"
)

// TestBlind counts the receivers of device methods of which nothing is known.
func TestBlind(t *testing.T) {
	s := read(t, imports+"class C:\n    def cuda(self): pass\ndef f(a, b):\n    a.cuda()\n    b.to('cuda')\n    C().cuda()\n    torch.zeros(1).cuda()\n    a.other()\n")
	s.equal("unresolved receivers", s.Blind().UnresolvedReceivers, 2)
	s.equal("counted once", s.Blind().UnresolvedReceivers, 2)
}

// TestLargeTables counts the tables of devices that are not followed, and no others.
func TestLargeTables(t *testing.T) {
	const maxEntries = 4096 // as in package flow
	for _, tt := range []struct {
		name, each string
		n, want    int
	}{
		{"devices", "'k%d': 'cuda:%[1]d', ", maxEntries + 1, 1},
		{"objects", "'k%d': torch.device('cuda'), ", maxEntries + 1, 1},
		{"few", "'k%d': 'cuda:%[1]d', ", maxEntries, 0},
		{"data", "'k%d': %[1]d, ", maxEntries + 1, 0},
		{"keys", "'cuda:%d': %[1]d, ", maxEntries + 1, 0},
	} {
		var b strings.Builder
		for i := range tt.n {
			fmt.Fprintf(&b, tt.each, i)
		}
		s := read(t, imports+"d = {"+b.String()+"}\ntorch.zeros(3, device=d['k0'])\n")
		s.equal(tt.name, s.Blind().LargeTables, tt.want)
	}
}

// TestTensorMethods tells calls on tensors from calls that anything could
// answer: the share of those that are resolved says how far "clean" reaches.
func TestTensorMethods(t *testing.T) {
	s := read(t, `import torch
class Own:
    def view(self): pass
def f(a, b, flag):
    x = torch.zeros(2)
    x.view(2).sum()      # two on tensors
    Own().view()         # of the project
    torch.sum(x)         # a function
    a.unsqueeze(0)       # a tensor by what is done with it
    b.clone()            # many classes have it
    a.split(",")         # strings have it too
    a.state_dict()       # modules have it
    a.frobnicate()       # nobody has it
    y = x if flag else b
    y.clone()            # a tensor in one case, and then in both
`)
	s.equal("tensor methods", s.Blind().TensorMethods, Receivers{Resolved: 4, Unknown: 1})
	s = read(t, "import numpy\ndef f(a):\n    a.unsqueeze(0)\n")
	s.equal("without torch", s.Blind().TensorMethods, Receivers{})
}
