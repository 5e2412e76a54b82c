package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// traced tells which values are known only when a compiled program runs: the results of
// functions of JAX, and the arguments of functions that are traced.
type traced struct {
	p      *analyzer.Pass
	bodies map[syntax.Node]names // functions that are traced, and the parameters of each that are not
	models map[syntax.Node]bool  // those traced by Flax, whose arguments may be models
	walked map[tracedStep]bool   // see value and known
}

// tracedStep is a question of a walk, so many names behind its first.
type tracedStep struct {
	n     syntax.Node
	depth int
	known bool
}

// once answers a question of value or known once.
func (t *traced) once(step tracedStep, walk func(n syntax.Node, depth int) bool) bool {
	answer, met := t.walked[step]
	if !met {
		answer = walk(step.n, step.depth)
		t.walked[step] = answer
	}
	return answer
}

// newTraced notes the functions that JAX traces: jitted ones, and the parts of loops
// and branches.
func newTraced(p *analyzer.Pass) *traced {
	t := &traced{p: p, bodies: map[syntax.Node]names{}, models: map[syntax.Node]bool{}, walked: map[tracedStep]bool{}}
	for _, fn := range p.Model.Functions() {
		for _, d := range p.Tree.Decorators(fn) {
			if kept, ok := t.jits(d, fn); ok {
				t.note(applied(p, d), fn, kept)
			}
		}
	}
	for _, call := range p.Model.Calls() {
		name, _ := p.Model.CallName(call)
		if name == "" {
			name, _ = p.Model.Compiler(call)
		}
		for _, arg := range p.Model.TracedBy(call, name) {
			t.looped(name, arg)
		}
		t.jitted(call, name)
	}
	return t
}

// function is the function of this file, or the lambda, that an expression is.
func function(p *analyzer.Pass, n syntax.Node) syntax.Node {
	n = p.Tree.Unparen(n)
	if p.Tree.Kind(n) == syntax.KindLambda {
		return n
	}
	if def := p.Model.Ref(n).Def; p.Tree.Kind(def) == syntax.KindFunction {
		return def
	}
	return syntax.None
}

// value reports whether an expression surely depends on traced values. Shapes
// and dtypes are known when the program is compiled.
func (t *traced) value(n syntax.Node, depth int) bool {
	n = t.p.Tree.Unparen(n)
	if n == syntax.None || depth > deepest {
		return false
	}
	return t.once(tracedStep{n, depth, false}, t.decidedValue)
}

func (t *traced) decidedValue(n syntax.Node, depth int) bool {
	switch t.p.Tree.Kind(n) {
	case syntax.KindCall:
		return t.call(n, depth)
	case syntax.KindAttribute:
		return !static(t.p.Tree.Text(t.p.Tree.AttrName(n))) && !t.ofModel(n) && t.value(t.p.Tree.Object(n), depth+1)
	case syntax.KindSubscript: // only arrays can be indexed by traced values
		return t.any(n, depth)
	case syntax.KindIdentifier:
		return t.name(n, depth)
	case syntax.KindConditional:
		body, _, orelse := t.p.Tree.Conditional(n)
		return t.value(body, depth+1) || t.value(orelse, depth+1)
	case syntax.KindBinaryOperator, syntax.KindUnaryOperator, syntax.KindBooleanOperator, syntax.KindComparison, syntax.KindNotOperator:
		return t.any(n, depth)
	}
	return false
}

// ofModel reports whether an expression is an attribute of a possible model of Flax,
// which has numbers that are not variables of the model: model.depth.
func (t *traced) ofModel(n syntax.Node) bool {
	for t.p.Tree.Kind(n) == syntax.KindAttribute {
		n = t.p.Tree.Unparen(t.p.Tree.Object(n))
	}
	defs := t.p.Model.ReachingDefs(n)
	return len(defs) == 1 && defs[0].Kind == semantic.DefParam && t.models[t.p.Tree.EnclosingFunction(defs[0].Node)]
}

// any reports whether a part of an expression depends on traced values.
func (t *traced) any(n syntax.Node, depth int) bool {
	for c := range t.p.Tree.Children(n) {
		if t.value(c, depth+1) {
			return true
		}
	}
	return false
}

// static names attributes of an array that are known when it is traced.
func static(attr string) bool {
	switch attr {
	case "shape", "ndim", "size", "dtype", "itemsize", "nbytes", "sharding", "weak_type",
		"axes", "axis_size", "resolve_axis": // of haliax
		return true
	}
	return false
}

// call reports whether a call yields a traced value: a function of JAX that computes
// with more than constants and shapes, a method of such a value, or a method that puts
// such a value into an array.
func (t *traced) call(n syntax.Node, depth int) bool {
	name, _ := t.p.Model.CallName(n)
	if computes(name) {
		for a := range t.p.Tree.Args(n) {
			if !t.known(a.Value, depth+1) {
				return true
			}
		}
		return false
	}
	if draws(name) {
		return true
	}
	callee := t.p.Tree.Callee(n)
	if t.p.Tree.Kind(callee) != syntax.KindAttribute {
		return false
	}
	if t.value(callee, depth+1) {
		return true
	}
	at := t.p.Tree.Child(t.p.Tree.Object(callee), syntax.FieldValue)
	return at != syntax.None && t.p.Tree.Text(t.p.Tree.AttrName(at)) == "at" && t.value(t.p.Tree.Arg(n, 0, ""), depth+1)
}

// known reports whether an expression may well be known when the program is traced: it
// is made of constants, shapes, lengths and values computed from them.
func (t *traced) known(n syntax.Node, depth int) bool {
	n = t.p.Tree.Unparen(n)
	if depth > deepest {
		return false
	}
	return t.once(tracedStep{n, depth, true}, t.decidedKnown)
}

func (t *traced) decidedKnown(n syntax.Node, depth int) bool {
	if _, ok := t.p.Model.Constant(n); ok {
		return true
	}
	switch t.p.Tree.Kind(n) {
	case syntax.KindCall:
		name, _ := t.p.Model.CallName(n)
		if callee := t.p.Tree.Callee(n); strings.HasPrefix(name, "builtins.") && t.p.Tree.Kind(callee) == syntax.KindAttribute {
			return t.known(t.p.Tree.Object(callee), depth+1) // a method: also of (a == b), which may be an array
		}
		return strings.HasPrefix(name, "builtins.") || strings.HasPrefix(name, "math.") || strings.HasPrefix(name, "numpy.")
	case syntax.KindAttribute:
		return static(t.p.Tree.Text(t.p.Tree.AttrName(n))) || t.known(t.p.Tree.Object(n), depth+1)
	case syntax.KindSubscript:
		return t.known(t.p.Tree.Child(n, syntax.FieldValue), depth+1)
	case syntax.KindBinaryOperator, syntax.KindUnaryOperator, syntax.KindTuple, syntax.KindList:
		for c := range t.p.Tree.Children(n) {
			if !t.known(c, depth+1) {
				return false
			}
		}
		return true
	case syntax.KindIdentifier:
		return !t.name(n, depth) && t.fixed(n, depth)
	}
	return false
}

// fixed reports whether a name is bound to a value known when tracing, or to nothing
// that the text shows: configuration, an argument that may be static.
func (t *traced) fixed(n syntax.Node, depth int) bool {
	for _, d := range t.p.Model.ReachingDefs(n) {
		if d.Kind == semantic.DefAssign && !t.known(d.Value, depth+1) || d.Kind == semantic.DefParam && t.modelGiven(d.Node) {
			return false
		}
	}
	return true
}

// modelGiven reports whether a parameter is the input of a model: computations on it
// hardly happen outside of a compiled program.
func (t *traced) modelGiven(param syntax.Node) bool {
	fn := t.p.Tree.EnclosingFunction(param)
	if t.p.Tree.Text(t.p.Tree.FuncName(fn)) != "__call__" || t.p.Model.Region(param) != semantic.RegionForward {
		return false
	}
	params := t.p.Tree.Params(fn)
	return len(params) > 0 && params[0].Name != param
}

// computes reports whether a function of JAX yields an array.
func computes(name string) bool {
	for _, module := range []string{"jax.numpy.", "jax.lax.", "jax.nn.", "jax.ops.", "jax.scipy."} {
		if rest, ok := strings.CutPrefix(name, module); ok {
			return !static(rest) && rest != "result_type" && rest != "finfo" && rest != "iinfo"
		}
	}
	rest, named := strings.CutPrefix(name, "haliax.") // its classes, such as Axis, are in capitals
	return named && rest != "" && rest[0] >= 'a' && rest[0] <= 'z' && !strings.Contains(rest, ".")
}

// draws reports whether a function of JAX yields random numbers, not keys.
func draws(name string) bool {
	switch name, ok := strings.CutPrefix(name, "jax.random."); name {
	case "PRNGKey", "key", "split", "fold_in", "clone", "wrap_key_data", "key_data", "key_impl", "PRNGKeyArray":
		return false
	default:
		return ok
	}
}

func (t *traced) name(n syntax.Node, depth int) bool {
	for _, d := range t.p.Model.ReachingDefs(n) {
		switch d.Kind {
		case semantic.DefParam:
			kept, traced := t.bodies[t.p.Tree.EnclosingFunction(d.Node)]
			if traced && !kept[t.p.Tree.Text(d.Node)] || t.passed(d.Node, depth) {
				return true
			}
		case semantic.DefAssign, semantic.DefUnpack:
			if t.value(d.Value, depth+1) {
				return true
			}
		}
	}
	return false
}

// passed reports whether a call of a function in this file, in a compiled program,
// hands a traced value to one of its parameters.
func (t *traced) passed(param syntax.Node, depth int) bool {
	fn := t.p.Tree.EnclosingFunction(param)
	for i, p := range t.p.Tree.Params(fn) {
		if p.Name != param || p.Kind != syntax.Positional {
			continue
		}
		for _, call := range t.p.Model.Callers(fn) {
			inside := t.p.Model.Region(call) == semantic.RegionCompiled // elsewhere arrays have their values
			if inside && t.p.Tree.Kind(t.p.Tree.Callee(call)) == syntax.KindIdentifier && t.value(t.p.Tree.Arg(call, i, t.p.Tree.Text(param)), depth+1) {
				return true
			}
		}
	}
	return false
}
