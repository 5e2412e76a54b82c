package semantic

import (
	"fmt"
	"strings"
	"testing"
)

// TestLongWaysToTheHost asks for the end of chains that are longer than one walk goes.
func TestLongWaysToTheHost(t *testing.T) {
	const maxHostDepth = 500 // as in package place
	chain := func(begin, loop string) string {
		var b strings.Builder
		b.WriteString("import torch\nx0 = " + begin + "\n" + loop)
		n := 3 * maxHostDepth
		for i := range n {
			fmt.Fprintf(&b, "x%d = x%d + 1\n", i+1, i)
		}
		fmt.Fprintf(&b, "print(x%d)\n", n)
		return b.String()
	}
	tests := []struct {
		name, begin, loop string
		want              bool
	}{
		{"on the host", "torch.zeros(3)", "", true},
		{"on the device", "torch.zeros(3).cuda()", "", false},
		{"in a circle", "torch.zeros(3)", "while c:\n    x0 = x0 + 1\n", true},
		{"in a circle to the device", "torch.zeros(3)", "while c:\n    x0 = x0.cuda() + x0\n", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := modelOf(t, chain(tt.begin, tt.loop))
			calls := m.Calls()
			read := m.Tree.Arg(calls[len(calls)-1], 0, "")
			if got := m.OnHost(read); got != tt.want {
				t.Errorf("%s is on the host: %v", m.Tree.Text(read), got)
			}
		})
	}
}
