package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// toldToPytest is why a parameter of tests cannot be changed safely: it is part of their
// names.
const toldToPytest = "pytest names the test after it"

// parametrize handles @pytest.mark.parametrize("device", ["cpu", "cuda"]).
func (tr *trace) parametrize(call, container syntax.Node, conf infer.Confidence) bool {
	return tr.parametrized(call, container, 0, 1, conf)
}

// row handles one of several parameters at once:
// @pytest.mark.parametrize("device,dtype", [("cuda", torch.float32)]).
func (tr *trace) row(item, container, rows syntax.Node, conf infer.Confidence) bool {
	if list := tr.t.Parent(rows); tr.t.Kind(list) == syntax.KindArgumentList {
		width := 0
		for range tr.t.Children(container) {
			width++
		}
		return tr.parametrized(tr.t.Parent(list), rows, tr.itemOf(item, container), width, conf)
	}
	return false
}

// parametrized goes on with the parameter of a test at a position among several.
func (tr *trace) parametrized(call, container syntax.Node, at, width int, conf infer.Confidence) bool {
	fn := tr.t.Written(tr.t.Callee(call))
	if !strings.HasSuffix(fn, "parametrize") || tr.t.Arg(call, 1, "argvalues") != container || at < 0 {
		return false
	}
	names := tr.parameterNames(tr.t.Arg(call, 0, "argnames"))
	if len(names) != width {
		return false
	}
	dec := tr.t.Parent(call)
	def := tr.t.Child(tr.t.Parent(dec), syntax.FieldDefinition)
	for _, p := range tr.t.Params(def) {
		if p.Name != syntax.None && tr.t.Text(p.Name) == names[at] {
			tr.hop.escapes = first(tr.hop.escapes, toldToPytest)
			tr.symbol(tr.m.Symbol(p.Name), p.Name, min(conf, infer.Likely))
			return true
		}
	}
	return false
}

// parameterNames returns the names passed to parametrize: "device, dtype" or
// ("device", "dtype").
func (tr *trace) parameterNames(n syntax.Node) (names []string) {
	if text, ok := tr.t.StringValue(n); ok {
		for name := range strings.SplitSeq(text, ",") {
			names = append(names, strings.TrimSpace(name))
		}
		return names
	}
	switch n = tr.t.Unparen(n); tr.t.Kind(n) {
	case syntax.KindList, syntax.KindTuple:
		for c := range tr.t.Children(n) {
			name, _ := tr.t.StringValue(c)
			names = append(names, name)
		}
	}
	return names
}

// fixture handles @pytest.fixture(params=["cpu", "cuda"]), whose function reads its
// parameter from request.param.
func (tr *trace) fixture(keyword syntax.Node, conf infer.Confidence) bool {
	call := tr.t.Parent(tr.t.Parent(keyword))
	dec := tr.t.Parent(call)
	if tr.t.Kind(keyword) != syntax.KindKeywordArgument || tr.t.Text(tr.t.Child(keyword, syntax.FieldName)) != "params" || tr.t.Kind(dec) != syntax.KindDecorator ||
		!strings.HasSuffix(tr.t.Written(tr.t.Callee(call)), "fixture") {
		return false
	}
	def := tr.t.Child(tr.t.Parent(dec), syntax.FieldDefinition)
	for n := range tr.m.AttributeLoads("param") {
		if tr.t.Within(n, def) && tr.t.Text(tr.t.Object(n)) == "request" {
			tr.hop.escapes = first(tr.hop.escapes, toldToPytest)
			tr.value(n, min(conf, infer.Likely))
		}
	}
	return true
}

// injected handles the value that a fixture returns or yields: pytest hands it to the
// tests of the file, and to other fixtures, that have a parameter of the fixture's name.
func (tr *trace) injected(fixture syntax.Node) {
	if !slices.ContainsFunc(tr.t.Decorators(fixture), func(dec syntax.Node) bool {
		if tr.t.Kind(dec) == syntax.KindCall {
			dec = tr.t.Callee(dec)
		}
		return strings.HasSuffix(tr.t.Written(dec), "fixture")
	}) {
		return
	}
	if path.Base(tr.m.File.Path) == "conftest.py" {
		tr.hop.escapes = first(tr.hop.escapes, "tests in other files take this fixture")
	}
	name := tr.t.Text(tr.t.FuncName(fixture))
	for _, fn := range tr.m.FunctionsTaking(name) {
		for _, p := range tr.t.Params(fn) {
			if fn != fixture && p.Name != syntax.None && tr.t.Text(p.Name) == name {
				tr.symbol(tr.m.Symbol(p.Name), p.Name, infer.Likely)
			}
		}
	}
}

// marked reports whether a call is pytest.param("cuda", marks=…), which stands for the
// first of its arguments.
func (tr *trace) marked(call, n syntax.Node) bool {
	return tr.m.Ref(tr.t.Callee(call)).Name == "pytest.param" && tr.t.Arg(call, 0, "") == n
}
