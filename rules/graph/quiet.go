package graph

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// quietByDecorator reports whether a decorator turns gradients off for a function.
func quietByDecorator(p *analyzer.Pass, fn syntax.Node) bool {
	return p.Tree.Kind(fn) == syntax.KindFunction && slices.ContainsFunc(p.Tree.Decorators(fn), p.Model.StopsGradient)
}

// putsInEvaluation reports whether a function, or the file if it stands in none,
// switches its model to evaluation before a node, and not back: model.eval(). So
// does torch.set_grad_enabled(False).
func putsInEvaluation(p *analyzer.Pass, fn, before syntax.Node) bool {
	evaluating := false
	for n := range p.Tree.All(max(fn, syntax.Root)) {
		if n >= before {
			break
		}
		if p.Tree.Kind(n) != syntax.KindCall || p.Tree.EnclosingFunction(n) != fn || p.Tree.Kind(p.Tree.Callee(n)) != syntax.KindAttribute {
			continue
		}
		callee := p.Tree.Callee(n)
		switch p.Tree.Text(p.Tree.AttrName(callee)) {
		case "eval":
			evaluating = isModelName(p.Tree.Text(p.Tree.Object(callee))) || p.Model.Type(p.Tree.Object(callee)).Kind == semantic.KindModule
		case "train":
			evaluating = false
		case "set_grad_enabled":
			evaluating = p.Tree.Kind(p.Tree.Arg(n, 0, "mode")) == syntax.KindFalse
		}
	}
	return evaluating
}

// evaluatesByName reports whether the name of a function says that it evaluates a model
// or puts it to use: evaluate, validate_epoch, run_inference.
func evaluatesByName(p *analyzer.Pass, fn syntax.Node) bool {
	if p.Tree.Kind(fn) != syntax.KindFunction {
		return false
	}
	for word := range strings.SplitSeq(strings.ToLower(p.Tree.Text(p.Tree.FuncName(fn))), "_") {
		switch word {
		case "eval", "evaluate", "evaluation", "val", "validate", "validation", "predict", "inference", "infer":
			return true
		}
	}
	return false
}

// decodes reports whether a function is named after a search for the best sequence,
// step by step.
func decodes(p *analyzer.Pass, fn syntax.Node) bool {
	if p.Tree.Kind(fn) != syntax.KindFunction {
		return false
	}
	for word := range strings.SplitSeq(strings.ToLower(p.Tree.Text(p.Tree.FuncName(fn))), "_") {
		switch word {
		case "viterbi", "beam", "greedy", "decode", "translate", "synthesize":
			return true
		}
	}
	return false
}

// searchesPath reports whether n runs in every round of a loop that a method of a model
// goes through to find the best sequence: for hist in reversed(history).
func searchesPath(p *analyzer.Pass, n syntax.Node) bool {
	fn := p.Tree.EnclosingFunction(n)
	if p.Model.Region(n) != semantic.RegionModule || !decodes(p, fn) {
		return false
	}
	loop := reach.Around(p.Tree, n)
	return loop != fn && loop != syntax.None && !occasionalIn(p, n, loop)
}

// quietByCallers reports whether all calls of a function in its file stand where
// gradients are off, or behind model.eval().
func quietByCallers(p *analyzer.Pass, fn syntax.Node) bool {
	if p.Tree.Kind(fn) != syntax.KindFunction {
		return false
	}
	calls := p.Model.Callers(fn)
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(call syntax.Node) bool {
		return !p.Model.WithoutGradient(call) && !putsInEvaluation(p, p.Tree.EnclosingFunction(call), call)
	})
}

// isModelName recognises model, self.net, unet_ema.forward and generator.generate.
func isModelName(chain string) bool {
	for part := range strings.SplitSeq(strings.ToLower(chain), ".") {
		if strings.HasPrefix(part, "model") || strings.HasPrefix(part, "net") || slices.ContainsFunc(modelEnds(), func(end string) bool {
			return strings.HasSuffix(part, end)
		}) || slices.Contains(modelWords(), part[strings.LastIndexByte(part, '_')+1:]) {
			return true
		}
	}
	return false
}

// modelEnds end the names that programs give to models and their parts, as in unet.
func modelEnds() []string {
	return []string{
		"model", "net", "network", "encoder", "decoder", "backbone", "classifier", "detector", "generator", "discriminator",
	}
}

// modelWords are other names of models that are also the ends of other words: actor, as
// in factor.
func modelWords() []string {
	return []string{"teacher", "student", "policy", "actor", "critic", "vae", "pipe", "pipeline"}
}

// buildsFromModel reports whether n stands in a function that is named after setting
// something up, but is no part of a module, and has to do with devices itself: it
// builds something from the output of a model, as build_bank(model, loader, device)
// does. Functions that only load or convert a model are left out.
func buildsFromModel(p *analyzer.Pass, n syntax.Node) bool {
	fn := p.Tree.EnclosingFunction(n)
	if p.Tree.EnclosingClass(n) != syntax.None {
		return false
	}
	type key struct{ fn syntax.Node }
	return analyzer.Once(p, key{fn}, func() bool {
		for at := range p.Tree.All(fn) {
			if k := p.Tree.Kind(at); (k == syntax.KindIdentifier || k == syntax.KindAttribute) && p.Model.Type(at).Kind == semantic.KindDevice {
				return true
			}
		}
		return false
	})
}
