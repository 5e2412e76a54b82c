package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// surface is where a library offers to others what it defines somewhere inside.
type surface struct {
	packages []string // below the outermost, "" for itself; the nearest to the user first
	sign     string   // a name that the outermost package has, if it is that library
}

// surfaces are those of the libraries on JAX whose functions the rules know by name,
// and which may be the project itself.
var surfaces = map[string]*surface{
	"equinox": {packages: []string{"", "nn", "internal", "debug"}, sign: "filter_jit"},
	"flax":    {packages: []string{"linen", "nnx"}, sign: "linen"},
	"haiku":   {packages: []string{"", "initializers", "nets"}, sign: "transform_with_state"},
	"haliax":  {packages: []string{"", "nn", "random"}, sign: "NamedArray"},
	"optax":   {packages: []string{"", "contrib", "projections"}, sign: "apply_updates"},
}

// surfaceOf is the surface of the library that a module lies in by its name; nil for
// other modules.
func surfaceOf(dotted string) *surface {
	top, _, _ := strings.Cut(dotted, ".")
	return surfaces[top]
}

// published is the name under which others know a function or class of this project,
// where the project is a library that the rules know: haiku.transform is what
// haiku/_src/transform.py defines. It is empty for all else of the project.
func (m *Model) published(r Ref) string {
	at := r.Foreign
	if r.Def != syntax.None {
		at = Foreign{Module: m.module, Node: r.Def, Kind: m.Tree.Kind(r.Def)}
	}
	if !at.IsDefinition() || at.Module.surface == nil {
		return ""
	}
	name, ok := m.public[at]
	if !ok {
		if m.public == nil {
			m.public = make(map[Foreign]string)
		}
		name = m.publicName(at.Module, r)
		m.public[at] = name
	}
	return name
}

// publicName looks through the surface of the library that a module is of for the one
// who is called like a definition in it and is the same.
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

// outermost is the package that a module lies in at last, or a module below that.
func (mod *Module) outermost(below string) *Module {
	level := strings.Count(mod.Name, ".")
	if mod.Dir != "" {
		level++
	}
	return mod.Find(level, below)
}
