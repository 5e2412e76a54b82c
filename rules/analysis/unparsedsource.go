package analysis

import "github.com/neuronlint/neuronlint/analyzer"

var unparsedSource = &analyzer.Rule{
	Code:     "NRN001",
	Name:     "unparsed-source",
	Category: analyzer.CategoryAnalysis,
	Since:    "0.1.0",
	Doc: `A file, or part of it, could not be read as Python.

## What breaks

Nothing in your program: the analysis has a blind spot here. A file that could
not be opened, decoded or parsed at all is a warning, because a clean result
would say nothing about it. Lines inside a file that the parser did not
understand are an info: the rest of the file is analysed, but it gets no
automatic fix, because an edit next to text that was not understood cannot be
trusted.

A file that says nothing of any framework, CUDA or a library, and imports nothing
that does, is not parsed: no rule could find anything in it, and what it is
written in is nobody's concern here.

## Example

    # -*- coding: utf-8 -*-      the bytes are not UTF-8
    print "epoch", epoch         the syntax of Python 2 is understood in part
    <<<<<<< HEAD                 a merge conflict that was left behind

## Use instead

Mend what the message names: permission, encoding, NUL bytes, a merge conflict,
a template that is no Python before it is filled in. Leave files out that are
not meant to be analysed with --exclude.

## Source

No fact about Neuron; the reader and the parser of this tool.
`,
}
