package guard

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// outcome is the truth of a condition for tensors on the host, and for tensors on Neuron.
type outcome struct{ host, neuron infer.Truth }

// onHost is the outcome of asking whether an object is on the host.
var onHost = outcome{infer.Yes, infer.No}

// onGPU is the outcome of asking whether it is on a GPU.
var onGPU = outcome{infer.No, infer.No}

func (o outcome) not() outcome { return outcome{o.host.Not(), o.neuron.Not()} }

// not is the outcome that an operator asks for, which may be a negation.
func (o outcome) under(op string) outcome {
	switch op {
	case "==", "is", "in":
		return o
	case "!=", "is not", "not in":
		return o.not()
	}
	return outcome{}
}

// comesAlive reports whether an arm that needs a condition to hold (or not to) never runs
// on the host and may run on Neuron.
func (o outcome) comesAlive(holds bool) bool {
	return o.host == infer.TruthOf(!holds) && o.neuron != o.host
}

// hostTests evaluates conditions by the device of tensors.
type hostTests struct {
	m     *Control
	t     *syntax.Tree
	cuda  *without
	depth int
	hops  int // modules between the judged one and this one
	known map[syntax.Node]outcome
}

func (m *Control) hostTests(hops int) *hostTests {
	return &hostTests{m: m, t: m.Tree, cuda: &without{m: m, t: m.Tree}, hops: hops, known: make(map[syntax.Node]outcome)}
}

func (w *hostTests) ask(n syntax.Node) outcome {
	n = w.t.Unparen(n)
	if n == syntax.None || w.depth > 32 {
		return outcome{}
	}
	if o, ok := w.known[n]; ok {
		return o
	}
	w.known[n] = outcome{} // breaks cycles
	w.depth++
	o := w.evaluate(n)
	w.depth--
	w.known[n] = o
	return o
}

func (w *hostTests) evaluate(n syntax.Node) outcome {
	switch w.t.Kind(n) {
	case syntax.KindNotOperator:
		return w.ask(w.t.Child(n, syntax.FieldArgument)).not()
	case syntax.KindBooleanOperator:
		return w.boolean(n)
	case syntax.KindComparison:
		return w.comparison(n)
	case syntax.KindNamedExpression:
		return w.ask(w.t.Child(n, syntax.FieldValue))
	case syntax.KindCall:
		return w.call(n)
	case syntax.KindIdentifier:
		return w.name(n)
	case syntax.KindAttribute:
		return w.attribute(n)
	case syntax.KindConditional:
		return w.conditional(n)
	case syntax.KindTrue:
		return outcome{infer.Yes, infer.Yes}
	case syntax.KindFalse, syntax.KindNoneLiteral:
		return outcome{infer.No, infer.No}
	}
	return outcome{}
}

func (w *hostTests) boolean(n syntax.Node) outcome {
	l, r := w.ask(w.t.Child(n, syntax.FieldLeft)), w.ask(w.t.Child(n, syntax.FieldRight))
	deciding := infer.TruthOf(w.t.Operator(n) == "or")
	join := func(a, b infer.Truth) infer.Truth {
		switch {
		case a == deciding || b == deciding:
			return deciding
		case a == infer.Unknown || b == infer.Unknown:
			return infer.Unknown
		}
		return deciding.Not()
	}
	return outcome{join(l.host, r.host), join(l.neuron, r.neuron)}
}

// conditional is the outcome of a if c else b.
func (w *hostTests) conditional(n syntax.Node) outcome {
	body, cond, orelse := w.t.Conditional(n)
	c, a, b := w.ask(cond), w.ask(body), w.ask(orelse)
	choose := func(c, a, b infer.Truth) infer.Truth {
		switch {
		case c == infer.Yes || a == b:
			return a
		case c == infer.No:
			return b
		}
		return infer.Unknown
	}
	return outcome{choose(c.host, a.host, b.host), choose(c.neuron, a.neuron, b.neuron)}
}

// asked is the outcome of the query that an expression contains, if it contains one: no
// patch of another line changes it.
func (w *hostTests) asked(n syntax.Node) outcome {
	v := w.cuda.truth(n)
	return outcome{v.value, v.value}
}

// name joins the values that a variable may have.
func (w *hostTests) name(n syntax.Node) outcome {
	defs := w.m.ReachingDefs(n)
	switch {
	case len(defs) == 0 || defs[0].Kind == infer.DefImport:
		return w.flag(n)
	case len(defs) == 1 && defs[0].Kind == infer.DefParam:
		if values := w.cuda.passed(defs[0]); len(values) > 0 {
			return w.all(values)
		}
		return outcome{}
	}
	if o := w.bound(defs); o != (outcome{}) {
		return o
	}
	return w.asked(n)
}

// bound is the outcome of a name with these bindings.
func (w *hostTests) bound(defs []infer.Def) outcome { return w.all(value.BoundValues(defs)) }

// all is the outcome shared by every one of the expressions.
func (w *hostTests) all(values []syntax.Node) (all outcome) {
	for i, v := range values {
		switch o := w.ask(v); {
		case i == 0:
			all = o
		case o != all:
			return outcome{}
		}
	}
	return all
}

// flag is the outcome of a variable of another module of the project.
func (w *hostTests) flag(n syntax.Node) outcome {
	g, ok := w.m.Global(n)
	if !ok || g.Module == w.m.Module() {
		return outcome{}
	}
	return w.foreign(g.Module, func(there *hostTests) outcome {
		if sym := there.m.Scope(syntax.Root).Names[g.Name]; sym != nil {
			return there.bound(sym.Defs)
		}
		return outcome{}
	})
}

// foreign is the outcome as judged in another module.
func (w *hostTests) foreign(module *infer.Module, ask func(there *hostTests) outcome) (o outcome) {
	const furthest = 3 // modules that an answer may be handed through
	if w.hops < furthest {
		w.m.elsewhere(module, func(lib *Control) {
			if lib.partsHosts() {
				o = ask(lib.hostTests(w.hops + 1))
			}
		})
	}
	return o
}

// attribute is the outcome of x.is_cpu, or of an attribute, judged by its stored values.
func (w *hostTests) attribute(n syntax.Node) outcome {
	if r := w.m.Ref(n); w.t.Kind(r.Def) == syntax.KindFunction && len(w.t.Decorators(r.Def)) > 0 {
		return w.returned(r.Def) // a property
	}
	if k, ok := w.m.AttrCell(n); ok {
		if values := w.m.ValuesStored(k); len(values) > 0 {
			return w.all(values)
		}
	}
	switch w.t.View(w.t.AttrName(n)) {
	case "is_cpu":
		return onHost
	case "is_cuda":
		return onGPU
	}
	if o := w.flag(n); o != (outcome{}) {
		return o
	}
	return w.asked(n)
}

// mayAskHost reports whether a file can ask whether an object is on the host.
func (m *Control) mayAskHost() bool {
	return m.TextHas("cpu") || m.TextHas("get_device") || m.TextHas(".index is") || m.TextHas("isinstance") && (m.TextHas("torch.FloatTensor") || m.TextHas("torch.LongTensor"))
}
