package guard

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// parameter is the verdict on a parameter of a function that this file uses only in
// calls, if all calls pass the same.
func (w *without) parameter(d infer.Def) verdict { return w.all(w.passed(d)) }

// passed returns the possible values of a parameter of such a function; none for other
// functions.
func (w *without) passed(d infer.Def) (values []syntax.Node) {
	fn := w.t.EnclosingFunction(d.Node)
	if w.t.Kind(fn) != syntax.KindFunction || w.m.MethodClass(fn) != syntax.None || len(w.t.Decorators(fn)) > 0 {
		return nil
	}
	sym := w.m.Symbol(w.t.FuncName(fn))
	calls := w.m.Callers(fn)
	if sym == nil || len(sym.Defs) != 1 || len(calls) == 0 || len(calls) != len(sym.Uses) {
		return nil
	}
	for _, call := range calls {
		value := w.t.Arg(call, d.Index, w.t.Text(d.Node))
		if _, _, splat := w.t.ArgCount(call); splat {
			return nil
		}
		if value == syntax.None {
			value = d.Value
		}
		values = append(values, value)
	}
	return values
}

// entry is the verdict on table["key"] for a table that is only read by its entries.
func (w *without) entry(n syntax.Node) verdict {
	table := w.t.Unparen(w.t.Child(n, syntax.FieldValue))
	key, ok := w.t.StringValue(w.t.Child(n, syntax.FieldSubscript))
	sym := w.m.Symbol(table)
	if !ok || sym == nil || len(sym.Defs) != 1 || sym.Defs[0].Kind != infer.DefAssign {
		return verdict{}
	}
	for _, use := range sym.Uses {
		sub := w.t.Parent(use)
		if w.t.Kind(sub) != syntax.KindSubscript || w.t.Child(sub, syntax.FieldValue) != use || w.t.Field(sub) == syntax.FieldLeft {
			return verdict{}
		}
	}
	var values []syntax.Node
	for pair := range w.t.Children(w.t.Unparen(sym.Defs[0].Value)) {
		if w.t.Kind(pair) != syntax.KindPair {
			return verdict{} // not a dictionary, or one with others in it
		}
		if k, ok := w.t.StringValue(w.t.Child(pair, syntax.FieldKey)); ok && k == key {
			values = append(values, w.t.Child(pair, syntax.FieldValue))
		}
	}
	if len(values) != 1 {
		return verdict{}
	}
	return w.truth(values[0])
}

// flag is the verdict on a variable of another module of the project.
func (w *without) flag(n syntax.Node) verdict {
	g, ok := w.m.Global(n)
	if !ok || g.Module == w.m.Module() {
		return verdict{}
	}
	return w.foreign(n, g.Module, func(there *without) verdict {
		sym := there.m.Scope(syntax.Root).Names[g.Name]
		if sym == nil {
			return verdict{}
		}
		return there.bound(sym.Defs)
	})
}

// foreign is the verdict of another module on the variable or function that n names. The
// queries that decide it are not in this file, so n replaces them. It is never reported
// as true, since a query is false without CUDA.
func (w *without) foreign(n syntax.Node, module *infer.Module, ask func(there *without) verdict) verdict {
	const furthest = 4 // modules that a flag may be handed through
	var v verdict
	if w.hops < furthest {
		w.m.elsewhere(module, func(lib *Control) {
			v = ask(&without{m: lib, t: lib.Tree, hops: w.hops + 1})
		})
	}
	switch {
	case v.value != infer.No:
		return verdict{}
	case len(v.atoms) > 0:
		return verdict{infer.No, []syntax.Node{n}}
	case w.t.Kind(n) == syntax.KindCall: // a function that asks for another vendor; a flag may be set by others
		return verdict{value: infer.No}
	}
	return verdict{}
}
