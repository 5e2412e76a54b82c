package infer

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// hookArguments returns the types of the arguments with which PyTorch calls a hook, by
// the method that registers it.
func hookArguments(method string) []Type {
	tensor, module := TypeOf(KindTensor, Likely), TypeOf(KindModule, Likely)
	switch method {
	case "register_hook", "register_post_accumulate_grad_hook":
		return []Type{tensor}
	case "register_forward_pre_hook":
		return []Type{module, sequenceOf(tensor)}
	case "register_forward_hook":
		return []Type{module, sequenceOf(tensor), tensor}
	case "register_full_backward_hook", "register_backward_hook":
		return []Type{module, sequenceOf(tensor), sequenceOf(tensor)}
	}
	return nil
}

// Hooks returns the calls of this file that register a function with a tensor or a
// module: layer.register_forward_hook(fn), also in a partial application, or as the
// result of a function that makes it.
func (m *Model) Hooks(fn syntax.Node) []syntax.Node {
	var out []syntax.Node
	for _, h := range m.hooksOf(fn) {
		out = append(out, h.call)
	}
	return out
}

// hook is a call that registers a function, and how many arguments a partial application
// has already given that function.
type hook struct {
	call  syntax.Node
	given int
}

// hooksOf returns the hooks that run a function, in source order where the function
// itself is named.
func (m *Model) hooksOf(fn syntax.Node) (out []hook) {
	if !m.TextHas("register_") {
		return nil
	}
	add := func(n syntax.Node, given int) bool {
		call := m.TakenBy(n)
		if call == syntax.None || m.Tree.Arg(call, 0, "hook") != n {
			return false
		}
		object, method := m.MethodCall(call)
		k := m.Type(object).Kind
		registers := hookArguments(method) != nil && (k == KindTensor || k == KindModule || k == KindUnknown && method != "register_hook")
		if registers {
			out = append(out, hook{call, given})
		}
		return registers
	}
	for _, n := range m.MentionsOf(fn) {
		if add(n, 0) {
			continue
		}
		if call := m.TakenBy(n); call != syntax.None && m.Tree.Arg(call, 0, "func") == n && m.importedName(m.Tree.Callee(call)) == "functools.partial" {
			positional, _, _ := m.Tree.ArgCount(call)
			add(call, positional-1)
		}
	}
	for _, made := range m.makersOf(fn) {
		add(made, 0)
	}
	return out
}

// makersOf returns the calls of a function of this file that returns fn, which is defined
// in it: register_forward_hook(watch(name)).
func (m *Model) makersOf(fn syntax.Node) (calls []syntax.Node) {
	maker := m.Tree.EnclosingFunction(m.Tree.Parent(fn))
	if m.Tree.Kind(maker) != syntax.KindFunction || !m.handsOut(maker, fn) {
		return nil
	}
	for _, call := range m.CallsByName(maker) {
		if m.Ref(m.Tree.Callee(call)).Def == maker {
			calls = append(calls, call)
		}
	}
	return calls
}

// handsOut reports whether a function returns a function that is defined in it.
func (m *Model) handsOut(maker, fn syntax.Node) bool {
	return slices.ContainsFunc(m.Returns(maker), func(n syntax.Node) bool {
		if n = m.Tree.Unparen(n); n == fn || m.Tree.Kind(fn) != syntax.KindFunction || m.Tree.Kind(n) != syntax.KindIdentifier {
			return n == fn
		}
		return slices.ContainsFunc(m.ReachingDefs(n), func(d Def) bool { return d.Kind == DefFunction && d.Node == fn })
	})
}

// hookType types a parameter of a function that is registered as a hook.
func (m *Model) hookType(fn syntax.Node, d Def) Type {
	for _, h := range m.hooksOf(fn) {
		_, method := m.MethodCall(h.call)
		at := m.positionFor(m.Tree.Arg(h.call, 0, "hook"), fn, d) - h.given
		if at >= 0 && at < len(hookArguments(method)) {
			return hookArguments(method)[at]
		}
	}
	return Type{}
}
