package place

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// UnknownMove is the first place that moves to a device, or makes there, a tensor of a
// dtype that the text does not show, or an object of an unknown class. PyTorch runs
// float64 on the host and on CUDA, Neuron does not have it, and what fails on the device
// ran on the host. What asks for CUDA without a guard did not; tests, and code guarded for
// Neuron, do not count either.
func (m *Places) UnknownMove() (at source.Span, ok bool) {
	for _, call := range m.Calls() {
		if (m.movesUnknown(call) || m.makesUnknown(call)) && !m.InTest(call) && !m.GuardedForNeuron(call) {
			return m.Tree.Span(call), true
		}
	}
	return source.Span{}, false
}

// movesUnknown reports whether a call moves something to a device that may not work there.
func (m *Places) movesUnknown(call syntax.Node) bool {
	callee := m.Tree.Callee(call)
	if m.Tree.Kind(callee) != syntax.KindAttribute || !m.MovesObject(callee) || !m.moves(call) {
		return false
	}
	return (!m.asksForCUDA(call) || m.DeadWithoutCUDA(call)) && !m.walkKnown().of(call)
}

// asksForCUDA reports whether a move names CUDA itself: x.cuda(), x.to("cuda").
func (m *Places) asksForCUDA(move syntax.Node) bool {
	if _, method := m.MethodCall(move); method == "cuda" {
		return true
	}
	device, ok := m.Tree.StringValue(m.Tree.Arg(move, 0, "device"))
	return ok && strings.HasPrefix(device, "cuda")
}

// makesUnknown reports whether a call makes a tensor of given numbers on a device, of a
// dtype that the text does not show.
func (m *Places) makesUnknown(call syntax.Node) bool {
	device := m.Tree.Keyword(call, "device")
	if device == syntax.None || m.walkHost().isCPU(device) {
		return false
	}
	switch name, _ := m.CallName(call); name {
	case "torch.tensor", "torch.as_tensor", "torch.asarray":
		return !m.walkKnown().of(call)
	}
	return false
}

// knownWalk follows an expression to what decides its dtype, or to its class. A node met
// a second time does not speak against it.
type knownWalk struct {
	m    *Places
	seen map[syntax.Node]bool
	left *int // nodes that may still be looked at, in all files
	item bool // a number counts as the float64 that a batch of it is
}

// maxKnown bounds the nodes of one walk.
const maxKnown = 300

func (m *Places) walkKnown() *knownWalk {
	left := maxKnown
	return &knownWalk{m: m, seen: make(map[syntax.Node]bool), left: &left}
}

// in is the walk in another file.
func (w *knownWalk) in(m *Places) *knownWalk {
	return &knownWalk{m: m, seen: make(map[syntax.Node]bool), left: w.left, item: w.item}
}

func (w *knownWalk) of(n syntax.Node) bool {
	n = w.m.Tree.Unparen(n)
	if *w.left--; n == syntax.None || *w.left < 0 {
		return false
	}
	if w.seen[n] {
		return true
	}
	w.seen[n] = true
	if dtype := w.m.DType(n); dtype != "" {
		return dtype != "float64" && dtype != "complex128"
	}
	switch w.m.Type(n).Kind {
	case infer.KindModule, infer.KindInt, infer.KindBool, infer.KindString, infer.KindNone:
		return true
	case infer.KindFloat:
		return !w.item
	}
	return w.decided(n)
}

func (w *knownWalk) decided(n syntax.Node) bool {
	t := w.m.Tree
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		return w.name(n)
	case syntax.KindAttribute:
		return w.attribute(n)
	case syntax.KindCall:
		return w.call(n)
	case syntax.KindSubscript:
		return w.of(t.Child(n, syntax.FieldValue))
	case syntax.KindUnaryOperator:
		return w.of(t.Child(n, syntax.FieldArgument))
	case syntax.KindBinaryOperator:
		return w.of(t.Child(n, syntax.FieldLeft)) && w.of(t.Child(n, syntax.FieldRight))
	case syntax.KindConditional:
		body, _, orelse := t.Conditional(n)
		return w.of(body) && w.of(orelse)
	case syntax.KindNamedExpression:
		return w.of(t.Child(n, syntax.FieldValue))
	case syntax.KindListComprehension, syntax.KindGenerator, syntax.KindDictionaryComprehension:
		return w.of(w.m.itemValue(t.Child(n, syntax.FieldBody)))
	case syntax.KindList, syntax.KindTuple, syntax.KindExpressionList, syntax.KindDictionary:
		return w.items(n)
	case syntax.KindInteger, syntax.KindString, syntax.KindTrue, syntax.KindFalse, syntax.KindNone:
		return true
	case syntax.KindFloat:
		return !w.item
	}
	return false
}

func (w *knownWalk) items(n syntax.Node) bool {
	for item := range w.m.Tree.Children(n) {
		if !w.of(w.m.itemValue(item)) {
			return false
		}
	}
	return true
}

func (w *knownWalk) name(n syntax.Node) bool {
	defs := w.m.ReachingDefs(n)
	for i, d := range defs {
		if i >= scope.MaxReaching || !w.bound(d) {
			return false
		}
	}
	return len(defs) > 0
}

func (w *knownWalk) bound(d infer.Def) bool {
	switch d.Kind {
	case infer.DefAssign, infer.DefAug:
		return w.of(d.Value)
	case infer.DefUnpack:
		if item := w.m.Item(d.Value, d.Index); item != syntax.None {
			return w.of(item)
		}
		return w.of(d.Value)
	case infer.DefFor:
		if of := w.m.Iterable(d.Value, d.Index); of != syntax.None {
			return w.of(of)
		}
		return true
	case infer.DefParam:
		return w.passed(d)
	}
	return false
}

// passed judges what all callers pass for a parameter.
func (w *knownWalk) passed(d infer.Def) bool {
	values := w.m.Passed(d)
	for _, v := range values {
		if !w.of(v) {
			return false
		}
	}
	return len(values) > 0
}

func (w *knownWalk) attribute(n syntax.Node) bool {
	t := w.m.Tree
	switch t.View(t.AttrName(n)) {
	case "data", "T", "mT", "grad", "real", "weight", "bias":
		return w.of(t.Object(n))
	}
	class := w.m.SelfClass(t.Object(n))
	if class == syntax.None {
		return false
	}
	stores := w.m.AttributeStores(infer.ClassAttr{Class: class, Name: t.View(t.AttrName(n))})
	for _, s := range stores {
		if s.Kind != infer.DefAssign || !w.of(s.Value) {
			return false
		}
	}
	return len(stores) > 0
}

func (w *knownWalk) call(n syntax.Node) bool {
	t := w.m.Tree
	name, _ := w.m.CallName(n)
	obj, method := w.m.MethodCall(n)
	switch {
	case method == "from_pretrained", w.m.yieldsTensors(n):
		return true
	case w.m.PassesItems(n):
		return w.arguments(n)
	case strings.HasPrefix(name, "torchvision.datasets."), strings.HasPrefix(name, "torchvision.models."), strings.HasPrefix(name, "timm."):
		return true
	case name == "torch.utils.data.DataLoader":
		return w.dataset(t.Arg(n, 0, "dataset"))
	case name == "torch.tensor", name == "torch.as_tensor", name == "torch.asarray":
		data := t.Arg(n, 0, "data")
		if dtype := w.m.ArrayDType(data); dtype != "" {
			return dtype != "float64"
		}
		return w.of(data)
	case name == "torch.from_numpy", name == "torch.load":
		return false
	case strings.HasPrefix(name, "torch."):
		return w.arguments(n)
	}
	if w.m.RunsProject(n) {
		return w.returned(n)
	}
	if method != "" && name != "" {
		return w.of(obj)
	}
	return method != "" && infer.TopOf(name) == "" && w.m.DB.Trait(method).DType("float64") == "float64" && w.of(obj)
}

// arguments judges the arguments of a function of PyTorch that may be tensors.
func (w *knownWalk) arguments(call syntax.Node) bool {
	name, _ := w.m.CallName(call)
	if obj, _ := w.m.MethodCall(call); strings.HasPrefix(name, "torch.Tensor.") && !w.of(obj) {
		return false
	}
	for a := range w.m.Tree.Args(call) {
		switch w.m.Type(a.Value).Kind {
		case infer.KindTensor, infer.KindNDArray, infer.KindArray, infer.KindSequence:
			if !w.of(a.Value) {
				return false
			}
		}
	}
	return true
}

func (w *knownWalk) returned(call syntax.Node) bool {
	known := false
	w.m.WithCallee(call, func(in *infer.Model, fn syntax.Node) {
		there := w.in(Of(in))
		values := in.Returns(fn)
		known = len(values) > 0
		for _, v := range values {
			known = known && there.of(v)
		}
	})
	return known
}

// dataset judges the items of a data set, of which a loader makes batches.
func (w *knownWalk) dataset(n syntax.Node) bool {
	typ := w.m.Type(n)
	switch {
	case typ.Class != syntax.None:
		return w.itemsOf(typ.Class)
	case typ.Foreign.Module != nil:
		known := false
		w.m.elsewhere(typ.Foreign.Module, func(lib *Places) { known = w.in(lib).itemsOf(typ.Foreign.Node) })
		return known
	}
	return w.of(n)
}

func (w *knownWalk) itemsOf(class syntax.Node) bool {
	sym := w.m.Scope(class).Names["__getitem__"]
	if sym == nil || len(sym.Defs) != 1 {
		return false
	}
	values := w.m.Returns(sym.Defs[0].Node)
	item := w.in(w.m)
	item.item = true
	for _, v := range values {
		if !item.of(v) {
			return false
		}
	}
	return len(values) > 0
}
