package tensor

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/cadence"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// maxGradientSteps bounds the nodes that one question looks at.
const maxGradientSteps = 100

// gradientWalk follows a tensor to the tensors that it is computed from.
type gradientWalk struct {
	m   *Tensors
	met map[syntax.Node]bool
}

// Differentiated reports whether training is likely to differentiate a call in a module
// with respect to a tensor: forward makes the call, and the tensor is computed with
// weights or handed on by another layer; or the call makes a layer of a module.
func (m *Tensors) Differentiated(call, tensor syntax.Node) bool {
	if m.WithoutGradient(call) {
		return false
	}
	switch m.Region(call) {
	case cadence.RegionForward:
		if m.onlyLookedAt(call) {
			return false
		}
		w := gradientWalk{m: m, met: make(map[syntax.Node]bool)}
		return w.carries(tensor)
	case cadence.RegionSetup:
		return m.Type(call).Kind == infer.KindModule && m.buildsModule(call)
	}
	return false
}

// onlyLookedAt reports whether no gradient flows back through a call's result: it is
// tested, or used by a method as in x.prod().item(), or is the single number that max and
// min make of a whole tensor, a mere statistic unless it scales something.
func (m *Tensors) onlyLookedAt(call syntax.Node) bool {
	t := m.Tree
	parent := t.Parent(call)
	switch t.Kind(parent) {
	case syntax.KindComparison, syntax.KindIf, syntax.KindAssert, syntax.KindNotOperator:
		return true
	case syntax.KindBinaryOperator:
		return false
	case syntax.KindAttribute:
		return m.stopsGradient(t.View(t.AttrName(parent)))
	}
	name, _ := m.CallName(call)
	name = name[strings.LastIndexByte(name, '.')+1:]
	positional, keyword, _ := t.ArgCount(call)
	if name == "max" || name == "min" || name == "amax" || name == "amin" {
		return positional+keyword < 2
	}
	return false
}

// buildsModule reports whether a call is in the constructor of a module.
func (m *Tensors) buildsModule(call syntax.Node) bool {
	fn := m.Tree.EnclosingFunction(call)
	class := m.MethodClass(fn)
	return class != syntax.None && m.Tree.View(m.Tree.FuncName(fn)) == "__init__" && m.FrameworkType(class).Kind == infer.KindModule
}

// carries reports whether a tensor is likely to need a gradient. A node that depends on
// itself adds nothing when it is met again.
func (w *gradientWalk) carries(n syntax.Node) bool {
	t := w.m.Tree
	n = t.Unparen(n)
	if n == syntax.None || w.met[n] || len(w.met) > maxGradientSteps {
		return false
	}
	w.met[n] = true
	of := func(f syntax.Field) bool { return w.carries(t.Child(n, f)) }
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		return w.name(n)
	case syntax.KindSubscript:
		return of(syntax.FieldValue)
	case syntax.KindUnaryOperator:
		return of(syntax.FieldArgument)
	case syntax.KindBinaryOperator:
		return of(syntax.FieldLeft) || of(syntax.FieldRight)
	case syntax.KindConditional:
		body, _, orelse := t.Conditional(n)
		return w.carries(body) || w.carries(orelse)
	case syntax.KindAttribute:
		return w.attribute(n)
	case syntax.KindList, syntax.KindTuple:
		for item := range t.Children(n) {
			if w.carries(item) {
				return true
			}
		}
	case syntax.KindCall:
		return w.call(n)
	}
	return false
}

// name follows a variable: one of its values has to need a gradient.
func (w *gradientWalk) name(n syntax.Node) bool {
	defs := w.m.ReachingDefs(n)
	if len(defs) > scope.MaxReaching {
		return false
	}
	return slices.ContainsFunc(defs, func(d infer.Def) bool {
		switch d.Kind {
		case infer.DefParam:
			return w.param(d)
		case infer.DefAssign, infer.DefUnpack, infer.DefAug, infer.DefFor:
			return w.carries(d.Value)
		}
		return false
	})
}

// param reports whether a parameter of forward is named like the tensors that layers hand
// on, or one of another function is passed a tensor that needs a gradient. Other
// parameters of forward may be images, conditions, positions or lengths, which need none.
func (w *gradientWalk) param(d infer.Def) bool {
	t := w.m.Tree
	fn := t.EnclosingFunction(d.Node)
	if isDiscrete(w.m.DType(d.Node)) {
		return false
	}
	if t.View(t.FuncName(fn)) != "forward" || w.m.MethodClass(fn) == syntax.None {
		return slices.ContainsFunc(w.m.Passed(d), w.carries)
	}
	name := t.View(d.Node)
	return name == "x" || name == "h" || strings.HasPrefix(name, "hidden") || strings.HasPrefix(name, "feat")
}

// attribute follows an attribute: a weight, or another view of a tensor.
func (w *gradientWalk) attribute(attr syntax.Node) (carries bool) {
	t := w.m.Tree
	if trait := w.m.DB.AttributeTrait(t.Text(t.AttrName(attr))); trait != (opsdb.Trait{}) {
		return trait.Gradient == "" && w.carries(t.Object(attr))
	}
	w.m.stored(attr, func(in *Tensors, stored []infer.Stored) {
		carries = slices.ContainsFunc(stored, func(s infer.Stored) bool {
			name, _ := in.CallName(s.Value)
			return name == "torch.nn.Parameter" || name == "torch.nn.parameter.Parameter"
		})
	})
	return carries
}

// call follows a call: of a module that has weights or hands on a gradient, or of a
// function of a tensor that needs one.
func (w *gradientWalk) call(n syntax.Node) bool {
	m := w.m
	if m.RunsModule(n) {
		return true
	}
	object, method := m.MethodCall(n)
	if m.stopsGradient(method) && !m.RunsProject(n) || isDiscrete(m.DType(n)) {
		return false
	}
	if method != "" && m.Type(object).Kind == infer.KindTensor {
		return w.carries(object)
	}
	for a := range m.Tree.Args(n) {
		if k := m.Type(a.Value).Kind; (k == infer.KindTensor || k == infer.KindUnknown || k == infer.KindSequence) && w.carries(a.Value) {
			return true
		}
	}
	return false
}

// stopsGradient reports whether the result of a tensor's method or function needs no
// gradient, whatever its arguments, or one that is zero.
func (m *Tensors) stopsGradient(name string) bool {
	return m.DB.Trait(name).Gradient != ""
}

// isDiscrete reports whether a dtype has no gradient.
func isDiscrete(dtype string) bool {
	return dtype == "bool" || strings.HasPrefix(dtype, "int") || strings.HasPrefix(dtype, "uint")
}

// RunsModule reports whether a call runs a module of PyTorch, a part of it or one of its
// own methods: net(x), G.synthesis(w), vae.decode(z). The methods that all modules have
// run nothing.
func (m *Tensors) RunsModule(call syntax.Node) bool {
	callee := m.Tree.Callee(call)
	if m.Type(callee).Kind == infer.KindModule {
		return true
	}
	obj, method := m.MethodCall(call)
	if method == "" || m.Type(obj).Kind != infer.KindModule {
		return false
	}
	_, every := m.DB.Returns("torch.nn.Module." + method)
	r := m.Ref(callee)
	return !every && r.Def == syntax.None && !r.Foreign.IsDefinition()
}
