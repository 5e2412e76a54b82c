package dependency

import (
	"fmt"
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
	Doc: `A package for NVIDIA GPUs among those that a project installs.

## What breaks

A package that is built for CUDA does not install on a machine with Trainium or
Inferentia, or finds no GPU there when it is imported (warning). The libraries of
CUDA themselves install and take space, and nothing uses them (info). A package that
is only installed with an extra or a group of its own is information too.

Read are requirements and constraints of pip, pyproject.toml (also the tables of
Poetry, uv, PDM, Hatch, Flit and Pixi), Pipfile, setup.cfg and environment.yml.
Requirements for Windows or macOS alone are not reported, nor are files and groups that
are called after ROCm, XPU, Gaudi, TPU or other accelerators.

## Example

    flash-attn==2.5.8
    bitsandbytes>=0.43
    nvidia-cublas-cu12==12.1.3.1

## Use instead

The finding names what Neuron has in place of the package. What code imports of it is
found there (NRN701). The fix takes out the libraries of CUDA; it is unsafe, because
nobody knows here what else is installed beside them.

## Source

The tables of libraries and of project files (opsdb/data/libraries.tsv and project.tsv)
with a source for each row. That a package for CUDA is of no use is inferred from AWS
Neuron SDK 2.26, about-neuron/faq/training/neuron-training.rst, unless the row names
something better.
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
		if !ok || v.elsewhere(r) {
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
