package precision

import (
	"iter"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// halvedModels yields the casts of values known only by their name, that of a model:
// model.half(), where a checkpoint or another file holds the model.
func halvedModels(p *analyzer.Pass) iter.Seq[usage.Use] {
	return func(yield func(usage.Use) bool) {
		if !p.Model.ImportsAny("torch") {
			return
		}
		for _, call := range p.Model.Calls() {
			callee := p.Tree.Callee(call)
			if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.Text(p.Tree.AttrName(callee)) != "half" || p.Model.GuardedForNeuron(call) {
				continue
			}
			positional, keyword, splat := p.Tree.ArgCount(call)
			name, _ := p.Model.CallName(call)
			if positional+keyword > 0 || splat || name != "" || p.Model.Ref(callee).Def != syntax.None || !calledModel(p, p.Tree.Object(callee)) {
				continue
			}
			if !yield(usage.Use{Node: callee, Name: "torch.nn.Module.half", Call: call, Method: true, Confidence: analyzer.Likely}) {
				return
			}
		}
	}
}

// calledModel reports whether an object of unknown kind is called like a model.
func calledModel(p *analyzer.Pass, object syntax.Node) bool {
	if p.Model.Type(object).Kind != semantic.KindUnknown {
		return false
	}
	if p.Tree.Kind(object) == syntax.KindAttribute {
		object = p.Tree.AttrName(object)
	}
	if p.Tree.Kind(object) != syntax.KindIdentifier {
		return false
	}
	name := strings.TrimLeft(strings.ToLower(p.Tree.Text(object)), "_")
	for _, word := range [...]string{"model", "net", "unet", "vae", "encoder", "decoder", "generator"} {
		if name == word || strings.HasSuffix(name, "_"+word) {
			return true
		}
	}
	return false
}
