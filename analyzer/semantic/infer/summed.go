package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// summed types the result of an otherwise unknown call as a dictionary of tensors if the
// sum of its values is used as a tensor: losses = model(x); loss = sum(losses.values());
// loss.backward().
func (m *Model) summed(d Def, sym *Symbol) Type {
	const maxUses = 64
	if d.Kind != DefAssign || m.Tree.Kind(d.Value) != syntax.KindCall || len(sym.Uses) > maxUses || !m.TextHas("sum") {
		return Type{}
	}
	for _, use := range sym.Uses {
		if total, ok := m.total(use); ok && len(total.Defs) == 1 && m.usage().bindsTensor(total.Defs[0], total) {
			return dictOf(TypeOf(KindTensor, Likely))
		}
	}
	return Type{}
}

// total returns the variable that holds the sum of the values of the dictionary at use:
// sum(d.values()), sum(v for v in d.values()).
func (m *Model) total(use syntax.Node) (*Symbol, bool) {
	t := m.Tree
	values := t.Parent(use)
	if t.Kind(values) != syntax.KindAttribute || t.Text(t.AttrName(values)) != "values" || t.Kind(t.Parent(values)) != syntax.KindCall {
		return nil, false
	}
	for n := t.Parent(values); ; n = t.Parent(n) {
		switch parent := t.Parent(n); t.Kind(parent) {
		case syntax.KindArgumentList, syntax.KindForInClause, syntax.KindGenerator:
		case syntax.KindCall:
			if t.Text(t.Callee(parent)) != "sum" {
				return nil, false
			}
		case syntax.KindAssignment:
			sym := m.Symbol(t.Child(parent, syntax.FieldLeft))
			return sym, sym != nil && t.Kind(n) == syntax.KindCall
		default:
			return nil, false
		}
	}
}
