package dataloading

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// feedsTraining reports whether a loader is one for training: it shuffles, or has a
// sampler that does, or a loop over it lets an optimizer take its step, or a framework
// asks for it to train with.
func feedsTraining(p *analyzer.Pass, call syntax.Node) bool {
	return slices.ContainsFunc(arguments(p, call, 2, "shuffle"), func(n syntax.Node) bool { return shuffles(p, n) }) ||
		slices.ContainsFunc(arguments(p, call, 3, "sampler"), func(n syntax.Node) bool { return drawsAtRandom(p, n) }) ||
		trainedOver(p, call) || servesTraining(p, call)
}

// servesTraining reports whether a loader is made by the method that Lightning, or the
// Trainer of Transformers, asks for that of the training.
func servesTraining(p *analyzer.Pass, call syntax.Node) bool {
	fn := p.Tree.EnclosingFunction(call)
	if p.Tree.EnclosingClass(call) == syntax.None {
		return false
	}
	switch p.Tree.View(p.Tree.FuncName(fn)) {
	case "train_dataloader":
		return p.Model.ImportsAny("pytorch_lightning", "lightning")
	case "get_train_dataloader":
		return p.Model.ImportsAny("transformers")
	}
	return false
}

// drawsAtRandom reports whether a sampler gives examples in another order each epoch,
// or does in one of the cases that are written down. That of several workers does so by
// default.
func drawsAtRandom(p *analyzer.Pass, sampler syntax.Node) bool {
	sampler = p.Tree.Unparen(sampler)
	switch p.Tree.Kind(sampler) {
	case syntax.KindIdentifier:
		return slices.ContainsFunc(p.Model.ReachingDefs(sampler), func(d semantic.Def) bool {
			return d.Kind == semantic.DefAssign && p.Tree.Kind(d.Value) != syntax.KindIdentifier && drawsAtRandom(p, d.Value)
		})
	case syntax.KindConditional:
		then, _, otherwise := p.Tree.Conditional(sampler)
		return drawsAtRandom(p, then) || drawsAtRandom(p, otherwise)
	}
	switch name, _ := p.Model.CallName(sampler); name {
	case "torch.utils.data.SubsetRandomSampler", "torch.utils.data.WeightedRandomSampler":
		return true
	case "torch.utils.data.RandomSampler":
		return p.Tree.Arg(sampler, 2, "num_samples") == syntax.None // one that is told how many is mostly told that there is no end
	case "torch.utils.data.DistributedSampler", "torch.utils.data.distributed.DistributedSampler":
		_, _, splat := p.Tree.ArgCount(sampler)
		shuffle := p.Tree.Arg(sampler, 3, "shuffle")
		return !splat && (shuffle == syntax.None || p.Tree.Kind(shuffle) == syntax.KindTrue)
	}
	return false
}

// drawnOnce reports whether the only use of a loader's variable is to take its first
// batch: next(iter(loader)).
func drawnOnce(p *analyzer.Pass, call syntax.Node) bool {
	sym := boundVariable(p, call)
	return sym != nil && len(sym.Uses) > 0 && !slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
		all := p.Tree.Parent(p.Tree.Parent(use))
		name, _ := p.Model.CallName(all)
		first, _ := p.Model.CallName(p.Tree.Parent(p.Tree.Parent(all)))
		return name != "builtins.iter" || first != "builtins.next"
	})
}

// boundVariable is the variable that a call is assigned to, alone.
func boundVariable(p *analyzer.Pass, call syntax.Node) *semantic.Symbol {
	assign := p.Tree.Parent(call)
	if p.Tree.Kind(assign) != syntax.KindAssignment {
		return nil
	}
	return p.Model.Symbol(p.Tree.Child(assign, syntax.FieldLeft))
}

// trainedOver reports whether a loop goes over the variable of a loader, and trains: in
// its function, or in one of the project that is given the variable.
func trainedOver(p *analyzer.Pass, call syntax.Node) bool {
	return !p.Model.Deviceless() && loopedOver(p, call, func(in *semantic.Model, loop syntax.Node) bool {
		return trains(in, loop) && !keepsOnHost(in, loop)
	})
}

// loopedOver reports whether a wanted loop goes over a loader or its variable: in its
// function, or in one of the project that is given it.
func loopedOver(p *analyzer.Pass, call syntax.Node, wanted func(in *semantic.Model, loop syntax.Node) bool) bool {
	over := func(use syntax.Node) bool {
		loop := loopThrough(p.Tree, use)
		return loop != syntax.None && wanted(p.Model, loop) || givenToLoop(p.Model, use, maxHandsLoop, wanted)
	}
	if over(call) {
		return true
	}
	sym := boundVariable(p, call)
	return sym != nil && slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return p.Model.MayHold(use, call) && over(use) })
}

// keepsOnHost reports whether a loop moves a batch to the host.
func keepsOnHost(in *semantic.Model, loop syntax.Node) bool {
	for n := range in.Tree.All(in.Tree.Child(loop, syntax.FieldBody)) {
		if in.Tree.Kind(n) == syntax.KindCall && in.Tree.View(in.Tree.AttrName(in.Tree.Callee(n))) == "to" && in.OnHost(n) {
			return true
		}
	}
	return false
}

// loopThrough is the for statement over a variable, counted, shown as it proceeds, or
// zipped; None if there is none.
func loopThrough(t *syntax.Tree, use syntax.Node) syntax.Node {
	at := use
	for k := t.Kind(t.Parent(at)); k == syntax.KindCall || k == syntax.KindArgumentList || k == syntax.KindParenthesized; k = t.Kind(t.Parent(at)) {
		at = t.Parent(at)
	}
	if loop := t.Parent(at); t.Kind(loop) == syntax.KindFor && t.Field(at) == syntax.FieldRight {
		return loop
	}
	return syntax.None
}

// trains reports whether the optimizer takes its step in the rounds of a loop, or in a
// function of the project that they call.
func trains(m *semantic.Model, loop syntax.Node) bool {
	if reach.Steps(m.Tree, loop) {
		return true
	}
	for call := range m.Tree.All(m.Tree.Child(loop, syntax.FieldBody)) {
		if m.Tree.Kind(call) != syntax.KindCall || reach.Around(m.Tree, call) != loop || !m.RunsProject(call) {
			continue
		}
		step := false
		m.WithCallee(call, func(in *semantic.Model, fn syntax.Node) { step = reach.TrainsOnce(in, fn) })
		if step {
			return true
		}
	}
	return false
}

// maxHandsLoop bounds how many functions pass a loader on to the one that loops over
// it.
const maxHandsLoop = 2

// givenToLoop reports whether an expression is an argument of a call that runs a
// function of the project, and such a loop there goes over the parameter, or the
// function passes it on to such a loop.
func givenToLoop(m *semantic.Model, use syntax.Node, depth int, wanted func(in *semantic.Model, loop syntax.Node) bool) (found bool) {
	arg := use
	if m.Tree.Kind(m.Tree.Parent(use)) == syntax.KindKeywordArgument {
		arg = m.Tree.Parent(use)
	}
	call := m.Tree.Parent(m.Tree.Parent(arg))
	if depth == 0 || m.Tree.Kind(call) != syntax.KindCall || !m.RunsProject(call) {
		return false
	}
	m.TakenAs(call, use, func(in *semantic.Model, param syntax.Node) {
		for n := range in.Tree.All(in.Tree.EnclosingFunction(param)) {
			if in.Tree.Kind(n) != syntax.KindIdentifier || !in.Tree.Same(n, param) {
				continue
			}
			if loop := loopThrough(in.Tree, n); loop != syntax.None && wanted(in, loop) || givenToLoop(in, n, depth-1, wanted) {
				found = true
				return
			}
		}
	})
	return found
}
