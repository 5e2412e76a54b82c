package jax

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var compiledInit = &analyzer.Rule{
	Code:     "NRN829",
	Name:     "jax-compiled-init",
	Category: analyzer.CategoryCompile,
	Since:    "0.1.0",
	Doc: `The weights of a model are drawn in a compiled function.

## What breaks

A function under jit that initialises a model draws all weights in one program, and the
compiler takes long for programs of random numbers. The model then runs normally, but
each start without the cached program waits for it.

## Example

    @jax.jit
    def initial_state(key, batch):
        params = model.init(key, batch)
        return params, optimizer.init(params)

## Use instead

    with jax.default_device(jax.local_devices(backend="cpu")[0]):
        state = initial_state(key, batch)

NEURON_RUN_TRIVIAL_COMPUTATION_ON_CPU=1 in the environment runs programs without
collectives on the host, including these.

## When there is no fix

Weights created in place, split over many devices, may not fit into host memory.

## When it is reported

- in a compiled function: a call of init with a key, the construction of a Flax NNX or
  Equinox model, and a call of a function of the project that receives the key and does
  either; the finding points at the call that compiles it

## When it is silent

- code under jax.eval_shape, where nothing is compiled
- tests, whose models are small

## Source

AWS Neuron SDK 2.26, frameworks/jax/setup/jax-neuronx-known-issues.rst.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		if p.Model.TextHas("NEURON_RUN_TRIVIAL_COMPUTATION_ON_CPU") || reach.InTestFile(p) {
			return
		}
		seen := make(map[syntax.Node]bool)
		for _, call := range p.Model.Calls() {
			if d := initialises(p, call); d.by != syntax.None && !seen[d.at] && !notThere(p, call) && !startedOnHost(p, call) {
				seen[d.at] = true
				d.report(p)
			}
		}
	}),
}

// drawing is where a compiled function draws the weights of a model.
type drawing struct {
	at         syntax.Node // the method or function that draws them
	by         syntax.Node // the compiler call; None if nothing compiles it
	confidence analyzer.Confidence
	inside     []analyzer.Related // where a function of the project draws them
}

func (d drawing) report(p *analyzer.Pass) {
	related := d.inside
	if !p.Tree.Within(d.at, d.by) {
		related = append(p.Places("compiled here", d.by), related...)
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(d.at),
		Message:    "the weights are drawn in a compiled function, and random-number programs may take long to compile",
		Help:       "run it on the host, in a `jax.default_device` block for a CPU (which `jax.pmap` ignores), or set `NEURON_RUN_TRIVIAL_COMPUTATION_ON_CPU=1`",
		Severity:   analyzer.Info,
		Confidence: min(d.confidence, analyzer.Likely),
		Fact:       known(p, issueInit),
		Related:    related,
	})
}

// initialises finds the call that draws the weights of a model and is compiled, either
// directly, jax.jit(model.init)(key, x), or in a compiled function.
func initialises(p *analyzer.Pass, call syntax.Node) drawing {
	callee := p.Tree.Callee(call)
	maker := callee
	if p.Tree.Kind(callee) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(callee)) == "lower" {
		if next := p.Tree.Parent(call); p.Tree.Kind(next) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(next)) != "compile" {
			return drawing{} // only looked at: lower(key).as_text()
		}
		maker = p.Tree.Object(callee) // compiled ahead of time
	}
	if jit, conf := compiled(p, maker); jit != syntax.None {
		return initialisesBy(p, call, jit, conf)
	}
	by := p.Model.CompiledBy(call)
	if by == syntax.None || shapesOnly(p, call) || fillsIn(p, call) {
		return drawing{}
	}
	d := drawing{at: callee, by: by, confidence: analyzer.Likely}
	switch {
	case isInit(p, callee) && (drawsBy(p, call) || handsOn(p, call)), makesModule(p, call), handsOnShaped(p, call):
		return d
	case handsKey(p, call) && p.Model.RunsProject(call):
		if d.inside = drawnInside(p, callee, maxInside); d.inside != nil {
			return d
		}
	}
	return drawing{}
}

// initialisesBy is initialises for the call of a compiled method, or of a compiled
// function of another file; functions of this file are looked at where they stand.
func initialisesBy(p *analyzer.Pass, call, jit syntax.Node, conf analyzer.Confidence) drawing {
	method := p.Tree.Arg(jit, 0, "")
	if name, _ := p.Model.CallName(method); name == "functools.partial" {
		method = p.Tree.Arg(method, 0, "")
	}
	d := drawing{at: method, by: jit, confidence: conf}
	if p.Model.JAXCompilesForHost(jit) || shapesOnly(p, call) {
		return drawing{}
	}
	if isInit(p, method) && drawsBy(p, call) {
		return d
	}
	if handsKey(p, call) && p.Model.Ref(method).Def == syntax.None {
		if d.inside = drawnInside(p, method, maxInside); d.inside != nil {
			return d
		}
	}
	return drawing{}
}

// compiled is the call of a compiler that made the callee: jax.jit(f), or a name that
// is bound to it.
func compiled(p *analyzer.Pass, callee syntax.Node) (syntax.Node, analyzer.Confidence) {
	if p.Tree.Kind(callee) == syntax.KindIdentifier {
		defs := p.Model.ReachingDefs(callee)
		if len(defs) != 1 || defs[0].Kind != semantic.DefAssign {
			return syntax.None, 0
		}
		callee = p.Tree.Unparen(defs[0].Value)
	}
	if p.Tree.Kind(callee) != syntax.KindCall {
		return syntax.None, 0
	}
	if name, conf := p.Model.Compiler(callee); p.DB.Transform(name).Makes == opsdb.MadeProgram && !strings.HasPrefix(name, "torch.") {
		return callee, conf
	}
	return syntax.None, 0
}

// isInit reports whether an expression is the method of a model that draws its
// weights. Optimizers have one of the same name, which takes no key.
func isInit(p *analyzer.Pass, n syntax.Node) bool {
	if p.Tree.Kind(n) == syntax.KindAttribute {
		switch p.Tree.Text(p.Tree.AttrName(n)) {
		case "init", "init_with_output", "init_weights", "lazy_init":
			return true
		}
	}
	part, _ := transformed(p, n)
	return part == "init"
}

// handsOn reports whether a call of a model hands on all arguments of the function
// around it.
func handsOn(p *analyzer.Pass, call syntax.Node) bool {
	if !strings.Contains(p.Tree.Text(p.Tree.Object(p.Tree.Callee(call))), "model") {
		return false
	}
	return splats(p, call)
}

// splats reports whether the first argument of a call unpacks the rest of the arguments
// of the function around it.
func splats(p *analyzer.Pass, call syntax.Node) bool {
	for a := range p.Tree.Args(call) {
		return a.Splat != 0 && p.Tree.Kind(a.Value) == syntax.KindIdentifier
	}
	return false
}

// makesModule reports whether a call makes a model of Flax NNX or of Equinox, whose
// weights are drawn on the way, outside of the making of another.
func makesModule(p *analyzer.Pass, call syntax.Node) bool {
	def := p.Tree.EnclosingFunction(call)
	if p.Tree.Text(p.Tree.FuncName(def)) == "__init__" {
		return false
	}
	if rngs := p.Tree.Keyword(call, "rngs"); rngs != syntax.None {
		return makesRngs(p, rngs)
	}
	name, _ := p.Model.CallName(call)
	return (strings.HasPrefix(name, "equinox.nn.") || derives(p, p.Model.Ref(p.Tree.Callee(call)).Def, "equinox.Module")) &&
		keyed(p, call, "key")
}

// makesRngs reports whether an expression starts the keys of Flax NNX, as it is
// done for a whole model; layers are given those of their model.
func makesRngs(p *analyzer.Pass, n syntax.Node) bool {
	if defs := p.Model.ReachingDefs(n); p.Tree.Kind(n) == syntax.KindIdentifier && len(defs) == 1 && defs[0].Kind == semantic.DefAssign {
		n = defs[0].Value
	}
	name, _ := p.Model.CallName(n)
	return name == "flax.nnx.Rngs"
}

// derives reports whether a class of this file names a base.
func derives(p *analyzer.Pass, class syntax.Node, wanted string) bool {
	if p.Tree.Kind(class) != syntax.KindClass {
		return false
	}
	for base := range p.Tree.Bases(class) {
		if name, _ := p.Model.Name(base.Value); name == wanted {
			return true
		}
	}
	return false
}

// shapesOnly reports whether only the shapes of the enclosing computation are asked
// for.
func shapesOnly(p *analyzer.Pass, n syntax.Node) bool {
	for at := p.Tree.Parent(n); at != syntax.None; at = p.Tree.Parent(at) {
		if p.Tree.Kind(at) == syntax.KindCall {
			if name, _ := p.Model.CallName(at); name == "jax.eval_shape" || name == "equinox.filter_eval_shape" {
				return true
			}
		}
	}
	return false
}

// startedOnHost reports whether the compiled function around a place is only called
// where JAX computes on the host.
func startedOnHost(p *analyzer.Pass, n syntax.Node) bool {
	callers := p.Model.Callers(p.Tree.EnclosingFunction(n))
	return len(callers) > 0 && !slices.ContainsFunc(callers, func(call syntax.Node) bool { return !p.Model.JAXOnHost(call) })
}
