package dependency

import (
	"regexp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
)

var cudaBuild = &analyzer.Rule{
	Code:     "NRN903",
	Name:     "cuda-build",
	Category: analyzer.CategoryDependency,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A version or file of a package that is the build for CUDA.

## What breaks

A version such as 2.8.0+cu126 names one build, which neither PyPI nor the Neuron index
has: the installation stops, or installs a build whose CUDA nothing on Neuron uses. The
same holds for a conda build that names CUDA, and for the address of such a wheel.

## Example

    torch==2.8.0+cu126
    pytorch=2.1.0=py3.10_cuda11.8_cudnn8.7.0_0

## Use instead

Ask for the version without the build, and let torch-neuronx choose its version:

    torch==2.8.0

The fix removes the build from a version, together with the index that has it (NRN902).
It is unsafe: a different build is then installed.

## Source

AWS Neuron SDK 2.26, about-neuron/faq/training/neuron-training.rst: programs for Neuron
do without CUDA. The uselessness of such a build is inferred from that.
`,
	Words:        setupWords,
	Run:          inSetup((*view).cudaBuilds),
	ProjectWords: words,
	Project:      runCUDABuild,
}

// cudaSource is the ground for the statements of this rule.
const cudaSource = "aws-neuron-sdk@v2.26.1:about-neuron/faq/training/neuron-training.rst:47"

var (
	localPattern = regexp.MustCompile(`\+(?:cu\d{2,3}|cuda)[A-Za-z0-9.]*$`)
	filePattern  = regexp.MustCompile(`(?i)(?:\+|%2B)(?:pt\d+)?cu\d{2,3}|[-_/]cu1[12]\d?[-_/]`)
	buildPattern = regexp.MustCompile(`(?i)cuda|gpu`)
)

func runCUDABuild(p *analyzer.ProjectPass) error {
	viewOf(p).cudaBuilds()
	return nil
}

// cudaBuilds reports the builds for CUDA.
func (v *view) cudaBuilds() {
	for i := range v.requirements {
		r := &v.requirements[i]
		if _, known := packageFact(v.db, r); known || v.elsewhere(r) {
			continue
		}
		d := analyzer.Diagnostic{
			Severity: severityOf(r), Confidence: analyzer.Certain, API: r.Key(),
			Fact: opsdb.Ref{Evidence: opsdb.Inferred, Source: cudaSource, SDK: "2.26-2.32"},
			Help: "require the version without the build",
		}
		switch pin, local := localBuild(r); {
		case local != (source.Span{}):
			d.Span = r.Span
			d.Message = code(r.Name+" "+pin) + " is a build for CUDA, which nothing on Neuron is known to use"
			d.Fixes = v.buildFixes(local, d.Fact)
		case r.Address != "" && filePattern.MatchString(r.Address):
			d.Span = r.Span
			d.Message = "this build of " + code(r.Name) + " is for CUDA, which nothing on Neuron is known to use"
			d.Help = "take the package from an index, by its version"
		case buildPattern.MatchString(r.Build) && !strings.Contains(r.Build, "cpu"):
			d.Span = r.Span
			d.Message = "the build " + code(r.Build) + " of " + code(r.Name) + " is for CUDA, which nothing on Neuron is known to use"
		default:
			continue
		}
		v.report(d)
	}
}

// localBuild is a version that names a build for CUDA, and where it does.
func localBuild(r *project.Requirement) (version string, local source.Span) {
	for _, s := range r.Pins() {
		if m := localPattern.FindStringIndex(s.Version); m != nil {
			return s.Version, source.Span{Start: s.VersionSpan.Start + m[0], End: s.VersionSpan.Start + m[1]}
		}
	}
	return "", source.Span{}
}

func (v *view) buildFixes(local source.Span, ref opsdb.Ref) []analyzer.Fix {
	if v.portable() {
		return nil
	}
	fix := analyzer.Fix{Title: "require the version only", Requires: v.requires(ref), Group: buildGroup}
	fix.Take(analyzer.Doubtful("a different build is then installed"))
	fix.Edits = []analyzer.Edit{v.edit(local, "")}
	return []analyzer.Fix{fix}
}
