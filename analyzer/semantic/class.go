package semantic

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// classAttr names an attribute of the instances of a class; class None stands
// for objects whose class is not known (args, cfg, opt).
type classAttr struct {
	class syntax.Node
	name  string
}

// instance is the type of an instance of a class of this file.
func (m *Model) instance(class syntax.Node) Type {
	t := Type{Kind: KindInstance, Class: class, Confidence: Certain}
	if fw := m.frameworkBase(class); fw.known() {
		t.Kind, t.Confidence = fw.Kind, fw.Confidence
	}
	return t
}

// frameworkBase is the type of the framework class that a class derives from,
// through other classes of this file.
func (m *Model) frameworkBase(class syntax.Node) Type {
	for depth := 0; class != syntax.None && depth < 16; depth++ {
		next := syntax.None
		for base := range m.Tree.Bases(class) {
			if base.Name != syntax.None || base.Splat != 0 {
				continue
			}
			r := m.Ref(base.Value)
			if r.Def != syntax.None {
				next = r.Def
				continue
			}
			if r.Name == "" {
				continue
			}
			if name := m.instanceName(m.DB.Canonical(r.Name)); name != "" && !r.Local {
				return m.constructed(name, r.Confidence)
			}
			if t := m.conventionalBase(r.Name); t.known() {
				return t
			}
		}
		class = next
	}
	return Type{}
}

// conventionalBase guesses from the name of a base class imported from
// elsewhere: PreTrainedModel, LightningModule and their like are modules.
func (m *Model) conventionalBase(name string) Type {
	base := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case strings.HasSuffix(base, "PreTrainedModel"), strings.HasSuffix(base, "LightningModule"), base == "ModelMixin":
		return typeOf(KindModule, Likely)
	}
	return Type{}
}

// isClassOf reports whether fn is a method written in a class body and gives
// the class.
func (m *Model) methodClass(fn syntax.Node) syntax.Node {
	s := m.scopes[fn]
	if s == nil || s.parent == nil || s.parent.kind != classScope {
		return syntax.None
	}
	return s.parent.node
}

// maxBases bounds how many base classes are followed, since they can form a
// circle in code that does not run.
const maxBases = 16

// owner is the class that an attribute of a class's instances belongs to: the
// topmost of its bases in this file that sets it, so that what a base class
// sets and a derived one reads is one thing, and what two siblings set is not.
func (m *Model) owner(class syntax.Node, name string) syntax.Node {
	found := class
	for range maxBases {
		if m.sets(class, name) {
			found = class
		}
		base := m.rootBase(class)
		if base == class {
			break
		}
		class = base
	}
	return found
}

// sets reports whether a class body or its methods bind an attribute.
func (m *Model) sets(class syntax.Node, name string) bool {
	return m.scopes[class].names[name] != nil || len(m.attributeStores(classAttr{class, name})) > 0
}

// derives reports whether a class derives from another one of this file, or is
// the same.
func (m *Model) derives(class, from syntax.Node) bool {
	for range maxBases {
		if class == from {
			return true
		}
		base := m.rootBase(class)
		if base == class {
			return false
		}
		class = base
	}
	return false
}

func (m *Model) isStatic(fn syntax.Node) bool { return m.isDecorated(fn, "builtins.staticmethod") }

// isDecorated reports whether a function has one of the named decorators.
func (m *Model) isDecorated(fn syntax.Node, names ...string) bool {
	for _, dec := range m.Tree.Decorators(fn) {
		if name, _ := m.Name(dec); slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// constructor is the __init__ that building an instance of class runs.
func (m *Model) constructor(class syntax.Node) syntax.Node {
	return m.memberRef(class, "__init__", Certain).Def
}

// rootBase is the first base class of this file; the class itself if it has
// none.
func (m *Model) rootBase(class syntax.Node) syntax.Node {
	for base := range m.Tree.Bases(class) {
		if r := m.Ref(base.Value); base.Name == syntax.None && r.Def != syntax.None && m.Tree.Kind(r.Def) == syntax.KindClass {
			return r.Def
		}
	}
	return class
}
