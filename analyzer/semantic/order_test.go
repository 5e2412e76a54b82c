package semantic

import (
	"testing"
)

// TestDevicesOrder wants sources in reading order and the best sink first.
func TestDevicesOrder(t *testing.T) {
	s := read(t, "import torch\ndef f(x, d='cuda'):\n    x.to(d)\n    torch.device(d)\ntorch.device('cuda:1')\n")
	all := s.Devices()
	s.equal("sources", len(all), 2)
	s.equal("first", s.Tree.Text(all[0].Node), "'cuda'")
	s.equal("best", all[0].Confidence(), Certain)
	s.equal("best sink", all[0].Sinks[0].API, "torch.device")
}
