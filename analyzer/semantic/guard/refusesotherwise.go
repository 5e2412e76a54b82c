package guard

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// RefusesOtherwise reports whether the arm taken without CUDA in place of a guarded one
// refuses to go on, even if only under a condition of its own.
func (m *Control) RefusesOtherwise(g *Guard) bool {
	for stmt := range m.Tree.Children(m.Tree.Body(m.otherwise(g.Node))) {
		if k := m.Tree.Kind(stmt); k == syntax.KindAssert || k == syntax.KindRaise {
			return true
		}
	}
	return false
}

// otherwise is the else clause of the statement that an if or elif arm belongs to.
func (m *Control) otherwise(arm syntax.Node) syntax.Node {
	if m.Tree.Kind(arm) == syntax.KindElif {
		arm = m.Tree.Parent(arm)
	}
	if m.Tree.Kind(arm) != syntax.KindIf {
		return syntax.None
	}
	last := m.Tree.Last(arm)
	if m.Tree.Kind(last) != syntax.KindElse {
		return syntax.None
	}
	return last
}

// refusesOtherwise is the kind of guard if the arm taken in place of the one for CUDA
// stops: it raises an exception, or an assertion in it fails for some settings. Then
// there is something to do, however harmless the arm for CUDA is.
func (b *guardBuilder) refusesOtherwise(arm syntax.Node) Kind {
	body := b.t.Body(b.m.otherwise(arm))
	if kind, leaves := b.leaves(body); leaves && kind == GuardAssertion {
		return GuardAssertion
	}
	for stmt := range b.t.Children(body) {
		if b.t.Kind(stmt) == syntax.KindAssert && len(b.m.caught(stmt)) == 0 {
			return GuardOther
		}
	}
	return 0
}

// StopsOtherwise reports whether the program stops where a test fails, because the other
// branch of its statement does nothing but raise an exception.
func (m *Control) StopsOtherwise(test syntax.Node) bool {
	cond := m.Condition(test)
	arm := m.Tree.Parent(cond)
	if m.Tree.Child(arm, syntax.FieldCondition) != cond {
		return false
	}
	b := &guardBuilder{m: m, t: m.Tree}
	return b.refusesOtherwise(arm) == GuardAssertion
}

// countsGPUs reports whether an expression asks how many GPUs there are.
func (b *guardBuilder) countsGPUs(n syntax.Node) bool {
	for c := range b.t.All(n) {
		if name, _ := b.m.CallName(c); name == "torch.cuda.device_count" {
			return true
		}
	}
	return false
}
