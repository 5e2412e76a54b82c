package infer

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ClassAttr names an attribute of the instances of a class. The class is None for objects
// of unknown class (args, cfg, opt).
type ClassAttr struct {
	Class syntax.Node
	Name  string
}

// instance is the type of an instance of a class of the project.
func (m *Model) instance(class Ref) Type {
	if class.Foreign.IsDefinition() {
		var t Type
		m.Elsewhere(class.Foreign.Module, func(lib *Model) {
			t = m.fromType(lib, lib.instance(Ref{Def: class.Foreign.Node}))
		})
		return t
	}
	t := Type{Kind: KindInstance, Class: class.Def, Confidence: Certain}
	switch fw := m.FrameworkType(class.Def); {
	case fw.Kind == KindPending:
		return fw
	case fw.Known():
		t.Kind, t.Confidence = fw.Kind, fw.Confidence
	}
	return t
}

// FrameworkType is the type of the framework class that a class derives from,
// through other classes of the project.
func (m *Model) FrameworkType(class syntax.Node) Type { return m.inheritedBase(class, MaxBases) }

func (m *Model) inheritedBase(class syntax.Node, depth int) (t Type) {
	if depth == 0 {
		return Type{}
	}
	for arg := range m.Tree.Bases(class) {
		base, ok := m.base(arg)
		switch {
		case !ok:
			continue
		case base.Pending:
			t = Type{Kind: KindPending}
		case base.Foreign.IsDefinition():
			m.Elsewhere(base.Foreign.Module, func(lib *Model) {
				t = m.fromType(lib, lib.inheritedBase(base.Foreign.Node, depth-1))
			})
		case base.IsClass(m.Tree):
			t = m.inheritedBase(base.Def, depth-1)
		case base.Name != "":
			t = m.frameworkInstance(base)
		}
		if t.Kind != KindUnknown {
			return t
		}
	}
	return t
}

// frameworkInstance is the type of an instance of an imported class.
func (m *Model) frameworkInstance(class Ref) Type {
	if name := m.instanceName(m.Canonical(class.Name)); name != "" && !class.Local {
		return m.constructed(name, class.Confidence)
	}
	return m.conventionalBase(class.Name)
}

// inheritedRef names an attribute that a class inherits from an imported class: under the
// name of that class if it is a layer with such an attribute of its own, else under the
// class whose methods its instances have.
func (m *Model) inheritedRef(base Ref, attr string) Ref {
	class := m.Canonical(base.Name)
	name := class + "." + attr
	if _, own := m.DB.OperatorAPI(name); !own || !strings.HasPrefix(class, "torch.nn.") {
		class = m.instanceName(class)
		name = class + "." + attr
	}
	if class == "" {
		return Ref{}
	}
	return Ref{Name: name, Confidence: base.Confidence, Member: true}
}

// superRef resolves super().attr in a class that derives from an imported one.
func (m *Model) superRef(call syntax.Node, attr string) Ref {
	class := m.Tree.EnclosingClass(call)
	if class == syntax.None || m.Tree.Text(m.Tree.Callee(call)) != "super" || m.Symbol(m.Tree.Callee(call)) != nil {
		return Ref{}
	}
	bases := m.Bases(class)
	if len(bases) == 0 || bases[0].Name == "" || bases[0].Local {
		return Ref{}
	}
	return m.inheritedRef(bases[0], attr)
}

// Bases resolves the base classes of a class statement, in order.
func (m *Model) Bases(class syntax.Node) []Ref {
	var out []Ref
	for arg := range m.Tree.Bases(class) {
		if base, ok := m.base(arg); ok {
			out = append(out, base)
		}
	}
	return out
}

// base resolves an expression between the parentheses of a class statement; keywords and
// splats are no bases.
func (m *Model) base(arg syntax.Arg) (Ref, bool) {
	if arg.Name != syntax.None || arg.Splat != 0 {
		return Ref{}, false
	}
	return m.Ref(m.BaseExpression(arg.Value)), true
}

// FrameworkBase is the name of the library class that a class of this file derives from;
// "" if n names no such class.
func (m *Model) FrameworkBase(n syntax.Node) string { return m.LibraryBase(m.Ref(n).Def) }

// LibraryBase is FrameworkBase for the class itself.
func (m *Model) LibraryBase(class syntax.Node) string {
	const most = 4 // classes above each other
	for range most {
		if m.Tree.Kind(class) != syntax.KindClass {
			return ""
		}
		next := syntax.None
		for _, base := range m.Bases(class) {
			if base.Name != "" && base.Def == syntax.None && !base.Local {
				return base.Name
			}
			next = max(next, base.Def)
		}
		class = next
	}
	return ""
}

// BaseExpression is Base for Base[T], and n for any other expression.
func (m *Model) BaseExpression(n syntax.Node) syntax.Node {
	if m.Tree.Kind(n) == syntax.KindSubscript {
		return m.Tree.Child(n, syntax.FieldValue)
	}
	return n
}

// conventionalBase guesses from the name of a base class imported from
// elsewhere: PreTrainedModel, LightningModule and their like are modules.
func (m *Model) conventionalBase(name string) Type {
	base := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case strings.HasSuffix(base, "PreTrainedModel"), strings.HasSuffix(base, "LightningModule"), base == "ModelMixin":
		return TypeOf(KindModule, Likely)
	}
	return Type{}
}

// MethodClass is the class in whose body a method is written; None for a function that
// is no method.
func (m *Model) MethodClass(fn syntax.Node) syntax.Node {
	s := m.Scope(fn)
	if s == nil || s.Parent == nil || s.Parent.Kind != scope.Class {
		return syntax.None
	}
	return s.Parent.Node
}

// MaxBases bounds how many base classes are followed, since they can form a circle in
// code that never runs.
const MaxBases = 16

// AttributeOwner is the class that owns an attribute of a class's instances: the topmost
// of its bases in this file that sets it. An attribute that a base class sets and a
// derived one reads is thus one attribute; attributes that two siblings set are two.
func (m *Model) AttributeOwner(class syntax.Node, name string) syntax.Node {
	found := class
	for range MaxBases {
		if m.SetsAttribute(class, name) {
			found = class
		}
		base := m.RootBase(class)
		if base == class {
			break
		}
		class = base
	}
	return found
}

// SetsAttribute reports whether a class body or its methods bind an attribute.
func (m *Model) SetsAttribute(class syntax.Node, name string) bool {
	return m.Scope(class).Names[name] != nil || len(m.AttributeStores(ClassAttr{class, name})) > 0
}

// IsInner reports whether a function is nested in another one, where no outside code
// can name it.
func (m *Model) IsInner(fn syntax.Node) bool {
	s := m.Scope(fn)
	return m.Tree.Kind(fn) == syntax.KindLambda || s == nil || s.Parent == nil || s.Parent.Kind == scope.Function
}

// IsStatic reports whether a function is a static method.
func (m *Model) IsStatic(fn syntax.Node) bool { return m.hasBuiltinDecorator(fn, "staticmethod") }

// IsClassMethod reports whether a function is a class method.
func (m *Model) IsClassMethod(fn syntax.Node) bool { return m.hasBuiltinDecorator(fn, "classmethod") }

// hasBuiltinDecorator reports whether a function has one of Python's own decorators,
// judged by the text. Nothing has to be resolved for that, so the meaning of a method's
// first parameter never depends on other answers.
func (m *Model) hasBuiltinDecorator(fn syntax.Node, name string) bool {
	for _, dec := range m.Tree.Decorators(fn) {
		if m.Tree.Kind(dec) == syntax.KindIdentifier && m.Symbol(dec) == nil && m.Tree.Text(dec) == name {
			return true
		}
	}
	return false
}

// isDecorated reports whether a function has one of the named decorators.
func (m *Model) isDecorated(fn syntax.Node, names ...string) bool {
	for _, dec := range m.Tree.Decorators(fn) {
		if name, _ := m.Name(dec); slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// Constructor is the __init__ that runs when an instance of class is created.
func (m *Model) Constructor(class syntax.Node) syntax.Node {
	return m.MemberRef(Ref{Def: class, Confidence: Certain}, "__init__").Def
}

// RootBase is the first base class of this file; the class itself if it has
// none.
func (m *Model) RootBase(class syntax.Node) syntax.Node {
	for arg := range m.Tree.Bases(class) {
		if r, ok := m.base(arg); ok && r.Def != syntax.None && m.Tree.Kind(r.Def) == syntax.KindClass {
			return r.Def
		}
	}
	return class
}

// IsEnum reports whether a class is an enumeration.
func (m *Model) IsEnum(class syntax.Node) bool {
	return slices.ContainsFunc(m.Bases(class), func(base Ref) bool { return base.Name == "enum.Enum" || base.Name == "enum.StrEnum" })
}
