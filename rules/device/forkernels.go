package device

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// forKernels reports whether the tensor or module that a call places on a device is for
// a package made for CUDA: the call stands in a function that imports one for itself
// and cannot do without it, it moves an object made by one, or its result is handed to
// one. That raises on Neuron, whatever the device is called, and has to be rewritten
// along with it.
func forKernels(p *analyzer.Pass, call syntax.Node) bool {
	return behindImport(p, call) || madeForCUDA(p, p.Tree.Object(p.Tree.Callee(call))) || takenForCUDA(p, call) || heldForCUDA(p, call)
}

// behindImport reports whether a place stands in a function that imports a package for
// CUDA and cannot do without it: the import raises on Neuron first, and NRN701 reports
// it.
func behindImport(p *analyzer.Pass, n syntax.Node) bool {
	type key struct{}
	needing := analyzer.Once(p, key{}, func() map[syntax.Node]bool { return importingForCUDA(p) })
	return needing[p.Tree.EnclosingFunction(n)]
}

// importingForCUDA are the functions that import a package for CUDA, or raise.
func importingForCUDA(p *analyzer.Pass) map[syntax.Node]bool {
	fns := make(map[syntax.Node]bool)
	for _, imp := range p.Model.Imports() {
		fn := p.Tree.EnclosingFunction(imp.Stmt)
		if imp.Level > 0 || fn == syntax.None || !orRaises(p, imp.Stmt, p.Tree.Body(fn)) {
			continue
		}
		if lib, ok := p.DB.Library(imp.Module); ok && lib.CUDAOnly && !p.Model.OfProject(imp) {
			fns[fn] = true
		}
	}
	return fns
}

// orRaises reports whether a suite always runs a statement: directly in the suite, or
// in an arm whose only other arm ends in a raise.
func orRaises(p *analyzer.Pass, stmt, suite syntax.Node) bool {
	arm := p.Tree.Parent(stmt)
	if arm == suite {
		return true
	}
	branch := p.Tree.Parent(arm)
	other := p.Tree.Next(p.Tree.Child(branch, syntax.FieldConsequence))
	if p.Tree.Kind(branch) != syntax.KindIf || p.Tree.Parent(branch) != suite || p.Tree.Kind(other) != syntax.KindElse {
		return false
	}
	return p.Tree.Kind(p.Tree.Last(p.Tree.Child(other, syntax.FieldBody))) == syntax.KindRaise
}

// madeForCUDA reports whether an expression is the result of a package for CUDA.
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
