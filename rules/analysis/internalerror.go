package analysis

import "github.com/neuronlint/neuronlint/analyzer"

var internalError = &analyzer.Rule{
	Code:     "NRN004",
	Name:     "internal-error",
	Category: analyzer.CategoryAnalysis,
	Since:    "0.1.0",
	Doc: `A rule failed on a file.

## What breaks

Nothing in your program. One rule stopped halfway through this file, so its findings
there are incomplete; other rules and files are not affected. The run ends with exit
code 2, so that nobody takes an incomplete result for a clean one.

## Example

    model.py:1:1: error[NRN004] rule NRN101 failed on this file: index out of range

## Use instead

Report the message and, if possible, the file. Until the bug is fixed, exclude the file
with --exclude.

## Source

No fact about Neuron; a bug of this tool.
`,
}
