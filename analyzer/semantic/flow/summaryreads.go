package flow

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// OwnCUDA is the name by which a file says that one of its classes defines a method cuda,
// see Shared. With a dot before it, it asks all files of the project.
const OwnCUDA = "c:cuda"

// answersRead returns the names through which a file that mentions CUDA gets answers from
// other files, judged by its conditions: its imports, attributes that it does not set,
// and "name=" for parameters. "m:name" is a method that mentions CUDA itself and may be
// called by another file's code for the base class. OwnCUDA adds one more.
func (m *Literals) answersRead() []string {
	if !m.SaysCUDA(m.Tree.Source()) {
		return nil
	}
	names := make(map[string]bool)
	for _, cond := range m.Conditions() {
		m.addReads(m.Tree.Condition(cond), names)
	}
	if m.DefinesCUDA() {
		names[OwnCUDA] = true
	}
	for _, fn := range m.Functions() {
		if class := m.MethodClass(fn); class != syntax.None && m.derives(class) && m.SaysCUDA(m.Tree.Bytes(fn)) {
			names["m:"+m.Tree.Text(m.Tree.FuncName(fn))] = true
		}
	}
	return infer.SortedNames(names)
}

// derives reports whether a class has a base.
func (m *Literals) derives(class syntax.Node) bool {
	for range m.Tree.Bases(class) {
		return true
	}
	return false
}

// addReads adds the names of a condition.
func (m *Literals) addReads(cond syntax.Node, names map[string]bool) {
	if cond == syntax.None {
		return
	}
	for n := range m.Tree.All(cond) {
		switch m.Tree.Kind(n) {
		case syntax.KindAttribute:
			m.addAttribute(n, names)
		case syntax.KindIdentifier:
			m.addName(n, names)
			for _, value := range m.Alternatives(n) {
				if m.Tree.Kind(value) == syntax.KindAttribute {
					m.addAttribute(value, names)
				}
			}
		}
	}
}

func (m *Literals) addName(n syntax.Node, names map[string]bool) {
	sym := m.Symbol(n)
	if sym == nil {
		return
	}
	type key struct{}
	known := infer.Walked(m.Model, key{}, func() map[*infer.Symbol][]string { return make(map[*infer.Symbol][]string) })
	read, ok := known[sym]
	if !ok {
		read = m.boundNames(sym)
		known[sym] = read
	}
	for _, name := range read {
		names[name] = true
	}
}

// boundNames returns the names under which other files set or define a variable: as a
// parameter, and by the name that it has in the module it is imported from.
func (m *Literals) boundNames(sym *infer.Symbol) (names []string) {
	parameter := false
	for _, d := range sym.Defs {
		switch {
		case d.Kind == infer.DefParam && !parameter:
			parameter = true
			names = append(names, sym.Name+"=")
		case d.Kind == infer.DefImport && m.ImportedFrom(*d.Import) != nil && !slices.Contains(names, d.Import.Name):
			names = append(names, d.Import.Name)
		}
	}
	return names
}

func (m *Literals) addAttribute(n syntax.Node, names map[string]bool) {
	name := m.Tree.Text(m.Tree.AttrName(n))
	if library, _ := m.Name(n); library == "" && !m.setsAttribute(name) {
		names[name] = true
	}
}

// setsAttribute reports whether the file assigns to an attribute of a name.
func (m *Literals) setsAttribute(name string) bool {
	type key struct{}
	set := infer.Walked(m.Model, key{}, func() map[string]bool {
		set := make(map[string]bool)
		for _, s := range m.Stores() {
			if attr := m.Tree.AttrName(s.Target); attr != syntax.None {
				set[m.Tree.Text(attr)] = true
			}
		}
		return set
	})
	return set[name]
}
