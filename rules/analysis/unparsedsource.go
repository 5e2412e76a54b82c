package analysis

import "github.com/neuronlint/neuronlint/analyzer"

var unparsedSource = &analyzer.Rule{
	Code:     "NRN001",
	Name:     "unparsed-source",
	Category: analyzer.CategoryAnalysis,
	Since:    "0.1.0",
	Doc: `A file, or part of it, could not be read as Python.

## What breaks

Nothing in your program, but the analysis is blind here. A file that cannot be opened,
decoded or parsed at all is a warning, because a clean result would say nothing about
it. Lines that the parser did not understand are a note: the rest of the file is
analysed, but gets no automatic fix.

## Example

    # -*- coding: utf-8 -*-      the bytes are not UTF-8
    print "epoch", epoch         the syntax of Python 2 is understood in part
    <<<<<<< HEAD                 a merge conflict that was left behind

## Use instead

Fix the cause in the message: permissions, encoding, NUL bytes, a merge conflict, a
template that is not Python until it is rendered. Exclude files that should not be
analysed with --exclude.

## When it is silent

- files that name no framework, CUDA or GPU library and import nothing that does: they
  are not parsed, because no rule could find anything in them

## Source

No fact about Neuron; this tool's reader and parser.
`,
}
