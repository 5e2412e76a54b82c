package opcall_test

import (
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

func TestMaskBesideAnotherIndex(t *testing.T) {
	t.Parallel()
	for index, among := range map[string]bool{
		"x > 0": false, "x > 0, :": false, "..., x > 0": false, "x > 0, None": false, "(x > 0)": false,
		"x > 0, 0": true, "i, x > 0": true,
	} {
		m := modelOf(t, "case.py", []byte("import torch\nx = torch.ones(3, 3)\ni = x.argmax(dim=1)\ny = x["+index+"]\n"))
		found := 0
		for n := range m.Tree.OfKind(syntax.KindSubscript) {
			if c, ok := opcall.MaskedSubscript(m, n); ok {
				found++
				if c.Among != among {
					t.Errorf("x[%s]: another index stands beside the mask: %v, want %v", index, c.Among, among)
				}
			}
		}
		if found != 1 {
			t.Errorf("x[%s]: %d subscripts by a mask, want 1", index, found)
		}
	}
}
