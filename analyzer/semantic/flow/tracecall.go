package flow

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// lambdaResult handles default_factory=lambda: "cuda" and get = lambda: "cuda".
func (tr *trace) lambdaResult(fn syntax.Node, conf infer.Confidence) {
	p := tr.t.Parent(fn)
	if sym := tr.m.Symbol(tr.t.Child(p, syntax.FieldLeft)); tr.t.Kind(p) == syntax.KindAssignment && sym != nil {
		for _, use := range sym.Uses {
			if call := tr.t.Parent(use); tr.t.Kind(call) == syntax.KindCall && tr.m.lambdaOf(use) == fn {
				tr.value(call, conf)
			}
		}
	}
	if tr.t.Kind(p) == syntax.KindKeywordArgument && tr.t.Text(tr.t.Child(p, syntax.FieldName)) == "default_factory" {
		tr.value(tr.t.Parent(tr.t.Parent(p)), conf)
	}
}

// logs reports whether a call writes to a log of Python's own.
func (tr *trace) logs(call syntax.Node) bool {
	obj, method := tr.m.MethodCall(call)
	switch method {
	case "debug", "info", "warning", "warn", "error", "exception", "critical", "log":
	default:
		return false
	}
	defs := tr.m.ReachingDefs(obj)
	for _, d := range defs {
		if name, _ := tr.m.CallName(d.Value); d.Kind != infer.DefAssign || name != "logging.getLogger" {
			return false
		}
	}
	return len(defs) > 0
}

// lambdaOf is the lambda that a variable holds, if nothing else is bound to it.
func (m *Literals) lambdaOf(n syntax.Node) syntax.Node {
	sym := m.Symbol(n)
	if m.Tree.Kind(n) != syntax.KindIdentifier || sym == nil || len(sym.Defs) != 1 || sym.Defs[0].Kind != infer.DefAssign {
		return syntax.None
	}
	if value := m.Tree.Unparen(sym.Defs[0].Value); m.Tree.Kind(value) == syntax.KindLambda {
		return value
	}
	return syntax.None
}

// started handles calls that pass a tuple of arguments to a function to be run
// elsewhere: mp.spawn(run, args=("cuda",)), Process(target=run, args=("cuda",)),
// rpc.remote(worker, Shard, args=("cuda:0",) + args).
func (tr *trace) started(item, args syntax.Node, conf infer.Confidence) bool {
	at := tr.itemOf(item, args)
	for sum := tr.t.Parent(args); tr.t.Kind(sum) == syntax.KindBinaryOperator && tr.t.Operator(sum) == "+" && tr.t.Field(args) == syntax.FieldLeft; sum = tr.t.Parent(args) {
		args = sum
	}
	call, name, pos := tr.place(args)
	fn, shift, position := tr.m.StartedBy(call)
	if fn == syntax.None || at < 0 || name != "args" && (name != "" || pos != position) {
		return false
	}
	if def := tr.m.Ref(fn).Def; def != syntax.None {
		tr.parameter(def, fn, at+shift, "", min(conf, infer.Likely))
		return true
	}
	tr.goesTo(fn, at+shift, "", conf)
	return true
}
