package flow

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// offered handles the choices of an option: choices=["cpu", "cuda"] of argparse,
// click.Choice, the values of DEFINE_enum. They flow to the same places as the value of
// the option.
func (tr *trace) offered(item, container syntax.Node, conf infer.Confidence) bool {
	call, name, pos := tr.place(container)
	if item == syntax.None || tr.t.Kind(call) != syntax.KindCall {
		return false
	}
	switch fn := tr.lastName(call); {
	case fn == "add_argument" && name == "choices":
		tr.choice(call, tr.m.OptionDest(call), conf)
	case strings.HasPrefix(fn, "DEFINE_") && strings.HasSuffix(fn, "enum") && (pos == 2 || name == "enum_values"):
		flag, _ := tr.t.StringValue(tr.t.Arg(call, 0, "name"))
		tr.choice(call, flag, conf)
	case fn == "Choice" && (pos == 0 || name == "choices"):
		option, name, _ := tr.place(call)
		if tr.t.Kind(option) == syntax.KindCall && name == "type" && tr.t.Kind(tr.t.Parent(option)) == syntax.KindDecorator {
			tr.hop.choice = option
			tr.clickOption(option, conf)
		}
	default:
		return false
	}
	return true
}

// literalType handles the values that an annotation allows for a variable, device:
// Literal["cpu", "cuda"]: typer, fire and others make options of such parameters and
// fields.
func (tr *trace) literalType(member syntax.Node, conf infer.Confidence) {
	generic := tr.t.Parent(tr.t.Parent(member))
	if tr.t.Kind(generic) != syntax.KindGenericType || !strings.HasSuffix(tr.m.Ref(tr.t.First(generic)).Name, ".Literal") {
		return
	}
	of := tr.t.Parent(tr.t.Parent(generic))
	for tr.t.Kind(of) == syntax.KindTypeParameter { // Optional[Literal["cuda"]]
		of = tr.t.Parent(tr.t.Parent(tr.t.Parent(of)))
	}
	name := syntax.None
	switch tr.t.Kind(of) {
	case syntax.KindTypedParameter:
		name = tr.t.First(of)
	case syntax.KindTypedDefaultParameter:
		name = tr.t.Child(of, syntax.FieldName)
	case syntax.KindAssignment:
		name = tr.t.Child(of, syntax.FieldLeft)
	}
	if name != syntax.None {
		tr.hop.choice = generic
		tr.target(name, min(conf, infer.Likely))
	}
}

// choice records that an option offers the device; its value is read as an attribute.
func (tr *trace) choice(call syntax.Node, dest string, conf infer.Confidence) {
	if dest != "" {
		tr.hop.choice = call
		tr.optionValue(call, dest, conf)
	}
}

// lastName is the last part of the name of the callee.
func (tr *trace) lastName(call syntax.Node) string {
	fn := tr.t.Written(tr.t.Callee(call))
	return fn[strings.LastIndexByte(fn, '.')+1:]
}
