package cadence

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// carries reports whether a loop hands the token that one of the calls draws to its next
// round, which passes it to a call first: ids = next_id after model(ids).
func (m *Rates) carries(loop syntax.Node, draws []syntax.Node) bool {
	drawn := m.drawnBy(draws)
	for n := range m.Tree.All(m.Tree.Child(loop, syntax.FieldBody)) {
		if m.Tree.Kind(n) != syntax.KindAssignment {
			continue
		}
		next := m.Symbol(m.Tree.Child(n, syntax.FieldLeft))
		if next != nil && m.reshapes(m.Tree.Child(n, syntax.FieldRight), drawn) && m.takenBefore(next, loop, n) {
			return true
		}
	}
	return false
}

// drawnBy returns the variables that hold the results of calls that draw.
func (m *Rates) drawnBy(draws []syntax.Node) map[*infer.Symbol]bool {
	drawn := make(map[*infer.Symbol]bool)
	for _, call := range draws {
		if stmt := m.Tree.Statement(call); m.Tree.Kind(m.assigned(stmt)) == syntax.KindAssignment {
			for id := range m.Tree.All(m.Tree.Child(m.assigned(stmt), syntax.FieldLeft)) {
				if sym := m.Symbol(id); sym != nil {
					drawn[sym] = true
				}
			}
		}
	}
	return drawn
}

// assigned returns the assignment in a statement; other statements are returned as they
// are.
func (m *Rates) assigned(stmt syntax.Node) syntax.Node {
	if m.Tree.Kind(stmt) == syntax.KindExpressionStatement {
		return m.Tree.First(stmt)
	}
	return stmt
}

// reshapes reports whether a value is the drawn token, at most in another shape. Any
// other function may turn it into anything, but the scores it is drawn from may become
// probabilities on the way.
func (m *Rates) reshapes(value syntax.Node, drawn map[*infer.Symbol]bool) bool {
	from := false
	for n := range m.Tree.All(value) {
		switch m.Tree.Kind(n) {
		case syntax.KindIdentifier:
			from = from || drawn[m.Symbol(n)]
		case syntax.KindCall:
			switch _, method := m.MethodCall(n); method {
			case "multinomial", "argmax", "topk", "max":
				from = true
			case "cat", "tensor", "item", "softmax", "log_softmax", "div", "exp":
			default:
				if e := m.DB.Trait(method).Elements; e == "" || e == opsdb.ElementsPicked {
					return false
				}
			}
		}
	}
	return from
}

// takenBefore reports whether a function that is not the framework's is called with a
// variable before the loop sets it, be it in the next round.
func (m *Rates) takenBefore(sym *infer.Symbol, loop, set syntax.Node) bool {
	body := m.Tree.Span(m.Tree.Child(loop, syntax.FieldBody))
	first := m.Tree.Start(set)
	for _, d := range sym.Defs {
		if m.Tree.Span(loop).Contains(m.Tree.Span(d.Node)) {
			first = min(first, m.Tree.Start(d.Node))
		}
	}
	for _, use := range sym.Uses {
		if m.Tree.Stop(use) > first || !body.Contains(m.Tree.Span(use)) {
			continue
		}
		for at := m.Tree.Parent(use); at > loop; at = m.Tree.Parent(at) {
			if m.Tree.Kind(at) == syntax.KindCall && m.Tree.Within(use, m.Tree.Child(at, syntax.FieldArguments)) {
				if name, _ := m.CallName(at); name == "" && !m.StepsEnvironment(at) {
					return true
				}
			}
		}
	}
	return false
}

// StepsEnvironment recognises env.step(action) and self.vec_envs.step(action), which take
// no token.
func (m *Rates) StepsEnvironment(call syntax.Node) bool {
	object, method := m.MethodCall(call)
	if method != "step" {
		return false
	}
	if m.Tree.Kind(object) == syntax.KindAttribute {
		object = m.Tree.AttrName(object)
	}
	name := strings.TrimSuffix(strings.ToLower(m.Tree.Text(object)), "s")
	return strings.HasSuffix(name, "env") || strings.HasSuffix(name, "environment")
}
