// Package step finds the places where training takes a step, and writes the call that
// ends one on torch-xla.
//
// torch-xla records operators, and runs what was recorded when a value is read or at
// torch_xla.sync(). Reading a loss computes the loss alone: the updates of the weights
// remain recorded, and the graph of each step contains all steps before.
package step

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// Place is a place where steps have to end: a loop that trains, or a function that takes
// one step.
type Place struct {
	Calls  []syntax.Node // optimizer.step(), in order
	behind []syntax.Node // the statements behind which a step has ended
}

// Last is the last call of an optimizer in a step.
func (s *Place) Last() syntax.Node { return s.Calls[len(s.Calls)-1] }

// Ends are the edits that end the steps of a place; nil where that cannot be written.
func (s *Place) Ends(p *analyzer.Pass) []analyzer.Edit {
	var edits []analyzer.Edit
	for _, stmt := range s.behind {
		if p.Tree.InError(stmt) {
			return nil
		}
		name, imports, ok := rewrite.Qualified(p, "torch_xla.sync", stmt)
		if !ok {
			return nil
		}
		edits = append(edits, imports...)
		edits = append(edits, rewrite.Builder(p).InsertBehind(name+"()", stmt))
	}
	return rewrite.Once(edits)
}

// Open are the places of a file whose steps nothing ends, in order. There are none where
// the file ends steps itself, or a library around it may do so.
func Open(p *analyzer.Pass) []*Place {
	type key struct{}
	return analyzer.Once(p, key{}, func() []*Place {
		if EndedElsewhere(p) {
			return nil
		}
		return places(p)
	})
}

// EndedElsewhere reports whether a file ends steps itself, wherever, or uses a library
// whose loops do.
func EndedElsewhere(p *analyzer.Pass) bool {
	if p.Model.ImportsAny("accelerate", "lightning", "pytorch_lightning", "deepspeed", "composer", "ignite", "neuronx_distributed", "optimum") {
		return true
	}
	return p.Model.ImportsAny("torch_xla") && slices.ContainsFunc(p.Model.Calls(), func(call syntax.Node) bool {
		name, _ := p.Model.CallName(call)
		if !strings.HasPrefix(name, "torch_xla.") {
			return false
		}
		switch name[strings.LastIndexByte(name, '.')+1:] {
		case "sync", "mark_step", "step", "compile", "optimizer_step", "MpDeviceLoader", "ParallelLoader":
			return true
		}
		return false
	})
}

func places(p *analyzer.Pass) []*Place {
	found := make(map[syntax.Node]*Place)
	var all []*Place
	for _, call := range p.Model.Calls() {
		if !steps(p, call) || p.Model.GuardedForNeuron(call) {
			continue
		}
		around := roundOf(p, call)
		s := found[around]
		if s == nil {
			s = &Place{}
			found[around], all = s, append(all, s)
		}
		s.Calls = append(s.Calls, call)
	}
	for around, s := range found {
		slices.Sort(s.Calls)
		s.behind = behind(p, around, s.Calls)
	}
	slices.SortFunc(all, func(a, b *Place) int { return cmp.Compare(a.Calls[0], b.Calls[0]) })
	return slices.DeleteFunc(all, func(s *Place) bool { return onHost(p, s) })
}

// onHost reports whether a round trains on the host by the program's own choice: it moves
// its batches, and all of them there.
func onHost(p *analyzer.Pass, s *Place) bool {
	around := roundOf(p, s.Calls[0])
	if around == syntax.None {
		return false
	}
	moved := false
	for call := range p.Tree.All(p.Tree.Body(around)) {
		if call >= s.Calls[0] {
			break
		}
		if p.Tree.Kind(call) != syntax.KindCall {
			continue
		}
		callee := p.Tree.Callee(call)
		if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.Kind(p.Tree.Object(callee)) != syntax.KindIdentifier {
			continue
		}
		switch p.Tree.View(p.Tree.AttrName(callee)) {
		case "to", "cuda":
			if !p.Model.OnHost(call) {
				return false
			}
			moved = true
		}
	}
	return moved
}

// steps reports whether a call lets an optimizer change the weights on the device:
// optimizer.step(), scaler.step(optimizer). The step of an optimizer that the program
// defines is ended by its caller.
func steps(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.View(p.Tree.AttrName(callee)) != "step" {
		return false
	}
	if !optimizer(p, p.Tree.Object(callee)) && !optimizer(p, p.Tree.Arg(call, 0, "optimizer")) {
		return false
	}
	fn := p.Tree.EnclosingFunction(call)
	return p.Tree.Kind(fn) != syntax.KindLambda && p.Tree.View(p.Tree.FuncName(fn)) != "step" &&
		p.Model.Region(call) != semantic.RegionCompiled && p.Model.Region(call) != semantic.RegionTest
}

// optimizer recognises an optimizer by its type, or by its name where the type is
// unknown.
func optimizer(p *analyzer.Pass, n syntax.Node) bool {
	if n == syntax.None {
		return false
	}
	switch p.Model.Type(n).Kind {
	case semantic.KindOptimizer:
		return true
	case semantic.KindUnknown:
	default:
		return false
	}
	name := n
	switch p.Tree.Kind(n) {
	case syntax.KindIdentifier:
	case syntax.KindAttribute:
		name = p.Tree.AttrName(n)
	default:
		return false
	}
	word := strings.ToLower(strings.Trim(p.Tree.Text(name), "_"))
	return !strings.Contains(word, "sched") && (word == "opt" || strings.HasPrefix(word, "optim") || strings.HasSuffix(word, "optimizer"))
}

// roundOf is the loop or the function that takes a step in each of its rounds. A loop
// over optimizers is a part of one.
func roundOf(p *analyzer.Pass, call syntax.Node) syntax.Node {
	around := reach.Around(p.Tree, call)
	for p.Tree.Kind(around) == syntax.KindFor && slices.ContainsFunc(operands(p, call), func(n syntax.Node) bool {
		return slices.ContainsFunc(p.Model.ReachingDefs(n), func(d semantic.Def) bool {
			return d.Node == around || p.Tree.Within(d.Node, p.Tree.Child(around, syntax.FieldLeft))
		})
	}) {
		around = reach.Around(p.Tree, around)
	}
	return around
}

// operands are the names that a step is taken with.
func operands(p *analyzer.Pass, call syntax.Node) []syntax.Node {
	var names []syntax.Node
	for _, n := range []syntax.Node{p.Tree.Object(p.Tree.Callee(call)), p.Tree.Arg(call, 0, "optimizer")} {
		if n != syntax.None && p.Tree.Kind(n) == syntax.KindIdentifier {
			names = append(names, n)
		}
	}
	return names
}
