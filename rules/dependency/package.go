package dependency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/opsdb"
)

var gpuPackage = &analyzer.Rule{
	Code:     "NRN901",
	Name:     "gpu-package",
	Category: analyzer.CategoryDependency,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A project installs a package for NVIDIA GPUs.

## What breaks

A package built for CUDA does not install on Trainium and Inferentia, or finds no GPU
there when it is imported. The CUDA libraries themselves install and take up space, but
nothing uses them.

## Example

    flash-attn==2.5.8
    bitsandbytes>=0.43
    nvidia-cublas-cu12==12.1.3.1

## Use instead

The finding names the package's counterpart on Neuron. Imports of the package in code
are reported separately (NRN701). The fix removes the CUDA libraries; it is unsafe,
because other packages may be installed beside them.

## When it is reported

In requirements and constraints of pip, pyproject.toml (also the tables of Poetry, uv,
PDM, Hatch, Flit and Pixi), Pipfile, setup.cfg and environment.yml:

- as a warning: a package built for CUDA
- as a note: the CUDA libraries, and a package that belongs to an extra or a group

## When it is silent

- requirements only for Windows or macOS
- files and groups named after ROCm, XPU, Gaudi, TPU or other accelerators
- vLLM in a file that asks for software for Neuron as well

## Source

The tables of libraries and of project files (opsdb/data/libraries.tsv and project.tsv)
with a source for each row. Unless the row names a better source, the uselessness of
CUDA packages is inferred from AWS Neuron SDK 2.26,
about-neuron/faq/training/neuron-training.rst.
`,
	Words:        setupWords,
	Run:          inSetup((*view).gpuPackages),
	ProjectWords: words,
	Project:      runGPUPackage,
}

// wanted is a package for GPUs with all requirements that are of one kind with it.
type wanted struct {
	fact opsdb.ProjectFact
	list []*project.Requirement
}

func runGPUPackage(p *analyzer.ProjectPass) error {
	viewOf(p).gpuPackages()
	return nil
}

// gpuPackages reports the packages for GPUs.
func (v *view) gpuPackages() {
	var order []string
	joined := make(map[string]*wanted)
	for i := range v.requirements {
		r := &v.requirements[i]
		fact, ok := packageFact(v.db, r)
		if !ok || v.elsewhere(r) || v.hasPlugin(r) {
			continue
		}
		key := fmt.Sprint(fact.What, "\x00", r.Group)
		if fact.Consequence != "unused" {
			key += fmt.Sprint("\x00", i) // only packages that come by the dozen are told as one
		}
		if joined[key] == nil {
			joined[key] = &wanted{fact: fact}
			order = append(order, key)
		}
		joined[key].list = append(joined[key].list, r)
	}
	for _, key := range order {
		v.reportPackage(joined[key])
	}
}

// hasPlugin reports whether a requirement is of a library that works on Neuron with a
// plugin, and the file asks for software for Neuron as well.
func (v *view) hasPlugin(r *project.Requirement) bool {
	lib, ok := v.db.Library(r.Key())
	return ok && lib.Status == "supported-with-plugin" &&
		slices.ContainsFunc(v.requirements, func(r project.Requirement) bool { return strings.Contains(r.Key(), "neuron") })
}

// packageFact is the row about a requirement, by its name, or its name with an
// extra.
func packageFact(db *opsdb.DB, r *project.Requirement) (opsdb.ProjectFact, bool) {
	name := r.Key()
	if r.System == project.APT {
		return opsdb.ProjectFact{}, false // another rule's
	}
	if fact, ok := db.ProjectFact(string(r.System), name); ok {
		return fact, true
	}
	for _, extra := range r.Extras {
		if fact, ok := db.ProjectFact(string(r.System), name+"["+extra+"]"); ok {
			return fact, true
		}
	}
	lib, ok := db.CUDAPackage(name)
	if !ok {
		return opsdb.ProjectFact{}, false
	}
	fact := opsdb.ProjectFact{Pattern: name, What: "made for CUDA", Consequence: "fails", Instead: lib.Equivalent, Ref: lib.Ref}
	if lib.Ref.Evidence == opsdb.Documented && lib.Status == "unsupported" {
		fact.What = "not supported on Neuron"
	}
	return fact, true
}

func (v *view) reportPackage(w *wanted) {
	first := w.list[0]
	d := analyzer.Diagnostic{
		Span:       first.Span,
		Message:    packageMessage(w),
		Help:       packageHelp(w.fact),
		Severity:   analyzer.Warning,
		Confidence: analyzer.Certain,
		API:        first.Key(),
		Fact:       w.fact.Ref,
		Fixes:      v.packageFixes(w),
	}
	if w.fact.Consequence == "unused" || first.Group != "" {
		d.Severity = analyzer.Info
	}
	for _, r := range w.list[1:min(len(w.list), analyzer.MaxRelated)] {
		d.Related = append(d.Related, analyzer.Related{Span: r.Span, Message: "and " + code(r.Name)})
	}
	v.report(d)
}

func packageMessage(w *wanted) string {
	r := w.list[0]
	name := r.Name
	if strings.Contains(w.fact.Pattern, "[") {
		name += "[" + strings.Join(r.Extras, ",") + "]"
	}
	text := code(name) + " is " + w.fact.What
	switch {
	case w.fact.Consequence == "unused" && len(w.list) == 2:
		text += ", and so is " + code(w.list[1].Name) + "; nothing on Neuron is known to use them"
	case w.fact.Consequence == "unused" && len(w.list) > 2:
		text += fmt.Sprintf(", and so are %d others in this file; nothing on Neuron is known to use them", len(w.list)-1)
	case w.fact.Consequence == "unused":
		text += ", which nothing on Neuron is known to use"
	case w.fact.What == "not supported on Neuron":
	default:
		text += " and may not install or work on Neuron"
	}
	if r.Group != "" {
		text += "; it is installed only with " + code(r.Group)
	}
	return text
}

func packageHelp(fact opsdb.ProjectFact) string {
	if fact.Instead == "" {
		return "avoid it in code that runs on Neuron"
	}
	return "on Neuron: " + fact.Instead
}

// packageFixes take out the packages that nothing uses.
func (v *view) packageFixes(w *wanted) []analyzer.Fix {
	if w.fact.Consequence != "unused" || w.fact.Instead != "" || v.portable() {
		return nil // a package with a counterpart is asked for by code that needs that
	}
	fix := analyzer.Fix{Title: "stop installing it", Requires: v.requires(w.fact.Ref)}
	if len(w.list) > 1 {
		fix.Title = "stop installing them"
	}
	fix.Take(analyzer.Doubtful("another installed package may require it"))
	for _, r := range w.list {
		if r.Whole.Len() == 0 || len(r.Extras) > 0 {
			return nil
		}
		fix.Edits = append(fix.Edits, v.edit(r.Whole, ""))
	}
	return []analyzer.Fix{fix}
}
