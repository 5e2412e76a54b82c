package dependency

import (
	"slices"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/opsdb"
)

var versionOutsideSDK = &analyzer.Rule{
	Code:     "NRN904",
	Name:     "version-outside-sdk",
	Category: analyzer.CategoryDependency,
	Since:    "0.1.0",
	Doc: `A version of PyTorch, JAX or Python without packages in the SDK.

## What breaks

torch-neuronx and jax-neuronx are each built for certain versions of their framework and
of Python. If a project asks only for others, pip finds no compatible set of packages,
or installs a framework that cannot be loaded with Neuron's.

## Example

    torch==1.13.1
    jax<0.5

## Use instead

    torch==2.8.0

## When there is no fix

Code may have to change with the framework version, so nothing is rewritten.

## When it is reported

- requirements that allow no version of the judged SDK (--sdk): of torch, jax, jaxlib and
  conda's python, and of torchvision and torchaudio by the PyTorch that they are built with

## When it is silent

- requirements that allow one of them among others, such as torch>=2.1
- PyTorch under SDK 2.33: the table of releases has no versions for its native packages

## Source

The table of releases (opsdb/data/sdk.tsv), from the manifest and the release notes of
the SDK.
`,
	Words:        setupWords,
	Run:          inSetup((*view).versionsOutsideSDK),
	ProjectWords: words,
	Project:      runVersionOutsideSDK,
}

func runVersionOutsideSDK(p *analyzer.ProjectPass) error {
	viewOf(p).versionsOutsideSDK()
	return nil
}

// versionsOutsideSDK reports specifiers that allow no version the SDK is made for.
func (v *view) versionsOutsideSDK() {
	release, ok := v.db.SDK(v.target.SDK)
	if !ok {
		return
	}
	for i := range v.requirements {
		r := &v.requirements[i]
		what, builds := v.builtFor(r, release)
		if len(builds) == 0 || len(r.Specifiers) == 0 || v.elsewhere(r) || slices.ContainsFunc(builds, func(b build) bool { return b.taken(r.Specifiers) }) {
			continue
		}
		var names []string
		for _, b := range builds {
			names = append(names, b.name)
		}
		v.report(analyzer.Diagnostic{
			Span:       r.Span,
			Message:    "SDK " + v.target.SDK + " has no " + what + " for " + code(r.Name+" "+comparisons(r)),
			Help:       "the SDK is built for " + strings.Join(names, ", "),
			Severity:   severityOf(r),
			Confidence: analyzer.Certain,
			API:        r.Key(),
			Fact:       release.Ref,
		})
	}
}

// comparisons are the versions of a requirement as they are written.
func comparisons(r *project.Requirement) string {
	var list []string
	for _, s := range r.Specifiers {
		if strings.Trim(s.Operator, "=") == "" {
			s.Operator = ""
		}
		list = append(list, s.Operator+s.Version)
	}
	return strings.Join(list, ",")
}

// builtFor are the versions of a requirement that the SDK has packages for, and which
// packages these are.
func (v *view) builtFor(r *project.Requirement, release opsdb.SDKRelease) (what string, builds []build) {
	switch key := r.Key(); {
	case key == "torch" && r.System == project.Pip, key == "pytorch" && r.System == project.Conda:
		if release.Native == "public beta" && v.target.Rewrite.Stack() == "native" {
			return "", nil
		}
		var seen []string
		for _, version := range release.PyTorch() {
			if line := minor(version); line != "" && !slices.Contains(seen, line) {
				seen = append(seen, line)
				builds = append(builds, newBuild(line))
			}
		}
		return "torch-neuronx", builds
	case (key == "torchvision" || key == "torchaudio") && r.System == project.Pip:
		if release.Native == "public beta" && v.target.Rewrite.Stack() == "native" {
			return "", nil
		}
		return "torch-neuronx", companions(key, release)
	case key == "jax" || key == "jaxlib":
		if b := newBuild(release.JAX); len(b.release) == 3 {
			builds = []build{b}
		}
		return "jax-neuronx", builds
	case key == "python" && r.System == project.Conda:
		for _, version := range release.Python {
			builds = append(builds, newBuild(version))
		}
		return "package", builds
	}
	return "", nil
}

// companions are the versions of a library that are built with the versions of PyTorch that
// the SDK has packages for: torchaudio has the same numbers, and torchvision 0.23 belongs
// to PyTorch 2.8, 0.22 to 2.7 and so on (pytorch/vision@v0.23.0:README.md).
func companions(key string, release opsdb.SDKRelease) (builds []build) {
	const apart = 15
	for _, version := range release.PyTorch() {
		line := minor(version)
		second, err := strconv.Atoi(strings.TrimPrefix(line, "2."))
		if err != nil || !strings.HasPrefix(line, "2.") {
			continue
		}
		if key == "torchvision" {
			line = "0." + strconv.Itoa(second+apart)
		}
		if !slices.ContainsFunc(builds, func(b build) bool { return b.name == line }) {
			builds = append(builds, newBuild(line))
		}
	}
	return builds
}

// minor is a version up to its second number.
func minor(version string) string {
	parts := strings.SplitN(version, ".", 3)
	if len(parts) < 2 {
		return ""
	}
	return parts[0] + "." + parts[1]
}
