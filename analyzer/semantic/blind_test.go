package semantic

import (
	"testing"
)

// TestBlind counts the receivers of device methods of which nothing is known.
func TestBlind(t *testing.T) {
	s := read(t, imports+"class C:\n    def cuda(self): pass\ndef f(a, b):\n    a.cuda()\n    b.to('cuda')\n    C().cuda()\n    torch.zeros(1).cuda()\n    a.other()\n")
	s.equal("unresolved receivers", s.Blind().UnresolvedReceivers, 2)
	s.equal("counted once", s.Blind().UnresolvedReceivers, 2)
}
