package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// SettingDefault returns the default of a setting: of the command-line option or the
// class field that an attribute reads (args.mixed_precision), or of a parameter. It is
// None if the file declares no such setting, or several.
func (m *Model) SettingDefault(n syntax.Node) syntax.Node {
	return m.settingDefault(n, MaxConstantDepth)
}

func (m *Model) settingDefault(n syntax.Node, depth int) syntax.Node {
	n = m.Tree.Unparen(n)
	if depth == 0 {
		return syntax.None
	}
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		defs := m.ReachingDefs(n)
		if len(defs) != 1 {
			return syntax.None
		}
		switch d := defs[0]; d.Kind {
		case DefParam:
			return m.parameterPreset(d)
		case DefAssign:
			return m.settingDefault(d.Value, depth-1)
		}
	case syntax.KindAttribute:
		obj, name := m.Tree.Object(n), m.Tree.Text(m.Tree.AttrName(n))
		if class := m.Type(obj).Class; class != syntax.None {
			if m.Given(obj, name) {
				return syntax.None
			}
			return m.ClassDefault([]syntax.Node{class}, name)
		}
		if HoldsSettings(m.Tree, obj) {
			return m.declaredDefault(name)
		}
		if name == "value" {
			return m.flagDefault(obj)
		}
	}
	return syntax.None
}

// parameterPreset returns the default of a parameter, or that of the click option that
// fills it.
func (m *Model) parameterPreset(param Def) syntax.Node {
	if param.Value != syntax.None {
		return m.fieldDefault(param.Value)
	}
	fn := m.Tree.EnclosingFunction(param.Node)
	if m.Tree.Kind(fn) != syntax.KindFunction {
		return syntax.None
	}
	for _, d := range m.Tree.Decorators(fn) {
		if m.Tree.Kind(d) == syntax.KindCall && strings.HasSuffix(m.Tree.Text(m.Tree.Callee(d)), "option") && m.OptionDest(d) == m.Tree.Text(param.Node) {
			return m.Tree.Keyword(d, "default")
		}
	}
	return syntax.None
}

// HoldsSettings reports whether an object holds the settings of a program by its
// name: args, self.config, FLAGS.
func HoldsSettings(t *syntax.Tree, obj syntax.Node) bool {
	if t.Kind(obj) == syntax.KindAttribute {
		obj = t.AttrName(obj)
	}
	if t.Kind(obj) != syntax.KindIdentifier {
		return false
	}
	for word := range strings.SplitSeq(strings.ToLower(t.Text(obj)), "_") {
		switch word {
		case "arg", "args", "opt", "opts", "option", "options", "conf", "config", "cfg", "flag", "flags", "param", "params", "hparams", "settings":
			return true
		}
	}
	return false
}

// declaredDefault returns the default of the one option of that name that the file
// declares, or else of the one field of its classes.
func (m *Model) declaredDefault(name string) syntax.Node {
	var options []syntax.Node
	for _, call := range m.Calls() {
		switch _, method := m.MethodCall(call); {
		case method == "add_argument" && m.OptionDest(call) == name:
			options = append(options, m.Tree.Keyword(call, "default"))
		case DefinesFlag(method):
			if m.FlagName(call) == name {
				options = append(options, m.Tree.Arg(call, 1, "default"))
			}
		}
	}
	switch len(options) {
	case 0:
		return m.ClassDefault(m.Classes(), name)
	case 1:
		return options[0]
	}
	return syntax.None
}

// DefinesFlag reports whether a function declares a flag of absl.
func DefinesFlag(name string) bool { return strings.HasPrefix(name, "DEFINE_") }

// FlagName returns the name of the flag that a call declares.
func (m *Model) FlagName(call syntax.Node) string {
	name, _ := m.Tree.StringValue(m.Tree.Arg(call, 0, "name"))
	return name
}

// flagDefault returns the default of the absl flag that a name holds, whose value is read
// as PLATFORM.value.
func (m *Model) flagDefault(holder syntax.Node) syntax.Node {
	defs := m.ReachingDefs(holder)
	if len(defs) != 1 || defs[0].Kind != DefAssign || m.Tree.Kind(defs[0].Value) != syntax.KindCall {
		return syntax.None
	}
	if _, method := m.MethodCall(defs[0].Value); DefinesFlag(method) {
		return m.Tree.Arg(defs[0].Value, 1, "default")
	}
	return syntax.None
}

// ClassDefault returns the default of a field that exactly one of the classes has.
func (m *Model) ClassDefault(classes []syntax.Node, name string) syntax.Node {
	found := syntax.None
	for _, class := range classes {
		sym := m.Scope(class).Names[name]
		if sym == nil || len(sym.Defs) == 0 {
			continue
		}
		if found != syntax.None || len(sym.Defs) > 1 || sym.Defs[0].Kind != DefAssign {
			return syntax.None
		}
		found = m.fieldDefault(sym.Defs[0].Value)
	}
	return found
}

// FieldDefault returns the default that the right side of a class field states; None if
// it states none.
func (m *Model) FieldDefault(value syntax.Node) syntax.Node { return m.fieldDefault(value) }

// fieldDefault returns the default in the expression that describes a field:
// field(default="fp16"), typer.Option("fp16").
func (m *Model) fieldDefault(value syntax.Node) syntax.Node {
	if m.Tree.Kind(value) != syntax.KindCall {
		return value
	}
	if given := m.Tree.Keyword(value, "default"); given != syntax.None {
		return given
	}
	if text := m.Tree.Text(m.Tree.Callee(value)); strings.HasSuffix(text, "Option") || strings.HasSuffix(text, "Field") {
		return m.Tree.Arg(value, 0, "")
	}
	return syntax.None
}

// OptionDest returns the attribute that add_argument("-d", "--my-device") stores to.
func (m *Model) OptionDest(call syntax.Node) string {
	if v, ok := m.Tree.StringValue(m.Tree.Keyword(call, "dest")); ok {
		return v
	}
	dest := ""
	for a := range m.Tree.Args(call) {
		v, ok := m.Tree.StringValue(a.Value)
		if a.Name != syntax.None || !ok {
			continue
		}
		if long, ok := strings.CutPrefix(v, "--"); ok {
			return strings.ReplaceAll(long, "-", "_")
		}
		if dest == "" {
			dest = strings.TrimPrefix(v, "-")
		}
	}
	return dest
}

// Given reports whether the file chooses the value of a field of an object: by an
// argument where it makes the object, or by an assignment.
func (m *Model) Given(obj syntax.Node, field string) bool {
	for _, s := range m.Stores() {
		if m.Tree.Text(m.Tree.AttrName(s.Target)) == field && m.Tree.Text(m.Tree.Object(s.Target)) == m.Tree.Text(obj) {
			return true
		}
	}
	made := obj
	if m.Tree.Kind(obj) == syntax.KindIdentifier {
		if defs := m.ReachingDefs(obj); len(defs) == 1 && defs[0].Kind == DefAssign {
			made = defs[0].Value
		}
	}
	if m.Tree.Kind(made) != syntax.KindCall {
		return false
	}
	positional, _, splat := m.Tree.ArgCount(made)
	constructs := m.Ref(m.Tree.Callee(made)).IsClass(m.Tree) // Settings.from_yaml(path) passes no field by position
	return positional > 0 && constructs || splat || m.Tree.Keyword(made, field) != syntax.None
}
