package place

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// OnHost reports whether an expression yields a tensor on the host for every device
// that the program may choose: one moved there, one made by a factory without a device,
// or a value computed from such tensors alone.
func (m *Places) OnHost(n syntax.Node) bool {
	host, asked := false, map[syntax.Node]bool{n: true}
	for open := []syntax.Node{n}; len(open) > 0; {
		w, last := m.walkHost(), open[len(open)-1]
		host = w.of(last) && !w.tired
		switch {
		case w.deep == syntax.None:
			if last != n && !w.tired {
				m.hosts[last] = host // expressions above it continue from it, even if it depends on itself
			}
			open = open[:len(open)-1]
		case asked[w.deep]:
			return false
		default:
			asked[w.deep] = true
			open = append(open, w.deep)
		}
	}
	return host
}

func (m *Places) walkHost() *hostWalk {
	if m.hosts == nil {
		m.hosts = make(map[syntax.Node]bool)
		m.hostResults = make(map[syntax.Node]bool)
	}
	return &hostWalk{m: m, seen: make(map[syntax.Node]bool)}
}

// hostWalk follows an expression to the place that decides its device. A node met a
// second time does not speak against the host. Results that do not depend on such a
// node are kept for later walks.
type hostWalk struct {
	m     *Places
	seen  map[syntax.Node]bool
	met   int // number of times that a node was met again
	steps int // steps since the first of these
	tired bool
	depth int         // length of the chain of expressions down to this one
	deep  syntax.Node // the first node below maxHostDepth, if the walk got there
}

// maxHostSteps bounds the nodes visited for one question once the walk goes in circles.
const maxHostSteps = 200

// maxHostDepth bounds the depth of a walk. Deeper expressions are answered first, in a
// walk of their own. Otherwise a long chain of assignments would need an equally deep
// stack, and the garbage collector scans all of it every time.
const maxHostDepth = 500

func (w *hostWalk) of(n syntax.Node) bool {
	t := w.m.Tree
	n = t.Unparen(n)
	if n == syntax.None {
		return false
	}
	if host, known := w.m.hosts[n]; known {
		return host
	}
	if w.seen[n] {
		w.met++
		return true
	}
	if w.met > 0 {
		w.steps++
	}
	if w.depth == maxHostDepth && !w.tired {
		w.deep = n
	}
	if w.tired = w.tired || w.steps > maxHostSteps || w.deep != syntax.None; w.tired {
		return false
	}
	w.seen[n] = true
	met := w.met
	w.depth++
	host := w.decided(n)
	w.depth--
	if w.met == met && !w.tired {
		w.m.hosts[n] = host
	}
	return host
}

func (w *hostWalk) decided(n syntax.Node) bool {
	t := w.m.Tree
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		return w.name(n)
	case syntax.KindCall:
		return w.call(n)
	case syntax.KindSubscript:
		return w.of(t.Child(n, syntax.FieldValue)) || w.m.hostItems(t.Child(n, syntax.FieldValue))
	case syntax.KindAttribute:
		if t.Text(t.AttrName(n)) == "batch_sizes" {
			return true // a PackedSequence keeps its lengths on the host, wherever its data is
		}
		return w.m.Ref(t.Object(n)) == (infer.Ref{}) && w.of(t.Object(n))
	case syntax.KindUnaryOperator:
		return w.of(t.Child(n, syntax.FieldArgument))
	case syntax.KindBinaryOperator:
		return w.operands(t.Child(n, syntax.FieldLeft), t.Child(n, syntax.FieldRight))
	case syntax.KindComparison:
		operands, _ := t.Comparison(n)
		return w.operands(operands...)
	case syntax.KindConditional:
		body, _, orelse := t.Conditional(n)
		return w.of(body) && w.of(orelse)
	case syntax.KindList, syntax.KindTuple, syntax.KindExpressionList, syntax.KindDictionary,
		syntax.KindListComprehension, syntax.KindGenerator, syntax.KindSetComprehension, syntax.KindDictionaryComprehension:
		return w.container(n)
	}
	return false
}

// operands reports whether one operand is on the host, and no other is a tensor
// that may be elsewhere: numbers join any device.
func (w *hostWalk) operands(list ...syntax.Node) bool {
	host := false
	for _, n := range list {
		switch {
		case w.of(n):
			host = true
		case w.m.mayBeTensor(n):
			return false
		}
	}
	return host
}

// mayBeTensor reports whether an expression is likely to be a tensor.
func (m *Places) mayBeTensor(n syntax.Node) bool {
	t := m.Type(n)
	return t.Kind == infer.KindTensor && t.Confidence >= infer.Likely
}

func (w *hostWalk) call(n syntax.Node) bool {
	t := w.m.Tree
	if device := t.Keyword(n, "device"); device != syntax.None {
		return w.isCPU(device)
	}
	switch r := w.m.Ref(t.Callee(n)); {
	case r.Foreign.IsDefinition():
		return w.m.returnedElsewhere(r.Foreign)
	case r.Def != syntax.None || r.Local:
		return w.returned(r.Def)
	}
	obj, method := w.m.MethodCall(n)
	if host, known := w.moved(n, obj, method); known {
		return host
	}
	name, _ := w.m.CallName(n)
	api, torch := strings.CutPrefix(name, "torch.")
	switch {
	case ofReceiver(name, method):
		return w.of(obj)
	case w.m.PassesItems(n):
		return w.together(w.given(n))
	case infer.IsNumeric(name):
		return w.operands(w.positional(n)...)
	case strings.HasPrefix(name, "numpy."), strings.HasPrefix(name, "torchvision.datasets."):
		return true
	case api == "utils.data.DataLoader":
		return w.of(t.Arg(n, 0, "dataset"))
	case name == "random.choice":
		return w.of(t.Arg(n, 0, "")) || w.m.hostItems(t.Arg(n, 0, ""))
	case !torch:
		return false
	case strings.HasPrefix(name, infer.Distributions):
		return w.distribution(n)
	case hostFactory(api):
		_, _, splat := t.ArgCount(n)
		return !splat && !w.redirected(n)
	}
	if !strings.Contains(api, ".") && w.numbers(n) {
		return !w.redirected(n)
	}
	if infer.JoinsOperands(api) {
		return w.operands(w.positional(n)...)
	}
	return w.of(t.Arg(n, 0, "input"))
}

// moved reports whether the result of a method is on the host; known is false for
// methods that do not choose a device.
func (w *hostWalk) moved(call, obj syntax.Node, method string) (host, known bool) {
	switch method {
	case "cpu", "numpy":
		return true, true
	case "to":
		return w.isCPU(w.m.Tree.Arg(call, 0, "device")) || w.of(obj) && w.changesType(call), true
	case "cuda", "type_as", "to_device", "new_tensor", "new_zeros", "new_ones", "new_full", "new_empty", "expand_as":
		return false, true
	}
	return false, false
}

// positional are the arguments of a call that are passed by position.
func (w *hostWalk) positional(call syntax.Node) (list []syntax.Node) {
	for a := range w.m.Tree.Args(call) {
		if a.Name == syntax.None {
			list = append(list, a.Value)
		}
	}
	return list
}

// ofReceiver reports whether the result of a method is where its object is.
func ofReceiver(name, method string) bool {
	return name == "" && method != "" || strings.HasPrefix(name, "torch.Tensor.") || strings.HasPrefix(name, "torch.utils.data.DataLoader.") ||
		strings.HasPrefix(name, "builtins.dict.") || strings.HasPrefix(name, "builtins.list.")
}

// numbers reports whether all arguments of a call are numbers, which are on no device:
// torch.sqrt(1.0 - ratio).
func (w *hostWalk) numbers(call syntax.Node) bool {
	given := false
	for a := range w.m.Tree.Args(call) {
		kind := w.m.Type(a.Value).Kind
		if a.Splat != 0 || kind != infer.KindInt && kind != infer.KindFloat {
			return false
		}
		given = true
	}
	return given
}

// returned reports whether a function of this file returns only values on the host.
func (w *hostWalk) returned(def syntax.Node) bool {
	if w.m.Tree.Kind(def) != syntax.KindFunction || w.m.IsGenerator(def) {
		return false
	}
	returns := w.m.Returns(def)
	for _, value := range returns {
		if !w.of(value) {
			return false
		}
	}
	return len(returns) > 0
}

// redirected reports whether a factory called without a device makes its tensor
// elsewhere: a with statement names a device, or the file sets the default.
func (w *hostWalk) redirected(call syntax.Node) bool {
	t := w.m.Tree
	if w.m.TextHas("set_default_device(") || w.m.TextHas("set_default_tensor_type(") {
		return true
	}
	for p := t.Parent(call); p != syntax.None; p = t.Parent(p) {
		if t.Kind(p) != syntax.KindWith {
			continue
		}
		for _, item := range t.WithItems(p) {
			if w.m.Type(item.Value).Kind == infer.KindDevice && !w.isCPU(item.Value) {
				return true
			}
		}
	}
	return false
}

// isCPU reports whether an expression names the host as a device.
func (w *hostWalk) isCPU(n syntax.Node) bool {
	if name, _ := w.m.CallName(n); w.m.Tree.Kind(n) == syntax.KindCall && name == "torch.device" {
		n = w.m.Tree.Arg(n, 0, "device")
	}
	c, ok := w.m.Constant(n)
	return ok && c.Kind == infer.ConstantString && c.Text == "cpu"
}

// changesType reports whether x.to(…) names a dtype and no device.
func (w *hostWalk) changesType(n syntax.Node) bool {
	for a := range w.m.Tree.Args(n) {
		if c, ok := w.m.Constant(a.Value); !ok || c.Kind != infer.ConstantDType {
			return false
		}
	}
	return true
}
