package distributed

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// backend is a literal that becomes the backend of a process group.
type backend struct {
	literal    syntax.Node
	sink       syntax.Node // the argument that takes it
	api        string
	through    via
	tests      []syntax.Node // literals that the expression holding it is compared with
	confidence analyzer.Confidence
}

// via is the way of a literal to the place where it acts, the plainest first.
type via uint8

const (
	direct via = iota // written in the argument, or in an arm of it
	local             // through local variables that go nowhere else
	open              // through something that other code may set or read
)

// finder collects the backends of a file.
type finder struct {
	p     *analyzer.Pass
	list  []*backend
	asked []syntax.Node // literals that get_backend() is compared with

	sink syntax.Node
	api  string
	conf analyzer.Confidence
	seen map[syntax.Node]bool
	ours bool // a backend of Neuron reaches the sink too
}

// findBackends follows every argument that takes a backend back to literals.
func findBackends(p *analyzer.Pass) *finder {
	f := &finder{p: p}
	for _, call := range p.Model.Calls() {
		api, conf := p.Model.CallName(call)
		param, ok := parameterOf(api)
		if !ok {
			if api == "torch.distributed.get_backend" {
				f.asked = append(f.asked, f.askedOf(call)...)
			}
			continue
		}
		arg := p.Tree.Arg(call, param.position, param.name)
		if arg == syntax.None {
			continue
		}
		known := len(f.list)
		f.sink, f.api, f.conf, f.seen, f.ours = arg, api, conf, make(map[syntax.Node]bool), false
		f.value(arg, direct, nil)
		if f.ours {
			f.list = f.list[:known] // the choice has an arm for Neuron already
		}
	}
	return f
}

// askedOf returns the literals that the result of get_backend() is compared with, in
// its place or by way of a variable.
func (f *finder) askedOf(call syntax.Node) []syntax.Node {
	out := slices.Concat(f.comparedWith(call), f.memberOf(call))
	sym := f.p.Model.Symbol(f.p.Tree.Child(f.p.Tree.Parent(call), syntax.FieldLeft))
	if sym == nil || f.p.Tree.Kind(f.p.Tree.Parent(call)) != syntax.KindAssignment {
		return out
	}
	for _, use := range sym.Uses {
		if f.p.Model.MayHold(use, call) {
			out = slices.Concat(out, f.comparedWith(use), f.memberOf(use))
		}
	}
	return out
}

// memberOf is the literal for NCCL among those that an expression is compared with by
// in or not in, without one for Neuron.
func (f *finder) memberOf(n syntax.Node) []syntax.Node {
	operands, ops := f.p.Tree.Comparison(f.p.Tree.Parent(n))
	if len(operands) != 2 || operands[0] != n || ops[0] != "in" && ops[0] != "not in" {
		return nil
	}
	var out []syntax.Node
	for item := range f.p.Tree.Children(operands[1]) {
		switch text, _ := f.p.Tree.StringValue(item); text {
		case rewrite.Native, "xla":
			return nil
		case "nccl":
			out = append(out, item)
		}
	}
	return out
}

// value follows an expression whose value becomes the backend.
func (f *finder) value(n syntax.Node, how via, tests []syntax.Node) {
	t := f.p.Tree
	n = t.Unparen(n)
	if n == syntax.None || f.seen[n] || len(f.seen) > 200 {
		return
	}
	f.seen[n] = true
	switch t.Kind(n) {
	case syntax.KindString, syntax.KindConcatenatedString:
		f.literal(n, how, tests)
	case syntax.KindConditional:
		body, _, orelse := t.Conditional(n)
		f.value(body, how, tests)
		f.value(orelse, how, tests)
	case syntax.KindBooleanOperator:
		f.value(t.Child(n, syntax.FieldLeft), how, tests)
		f.value(t.Child(n, syntax.FieldRight), how, tests)
	case syntax.KindIdentifier:
		f.name(n, how, tests)
	case syntax.KindAttribute:
		f.attribute(n, tests)
	case syntax.KindSubscript:
		f.lookup(n, how, tests)
	case syntax.KindCall:
		f.call(n, tests)
	}
}

func (f *finder) literal(n syntax.Node, how via, tests []syntax.Node) {
	if text, _ := f.p.Tree.StringValue(n); text == rewrite.Native || text == "xla" {
		f.ours = true
	}
	if !isNCCL(f.p, n) {
		return
	}
	for _, b := range f.list {
		if b.literal == n {
			b.through = max(b.through, how)
			return
		}
	}
	f.list = append(f.list, &backend{
		literal: n, sink: f.sink, api: f.api, through: how, tests: slices.Clone(tests), confidence: f.conf,
	})
}

// name follows a variable to its values, and a parameter to its default and to the
// arguments passed in this file.
func (f *finder) name(n syntax.Node, how via, tests []syntax.Node) {
	sym := f.p.Model.Symbol(n)
	if sym == nil {
		return
	}
	how, tests = max(how, f.escapes(sym)), slices.Concat(tests, f.tested(sym))
	for _, d := range f.p.Model.ReachingDefs(n) {
		switch d.Kind {
		case semantic.DefAssign:
			f.value(d.Value, how, tests)
		case semantic.DefParam:
			f.value(d.Value, open, tests)
			f.arguments(d, tests)
		}
	}
}

// arguments follows the arguments that the calls of this file pass for a parameter.
func (f *finder) arguments(d semantic.Def, tests []syntax.Node) {
	fn := f.p.Tree.EnclosingFunction(d.Node)
	position := d.Index
	params := f.p.Tree.Params(fn)
	if len(params) > 0 && f.p.Tree.EnclosingClass(fn) != syntax.None && f.p.Tree.EnclosingFunction(fn) == syntax.None {
		if first := f.p.Tree.Text(params[0].Node); first == "self" || first == "cls" {
			position--
		}
	}
	for _, call := range f.p.Model.Callers(fn) {
		f.value(f.p.Tree.Arg(call, position, f.p.Tree.Text(d.Node)), open, tests)
	}
}

// escapes grades where else a variable goes: only to arguments that take a
// backend, tests against literals, and messages, or to code unseen. A variable
// of the module that functions use may be imported elsewhere.
func (f *finder) escapes(sym *semantic.Symbol) via {
	home := f.p.Tree.EnclosingFunction(f.sink)
	for _, d := range sym.Defs {
		if d.Kind != semantic.DefAssign || f.p.Tree.EnclosingFunction(d.Node) != home {
			return open
		}
	}
	for _, use := range sym.Uses {
		if use != f.p.Tree.Unparen(f.sink) && !f.contained(use) {
			return open
		}
	}
	return local
}

// contained reports whether a use of a variable stays within the code that the fix
// knows of.
func (f *finder) contained(use syntax.Node) bool {
	t := f.p.Tree
	for p := t.Parent(use); ; p = t.Parent(p) {
		switch t.Kind(p) {
		case syntax.KindParenthesized, syntax.KindInterpolation, syntax.KindString, syntax.KindConditional:
		case syntax.KindComparison:
			return len(f.comparedWith(use)) > 0
		case syntax.KindKeywordArgument:
		case syntax.KindArgumentList:
			call := t.Parent(p)
			name, _ := f.p.Model.CallName(call)
			param, ok := parameterOf(name)
			return f.p.Model.Shows(call) || ok && t.Within(use, t.Arg(call, param.position, param.name))
		default:
			return false
		}
	}
}

// tested are the literals that a variable is compared with.
func (f *finder) tested(sym *semantic.Symbol) []syntax.Node {
	var out []syntax.Node
	for _, use := range sym.Uses {
		out = append(out, f.comparedWith(use)...)
	}
	return out
}

// comparedWith are the literals for NCCL that an expression is compared with by == or
// !=.
func (f *finder) comparedWith(n syntax.Node) []syntax.Node {
	operands, ops := f.p.Tree.Comparison(f.p.Tree.Parent(n))
	if len(operands) != 2 || ops[0] != "==" && ops[0] != "!=" {
		return nil
	}
	var out []syntax.Node
	for _, o := range operands {
		if text, ok := f.p.Tree.StringValue(o); ok && text == "nccl" && f.p.Tree.Kind(o) == syntax.KindString {
			out = append(out, o)
		}
	}
	return out
}

// group ties all literals of the file together if get_backend() is tested:
// changing one without the other changes which branch runs.
func (f *finder) group() analyzer.GroupID {
	if len(f.asked) == 0 {
		return ""
	}
	return analyzer.GroupID(f.p.File.Path + "#backend")
}

// ncclHelp says which backend to use.
func ncclHelp(p *analyzer.Pass) string {
	switch row := backendRow(p); {
	case p.Target.Rewrite.Stack() == "xla":
		return "use `" + row.Text + "` and `import torch_xla.distributed.xla_backend`"
	case row.Text == quoted(rewrite.Native) && spawnsAlone(p):
		return "use `" + row.Text + "`, and start the processes with torchrun or set LOCAL_RANK in each: LOCAL_RANK gives a process its core, and spawn does not set it"
	case row.Text == quoted(rewrite.Native):
		return "use `" + row.Text + "`"
	default:
		return "get the accelerator's own with `" + row.Text + "`"
	}
}
