// Package compile holds the rules about compilers of models: torch.compile, the
// settings of the compiler behind it, TorchScript, and the computing of activations anew
// (NRN62x).
package compile

import "github.com/neuronlint/neuronlint/analyzer"

// Rules are the rules of this family, sorted by code.
func Rules() []*analyzer.Rule {
	return []*analyzer.Rule{compileBackend, inductorConfig, torchScript, activationCheckpoint}
}
