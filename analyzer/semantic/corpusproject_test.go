package semantic_test

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/link"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// root is where the files of every case lie.
const root = "/case/"

// repository is the files of one case by their absolute names; it is the file
// system of a semantic.Project.
type repository map[string][]byte

// ask is what the model says of a case: the models of its Python files, as the
// rules would see them, and the components of their devices.
func (p program) ask(t *testing.T) *answers {
	t.Helper()
	files := make(repository)
	for name, text := range p.texts {
		files[root+name] = text
	}
	project := semantic.NewProject(database(), files, strings.TrimSuffix(root, "/"))
	a := &answers{models: make(map[string]*semantic.Model), labels: make(map[string]*link.Component)}
	var summaries []*semantic.Summary
	for _, f := range p.files {
		file, tree, err := files.Load(root + f.Path)
		if err != nil {
			t.Fatal(err)
		}
		if errs := tree.Errors(); len(errs) > 0 {
			t.Fatalf("%s is not understood at line %d", f.Path, f.Position(errs[0].Start).Line)
		}
		a.models[f.Path] = project.Model(root+f.Path, file, tree)
		summaries = append(summaries, project.Summary(root+f.Path, nil))
	}
	slices.SortFunc(summaries, func(a, b *semantic.Summary) int { return strings.Compare(a.Path, b.Path) })
	a.links = link.Join(summaries, func(string) {})
	a.components = a.links.Components()
	return a
}

// Path is the name of a file without the directory of all cases.
func (repository) Path(name string) string { return strings.TrimPrefix(name, root) }

// Load parses a file of the case.
func (r repository) Load(name string) (*source.File, *syntax.Tree, error) {
	text, ok := r[name]
	if !ok {
		return nil, nil, fmt.Errorf("no file %s", name)
	}
	file, err := source.New(r.Path(name), text)
	if err != nil {
		return nil, nil, err
	}
	tree, err := syntax.ParseFile(context.Background(), file, syntax.Limits{})
	return file, tree, err
}

// List names what lies in a directory.
func (r repository) List(dir string) []string {
	var names []string
	for name := range r {
		if inner, ok := strings.CutPrefix(name, path.Clean(dir)+"/"); ok {
			first, _, below := strings.Cut(inner, "/")
			if below {
				first += "/"
			}
			names = append(names, first)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Exists reports whether a file or directory is part of the case.
func (r repository) Exists(name string) bool {
	_, ok := r[name]
	return ok || len(r.List(name)) > 0
}
