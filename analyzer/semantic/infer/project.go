package infer

import (
	"bytes"
	"sync"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Files is how a Project reaches the repository. Names are absolute, with '/'.
// The methods may be called from several goroutines.
type Files interface {
	// Load reads and parses a Python file.
	Load(name string) (*source.File, *syntax.Tree, error)
	// List returns the names in a directory; those of directories end in '/'. It is empty
	// if the directory cannot be read.
	List(dir string) []string
	// Exists reports whether there is a file or directory of that name.
	Exists(name string) bool
	// Path returns the name under which findings in a file are reported.
	Path(name string) string
}

// Project answers questions that lead from one file into another. It looks for a module
// only when somebody asks for a name imported from it.
//
// Each module has a library model, apart from the model that rules see when they judge
// the same file. All library models are evaluated under one lock, and their answers do
// not depend on who asked first.
type Project struct {
	DB *opsdb.DB

	finder finder

	world     sync.Mutex // held while library models are evaluated; see enter
	evaluator *evaluator // of all library models
	over      *Interrupt // interrupts questions asked at other times

	kept treeCache
	uses uses
}

// NewProject returns a project without modules. Base is the absolute name of the
// directory where imports start if nothing marks a repository.
func NewProject(db *opsdb.DB, files Files, base string) *Project {
	p := &Project{DB: db, evaluator: newEvaluator(), over: over()}
	p.finder = finder{
		project: p, files: files, base: base,
		listed: make(map[string]map[string]bool), existing: make(map[string]bool), modules: make(map[string]*Module),
		roots: make(map[string][]string), found: make(map[lookup]*Module),
	}
	return p
}

// Model returns the model that rules see of a file of the project, given by its absolute
// name.
func (p *Project) Model(name string, file *source.File, tree *syntax.Tree) *Model {
	mod := p.Module(name)
	u := p.kept.get(mod)
	if u == nil || u.tree != tree {
		u = newUnit(file, tree)
		p.kept.put(mod, u)
	}
	p.kept.spend(mod)
	m := newModel(u, p.DB)
	m.File, m.module = file, mod
	return m
}

// ModelOf returns the model that rules see of a file, reading it if need be; nil if it
// cannot be read.
func (p *Project) ModelOf(name string) *Model {
	u := p.load(p.Module(name))
	if u == nil {
		return nil
	}
	return p.Model(name, u.file, u.tree)
}

// Tree returns the tree of a file that was read for another file's sake, if its text was
// the same; nil if the file has to be parsed.
func (p *Project) Tree(name string, text []byte) *syntax.Tree {
	u := p.kept.get(p.Module(name))
	if u == nil || !bytes.Equal(u.file.Text, text) {
		return nil
	}
	return u.tree
}

// Module returns the module in the file of an absolute name.
func (p *Project) Module(name string) *Module {
	p.finder.mu.Lock()
	defer p.finder.mu.Unlock()
	return p.finder.module(name)
}

// unit is a file that was read, with everything known of it before the first question. It
// never changes, so several models can share it.
type unit struct {
	file *source.File
	tree *syntax.Tree
	*scope.Table
}

func newUnit(file *source.File, tree *syntax.Tree) *unit {
	return &unit{file: file, tree: tree, Table: scope.New(tree)}
}

// load reads a module, once for all who want it at the same time. It is nil for a file
// that cannot be read, which is tried only once.
func (p *Project) load(mod *Module) *unit { return p.loadFrom(p.finder.files, mod, true) }

// Ahead reads a module that may be asked for soon. Files are those of the project and may
// give up: a file that they fail to read is tried again.
func (p *Project) Ahead(files Files, mod *Module) { p.loadFrom(files, mod, false) }

func (p *Project) loadFrom(files Files, mod *Module, once bool) *unit {
	if mod.IsNamespace() {
		return nil
	}
	if u := p.kept.get(mod); u != nil {
		return u
	}
	mod.loading.Lock()
	defer mod.loading.Unlock()
	if u := p.kept.get(mod); u != nil || mod.unreadable {
		return u
	}
	file, tree, err := files.Load(mod.name)
	if err != nil {
		mod.unreadable = once
		return nil
	}
	u := newUnit(file, tree)
	p.kept.put(mod, u)
	return u
}

// library returns the library model of a module, nil if it cannot be read. The caller
// holds the lock of the world.
func (p *Project) library(mod *Module) *Model {
	if mod.library == nil {
		u := p.load(mod)
		if u == nil {
			return nil
		}
		m := newModel(u, p.DB)
		m.module, m.shared, m.evaluator = mod, true, p.evaluator
		mod.library = m
	}
	p.kept.get(mod) // it was used
	return mod.library
}

// enter gives one question from outside exclusive use of the library models; everything
// the model asks before it leaves is part of that question. Library models are dropped
// only between questions, when nobody may ask them. The interrupt is that of the file
// that asks.
func (p *Project) enter(m *Model) (leave func()) {
	by := m.evaluator.interrupt
	p.world.Lock()
	p.evaluator.Reset() // a question that failed may have left its traces
	p.drop(p.kept.dropped())
	p.evaluator.interrupt, p.evaluator.steps, m.asking = by, 0, true
	return func() {
		m.asking = false
		m.evaluator.steps += p.evaluator.steps
		if by.Raised() {
			p.forget()
		}
		p.evaluator.interrupt = p.over
		p.world.Unlock()
	}
}

// Release drops all trees and all answers. Files are read again when they are asked for.
func (p *Project) Release() {
	p.world.Lock()
	defer p.world.Unlock()
	p.kept.shrink(0)
	p.drop(p.kept.dropped())
	p.finder.mu.Lock()
	defer p.finder.mu.Unlock()
	for _, mod := range p.finder.modules {
		mod.answers.forget()
	}
}

// drop drops the library models of modules, between two questions.
func (p *Project) drop(list []*Module) {
	if len(list) == 0 {
		return
	}
	for _, mod := range list {
		mod.library = nil
	}
	p.evaluator.Engine = newEngine() // its spare frames point into models
}

// forget drops all library models, since an interrupt may have left their tables half
// made.
func (p *Project) forget() {
	p.finder.mu.Lock()
	defer p.finder.mu.Unlock()
	for _, mod := range p.finder.modules {
		mod.library = nil
	}
}
