package cadence

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Cadence says how often a training or evaluation loop calls a function by its name.
type Cadence uint8

// How often a trainer calls a function.
const (
	CadenceNone  Cadence = iota // nothing is known to call it
	CadenceBatch                // for every batch of an evaluation
	CadenceStep                 // in every step of training
)

// TrainerCalls tells how often a trainer calls a function by its name, or an engine that
// the function is handed to. The bases of its class need not be known: a base class from
// a package that is not installed tells nothing.
func (m *Rates) TrainerCalls(fn syntax.Node) Cadence {
	name := strings.TrimLeft(m.Tree.View(m.Tree.FuncName(fn)), "_")
	class := m.MethodClass(fn)
	if class == syntax.None {
		return max(stepIf(stepName(name) == CadenceStep), m.engineCalls(fn))
	}
	c := trainerClass{m, class}
	return max(m.engineCalls(fn), stepName(name), callbackName(name), c.stepMethod(name), c.callbackMethod(name))
}

// stepName recognises training and evaluation steps by names that programs of all sorts
// agree on: Lightning, MMEngine, fairseq, TorchTNT and hand-written trainers.
func stepName(name string) Cadence {
	switch name {
	case "train_step", "training_step", "forward_step":
		return CadenceStep
	case "eval_step", "val_step", "valid_step", "validation_step", "evaluation_step", "predict_step", "prediction_step", "test_step":
		return CadenceBatch
	}
	return CadenceNone
}

// callbackName recognises callback methods by names that have no other use.
func callbackName(name string) Cadence {
	switch name {
	case "optimizer_step", "configure_gradient_clipping", // Lightning and Transformers
		"on_train_batch_start", "on_train_batch_end", "on_before_zero_grad", "on_before_backward", "on_after_backward", "on_before_optimizer_step",
		"on_step_begin", "on_step_end", "on_substep_end", "on_pre_optimizer_step", "on_optimizer_step",
		"on_train_step_start", "on_train_step_end", // TorchTNT
		"before_train_iter", "after_train_iter": // MMEngine and MMCV
		return CadenceStep
	case "on_validation_batch_start", "on_validation_batch_end", "on_test_batch_start", "on_test_batch_end", "on_predict_batch_start", "on_predict_batch_end",
		"on_prediction_step", "on_eval_step_start", "on_eval_step_end", "before_val_iter", "after_val_iter", "before_test_iter", "after_test_iter":
		return CadenceBatch
	}
	return CadenceNone
}

// trainerClass is a class whose methods a trainer may call.
type trainerClass struct {
	m    *Rates
	node syntax.Node
}

// stepMethod recognises methods that work on a batch by names that are too common to
// count alone: the class has to show, by its bases or its other methods, that a trainer
// calls them.
func (c trainerClass) stepMethod(name string) Cadence {
	switch name {
	case "optimize_parameters": // BasicSR, and the models of CycleGAN
		return CadenceStep
	case "feed_data":
		return stepIf(c.has("optimize_parameters", "nondist_validation", "dist_validation") || c.of("basicsr") && c.derives("Model"))
	case "set_input":
		return stepIf(c.has("optimize_parameters"))
	case "compute_forward", "compute_objectives", "fit_batch":
		return stepIf(c.derives("Brain")) // SpeechBrain
	case "evaluate_batch":
		return batchIf(c.derives("Brain"))
	case "handle_batch":
		return stepIf(c.of("catalyst"))
	case "run_step":
		return stepIf(c.of("detectron2"))
	case "loss", "loss_by_feat", "forward_train":
		return stepIf(c.of("composer") || c.ofOpenMMLab())
	case "eval_forward", "update_metric":
		return batchIf(c.of("composer"))
	case "predict", "predict_by_feat", "simple_test":
		return batchIf(c.ofOpenMMLab())
	}
	return CadenceNone
}

// callbackMethod is stepMethod for the methods that a trainer calls around a step, which
// look at the results of the program.
func (c trainerClass) callbackMethod(name string) Cadence {
	switch name {
	case "compute_loss": // of a Trainer; trainerRegion requires more
		return stepIf(c.derives("Trainer"))
	case "before_step", "after_step": // programs copy Detectron2's hooks with their base class
		return stepIf(c.of("fastai", "detectron2") || c.derives("HookBase") || c.derives("Hook"))
	case "before_iter", "after_iter":
		return stepIf(c.ofOpenMMLab() || c.derives("HookBase") || c.derives("Hook"))
	case "before_batch", "after_batch", "after_pred", "before_loss", "after_loss", "before_backward", "after_backward":
		return stepIf(c.of("composer", "fastai") || c.derives("Callback")) // programs model their trainers on these
	case "before_forward", "after_forward", "before_train_batch", "after_train_batch", "batch_start", "batch_end":
		return stepIf(c.of("composer") || c.derives("Callback"))
	case "eval_batch_start", "eval_batch_end", "eval_before_forward", "eval_after_forward":
		return batchIf(c.of("composer") || c.derives("Callback"))
	case "on_batch_start", "on_batch_begin", "on_batch_end":
		return stepIf(c.derives("Callback")) // Catalyst, and old versions of Lightning
	}
	return CadenceNone
}

func stepIf(calls bool) Cadence {
	if calls {
		return CadenceStep
	}
	return CadenceNone
}

func batchIf(calls bool) Cadence { return min(stepIf(calls), CadenceBatch) }

// has reports whether the class itself binds one of the names.
func (c trainerClass) has(names ...string) bool {
	bound := c.m.Scope(c.node).Names
	return slices.ContainsFunc(names, func(name string) bool { return bound[name] != nil })
}

// of reports whether the class is made with a library.
func (c trainerClass) of(libraries ...string) bool {
	library, _, _ := strings.Cut(c.m.LibraryBase(c.node), ".")
	return slices.Contains(libraries, library)
}

// ofOpenMMLab is of for the packages built on MMEngine.
func (c trainerClass) ofOpenMMLab() bool {
	return c.of("mmengine", "mmcv", "mmdet", "mmdet3d", "mmseg", "mmcls", "mmpretrain", "mmpose", "mmocr", "mmagic", "mmedit", "mmaction", "mmrotate")
}

// derives reports whether the class has a base whose name has the suffix.
func (c trainerClass) derives(suffix string) bool {
	for base := range c.m.Tree.Bases(c.node) {
		if base.Name == syntax.None && strings.HasSuffix(c.m.Tree.View(c.m.BaseExpression(base.Value)), suffix) {
			return true
		}
	}
	return false
}

// trainerRegion returns the region of a method that works on the batches a trainer hands
// it: they are on the device, whichever bases the class has.
func (m *Rates) trainerRegion(class syntax.Node, name string) RegionKind {
	if trainerStep(name) && m.isTrainer(class) {
		return RegionForward
	}
	name = strings.TrimLeft(name, "_")
	switch max(stepName(name), trainerClass{m, class}.stepMethod(name)) {
	case CadenceStep:
		return RegionTraining
	case CadenceBatch:
		return RegionModule
	}
	return RegionOther
}

// isTrainer reports whether a class derives from a Trainer of Transformers or of a
// library built on it.
func (m *Rates) isTrainer(class syntax.Node) bool {
	for _, base := range m.Bases(class) {
		switch lib, _, _ := strings.Cut(base.Name, "."); lib {
		case "transformers", "trl", "sentence_transformers", "setfit":
			if strings.HasSuffix(base.Name, "Trainer") {
				return true
			}
		}
	}
	return false
}

// trainerStep recognises the methods that such a Trainer calls for every batch.
func trainerStep(name string) bool {
	return name == "compute_loss" || name == "training_step" || name == "prediction_step"
}
