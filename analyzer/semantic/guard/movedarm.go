package guard

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// OnlyMoves reports whether a test decides a conditional expression whose arms yield the
// same, except that one moves it to the device in use or back to the host. Whichever arm
// is taken, moving what lies there already changes nothing.
//
//	x.cuda() if use_cuda else x
//	y.cpu().numpy() if use_cuda else y.numpy()
func (m *Control) OnlyMoves(test syntax.Node) bool {
	choice := m.Tree.Parent(m.Condition(test))
	if m.Tree.Kind(choice) != syntax.KindConditional {
		return false
	}
	body, _, orelse := m.Tree.Conditional(choice)
	return !m.Tree.Same(body, orelse) && m.sameButMoved(body, orelse)
}

// sameButMoved reports whether two expressions are equal but for moves in them.
func (m *Control) sameButMoved(x, y syntax.Node) bool {
	x, y = m.unmoved(x), m.unmoved(y)
	if m.Tree.Kind(x) != m.Tree.Kind(y) {
		return false
	}
	if m.Tree.First(x) == syntax.None || m.Tree.First(y) == syntax.None {
		return m.Tree.Same(x, y)
	}
	x, y = m.Tree.First(x), m.Tree.First(y)
	for x != syntax.None && y != syntax.None {
		if !m.sameButMoved(x, y) {
			return false
		}
		x, y = m.Tree.Next(x), m.Tree.Next(y)
	}
	return x == y // both have ended
}

// unmoved is an expression without the moves around it.
func (m *Control) unmoved(n syntax.Node) syntax.Node {
	for {
		n = m.Tree.Unparen(n)
		obj, method := m.MethodCall(n)
		if method != "cuda" && method != "cpu" {
			return n
		}
		if positional, keywords, splat := m.Tree.ArgCount(n); positional+keywords > 0 || splat {
			return n
		}
		n = obj
	}
}
