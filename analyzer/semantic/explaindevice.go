package semantic

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// device says where a string acts as a device, or why it does not.
func (e *explanation) device(n syntax.Node) {
	m, text := e.m, syntax.Shorten(e.m.Tree.Text(n))
	if _, _, ok := m.SeedForm(n); !ok {
		return
	}
	for _, s := range slices.Concat(m.Devices(), m.Choices()) {
		if s.Node == n {
			e.sinks(s, text)
			return
		}
	}
	for _, c := range m.Compares() {
		if c.Literal == n {
			e.add(c.Operand, "%s is compared with the device %s (%s)", text, syntax.Shorten(m.Tree.Text(c.Operand)), c.Confidence)
			e.origin(c.Operand, 0)
			return
		}
	}
	switch {
	case m.Tree.IsDocstring(n):
		e.add(n, "%s is documentation, which is never changed", text)
	case m.savedFrom(n):
		e.add(n, "%s names the device that a file was saved from: it describes the file and is never rewritten", text)
	case m.isExported(n):
		e.add(n, "%s reaches no place that takes a device in this file, but other files can see it", text)
	default:
		e.add(n, "%s reaches no place that takes a device, so nothing is reported", text)
	}
}

// sinks names the sinks of a source, and the code that must change with it.
func (e *explanation) sinks(s *Source, text string) {
	m := e.m
	for _, k := range s.Sinks {
		what := k.API
		if k.Role == RoleLinked {
			continue
		}
		if what == "" {
			what = syntax.Shorten(m.Tree.Text(k.Node))
		}
		e.add(k.Node, "%s becomes a device here: %s (%s)", text, what, k.Confidence)
	}
	if s.Choice != syntax.None {
		e.add(s.Choice, "%s is one of the choices of a command-line option", text)
	}
	if s.CLI != syntax.None {
		e.add(s.CLI, "%s is the default of a command-line option", text)
	}
	c := s.Component
	if c == nil {
		return
	}
	for _, other := range c.Sources {
		if other != s {
			e.add(other.Node, "%s holds the same device and changes along with it", syntax.Shorten(m.Tree.Text(other.Node)))
		}
	}
	for _, cmp := range c.Compares {
		e.add(cmp.Node, "%s tests the same device and changes along with it", syntax.Shorten(m.Tree.Text(cmp.Node)))
	}
	if c.Open != "" {
		e.add(s.Node, "other devices may enter: %s", c.Open)
	}
	if c.Escapes != "" {
		e.add(s.Node, "the device could not be followed everywhere: %s", c.Escapes)
	}
}

// savedFrom reports whether a string is a key of a dictionary passed as map_location.
func (m *Model) savedFrom(n syntax.Node) bool {
	pair := m.Tree.Parent(n)
	if m.Tree.Kind(pair) != syntax.KindPair || m.Tree.Field(n) != syntax.FieldKey {
		return false
	}
	dict := m.Tree.Parent(pair)
	if m.mapsLocations(dict) {
		return true
	}
	target := m.Tree.Child(m.Tree.Parent(dict), syntax.FieldLeft)
	sym := m.Symbol(target)
	if m.Tree.Kind(m.Tree.Parent(dict)) != syntax.KindAssignment || sym == nil {
		return false
	}
	for _, use := range sym.Uses {
		if m.mapsLocations(use) {
			return true
		}
	}
	return false
}

// mapsLocations reports whether an expression is passed as map_location.
func (m *Model) mapsLocations(n syntax.Node) bool {
	arg := m.Tree.Parent(n)
	if m.Tree.Kind(arg) == syntax.KindKeywordArgument {
		return m.Tree.Text(m.Tree.Child(arg, syntax.FieldName)) == "map_location"
	}
	call := m.Tree.Parent(arg)
	if m.Tree.Kind(call) != syntax.KindCall {
		return false
	}
	name, _ := m.CallName(call)
	return (name == "torch.load" || name == "torch.jit.load") && m.Tree.Arg(call, 1, "map_location") == n
}

// isExported reports whether only other files can tell if a literal is a
// device.
func (m *Model) isExported(n syntax.Node) bool {
	for _, s := range m.Exported() {
		if s.Node == n {
			return true
		}
	}
	for _, c := range m.Queried() {
		if c.Literal == n {
			return true
		}
	}
	return false
}
