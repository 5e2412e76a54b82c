package opsdb

import "testing"

func TestClauseKeepsNames(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Waits for it.": "waits for it", "CUDA graphs": "CUDA graphs",
		"NeuronCores": "NeuronCores", "torch.seed seeds": "torch.seed seeds",
	} {
		if got := (Replacement{Note: in}).Clause(); got != want {
			t.Errorf("the clause of %q is %q, want %q", in, got, want)
		}
	}
}
