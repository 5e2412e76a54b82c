package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// device is the confidence that an expression yields a device or a backend of JAX.
func device(p *analyzer.Pass, n syntax.Node, depth int) analyzer.Confidence {
	n = p.Tree.Unparen(n)
	if depth > deepest {
		return 0
	}
	return semantic.Walked(p.Model, isDevice{n, depth}, func() analyzer.Confidence { return decidedDevice(p, n, depth) })
}

// isDevice is a question of device.
type isDevice struct {
	n     syntax.Node
	depth int
}

func decidedDevice(p *analyzer.Pass, n syntax.Node, depth int) analyzer.Confidence {
	switch p.Tree.Kind(n) {
	case syntax.KindSubscript:
		return device(p, p.Tree.Child(n, syntax.FieldValue), depth+1)
	case syntax.KindCall:
		switch name, conf := p.Model.CallName(n); name {
		case "jax.devices", "jax.local_devices", "jax.extend.backend.get_backend", "jax.lib.xla_bridge.get_backend", "jax._src.xla_bridge.get_backend":
			return conf
		case "jax.Array.devices":
			return conf
		case "builtins.next", "builtins.iter", "builtins.list", "builtins.sorted":
			return device(p, p.Tree.Arg(n, 0, ""), depth+1)
		}
	case syntax.KindIdentifier:
		return assignedFrom(p, n, depth, device, "device")
	case syntax.KindAttribute:
		return storedFrom(p, n, depth, device)
	}
	return 0
}

// judgement is the confidence of some property of an expression, depth steps into its
// names.
type judgement func(p *analyzer.Pass, n syntax.Node, depth int) analyzer.Confidence

// The ways of a value through functions and attributes branch: widest bounds how many
// values of each are followed, and perCall how many lie behind one another.
const (
	widest  = 8
	perCall = deepest / 3
)

// returnedFrom follows a call to the results of the function of the project that it
// runs.
func returnedFrom(p *analyzer.Pass, call syntax.Node, depth int, judge judgement) (conf analyzer.Confidence) {
	p.Model.WithCallee(call, func(in *semantic.Model, fn syntax.Node) {
		inner, values := analyzer.NewPass(in, p.DB, p.Target), in.Returns(fn)
		for _, value := range values[:min(len(values), widest)] {
			conf = max(conf, min(judge(inner, value, depth+perCall), analyzer.Likely))
		}
	})
	return conf
}

// storedFrom follows self.device to the values stored there.
func storedFrom(p *analyzer.Pass, n syntax.Node, depth int, judge judgement) (conf analyzer.Confidence) {
	p.Model.Stored(n, func(in *semantic.Model, stored []semantic.Stored) {
		inner := analyzer.NewPass(in, p.DB, p.Target)
		for _, s := range stored[:min(len(stored), widest)] {
			conf = max(conf, min(judge(inner, s.Value, depth+perCall), analyzer.Likely))
		}
	})
	return conf
}

// assignedFrom follows a name to the values bound to it; a loop over devices binds a
// device.
func assignedFrom(p *analyzer.Pass, n syntax.Node, depth int, judge judgement, of string) analyzer.Confidence {
	defs := p.Model.ReachingDefs(n)
	switch {
	case len(defs) <= fewBindings:
		return boundTo(p, defs, depth, judge)
	case len(defs) > semantic.MaxReaching:
		return 0
	}
	// All uses share the list of so many bindings, which read the name themselves.
	return semantic.Walked(p.Model, isBound{&defs[0], len(defs), depth, of}, func() analyzer.Confidence { return boundTo(p, defs, depth, judge) })
}

// fewBindings are judged anew for each use of their name.
const fewBindings = 16

// isBound is a question of assignedFrom, of a list of bindings by its place in memory.
type isBound struct {
	first *semantic.Def
	count int
	depth int
	of    string
}

func boundTo(p *analyzer.Pass, defs []semantic.Def, depth int, judge judgement) analyzer.Confidence {
	for _, d := range defs {
		switch d.Kind {
		case semantic.DefAssign, semantic.DefFor, semantic.DefUnpack:
			if conf := judge(p, d.Value, depth+1); conf > 0 {
				return min(conf, analyzer.Likely)
			}
		}
	}
	return 0
}
