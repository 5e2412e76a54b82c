package semantic

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Project is the files of a repository, whose models ask each other; see [infer.Project].
type Project struct {
	*infer.Project
}

// NewProject returns a project without modules. Base is the absolute path of the
// directory at which imports start if nothing marks a repository.
func NewProject(db *opsdb.DB, files Files, base string) *Project {
	return &Project{infer.NewProject(db, files, base)}
}

// Model is the model of a file of the project, given by its absolute path, as the rules
// see it.
func (p *Project) Model(name string, file *source.File, tree *syntax.Tree) *Model {
	return of(p.Project.Model(name, file, tree))
}

// Summary is the summary of a file of the project, given by its absolute path; nil if
// the file cannot be read. The interrupt, which may be nil, ends the work.
func (p *Project) Summary(name string, by *Interrupt) *Summary {
	core := p.ModelOf(name)
	if core == nil {
		return nil
	}
	m := of(core)
	m.InterruptBy(by)
	return m.Summarise(m.Bundle)
}
