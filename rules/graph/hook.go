package graph

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// hookPlace tells how often a function runs that a framework calls by its name, or
// whose name says what part of a step it is, in programs that have a trainer of
// their own.
func hookPlace(p *analyzer.Pass, fn syntax.Node) place {
	name := strings.TrimLeft(p.Tree.Text(p.Tree.FuncName(fn)), "_")
	if name == "train_step" || name == "training_step" || name == "forward_step" {
		return perStep
	}
	class := p.Tree.EnclosingFrame(fn)
	if p.Tree.Kind(class) != syntax.KindClass || name == "compute_loss" && !isTrainer(p, class) {
		return elsewhere
	}
	switch name {
	case "compute_loss", "optimizer_step", "configure_gradient_clipping", // Lightning and Transformers
		"on_train_batch_start", "on_train_batch_end", "on_before_zero_grad", "on_before_backward", "on_after_backward", "on_before_optimizer_step",
		"on_step_begin", "on_step_end", "on_substep_end", "on_pre_optimizer_step", "on_optimizer_step",
		"before_train_iter", "after_train_iter": // MMEngine and MMCV
		return perStep
	case "on_validation_batch_start", "on_validation_batch_end", "on_test_batch_start", "on_test_batch_end", "on_predict_batch_start", "on_predict_batch_end",
		"on_prediction_step", "eval_step", "val_step", "validation_step", "evaluation_step", "predict_step", "prediction_step",
		"valid_step", "test_step", "before_val_iter", "after_val_iter", "before_test_iter", "after_test_iter":
		return perBatch
	}
	return elsewhere
}

// registeredPlace tells how often n runs in a function that the file registers as a
// hook: in every call of a module that does so when it is made, and in every step where
// the function that trains does. A hook that is taken away again runs seldom.
func registeredPlace(p *analyzer.Pass, n syntax.Node) place {
	fn := p.Tree.EnclosingFunction(n)
	if k := p.Tree.Kind(fn); k != syntax.KindFunction && k != syntax.KindLambda || reach.InTestFile(p) {
		return elsewhere
	}
	hooks := p.Model.Hooks(fn)
	if len(hooks) == 0 || removesHooks(p) {
		return elsewhere
	}
	most := elsewhere
	for _, call := range hooks {
		if p.Model.Handled(call) || occasional(p, call) {
			continue
		}
		outer := p.Tree.EnclosingFunction(call)
		switch region := p.Model.Region(call); {
		case region == semantic.RegionForward, region == semantic.RegionSetup && p.Tree.Text(p.Tree.FuncName(outer)) == "__init__":
			most = perCall
		case holdsStepLoop(p, outer):
			most = max(most, perStep)
		}
	}
	return most
}

// removesHooks reports whether a file takes hooks away: handle.remove().
func removesHooks(p *analyzer.Pass) bool {
	return p.Model.Says("remove") && slices.ContainsFunc(p.Model.Calls(), func(call syntax.Node) bool {
		callee := p.Tree.Callee(call)
		positional, keyword, splat := p.Tree.ArgCount(call)
		return positional+keyword == 0 && !splat && p.Tree.Kind(callee) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(callee)) == "remove"
	})
}

// holdsStepLoop reports whether a loop over steps stands in a function.
func holdsStepLoop(p *analyzer.Pass, fn syntax.Node) bool {
	return analyzer.Once(p, stepLoopIn{fn}, func() bool {
		for n := range p.Tree.All(fn) {
			if k := p.Tree.Kind(n); (k == syntax.KindFor || k == syntax.KindWhile) && stepLoop(p, n) {
				return true
			}
		}
		return false
	})
}

// stepLoopIn asks for a loop over steps in a function.
type stepLoopIn struct{ fn syntax.Node }

// inFirstStep reports whether n, in a hook, runs in the first step of all only:
// if self.global_step == 0.
func inFirstStep(p *analyzer.Pass, n, hook syntax.Node) bool {
	for at := n; at != hook; at = p.Tree.Parent(at) {
		if k := p.Tree.Kind(at); k != syntax.KindIf && k != syntax.KindElif {
			continue
		}
		for c := range p.Tree.All(p.Tree.Condition(at)) {
			if p.Tree.Kind(c) == syntax.KindComparison && first(p, c) {
				return true
			}
		}
	}
	return false
}

// isTrainer reports whether a class derives from one that says that it trains.
func isTrainer(p *analyzer.Pass, class syntax.Node) bool {
	for base := range p.Tree.Bases(class) {
		if strings.HasSuffix(p.Tree.Text(base.Value), "Trainer") {
			return true
		}
	}
	return false
}
