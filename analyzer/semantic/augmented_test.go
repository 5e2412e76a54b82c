package semantic

import (
	"fmt"
	"testing"
)

// TestAugmented compares w += v with w = w + v: the same is known of both.
func TestAugmented(t *testing.T) {
	t.Parallel()
	facts := func(start, step string) string {
		s := read(t, "import numpy as np\nimport torch\n"+
			"def f(v, n, x: torch.Tensor, device: torch.device):\n    w = "+start+"\n    w "+step+"\n    «w»\n")
		w := s.marks[0]
		return fmt.Sprintf("kind %d, placed %v, on host %v, dtype %q", s.Type(w).Kind, s.Placed(w), s.OnHost(w), s.DType(w))
	}
	for _, tt := range []struct{ start, op, operand string }{
		{"torch.zeros(4, device=device)", "*", "2.0"},
		{"torch.zeros(4, device=device)", "*", "w.sum()"},
		{"torch.zeros(4, device=device)", "+", "v"},
		{"torch.zeros(4, device=device)", "/", "n"},
		{"torch.zeros(4, device=device)", "@", "x"},
		{"torch.zeros(4).cuda()", "+", "torch.zeros(4)"},
		{"torch.arange(4, device=device)", "+", "1"},
		{"torch.arange(4)", "*", "2"},
		{"torch.zeros(4)", "*", "n"},
		{"torch.zeros(4)", "+", "x"},
		{"torch.zeros(4)", "+", "torch.ones(4)"},
		{"0", "+", "torch.ones(4).to(device)"},
		{"0", "+", "torch.ones(4)"},
		{"x.cpu()", "/", "2"},
		{"x", "*", "2"},
		{"v", "+", "torch.zeros(4)"},
		{"np.zeros(4)", "*", "2"},
		{"0", "+", "1"},
		{"[x]", "+", "[v]"},
	} {
		want := facts(tt.start, "= w "+tt.op+" "+tt.operand)
		if got := facts(tt.start, tt.op+"= "+tt.operand); got != want {
			t.Errorf("w = %s, w %s= %s: %s, want %s", tt.start, tt.op, tt.operand, got, want)
		}
	}
}
