package guard

import (
	"fmt"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Chooses is the first value that some regions hand on, once they run, by which other code
// may choose a kernel: a function, a class or a name. Where the value goes is followed, and
// it counts unless all code that it decides is known. Numbers, dtypes, devices and tensors
// choose nothing.
//
//	name = "flash" if q.is_cuda else "math"
//	if name == "flash": return flash_attn_func(q, k, v)
func (m *Control) Chooses(regions []source.Span) (at source.Span, ok bool) {
	type key string
	n := infer.Walked(m.Model, key(fmt.Sprint(regions)), func() syntax.Node {
		for _, region := range regions {
			if n := m.choosesIn(region, regions); n != syntax.None {
				return n
			}
		}
		return syntax.None
	})
	return m.Tree.Span(n), n != syntax.None
}

// choosesIn is the first such value of a region.
func (m *Control) choosesIn(region source.Span, all []source.Span) syntax.Node {
	if n, ok := m.chosenArms()[region]; ok && m.choosing(n) {
		return n
	}
	handing := m.handingOn()
	from, to := m.between(region, len(handing), func(i int) syntax.Node { return handing[i] })
	for _, n := range handing[from:to] {
		if m.leavesRegion(n, region, all) && m.choosing(m.handedOn(n)) {
			return n
		}
	}
	return syntax.None
}

// choosing is the verdict on one value, with all that it decides.
func (m *Control) choosing(n syntax.Node) bool {
	type key struct{ n syntax.Node }
	return infer.Walked(m.Model, key{n}, func() bool {
		w := &chosen{m: m, budget: new(int), seen: make(map[chosenAt]bool)}
		return w.chooses(n)
	})
}

// chosenArms are the arms of the conditional expressions of a file by their spans.
func (m *Control) chosenArms() map[source.Span]syntax.Node {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() map[source.Span]syntax.Node {
		arms := make(map[source.Span]syntax.Node)
		for n := range m.Tree.OfKind(syntax.KindConditional) {
			body, _, orelse := m.Tree.Conditional(n)
			arms[m.Tree.Span(body)], arms[m.Tree.Span(orelse)] = body, orelse
		}
		return arms
	})
}

// handingOn are the statements of a file, in order, that may hand a value on to code
// elsewhere: assignments and returns.
func (m *Control) handingOn() []syntax.Node {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() (out []syntax.Node) {
		for n := range m.Tree.OfKind(syntax.KindAssignment, syntax.KindReturn) {
			if m.handedOn(n) != syntax.None {
				out = append(out, n)
			}
		}
		return out
	})
}

// handedOn is the value of such a statement.
func (m *Control) handedOn(stmt syntax.Node) syntax.Node {
	if m.Tree.Kind(stmt) == syntax.KindReturn {
		return m.Tree.First(stmt)
	}
	return m.Tree.Child(stmt, syntax.FieldRight)
}

// leavesRegion reports whether code outside of some regions may read the value of a
// statement: a result of a function around them, an attribute, or a variable.
func (m *Control) leavesRegion(stmt syntax.Node, region source.Span, all []source.Span) bool {
	if m.Tree.Kind(stmt) == syntax.KindReturn {
		return m.Tree.Start(m.Tree.EnclosingFunction(stmt)) < region.Start
	}
	target := m.Tree.Child(stmt, syntax.FieldLeft)
	if m.Tree.Kind(target) == syntax.KindAttribute || m.Tree.Kind(target) == syntax.KindSubscript {
		return true
	}
	for n := range m.Tree.All(target) {
		if m.readOutside(m.Symbol(n), all) {
			return true
		}
	}
	return false
}

func (m *Control) readOutside(sym *infer.Symbol, regions []source.Span) bool {
	if sym == nil {
		return false
	}
	for _, use := range sym.Uses[:min(len(sym.Uses), maxFlagUses)] {
		if !m.Tree.Span(use).In(regions) {
			return true
		}
	}
	return len(sym.Uses) > maxFlagUses
}
