package framework

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// knownClasses lists the data classes of the file that are made of the options of a
// library: class Arguments(TrainingArguments). Their fields preset the values that
// neither the command line nor the caller chooses.
func (f *finder) knownClasses() []known {
	var all []known
	for class := range f.p.Tree.OfKind(syntax.KindClass) {
		base := f.p.Model.LibraryBase(class)
		if base == "" || !isDataClass(f.p, class) || f.p.Model.GuardedForNeuron(class) {
			continue
		}
		options := f.p.DB.FrameworkOptions(base, f.p.Target)
		if len(options) == 0 {
			continue
		}
		if given := fields(f.p, class); !speaksOfNeuron(f.p, given) {
			all = append(all, known{syntax.None, base, analyzer.Likely, ofArguments(options), given})
		}
	}
	return all
}

// isDataClass reports whether the fields of a class are parameters of its constructor.
func isDataClass(p *analyzer.Pass, class syntax.Node) bool {
	for _, d := range p.Tree.Decorators(class) {
		if p.Tree.Kind(d) == syntax.KindCall {
			d = p.Tree.Callee(d)
		}
		if name, _ := p.Model.Name(d); name == "dataclasses.dataclass" {
			return true
		}
	}
	return false
}

// fields are the fields of a data class with their defaults.
func fields(p *analyzer.Pass, class syntax.Node) []argument {
	var out []argument
	for stmt := range p.Tree.Children(p.Tree.Child(class, syntax.FieldBody)) {
		assign := p.Tree.First(stmt)
		if p.Tree.Kind(assign) != syntax.KindAssignment || p.Tree.Child(assign, syntax.FieldType) == syntax.None {
			continue
		}
		name := p.Tree.Child(assign, syntax.FieldLeft)
		preset := p.Model.FieldDefault(p.Tree.Child(assign, syntax.FieldRight))
		if p.Tree.Kind(name) == syntax.KindIdentifier && preset != syntax.None {
			out = append(out, argument{p.Tree.Text(name), -1, preset, assign, analyzer.Likely})
		}
	}
	return out
}

// ofArguments are the rows about an argument, not about the call itself.
func ofArguments(options []opsdb.FrameworkOption) []opsdb.FrameworkOption {
	var out []opsdb.FrameworkOption
	for _, o := range options {
		if o.Argument != "" {
			out = append(out, o)
		}
	}
	return out
}
