package distributed

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// reportNamed reports the literals that say by where they stand that they choose a
// backend, and get to a process group in another file if anywhere: the default of an
// option, of a parameter or of a field, an argument or an entry whose name ends in
// backend.
func reportNamed(p *analyzer.Pass, f *finder) {
	if reach.InTestFile(p) || p.Model.ImportsAny("tensorflow", "paddle", "mxnet", "mindspore", "oneflow") {
		return
	}
	for literal := range p.Model.StringsWith(namesNCCL) {
		if f.knows(literal) || !namedBackend(f, literal) || p.Model.GuardedForNeuron(literal) {
			continue
		}
		b := backend{
			literal: literal, sink: literal, api: "torch.distributed.init_process_group", through: open, confidence: analyzer.Likely,
		}
		p.Report(b.diagnostic(f))
	}
}

// knows reports whether a literal was met on the way back from a process group, or is
// compared with a backend.
func (f *finder) knows(literal syntax.Node) bool {
	return slices.Contains(f.asked, literal) || slices.ContainsFunc(f.list, func(b *backend) bool {
		return b.literal == literal || slices.Contains(b.tests, literal)
	})
}

// namedBackend reports whether a literal is the value of something that is called a
// backend.
func namedBackend(f *finder, literal syntax.Node) bool {
	t := f.p.Tree
	switch parent := t.Parent(literal); t.Kind(parent) {
	case syntax.KindKeywordArgument:
		call := t.Parent(t.Parent(parent))
		if name := t.Text(t.Child(parent, syntax.FieldName)); name != "default" {
			return isBackend(name) && passesOn(f, call) && !ofLibrary(f, call, name)
		}
		return isBackend(f.option(call)) || isBackend(field(t, call)) || declaresBackend(t, call)
	case syntax.KindArgumentList: // DEFINE_string and others of absl.flags
		call := t.Parent(parent)
		return strings.HasPrefix(t.Text(t.AttrName(t.Callee(call))), "DEFINE_") && t.Arg(call, 1, "") == literal && declaresBackend(t, call)
	case syntax.KindDefaultParameter, syntax.KindTypedDefaultParameter:
		return isBackend(t.Text(t.Child(parent, syntax.FieldName)))
	case syntax.KindPair:
		key, _ := t.StringValue(t.Child(parent, syntax.FieldKey))
		return t.Field(literal) == syntax.FieldValue && isBackend(key)
	case syntax.KindAssignment:
		return isBackend(field(t, literal))
	}
	return false
}

// declaresBackend reports whether the first text that a call is given is the name of
// an option for a backend: click.option("--dist-backend", default="nccl").
func declaresBackend(t *syntax.Tree, call syntax.Node) bool {
	name, _ := t.StringValue(t.Arg(call, 0, ""))
	return isBackend(name)
}

func isBackend(name string) bool { return strings.HasSuffix(strings.ToLower(name), "backend") }

// passesOn reports whether a call hands its arguments to code that is not seen here:
// that of the project, or a dictionary. Functions known to take a backend were asked
// before, and other functions of PyTorch only tell whether there is one.
func passesOn(f *finder, call syntax.Node) bool {
	name, _ := f.p.Model.CallName(call)
	return !strings.HasPrefix(name, "torch.")
}

// field is the attribute, or the field in the body of a class, that a value is
// assigned to.
func field(t *syntax.Tree, value syntax.Node) string {
	assign := t.Parent(value)
	if t.Kind(assign) != syntax.KindAssignment || t.Child(assign, syntax.FieldRight) != value {
		return ""
	}
	switch target := t.Child(assign, syntax.FieldLeft); t.Kind(target) {
	case syntax.KindAttribute:
		return t.Text(t.AttrName(target))
	case syntax.KindSubscript:
		key, _ := t.StringValue(t.Child(target, syntax.FieldSubscript))
		return key
	case syntax.KindIdentifier:
		if t.Kind(t.Parent(t.Suite(assign))) == syntax.KindClass {
			return t.Text(target)
		}
	}
	return ""
}

// ofLibrary reports whether an argument chooses the backend of a library's own
// communication, which has its row among the options of frameworks.
func ofLibrary(f *finder, call syntax.Node, argument string) bool {
	name, _ := f.p.Model.CallName(call)
	return slices.ContainsFunc(f.p.DB.FrameworkOptions(name, f.p.Target), func(o opsdb.FrameworkOption) bool { return o.Argument == argument })
}
