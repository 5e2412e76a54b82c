package place

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Taker is what takes a tensor that may have to stay on the host.
type Taker uint8

// The takers.
const (
	NoTaker        Taker = iota
	TakerOwnChoice       // an object that has chosen its device by itself, or a module that nothing moves
	TakerArrays          // a library that computes on arrays of the host
	TakerCompiled        // a module that the project compiles
)

// HostTaker says what takes a tensor, or one made of it, that may have to stay on the host.
// A model that takes CUDA where it is there stays on the host on Neuron, and its input
// must:
//
//	model = whisper.load_model("base")
//	whisper.decode(model, mel.to("cuda"))
//
// NumPy reads the memory of the host alone, and a compiled module may read that of one
// sort of device.
func (m *Places) HostTaker(tensor syntax.Node) Taker {
	type key struct{ n syntax.Node }
	if name, _ := m.CallName(tensor); name == "torch.device" {
		return NoTaker // a device, and no tensor
	}
	return infer.Walked(m.Model, key{tensor}, func() Taker {
		w := &fed{m: m, seen: make(map[syntax.Node]bool), walk: new(fedWalk)}
		w.goes(tensor)
		return w.walk.by
	})
}

// fed follows a tensor, and what is made of it, from expression to expression.
type fed struct {
	m    *Places
	seen map[syntax.Node]bool
	walk *fedWalk
}

// fedWalk is one walk through all files.
type fedWalk struct {
	budget int
	by     Taker
}

// taken notes what takes the tensor, and reports whether anything does.
func (w *fed) taken(by Taker) bool {
	w.walk.by = by
	return by != NoTaker
}

// maxFed bounds how many expressions and targets are followed.
const maxFed = 96

func (w *fed) goes(n syntax.Node) bool {
	t := w.m.Tree
	for {
		if w.walk.budget++; w.seen[n] || w.walk.budget > maxFed {
			return false
		}
		w.seen[n] = true
		p := t.Parent(n)
		switch t.Kind(p) {
		case syntax.KindParenthesized, syntax.KindList, syntax.KindTuple, syntax.KindExpressionList, syntax.KindPair, syntax.KindDictionary,
			syntax.KindListSplat, syntax.KindDictionarySplat, syntax.KindBinaryOperator, syntax.KindUnaryOperator, syntax.KindConditional,
			syntax.KindBooleanOperator, syntax.KindComparison:
			n = p
		case syntax.KindListComprehension, syntax.KindSetComprehension, syntax.KindDictionaryComprehension, syntax.KindGenerator:
			if t.Child(p, syntax.FieldBody) != n {
				return false
			}
			n = p
		case syntax.KindSubscript:
			if t.Child(p, syntax.FieldValue) != n {
				return false
			}
			n = p
		case syntax.KindAttribute:
			if n = w.derived(p); n == syntax.None {
				return false
			}
		case syntax.KindKeywordArgument, syntax.KindArgumentList:
			taken, result := w.passed(n)
			if taken || result == syntax.None {
				return taken
			}
			n = result
		case syntax.KindAssignment, syntax.KindFor, syntax.KindForInClause:
			return t.Child(p, syntax.FieldRight) == n && w.bound(t.Child(p, syntax.FieldLeft))
		case syntax.KindReturn:
			return slices.ContainsFunc(w.m.Callers(t.EnclosingFunction(p)), w.goes)
		default:
			return false
		}
	}
}

// derived is the tensor that a method or an attribute of one yields; None for those that
// yield numbers, or a copy on the host.
func (w *fed) derived(attr syntax.Node) syntax.Node {
	switch w.m.Tree.View(w.m.Tree.AttrName(attr)) {
	case "cpu", "item", "tolist", "numpy", "size", "shape", "dim", "ndim", "dtype", "device", "to", "cuda", "backward":
		return syntax.None
	}
	if call := w.m.Tree.Parent(attr); w.m.Tree.Kind(call) == syntax.KindCall && w.m.Tree.Callee(call) == attr {
		return call
	}
	return attr
}

// bound follows the targets of an assignment or a loop.
func (w *fed) bound(target syntax.Node) bool {
	if w.walk.budget++; w.walk.budget > maxFed {
		return false
	}
	switch w.m.Tree.Kind(target) {
	case syntax.KindIdentifier:
		sym := w.m.Symbol(target)
		return sym != nil && len(sym.Defs) <= maxFed && slices.ContainsFunc(few(sym.Uses), func(use syntax.Node) bool {
			defs := w.m.KnownDefs(use)
			return slices.ContainsFunc(defs, func(d infer.Def) bool { return d.Node == target }) && w.goes(use)
		})
	case syntax.KindAttribute:
		return slices.ContainsFunc(few(w.m.LoadsOf(w.m.Tree.Text(w.m.Tree.AttrName(target)))), w.goes)
	case syntax.KindSubscript:
		value := w.m.Tree.Child(target, syntax.FieldValue)
		if w.m.Type(value).Kind == infer.KindNDArray {
			return w.taken(TakerArrays)
		}
		table := w.m.Symbol(value)
		return table != nil && slices.ContainsFunc(few(table.Uses), w.goes)
	}
	for part := range w.m.Tree.Children(target) {
		if w.bound(part) {
			return true
		}
		if w.walk.budget > maxFed {
			break
		}
	}
	return false
}

// put follows a list that the tensor is put into.
func (w *fed) put(list syntax.Node) bool {
	if sym := w.m.Symbol(list); sym != nil {
		return slices.ContainsFunc(few(sym.Uses), w.goes)
	}
	return w.m.Tree.Kind(list) == syntax.KindAttribute && w.bound(list)
}

// few are the first of some uses, so that long files are not searched again and again.
func few(uses []syntax.Node) []syntax.Node { return uses[:min(len(uses), maxFed)] }

// passed reports whether an argument goes to such an object by a call. If not, result is
// the call if the tensor, or one made of it, may be its result.
func (w *fed) passed(arg syntax.Node) (taken bool, result syntax.Node) {
	call := w.m.TakenBy(arg)
	if call == syntax.None {
		return false, syntax.None
	}
	if w.taken(w.m.taker(call)) {
		return true, syntax.None
	}
	if list, method := w.m.MethodCall(call); method == "append" {
		return w.put(list), syntax.None
	}
	ofProject := false
	w.m.TakenAs(call, arg, func(in *value.Values, param syntax.Node) {
		ofProject = true
		to := w
		if in != w.m.Values {
			to = &fed{m: Of(in.Model), seen: make(map[syntax.Node]bool), walk: w.walk}
		}
		taken = taken || to.bound(param)
	})
	if !taken && (ofProject || w.keeps(call)) {
		result = call
	}
	return taken, result
}

// keeps reports whether a module, or a function of PyTorch or of Python, may yield its
// argument, or a tensor made of it.
func (w *fed) keeps(call syntax.Node) bool {
	name, _ := w.m.CallName(call)
	switch name {
	case "builtins.list", "builtins.tuple", "builtins.dict", "builtins.zip", "builtins.enumerate", "builtins.iter", "builtins.next":
		return true
	}
	if w.m.RunsModule(call) {
		return true
	}
	return infer.TopOf(name) == "torch" && !strings.HasPrefix(name, "torch.utils.") && !strings.HasPrefix(name, "torch.save")
}

// taker says what a call hands its arguments to.
func (m *Places) taker(call syntax.Node) Taker {
	name, _ := m.CallName(call)
	switch {
	case m.takesOwnChoice(call):
		return TakerOwnChoice
	case onArrays(infer.TopOf(name)):
		return TakerArrays
	case m.CallsBuilt(call):
		return TakerCompiled
	}
	return NoTaker
}

// onArrays recognises libraries that compute on the arrays of NumPy, or draw them.
func onArrays(library string) bool {
	switch library {
	case "numpy", "scipy", "cv2", "skimage", "sklearn", "pandas", "matplotlib", "seaborn":
		return true
	}
	return false
}

// takesOwnChoice reports whether a call runs an object that has chosen its device, or hands
// one to a function of its own library.
func (m *Places) takesOwnChoice(call syntax.Node) bool {
	type key struct{ call syntax.Node }
	return infer.Walked(m.Model, key{call}, func() bool {
		for a := range m.Tree.Args(call) {
			if strings.Contains(m.Tree.View(a.Name), "device") || strings.HasSuffix(m.Tree.View(a.Value), "device") || m.Type(a.Value).Kind == infer.KindDevice {
				return false // the device comes along
			}
		}
		if callee := m.Tree.Callee(call); m.OwnChoice(callee) != "" || m.neverMoved(callee) {
			return true
		}
		r := m.Ref(m.Tree.Callee(call))
		if r.Name == "" || r.Local {
			return false
		}
		for a := range m.Tree.Args(call) {
			if m.OwnChoice(a.Value) == infer.TopOf(r.Name) {
				return true
			}
		}
		return false
	})
}
