package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// reportDTypeTexts reports dtypes passed to functions of JAX as text, as NumPy allows,
// or as a type of Python: jnp.zeros(4, dtype="complex64"), x.astype(complex).
func reportDTypeTexts(p *analyzer.Pass) {
	seen := map[place]bool{}
	for _, call := range p.Model.Calls() {
		for _, value := range alternatives(p, dtypeArgument(p, call)) {
			name := named(p, value)
			preset, byDefault := presetOf(p, value)
			if byDefault && preset.Value.Kind == semantic.ConstantString {
				name = preset.Value.Text
			}
			if !narrowOrComplex(name) {
				continue
			}
			row, ok := p.DB.DType("jax.numpy."+name, p.Target)
			if !ok || row.Supported != opsdb.SupportNo || notThere(p, call) {
				continue
			}
			d := dtypeFinding(p, "jax.numpy."+name, analyzer.Likely, row)
			if byDefault {
				d.Message = "by default the dtype is one that" + strings.TrimPrefix(d.Message, code(d.API)) + ": " + code(d.API)
				reportPreset(p, value, preset, seen, &d)
				continue
			}
			d.Span = p.Tree.Span(value)
			p.Report(d)
		}
	}
}

// dtypeArgument is the argument of a call for the dtype of the array that JAX makes.
func dtypeArgument(p *analyzer.Pass, call syntax.Node) syntax.Node {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(callee)) == "astype" {
		switch p.Model.Type(p.Tree.Object(callee)).Kind {
		case semantic.KindArray:
		case semantic.KindUnknown: // the arguments of a compiled function are arrays of JAX
			if p.Model.Region(call) != semantic.RegionCompiled {
				return syntax.None
			}
		default:
			return syntax.None
		}
		return p.Tree.Arg(call, 0, "dtype")
	}
	name, conf := p.Model.CallName(call)
	if conf < analyzer.Likely || !computes(name) && !draws(name) {
		return syntax.None
	}
	return p.Tree.Arg(call, dtypePlace(name), dtypeKeyword(name))
}

// dtypePlace is where a function of JAX takes a dtype by its place; -1 if it hardly does.
func dtypePlace(name string) int {
	switch name {
	case "jax.numpy.zeros", "jax.numpy.ones", "jax.numpy.empty", "jax.numpy.array", "jax.numpy.asarray", "jax.numpy.zeros_like",
		"jax.numpy.ones_like", "jax.numpy.empty_like", "jax.lax.convert_element_type", "jax.lax.bitcast_convert_type":
		return 1
	case "jax.numpy.full", "jax.numpy.full_like":
		return 2
	}
	return -1
}

func dtypeKeyword(name string) string {
	if strings.HasSuffix(name, "convert_element_type") {
		return "new_dtype"
	}
	return "dtype"
}

// named is the dtype that an argument names as text, or as the type of Python that JAX
// takes for one.
func named(p *analyzer.Pass, value syntax.Node) string {
	if name, conf := p.Model.Name(value); name == "builtins.complex" && conf >= analyzer.Likely {
		return "complex64"
	}
	return text(p, value)
}
