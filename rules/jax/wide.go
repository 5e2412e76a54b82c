package jax

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// most32 is the largest number of 32 bits.
const most32 = 1<<32 - 1

// reportWideConstants reports constants of uint64 that do not fit into 32 bits, as hashes
// and generators of random numbers have them.
func reportWideConstants(p *analyzer.Pass) {
	const api = "jax.numpy.uint64"
	row, ok := p.DB.DType(api, p.Target)
	if !ok || row.Supported != opsdb.SupportLimited || !p.Model.TextHas("uint64") {
		return
	}
	for _, call := range p.Model.Calls() {
		value := wideValue(p, call)
		if c, ok := p.Model.Constant(value); !ok || c.Kind != semantic.ConstantNumber || c.Number <= most32 || notThere(p, call) {
			continue
		}
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(value),
			Message:    "a " + code(api) + " constant of more than 32 bits " + verb(row.Ref) + " (NCC_ESFH002)",
			Help:       "compute in two words of `uint32`, or on the host",
			Severity:   grade(row.Ref),
			Confidence: analyzer.Likely,
			API:        api,
			Fact:       row.Ref,
		})
	}
}

// wideValue is the value that a call makes an array of uint64 from; None for other
// calls.
func wideValue(p *analyzer.Pass, call syntax.Node) syntax.Node {
	name, conf := p.Model.CallName(call)
	if conf < analyzer.Likely {
		return syntax.None
	}
	place, keyword := 0, "object"
	switch name {
	case "jax.numpy.uint64":
		return p.Tree.Arg(call, 0, "x")
	case "jax.numpy.array", "jax.numpy.asarray":
	case "jax.numpy.full", "jax.numpy.full_like":
		place, keyword = 1, "fill_value"
	default:
		return syntax.None
	}
	dtype := dtypeArgument(p, call)
	if of, _ := p.Model.Name(dtype); of != "jax.numpy.uint64" && of != "numpy.uint64" && text(p, dtype) != "uint64" {
		return syntax.None
	}
	value := p.Tree.Unparen(p.Tree.Arg(call, place, keyword))
	if k := p.Tree.Kind(value); k == syntax.KindList || k == syntax.KindTuple {
		return firstWide(p, value)
	}
	return value
}

// firstWide is the first element of a list that needs more than 32 bits.
func firstWide(p *analyzer.Pass, list syntax.Node) syntax.Node {
	for item := range p.Tree.Children(list) {
		if c, ok := p.Model.Constant(item); ok && c.Kind == semantic.ConstantNumber && c.Number > most32 {
			return item
		}
	}
	return syntax.None
}
