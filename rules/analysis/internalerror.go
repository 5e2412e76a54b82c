package analysis

import "github.com/neuronlint/neuronlint/analyzer"

var internalError = &analyzer.Rule{
	Code:     "NRN004",
	Name:     "internal-error",
	Category: analyzer.CategoryAnalysis,
	Since:    "0.1.0",
	Doc: `A rule failed on a file.

## What breaks

Nothing in your program. One rule stopped half-way through this file, so its
findings there are incomplete; the other rules and the other files are not
affected. The run ends with exit code 2, so that an incomplete result is never
taken for a clean one.

## Example

    model.py:1:1: error[NRN004] rule NRN101 failed on this file: index out of range

## Use instead

Report it with the message and, where possible, the file. Until it is mended,
leave the file out with --exclude.

## Source

No fact about Neuron; a defect of this tool.
`,
}
