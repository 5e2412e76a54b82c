package analysis

import "github.com/neuronlint/neuronlint/analyzer"

var findingsOmitted = &analyzer.Rule{
	Code:     "NRN005",
	Name:     "findings-omitted",
	Category: analyzer.CategoryAnalysis,
	Since:    "0.1.0",
	Doc: `A file has more findings than are listed.

## What breaks

Nothing. A generated file, or one that was made to flood a report, can have
more findings than anyone reads, and more than the places that show them take.
Beyond --max-findings they are counted. The finding weighs what the gravest of
the others weighs, so the exit code is what it would be with all of them; fix
and check --diff are about all of them in any case.

## Example

    generated.py:1002:1: error[NRN005] 99000 more findings in this file are not listed: the limit is 1000

## Use instead

Raise max-findings, in the configuration file or by its flag, or leave the file
out with --exclude.

## Source

No fact about Neuron; a limit of the report.
`,
}
