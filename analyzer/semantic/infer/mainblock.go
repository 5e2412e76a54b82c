package infer

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// HasMain reports whether the file asks whether it is run as a program.
func (m *Model) HasMain() bool { return len(m.mainBlocks()) > 0 }

// IsProgram is HasMain.
func (m *Model) IsProgram() bool { return m.HasMain() }

// mainBlocks returns the result of findMains, which is kept.
func (m *Model) mainBlocks() []syntax.Node {
	if m.mains == nil {
		m.mains = m.findMains()
	}
	return m.mains
}

// findMains lists the blocks below if __name__ == "__main__", without those nested in
// another one: the nodes within a node are numbered right after it. It never returns nil.
func (m *Model) findMains() []syntax.Node {
	mains := []syntax.Node{}
	for cond := range m.Tree.OfKind(syntax.KindIf) {
		if block := m.Tree.Child(cond, syntax.FieldConsequence); block != syntax.None &&
			(len(mains) == 0 || !m.Tree.Within(block, mains[len(mains)-1])) && m.asksForMain(m.Tree.Child(cond, syntax.FieldCondition)) {
			mains = append(mains, block)
		}
	}
	return mains
}

func (m *Model) asksForMain(cond syntax.Node) bool {
	cond = m.Tree.Unparen(cond)
	if m.Tree.Kind(cond) != syntax.KindComparison {
		return false
	}
	operands, ops := m.Tree.Comparison(cond)
	if len(ops) != 1 || ops[0] != "==" {
		return false
	}
	name, text := operands[0], operands[1]
	if m.Tree.Kind(name) == syntax.KindString {
		name, text = text, name
	}
	value, ok := m.Tree.StringValue(text)
	return ok && value == "__main__" && m.Tree.Text(name) == "__name__"
}

// InMain reports whether n, outside of any definition, is below
// if __name__ == "__main__".
func (m *Model) InMain(n syntax.Node) bool {
	mains := m.mainBlocks()
	i, found := slices.BinarySearch(mains, n)
	return found || i > 0 && m.Tree.Within(n, mains[i-1])
}
