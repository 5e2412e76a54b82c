// Package cudaapi holds the rules about functions, classes and attributes that work on
// CUDA alone (NRN2xx). The behaviour of each without CUDA, and its replacement, are
// rows of opsdb; there is one rule over them.
package cudaapi

import "github.com/neuronlint/neuronlint/analyzer"

// Rules are the rules of this family, sorted by code.
func Rules() []*analyzer.Rule { return []*analyzer.Rule{cudaAPI, cudaProfiler, xlaAPI} }
