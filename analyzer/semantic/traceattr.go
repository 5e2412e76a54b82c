package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// openParameter notes that callers outside this file can pass other devices.
func (tr *trace) openParameter(sym *Symbol, held cell) {
	if tr.m.isInner(sym.scope.node) {
		return
	}
	tr.f.ajar[held] = openParameter(sym)
}

// openParameter says why a parameter may hold other devices.
func openParameter(sym *Symbol) string {
	return "the parameter " + sym.Name + " can be passed from elsewhere"
}

func (tr *trace) attribute(k classAttr, at syntax.Node, conf Confidence) {
	tr.enter(cell{attr: k}, conf)
	if k.class == syntax.None {
		tr.f.ajar[cell{attr: k}] = "the attribute " + k.name + " can be set elsewhere"
		if tr.t.Kind(at) == syntax.KindAttribute {
			tr.hop.leaves = "the attribute " + k.name + " can be read elsewhere"
		}
	}
	tr.name(k.name, at, conf)
}

// loads goes on from an attribute to where it is read.
func (tr *trace) loads(k classAttr) {
	sure := Certain
	if k.class == syntax.None {
		sure = Likely
	}
	for _, load := range tr.m.attributeLoads(k.name) {
		switch lk, ok := tr.f.attrCell(load); {
		case !ok:
		case lk == k:
			tr.value(load, sure)
		case tr.aliased(k, lk):
			tr.value(load, Likely)
		}
	}
}

// aliased lets an attribute be read by a base class that leaves setting it to
// its derived classes, and one of a plain class of this file (a config object)
// through a name whose class is not known.
func (tr *trace) aliased(k, load classAttr) bool {
	if load.class != syntax.None {
		return k.class != syntax.None && tr.m.derives(k.class, load.class) && !tr.m.sets(load.class, k.name)
	}
	return load.class == syntax.None && k.class != syntax.None && tr.m.frameworkBase(k.class).Kind != KindModule
}

// attributeLoads are the places that read an attribute of this name.
func (m *Model) attributeLoads(name string) []syntax.Node {
	if m.attrs == nil {
		m.attrs = make(map[string][]syntax.Node)
		stored := make(map[syntax.Node]bool, len(m.stores))
		for _, s := range m.stores {
			stored[s.target] = true
		}
		for _, n := range m.attributes {
			if attr := m.Tree.AttrName(n); attr != syntax.None && !stored[n] {
				m.attrs[m.Tree.Text(attr)] = append(m.attrs[m.Tree.Text(attr)], n)
			}
		}
	}
	return m.attrs[name]
}
