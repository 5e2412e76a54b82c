package place

import (
	"iter"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// StaleOptimizer is an optimizer that takes the parameters of a module on the host,
// before the module moves to its device:
//
//	optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
//	model.to(device)
//
// A move from the host to CUDA changes the memory behind the parameters. To any other
// device it makes new parameters, and the optimizer keeps the old ones.
type StaleOptimizer struct {
	Likely bool        // nothing is known to have moved the module before; else it is not known where it lies
	Made   syntax.Node // the call that makes the optimizer
	Module syntax.Node // the module whose parameters it takes
	Moved  syntax.Node // the call that moves the module, or passes it to code that does
}

// StaleOptimizers are those of the file, in order.
func (m *Places) StaleOptimizers() []StaleOptimizer {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() (all []StaleOptimizer) {
		for attr := range m.parameterLoads() {
			for _, made := range m.optimizersOf(attr) {
				module := m.Tree.Unparen(m.Tree.Object(attr))
				if moved, likely := m.movedBehind(module, made); moved != syntax.None {
					all = append(all, StaleOptimizer{likely, made, module, moved})
				}
			}
		}
		slices.SortFunc(all, func(a, b StaleOptimizer) int { return int(a.Made) - int(b.Made) })
		return slices.CompactFunc(all, func(a, b StaleOptimizer) bool { return a.Made == b.Made })
	})
}

// parameterLoads yields the methods of objects that yield the parameters of a module.
func (m *Places) parameterLoads() iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for _, name := range []string{"parameters", "named_parameters"} {
			for attr := range m.AttributeLoads(name) {
				if !yield(attr) {
					return
				}
			}
		}
	}
}

// MovesStale reports whether a call moves a module whose old parameters an optimizer has.
func (m *Places) MovesStale(move syntax.Node) bool {
	return slices.ContainsFunc(m.StaleOptimizers(), func(s StaleOptimizer) bool { return s.Moved == move })
}

// optimizersOf are the calls that make an optimizer of parameters, directly or by way of
// a variable.
func (m *Places) optimizersOf(parameters syntax.Node) []syntax.Node {
	if made := m.optimizerAround(parameters); made != syntax.None {
		return []syntax.Node{made}
	}
	assign := parameters
	for m.Tree.Kind(assign) != syntax.KindAssignment {
		if assign = m.Tree.Parent(assign); assign == syntax.None {
			return nil
		}
	}
	sym := m.Symbol(m.Tree.Child(assign, syntax.FieldLeft))
	if sym == nil || len(sym.Defs) != 1 {
		return nil
	}
	var out []syntax.Node
	for _, use := range few(sym.Uses) {
		if made := m.optimizerAround(use); made != syntax.None {
			out = append(out, made)
		}
	}
	return out
}

// optimizerAround is the call that makes an optimizer of PyTorch of an expression.
func (m *Places) optimizerAround(n syntax.Node) syntax.Node {
	for stmt := m.Tree.Statement(n); n != stmt && n != syntax.None; n = m.Tree.Parent(n) {
		if m.Tree.Kind(n) != syntax.KindCall {
			continue
		}
		if t := m.Type(n); t.Kind == infer.KindOptimizer && t.Confidence >= infer.Likely || m.picksOptimizer(n) {
			return n
		}
	}
	return syntax.None
}

// picksOptimizer reports whether a call makes one of several optimizers: one from a table,
// or getattr(torch.optim, name)(…).
func (m *Places) picksOptimizer(call syntax.Node) bool {
	ofTorch := func(name string) bool { return strings.HasPrefix(name, "torch.optim.") }
	if slices.ContainsFunc(m.PossibleNames(call), ofTorch) {
		return true
	}
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	if name, _ := m.CallName(callee); m.Tree.Kind(callee) != syntax.KindCall || name != "builtins.getattr" {
		return false
	}
	return m.Ref(m.Tree.Arg(callee, 0, "")).Name == "torch.optim"
}

// movedBehind is the call behind an optimizer by which its module, or one that contains
// it, moves from the host: for the first time, or after it has moved back there.
func (m *Places) movedBehind(module, made syntax.Node) (moved syntax.Node, likely bool) {
	for owner := module; ; owner = m.Tree.Unparen(m.Tree.Object(owner)) {
		uses := m.usesBehind(owner, made)
		back := slices.ContainsFunc(uses, m.movedBack)
		for _, use := range uses {
			call := m.movedBy(use)
			if call == syntax.None || m.madeAgain(module, call) {
				continue
			}
			switch {
			case back:
				return call, m.goesRound(call, made)
			case m.MovedModule(module):
			case m.waitsOnHost(owner):
				return call, true
			case m.isParameter(owner):
				return call, false
			}
		}
		if m.Tree.Kind(owner) != syntax.KindAttribute {
			return syntax.None, false
		}
	}
}

// goesRound reports whether a move runs again and again behind an optimizer.
func (m *Places) goesRound(moved, made syntax.Node) bool {
	for n := m.Tree.Parent(moved); n != syntax.None; n = m.Tree.Parent(n) {
		switch m.Tree.Kind(n) {
		case syntax.KindFor, syntax.KindWhile:
			return !m.Tree.Within(made, n)
		case syntax.KindFunction, syntax.KindClass:
			return false
		}
	}
	return false
}

// movedBack reports whether a use of a module moves it to the host.
func (m *Places) movedBack(use syntax.Node) bool {
	call := m.Tree.Parent(m.Tree.Parent(use))
	if !m.isMovedHere(use) || m.Tree.Kind(call) != syntax.KindCall {
		return false
	}
	_, method := m.MethodCall(call)
	return method == "cpu" || method == "to" && m.walkHost().isCPU(m.Tree.Arg(call, 0, "device"))
}

// isParameter reports whether a variable is a parameter of its function.
func (m *Places) isParameter(owner syntax.Node) bool {
	if m.Tree.Kind(owner) != syntax.KindIdentifier {
		return false
	}
	defs := m.KnownDefs(owner)
	return len(defs) == 1 && defs[0].Kind == infer.DefParam
}

// usesBehind are the uses of a variable or of an attribute of self that run after a call.
func (m *Places) usesBehind(owner, call syntax.Node) (uses []syntax.Node) {
	fn := m.Tree.EnclosingFunction(call)
	behind := func(use syntax.Node) bool {
		return m.Tree.EnclosingFunction(use) == fn && (m.Tree.Start(use) > m.Tree.Stop(call) || m.besideIn(use, call)) && m.follows(call, use)
	}
	switch m.Tree.Kind(owner) {
	case syntax.KindIdentifier:
		sym, defs := m.Symbol(owner), m.KnownDefs(owner)
		if sym == nil || len(defs) != 1 {
			return nil
		}
		for _, use := range few(sym.Uses) {
			if there := m.KnownDefs(use); behind(use) && len(there) == 1 && there[0].Node == defs[0].Node {
				uses = append(uses, use)
			}
		}
	case syntax.KindAttribute:
		class := m.SelfClass(m.Tree.Object(owner))
		if class == syntax.None {
			return nil
		}
		made := m.MethodClass(fn) == class && m.Constructor(class) == fn
		for _, use := range few(m.LoadsOf(m.Tree.Text(m.Tree.AttrName(owner)))) {
			if m.SelfClass(m.Tree.Object(use)) == class && (behind(use) || made && m.Tree.EnclosingFunction(use) != fn) {
				uses = append(uses, use)
			}
		}
	}
	return uses
}

// besideIn reports whether an expression is an argument of a call, and another call stands
// among its arguments, which run first.
func (m *Places) besideIn(arg, call syntax.Node) bool {
	taker := m.TakenBy(arg)
	return taker != syntax.None && m.Tree.Within(call, taker) && !m.Tree.Within(call, m.Tree.Callee(taker)) && !m.Tree.Within(arg, call)
}

// follows reports whether code runs after a call that stands before it: not in the other
// arm of the same condition.
func (m *Places) follows(call, use syntax.Node) bool {
	arm := call
	for n := m.Tree.Parent(arm); n != syntax.None; arm, n = n, m.Tree.Parent(n) {
		switch m.Tree.Kind(n) {
		case syntax.KindIf, syntax.KindMatch, syntax.KindConditional:
			if m.Tree.Within(use, n) {
				return m.Tree.Within(use, arm)
			}
		case syntax.KindFunction, syntax.KindClass:
			return true
		}
	}
	return true
}

// waitsOnHost reports whether a variable, or an attribute of self, holds a module that
// was made on the host.
func (m *Places) waitsOnHost(owner syntax.Node) bool {
	onHost := func(v syntax.Node) bool {
		return m.madeOnHost(v) || m.Type(v).Kind == infer.KindModule && m.Tree.Kind(v) == syntax.KindCall && !m.toldDevice(v) && m.Ref(m.Tree.Callee(v)).Def == syntax.None
	}
	if m.Tree.Kind(owner) == syntax.KindIdentifier {
		defs := m.KnownDefs(owner)
		return len(defs) == 1 && defs[0].Kind == infer.DefAssign && onHost(m.Tree.Unparen(defs[0].Value))
	}
	class := m.SelfClass(m.Tree.Object(owner))
	stores := m.AttributeStores(infer.ClassAttr{Class: class, Name: m.Tree.View(m.Tree.AttrName(owner))})
	return len(stores) > 0 && !slices.ContainsFunc(stores, func(s infer.AttrStore) bool {
		v := m.Tree.Unparen(s.Value)
		return !onHost(v) && (m.Tree.Kind(v) != syntax.KindIdentifier || !m.waitsOnHost(v))
	})
}

// madeAgain reports whether the function that moves a module makes another optimizer of it
// behind the move.
func (m *Places) madeAgain(module, moved syntax.Node) bool {
	fn := m.Tree.EnclosingFunction(moved)
	for attr := range m.parameterLoads() {
		if m.Tree.Start(attr) > m.Tree.Stop(moved) && m.Tree.EnclosingFunction(attr) == fn &&
			m.Tree.Same(m.Tree.Unparen(m.Tree.Object(attr)), module) && len(m.optimizersOf(attr)) > 0 {
			return true
		}
	}
	return false
}
