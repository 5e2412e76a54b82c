package value

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// keptValues holds the answers of ValuesStored and the index behind them.
type keptValues struct {
	of     map[infer.ClassAttr][]syntax.Node
	byName map[string][]scope.Store // assignments to attributes
}

// ValuesStored returns the values assigned to an attribute; none if it is also changed in
// other ways. For an overwritten command line option these are the new values.
func (m *Values) ValuesStored(k infer.ClassAttr) []syntax.Node {
	if m.kept.of == nil {
		m.kept = keptValues{make(map[infer.ClassAttr][]syntax.Node), m.storesByName()}
	}
	values, known := m.kept.of[k]
	if !known {
		values = m.findValues(k)
		m.kept.of[k] = values
	}
	return values
}

// findValues works out ValuesStored.
func (m *Values) findValues(k infer.ClassAttr) []syntax.Node {
	var values []syntax.Node
	for _, s := range m.kept.byName[k.Name] {
		if held, ok := m.AttrCell(s.Target); !ok || held != k {
			continue
		}
		if s.Kind != infer.DefAssign {
			return nil
		}
		values = append(values, s.Value)
	}
	if k.Class == syntax.None {
		return values
	}
	for _, class := range m.Classes() {
		sym := m.Scope(class).Names[k.Name]
		if sym == nil || m.AttributeOwner(class, k.Name) != k.Class {
			continue
		}
		for _, d := range sym.Defs {
			if d.Kind != infer.DefAssign {
				return nil
			}
			if !d.IsDeclaration() {
				values = append(values, d.Value)
			}
		}
	}
	return values
}

// storesByName indexes the assignments to attributes by name.
func (m *Values) storesByName() map[string][]scope.Store {
	stores := make(map[string][]scope.Store)
	for _, s := range m.Stores() {
		if attr := m.Tree.AttrName(s.Target); attr != syntax.None {
			name := m.Tree.Text(attr)
			stores[name] = append(stores[name], s)
		}
	}
	return stores
}
