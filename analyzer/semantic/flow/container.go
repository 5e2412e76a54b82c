package flow

import (
	"strconv"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// element handles containers of devices: for d in ["cuda", "cpu"], choices=[…].
func (tr *trace) element(item, container syntax.Node, conf infer.Confidence) {
	p := tr.t.Parent(container)
	switch tr.t.Kind(p) {
	case syntax.KindFor, syntax.KindForInClause:
		if tr.t.Child(p, syntax.FieldRight) == container {
			tr.target(tr.t.Child(p, syntax.FieldLeft), min(conf, infer.Likely))
		}
	case syntax.KindSubscript:
		if tr.t.Child(p, syntax.FieldValue) == container {
			tr.value(p, min(conf, infer.Likely))
		} else {
			tr.lost(lostAsKey)
		}
	case syntax.KindArgumentList, syntax.KindKeywordArgument:
		tr.taken(item, container, conf)
	case syntax.KindList, syntax.KindTuple:
		if !tr.row(item, container, p, conf) {
			tr.lost(lostInList)
		}
	case syntax.KindAssignment:
		if sym := tr.m.Symbol(tr.t.Child(p, syntax.FieldLeft)); sym != nil {
			tr.list(sym, min(conf, infer.Likely))
			return
		}
		tr.unpacked(item, container, p, conf)
	case syntax.KindBinaryOperator:
		tr.addend(item, container, p, conf)
	case syntax.KindReturn:
		tr.returnedItem(tr.t.EnclosingFunction(p), tr.itemOf(item, container), min(conf, infer.Likely))
	case syntax.KindExpressionStatement, syntax.KindComparison:
	default:
		tr.lost(lostInList)
	}
}

// addend handles "%s:%d" % ("cuda", 1) and args=("cuda",) + more.
func (tr *trace) addend(item, container, sum syntax.Node, conf infer.Confidence) {
	switch {
	case tr.t.Operator(sum) == "%" && tr.t.Child(sum, syntax.FieldRight) == container:
		tr.joined(container, sum, conf)
	case !tr.started(item, container, conf):
		tr.lost(lostInList)
	}
}

// list records that a variable holds a list or tuple of devices.
func (tr *trace) list(sym *infer.Symbol, conf infer.Confidence) {
	tr.enter(cell{sym: sym, key: listKey}, conf)
}

// listKey stands for the elements of a list or tuple.
const listKey = "[]"

// elements follows the uses of a variable that holds devices.
func (tr *trace) elements(sym *infer.Symbol) {
	for _, use := range sym.Uses {
		switch p := tr.t.Parent(use); tr.t.Kind(p) {
		case syntax.KindFor, syntax.KindForInClause, syntax.KindSubscript:
			tr.element(syntax.None, use, infer.Certain)
		case syntax.KindArgumentList, syntax.KindKeywordArgument:
			tr.taken(use, use, infer.Certain)
		case syntax.KindExpressionStatement, syntax.KindIf, syntax.KindElif, syntax.KindWhile, syntax.KindNotOperator:
		case syntax.KindAttribute:
			tr.listMethod(p)
		default:
			tr.lost(lostInList)
		}
	}
	if tr.hop.choice != syntax.None && len(sym.Uses) > 1 {
		tr.hop.choice = syntax.None
		tr.hop.escapes = first(tr.hop.escapes, "its list is used in several ways")
	}
}

// handed handles a list of devices that a function of this file takes: it follows the
// parameter. Callers elsewhere may hand it other lists.
func (tr *trace) handed(call, list syntax.Node, conf infer.Confidence) bool {
	fn := tr.t.Callee(call)
	def := tr.m.Ref(fn).Def
	if tr.t.Kind(def) != syntax.KindFunction {
		return false
	}
	_, name, pos := tr.place(list)
	if tr.m.IsBound(fn, def) {
		pos = shift(pos)
	}
	params := tr.t.Params(def)
	if name != "" {
		pos = tr.t.ParamNamed(def, name)
	}
	if pos < 0 || pos >= len(params) || params[pos].Name == syntax.None || params[pos].Kind == syntax.VarPositional || params[pos].Kind == syntax.VarKeyword {
		return false
	}
	sym := tr.m.Symbol(params[pos].Name)
	if sym == nil {
		return false
	}
	if !tr.m.IsInner(sym.Scope.Node) {
		tr.hop.escapes = first(tr.hop.escapes, openParameter(sym))
	}
	tr.list(sym, min(conf, infer.Likely))
	return true
}

// listMethod handles devices.append(x), which leaves the devices already there
// unchanged; other methods are not followed.
func (tr *trace) listMethod(attr syntax.Node) {
	switch tr.t.View(tr.t.AttrName(attr)) {
	case "append", "extend", "insert":
	default:
		tr.lost(lostInList)
	}
}

// itemOf is the position of an element in a container.
func (tr *trace) itemOf(item, container syntax.Node) int {
	i := 0
	for v := range tr.t.Children(container) {
		if v == item {
			return i
		}
		i++
	}
	return -1
}

// returnedItem records that a function returns a tuple with the device at a position.
func (tr *trace) returnedItem(fn syntax.Node, item int, conf infer.Confidence) {
	if fn != syntax.None && item >= 0 {
		tr.enter(cell{fn: fn, key: strconv.Itoa(item)}, conf)
		return
	}
	tr.lost(lostInList)
}

// items follows an element of the tuple that a function returns.
func (tr *trace) items(fn syntax.Node, item string) {
	for _, call := range tr.m.Callers(fn) {
		p := tr.t.Parent(call)
		if tr.t.Kind(p) != syntax.KindAssignment || tr.t.Child(p, syntax.FieldRight) != call || tr.t.Kind(tr.t.Child(p, syntax.FieldLeft)) == syntax.KindIdentifier {
			tr.lost(lostInList)
			continue
		}
		i := 0
		for target := range tr.t.Children(tr.t.Child(p, syntax.FieldLeft)) {
			if strconv.Itoa(i) == item {
				tr.target(target, infer.Certain)
			}
			i++
		}
	}
}

// unpacked handles `a, device = 1, "cuda"`: it pairs the targets with the values.
func (tr *trace) unpacked(item, container, assign syntax.Node, conf infer.Confidence) {
	left := tr.t.Child(assign, syntax.FieldLeft)
	pairs, known := tr.f.pairs[left]
	if !known {
		pairs = unpackedPairs(tr.t, left, container)
		tr.f.pairs[left] = pairs
	}
	if target, ok := pairs[item]; ok {
		tr.target(target, conf)
		return
	}
	tr.lost(lostInList)
}

// unpackedPairs maps the values of a container to their targets in an assignment; nil
// if their numbers differ.
func unpackedPairs(t *syntax.Tree, left, container syntax.Node) map[syntax.Node]syntax.Node {
	var targets, values []syntax.Node
	for c := range t.Children(left) {
		targets = append(targets, c)
	}
	for c := range t.Children(container) {
		values = append(values, c)
	}
	if t.Kind(left) == syntax.KindIdentifier || len(targets) != len(values) {
		return nil
	}
	pairs := make(map[syntax.Node]syntax.Node, len(values))
	for i, v := range values {
		pairs[v] = targets[i]
	}
	return pairs
}
