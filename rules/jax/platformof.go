package jax

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// deepest bounds the chain of names behind a value.
const deepest = 12

// platform is the confidence that an expression yields the platform, or the kind, of a
// device of JAX; 0 if nothing says so.
func platform(p *analyzer.Pass, n syntax.Node, depth int) analyzer.Confidence {
	n = p.Tree.Unparen(n)
	if depth > deepest {
		return 0
	}
	return semantic.Walked(p.Model, isPlatform{n, depth}, func() analyzer.Confidence { return decidedPlatform(p, n, depth) })
}

// isPlatform is a question of platform.
type isPlatform struct {
	n     syntax.Node
	depth int
}

func decidedPlatform(p *analyzer.Pass, n syntax.Node, depth int) analyzer.Confidence {
	switch p.Tree.Kind(n) {
	case syntax.KindCall:
		return platformCall(p, n, depth)
	case syntax.KindAttribute:
		switch p.Tree.Text(p.Tree.AttrName(n)) {
		case "platform", "device_kind":
			return ofDevice(p, p.Tree.Object(n), depth)
		}
		return storedFrom(p, n, depth, platform)
	case syntax.KindIdentifier:
		return assignedFrom(p, n, depth, platform, "platform")
	}
	return 0
}

func platformCall(p *analyzer.Pass, call syntax.Node, depth int) analyzer.Confidence {
	name, conf := p.Model.CallName(call)
	switch name {
	case "jax.default_backend":
		return conf
	case "builtins.str", "builtins.repr": // that of a device names its platform
		arg := p.Tree.Arg(call, 0, "")
		return max(platform(p, arg, depth+1), device(p, arg, depth+1))
	case "builtins.getattr":
		if attr, _ := p.Tree.StringValue(p.Tree.Arg(call, 1, "")); attr == "platform" || attr == "device_kind" {
			return ofDevice(p, p.Tree.Arg(call, 0, ""), depth)
		}
		return 0
	}
	if p.Model.RunsProject(call) {
		return returnedFrom(p, call, depth, platform)
	}
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) == syntax.KindAttribute {
		switch p.Tree.Text(p.Tree.AttrName(callee)) {
		case "lower", "upper", "strip":
			return platform(p, p.Tree.Object(callee), depth+1)
		}
	}
	return 0
}

// ofDevice is the confidence that an object whose platform is asked for is a device of
// JAX. An object that is named like a device, and whose origin the text does not show,
// may well be one.
func ofDevice(p *analyzer.Pass, n syntax.Node, depth int) analyzer.Confidence {
	if conf := device(p, n, depth+1); conf > 0 {
		return conf
	}
	n = p.Tree.Unparen(n)
	if p.Tree.Kind(n) == syntax.KindSubscript {
		n = p.Tree.Child(n, syntax.FieldValue)
	}
	if p.Model.Type(n).Kind == semantic.KindUnknown && strings.Contains(strings.ToLower(ownName(p, n)), "device") {
		return analyzer.Likely
	}
	return 0
}

// ownName is the name that an expression ends in: device of self.device.
func ownName(p *analyzer.Pass, n syntax.Node) string {
	switch p.Tree.Kind(n) {
	case syntax.KindAttribute:
		return p.Tree.Text(p.Tree.AttrName(n))
	case syntax.KindIdentifier:
		return p.Tree.Text(n)
	}
	return ""
}

// isOption reports whether an expression is a setting of the program for the platform
// it runs on, by its name: args.platform, config["hardware"], or a parameter.
func isOption(p *analyzer.Pass, n syntax.Node) bool {
	name := ownName(p, n)
	switch p.Tree.Kind(n) {
	case syntax.KindSubscript:
		name, _ = p.Tree.StringValue(p.Tree.Child(n, syntax.FieldSubscript))
	case syntax.KindAttribute:
		if object := p.Tree.Object(n); !semantic.HoldsSettings(p.Tree, object) && p.Tree.Text(object) != "self" {
			return false
		}
	case syntax.KindIdentifier:
		if defs := p.Model.ReachingDefs(n); len(defs) != 1 || defs[0].Kind != semantic.DefParam {
			return false
		}
	}
	words := strings.Split(strings.ToLower(name), "_")
	return slices.ContainsFunc([]string{"platform", "hardware", "accelerator", "backend"}, func(word string) bool {
		return slices.Contains(words, word)
	})
}
