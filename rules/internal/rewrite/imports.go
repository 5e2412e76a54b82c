package rewrite

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Builder writes edits that keep the code of the pass's file whole.
func Builder(p *analyzer.Pass) *edit.Builder {
	return &edit.Builder{File: p.File, Tree: p.Tree}
}

// Qualified is the spelling of a qualified name, such as
// "torch.accelerator.is_available", in code that takes the place of n. Each fix that
// uses a name it did not find at its place asks here: statements before n, code around
// it and its scope decide the meaning of a name. Where no name means the module,
// imports are added, under a name that nothing else has. It is not ok where neither can
// be: then there is no fix.
func Qualified(p *analyzer.Pass, name string, n syntax.Node) (text string, imports []analyzer.Edit, ok bool) {
	if text := p.Model.NameAt(name, n); text != "" {
		return text, nil, true
	}
	module, rest, _ := strings.Cut(name, ".")
	binding, ok := p.Model.BindingFor(module, n)
	if ok {
		imports, ok = bind(p, module, binding, n)
	}
	if rest != "" {
		rest = "." + rest
	}
	return binding.Name + rest, imports, ok
}

// bind writes the imports of a module that a binding asks for. They must stand before
// n, which the top of a module need not do.
func bind(p *analyzer.Pass, module string, binding semantic.Binding, n syntax.Node) ([]analyzer.Edit, bool) {
	if binding.Bound {
		return nil, true
	}
	stmt := "import " + module
	if binding.Name != module {
		stmt += " as " + binding.Name
	}
	var edits []analyzer.Edit
	for _, behind := range binding.Behind {
		edits = append(edits, Builder(p).InsertBehind(stmt, behind))
	}
	if len(edits) > 0 {
		return edits, true
	}
	if strings.HasPrefix(module, "torch_xla") && p.Target.Rewrite != opsdb.RewriteXLA {
		return nil, false // the file is to run without torch_xla
	}
	e, ok := insertImport(p, stmt, module)
	if !ok || e.Span.Start > p.Tree.Start(n) {
		return nil, false
	}
	return []analyzer.Edit{e}, true
}

// insertImport adds an import statement at the top of a module; ok is false if the file
// has it. Modules that extend torch are imported behind it: variables of the
// environment that torch reads are set before.
func insertImport(p *analyzer.Pass, stmt, module string) (analyzer.Edit, bool) {
	type key struct{}
	type insertion struct {
		edit analyzer.Edit
		ok   bool
	}
	i := analyzer.Each(p, key{}, stmt, func() (i insertion) {
		if strings.HasPrefix(module, "torch_") {
			i.edit, i.ok = Builder(p).InsertImport(stmt, "torch")
		} else {
			i.edit, i.ok = Builder(p).InsertImport(stmt)
		}
		return i
	})
	return i.edit, i.ok
}

// Once leaves out edits that are there before: two names of one module need one import.
func Once(edits []analyzer.Edit) []analyzer.Edit {
	var out []analyzer.Edit
	for _, e := range edits {
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// Registered adds the import of a module that code in the place of n needs to have
// been imported, by whatever name. There is none if the file has it; it is not ok where
// it can stand nowhere.
func Registered(p *analyzer.Pass, module string, n syntax.Node) (imports []analyzer.Edit, ok bool) {
	if p.Model.Loads(module, n) {
		return nil, true
	}
	top, _, _ := strings.Cut(module, ".")
	binding, ok := p.Model.BindingFor(top, n)
	if !ok {
		return nil, false
	}
	switch {
	case binding.Name == top:
		binding.Name = module
	case module != top: // whose own name other fixes use
		binding.Name += "_" + module[strings.LastIndexByte(module, '.')+1:]
		if p.Model.TextHas(binding.Name) {
			return nil, false
		}
	}
	return bind(p, module, binding, n)
}
