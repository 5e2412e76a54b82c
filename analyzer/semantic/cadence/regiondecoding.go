package cadence

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// spreadDecoding gives the region of a loop over tokens to the functions of this file
// that it calls, directly or not: functions that filter the scores and draw from them run
// for every token.
func (m *Rates) spreadDecoding() {
	if !m.TextHas("cat") && !m.TextHas("multinomial") && !m.TextHas("argmax") {
		return // no loop draws the input of its next round
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
