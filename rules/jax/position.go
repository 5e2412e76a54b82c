package jax

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var computedPosition = &analyzer.Rule{
	Code:     "NRN823",
	Name:     "jax-computed-position",
	Category: analyzer.CategoryOpSupport,
	Since:    "0.1.0",
	Doc: `A cache is written at a position computed on the device.

## What breaks

neuronx-cc's list of supported operators, in its release notes, has dynamic_update_slice
only with constant indices, while a key-value cache is written at the model's current
position. The list dates from 2022 and is a minimum: the compiler may support more by
now, so this is only a note.

## Example

    def append(self, cache, new, index):
        return jax.lax.dynamic_update_slice(cache, new, (0, index.value, 0))

## Use instead

    def append(self, cache, new, index):
        here = jnp.arange(cache.shape[1])[:, None] == index.value
        return jnp.where(here, new, cache)

## When there is no fix

Selecting with a mask reads and writes the whole cache for each token.

## When it is reported

- the first call in a file that writes at a data-dependent index, in a compiled function
  or in a model, with the places of the others

## When it is silent

- an index of constants, shapes and settings
- writes in a JAX loop at the loop's own counter

## Source

AWS Neuron SDK 2.26, release-notes/compiler/neuronx-cc/index.rst; JAX 0.6.2,
jax/_src/lax/slicing.py.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		if !p.Model.TextHas("dynamic_update_") || reach.InTestFile(p) {
			return
		}
		t := newTraced(p)
		var found []syntax.Node
		for _, call := range p.Model.Calls() {
			if updatesAt(p, call) != "" && !notThere(p, call) && !p.Model.JAXUntraced(call) && !inLoopOfJAX(p, call) &&
				t.computed(positionOf(p, call), runsCompiled(p, call), 0) {
				found = append(found, call)
			}
		}
		if len(found) > 0 {
			reportPosition(p, found[0], found[1:])
		}
	}),
}

// updatesAt names the function of JAX by which a call writes into an array at a
// position, directly or by a function of the project that hands on all its arguments;
// "" for others.
func updatesAt(p *analyzer.Pass, call syntax.Node) string {
	updates := func(name string) bool {
		switch name {
		case "jax.lax.dynamic_update_slice", "jax.lax.dynamic_update_slice_in_dim", "jax.lax.dynamic_update_index_in_dim":
			return true
		}
		return false
	}
	name, conf := p.Model.CallName(call)
	switch {
	case updates(name) && conf >= analyzer.Likely:
		return name
	case name == "" && strings.Contains(p.Tree.View(p.Tree.Callee(call)), "dynamic_update_"):
		return p.Model.Forwarded(call, updates)
	}
	return ""
}

// positionOf is the argument that tells where a call writes.
func positionOf(p *analyzer.Pass, call syntax.Node) syntax.Node {
	at := p.Tree.Arg(call, 2, "start_indices")
	for _, keyword := range []string{"start_index", "index"} {
		at = max(at, p.Tree.Keyword(call, keyword))
	}
	return at
}

// runsCompiled reports whether a place stands in a function that is compiled, or in a
// model.
func runsCompiled(p *analyzer.Pass, n syntax.Node) bool {
	r := p.Model.Region(n)
	return r == semantic.RegionCompiled || r == semantic.RegionForward
}

// computed reports whether a part of a position depends on data: on traced values, on
// parameters that are arrays, and in a compiled function on anything but constants,
// shapes and settings.
func (t *traced) computed(n syntax.Node, compiled bool, depth int) bool {
	n = t.p.Tree.Unparen(n)
	if n == syntax.None || depth > deepest {
		return false
	}
	switch t.p.Tree.Kind(n) {
	case syntax.KindBinaryOperator:
		return t.computed(t.p.Tree.Child(n, syntax.FieldLeft), compiled, depth+1) || t.computed(t.p.Tree.Child(n, syntax.FieldRight), compiled, depth+1)
	case syntax.KindTuple, syntax.KindList:
		for part := range t.p.Tree.Children(n) {
			if t.computed(part, compiled, depth+1) {
				return true
			}
		}
		return false
	case syntax.KindCall:
		if name, _ := t.p.Model.CallName(n); compiled && computes(name) {
			return true
		}
	case syntax.KindIdentifier:
		if defs := t.p.Model.ReachingDefs(n); len(defs) == 1 && defs[0].Kind == semantic.DefAssign {
			return t.computed(defs[0].Value, compiled, depth+1)
		} else if compiled && t.partOfState(defs) {
			return true
		}
	}
	return t.value(n, 0) || t.annotatedArray(n) || compiled && !t.known(n, 0)
}

// partOfState reports whether a name is bound to a part of a parameter: keys, values,
// index = state.
func (t *traced) partOfState(defs []semantic.Def) bool {
	return len(defs) > 0 && !slices.ContainsFunc(defs, func(d semantic.Def) bool {
		if d.Kind != semantic.DefUnpack {
			return true
		}
		from := t.p.Model.ReachingDefs(d.Value)
		return len(from) != 1 || from[0].Kind != semantic.DefParam
	})
}

// inLoopOfJAX reports whether a place stands in the body of a loop of JAX, whose
// counter is known in each round.
func inLoopOfJAX(p *analyzer.Pass, n syntax.Node) bool {
	for fn := p.Tree.EnclosingFunction(n); fn != syntax.None; fn = p.Tree.EnclosingFunction(fn) {
		for call := range p.Model.CallsNamed(loops(p.DB)) {
			name, _ := p.Model.CallName(call)
			for _, body := range p.Model.TracedBy(call, name) {
				if function(p, body) == fn {
					return true
				}
			}
		}
	}
	return false
}

// reportPosition reports the first of the calls that write at computed positions.
func reportPosition(p *analyzer.Pass, call syntax.Node, others []syntax.Node) {
	name := updatesAt(p, call)
	for _, f := range p.DB.Judge(name, p.Target).Findings {
		if !f.Sometimes {
			continue
		}
		places := make([]syntax.Node, 0, len(others))
		for _, other := range others {
			places = append(places, p.Tree.Callee(other))
		}
		p.Report(analyzer.Diagnostic{
			Span: p.Tree.Span(p.Tree.Callee(call)),
			Message: code(name) + " writes at a computed position, and the list of operators that neuronx-cc compiles " +
				"has it for constant positions only",
			Help:       "the list dates from 2022 and is a minimum: try it, or write with `jnp.where` and a mask of the positions",
			Severity:   analyzer.Info,
			Confidence: analyzer.Likely,
			API:        name,
			Ops:        []string{f.Verdict.Operator},
			Fact:       f.Verdict.Ref,
			Related:    p.Places("another one here", places...),
		})
		return
	}
}
