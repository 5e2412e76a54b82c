package guard

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// namedByDevice returns the lookups that a device decides and that may know no other
// devices than the host and CUDA: of a name built from the type of a device, as in
// getattr(ops, "scale_" + x.device.type), and of an entry by this type in a table that
// is not written out in the file. Each device type of PyTorch has a module of its name.
func (m *Control) namedByDevice() (out []syntax.Node) {
	w := &nameWalk{m: m, seen: make(map[syntax.Node]bool)}
	for _, load := range m.LoadsOf("type") {
		if strings.Contains(m.Tree.View(m.Tree.Object(load)), "dev") {
			w.follow(load, false, maxFlags)
		}
	}
	return w.lookups
}

// nameWalk finds what is looked up by names that are built from the type of a device.
type nameWalk struct {
	m       *Control
	lookups []syntax.Node
	seen    map[syntax.Node]bool // texts that a part was followed to already
}

// follow notes the lookups by the type of a device, or by a name that is built from it;
// through variables, names are followed for so many steps.
func (w *nameWalk) follow(key syntax.Node, built bool, steps int) {
	whole, again := w.builtFrom(key)
	if again {
		return
	}
	key, built = whole, built || whole != key
	t := w.m.Tree
	switch p := t.Parent(key); t.Kind(p) {
	case syntax.KindSubscript:
		if t.Child(p, syntax.FieldSubscript) == key && !w.m.takesDevices(p, built) {
			w.lookups = append(w.lookups, p)
		}
	case syntax.KindArgumentList:
		if call := t.Parent(p); w.m.looksUp(call, key) {
			w.lookups = append(w.lookups, call)
		}
	case syntax.KindAssignment:
		sym := w.m.Symbol(t.Child(p, syntax.FieldLeft))
		if sym == nil || steps == 0 || len(sym.Uses) > maxFlagUses {
			return
		}
		for _, use := range sym.Uses {
			w.follow(use, built, steps-1)
		}
	}
}

// builtFrom is the largest text that an expression is a part of; again is true if that
// text was found before, from another part.
func (w *nameWalk) builtFrom(n syntax.Node) (whole syntax.Node, again bool) {
	for {
		next := w.m.textAround(n)
		if next == syntax.None {
			return n, false
		}
		if n = next; w.seen[n] {
			return n, true
		}
		w.seen[n] = true
	}
}

// textAround is the text that an expression is a part of: joined to others with an
// operator, formatted, or in other letters; None if there is none.
func (m *Control) textAround(n syntax.Node) syntax.Node {
	t := m.Tree
	p := t.Parent(n)
	switch t.Kind(p) {
	case syntax.KindParenthesized, syntax.KindBinaryOperator, syntax.KindInterpolation, syntax.KindString, syntax.KindConcatenatedString:
		return p
	case syntax.KindTuple:
		if t.Kind(t.Parent(p)) == syntax.KindBinaryOperator {
			return p
		}
	case syntax.KindAttribute: // x.device.type.upper()
		if call := t.Parent(p); t.Callee(call) == p && pythonMethod(t.Text(t.AttrName(p))) {
			return call
		}
	case syntax.KindArgumentList:
		call := t.Parent(p)
		name, _ := m.CallName(call)
		if _, method := m.MethodCall(call); method == "format" || name == "builtins.str" {
			return call
		}
	}
	return syntax.None
}

// looksUp reports whether a call looks up a module or an attribute by a name, and
// raises if there is none.
func (m *Control) looksUp(call, key syntax.Node) bool {
	switch name, _ := m.CallName(call); name {
	case "importlib.import_module", "builtins.__import__":
		return m.Tree.Arg(call, 0, "name") == key
	case "builtins.getattr":
		of, _ := m.Name(m.Tree.Arg(call, 0, ""))
		return m.Tree.Arg(call, 1, "") == key && of != "torch" && m.Tree.Arg(call, 2, "") == syntax.None
	}
	return false
}

// takesDevices reports whether a lookup by the type of a device is no cause for doubt: it
// stores, or it takes an entry from a dictionary that the file writes out, whose keys are
// seen to. Names built from the type are not among these keys.
func (m *Control) takesDevices(lookup syntax.Node, built bool) bool {
	t := m.Tree
	if t.Field(lookup) == syntax.FieldLeft || t.Kind(t.Parent(lookup)) == syntax.KindDelete {
		return true
	}
	table := t.Child(lookup, syntax.FieldValue)
	values := m.Alternatives(table)
	if t.Kind(table) == syntax.KindAttribute {
		values = m.StoredHere(table)
	}
	written := len(values) > 0
	for _, value := range values {
		written = written && t.Kind(value) == syntax.KindDictionary && (!built || t.First(value) == syntax.None)
	}
	return written || !built && m.comparedTables()[t.View(table)]
}

// comparedTables are the tables of the file with an entry for CUDA or the host that is
// looked up by device.
func (m *Control) comparedTables() map[string]bool {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() map[string]bool {
		out := make(map[string]bool)
		for lit := range m.StringsWith(func(text string) bool { return text == "cpu" || text == "cuda" }) {
			if m.Tree.Kind(m.Tree.Parent(lit)) != syntax.KindPair {
				continue
			}
			if c := m.Comparison(lit); c != nil && m.Tree.Kind(c.Node) == syntax.KindSubscript {
				out[m.Tree.Text(m.Tree.Child(c.Node, syntax.FieldValue))] = true
			}
		}
		return out
	})
}
