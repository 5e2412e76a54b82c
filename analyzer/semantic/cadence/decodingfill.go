package cadence

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// writesOn reports whether a loop writes into a sequence of the final size, at the
// position of the current round, and passes the part before that position to a function
// that is not the framework's: logits = model(tokens[:, :at]); tokens[:, at] = drawn.
func (m *Rates) writesOn(loop syntax.Node) bool {
	body := m.Tree.Child(loop, syntax.FieldBody)
	for n := range m.Tree.All(body) {
		if m.Tree.Kind(n) != syntax.KindAssignment {
			continue
		}
		target := m.Tree.Child(n, syntax.FieldLeft)
		if m.Tree.Kind(target) != syntax.KindSubscript {
			continue
		}
		sequence := m.Symbol(m.Tree.Child(target, syntax.FieldValue))
		if sequence == nil || !m.atRound(target, loop) {
			continue
		}
		for _, use := range sequence.Uses {
			if use < n && m.Tree.Within(use, body) && m.takenInPart(use, loop) {
				return true
			}
		}
	}
	return false
}

// atRound reports whether the index of a subscript names a variable that the loop binds
// in each round.
func (m *Rates) atRound(subscript, loop syntax.Node) bool {
	for id := range m.Tree.All(subscript) {
		if m.Tree.Kind(id) != syntax.KindIdentifier || m.Tree.Within(id, m.Tree.Child(subscript, syntax.FieldValue)) {
			continue
		}
		sym := m.Symbol(id)
		if sym == nil {
			continue
		}
		for _, d := range sym.Defs {
			if m.Tree.Within(d.Node, loop) {
				return true
			}
		}
	}
	return false
}

// takenInPart reports whether a function that is not the framework's is called with the
// part of a sequence that a loop has filled.
func (m *Rates) takenInPart(use, loop syntax.Node) bool {
	part := m.Tree.Parent(use)
	if m.Tree.Kind(part) != syntax.KindSubscript || m.Tree.Child(part, syntax.FieldValue) != use || !m.atRound(part, loop) {
		return false
	}
	call, _ := m.ArgumentOf(part)
	if call == syntax.None {
		return false
	}
	name, _ := m.CallName(call)
	return name == ""
}

// runsDraw reports whether a call runs a function of the project that picks a token.
func (m *Rates) runsDraw(call syntax.Node) (draws bool) {
	m.inside(call, func(in *Rates, fn syntax.Node) {
		for n := range in.Tree.All(fn) {
			if in.Tree.Kind(n) == syntax.KindCall && in.drawsToken(n) {
				draws = true
				return
			}
		}
	})
	return draws
}
