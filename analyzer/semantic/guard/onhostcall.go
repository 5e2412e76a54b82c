package guard

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

func (w *hostTests) call(n syntax.Node) outcome {
	name, _ := w.m.CallName(n)
	switch name {
	case "builtins.bool":
		return w.ask(w.t.Arg(n, 0, ""))
	case "builtins.isinstance":
		if kind, _ := w.m.Name(w.t.Arg(n, 1, "")); isHostType(kind) {
			return onHost
		}
	case "builtins.all", "builtins.any":
		return w.each(w.t.Child(n, syntax.FieldArguments))
	}
	switch obj, method := w.m.MethodCall(n); method {
	case "startswith", "__eq__", "__contains__":
		if o := w.spelled(w.t.Arg(n, 0, "")); o != (outcome{}) && w.mayBeDevice(obj) {
			return o
		}
	}
	r := w.m.Ref(w.t.Callee(n))
	switch {
	case w.t.Kind(r.Def) == syntax.KindFunction:
		if o := w.returned(r.Def); o != (outcome{}) {
			return o
		}
	case r.Foreign.Module != nil && r.Foreign.Kind == syntax.KindFunction:
		if o := w.foreign(r.Foreign.Module, func(there *hostTests) outcome { return there.returned(r.Foreign.Node) }); o != (outcome{}) {
			return o
		}
	}
	return w.asked(n)
}

// isHostType reports whether a name is of a legacy type of tensors on the host:
// torch.FloatTensor.
func isHostType(name string) bool {
	rest, ok := strings.CutPrefix(name, "torch.")
	return ok && strings.HasSuffix(rest, "Tensor") && rest != "Tensor" && !strings.Contains(rest, ".")
}

// each is the outcome of all(x.is_cpu for x in tensors), assuming that the tensors are on
// one device.
func (w *hostTests) each(arguments syntax.Node) outcome {
	generator := arguments
	if w.t.Kind(arguments) == syntax.KindArgumentList {
		generator = w.t.First(arguments)
	}
	switch w.t.Kind(generator) {
	case syntax.KindGenerator, syntax.KindListComprehension:
		return w.ask(w.t.Child(generator, syntax.FieldBody))
	}
	return outcome{}
}

// returned is the outcome of a function's return value.
func (w *hostTests) returned(fn syntax.Node) outcome {
	if w.t.IsAsync(fn) || w.m.IsGenerator(fn) || w.depth > 32 {
		return outcome{}
	}
	w.depth++
	defer func() { w.depth-- }()
	body := w.t.Child(fn, syntax.FieldBody)
	host, _ := w.run(body, func(o outcome) infer.Truth { return o.host })
	neuron, _ := w.run(body, func(o outcome) infer.Truth { return o.neuron })
	return outcome{host, neuron}
}

// run is the return value of a block for the given outcome of its conditions; ended is
// false if the code behind the block runs too. Its other effects are ignored.
func (w *hostTests) run(block syntax.Node, where func(outcome) infer.Truth) (result infer.Truth, ended bool) {
	for stmt := range w.t.Children(block) {
		switch w.t.Kind(stmt) {
		case syntax.KindReturn:
			if value := w.t.First(stmt); value != syntax.None {
				return where(w.ask(value)), true
			}
			return infer.No, true
		case syntax.KindRaise:
			return infer.Unknown, true
		case syntax.KindIf:
			if result, ended = w.runIf(stmt, where); ended {
				return result, true
			}
		case syntax.KindTry:
			if result, ended = w.runTry(stmt, where); ended {
				return result, true
			}
		case syntax.KindFor, syntax.KindWhile, syntax.KindWith, syntax.KindMatch:
			if w.returnsIn(stmt) {
				return infer.Unknown, true
			}
		}
	}
	return infer.No, false
}

// runIf is run for an if statement.
func (w *hostTests) runIf(stmt syntax.Node, where func(outcome) infer.Truth) (result infer.Truth, ended bool) {
	switch where(w.ask(w.t.Child(stmt, syntax.FieldCondition))) {
	case infer.Yes:
		return w.run(w.t.Child(stmt, syntax.FieldConsequence), where)
	case infer.No:
		for c := range w.t.Children(stmt) {
			switch w.t.Kind(c) {
			case syntax.KindElif:
				return infer.Unknown, true
			case syntax.KindElse:
				return w.run(w.t.Child(c, syntax.FieldBody), where)
			}
		}
		return infer.Unknown, false
	}
	return infer.Unknown, w.returnsIn(stmt)
}

// returnsIn reports whether a statement contains a return.
func (w *hostTests) returnsIn(stmt syntax.Node) bool {
	for n := range w.t.All(stmt) {
		if w.t.Kind(n) == syntax.KindReturn {
			return true
		}
	}
	return false
}
