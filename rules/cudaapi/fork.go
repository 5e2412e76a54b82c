package cudaapi

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// forksNoCUDA reports whether a use of torch.random.fork_rng is right without
// CUDA: it names another type of device, or no device at all.
func forksNoCUDA(p *analyzer.Pass, u usage.Use) bool {
	if u.Call == syntax.None {
		return true
	}
	if devices := p.Tree.Arg(u.Call, 0, "devices"); devices != syntax.None {
		switch p.Tree.Kind(devices) {
		case syntax.KindList, syntax.KindTuple:
			return p.Tree.First(devices) == syntax.None
		}
	}
	typ := p.Tree.Keyword(u.Call, "device_type")
	value, ok := p.Tree.StringValue(typ)
	return typ != syntax.None && (!ok || value != "cuda")
}

// forkFix names the type of device whose generators are forked.
func forkFix(p *analyzer.Pass, u usage.Use, fix *analyzer.Fix) {
	if p.Tree.Keyword(u.Call, "device_type") != syntax.None {
		return // the literal is a device of its own
	}
	positional, keyword, splat := p.Tree.ArgCount(u.Call)
	if splat || positional+keyword > 0 {
		return // devices count CUDA devices
	}
	fix.Title = "fork the generators of Neuron"
	fix.Edits = []analyzer.Edit{rewrite.AppendArgument(p, u.Call, `device_type="`+rewrite.Native+`"`)}
}
