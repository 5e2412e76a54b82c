package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// attrCell is the cell of obj.name: by class where the class of obj is known
// in this file, under no class where nothing is known of obj (args, cfg).
func (m *Model) attrCell(n syntax.Node) (classAttr, bool) {
	obj := m.Tree.Object(n)
	name := m.Tree.View(m.Tree.AttrName(n))
	if class := m.selfClass(obj); class != syntax.None {
		return classAttr{m.owner(class, name), name}, true
	}
	if m.foreignClass(obj) != "" {
		return classAttr{}, false
	}
	r := m.Ref(obj)
	if r.Def != syntax.None {
		if m.Tree.Kind(r.Def) == syntax.KindClass {
			return classAttr{m.owner(r.Def, name), name}, true
		}
		return classAttr{}, false
	}
	if r.Name != "" && !strings.HasSuffix(r.Name, ".flags.FLAGS") { // absl's options are set by name
		return classAttr{}, false
	}
	t := m.Type(obj)
	if t.Class != syntax.None {
		return classAttr{m.owner(t.Class, name), name}, true
	}
	if t.known() && t.Kind != KindInstance || t.Kind == KindInstance && t.Name != "" && !settingsClass(t.Name) {
		return classAttr{}, false
	}
	k, _ := m.optionOf(m.Symbol(obj), name)
	return k, true
}

// foreignClass is the class in another module that an expression is, or is an
// instance of.
func (m *Model) foreignClass(n syntax.Node) string {
	r := m.Ref(n)
	if r.Foreign.Kind != syntax.KindClass {
		t := m.Type(n)
		r = Ref{Foreign: t.Foreign}
	}
	if g, ok := m.GlobalOf(r); ok && r.Foreign.isDefinition() {
		return g.String()
	}
	return ""
}

// settingsClass recognises the classes of libraries whose objects have the
// attributes that a program gives them. Those of others are the libraries' own.
func settingsClass(class string) bool {
	for _, word := range [...]string{"Namespace", "Config", "Dict", "Arg", "Option", "Setting", "FLAGS", "State", "Values"} {
		if strings.Contains(class, word) {
			return true
		}
	}
	return false
}
