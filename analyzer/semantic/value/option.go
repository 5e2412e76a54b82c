package value

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// OptionValues returns the values that an option read as an attribute (args.backend) has
// if the command line gives none: its default, and its value as a bare flag (const=).
// They are those of all options of the name that the file declares.
func (m *Values) OptionValues(n syntax.Node) (values []syntax.Node) {
	if m.Tree.Kind(n) != syntax.KindAttribute || !infer.HoldsSettings(m.Tree, m.Tree.Object(n)) {
		return nil
	}
	name := m.Tree.Text(m.Tree.AttrName(n))
	for _, call := range m.Calls() {
		if _, method := m.MethodCall(call); method != "add_argument" || m.OptionDest(call) != name {
			continue
		}
		for _, keyword := range [...]string{"default", "const"} {
			if value := m.Tree.Keyword(call, keyword); value != syntax.None {
				values = append(values, value)
			}
		}
	}
	return values
}

// MayBeUnset reports whether a setting is None unless somebody chooses a value: its
// default is None, or it is an option that may be left out and has no default.
func (m *Values) MayBeUnset(n syntax.Node) bool {
	n = m.Tree.Unparen(n)
	if given := m.Tree.Unparen(m.SettingDefault(n)); given != syntax.None {
		return m.Tree.Kind(given) == syntax.KindNoneLiteral
	}
	if m.Tree.Kind(n) != syntax.KindAttribute || !infer.HoldsSettings(m.Tree, m.Tree.Object(n)) {
		return false
	}
	name := m.Tree.Text(m.Tree.AttrName(n))
	return slices.ContainsFunc(m.Calls(), func(call syntax.Node) bool {
		_, method := m.MethodCall(call)
		return method == "add_argument" && m.OptionDest(call) == name && m.leftOut(call)
	})
}

// leftOut reports whether an option may be missing from the command line, which makes it
// None.
func (m *Values) leftOut(option syntax.Node) bool {
	for _, keyword := range [...]string{"default", "required", "action"} {
		if m.Tree.Keyword(option, keyword) != syntax.None {
			return false
		}
	}
	first, _ := m.Tree.StringValue(m.Tree.Arg(option, 0, ""))
	return strings.HasPrefix(first, "-")
}
