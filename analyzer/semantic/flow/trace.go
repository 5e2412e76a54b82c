package flow

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// trace follows a device from one place through expressions up to the next places that
// hold it.
type trace struct {
	f    *flow
	m    *Literals
	t    *syntax.Tree
	home cell
	hop  *hop
	mark int32 // in flow.met, marks the nodes already seen
}

// expand starts at the reads of a place.
func (tr *trace) expand(p place) {
	switch {
	case p.lit != syntax.None:
		tr.value(p.lit, infer.Certain)
	case p.ext != "", p.isResult():
		for _, n := range tr.f.outside().nodes[p.cell] {
			tr.value(n, infer.Certain)
		}
	case p.attr.Name != "" && p.key == anyClass:
		for _, load := range tr.f.loadsOf(p.attr) {
			tr.value(load, infer.Certain)
		}
	case p.key == listKey && p.fn != syntax.None:
		for _, call := range tr.m.Callers(p.fn) {
			tr.element(syntax.None, call, infer.Certain)
		}
		tr.injected(p.fn)
	case p.key == listKey:
		tr.elements(p.sym)
	case p.fn != syntax.None && p.key != "":
		tr.items(p.fn, p.key)
	case p.fn != syntax.None:
		tr.results(p.fn)
	case p.key != "":
		tr.values(p.sym, p.key)
	case p.sym != nil:
		tr.reads(p.sym, p.at)
	default:
		tr.loads(p.attr)
	}
}

// value says that the expression n may yield the device (or a string that names it),
// and follows that value.
func (tr *trace) value(n syntax.Node, conf infer.Confidence) {
	if n == syntax.None || tr.f.met[n] == tr.mark {
		return
	}
	tr.f.met[n] = tr.mark
	tr.m.CheckInterrupt()
	if whole := tr.f.wholeOf(n); whole != n {
		tr.value(whole, conf)
		return
	}
	p := tr.t.Parent(n)
	switch tr.t.Kind(p) {
	case syntax.KindConditional: // the condition, which yields nothing
	case syntax.KindNamedExpression:
		tr.target(tr.t.Child(p, syntax.FieldName), conf)
		tr.value(p, conf)
	case syntax.KindAssignment:
		tr.assigned(n, p, conf)
	case syntax.KindDefaultParameter, syntax.KindTypedDefaultParameter:
		if n == tr.home.lit {
			tr.hop.param = p
		}
		tr.target(tr.t.Child(p, syntax.FieldName), conf)
	case syntax.KindType:
		tr.literalType(p, conf)
	default:
		tr.operand(n, p, conf)
	}
}

// operand goes on from a value to the expression p around it.
func (tr *trace) operand(n, p syntax.Node, conf infer.Confidence) {
	switch tr.t.Kind(p) {
	case syntax.KindKeywordArgument:
		tr.argument(tr.t.Parent(tr.t.Parent(p)), n, conf)
	case syntax.KindArgumentList:
		tr.argument(tr.t.Parent(p), n, conf)
	case syntax.KindReturn:
		tr.returned(tr.t.EnclosingFunction(p), conf)
	case syntax.KindYield:
		if fn := tr.t.EnclosingFunction(p); fn != syntax.None {
			tr.enter(cell{fn: fn, key: listKey}, conf)
		}
	case syntax.KindListComprehension, syntax.KindGenerator, syntax.KindSetComprehension:
		if tr.t.Child(p, syntax.FieldBody) == n {
			tr.element(n, p, conf)
		}
	case syntax.KindLambda:
		tr.lambdaResult(p, conf)
	case syntax.KindPair:
		tr.dictValue(n, p, conf)
	case syntax.KindList, syntax.KindTuple, syntax.KindSet, syntax.KindExpressionList:
		tr.element(n, p, conf)
	case syntax.KindInterpolation:
		tr.interpolated(p, conf)
	case syntax.KindConcatenatedString:
		tr.beginning(n, p, conf)
	case syntax.KindBinaryOperator:
		tr.joined(n, p, conf)
	case syntax.KindAttribute:
		tr.member(n, p, conf)
	case syntax.KindSubscript:
		tr.subscript(n, p, conf)
	default:
		tr.otherwise(n, p)
	}
}

// subscript handles device[:4] and table[device].
func (tr *trace) subscript(n, p syntax.Node, conf infer.Confidence) {
	if tr.t.Child(p, syntax.FieldValue) != n {
		tr.asKey(tr.t.Child(p, syntax.FieldValue))
		return
	}
	if tr.t.Kind(tr.t.Child(p, syntax.FieldSubscript)) == syntax.KindSlice {
		tr.lost(lettersCount)
	}
	tr.value(p, conf)
}

// assigned handles `target = n` and chains of it.
func (tr *trace) assigned(n, assign syntax.Node, conf infer.Confidence) {
	if tr.t.Child(assign, syntax.FieldRight) != n {
		return
	}
	for a := assign; tr.t.Kind(a) == syntax.KindAssignment; a = tr.t.Parent(a) {
		tr.target(tr.t.Child(a, syntax.FieldLeft), conf)
	}
}

// target says that the device is stored to a variable, attribute or key.
func (tr *trace) target(n syntax.Node, conf infer.Confidence) {
	switch tr.t.Kind(n) {
	case syntax.KindIdentifier:
		if sym := tr.m.Symbol(n); sym != nil {
			tr.symbol(sym, n, conf)
		}
	case syntax.KindAttribute:
		if key := tr.f.foreign(n); key != "" {
			tr.enter(cell{ext: key}, conf)
			tr.name(tr.t.Text(tr.t.AttrName(n)), n, conf)
		} else if k, ok := tr.m.AttrCell(n); ok {
			tr.attribute(k, n, conf)
		} else {
			tr.lost(lostAtAll)
			tr.name(tr.t.Text(tr.t.AttrName(n)), n, conf)
		}
	case syntax.KindSubscript:
		key, ok := tr.t.StringValue(tr.t.Child(n, syntax.FieldSubscript))
		if sym := tr.m.Symbol(tr.t.Child(n, syntax.FieldValue)); ok && sym != nil {
			tr.key(sym, key, n, conf)
			return
		}
		tr.lost(lostInTable)
		tr.name(key, n, conf)
	default:
		tr.lost(lostAtAll)
	}
}

// enter says that the device enters a cell, and joins the cell to the component.
func (tr *trace) enter(c cell, conf infer.Confidence) { tr.enterAt(place{cell: c}, conf) }

func (tr *trace) enterAt(p place, conf infer.Confidence) {
	to := tr.f.hop(p)
	tr.f.join(to.cell, tr.hop.cell)
	tr.hop.next = append(tr.hop.next, edge{to, conf})
}

func (tr *trace) name(name string, at syntax.Node, conf infer.Confidence) {
	if DeviceName(name) {
		tr.named(at, conf)
	}
}

func (tr *trace) named(at syntax.Node, conf infer.Confidence) {
	tr.hop.names = append(tr.hop.names, Sink{&SinkAt{Node: at, Role: RoleNamed}, min(conf, infer.Likely)})
}

// symbol says that the device is bound to a variable at a place.
func (tr *trace) symbol(sym *infer.Symbol, at syntax.Node, conf infer.Confidence) {
	if sym.Scope.Kind == scope.Class {
		if tr.m.IsEnum(sym.Scope.Node) {
			tr.hop.escapes = first(tr.hop.escapes, "the values of an enumeration can be read elsewhere")
		}
		tr.attribute(infer.ClassAttr{Class: tr.m.AttributeOwner(sym.Scope.Node, sym.Name), Name: sym.Name}, at, conf)
	}
	p := place{cell: cell{sym: sym}, at: at}
	if len(sym.Defs) == 1 {
		p.at = syntax.None
	}
	if sym.Scope.Kind == scope.Module && tr.m.RunsCode() {
		conf = min(conf, infer.Likely) // it may be rebound out of sight
	}
	tr.enterAt(p, conf)
	tr.name(sym.Name, at, conf)
	if tr.m.inCommand(sym) {
		tr.lost(lostInShell)
	}
	if sym.Defs[0].Kind == infer.DefParam {
		tr.openParameter(sym, cell{sym: sym})
	}
}

// reads goes on from a variable to its reads.
func (tr *trace) reads(sym *infer.Symbol, at syntax.Node) {
	uses := tr.f.usesOf(sym)
	for _, use := range uses[at] {
		tr.value(use, infer.Certain)
	}
	if at != syntax.None && len(uses[syntax.None]) > 0 {
		tr.enter(cell{sym: sym}, infer.Certain)
	}
}

// returned says that a function yields the device: so do its calls or, for a property,
// its reads.
func (tr *trace) returned(fn syntax.Node, conf infer.Confidence) {
	if fn == syntax.None {
		return
	}
	tr.enter(cell{fn: fn}, conf)
	if tr.home.sym != nil && tr.home.sym.Scope.Node == fn && tr.home.sym.Defs[0].Kind == infer.DefParam {
		return // the name means nothing: the function yields its argument
	}
	name := tr.t.Text(tr.t.FuncName(fn))
	tr.name(name, tr.t.FuncName(fn), conf)
	if strings.HasSuffix(name, "device") && tr.t.Kind(fn) == syntax.KindFunction {
		tr.named(tr.t.FuncName(fn), conf)
	}
}

// results goes on from a function's return value to its calls, or to the reads of a
// property.
func (tr *trace) results(fn syntax.Node) {
	for _, call := range tr.m.Callers(fn) {
		tr.value(call, infer.Certain)
	}
	tr.injected(fn)
	name := tr.t.Text(tr.t.FuncName(fn))
	class := tr.m.MethodClass(fn)
	if class == syntax.None || len(tr.t.Decorators(fn)) == 0 {
		return
	}
	for _, load := range tr.f.loadsOf(infer.ClassAttr{Class: tr.m.AttributeOwner(class, name), Name: name}) {
		tr.value(load, infer.Certain)
	}
}

func (tr *trace) sink(at SinkAt, conf infer.Confidence) {
	tr.hop.sinks = append(tr.hop.sinks, Sink{&at, conf})
}
