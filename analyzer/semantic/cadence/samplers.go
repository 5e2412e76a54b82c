package cadence

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// drawsFromModel reports whether a class is called a sampler because it samples from a
// model, or from the predictions of one that its methods are given: DDIMSampler and
// BalancedPositiveNegativeSampler, but not RandomSampler.
func (m *Rates) drawsFromModel(class syntax.Node) bool {
	if !strings.Contains(m.Tree.Text(m.Tree.FuncName(class)), "Sampler") || m.Scope(class).Names["__iter__"] != nil {
		return false
	}
	for _, fn := range m.Functions() {
		if m.MethodClass(fn) != class {
			continue
		}
		for _, param := range m.Tree.Params(fn) {
			switch m.Tree.Text(param.Name) {
			case "model", "denoiser", "denoise_fn", "model_fn", "unet", "net", "sigma", "sigmas", "timesteps", "latents":
				return true
			}
		}
	}
	return m.asksForDevice(class)
}

// asksForDevice reports whether a class passes on the device of an argument of its
// methods: torch.randperm(n, device=positive.device).
func (m *Rates) asksForDevice(class syntax.Node) bool {
	for n := range m.AttributeLoads("device") {
		if m.Tree.Within(n, class) && m.Tree.Kind(m.Tree.Parent(n)) == syntax.KindKeywordArgument &&
			m.Tree.Kind(m.Tree.Object(n)) == syntax.KindIdentifier && m.Tree.Text(m.Tree.Object(n)) != "self" {
			return true
		}
	}
	return false
}
