// The benchmarks, apart from neuronlint's own go.mod so that whoever installs
// neuronlint does not build them.
module github.com/neuronlint/neuronlint/bench

go 1.26.0

require github.com/neuronlint/neuronlint v0.0.0

require (
	github.com/smacker/go-tree-sitter v0.0.0-20240827094217-dd81d9e9be82 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/neuronlint/neuronlint => ../
