package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// hookArguments are the kinds of what PyTorch calls a hook with, by the method that
// registers it.
func hookArguments(method string) []Type {
	tensor, module := typeOf(KindTensor, Likely), typeOf(KindModule, Likely)
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

// Hooks are the calls of this file that register a function with a tensor or a module:
// layer.register_forward_hook(fn).
func (m *Model) Hooks(fn syntax.Node) []syntax.Node {
	if !m.Says("register_") {
		return nil
	}
	var out []syntax.Node
	for _, n := range m.mentionsOf(fn) {
		call := m.takenBy(n)
		if call == syntax.None || m.Tree.Arg(call, 0, "hook") != n {
			continue
		}
		object, method := m.method(call)
		if k := m.Type(object).Kind; hookArguments(method) != nil && (k == KindTensor || k == KindModule || k == KindUnknown && method != "register_hook") {
			out = append(out, call)
		}
	}
	return out
}

// hookType types a parameter of a function that is registered as a hook.
func (m *Model) hookType(fn syntax.Node, d Def) Type {
	for _, call := range m.Hooks(fn) {
		_, method := m.method(call)
		if at := m.positionFor(m.Tree.Arg(call, 0, "hook"), fn, d); at >= 0 && at < len(hookArguments(method)) {
			return hookArguments(method)[at]
		}
	}
	return Type{}
}
