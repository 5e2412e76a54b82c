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
	// List names what a directory holds; the names of directories end in '/'.
	// It is empty for what cannot be read.
	List(dir string) []string
	// Exists reports whether there is a file or directory of that name.
	Exists(name string) bool
	// Path is the name under which findings in a file are reported.
	Path(name string) string
}

// Project answers questions that lead from one file into another. It finds a
// module when a name that was imported from it is asked for, and reads nothing
// else.
//
// What it knows of a module is a model of its own, the library model, apart
// from the one that rules see when they judge the same file. All library
// models are evaluated under one lock, and what they say does not depend on
// who asked first.
type Project struct {
	DB *opsdb.DB

	finder finder

	world     sync.Mutex // held while library models are evaluated; see enter
	evaluator *evaluator // of all library models
	over      *Interrupt // ends what they are asked at other times

	kept units
	uses uses
}

// NewProject is a project without any module yet. Base is the absolute name of
// the directory that imports start from where nothing marks a repository.
func NewProject(db *opsdb.DB, files Files, base string) *Project {
	p := &Project{DB: db, evaluator: newEvaluator(), over: over()}
	p.finder = finder{
		project: p, files: files, base: base,
		listed: make(map[string]map[string]bool), modules: make(map[string]*Module),
		roots: make(map[string][]string), found: make(map[lookup]*Module),
	}
	return p
}

// Model is the model that rules see of a file of the project, whose absolute
// name is given.
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

// ModelOf is a model of a file as rules see it, read if need be; nil if it cannot be.
func (p *Project) ModelOf(name string) *Model {
	u := p.load(p.Module(name))
	if u == nil {
		return nil
	}
	return p.Model(name, u.file, u.tree)
}

// Tree is the tree of a file that was read for the sake of another, if its
// text was the same; nil if the file has to be parsed.
func (p *Project) Tree(name string, text []byte) *syntax.Tree {
	u := p.kept.get(p.Module(name))
	if u == nil || !bytes.Equal(u.file.Text, text) {
		return nil
	}
	return u.tree
}

// Module is the module in the file of an absolute name.
func (p *Project) Module(name string) *Module {
	p.finder.mu.Lock()
	defer p.finder.mu.Unlock()
	return p.finder.module(name)
}

// unit is a file that was read: what is known of it before anything is asked.
// It is never changed, so that several models share it.
type unit struct {
	file *source.File
	tree *syntax.Tree
	*scope.Table
}

func newUnit(file *source.File, tree *syntax.Tree) *unit {
	return &unit{file: file, tree: tree, Table: scope.New(tree)}
}

// load reads a module, once for all who want it at the same time. It is nil
// for what cannot be read, which is tried once only.
func (p *Project) load(mod *Module) *unit { return p.loadFrom(p.finder.files, mod, true) }

// Ahead reads a module that may be asked for soon. Files are those of the project
// and may give up: what they fail to read is tried again.
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

// library is the library model of a module, nil if it cannot be read. The
// caller holds the lock of the world.
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

// enter gives one question from outside the library models the world for
// itself: whatever the model asks before it leaves is part of the question. Only
// between questions are library models dropped, and nobody may ask them then.
// The interrupt is that of the file that asks.
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

// Release drops all trees, and what they were asked. They are read again when
// they are asked for.
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

// drop lets go of the library models of modules, between two questions.
func (p *Project) drop(list []*Module) {
	if len(list) == 0 {
		return
	}
	for _, mod := range list {
		mod.library = nil
	}
	p.evaluator.Engine = newEngine() // its spare frames point into models
}

// forget drops all library models, whose tables an interrupt may have left
// half made.
func (p *Project) forget() {
	p.finder.mu.Lock()
	defer p.finder.mu.Unlock()
	for _, mod := range p.finder.modules {
		mod.library = nil
	}
}
