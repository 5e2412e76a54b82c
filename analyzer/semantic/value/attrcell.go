package value

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// AttrCell is the cell of obj.name: by class where the class of obj is known
// in this file, under no class where nothing is known of obj (args, cfg).
func (m *Values) AttrCell(n syntax.Node) (infer.ClassAttr, bool) {
	obj := m.Tree.Object(n)
	name := m.Tree.View(m.Tree.AttrName(n))
	if class := m.SelfClass(obj); class != syntax.None {
		return infer.ClassAttr{Class: m.AttributeOwner(class, name), Name: name}, true
	}
	if m.ForeignClass(obj) != "" {
		return infer.ClassAttr{}, false
	}
	r := m.Ref(obj)
	if r.Def != syntax.None {
		if m.Tree.Kind(r.Def) == syntax.KindClass {
			return infer.ClassAttr{Class: m.AttributeOwner(r.Def, name), Name: name}, true
		}
		return infer.ClassAttr{}, false
	}
	if r.Name != "" && !strings.HasSuffix(r.Name, ".flags.FLAGS") { // absl's options are set by name
		return infer.ClassAttr{}, false
	}
	t := m.Type(obj)
	if t.Class != syntax.None {
		return infer.ClassAttr{Class: m.AttributeOwner(t.Class, name), Name: name}, true
	}
	if t.Known() && t.Kind != infer.KindInstance || t.Kind == infer.KindInstance && t.Name != "" && !settingsClass(t.Name) {
		return infer.ClassAttr{}, false
	}
	k, _ := m.OptionOf(m.Symbol(obj), name)
	return k, true
}

// ForeignClass names the class of another module that an expression is, or is an instance
// of.
func (m *Values) ForeignClass(n syntax.Node) string {
	r := m.Ref(n)
	if r.Foreign.Kind != syntax.KindClass {
		t := m.Type(n)
		r = infer.Ref{Foreign: t.Foreign}
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
