package semantic

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// keptValues are the answers of valuesStored, and the index that they are made from.
type keptValues struct {
	of     map[classAttr][]syntax.Node
	byName map[string][]scope.Store // assignments to attributes
}

// valuesStored are the values assigned to an attribute; none if it is changed
// otherwise, too. An option of the command line that is overwritten counts by what
// overwrites it.
func (m *Model) valuesStored(k classAttr) []syntax.Node {
	if m.kept.of == nil {
		m.kept = keptValues{make(map[classAttr][]syntax.Node), m.storesByName()}
	}
	values, known := m.kept.of[k]
	if !known {
		values = m.findValues(k)
		m.kept.of[k] = values
	}
	return values
}

// findValues works out valuesStored.
func (m *Model) findValues(k classAttr) []syntax.Node {
	var values []syntax.Node
	for _, s := range m.kept.byName[k.name] {
		if held, ok := m.attrCell(s.Target); !ok || held != k {
			continue
		}
		if s.Kind != DefAssign {
			return nil
		}
		values = append(values, s.Value)
	}
	if k.class == syntax.None {
		return values
	}
	for _, class := range m.Classes() {
		sym := m.Scope(class).Names[k.name]
		if sym == nil || m.owner(class, k.name) != k.class {
			continue
		}
		for _, d := range sym.Defs {
			if d.Kind != DefAssign {
				return nil
			}
			if !d.IsDeclaration() {
				values = append(values, d.Value)
			}
		}
	}
	return values
}

// storesByName are the assignments to attributes, by their names.
func (m *Model) storesByName() map[string][]scope.Store {
	stores := make(map[string][]scope.Store)
	for _, s := range m.Stores() {
		if attr := m.Tree.AttrName(s.Target); attr != syntax.None {
			name := m.Tree.Text(attr)
			stores[name] = append(stores[name], s)
		}
	}
	return stores
}
