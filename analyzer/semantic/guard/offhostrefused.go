package guard

import (
	"sort"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// refusedOffHost notes the raises and assertions that stop every object off the host.
func (m *Control) refusedOffHost(note func(syntax.Node, Stranded)) {
	if !m.partsHosts() {
		return
	}
	w := m.hostTests(0)
	regions := m.offHost()
	for _, n := range m.Conditions() {
		switch m.Tree.Kind(n) {
		case syntax.KindAssert:
			if o := w.ask(m.Tree.First(n)); o.host == infer.Yes && o.neuron == infer.No && len(m.caught(n)) == 0 {
				note(n, StrandedRefusal)
			}
		case syntax.KindRaise:
			if region, ok := regionAround(regions, m.Tree.Span(n)); ok && w.reaches(n, region) && !m.cannotFail(n) {
				note(n, StrandedRefusal)
			}
		}
	}
	for _, c := range m.hostEntries() {
		if m.lacksOthers(c) {
			note(c.Node, StrandedRefusal)
		}
	}
}

// regionAround finds the region that holds a place, among sorted, disjoint regions.
func regionAround(regions []source.Span, at source.Span) (source.Span, bool) {
	i := sort.Search(len(regions), func(i int) bool { return regions[i].End >= at.End })
	if i == len(regions) || !regions[i].Contains(at) {
		return source.Span{}, false
	}
	return regions[i], true
}

// cannotFail reports whether a raise is handled, re-raises, or raises StopIteration or a
// skip of a test.
func (m *Control) cannotFail(raise syntax.Node) bool {
	if m.Tree.First(raise) == syntax.None || len(m.caught(raise)) > 0 {
		return true
	}
	name := m.raisedClass(raise)
	return name == "StopIteration" || strings.HasSuffix(name, "Skip") || strings.HasPrefix(name, "Skip")
}

// reaches reports whether only tests of the device of tensors come between a region and a
// statement in it.
func (w *hostTests) reaches(n syntax.Node, region source.Span) bool {
	inner := n
	for p := w.t.Parent(n); p != syntax.None && region.Contains(w.t.Span(p)); inner, p = p, w.t.Parent(p) {
		switch w.t.Kind(p) {
		case syntax.KindBlock, syntax.KindElse, syntax.KindWith:
		case syntax.KindIf, syntax.KindElif:
			taken := w.ask(w.t.Child(p, syntax.FieldCondition)).neuron
			if inner == w.t.Child(p, syntax.FieldConsequence) && taken != infer.Yes || inner != w.t.Child(p, syntax.FieldConsequence) && taken != infer.No {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// callsRefusal reports whether a call is of a function that only raises. A method that
// subclasses override counts too, since those may be anywhere.
func (m *Control) callsRefusal(call syntax.Node) (refuses bool) {
	for _, at := range m.runsOfProject(call) {
		if at.module == m.Module() || at.module == nil {
			refuses = refuses || m.onlyRaises(at.fn)
		} else {
			m.elsewhere(at.module, func(lib *Control) { refuses = refuses || lib.onlyRaises(at.fn) })
		}
	}
	return refuses
}

func (m *Control) onlyRaises(fn syntax.Node) bool {
	if m.Tree.Kind(fn) != syntax.KindFunction {
		return false
	}
	for stmt := range m.Tree.Children(m.Tree.Child(fn, syntax.FieldBody)) {
		switch m.Tree.Kind(stmt) {
		case syntax.KindRaise:
			return true
		case syntax.KindExpressionStatement, syntax.KindAssignment:
		default:
			return false
		}
	}
	return false
}
