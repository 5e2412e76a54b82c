package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// A sampler draws from a diffusion model, a flow or a generator: it calls the model
// round after round on the result of the last round. Its callers have turned off
// gradients, often in another file, so only names identify it.

// samples reports whether a function samples from a model by its name or that of its
// class: sample_euler, p_sample_loop, HeunSampler.
func samples(p *analyzer.Pass, fn syntax.Node) bool {
	if p.Tree.Kind(fn) != syntax.KindFunction {
		return false
	}
	return tellsSampling(p.Tree.Text(p.Tree.FuncName(fn))) || tellsSampling(p.Tree.Text(p.Tree.FuncName(p.Tree.EnclosingClass(fn))))
}

// tellsSampling recognises the names of functions that sample.
func tellsSampling(name string) bool {
	name = strings.ToLower(name)
	for _, word := range [...]string{"sample", "sampling", "denois", "generate", "inpaint"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// samplesOnce reports whether a call does a step of sampling: it is named like that,
// and takes a model, or the result of the previous round: x = self.p_sample(x, t).
func samplesOnce(p *analyzer.Pass, call syntax.Node) bool {
	name := p.Tree.Callee(call)
	if p.Tree.Kind(name) == syntax.KindAttribute {
		name = p.Tree.AttrName(name)
	}
	if !isSamplingStep(strings.ToLower(p.Tree.Text(name))) {
		return false
	}
	for a := range p.Tree.Args(call) {
		if isModelName(p.Tree.Text(a.Value)) || isNetwork(p, a.Value) || carried(p, call, a.Value) {
			return true
		}
	}
	return false
}

// samplesWhole reports whether each round of a loop draws a complete sample, as a loop
// over files or prompts does: it calls a sampler, all the rounds of sampling, on values
// that do not come from an earlier round.
func samplesWhole(p *analyzer.Pass, loop syntax.Node) bool {
	for call := range p.Tree.All(p.Tree.Child(loop, syntax.FieldBody)) {
		if p.Tree.Kind(call) == syntax.KindCall && isSampler(p, p.Tree.Callee(call)) && roundOf(p, call) == loop && !carries(p, call) {
			return true
		}
	}
	return false
}

// isSampler recognises by its name a function that runs all the rounds of sampling:
// model.sampler, sampler.sample, diffusion.p_sample_loop.
func isSampler(p *analyzer.Pass, callee syntax.Node) bool {
	name := strings.ToLower(p.Tree.Written(callee))
	return strings.HasSuffix(name, "sampler") || strings.HasSuffix(name, "sampler.sample") || strings.HasSuffix(name, "sample_loop")
}

// carries reports whether a call takes its own result of the previous round.
func carries(p *analyzer.Pass, call syntax.Node) bool {
	for a := range p.Tree.Args(call) {
		if carried(p, call, a.Value) {
			return true
		}
	}
	return false
}

// isSamplingStep recognises p_sample, ddim_step and sample_fn.
func isSamplingStep(name string) bool {
	return strings.Contains(name, "sample") || strings.Contains(name, "denois") || strings.HasSuffix(name, "_step")
}

// carried reports whether an argument of a call is the variable that the call gives
// its next value.
func carried(p *analyzer.Pass, call, arg syntax.Node) bool {
	assign := p.Tree.Parent(call)
	if p.Tree.Kind(arg) != syntax.KindIdentifier || p.Tree.Kind(assign) != syntax.KindAssignment {
		return false
	}
	for target := range p.Tree.All(p.Tree.Child(assign, syntax.FieldLeft)) {
		if p.Tree.Same(target, arg) {
			return true
		}
	}
	return false
}

// isNetwork recognises the usual names of generators and diffusion models where they
// are called or passed, and the halves of them that have names of their own:
// self.denoiser, G, g_ema, G.synthesis.
func isNetwork(p *analyzer.Pass, n syntax.Node) bool {
	switch p.Tree.Kind(n) {
	case syntax.KindAttribute:
		switch p.Tree.Text(p.Tree.AttrName(n)) {
		case "synthesis", "mapping":
			return isNetwork(p, p.Tree.Object(n))
		}
		n = p.Tree.AttrName(n)
	case syntax.KindIdentifier:
	default:
		return false
	}
	switch name := p.Tree.Text(n); name {
	case "G", "D", "G_ema", "g_ema", "denoiser", "denoise_fn", "transformer":
		return true
	}
	return false
}
