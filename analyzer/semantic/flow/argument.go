package flow

import (
	"cmp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// place is the argumentPlace of n.
func (tr *trace) place(n syntax.Node) (call syntax.Node, name string, pos int) {
	return argumentPlace(tr.t, n)
}

// argumentPlace finds the call that takes n as an argument, and its keyword or position
// (-1 behind a splat).
func argumentPlace(t *syntax.Tree, n syntax.Node) (call syntax.Node, name string, pos int) {
	p := t.Parent(n)
	if t.Kind(p) == syntax.KindKeywordArgument {
		return t.Parent(t.Parent(p)), t.Text(t.Child(p, syntax.FieldName)), -1
	}
	call = t.Parent(p)
	return call, "", t.Place(call, n)
}

// argument records that the device is passed to a call.
func (tr *trace) argument(call, n syntax.Node, conf infer.Confidence) {
	if tr.t.Kind(call) != syntax.KindCall {
		tr.lost(lostAtAll) // class C(Base, device="cuda")
		return
	}
	if tr.marked(call, n) {
		tr.value(call, conf)
		return
	}
	_, name, pos := tr.place(n)
	tr.passed(call, n, pos, name, conf)
}

// passed handles an argument by its callee: framework, this file, or code that this
// file does not show.
func (tr *trace) passed(call, n syntax.Node, pos int, name string, conf infer.Confidence) {
	fn := tr.t.Callee(call)
	r := tr.m.Ref(fn)
	if r.Def == syntax.None {
		r.Def = cmp.Or(tr.m.ClassOfSelf(fn), tr.m.lambdaOf(fn))
	}
	if r.Def != syntax.None {
		tr.parameter(r.Def, fn, pos, name, min(conf, max(r.Confidence, infer.Likely)))
		return
	}
	api := ""
	if r.Name != "" && !r.Local {
		api = tr.m.Canonical(r.Name)
	}
	if tr.deviceParameter(call, n, api, pos, name, min(conf, max(r.Confidence, infer.Likely))) {
		if api == "torch.device" {
			tr.value(call, conf)
		}
		return
	}
	if tr.through(call, n, api, pos, name, conf) {
		return
	}
	tr.unknownCallee(call, n, api, pos, name, conf)
}

// deviceParameter records a sink if the argument is a device parameter of the API, or
// of a method of an object of unknown kind.
func (tr *trace) deviceParameter(call, n syntax.Node, api string, pos int, name string, conf infer.Confidence) bool {
	params := tr.m.DB.DeviceParams(api)
	if api == "torch.device" && tr.isKey(call) {
		return true // names a device in a table; nothing is placed on it
	}
	if api == "" {
		if _, method := tr.m.MethodCall(call); method == "to" {
			params, conf = tr.m.DB.DeviceParams("torch.Tensor.to"), min(conf, infer.Likely)
		}
	}
	for _, p := range params {
		if name != "" && p.Name == name || name == "" && p.Position >= 0 && p.Position == pos {
			if p.Role == "foreign" {
				tr.hop.escapes = first(tr.hop.escapes, "the device is passed to "+syntax.Shorten(tr.t.Text(tr.t.Callee(call)))+", which does not know Neuron")
				return true
			}
			if p.Role != "settings" { // the function reads no settings for devices
				tr.sink(SinkAt{Node: n, Call: call, API: api, Role: Role(p.Role)}, conf)
			}
			return true
		}
	}
	return false
}

// isKey reports whether an expression is the key of a dictionary entry.
func (tr *trace) isKey(n syntax.Node) bool {
	return tr.t.Kind(tr.t.Parent(n)) == syntax.KindPair && tr.t.Field(n) == syntax.FieldKey
}

// through handles calls that pass the value on: str(), copies, getattr with a default,
// os.environ.get, partial, declarations of options.
func (tr *trace) through(call, n syntax.Node, api string, pos int, name string, conf infer.Confidence) bool {
	switch api {
	case "builtins.str":
		tr.value(call, conf)
		return true
	case "os.environ.get", "os.getenv":
		if pos == 1 || name == "default" {
			tr.f.open[tr.hop.cell] = "the environment can name another device"
			tr.value(call, conf)
		}
		return true
	case "builtins.getattr":
		if pos == 1 && tr.t.Kind(n) != syntax.KindString && tr.m.Ref(tr.t.Arg(call, 0, "")).Name == "torch" {
			tr.hop.escapes = first(tr.hop.escapes, "the module of the device is looked up in torch")
			tr.sink(SinkAt{Node: n, Call: call, API: api, Role: RoleType}, conf)
		}
		if attr, ok := tr.t.StringValue(tr.t.Arg(call, 1, "")); ok && pos == 2 {
			tr.value(call, min(conf, infer.Likely))
			tr.attribute(infer.ClassAttr{Class: syntax.None, Name: attr}, call, min(conf, infer.Likely))
		} else if pos > 0 {
			tr.lost(lostInAttribute)
		}
		return true
	case "builtins.dict":
		tr.entry(call, name, n, conf)
		return true
	case "functools.partial":
		tr.partial(call, n, pos, name, conf)
		return true
	}
	if tr.copied(call, api, pos, name, conf) {
		return true
	}
	if template, method := tr.m.MethodCall(call); method == "format" && tr.t.Kind(template) == syntax.KindString {
		tr.formatted(template, call, conf)
		return true
	}
	if strings.HasPrefix(api, "logging.") || strings.HasPrefix(api, "warnings.") || tr.logs(call) {
		return true
	}
	return tr.option(call, pos, name, conf)
}

// option handles defaults of command-line options and fields.
func (tr *trace) option(call syntax.Node, pos int, name string, conf infer.Confidence) bool {
	switch last := tr.lastName(call); last {
	case "add_argument", "set_defaults", "DEFINE_string", "DEFINE_enum":
		return tr.declared(call, last, pos, name, conf)
	case "option", "Option", "Argument", "argument", "Field", "field", "attrib", "ib":
		return tr.field(call, last, pos, name, conf)
	case "get", "setdefault", "pop":
		switch key, ok := tr.t.StringValue(tr.t.Arg(call, 0, "")); {
		case pos == 0 && tr.t.Kind(tr.t.Callee(call)) == syntax.KindAttribute:
			tr.asKey(tr.t.Object(tr.t.Callee(call)))
		case pos != 1:
		case ok:
			tr.f.open[tr.hop.cell] = "the key " + key + " can be set elsewhere"
			tr.value(call, min(conf, infer.Likely))
			tr.name(key, call, conf)
		case tr.t.Kind(tr.t.Callee(call)) == syntax.KindAttribute:
			tr.f.open[tr.hop.cell] = "the table can hold another device"
			tr.value(call, min(conf, infer.Likely))
		}
		return true
	}
	return false
}

// declared handles options of argparse and absl, whose values are read as
// attributes; false for other calls of these names.
func (tr *trace) declared(call syntax.Node, fn string, pos int, name string, conf infer.Confidence) bool {
	var dest string
	switch {
	case fn == "add_argument" && name == "default":
		dest = tr.m.OptionDest(call)
	case fn == "add_argument":
		return true // help, metavar: words for people; for choices, see offered
	case fn == "set_defaults" && name != "":
		dest = name
	case strings.HasPrefix(fn, "DEFINE_") && pos == 1:
		flag, ok := tr.t.StringValue(tr.t.Arg(call, 0, "name"))
		if !ok {
			return true
		}
		dest = flag
	default:
		return false
	}
	tr.hop.option = call
	tr.optionValue(call, dest, conf)
	return true
}

// optionValue records that the value of an option may be the device.
func (tr *trace) optionValue(call syntax.Node, dest string, conf infer.Confidence) {
	obj, _ := tr.m.MethodCall(call)
	k, mixed := tr.m.OptionOf(tr.m.Symbol(obj), dest)
	if mixed {
		tr.hop.escapes = first(tr.hop.escapes, "several parsers have an option "+dest)
	}
	if tr.f.optionsAsDict() {
		tr.hop.escapes = first(tr.hop.escapes, "the options become arguments by name")
	}
	tr.attribute(k, call, min(conf, infer.Likely))
}

// field handles the default of a field or parameter: click's decorators,
// typer, dataclasses, attrs and pydantic; false for other calls of these names.
func (tr *trace) field(call syntax.Node, fn string, pos int, name string, conf infer.Confidence) bool {
	decorates := tr.t.Kind(tr.t.Parent(call)) == syntax.KindDecorator
	switch {
	case decorates && strings.EqualFold(fn, "option"), decorates && strings.EqualFold(fn, "argument"):
		if name == "default" {
			tr.hop.option = call
			tr.clickOption(call, conf)
		}
		return true
	case fn == "option", fn == "argument":
		return false
	}
	if name == "default" || pos == 0 {
		tr.value(call, conf)
	}
	return true
}

// clickOption connects @click.option("--device", default="cuda") with the
// parameter of the function it decorates.
func (tr *trace) clickOption(call syntax.Node, conf infer.Confidence) {
	dest := tr.m.OptionDest(call)
	for a := range tr.t.Args(call) { // a name without dashes names the parameter
		if v, ok := tr.t.StringValue(a.Value); ok && a.Name == syntax.None && !strings.HasPrefix(v, "-") {
			dest = v
		}
	}
	def := tr.t.Child(tr.t.Parent(tr.t.Parent(call)), syntax.FieldDefinition)
	for _, p := range tr.t.Params(def) {
		if p.Name != syntax.None && tr.t.Text(p.Name) == dest {
			tr.symbol(tr.m.Symbol(p.Name), p.Name, min(conf, infer.Likely))
		}
	}
	tr.name(dest, call, conf)
}

// parameter passes the device to a parameter of a function or class of this file.
func (tr *trace) parameter(def, callee syntax.Node, pos int, name string, conf infer.Confidence) {
	if tr.t.Kind(def) == syntax.KindClass {
		init := tr.m.Constructor(def)
		if init == syntax.None {
			if name != "" {
				tr.attribute(infer.ClassAttr{Class: tr.m.AttributeOwner(def, name), Name: name}, callee, conf)
			} else {
				tr.lost(lostAtAll)
			}
			return
		}
		def, pos = init, shift(pos)
	} else if tr.m.IsBound(callee, def) {
		pos = shift(pos)
	}
	if tr.isAbstract(def) {
		tr.lost(lostInSubclass)
	}
	params, at := tr.t.Params(def), pos
	if name != "" {
		at = tr.t.ParamNamed(def, name)
	}
	switch {
	case at >= 0 && at < len(params):
		p := params[at]
		if p.Name != syntax.None && (name != "" || p.Kind != syntax.KeywordOnly && p.Kind != syntax.VarPositional) {
			tr.symbol(tr.m.Symbol(p.Name), p.Name, conf)
			return
		}
	case name != "" && len(params) > 0:
		if last := params[len(params)-1]; last.Kind == syntax.VarKeyword && last.Name != syntax.None {
			tr.key(tr.m.Symbol(last.Name), name, last.Name, min(conf, infer.Likely))
			return
		}
	}
	tr.lost(lostAtAll)
}
