package analysis

import "github.com/neuronlint/neuronlint/analyzer"

var fixDiscarded = &analyzer.Rule{
	Code:     "NRN002",
	Name:     "fix-discarded",
	Category: analyzer.CategoryAnalysis,
	Since:    "0.1.0",
	Doc: `The automatic fixes of a file were thrown away because the result did not parse, or took too long.

## What breaks

Nothing in your program: the file is left unchanged. Every patched file is parsed again
before it is shown or written; if a line that parsed before no longer does, all fixes of
the file are discarded, together with the fixes in other files that belong to the same
change.

## Example

    neuronlint check --diff train.py
    train.py:1:1: warning[NRN002] the fixes of this file were discarded: the patched text does not parse

## Use instead

Make the changes by hand; the findings stay in the report with their help. A patched
text that does not parse is a bug of this tool: please report it with the file. If
planning takes too long, raise --file-timeout.

## When it is reported

- the patched text no longer parses
- the time limit for the file (--file-timeout) is used up before its fixes are planned,
  made and checked
- the file has more than 50,000 fixes, which only generated code has

## Source

No fact about Neuron; this tool checks its own work.
`,
}
