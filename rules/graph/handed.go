package graph

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// handed are the arguments of a call that may be tensors on the device.
type handed struct {
	some bool     // there is one, if only in a list or among **kwargs
	at   []int    // where one is passed by position, before any *args
	by   []string // where one is passed by name
}

// handedBy are the tensors that a call hands on, with a tensor parameter of the
// function around it among them.
func handedBy(p *analyzer.Pass, call syntax.Node, given handed) (on handed) {
	at, counted := -1, true
	if passesObject(p, call) {
		at--
	}
	for a := range p.Tree.Args(call) {
		at++
		counted = counted && a.Splat == 0
		switch {
		case !isRead(p, a.Value) && !given.has(p, a.Value):
			on.some = on.some || tensorsIn(p, a) || isModel(p, a.Value)
			continue
		case a.Name != syntax.None:
			on.by = append(on.by, p.Tree.Text(a.Name))
		case counted:
			on.at = append(on.at, at)
		}
		on.some = true
	}
	return on
}

// passesObject reports whether the first argument of a call is the object that a method
// is called on: Base.step(self, loss).
func passesObject(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if k := p.Model.Type(p.Tree.Arg(call, 0, "")).Kind; p.Tree.Kind(callee) != syntax.KindAttribute || k != semantic.KindInstance && k != semantic.KindModule {
		return false
	}
	class := p.Model.Ref(p.Tree.Object(callee))
	return p.Tree.Kind(class.Def) == syntax.KindClass || class.Foreign.Kind == syntax.KindClass
}

// has reports whether an expression is a tensor because a parameter of the function
// around it gets one, and nothing there says otherwise.
func (h handed) has(p *analyzer.Pass, n syntax.Node) bool {
	if len(h.at) == 0 && len(h.by) == 0 {
		return false
	}
	if k := p.Model.Type(n).Kind; k != semantic.KindUnknown && k != semantic.KindTensor || p.Model.OnHost(n) {
		return false
	}
	of, ok := reach.TensorParameter(p.Model, n)
	return ok && (slices.Contains(h.at, of.Position) || slices.Contains(h.by, of.Name))
}

// tensorsIn reports whether an argument is a list in which a tensor is written out,
// **kwargs with tensors, or the parts of a model.
func tensorsIn(p *analyzer.Pass, a syntax.Arg) bool {
	if a.Splat == 2 {
		return p.Model.Type(a.Value).Elem == semantic.KindTensor && !p.Model.OnHost(a.Value)
	}
	if weights(p, a.Value, maxVariables) {
		return true
	}
	list := p.Tree.Unparen(a.Value)
	if k := p.Tree.Kind(list); k != syntax.KindList && k != syntax.KindTuple {
		return false
	}
	for item := range p.Tree.Children(list) {
		if isRead(p, item) {
			return true
		}
	}
	return false
}

// weights reports whether an expression yields the parameters of a model, which are on
// its device: net.parameters(), and lists made of them.
func weights(p *analyzer.Pass, n syntax.Node, variables int) bool {
	n = p.Tree.Unparen(n)
	switch p.Tree.Kind(n) {
	case syntax.KindIdentifier:
		defs := p.Model.ReachingDefs(n)
		return variables > 0 && len(defs) == 1 && defs[0].Kind == semantic.DefAssign && weights(p, defs[0].Value, variables-1)
	case syntax.KindListComprehension, syntax.KindGenerator:
		for c := range p.Tree.Children(n) {
			if p.Tree.Kind(c) == syntax.KindForInClause {
				return weights(p, p.Tree.Child(c, syntax.FieldRight), variables)
			}
		}
	case syntax.KindCall:
		callee := p.Tree.Callee(n)
		switch name, _ := p.Model.CallName(n); name {
		case "builtins.list", "builtins.tuple", "builtins.iter":
			return weights(p, p.Tree.Arg(n, 0, ""), variables)
		case "builtins.filter":
			return weights(p, p.Tree.Arg(n, 1, ""), variables)
		}
		if p.Tree.Kind(callee) != syntax.KindAttribute || p.Model.RunsProject(n) {
			return false
		}
		method := p.Tree.View(p.Tree.AttrName(callee))
		k := p.Model.Type(p.Tree.Object(callee)).Kind
		return (method == "parameters" || method == "named_parameters") && (k == semantic.KindModule || k == semantic.KindUnknown)
	}
	return false
}

// decides reports whether a part of a condition is a tensor parameter of the function
// around it, or compares one.
func (h handed) decides(p *analyzer.Pass, leaf syntax.Node) bool {
	if _, ok := reach.TensorParameter(p.Model, leaf); !ok {
		return false
	}
	sides, _ := p.Tree.Comparison(leaf)
	if len(sides) == 0 {
		sides = []syntax.Node{leaf}
	}
	return slices.ContainsFunc(sides, func(side syntax.Node) bool { return h.has(p, side) })
}

// reads recognises a method that reads its tensor, a parameter of the function around
// it that is not declared a tensor.
func (h handed) reads(p *analyzer.Pass, call syntax.Node) (innerRead, bool) {
	method := p.Tree.Callee(call)
	if p.Tree.Kind(method) != syntax.KindAttribute || !h.has(p, p.Tree.Object(method)) {
		return innerRead{}, false
	}
	name := p.Tree.Text(p.Tree.AttrName(method))
	row, known := p.DB.HostRead("torch.Tensor." + name)
	if !known || name == "to" || !slices.Contains(row.Arguments, "self") || row.Yields == opsdb.YieldsText || ofHost(p, call, name) {
		return innerRead{}, false
	}
	return innerRead{how: "`." + name + "()`", api: row.Name, at: p.Tree.Span(p.Tree.AttrName(method)), node: call}, true
}
