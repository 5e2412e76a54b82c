package distributed

import (
	"testing"

	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/environ"
)

func TestEffectIsWordedByEvidence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		effect   string
		evidence opsdb.Evidence
		want     string
	}{
		{"ignored: it selects GPUs", opsdb.Documented, "has no effect on Neuron: it selects GPUs"},
		{"ignored: it is read by cuBLAS", opsdb.Inferred, "may have no effect on Neuron: it is read by cuBLAS"},
		{"not known: nobody says", opsdb.Inferred, "may have no effect on Neuron: nobody says"},
		{"read by the Neuron collectives", opsdb.Documented, "is read by the Neuron collectives"},
	} {
		row := opsdb.EnvVar{Effect: c.effect, Ref: opsdb.Ref{Evidence: c.evidence}}
		if got := environ.Effect(row); got != c.want {
			t.Errorf("effect of %q (%s) is %q, want %q", c.effect, c.evidence, got, c.want)
		}
	}
}
