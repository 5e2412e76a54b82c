package assess

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/opsdb"
)

// frameworks are those that operators are judged of.
func frameworks() []string { return []string{"torch", "jax"} }

// inventory lists the parts of the project that matter for Neuron. Operators and kernels
// are those that findings are about.
func (b *builder) inventory(a *Assessment) Inventory {
	out := Inventory{Frameworks: b.frameworks(), Operators: []Operator{}, Kernels: []Operator{}}
	out.Libraries, out.Distributed = b.imported()
	out.Models = b.models()
	for i := range a.Causes {
		c := &a.Causes[i]
		op := Operator{cmp.Or(c.Subject, c.Title), c.Name, c.Counts.Total() + c.Tests.Total()}
		switch b.category(c) {
		case analyzer.CategoryOpSupport:
			out.Operators = append(out.Operators, op)
		case analyzer.CategoryKernel:
			out.Kernels = append(out.Kernels, op)
		default:
		}
	}
	byPlaces(out.Operators)
	byPlaces(out.Kernels)
	out.Calls = called(b.in.Calls)
	return out
}

// called counts the calls of each operator by their status: one operator may have several,
// as its arguments are.
func called(calls []driver.OperatorCall) []Operator {
	by := make(map[Operator]int)
	for i := range calls {
		by[Operator{Name: calls[i].API, Verdict: string(calls[i].Status)}]++
	}
	list := make([]Operator, 0, len(by))
	for op, n := range by {
		op.Places = n
		list = append(list, op)
	}
	slices.SortFunc(list, func(x, y Operator) int {
		return cmp.Or(y.Places-x.Places, strings.Compare(x.Name, y.Name), strings.Compare(x.Verdict, y.Verdict))
	})
	return list
}

// category is that of the findings of a cause.
func (b *builder) category(c *Cause) analyzer.Category {
	return b.causes[causeKey{c.Rule, c.Subject}].findings[0].Category
}

func byPlaces(list []Operator) {
	slices.SortStableFunc(list, func(x, y Operator) int {
		return cmp.Or(y.Places-x.Places, strings.Compare(x.Name, y.Name))
	})
}

// frameworks are the frameworks that files import or that the project requires.
func (b *builder) frameworks() []Framework {
	list := []Framework{}
	for _, name := range frameworks() {
		fw := Framework{Name: name}
		for i := range b.in.Modules {
			m := &b.in.Modules[i]
			if slices.ContainsFunc(m.Packages, func(p string) bool { return firstPart(p) == name }) {
				fw.Files++
			}
			if m.Project == nil || fw.Path != "" && depth(fw.Path) <= depth(m.Path) {
				continue // the requirement nearest to the root speaks for the project
			}
			for k := range m.Project.Requirements {
				if r := &m.Project.Requirements[k]; r.Key() == name || name == "torch" && r.Key() == "pytorch" {
					at := b.placeIn(m.Project, r)
					fw.Pin, fw.Path, fw.Line = pin(r), at.Path, at.Line
					break
				}
			}
		}
		if fw.Files > 0 || fw.Path != "" {
			list = append(list, fw)
		}
	}
	return list
}

// depth is the number of folders around a file.
func depth(file string) int { return strings.Count(file, "/") }

func (b *builder) placeIn(f *project.File, r *project.Requirement) Place {
	return Place{Path: f.Path, Line: f.Position(r.NameSpan.Start).FileLine}
}

// pin are the accepted versions of a package.
func pin(r *project.Requirement) string {
	var parts []string
	for _, s := range r.Specifiers {
		if strings.ContainsAny(s.Version, "${}") { // a template, whose value is not known
			return ""
		}
		parts = append(parts, s.Operator+s.Version)
	}
	return strings.Join(parts, ",")
}

func firstPart(module string) string {
	first, _, _ := strings.Cut(module, ".")
	return first
}

// imported are the libraries that the database knows, and the modules for work on several
// devices, each with the number of files that import it.
func (b *builder) imported() ([]Package, []Operator) {
	libraries, parallel := make(map[string]*Package), make(map[string]int)
	for i := range b.in.Modules {
		met := make(map[string]bool)
		for _, module := range b.in.Modules[i].Packages {
			if lib, ok := b.in.DB.Library(module); ok && !met[lib.Import] {
				met[lib.Import] = true
				if libraries[lib.Import] == nil {
					libraries[lib.Import] = packageOf(&lib)
				}
				libraries[lib.Import].Files++
			}
			if isParallel(module) {
				parallel[module]++
			}
		}
	}
	list := make([]Package, 0, len(libraries))
	for _, p := range libraries {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(x, y Package) int {
		return cmp.Or(y.Files-x.Files, strings.Compare(x.Name, y.Name))
	})
	several := make([]Operator, 0, len(parallel))
	for name, n := range parallel {
		several = append(several, Operator{Name: name, Verdict: "imported", Places: n})
	}
	byPlaces(several)
	return list, several
}

func packageOf(lib *opsdb.Library) *Package {
	return &Package{Name: lib.Import, Status: lib.Status, Equivalent: lib.Equivalent, Evidence: string(lib.Ref.Evidence)}
}

// isParallel reports whether a module is for work on several devices by its name.
func isParallel(module string) bool {
	parts := strings.Split(module, ".")
	return slices.Contains(parts, "distributed") || slices.Contains(parts, "parallel")
}
