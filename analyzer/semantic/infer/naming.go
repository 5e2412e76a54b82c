package infer

import (
	"iter"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// naming is the index by which rules find places by name. A file has few names, each used
// many times, and dozens of rules look for some of them. With the index a rule is asked
// about each name once, and a file without any of its names costs it nothing more.
type naming struct {
	names  []string // canonical, each once
	number map[string]int32
	calls  []namedPart // of all calls
	parts  []namedPart // of all references, the longest of each first
	called bool        // calls are complete
	said   bool        // parts are complete
}

// namedPart is a place with a name: a call, or a part of a reference's attribute chain.
type namedPart struct {
	whole, part syntax.Node
	name        int32
}

// CallsNamed yields, in source order, the calls of functions whose canonical name is
// wanted.
func (m *Model) CallsNamed(wanted func(name string) bool) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		x := m.calledNames()
		if chosen := x.choose(wanted); chosen != nil {
			for _, p := range x.calls {
				if chosen[p.name] && !yield(p.whole) {
					return
				}
			}
		}
	}
}

// CallsOf yields, in source order, the calls of functions with one of the canonical
// names.
func (m *Model) CallsOf(names ...string) iter.Seq[syntax.Node] {
	return m.CallsNamed(func(name string) bool { return slices.Contains(names, name) })
}

// CallsAny reports whether a function with one of the canonical names is called.
func (m *Model) CallsAny(names ...string) bool {
	return slices.ContainsFunc(m.calledNames().calls, func(p namedPart) bool {
		return slices.Contains(names, m.naming.names[p.name])
	})
}

// Named yields the references that have a part with a wanted name, each with the longest
// such part.
func (m *Model) Named(wanted func(name string) bool) iter.Seq2[syntax.Node, syntax.Node] {
	return func(yield func(whole, part syntax.Node) bool) {
		x := m.saidNames()
		chosen := x.choose(wanted)
		if chosen == nil {
			return
		}
		last := syntax.None
		for _, p := range x.parts {
			if !chosen[p.name] || p.whole == last {
				continue
			}
			if last = p.whole; !yield(p.whole, p.part) {
				return
			}
		}
	}
}

// choose marks the wanted names by their numbers; nil if there are none.
func (x *naming) choose(wanted func(string) bool) []bool {
	var chosen []bool
	for i, name := range x.names {
		if wanted(name) {
			if chosen == nil {
				chosen = make([]bool, len(x.names))
			}
			chosen[i] = true
		}
	}
	return chosen
}

// calledNames returns the index with all calls.
func (m *Model) calledNames() *naming {
	x := &m.naming
	if !x.called {
		var calls []namedPart
		for _, call := range m.Calls() {
			calls = m.appendNamed(calls, call, m.Tree.Callee(call))
		}
		x.calls, x.called = calls, true // all or nothing: questions may be interrupted
	}
	return x
}

// saidNames returns the index with all references.
func (m *Model) saidNames() *naming {
	x := &m.naming
	if !x.said {
		var parts []namedPart
		for whole := range m.References() {
			parts = m.appendNamed(parts, whole, whole)
			for part := whole; m.Tree.Kind(part) == syntax.KindAttribute; {
				part = m.Tree.Object(part)
				parts = m.appendNamed(parts, whole, part)
			}
		}
		x.parts, x.said = parts, true
	}
	return x
}

// appendNamed adds a place to a list if it has a name.
func (m *Model) appendNamed(list []namedPart, whole, part syntax.Node) []namedPart {
	name, _ := m.Name(part)
	if name == "" {
		return list
	}
	x := &m.naming
	number, ok := x.number[name]
	if !ok {
		number = int32(len(x.names))
		x.names = append(x.names, name)
		if x.number == nil {
			x.number = make(map[string]int32)
		}
		x.number[name] = number
	}
	return append(list, namedPart{whole, part, number})
}
