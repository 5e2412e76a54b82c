// Package dependency holds the rules about the packages a project installs: where they
// come from, and their versions.
package dependency

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/projectfile"
)

// Rules returns the rules of this family.
func Rules() []*analyzer.Rule {
	return []*analyzer.Rule{gpuPackage, cudaPackageIndex, cudaBuild, versionOutsideSDK}
}

// words are those of the tables, the packages whose versions are compared, and the
// words around conda's requests for a version of Python.
func words(db *opsdb.DB) analyzer.Words {
	list := slices.Concat(db.ProjectWords("pip", "conda", "index", "channel"), db.CUDAPackageWords())
	return analyzer.Words{Parts: append(list, "cuda", "torch", "jax", "conda", "dependencies")}
}

// elsewhere reports whether a requirement is for machines that are no host of Neuron:
// for another system, or for accelerators of other vendors.
func (v *view) elsewhere(r *project.Requirement) bool {
	if v.otherVendor || projectfile.ForOthers(v.db, v.path) || projectfile.OtherVendor(v.db, r.Group) {
		return true
	}
	marker := strings.ToLower(r.Marker)
	if strings.Contains(marker, " or ") {
		return false
	}
	for _, system := range []string{"win32", "windows", "darwin", "cygwin"} {
		if i := strings.Index(marker, system); i >= 0 && !strings.Contains(marker[:i], "!=") {
			return true
		}
	}
	return strings.Contains(marker, "!=") && strings.Contains(marker, "linux")
}

// code is a name as messages quote it.
func code(name string) string { return "`" + name + "`" }

// view is the common part of both kinds of pass for these rules: that of a project
// file, and that of a setup.py.
type view struct {
	path         string
	requirements []project.Requirement
	otherVendor  bool // the file installs from an index for accelerators of others
	db           *opsdb.DB
	target       opsdb.Target
	report       func(analyzer.Diagnostic)
}

// viewOf is that of a project file.
func viewOf(p *analyzer.ProjectPass) *view {
	other := slices.ContainsFunc(p.File.Indexes, func(i project.Index) bool {
		return !ofNeuron(&i) && projectfile.OtherVendor(p.DB, strings.TrimSuffix(i.URL, "/"))
	}) && !slices.ContainsFunc(p.File.Indexes, func(i project.Index) bool {
		_, forCUDA := indexFact(p.DB, &i)
		return forCUDA // the file offers both to choose from
	}) && !slices.ContainsFunc(p.File.Requirements, func(r project.Requirement) bool {
		return projectfile.OtherVendor(p.DB, r.Group) // which the index is for
	})
	return &view{p.File.Path, p.File.Requirements, other, p.DB, p.Target, p.Report}
}

// edit replaces a span of the file.
func (v *view) edit(span source.Span, text string) analyzer.Edit {
	return analyzer.Edit{Path: v.path, Span: span, Text: text}
}

// portable reports whether the code continues to run on CUDA: entries for CUDA then
// have to stay.
func (v *view) portable() bool { return v.target.Rewrite == opsdb.RewritePortable }

// requires is where a fix is right.
func (v *view) requires(ref opsdb.Ref) analyzer.Requires {
	return analyzer.Requires{Stack: v.target.Rewrite.Stack(), SDK: ref.SDK}
}

// severityOf is the severity of a problem with a requirement: an optional one weighs
// less.
func severityOf(r *project.Requirement) analyzer.Severity {
	if r.Group != "" {
		return analyzer.Info
	}
	return analyzer.Warning
}
