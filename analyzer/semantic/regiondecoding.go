package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// spreadDecoding gives the functions of this file that a loop over tokens calls,
// directly or not, its region: what filters the scores and draws from them runs
// for every token.
func (m *Model) spreadDecoding() {
	if !m.Says("cat") && !m.Says("multinomial") && !m.Says("argmax") {
		return // no loop draws what it starts from
	}
	var first []syntax.Node
	for _, call := range m.calls {
		fn := m.Tree.EnclosingFunction(call)
		if kind := m.regions[fn]; (kind == RegionOther || kind == RegionModule) && m.aroundIn(call, fn) == RegionDecoding {
			first = append(first, m.mayRun(call)...)
		}
	}
	if len(first) > 0 {
		called := m.calledFrom()
		called[syntax.None] = first
		spread(m.regions, called, []syntax.Node{syntax.None}, RegionDecoding)
	}
}

// mayRun are the functions of this file that a call may run: the one it names, or
// those that the variable may hold which it calls.
func (m *Model) mayRun(call syntax.Node) []syntax.Node {
	callee := m.Tree.Callee(call)
	if def := m.Ref(callee).Def; m.Tree.Kind(def) == syntax.KindFunction {
		return []syntax.Node{def}
	}
	var out []syntax.Node
	if m.Tree.Kind(callee) != syntax.KindIdentifier {
		return out
	}
	for i, d := range m.Reaching(callee) {
		if i == maxReaching {
			break
		}
		out = append(out, m.functionsIn(d.Value)...) // of a parameter its default
	}
	return out
}

// functionsIn are the functions of this file that an expression names, or those of
// the dictionary that it takes one from: FILTERS[name].
func (m *Model) functionsIn(n syntax.Node) []syntax.Node {
	n = m.Tree.Unparen(n)
	var out []syntax.Node
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		if def := m.Ref(n).Def; m.Tree.Kind(def) == syntax.KindFunction {
			out = append(out, def)
		}
	case syntax.KindSubscript:
		for _, table := range m.StandsFor(m.Tree.Child(n, syntax.FieldValue)) {
			for _, value := range m.entriesOf(table) {
				if def := m.Ref(value).Def; m.Tree.Kind(def) == syntax.KindFunction {
					out = append(out, def)
				}
			}
		}
	}
	return out
}

// entriesOf are the values of a dictionary that is written out, {"a": f} or
// dict(a=f).
func (m *Model) entriesOf(n syntax.Node) []syntax.Node {
	var out []syntax.Node
	n = m.Tree.Unparen(n)
	switch m.Tree.Kind(n) {
	case syntax.KindDictionary:
		for pair := range m.Tree.Children(n) {
			if m.Tree.Kind(pair) == syntax.KindPair {
				out = append(out, m.Tree.Child(pair, syntax.FieldValue))
			}
		}
	case syntax.KindCall:
		if name, _ := m.CallName(n); name != "builtins.dict" {
			return out
		}
		for a := range m.Tree.Args(n) {
			if a.Name != syntax.None {
				out = append(out, a.Value)
			}
		}
	}
	return out
}
