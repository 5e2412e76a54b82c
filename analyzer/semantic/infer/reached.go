package infer

import (
	"cmp"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Reach adds to regions the functions of this file that they name, the classes of
// operators with a gradient of their own, and the functions that those name in turn: all
// code that runs once the regions do.
func (m *Model) Reach(regions []source.Span) []source.Span {
	const most = 16 // functions followed
	regions = slices.Clone(regions)
	for i := 0; i < len(regions) && i < most; i++ {
		for _, use := range m.FunctionUses(regions[i]) {
			if span := m.Tree.Span(use.Function); !span.In(regions) {
				regions = append(regions, span)
			}
		}
	}
	return regions
}

// FunctionUse is a place that names a function of this file.
type FunctionUse struct {
	at       int // offset
	Function syntax.Node
}

// FunctionUses returns the uses of this file's functions, except methods, in a region.
func (m *Model) FunctionUses(region source.Span) []FunctionUse {
	if m.uses == nil {
		m.uses = []FunctionUse{}
		for _, fn := range m.Functions() {
			m.addUses(m.FunctionSymbol(fn), fn)
		}
		for _, class := range m.Classes() {
			if m.IsAutograd(class) {
				m.addUses(m.Symbol(m.Tree.FuncName(class)), class)
			}
		}
		slices.SortFunc(m.uses, func(a, b FunctionUse) int { return cmp.Or(a.at-b.at, int(a.Function-b.Function)) })
	}
	from := sort.Search(len(m.uses), func(i int) bool { return m.uses[i].at >= region.Start })
	to := sort.Search(len(m.uses), func(i int) bool { return m.uses[i].at >= region.End })
	return m.uses[from:max(from, to)]
}

// addUses adds the places that name a function, or a class.
func (m *Model) addUses(sym *Symbol, def syntax.Node) {
	if sym == nil || len(sym.Defs) > scope.MaxReaching {
		return
	}
	for _, use := range sym.Uses {
		m.uses = append(m.uses, FunctionUse{m.Tree.Start(use), def})
	}
}

// IsPublic reports whether code outside this file may use a function: one at module
// level, but not one with an underscore, nor one of a program or a test, which nobody
// imports; pytest runs functions that are named like tests.
func (m *Model) IsPublic(fn *Symbol) bool {
	if fn.Scope.Kind != scope.Module || fn.Name[0] == '_' {
		return false
	}
	if strings.HasPrefix(path.Base(m.File.Path), "test_") {
		return strings.HasPrefix(fn.Name, "test")
	}
	return !m.HasMain()
}
