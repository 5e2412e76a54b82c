package cadence

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// spreadDecoding gives the functions of this file that a loop over tokens calls,
// directly or not, its region: what filters the scores and draws from them runs
// for every token.
func (m *Rates) spreadDecoding() {
	if !m.Says("cat") && !m.Says("multinomial") && !m.Says("argmax") {
		return // no loop draws what it starts from
	}
	var first []syntax.Node
	for _, call := range m.Calls() {
		fn := m.Tree.EnclosingFunction(call)
		if kind := m.regions[fn]; (kind == RegionOther || kind == RegionModule) && m.aroundIn(call, fn) == RegionDecoding {
			first = append(first, m.MayRun(call)...)
		}
	}
	if len(first) > 0 {
		called := m.calledFrom()
		called[syntax.None] = first
		spread(m.regions, called, []syntax.Node{syntax.None}, RegionDecoding)
	}
}
