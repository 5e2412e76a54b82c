package words

import "testing"

// TestInNames tells words that are parts of names from those in the middle of
// others.
func TestInNames(t *testing.T) {
	list := []string{"npu", "hip", "xla", "neuron"}
	for text, want := range map[string]bool{
		"is_npu": true, "useNPU": true, "NPUDevice()": true, "npu": true, "NPU": true, "'npu:0'": true, "HIP_VISIBLE_DEVICES": true,
		"torch.version.hip": true, "is_torch_xla_available()": true, "XLAStrategy": true, "XLA": true, "NeuronTrainer": true, "NEURON_RT": true,
		"input_ids": false, "INPUTS": false, "inputs": false, "ship": false, "hippo": false, "num_neurons": false, "neuronal": false, "": false,
	} {
		if got := InNames([]byte(text), list); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
