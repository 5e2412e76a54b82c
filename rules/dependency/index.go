package dependency

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/projectfile"
)

var cudaPackageIndex = &analyzer.Rule{
	Code:     "NRN902",
	Name:     "cuda-package-index",
	Category: analyzer.CategoryDependency,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A package index, page or channel for CUDA builds.

## What breaks

Packages from there are built for NVIDIA GPUs, with some gigabytes of CUDA that nothing
on Neuron uses. An index that replaces PyPI also hides torch-neuronx and its
dependencies.

## Example

    --index-url https://download.pytorch.org/whl/cu121
    torch==2.8.0

## Use instead

The packages for Neuron come from an index beside PyPI:

    --extra-index-url https://pip.repos.neuron.amazonaws.com
    torch==2.8.0

The fix writes that into requirements, removes versions that only the CUDA index has
(NRN903), and removes conda channels. It is unsafe: it changes the installed packages
and the available versions.

## When it is reported

- as a note if the tables of a pyproject.toml offer an index for the CPU as well

## Source

AWS Neuron SDK 2.26, libraries/neuronx-distributed/tutorials/training.rst, for the index
of Neuron; the table of project files (opsdb/data/project.tsv) for each place.
`,
	ProjectWords: words,
	Project:      runCUDAPackageIndex,
}

// buildGroup is the group of the fixes that change where packages come from: a version
// with a build for CUDA is only found at the old place.
const buildGroup analyzer.GroupID = "cuda-builds"

func runCUDAPackageIndex(p *analyzer.ProjectPass) error {
	v := viewOf(p)
	if projectfile.ForOthers(p.DB, p.File.Path) {
		return nil
	}
	hasNeuron, severity := false, analyzer.Warning
	for _, index := range p.File.Indexes {
		hasNeuron = hasNeuron || ofNeuron(&index)
		if index.Option == "" && strings.HasSuffix(index.URL, "/whl/cpu") {
			severity = analyzer.Info // the file offers indexes to choose from
		}
	}
	for i := range p.File.Indexes {
		index := &p.File.Indexes[i]
		fact, ok := indexFact(v.db, index)
		if !ok {
			continue
		}
		help := "drop it for Neuron"
		if fact.Instead != "" {
			help = fact.Instead
		}
		v.report(analyzer.Diagnostic{
			Span:       index.Span,
			Message:    code(index.URL) + " is " + fact.What + ", which nothing on Neuron is known to use",
			Help:       help,
			Severity:   severity,
			Confidence: analyzer.Certain,
			Fact:       fact.Ref,
			Fixes:      v.indexFixes(index, fact, hasNeuron),
		})
		hasNeuron = hasNeuron || fact.Replacement != ""
	}
	return nil
}

// ofNeuron reports whether an index is that of AWS Neuron.
func ofNeuron(index *project.Index) bool { return strings.Contains(index.URL, "neuron") }

func indexFact(db *opsdb.DB, index *project.Index) (opsdb.ProjectFact, bool) {
	system := "index"
	if strings.HasPrefix(index.Option, "channel") && !strings.Contains(index.URL, "://") {
		system = "channel"
	}
	return db.ProjectFact(system, index.URL)
}

// indexFixes put the index of Neuron in the place of one, or take it out.
func (v *view) indexFixes(index *project.Index, fact opsdb.ProjectFact, hasNeuron bool) []analyzer.Fix {
	if v.portable() {
		return nil
	}
	fix := analyzer.Fix{Requires: v.requires(fact.Ref), Group: buildGroup}
	fix.Take(analyzer.Doubtful("other packages and versions are then installed"))
	option := strings.HasPrefix(index.Option, "-")
	switch {
	case option && fact.Replacement != "" && !hasNeuron:
		fix.Title = "use the Neuron package index"
		fix.Edits = []analyzer.Edit{v.edit(index.Span, "--extra-index-url "+fact.Replacement)}
	case (option || index.Option == "channels") && index.Whole != source.Span{}:
		fix.Title = "leave it out"
		fix.Edits = []analyzer.Edit{v.edit(index.Whole, "")}
	default:
		return nil // a table of other settings stands around it
	}
	return []analyzer.Fix{fix}
}
