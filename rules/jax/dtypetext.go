package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// reportDTypeTexts reports dtypes that functions of JAX are told as text, as NumPy
// allows: jnp.zeros(4, dtype="complex64"), x.astype(config.dtype).
func reportDTypeTexts(p *analyzer.Pass) {
	seen := map[place]bool{}
	for _, call := range p.Model.Calls() {
		for _, value := range alternatives(p, dtypeArgument(p, call)) {
			name := text(p, value)
			preset, byDefault := presetOf(p, value)
			if byDefault && preset.Value.Kind == semantic.ConstantString {
				name = preset.Value.Text
			}
			row, ok := p.DB.DType("jax.numpy."+name, p.Target)
			if !ok || !narrowOrComplex(name) || row.Supported != opsdb.SupportNo || notThere(p, call) {
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

// dtypeArgument is what a call passes for the dtype of the array that JAX makes.
func dtypeArgument(p *analyzer.Pass, call syntax.Node) syntax.Node {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(callee)) == "astype" {
		if p.Model.Type(p.Tree.Object(callee)).Kind != semantic.KindArray {
			return syntax.None
		}
		return p.Tree.Arg(call, 0, "dtype")
	}
	name, conf := p.Model.CallName(call)
	if conf < analyzer.Likely || !computes(name) && !draws(name) {
		return syntax.None
	}
	return p.Tree.Keyword(call, "dtype")
}
