package dataloading

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// evaluatesShort reports whether a call makes a loader whose batches a loop moves to the
// device and gives to a model there, without training, and whose last batch may be
// smaller. None of its samples must be left out.
func evaluatesShort(p *analyzer.Pass, call syntax.Node) bool {
	if name, _ := p.Model.CallName(call); name != loader || reach.InTestFile(p) || p.Model.Deviceless() {
		return false
	}
	return mayEndShort(p, call) && batches(p, call) && !singly(p, call) && !dividesEvenly(p, call) && loopedOver(p, call, runsBatches)
}

// mayEndShort reports whether no argument of a loader keeps its last batch from being
// smaller than the others: it is not dropped, and no sampler of the project's own may
// fill it up.
func mayEndShort(p *analyzer.Pass, call syntax.Node) bool {
	if p.Tree.Keyword(call, "batch_sampler") != syntax.None {
		return false
	}
	if drop := p.Tree.Arg(call, 8, "drop_last"); drop != syntax.None && p.Tree.Kind(drop) != syntax.KindFalse {
		return false
	}
	if _, _, splat := p.Tree.ArgCount(call); splat && (p.Model.TextHas("drop_last") || p.Model.TextHas("batch_sampler")) {
		return false
	}
	return !slices.ContainsFunc(arguments(p, call, 3, "sampler"), func(n syntax.Node) bool { return mayFillUp(p, n) })
}

// mayFillUp reports whether a sampler may fill up the last batch. PyTorch's own
// samplers, and lists, do not.
func mayFillUp(p *analyzer.Pass, sampler syntax.Node) bool {
	return slices.ContainsFunc(p.Model.Alternatives(sampler), func(n syntax.Node) bool {
		switch n = p.Tree.Unparen(n); p.Tree.Kind(n) {
		case syntax.KindNoneLiteral, syntax.KindList, syntax.KindListComprehension:
			return false
		case syntax.KindCall:
			name, _ := p.Model.CallName(n)
			return !strings.HasPrefix(name, "torch.utils.data.") && name != "builtins.range" && name != "builtins.list"
		}
		return true
	})
}

// singly reports whether the setting that says how many examples a batch has is one
// unless somebody chooses another.
func singly(p *analyzer.Pass, call syntax.Node) bool {
	return slices.ContainsFunc(arguments(p, call, 1, "batch_size"), func(n syntax.Node) bool {
		size, known := p.Model.Constant(p.Model.SettingDefault(n))
		return known && size.Number == 1
	})
}

// dividesEvenly reports whether the number of examples is a multiple of that in a batch, as
// the program stands.
func dividesEvenly(p *analyzer.Pass, call syntax.Node) bool {
	total := examples(p, p.Tree.Arg(call, 0, "dataset"))
	sizes := arguments(p, call, 1, "batch_size")
	return total > 0 && !slices.ContainsFunc(sizes, func(n syntax.Node) bool {
		size, known := p.Model.Constant(n)
		if !known {
			size, known = p.Model.Constant(p.Model.SettingDefault(n))
		}
		return !known || size.Number < 1 || total%int(size.Number) != 0
	})
}

// examples is how many a dataset of torchvision has of which each part is of one size; 0
// for others.
func examples(p *analyzer.Pass, dataset syntax.Node) int {
	made := p.Model.Alternatives(dataset)
	if len(made) != 1 || p.Tree.Kind(made[0]) != syntax.KindCall {
		return 0
	}
	train := p.Tree.Arg(made[0], 1, "train")
	if train != syntax.None && p.Tree.Kind(train) != syntax.KindFalse && p.Tree.Kind(train) != syntax.KindTrue {
		return 0
	}
	testing := p.Tree.Kind(train) == syntax.KindFalse
	switch name, _ := p.Model.CallName(made[0]); name {
	case "torchvision.datasets.MNIST", "torchvision.datasets.FashionMNIST", "torchvision.datasets.KMNIST":
		if testing {
			return 10000
		}
		return 60000
	case "torchvision.datasets.CIFAR10", "torchvision.datasets.CIFAR100":
		if testing {
			return 10000
		}
		return 50000
	}
	return 0
}

// runsBatches reports whether a loop goes to the end of its batches, moves them to the
// device and gives them to a model, and trains nothing.
func runsBatches(in *semantic.Model, loop syntax.Node) bool {
	return !trains(in, loop) && !leavesEarly(in, loop) && in.MovesDrawn(loop) && callsModel(in, loop)
}

// callsModel reports whether a loop gives its batches to a model: to a module, to a
// generating function, or to an unknown variable that is called.
func callsModel(in *semantic.Model, loop syntax.Node) bool {
	for call := range in.Tree.All(in.Tree.Child(loop, syntax.FieldBody)) {
		if in.Tree.Kind(call) != syntax.KindCall || !isModel(in, in.Tree.Callee(call)) {
			continue
		}
		for a := range in.Tree.Args(call) {
			if in.DrawnBy(loop, a.Value) {
				return true
			}
		}
	}
	return false
}

// isModel reports whether a callee is a module, or has one generate, or may be nothing else
// where it is called with a batch.
func isModel(in *semantic.Model, callee syntax.Node) bool {
	if in.Type(callee).Kind == semantic.KindModule || in.Tree.Kind(callee) == syntax.KindAttribute && in.Tree.View(in.Tree.AttrName(callee)) == "generate" &&
		in.Type(in.Tree.Object(callee)).Kind == semantic.KindModule {
		return true
	}
	if name, _ := in.Name(callee); name != "" || in.Type(callee).Kind != semantic.KindUnknown {
		return false
	}
	if in.Tree.Kind(callee) == syntax.KindAttribute {
		switch in.Tree.View(in.Tree.AttrName(callee)) {
		case "generate", "forward", "model", "net":
			return true
		}
		return false
	}
	sym := in.Symbol(callee)
	return sym != nil && slices.ContainsFunc(in.ReachingDefs(callee), func(d semantic.Def) bool {
		return d.Kind == semantic.DefParam || d.Kind == semantic.DefAssign
	})
}

// leavesEarly reports whether a loop stops after a number of batches, or after the first.
func leavesEarly(in *semantic.Model, loop syntax.Node) bool {
	t := in.Tree
	for n := range t.All(t.Child(loop, syntax.FieldBody)) {
		if k := t.Kind(n); k != syntax.KindBreak && k != syntax.KindReturn || reach.Around(t, n) != loop {
			continue
		}
		around := t.Parent(t.Suite(n))
		if around == loop || t.Kind(around) == syntax.KindIf && limits(in, t.Unparen(t.Condition(around))) {
			return true
		}
	}
	return false
}

// limits reports whether a condition compares how far a loop is. A limit that may be absent
// lets it go on to the end: if limit is not None and i >= limit, unless each caller sets one.
func limits(in *semantic.Model, cond syntax.Node) bool {
	t := in.Tree
	if t.Kind(cond) == syntax.KindComparison {
		return true
	}
	for n := range t.All(cond) {
		operands, ops := t.Comparison(n)
		if t.Kind(n) != syntax.KindComparison || ops[0] != "is not" || t.Kind(operands[1]) != syntax.KindNoneLiteral {
			continue
		}
		defs := in.ReachingDefs(operands[0])
		if len(defs) != 1 || defs[0].Kind != semantic.DefParam {
			continue
		}
		passed := in.Passed(defs[0])
		if len(passed) > 0 && !slices.ContainsFunc(passed, func(v syntax.Node) bool { return !isNumber(in, v) }) {
			return true
		}
	}
	return false
}

// isNumber reports whether an expression is a number that is written down.
func isNumber(in *semantic.Model, n syntax.Node) bool {
	_, known := in.Constant(n)
	return known && in.Type(n).Kind == semantic.KindInt
}
