package place

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/cadence"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// container reports whether a list, dictionary or comprehension holds tensors, all of
// them on the host.
func (w *hostWalk) container(n syntax.Node) bool {
	switch w.m.Tree.Kind(n) {
	case syntax.KindListComprehension, syntax.KindGenerator, syntax.KindSetComprehension, syntax.KindDictionaryComprehension:
		return w.of(w.m.itemValue(w.m.Tree.Child(n, syntax.FieldBody)))
	}
	var items []syntax.Node
	for item := range w.m.Tree.Children(n) {
		items = append(items, w.m.itemValue(item))
	}
	return w.together(items)
}

// together reports whether some of the expressions are on the host, and none may be a
// tensor elsewhere.
func (w *hostWalk) together(list []syntax.Node) bool {
	host := false
	for _, n := range list {
		if w.of(n) {
			host = true
			continue
		}
		t := w.m.Type(n)
		if t.Kind == infer.KindSequence {
			t = t.AnyElement()
		}
		switch t.Kind {
		case infer.KindInt, infer.KindFloat, infer.KindBool, infer.KindString, infer.KindNone, infer.KindNDArray:
		default:
			return false
		}
	}
	return host
}

// hostItems reports whether an object is a data set of this file whose items are on the
// host: nothing in the class moves them.
func (m *Places) hostItems(n syntax.Node) bool {
	class := m.Type(n).Class
	if class == syntax.None || m.Scope(class).Names["__getitem__"] == nil || m.ClassRegion(class) != cadence.RegionData {
		return false
	}
	if strings.Contains(m.Tree.View(class), "device") {
		return false
	}
	for n := range m.Tree.All(class) {
		if _, method := m.MethodCall(n); m.Tree.Kind(n) == syntax.KindCall && (method == "cuda" || method == "to") {
			return false
		}
	}
	return true
}

// itemValue is the value of a pair in a dictionary, and any other item itself.
func (m *Places) itemValue(item syntax.Node) syntax.Node {
	if m.Tree.Kind(item) == syntax.KindPair {
		return m.Tree.Child(item, syntax.FieldValue)
	}
	return item
}

// name is of for a variable. An initial number, as in best = 0, is on no device.
func (w *hostWalk) name(n syntax.Node) bool {
	defs := w.m.SettledDefs(n)
	host := false
	for i, d := range defs {
		switch d.Kind {
		case infer.DefAssign, infer.DefUnpack, infer.DefAug, infer.DefFor:
		default:
			return false
		}
		if d.Kind == infer.DefAssign && len(defs) > 1 && w.startsWithNumber(d.Value) {
			continue
		}
		host = true
		if i >= scope.MaxReaching || !w.lengths(d) && !w.leftOnHost(d) && !w.bound(d, w.m.Symbol(n)) {
			return false
		}
	}
	return host
}

// lengths reports whether a variable holds the sequence lengths that
// pad_packed_sequence returns.
func (w *hostWalk) lengths(d infer.Def) bool {
	if d.Kind != infer.DefUnpack || d.Index != 1 {
		return false
	}
	name, _ := w.m.CallName(d.Value)
	return name == "torch.nn.utils.rnn.pad_packed_sequence"
}

// startsWithNumber reports whether a variable is bound to a number or None before it
// holds a tensor.
func (w *hostWalk) startsWithNumber(value syntax.Node) bool {
	c, ok := w.m.Constant(value)
	return ok && (c.Kind == infer.ConstantNumber || c.Kind == infer.ConstantNone)
}

// bound reports whether the value bound to a variable is on the host; for a container,
// also the values put into it later.
func (w *hostWalk) bound(d infer.Def, sym *infer.Symbol) bool {
	if d.Kind == infer.DefAug && !w.m.IntoContainer(d) {
		return w.operands(d.Node, d.Value)
	}
	if d.Kind != infer.DefAssign || !w.m.isDisplay(d.Value) {
		return w.of(d.Value)
	}
	put, all := w.m.PutInto(sym)
	empty := w.m.Tree.First(w.m.Tree.Unparen(d.Value)) == syntax.None
	if !all || empty && len(put) == 0 || !empty && !w.of(d.Value) {
		return false
	}
	return !slices.ContainsFunc(put, func(value syntax.Node) bool { return !w.of(value) })
}

// isDisplay reports whether an expression is a list or dictionary display.
func (m *Places) isDisplay(n syntax.Node) bool {
	k := m.Tree.Kind(m.Tree.Unparen(n))
	return k == syntax.KindList || k == syntax.KindDictionary
}

// PassesItems reports whether a call iterates over its arguments and yields their
// items.
func (m *Places) PassesItems(call syntax.Node) bool {
	name, _ := m.CallName(call)
	switch name {
	case "builtins.enumerate", "builtins.zip", "builtins.list", "builtins.tuple", "builtins.set", "builtins.dict", "builtins.reversed",
		"builtins.sorted", "builtins.iter", "builtins.next", "itertools.islice", "itertools.chain", "itertools.cycle", "itertools.product",
		"collections.deque":
		return true
	}
	return strings.HasPrefix(name, "tqdm.")
}

// given are the positional arguments of a call.
func (w *hostWalk) given(call syntax.Node) (list []syntax.Node) {
	for a := range w.m.Tree.Args(call) {
		if a.Name == syntax.None {
			list = append(list, a.Value)
		}
	}
	return list
}

// returnedElsewhere reports whether a function of another file returns only values on
// the host. A recursive function does not count.
func (m *Places) returnedElsewhere(fn infer.ForeignDef) (host bool) {
	m.elsewhere(fn.Module, func(lib *Places) {
		w := lib.walkHost()
		known, ok := lib.hostResults[fn.Node]
		if host = known; ok {
			return
		}
		lib.hostResults[fn.Node] = false
		host = w.returned(fn.Node) && !w.tired
		lib.hostResults[fn.Node] = host
	})
	return host
}
