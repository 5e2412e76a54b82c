package place

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// behindPlatform reports whether a place is only reached on the platform of another
// accelerator: an earlier statement asks JAX for its devices by name, and raises if
// there are none.
func (m *Places) behindPlatform(n syntax.Node) bool {
	if !m.TextHas("tpu") {
		return false
	}
	fn := m.Tree.EnclosingFunction(n)
	for call := range m.CallsOf("jax.devices", "jax.local_devices") {
		if fn != syntax.None && call < n && m.Tree.EnclosingFunction(call) == fn && m.asksTPU(call) && m.ranWell(call, n) {
			return true
		}
	}
	return false
}

// asksTPU reports whether a call of jax.devices or jax.local_devices asks for TPUs.
func (m *Places) asksTPU(call syntax.Node) bool {
	name, _ := m.CallName(call)
	backend := m.Tree.Arg(call, 0, "backend")
	if name == "jax.local_devices" {
		backend = m.Tree.Arg(call, 1, "backend")
	}
	text, ok := m.Tree.StringValue(backend)
	return ok && text == "tpu"
}

// ranWell reports whether a place runs only after a call that did not raise: it is in a
// suite around the call, and only with statements, or try statements whose handlers all
// leave, lie between the suite and the call.
func (m *Places) ranWell(call, n syntax.Node) bool {
	t := m.Tree
	if assign := t.Parent(call); t.Kind(assign) != syntax.KindAssignment || t.Child(assign, syntax.FieldRight) != call {
		return false
	}
	for at := t.Parent(t.Parent(call)); at != syntax.None; at = t.Parent(at) {
		switch t.Kind(at) {
		case syntax.KindBlock:
			if t.Within(n, at) {
				return true
			}
		case syntax.KindTry:
			if t.Within(n, at) || !m.handlersLeave(at) {
				return false
			}
		case syntax.KindExpressionStatement, syntax.KindWith:
		default:
			return false
		}
	}
	return false
}

// handlersLeave reports whether each handler of a try statement ends the function.
func (m *Places) handlersLeave(try syntax.Node) bool {
	for c := range m.Tree.Children(try) {
		if k := m.Tree.Kind(c); k != syntax.KindExcept && k != syntax.KindExceptGroup {
			continue
		}
		for block := range m.Tree.Children(c) {
			if m.Tree.Kind(block) == syntax.KindBlock && !m.EndsFunction(block) {
				return false
			}
		}
	}
	return true
}
