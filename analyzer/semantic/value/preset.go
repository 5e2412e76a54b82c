package value

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Preset is the value of a setting that nobody overrides, and the place where it is
// written.
type Preset struct {
	Value infer.Constant
	Node  syntax.Node // the expression, if it is in this file
	Path  string      // of the other file, if the expression is there
	Span  source.Span
}

// Preset is SettingDefault across files: it also finds the default of a field of a class
// of the project, and the value that a function of the project writes into the ConfigDict
// it returns. ok is false if there is none whose value is known.
func (m *Values) Preset(n syntax.Node) (p Preset, ok bool) {
	if at := m.SettingDefault(n); at != syntax.None {
		p, ok = m.presetAt(at)
		p.Node, p.Path = at, ""
		return p, ok
	}
	return m.presetElsewhere(n, infer.MaxConstantDepth)
}

// presetAt returns an expression of this file as a preset that another file sees.
func (m *Values) presetAt(n syntax.Node) (Preset, bool) {
	c, ok := m.Constant(n)
	return Preset{Value: c, Path: m.Path(), Span: m.Tree.Span(n)}, ok && n != syntax.None
}

func (m *Values) presetElsewhere(n syntax.Node, depth int) (p Preset, ok bool) {
	n = m.Tree.Unparen(n)
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		if defs := m.ReachingDefs(n); depth > 0 && len(defs) == 1 && defs[0].Kind == infer.DefAssign {
			return m.presetElsewhere(defs[0].Value, depth-1)
		}
	case syntax.KindAttribute:
		obj, name := m.Tree.Object(n), m.Tree.Text(m.Tree.AttrName(n))
		if class := m.Type(obj).Foreign; class.IsDefinition() && !m.Given(obj, name) {
			return m.fieldPreset(infer.Ref{Foreign: class}, name, infer.MaxBases)
		}
		return m.configPreset(n)
	}
	return p, false
}

// fieldPreset returns the default of a field of a class or of its bases.
func (m *Values) fieldPreset(class infer.Ref, name string, depth int) (p Preset, ok bool) {
	if class.Foreign.IsDefinition() {
		m.elsewhere(class.Foreign.Module, func(lib *Values) {
			p, ok = lib.fieldPreset(infer.Ref{Def: class.Foreign.Node}, name, depth)
		})
		return p, ok
	}
	if m.Tree.Kind(class.Def) != syntax.KindClass || depth == 0 || m.methodStores(class.Def, name) {
		return p, false
	}
	if at := m.ClassDefault([]syntax.Node{class.Def}, name); at != syntax.None {
		return m.presetAt(at)
	}
	for _, base := range m.Bases(class.Def) {
		if p, ok = m.fieldPreset(base, name, depth-1); ok {
			break
		}
	}
	return p, ok
}

// methodStores reports whether a method of a class sets an attribute of its objects, as
// __post_init__ does with the fields of a data class.
func (m *Values) methodStores(class syntax.Node, name string) bool {
	return len(m.AttributeStores(infer.ClassAttr{Class: class, Name: name})) > 0
}

// configPreset returns the value for a path (config.model.dtype) that a function of the
// project writes into the ConfigDict it makes.
func (m *Values) configPreset(n syntax.Node) (p Preset, ok bool) {
	root, path := m.dotted(n)
	call := m.madeByCall(root)
	if call == syntax.None || m.storesAt(m.Symbol(root), path) != nil {
		return p, false
	}
	m.inside(call, func(in *Values, fn syntax.Node) {
		p, ok = in.presetAt(in.configured(fn, path))
	})
	return p, ok
}

// dotted splits a.b.c into the first name and the attributes after it.
func (m *Values) dotted(n syntax.Node) (root syntax.Node, path []string) {
	for ; m.Tree.Kind(n) == syntax.KindAttribute; n = m.Tree.Object(n) {
		path = append(path, m.Tree.Text(m.Tree.AttrName(n)))
	}
	slices.Reverse(path)
	return n, path
}

// madeByCall returns the call that makes the value of a name, here or in the only caller
// that passes it; None if there is not exactly one.
func (m *Values) madeByCall(name syntax.Node) syntax.Node {
	if m.Tree.Kind(name) != syntax.KindIdentifier {
		return syntax.None
	}
	defs := m.ReachingDefs(name)
	if len(defs) != 1 {
		return syntax.None
	}
	value := defs[0].Value
	switch defs[0].Kind {
	case infer.DefAssign:
	case infer.DefParam:
		fn := m.Tree.EnclosingFunction(defs[0].Node)
		calls := m.CallsByName(fn)
		if len(calls) != 1 || m.TargetOf(calls[0]) != fn {
			return syntax.None
		}
		value = m.Tree.Unparen(m.PassedBy(calls[0], fn, defs[0]))
		if m.Tree.Kind(value) == syntax.KindIdentifier && value != name {
			if defs = m.ReachingDefs(value); len(defs) == 1 && defs[0].Kind == infer.DefAssign {
				value = defs[0].Value
			}
		}
	default:
		return syntax.None
	}
	if value = m.Tree.Unparen(value); m.Tree.Kind(value) == syntax.KindCall {
		return value
	}
	return syntax.None
}

// configured returns the value that a function writes under a path into the one
// ConfigDict it returns; None if it writes several there, or none.
func (m *Values) configured(fn syntax.Node, path []string) syntax.Node {
	returns := m.Returns(fn)
	if len(returns) != 1 || m.Tree.Kind(returns[0]) != syntax.KindIdentifier {
		return syntax.None
	}
	sym := m.Symbol(returns[0])
	if sym == nil || len(sym.Defs) != 1 || sym.Defs[0].Kind != infer.DefAssign {
		return syntax.None
	}
	for known := len(path); known > 0; known-- {
		switch values := m.storesAt(sym, path[:known]); len(values) {
		case 0:
		case 1:
			return m.configItem(values[0], path[known:])
		default:
			return syntax.None
		}
	}
	return m.configItem(sym.Defs[0].Value, path)
}

// storesAt returns the values that the file assigns to a path below a variable.
func (m *Values) storesAt(sym *infer.Symbol, path []string) (values []syntax.Node) {
	for _, s := range m.Stores() {
		if m.Tree.View(m.Tree.AttrName(s.Target)) != path[len(path)-1] {
			continue
		}
		if root, at := m.dotted(s.Target); sym != nil && m.Symbol(root) == sym && slices.Equal(at, path) {
			values = append(values, s.Value)
		}
	}
	return values
}

// configItem returns the value for a path in the expression that makes a ConfigDict:
// ConfigDict({"model": {"dtype": "bfloat16"}}), ConfigDict(dict(dtype="bfloat16")).
func (m *Values) configItem(n syntax.Node, path []string) syntax.Node {
	t := m.Tree
	n = t.Unparen(n)
	if len(path) == 0 {
		return n
	}
	switch t.Kind(n) {
	case syntax.KindCall:
		switch name, _ := m.CallName(n); name {
		case "ml_collections.ConfigDict", "ml_collections.FrozenConfigDict", "ml_collections.config_dict.ConfigDict",
			"ml_collections.config_dict.config_dict.ConfigDict":
			return m.configItem(t.Arg(n, 0, "initial_dictionary"), path)
		case "builtins.dict":
			return m.configItem(t.Keyword(n, path[0]), path[1:])
		}
	case syntax.KindDictionary:
		for pair := range t.Children(n) {
			if key, ok := t.StringValue(t.Child(pair, syntax.FieldKey)); ok && key == path[0] {
				return m.configItem(t.Child(pair, syntax.FieldValue), path[1:])
			}
		}
	}
	return syntax.None
}
