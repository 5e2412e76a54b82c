package analysis

import "github.com/neuronlint/neuronlint/analyzer"

var findingsOmitted = &analyzer.Rule{
	Code:     "NRN005",
	Name:     "findings-omitted",
	Category: analyzer.CategoryAnalysis,
	Since:    "0.1.0",
	Doc: `A file has more findings than are listed.

## What breaks

Nothing. A generated file, or one made to flood a report, can have more findings than
anyone reads. Beyond --max-findings they are only counted.

## Example

    generated.py:1002:1: error[NRN005] 99000 more findings in this file are not listed: the limit is 1000

## Use instead

Raise max-findings in the configuration file or by its flag, or exclude the file with
--exclude. The finding has the highest severity among the unlisted ones, so the exit
code is the same as with all of them. The commands fix and check --diff always cover all
findings.

## Source

No fact about Neuron; a limit of the report.
`,
}
