package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// surface lists the packages where a library offers its internal definitions to users.
type surface struct {
	packages []string // below the outermost package, "" for that itself; in the order users prefer them
	sign     string   // a name that identifies the library's outermost package
}

// surfaces holds the JAX libraries whose functions the rules know by name, and which may
// themselves be the project.
var surfaces = map[string]*surface{
	"equinox": {packages: []string{"", "nn", "internal", "debug"}, sign: "filter_jit"},
	"flax":    {packages: []string{"linen", "nnx"}, sign: "linen"},
	"haiku":   {packages: []string{"", "initializers", "nets"}, sign: "transform_with_state"},
	"haliax":  {packages: []string{"", "nn", "random"}, sign: "NamedArray"},
	"optax":   {packages: []string{"", "contrib", "projections"}, sign: "apply_updates"},
}

// surfaceOf returns the surface of the library that a module belongs to by its name; nil
// for other modules.
func surfaceOf(dotted string) *surface {
	top, _, _ := strings.Cut(dotted, ".")
	return surfaces[top]
}

// published returns the name under which others know a function or class of this project
// if the project is a library that the rules know: haiku.transform is defined in
// haiku/_src/transform.py. It is empty for everything else in the project.
func (m *Model) published(r Ref) string {
	at := r.Foreign
	if r.Def != syntax.None {
		at = ForeignDef{Module: m.module, Node: r.Def, Kind: m.Tree.Kind(r.Def)}
	}
	if !at.IsDefinition() || at.Module.surface == nil {
		return ""
	}
	name, ok := m.public[at]
	if !ok {
		if m.public == nil {
			m.public = make(map[ForeignDef]string)
		}
		name = m.publicName(at.Module, r)
		m.public[at] = name
	}
	return name
}

// publicName searches the surface of a module's library for a name that refers to a
// definition in the module.
func (m *Model) publicName(home *Module, r Ref) string {
	name := r.Name[strings.LastIndexByte(r.Name, '.')+1:]
	if r.Def != syntax.None {
		name = m.Tree.Text(m.Tree.FuncName(r.Def))
	}
	top, _, _ := strings.Cut(home.Name, ".")
	if root := home.outermost(""); name == "" || root == nil || !m.offers(root, home.surface.sign) {
		return ""
	}
	for _, below := range home.surface.packages {
		mod := home.outermost(below)
		if mod == nil {
			continue
		}
		full := strings.TrimSuffix(top+"."+below, ".") + "." + name
		if offered := m.moduleMember(mod, name, full); offered.Def == r.Def && offered.Foreign == r.Foreign {
			return full
		}
	}
	return ""
}

// offers reports whether a module of the project has something under a name.
func (m *Model) offers(mod *Module, name string) bool {
	m.relies(mod)
	if mod.Submodule(name) != nil {
		return true
	}
	home, framework := m.OriginOf(mod, name)
	return home != nil || framework != ""
}

// outermost returns the outermost package of a module, or a module below it.
func (mod *Module) outermost(below string) *Module {
	level := strings.Count(mod.Name, ".")
	if mod.Dir != "" {
		level++
	}
	return mod.Find(level, below)
}
