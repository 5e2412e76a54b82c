package device

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// feedsOwnChoice reports whether a moved tensor goes to an object of a library that
// has chosen its device by itself: nothing here tells it one, or moves it. A model that
// takes CUDA where it is there stays on the host on Neuron, and its input must.
//
//	model = whisper.load_model("base")
//	model.transcribe(audio.to("cuda"))
func feedsOwnChoice(p *analyzer.Pass, move syntax.Node) bool {
	const maxUses = 32
	if callee := p.Tree.Callee(move); p.Tree.Kind(callee) != syntax.KindAttribute || !moves(p.Tree, callee) {
		return false // a device is told, or a tensor made
	}
	if takenByOwnChoice(p, move) {
		return true
	}
	assign := p.Tree.Parent(move)
	if p.Tree.Kind(assign) != syntax.KindAssignment || p.Tree.Child(assign, syntax.FieldRight) != move {
		return false
	}
	sym := p.Model.Symbol(p.Tree.Child(assign, syntax.FieldLeft))
	return sym != nil && len(sym.Uses) <= maxUses && slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
		return takenByOwnChoice(p, use) && p.Model.MayHold(use, move)
	})
}

// takenByOwnChoice reports whether a value is an argument of such an object.
func takenByOwnChoice(p *analyzer.Pass, value syntax.Node) bool {
	args := p.Tree.Parent(value)
	if k := p.Tree.Kind(args); k == syntax.KindKeywordArgument || k == syntax.KindDictionarySplat {
		args = p.Tree.Parent(args)
	}
	if p.Tree.Kind(args) != syntax.KindArgumentList {
		return false
	}
	obj := p.Tree.Callee(p.Tree.Parent(args))
	for p.Tree.Kind(obj) == syntax.KindAttribute {
		obj = p.Tree.Object(obj)
	}
	return p.Tree.Kind(obj) == syntax.KindIdentifier && choosesItself(p, p.Model.Symbol(obj))
}

// choosesItself reports whether a variable holds an object made by a library, and the
// file never says where that lies.
func choosesItself(p *analyzer.Pass, sym *semantic.Symbol) bool {
	const maxUses = 64
	if sym == nil || len(sym.Defs) != 1 || sym.Defs[0].Kind != semantic.DefAssign || len(sym.Uses) > maxUses {
		return false
	}
	made := p.Tree.Unparen(sym.Defs[0].Value)
	for {
		obj := p.Tree.Object(p.Tree.Callee(made))
		if p.Tree.Kind(made) != syntax.KindCall || p.Tree.Kind(obj) != syntax.KindCall {
			break
		}
		if saysDevice(p, made) {
			return false
		}
		made = obj // a method of the made object, as eval()
	}
	return ofLibrary(p, made) && !saysDevice(p, made) && !slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
		attr := p.Tree.Parent(use)
		return p.Tree.Kind(attr) == syntax.KindAttribute && p.Tree.Object(attr) == use && moves(p.Tree, attr)
	})
}

// moves reports whether a method moves its object.
func moves(t *syntax.Tree, attr syntax.Node) bool {
	switch t.View(t.AttrName(attr)) {
	case "to", "cuda", "cpu", "set_device", "parallelize":
		return true
	}
	return false
}

// ofLibrary reports whether a call is of a package that is neither PyTorch nor part of
// the project or of Python.
func ofLibrary(p *analyzer.Pass, call syntax.Node) bool {
	if p.Tree.Kind(call) != syntax.KindCall {
		return false
	}
	r := p.Model.Ref(p.Tree.Callee(call))
	if r.Def != syntax.None || r.Local || r.Name == "" {
		return false
	}
	module, _, _ := strings.Cut(r.Name, ".")
	switch module {
	case "torch", "torchvision", "torchaudio", "torchtext", "builtins", "functools", "copy", "numpy", "jax":
		return false
	}
	return true
}

// saysDevice reports whether a call is told a device, or moves its object.
func saysDevice(p *analyzer.Pass, call syntax.Node) bool {
	if callee := p.Tree.Callee(call); p.Tree.Kind(callee) == syntax.KindAttribute && moves(p.Tree, callee) {
		return true
	}
	for a := range p.Tree.Args(call) {
		if a.Splat != 0 || strings.Contains(p.Tree.View(a.Name), "device") || strings.Contains(p.Tree.Text(a.Value), "device") || strings.Contains(p.Tree.Text(a.Value), "cuda") {
			return true
		}
	}
	return false
}
