package project

import (
	"bytes"
	"regexp"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Kernel is a function that a source in CUDA defines for GPUs.
type Kernel struct {
	Name string
	Span source.Span // of the name
}

// kernelPattern is how CUDA declares a kernel: templates and launch bounds may stand around
// the type.
var kernelPattern = regexp.MustCompile(`__global__\s+(?:[A-Za-z_][A-Za-z0-9_]*\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?\s+)*?(?:__launch_bounds__\s*\([^)]*\)\s*)?([A-Za-z_][A-Za-z0-9_]*)\s*\(`)

// cudaName is a name of the runtime and of the libraries of CUDA.
var cudaName = regexp.MustCompile(`\bcu(?:da|blas|dnn|fft|rand|sparse|solver|tensor)[A-Z_]?\w*`)

var cComment = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)

// readCUDA lists the kernels of a source in CUDA.
func readCUDA(f *File) {
	text := bytes.Clone(f.Text)
	for _, m := range cComment.FindAllIndex(f.Text, -1) {
		f.Comments = append(f.Comments, source.Span{Start: m[0], End: m[1]})
		blank(text[m[0]:m[1]])
	}
	if m := cudaName.FindIndex(text); m != nil {
		f.CUDA = source.Span{Start: m[0], End: m[1]}
	}
	known := make(map[string]bool)
	for _, m := range kernelPattern.FindAllSubmatchIndex(text, -1) {
		name := string(text[m[2]:m[3]])
		if !known[name] {
			known[name] = true
			f.Kernels = append(f.Kernels, Kernel{name, source.Span{Start: m[2], End: m[3]}})
		}
	}
}

// blank writes spaces over a text, and leaves its line ends.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' {
			text[i] = ' '
		}
	}
}
