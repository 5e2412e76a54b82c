package infer

import (
	"iter"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ofFunction answers a question about a function of this file. It is asked once however
// many calls there are: where functions call each other in circles, an answer for each
// call would depend on each return.
func (m *Model) ofFunction(fn syntax.Node, what asked, index int) answer {
	q := question{m: m, what: what, n: fn, index: index}
	if a, ok := m.results[q]; ok {
		return a
	}
	return m.evaluator.Ask(q)
}

// returned joins the types of the values that a function of this file returns.
func (m *Model) returned(fn syntax.Node) Type { return m.ofFunction(fn, askedReturned, 0).typ }

// inferReturned computes the type of a function's result.
func (m *Model) inferReturned(fn syntax.Node) Type {
	if t := m.annotation(m.Tree.Child(fn, syntax.FieldReturnType)); t.Known() {
		return t
	}
	if m.Tree.Kind(fn) == syntax.KindLambda {
		return m.Type(m.Tree.Child(fn, syntax.FieldBody))
	}
	if yields := m.yields(fn); len(yields) > 0 {
		return sequenceOf(m.joined(yields))
	}
	return m.joinedReturns(m.Returns(fn))
}

// joinedReturns joins the types of several return values. A parameter of unknown type has
// the kind of the other values, which are computed from the same input: if world_size ==
// 1: return losses.
func (m *Model) joinedReturns(values []syntax.Node) Type {
	var others []syntax.Node
	for _, n := range values {
		if t := m.Type(n); t.Kind != KindUnknown || t.mixed || !m.isParameter(n) {
			others = append(others, n)
		}
	}
	if len(others) == len(values) || len(others) == 0 {
		return m.joined(values)
	}
	return m.joined(others).atMost(Likely)
}

// isParameter reports whether n is a parameter that still holds its argument.
func (m *Model) isParameter(n syntax.Node) bool {
	if m.Tree.Kind(n) != syntax.KindIdentifier {
		return false
	}
	defs := m.ReachingDefs(n)
	return len(defs) == 1 && defs[0].Kind == DefParam
}

// joined joins the types of several expressions.
func (m *Model) joined(values []syntax.Node) (out Type) {
	for i, n := range values {
		if t := m.Type(n); i == 0 {
			out = t
		} else {
			out = join(out, t)
		}
	}
	return out
}

// Returns returns the values that a function of this file returns, without those of
// functions inside it.
func (m *Model) Returns(fn syntax.Node) []syntax.Node {
	m.CheckInterrupt()
	if out, ok := m.returns[fn]; ok {
		return out
	}
	var out []syntax.Node
	for n := range m.OwnNodes(fn) {
		if m.Tree.Kind(n) == syntax.KindReturn {
			if v := m.Tree.First(n); v != syntax.None {
				out = append(out, v)
			}
		}
	}
	if m.returns == nil {
		m.returns = make(map[syntax.Node][]syntax.Node)
	}
	m.returns[fn] = out
	return out
}

// yields returns the values that a generator yields one by one; none for other functions.
func (m *Model) yields(fn syntax.Node) []syntax.Node {
	if out, known := m.yielded[fn]; known {
		return out
	}
	var out []syntax.Node
	for n := range m.OwnNodes(fn) {
		if m.Tree.Kind(n) == syntax.KindYield {
			out = append(out, m.Tree.First(n))
		}
	}
	if m.yielded == nil {
		m.yielded = make(map[syntax.Node][]syntax.Node)
	}
	m.yielded[fn] = out
	return out
}

// IsGenerator reports whether a call of the function yields a generator.
func (m *Model) IsGenerator(fn syntax.Node) bool { return len(m.yields(fn)) > 0 }

// OwnNodes yields the nodes of a function without those of functions and classes
// inside it.
func (m *Model) OwnNodes(fn syntax.Node) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for n := fn + 1; n < m.Tree.End(fn); n++ {
			switch m.Tree.Kind(n) {
			case syntax.KindFunction, syntax.KindClass, syntax.KindLambda:
				n = m.Tree.End(n) - 1
			default:
				if !yield(n) {
					return
				}
			}
		}
	}
}
