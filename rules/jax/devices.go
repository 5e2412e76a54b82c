package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// device is how sure it is that an expression yields a device or a backend of
// JAX.
func device(p *analyzer.Pass, n syntax.Node, depth int) analyzer.Confidence {
	n = p.Tree.Unparen(n)
	if depth > deepest {
		return 0
	}
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
		return assignedFrom(p, n, depth, device)
	case syntax.KindAttribute:
		return storedFrom(p, n, depth, device)
	}
	return 0
}

// judgement is how sure something is of an expression, depth steps into its
// names.
type judgement func(p *analyzer.Pass, n syntax.Node, depth int) analyzer.Confidence

// returnedFrom follows a call to what the function of the project returns that it
// runs.
func returnedFrom(p *analyzer.Pass, call syntax.Node, depth int, judge judgement) (conf analyzer.Confidence) {
	p.Model.Inside(call, func(in *semantic.Model, fn syntax.Node) {
		inner := analyzer.NewPass(in, p.DB, p.Target)
		for _, value := range in.Returns(fn) {
			conf = max(conf, min(judge(inner, value, depth+1), analyzer.Likely))
		}
	})
	return conf
}

// storedFrom follows self.device to what the file stores there.
func storedFrom(p *analyzer.Pass, n syntax.Node, depth int, judge judgement) analyzer.Confidence {
	name := p.Tree.Text(p.Tree.AttrName(n))
	if p.Tree.Text(p.Tree.Object(n)) != "self" {
		return 0
	}
	class := classAround(p, n)
	for target := range p.Tree.OfKind(syntax.KindAttribute) {
		stmt := p.Tree.Parent(target)
		if classAround(p, target) != class || p.Tree.Kind(stmt) != syntax.KindAssignment || p.Tree.Field(target) != syntax.FieldLeft ||
			p.Tree.Text(p.Tree.AttrName(target)) != name || p.Tree.Text(p.Tree.Object(target)) != "self" {
			continue
		}
		if conf := judge(p, p.Tree.Child(stmt, syntax.FieldRight), depth+1); conf > 0 {
			return min(conf, analyzer.Likely)
		}
	}
	return 0
}

// classAround is the class that a node stands in, None outside of classes.
func classAround(p *analyzer.Pass, n syntax.Node) syntax.Node {
	for n != syntax.None && p.Tree.Kind(n) != syntax.KindClass {
		n = p.Tree.Parent(n)
	}
	return n
}

// assignedFrom follows a name to what it is bound to; a loop over devices binds
// a device.
func assignedFrom(p *analyzer.Pass, n syntax.Node, depth int, judge judgement) analyzer.Confidence {
	for _, d := range p.Model.Reaching(n) {
		switch d.Kind {
		case semantic.DefAssign, semantic.DefFor, semantic.DefUnpack:
			if conf := judge(p, d.Value, depth+1); conf > 0 {
				return min(conf, analyzer.Likely)
			}
		}
	}
	return 0
}
