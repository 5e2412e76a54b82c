package infer

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

type (
	// Symbol is a name in a scope; see [scope.Symbol].
	Symbol = scope.Symbol
	// Def is one binding of a name; see [scope.Def].
	Def = scope.Def
	// DefKind is the kind of statement that binds a name; see [scope.DefKind].
	DefKind = scope.DefKind
	// Imported is the module or name that an import binds; see [scope.Imported].
	Imported = scope.Imported
)

// The kinds of bindings; see [scope.DefKind].
const (
	DefAssign   = scope.DefAssign
	DefAug      = scope.DefAug
	DefUnpack   = scope.DefUnpack
	DefImport   = scope.DefImport
	DefParam    = scope.DefParam
	DefFor      = scope.DefFor
	DefWith     = scope.DefWith
	DefExcept   = scope.DefExcept
	DefFunction = scope.DefFunction
	DefClass    = scope.DefClass
	DefDelete   = scope.DefDelete
	DefMatch    = scope.DefMatch
	DefOther    = scope.DefOther
)

// KnownDefs is ReachingDefs, remembered for walks that ask about the same read many times.
func (m *Model) KnownDefs(n syntax.Node) []Def {
	type key struct{ n syntax.Node }
	return Walked(m, key{n}, func() []Def { return m.ReachingDefs(n) })
}

// ReachingDefs returns the bindings that may hold when the identifier use is evaluated;
// see [scope.View.ReachingDefs].
func (m *Model) ReachingDefs(use syntax.Node) []Def {
	m.CheckInterrupt()
	sym := m.Symbol(use)
	if sym == nil || len(sym.Defs) <= scope.MaxReaching {
		return m.View.ReachingDefs(use)
	}
	if m.farReaching[use] {
		return sym.Defs
	}
	defs := m.View.ReachingDefs(use)
	if len(defs) == len(sym.Defs) {
		if m.farReaching == nil {
			m.farReaching = make(map[syntax.Node]bool)
		}
		m.farReaching[use] = true
	}
	return defs
}
