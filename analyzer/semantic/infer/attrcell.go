package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// AttrCell is the cell of obj.name: by class where the class of obj is known
// in this file, under no class where nothing is known of obj (args, cfg).
func (m *Model) AttrCell(n syntax.Node) (ClassAttr, bool) {
	obj := m.Tree.Object(n)
	name := m.Tree.View(m.Tree.AttrName(n))
	if class := m.SelfClass(obj); class != syntax.None {
		return ClassAttr{m.AttributeOwner(class, name), name}, true
	}
	if m.ForeignClass(obj) != "" {
		return ClassAttr{}, false
	}
	r := m.Ref(obj)
	if r.Def != syntax.None {
		if m.Tree.Kind(r.Def) == syntax.KindClass {
			return ClassAttr{m.AttributeOwner(r.Def, name), name}, true
		}
		return ClassAttr{}, false
	}
	if r.Name != "" && !strings.HasSuffix(r.Name, ".flags.FLAGS") { // absl's options are set by name
		return ClassAttr{}, false
	}
	t := m.Type(obj)
	if t.Class != syntax.None {
		return ClassAttr{m.AttributeOwner(t.Class, name), name}, true
	}
	if t.Known() && t.Kind != KindInstance || t.Kind == KindInstance && t.Name != "" && !settingsClass(t.Name) {
		return ClassAttr{}, false
	}
	k, _ := m.OptionOf(m.Symbol(obj), name)
	return k, true
}

// ForeignClass names the class of another module that an expression is, or is an instance
// of.
func (m *Model) ForeignClass(n syntax.Node) string {
	r := m.Ref(n)
	if r.Foreign.Kind != syntax.KindClass {
		t := m.Type(n)
		r = Ref{Foreign: t.Foreign}
	}
	if g, ok := m.GlobalOf(r); ok && r.Foreign.IsDefinition() {
		return g.String()
	}
	return ""
}

// settingsClass recognises library classes whose objects get their attributes from the
// program. The attributes of other classes belong to the library.
func settingsClass(class string) bool {
	for _, word := range [...]string{"Namespace", "Config", "Dict", "Arg", "Option", "Setting", "FLAGS", "State", "Values"} {
		if strings.Contains(class, word) {
			return true
		}
	}
	return false
}
