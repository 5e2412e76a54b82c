package device

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// forKernels reports whether what a call places on a device is for a package that is
// made for CUDA: it stands in a function that imports one for itself and cannot do
// without it, it moves what one made, or what it yields is handed to one. That raises
// on Neuron, whatever the device is called, and has to be written anew along with it.
func forKernels(p *analyzer.Pass, call syntax.Node) bool {
	type key struct{}
	needing := analyzer.Once(p, key{}, func() map[syntax.Node]bool { return importingForCUDA(p) })
	if needing[p.Tree.EnclosingFunction(call)] {
		return true
	}
	return madeForCUDA(p, p.Tree.Object(p.Tree.Callee(call))) || takenForCUDA(p, call) || heldForCUDA(p, call)
}

// importingForCUDA are the functions that import a package for CUDA in any case.
func importingForCUDA(p *analyzer.Pass) map[syntax.Node]bool {
	fns := make(map[syntax.Node]bool)
	for _, imp := range p.Model.Imports() {
		fn := p.Tree.EnclosingFunction(imp.Stmt)
		if imp.Level > 0 || fn == syntax.None || p.Tree.Parent(imp.Stmt) != p.Tree.Body(fn) {
			continue
		}
		if lib, ok := p.DB.Library(imp.Module); ok && lib.CUDAOnly && !p.Model.OfProject(imp) {
			fns[fn] = true
		}
	}
	return fns
}

// madeForCUDA reports whether an expression is what a package for CUDA yields.
func madeForCUDA(p *analyzer.Pass, n syntax.Node) bool {
	if p.Tree.Kind(n) != syntax.KindCall {
		return false
	}
	name, _ := p.Model.CallName(n)
	lib, ok := p.DB.Library(name)
	return ok && lib.CUDAOnly
}

// takenForCUDA reports whether a value is an argument of such a call.
func takenForCUDA(p *analyzer.Pass, value syntax.Node) bool {
	args := p.Tree.Parent(value)
	if p.Tree.Kind(args) == syntax.KindKeywordArgument {
		args = p.Tree.Parent(args)
	}
	return p.Tree.Kind(args) == syntax.KindArgumentList && madeForCUDA(p, p.Tree.Parent(args))
}

// heldForCUDA is takenForCUDA, for the variable that a value is assigned to.
func heldForCUDA(p *analyzer.Pass, value syntax.Node) bool {
	const maxUses = 16
	assign := p.Tree.Parent(value)
	if p.Tree.Kind(assign) != syntax.KindAssignment || p.Tree.Child(assign, syntax.FieldRight) != value {
		return false
	}
	sym := p.Model.Symbol(p.Tree.Child(assign, syntax.FieldLeft))
	return sym != nil && len(sym.Uses) <= maxUses && slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
		return takenForCUDA(p, use) && p.Model.MayHold(use, value)
	})
}
