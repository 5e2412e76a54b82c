package setting

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/projectfile"
)

var cudaBuild = &analyzer.Rule{
	Code:     "NRN943",
	Name:     "cuda-cmake",
	Category: analyzer.CategoryKernel,
	Since:    "0.1.0",
	Doc: `A build with CMake needs CUDA.

## What breaks

CMake stops where it finds no compiler of CUDA or no CUDA toolkit, as on a machine with
Trainium or Inferentia.

## Example

    project(ops LANGUAGES CXX CUDA)
    find_package(CUDAToolkit REQUIRED)

## Use instead

Put the parts for CUDA behind an option that is off on Neuron. Kernels have to be written
anew in NKI, or replaced by operators of PyTorch.

## When it is reported

- once for a file, in CMakeLists.txt and *.cmake: languages, packages and libraries of
  CUDA, and the functions that compile it
- as a note if all of them stand under conditions, or may be missing (QUIET, or without
  REQUIRED)

## Source

The table of project files (opsdb/data/project.tsv). That no machine with Neuron has a
CUDA toolkit is inferred from AWS Neuron SDK 2.26,
about-neuron/faq/training/neuron-training.rst.
`,
	ProjectWords: projectfile.Words("cmake"),
	Project:      runCUDABuild,
}

func runCUDABuild(p *analyzer.ProjectPass) error {
	if projectfile.ForOthers(p.DB, p.File.Path) {
		return nil
	}
	var told projectfile.Told
	needed, optional := "needed", "optional"
	for i := range p.File.Calls {
		c := &p.File.Calls[i]
		fact, word, ok := cudaCall(p.DB, c)
		if !ok {
			continue
		}
		key, d := needed, projectfile.Of(&fact, "")
		d.Message = projectfile.Code(callText(c, word)) + " needs " + fact.What + ", which machines with Neuron do not have"
		d.Help = "build without CUDA on Neuron, behind an option"
		if mayMiss(c) {
			key, d.Severity = optional, analyzer.Info
			d.Message += "; the build goes on without it"
		}
		told.Add(key, d, &analyzer.Fix{}, projectfile.Place{Span: word.Span})
	}
	told.Report(p)
	return nil
}

// cudaCall is the row about a call of CMake, with the word that it is about.
func cudaCall(db *opsdb.DB, c *project.Command) (opsdb.ProjectFact, project.Word, bool) {
	name := c.Words[0].Text
	if fact, ok := db.ProjectFact("cmake", name); ok {
		return fact, c.Words[0], true
	}
	for i, w := range c.Args() {
		switch name {
		case "find_package":
			if i > 0 {
				continue // a component
			}
		case "project", "target_link_libraries":
			if i == 0 {
				continue // the name of what is built
			}
		}
		if fact, ok := db.ProjectFact("cmake", name+" "+w.Text); ok {
			return fact, w, true
		}
	}
	return opsdb.ProjectFact{}, project.Word{}, false
}

// callText is a call as messages quote it.
func callText(c *project.Command, word project.Word) string {
	if word == c.Words[0] {
		return word.Text
	}
	return c.Words[0].Text + "(" + word.Text + ")"
}

// mayMiss reports whether a build goes on where a call finds nothing.
func mayMiss(c *project.Command) bool {
	if c.Guarded {
		return true
	}
	required := false
	for _, w := range c.Args() {
		required = required || strings.EqualFold(w.Text, "REQUIRED")
	}
	return c.Words[0].Text == "find_package" && !required
}
