package jax

import (
	"cmp"
	"maps"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var wrappedControlFlow = &analyzer.Rule{
	Code:     "NRN822",
	Name:     "jax-wrapped-control-flow",
	Category: analyzer.CategoryControlFlow,
	Since:    "0.1.0",
	Doc: `A library function that calls a JAX function which Neuron does not run.

## What breaks

The function calls a JAX function that Neuron does not run, with the same consequence as
a direct call (NRN501 and NRN821):

- hk.cond and nn.cond end in jax.lax.cond
- equinox.error_if ends in a branch around a callback to the host
- optax.MultiSteps and optax.apply_if_finite choose between two updates with
  jax.lax.cond in every step
- the solvers of jax.scipy, JAXopt, Lineax and Optimistix loop until an error is small,
  Diffrax until the end of an interval, and NUTS of NumPyro until a trajectory turns

## Example

    optimizer = optax.MultiSteps(optax.adam(1e-3), every_k_schedule=4)

## Use instead

    grads = jax.tree.map(lambda g: g / 4, accumulated)
    updates, state = optimizer.update(grads, state)  # every fourth step, chosen on the host

## When there is no fix

A choice on the device becomes jnp.where over both results, or moves to the host. Both
change the program beyond the call.

## Source

The known issues of JAX in the documentation of the AWS Neuron SDK, and the source
of the library, cited in the table jax_wrappers.
`,
	Words: words.JAX,
	Run:   onJAX(runWrapped),
}

func runWrapped(p *analyzer.Pass) {
	wrapper := func(name string) bool { _, ok := p.DB.JAXWrapper(name); return ok }
	within := make(map[string][]syntax.Node) // the library itself, by name
	for whole, part := range p.Model.Named(wrapper) {
		if whole != part || notThere(p, whole) || !runs(p, whole) {
			continue
		}
		name, _ := p.Model.Name(whole)
		w, _ := p.DB.JAXWrapper(name)
		switch {
		case w.When == "" && (p.Model.JAXUntraced(whole) || p.Model.ExpectsError(whole)):
		case ofProject(p, whole):
			within[name] = append(within[name], whole)
		default:
			judgeWrapper(p, whole, w)
		}
	}
	// Functions defined in the project are mended there, for all their callers.
	for _, name := range slices.Sorted(maps.Keys(within)) {
		w, _ := p.DB.JAXWrapper(name)
		judgeWrapper(p, within[name][0], w, p.Places("and here", within[name][1:]...)...)
	}
}

// ofProject reports whether a name belongs to the project itself, which others know as
// part of a library.
func ofProject(p *analyzer.Pass, n syntax.Node) bool {
	r := p.Model.Ref(n)
	return r.Local || r.Def != syntax.None
}

// judgeWrapper reports a function that is built on a restricted one.
func judgeWrapper(p *analyzer.Pass, n syntax.Node, w opsdb.JAXWrapper, related ...analyzer.Related) {
	name, conf := p.Model.Name(n)
	j := p.DB.Judge(w.Reaches, p.Target)
	if len(j.Findings) == 0 || product(w.Reaches) {
		return // NRN828 asks for the operands of the product
	}
	reportWrapper(p, analyzer.Diagnostic{Span: p.Tree.Span(n), Confidence: conf, API: name, Related: related}, w, j.Findings[0])
}

// runs reports whether a reference to a function or class is called, or handed on to be
// called: to a call, as the default of a parameter, from a table.
func runs(p *analyzer.Pass, n syntax.Node) bool {
	parent := p.Tree.Parent(n)
	switch p.Tree.Kind(parent) {
	case syntax.KindCall: // a line search that is passed is judged by itself
		return p.Tree.Callee(parent) == n && p.Tree.Keyword(parent, "linesearch") == syntax.None
	case syntax.KindArgumentList:
		name, _ := p.Model.CallName(p.Tree.Parent(parent))
		return !asks(name) && name != "builtins.issubclass"
	case syntax.KindDefaultParameter, syntax.KindTypedDefaultParameter, syntax.KindPair, syntax.KindKeywordArgument:
		return p.Tree.Field(n) == syntax.FieldValue
	}
	return false
}

// reportWrapper completes a finding with the facts about the function of JAX that is
// called. If only some calls of that function have the problem, this one does: the
// table says so.
func reportWrapper(p *analyzer.Pass, d analyzer.Diagnostic, w opsdb.JAXWrapper, f opsdb.Finding) {
	v, how := f.Verdict, " calls "+code(w.Reaches)
	if w.When != "" {
		how += " " + w.When
	}
	d.Message = code(w.Name) + how + ", which " + verb(v.Ref)
	if v.Reason != "it is not supported" {
		d.Message += ": " + v.Reason
	}
	d.Help = "no replacement is known"
	if instead := cmp.Or(w.Instead, v.Alternative); instead != "" {
		d.Help = "instead: " + instead
	}
	d.Severity, d.Fact = grade(v.Ref), v.Ref
	p.Report(d)
}
