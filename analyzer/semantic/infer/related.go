package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// Related reports whether two classes are the same, or one of them derives from the other
// in this file.
func (m *Model) Related(a, b syntax.Node) bool {
	return m.comesFrom(a, b, MaxBases) || m.comesFrom(b, a, MaxBases)
}

func (m *Model) comesFrom(class, from syntax.Node, depth int) bool {
	if class == from {
		return true
	}
	if depth == 0 {
		return false
	}
	for arg := range m.Tree.Bases(class) {
		if r, ok := m.base(arg); ok && m.Tree.Kind(r.Def) == syntax.KindClass && m.comesFrom(r.Def, from, depth-1) {
			return true
		}
	}
	return false
}
