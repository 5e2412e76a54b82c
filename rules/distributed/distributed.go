// Package distributed holds the rules about process groups, data parallelism
// and the environment of a process (NRN4xx).
package distributed

import "github.com/neuronlint/neuronlint/analyzer"

// Rules are the rules of this family, sorted by code.
func Rules() []*analyzer.Rule {
	return []*analyzer.Rule{ncclBackend, cudaEnvVar, ddpDeviceIDs, dataParallel, fsdpOnXLA, collective, gpuLaunch}
}
