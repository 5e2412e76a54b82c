package analysis

import "github.com/neuronlint/neuronlint/analyzer"

var fixDiscarded = &analyzer.Rule{
	Code:     "NRN002",
	Name:     "fix-discarded",
	Category: analyzer.CategoryAnalysis,
	Since:    "0.1.0",
	Doc: `The automatic fixes of a file were thrown away because the result did not parse, or took too long.

## What breaks

Nothing in your program: the file is left unchanged. Every patched file is
parsed again before anything is shown or written. If a line that was understood
before is not understood after, all fixes of the file are discarded, and with
them the fixes in other files that belong to the same change. The same happens
where the time of the file (--file-timeout) is spent before its fixes are
planned, made and looked at, and where a file has more than 50,000 of them,
which only a program writes.

## Example

    neuronlint check --diff train.py
    train.py:1:1: warning[NRN002] the fixes of this file were discarded: the patched text does not parse

## Use instead

Make the changes by hand; the findings stay in the report with their help. A
text that does not parse is a defect of this tool and worth reporting with the
file; for one that takes too long, raise --file-timeout.

## Source

No fact about Neuron; a check of this tool on its own work.
`,
}
