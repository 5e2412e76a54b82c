package place

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// AtHand is an expression for the device that a plain "cuda" means.
type AtHand struct {
	Text   string
	Object bool // it is a torch.device, and not the name of one
	// Source is the literal that the device comes from, which has to change if the
	// expression is to mean another accelerator. It is None for the device of a tensor,
	// which follows the tensor.
	Source syntax.Node
}

// hands are the names and attributes of a file that hold the device.
type hands struct {
	names  map[*scope.Scope][]*infer.Symbol
	fields map[syntax.Node][]heldField // by class
}

// DeviceAtHand is an existing expression for the device, for a call that makes or moves
// something on the CUDA device in use: a variable that holds the device, the nearest
// first, an attribute of self, or the device of a tensor that the result is used with.
// The value of a variable is known from its only binding; that of a parameter, from all
// calls of the function.
func (m *Places) DeviceAtHand(call syntax.Node) (AtHand, bool) {
	if m.RunsCode() {
		return AtHand{}, false
	}
	if hand, ok := m.nameAtHand(call); ok {
		return hand, true
	}
	if hand, ok := m.fieldAtHand(call); ok {
		return hand, true
	}
	if x := m.neighbour(call); x != syntax.None {
		return AtHand{Text: m.Tree.Text(x) + ".device", Object: true}, true
	}
	return AtHand{}, false
}

// nameAtHand is the nearest variable or parameter that holds the device at n.
func (m *Places) nameAtHand(n syntax.Node) (AtHand, bool) {
	inner := m.ScopeOf(n)
	for s := inner; s != nil; s = s.Parent {
		for _, sym := range m.devicesIn(s) {
			if inner.Lookup([]byte(sym.Name)) == sym && m.isBoundAt(sym, n) {
				return AtHand{sym.Name, m.DefType(sym.Defs[0], sym).Kind == infer.KindDevice, m.heldBy(sym)}, true
			}
		}
	}
	return AtHand{}, false
}

// devicesIn are the names of a function or module that hold the device, the last bound
// first.
func (m *Places) devicesIn(s *scope.Scope) []*infer.Symbol {
	if out, ok := m.hands.names[s]; ok {
		return out
	}
	var out []*infer.Symbol
	for _, sym := range s.Names {
		if m.heldBy(sym) != syntax.None {
			out = append(out, sym)
		}
	}
	slices.SortFunc(out, func(a, b *infer.Symbol) int { return int(b.Defs[0].Node) - int(a.Defs[0].Node) })
	if m.hands.names == nil {
		m.hands.names = make(map[*scope.Scope][]*infer.Symbol)
	}
	m.hands.names[s] = out
	return out
}

// heldBy is a literal that the device in a variable comes from; None if the variable
// may hold anything else.
func (m *Places) heldBy(sym *infer.Symbol) syntax.Node {
	o := deviceOrigin{m: m}
	if !o.symbol(sym) {
		return syntax.None
	}
	return o.source
}

// isBoundAt reports whether the only binding of a name has run when n is evaluated. The
// body of a function runs after its definition.
func (m *Places) isBoundAt(sym *infer.Symbol, n syntax.Node) bool {
	d := sym.Defs[0]
	if d.Kind == infer.DefParam {
		return true
	}
	for !m.SameFunction(n, sym.Scope) {
		if n = m.Tree.EnclosingFunction(n); n == syntax.None {
			return false
		}
	}
	return m.Bound(d) <= m.Tree.Start(n) && m.Dominates(d.Node, n)
}
