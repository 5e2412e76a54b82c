package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// handsDouble reports whether a call hands an array of float64 to a function of another
// file, which puts it on the device as it is. Within this file the place that puts it
// there is reported.
func handsDouble(p *analyzer.Pass, call syntax.Node) bool {
	if !p.Model.ImportsAny("numpy") || !p.Model.RunsProject(call) || !passesDouble(p, call) {
		return false
	}
	var placed []reach.Parameter
	p.Model.WithCallee(call, func(in *semantic.Model, fn syntax.Node) {
		if in != p.Model {
			placed = placedArrays(analyzer.NewPass(in, p.DB, p.Target).For(p.Rule, nil), fn)
		}
	})
	for _, parameter := range placed {
		if arg := parameter.Passed(p.Tree, call); arg != syntax.None && p.Model.ArrayDType(arg) == "float64" {
			return true
		}
	}
	return false
}

// passesDouble reports whether an argument of a call is an array of float64.
func passesDouble(p *analyzer.Pass, call syntax.Node) bool {
	for a := range p.Tree.Args(call) {
		if a.Splat == 0 && p.Model.ArrayDType(a.Value) == "float64" {
			return true
		}
	}
	return false
}

// placedArrays are the parameters from which a function makes tensors that it puts on
// the device with the same dtype: torch.from_numpy(arr).to(t.device).
func placedArrays(p *analyzer.Pass, fn syntax.Node) (out []reach.Parameter) {
	for n := range p.Tree.All(fn) {
		if p.Tree.Kind(n) != syntax.KindCall || p.Model.GuardedForNeuron(n) {
			continue
		}
		name, _ := p.Model.CallName(n)
		data := syntax.None
		switch name {
		case "torch.from_numpy":
			data = p.Tree.Arg(n, 0, "ndarray")
		case "torch.as_tensor", "torch.tensor":
			data = p.Tree.Arg(n, 0, "data")
		}
		if data == syntax.None || p.Tree.Keyword(n, "dtype") != syntax.None || !staysWide(p, n) {
			continue
		}
		if parameter, ok := reach.TensorParameter(p.Model, data); ok {
			out = append(out, parameter)
		}
	}
	return out
}

// staysWide reports whether a tensor is made on the device, or moved there at once, and
// not cast to another type on the way.
func staysWide(p *analyzer.Pass, made syntax.Node) bool {
	if p.Tree.Keyword(made, "device") != syntax.None {
		return !p.Model.OnHost(made) && !narrowed(p, made)
	}
	call := p.Tree.Parent(p.Tree.Parent(made))
	if p.Tree.Kind(call) != syntax.KindCall || p.Tree.Object(p.Tree.Callee(call)) != made || narrowed(p, call) || castsTo(p, call) {
		return false
	}
	switch name, _ := p.Model.CallName(call); strings.TrimPrefix(name, "torch.Tensor.") {
	case "cuda":
		return true
	case "to":
		return moves(p, call)
	}
	return false
}
