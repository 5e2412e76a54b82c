package analysis

import "github.com/neuronlint/neuronlint/analyzer"

var unusedSuppression = &analyzer.Rule{
	Code:     "NRN003",
	Name:     "unused-suppression",
	Category: analyzer.CategoryAnalysis,
	Since:    "0.1.0",
	Doc: `A suppression comment silences nothing.

## What breaks

Nothing today. A comment that once silenced a finding and no longer does will
silence the next one that appears on its line without anybody looking at it. One
that is misspelt never silenced anything.

## Example

    loss.backward()  # neuronlint: ignore[NRN101] not reached on Neuron

## Use instead

Delete the comment, or the code the message names if others in the same
brackets are still needed. Of a name that no rule has, and of a comment that is
not understood, such as "neuronlint: disable", the help says what was probably
meant. Codes of "# noqa" comments are checked only where they are codes of this
tool.

## Source

No fact about Neuron; the comments of the file.
`,
}
