package graph

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// reportGeneration reports where Transformers is asked for a loop over tokens, which
// its generate runs with tensors that grow.
func reportGeneration(p *analyzer.Pass) {
	if !p.Model.TextHas("generate") || !p.Model.ImportsAny(generators...) || keepsShapes(p) {
		return
	}
	for _, call := range p.Model.Calls() {
		if !generates(p, call) || p.Model.GuardedForNeuron(call) || onHostThroughout(p, call) {
			continue
		}
		f := finding{
			idiom: "growing-generation", at: p.Tree.AttrName(p.Tree.Callee(call)), place: perToken,
			what:     "`generate`",
			severity: analyzer.Warning, confidence: analyzer.Likely,
		}
		if reach.InTestFile(p) || p.Model.Region(call) == semantic.RegionTest {
			f.confidence = analyzer.Possible
		}
		report(p, &f)
	}
}

// generators are the packages whose models have the generate of Transformers.
var generators = []string{"transformers", "peft", "trl"}

// keepsShapes reports whether a file leaves generation to other code, or asks for a
// cache of a fixed size.
func keepsShapes(p *analyzer.Pass) bool {
	return p.Model.TextHas("cache_implementation") || p.Model.TextHas("StaticCache") ||
		p.Model.TextHas("torch.neuron") || p.Model.ImportsAny("optimum", "neuronx_distributed", "neuronx_distributed_inference", "transformers_neuronx", "torch_neuronx", "torch_neuron", "vllm")
}

// generates reports whether a call is a generate of Transformers: on a result of its
// packages, or with arguments that no other generate takes. A method that only hands on
// its arguments, as a wrapper does, is no place to begin.
func generates(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.Text(p.Tree.AttrName(callee)) != "generate" || p.Model.RunsProject(call) || handsOn(p, call) {
		return false
	}
	if name, _ := p.Model.CallName(call); name != "" && !strings.HasPrefix(name, "torch.") && !strings.HasPrefix(name, "accelerate.") {
		return ofGenerators(name)
	}
	return loaded(p, p.Tree.Object(callee), maxLoaded) || slices.ContainsFunc(keywords(p, call), asksToGenerate)
}

// ofGenerators reports whether a name is one of the packages whose models generate.
func ofGenerators(name string) bool {
	lib, _, _ := strings.Cut(name, ".")
	return slices.Contains(generators, lib)
}

// maxLoaded bounds the chain of variables and methods to the call that loads a model.
const maxLoaded = 5

// loaded reports whether an expression is made by one of the packages, perhaps moved or
// switched to evaluation: get_peft_model(model, config).to(device).
func loaded(p *analyzer.Pass, n syntax.Node, left int) bool {
	return semantic.Walked(p.Model, loading{n, left}, func() bool { return decidedLoaded(p, n, left) })
}

// loading is a question of loaded.
type loading struct {
	n    syntax.Node
	left int
}

func decidedLoaded(p *analyzer.Pass, n syntax.Node, left int) bool {
	for _, value := range p.Model.Alternatives(n) {
		if p.Tree.Kind(value) != syntax.KindCall || left == 0 {
			continue
		}
		name, _ := p.Model.CallName(value)
		callee := p.Tree.Callee(value)
		if ofGenerators(name) || p.Tree.Kind(callee) == syntax.KindAttribute && loaded(p, p.Tree.Object(callee), left-1) {
			return true
		}
	}
	return false
}

// keywords are the names of the keyword arguments of a call, with the keys of
// dictionaries that are written out and unpacked into it.
func keywords(p *analyzer.Pass, call syntax.Node) []string {
	var out []string
	for a := range p.Tree.Args(call) {
		if a.Name != syntax.None {
			out = append(out, p.Tree.Text(a.Name))
		}
		if a.Splat != 2 {
			continue
		}
		for _, dict := range p.Model.Alternatives(a.Value) {
			if p.Tree.Kind(dict) == syntax.KindCall {
				for given := range p.Tree.Args(dict) {
					out = append(out, p.Tree.Text(given.Name))
				}
				continue
			}
			for pair := range p.Tree.Children(dict) {
				if key, ok := p.Tree.StringValue(p.Tree.Child(pair, syntax.FieldKey)); ok {
					out = append(out, key)
				}
			}
		}
	}
	return out
}

// handsOn reports whether a call passes only unpacked arguments, in a method of the
// same name.
func handsOn(p *analyzer.Pass, call syntax.Node) bool {
	positional, keyword, _ := p.Tree.ArgCount(call)
	return positional+keyword == 0 && p.Tree.Text(p.Tree.FuncName(p.Tree.EnclosingFunction(call))) == "generate"
}

// asksToGenerate recognises the keywords that distinguish Transformers' generate from
// other functions of the name.
func asksToGenerate(keyword string) bool {
	switch keyword {
	case "max_new_tokens", "min_new_tokens", "generation_config", "num_beams", "do_sample", "synced_gpus", "return_dict_in_generate",
		"num_return_sequences", "pad_token_id", "eos_token_id", "logits_processor", "stopping_criteria", "streamer", "forced_bos_token_id",
		"decoder_input_ids", "repetition_penalty", "no_repeat_ngram_size", "pixel_values", "input_ids", "input_features":
		return true
	}
	return false
}
