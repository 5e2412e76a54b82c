package analysis

import "github.com/neuronlint/neuronlint/analyzer"

var unusedSuppression = &analyzer.Rule{
	Code:     "NRN003",
	Name:     "unused-suppression",
	Category: analyzer.CategoryAnalysis,
	Since:    "0.1.0",
	Doc: `A suppression comment silences nothing.

## What breaks

Nothing today. A comment that used to silence a finding and no longer does will hide the
next finding on its line without anybody noticing. A misspelt comment never silenced
anything.

## Example

    loss.backward()  # neuronlint: ignore[NRN101] not reached on Neuron

## Use instead

Delete the comment, or only the code named in the message if other codes in the brackets
are still needed. For an unknown rule name or an unknown form such as "neuronlint:
disable", the help suggests the likely meaning.

## When it is silent

- codes of "# noqa" comments that belong to other tools

## Source

No fact about Neuron; the comments of the file.
`,
}
