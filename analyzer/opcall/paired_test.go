package opcall_test

import (
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

func TestPairedIndices(t *testing.T) {
	t.Parallel()
	for index, paired := range map[string]bool{
		"x > 0": false, "x > 0, :": false, "x > 0, 0": false, "i, x > 0": true, "x[0] > 0, i": true,
	} {
		m := modelOf(t, "case.py", []byte("import torch\nx = torch.ones(3, 3)\ni = x.argmax(dim=1)\ny = x["+index+"]\n"))
		for n := range m.Tree.OfKind(syntax.KindSubscript) {
			if got := opcall.Paired(m, n); m.Tree.Text(n) == "x["+index+"]" && got != paired {
				t.Errorf("x[%s] pairs its indices: %v, want %v", index, got, paired)
			}
		}
	}
}
