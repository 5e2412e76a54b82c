package guard

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// verdict is the value of an expression on a machine without CUDA, with the queries
// (atoms) that decide it.
type verdict struct {
	value infer.Truth
	atoms []syntax.Node
}

// without evaluates expressions for a machine that has no CUDA.
type without struct {
	m     *Control
	t     *syntax.Tree
	depth int
	hops  int // modules between the judged one and this one

	known map[syntax.Node]verdict
}

// IsQuery reports whether a call of this name asks for CUDA; without CUDA its answer is
// false or zero.
func IsQuery(api string) bool {
	switch api {
	case "torch.cuda.is_available", "torch.cuda.device_count", "torch.cuda.is_initialized",
		"torch.backends.cuda.is_built", "torch.cuda.is_bf16_supported":
		return true
	}
	return false
}

func (w *without) truth(n syntax.Node) verdict {
	n = w.t.Unparen(n)
	if n == syntax.None || w.depth > 32 {
		return verdict{}
	}
	if v, ok := w.known[n]; ok {
		return v
	}
	if w.known == nil {
		w.known = make(map[syntax.Node]verdict)
	}
	w.known[n] = verdict{} // breaks cycles
	w.depth++
	v := w.evaluate(n)
	w.depth--
	w.known[n] = v
	return v
}

func (w *without) evaluate(n syntax.Node) verdict {
	switch w.t.Kind(n) {
	case syntax.KindCall:
		return w.call(n)
	case syntax.KindIdentifier:
		return w.name(n)
	case syntax.KindAttribute:
		return w.attribute(n)
	case syntax.KindSubscript:
		return w.entry(n)
	case syntax.KindNotOperator:
		v := w.truth(w.t.Child(n, syntax.FieldArgument))
		return verdict{v.value.Not(), v.atoms}
	case syntax.KindBooleanOperator:
		return w.boolean(n)
	case syntax.KindComparison:
		return w.comparison(n)
	case syntax.KindNamedExpression:
		return w.truth(w.t.Child(n, syntax.FieldValue))
	case syntax.KindConditional:
		return w.conditional(n)
	case syntax.KindTrue:
		return verdict{value: infer.Yes}
	case syntax.KindFalse, syntax.KindNoneLiteral:
		return verdict{value: infer.No}
	}
	return verdict{}
}

func (w *without) call(n syntax.Node) verdict {
	fn := w.t.Callee(n)
	if api, conf := w.m.Name(fn); conf >= infer.Likely && IsQuery(api) {
		return verdict{infer.No, []syntax.Node{n}}
	} else if conf >= infer.Likely && w.m.otherVendor(api) {
		return verdict{value: infer.No}
	} else if api == "builtins.bool" {
		return w.truth(w.t.Arg(n, 0, ""))
	}
	if obj, method := w.m.MethodCall(n); method == "startswith" {
		text, atoms, ok := w.text(obj)
		prefix, isConst := w.t.StringValue(w.t.Arg(n, 0, ""))
		if ok && isConst && len(atoms) > 0 {
			return verdict{infer.TruthOf(strings.HasPrefix(text, prefix)), atoms}
		}
		return verdict{}
	}
	r := w.m.Ref(fn)
	if r.Foreign.Kind == syntax.KindFunction {
		return w.foreign(n, r.Foreign.Module, func(there *without) verdict { return there.returned(r.Foreign.Node) })
	}
	return w.returned(r.Def)
}

// returned is the verdict on the return value of a function of this file, if it has a
// single return, or all of its returns ask for other vendors.
func (w *without) returned(def syntax.Node) verdict {
	if w.t.Kind(def) != syntax.KindFunction || w.t.IsAsync(def) || w.m.IsGenerator(def) {
		return verdict{}
	}
	returns := w.m.Returns(def)
	if len(returns) == 1 {
		return w.truth(returns[0])
	}
	for _, value := range returns {
		if v := w.truth(value); v.value != infer.No || len(v.atoms) > 0 {
			return verdict{}
		}
	}
	if len(returns) == 0 {
		return verdict{}
	}
	return verdict{value: infer.No}
}

// name joins the verdicts on the bindings of a variable.
func (w *without) name(n syntax.Node) verdict {
	if v, ok := w.version(n); ok {
		return v
	}
	defs := w.m.ReachingDefs(n)
	if len(defs) == 0 || defs[0].Kind == infer.DefImport {
		return w.flag(n)
	}
	if len(defs) == 1 && defs[0].Kind == infer.DefParam {
		return w.parameter(defs[0])
	}
	return w.bound(defs)
}

// bound is the verdict on a name with these bindings.
func (w *without) bound(defs []infer.Def) verdict { return w.all(value.BoundValues(defs)) }

// all is the verdict shared by all of the expressions.
func (w *without) all(values []syntax.Node) verdict {
	var out verdict
	for i, v := range values {
		one := w.truth(v)
		if one.value == infer.Unknown || i > 0 && one.value != out.value {
			return verdict{}
		}
		out.value = one.value
		out.atoms = union(out.atoms, one.atoms)
	}
	return out
}

func (w *without) attribute(n syntax.Node) verdict {
	if v, ok := w.version(n); ok {
		return v
	}
	if w.m.asksVendor(n) {
		return verdict{value: infer.No}
	}
	k, ok := w.m.AttrCell(n)
	if !ok {
		return w.flag(n)
	}
	return w.all(w.m.ValuesStored(k))
}

func (w *without) boolean(n syntax.Node) verdict {
	l := w.truth(w.t.Child(n, syntax.FieldLeft))
	r := w.truth(w.t.Child(n, syntax.FieldRight))
	deciding := infer.No
	if w.t.Operator(n) == "or" {
		deciding = infer.Yes
	}
	switch {
	case l.value == deciding && r.value == deciding && len(l.atoms) > 0 && len(r.atoms) > 0:
		return verdict{deciding, union(l.atoms, r.atoms)} // either decides, so both must change
	case l.value == deciding && len(l.atoms) > 0:
		return l
	case r.value == deciding:
		return r
	case l.value == deciding:
		return l
	case l.value != infer.Unknown && r.value != infer.Unknown:
		return verdict{deciding.Not(), union(l.atoms, r.atoms)}
	}
	return verdict{}
}

func (w *without) conditional(n syntax.Node) verdict {
	body, cond, orelse := w.t.Conditional(n)
	c := w.truth(cond)
	var v verdict
	switch c.value {
	case infer.Yes:
		v = w.truth(body)
	case infer.No:
		v = w.truth(orelse)
	default:
		return w.all([]syntax.Node{body, orelse})
	}
	v.atoms = union(c.atoms, v.atoms)
	return v
}
