package guard

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// gpuOnly reports whether code serves GPUs alone, and leaving it out is right for any
// other device: it calls a kernel for CUDA, spreads a batch over the GPUs of one
// process, or only makes a scaler for float16.
func (b *guardBuilder) gpuOnly(dead []source.Span) bool {
	if b.onlyScales(dead) {
		return true
	}
	for n := range b.nodesIn(dead) {
		switch b.t.Kind(n) {
		case syntax.KindCall:
			if b.ofGPUs(n) {
				return true
			}
		case syntax.KindAttribute, syntax.KindIdentifier:
			if name, _ := b.m.Name(n); name == cudaExtension {
				return true // ext = CUDAExtension, which is called later
			}
		case syntax.KindString:
			if text := b.t.Text(n); strings.Contains(text, "cudnn") || strings.Contains(text, "TORCH_CUDA_ARCH_LIST") {
				return true
			}
		}
	}
	return false
}

// cudaExtension builds a module for CUDA.
const cudaExtension = "torch.utils.cpp_extension.CUDAExtension"

// OnlyScales reports whether a test rules code that makes a loss scaler and calls
// nothing else.
func (m *Control) OnlyScales(test syntax.Node, holds bool) bool {
	regions, _ := m.Controlled(test, holds)
	b := &guardBuilder{m: m, t: m.Tree}
	return b.onlyScales(regions)
}

// onlyScales reports whether code calls nothing but classes of loss scalers.
func (b *guardBuilder) onlyScales(dead []source.Span) bool {
	var scaler syntax.Node
	for n := range b.nodesIn(dead) {
		switch b.t.Kind(n) {
		case syntax.KindReturn, syntax.KindRaise, syntax.KindAugmentedAssignment:
			return false
		case syntax.KindCall:
			if scaler != syntax.None && b.t.Within(n, scaler) {
				continue
			}
			if !strings.HasSuffix(b.t.Text(b.t.Callee(n)), "Scaler") {
				return false
			}
			scaler = n
		}
	}
	return scaler != syntax.None
}

// asksOnce reports whether a test contains a query, or is a variable that is read
// nowhere else. Otherwise the answer also decides code that Neuron needs.
func (b *guardBuilder) asksOnce(test syntax.Node) bool {
	test = b.t.Unparen(test)
	switch b.t.Kind(test) {
	case syntax.KindCall:
		return true
	case syntax.KindBooleanOperator:
		return b.asksOnce(b.t.Child(test, syntax.FieldLeft)) || b.asksOnce(b.t.Child(test, syntax.FieldRight))
	case syntax.KindIdentifier:
		sym := b.m.Symbol(test)
		return sym != nil && len(sym.Uses) == 1
	}
	return false
}

// ofGPUs reports whether a call is for GPUs alone: DataParallel, an extension built
// with CUDA, a library made for CUDA, the links between GPUs or their generation, or a
// function of the project named after CUDA that moves nothing there.
func (b *guardBuilder) ofGPUs(call syntax.Node) bool {
	api, _ := b.m.CallName(call)
	switch api {
	case "torch.nn.DataParallel", "torch.nn.parallel.data_parallel", cudaExtension:
		return true
	}
	if b.m.callsCompiled(call) {
		return true
	}
	callee := b.t.Callee(call)
	name := b.t.Written(callee)
	if b.t.Kind(callee) == syntax.KindAttribute {
		name = b.t.Text(b.t.AttrName(callee))
	}
	name = strings.ToLower(name)
	if b.asksGeneration(api, call) || strings.Contains(name, "nvlink") || b.ofCUDALibrary(api) {
		return true
	}
	if strings.HasPrefix(api, "torch.") || !strings.HasSuffix(name, "_cuda") && !strings.Contains(name, "cudnn") {
		return false
	}
	def := b.m.Ref(callee).Def
	return def != syntax.None && b.t.Kind(def) == syntax.KindFunction && !b.places([]source.Span{b.t.Span(def)})
}

// asksGeneration reports whether a call asks for the generation of a GPU, to choose
// among the features of its hardware. A check for bfloat16 does not count: it concerns
// Neuron as well.
func (b *guardBuilder) asksGeneration(api string, call syntax.Node) bool {
	if api != "torch.cuda.get_device_capability" {
		return false
	}
	fn := b.t.EnclosingFunction(call)
	text := strings.ToLower(b.t.View(b.t.FuncName(fn)) + b.t.View(b.t.Statement(call)))
	return !strings.Contains(text, "bf16") && !strings.Contains(text, "bfloat16")
}

// asksOfGPUs reports whether a condition asks for the generation of a GPU.
func (b *guardBuilder) asksOfGPUs(cond syntax.Node) bool {
	for n := range b.nodesIn([]source.Span{b.t.Span(cond)}) {
		if b.t.Kind(n) != syntax.KindCall {
			continue
		}
		if api, _ := b.m.CallName(n); b.asksGeneration(api, n) {
			return true
		}
	}
	return false
}

// ofCUDALibrary reports whether a name is of a library made for CUDA.
func (b *guardBuilder) ofCUDALibrary(api string) bool {
	if api == "" || strings.HasPrefix(api, "torch.") || strings.HasPrefix(api, "builtins.") {
		return false
	}
	lib, ok := b.m.DB.Library(api)
	return ok && lib.CUDAOnly
}

// places reports whether code puts something on a device.
func (b *guardBuilder) places(spans []source.Span) bool {
	for n := range b.nodesIn(spans) {
		if b.t.Kind(n) == syntax.KindCall && b.callKind(n) == GuardPlacement {
			return true
		}
	}
	return b.placesDevices(spans)
}

// answered adds to regions that return True the code that runs because of that answer:
// the regions that calls of the function decide. known is false if a caller passes the
// answer on.
func (m *Control) answered(regions []source.Span) (all []source.Span, known bool) {
	b := &guardBuilder{m: m, t: m.Tree}
	all = slices.Clip(regions)
	for n := range b.nodesIn(regions) {
		if m.Tree.Kind(n) != syntax.KindReturn || m.Tree.Kind(m.Tree.Unparen(m.Tree.First(n))) != syntax.KindTrue {
			continue
		}
		calls := m.Callers(m.Tree.EnclosingFunction(n))
		for _, call := range calls {
			more, ok := m.Controlled(call, true)
			if !ok {
				return all, false
			}
			all = append(all, more...)
		}
		return all, len(calls) > 0
	}
	return all, true
}

// pins reports whether code moves tensors through pinned memory, which is its only
// difference from a plain move.
func (b *guardBuilder) pins(dead []source.Span) bool {
	for n := range b.nodesIn(dead) {
		if b.t.Kind(n) != syntax.KindCall {
			continue
		}
		if _, method := b.m.MethodCall(n); method == "pin_memory" {
			return true
		}
	}
	return false
}

// movesAlike reports whether the other arm of an if statement moves the same variables
// to the device under test, and the code does nothing else with CUDA:
//
//	if device.type == "cuda": x = x.cuda(gpu)
//	else: x = x.to(device)
func (b *guardBuilder) movesAlike(test syntax.Node, dead []source.Span) bool {
	if b.t.Kind(test) != syntax.KindComparison {
		return false
	}
	operands, _ := b.t.Comparison(test)
	tested := operands[0]
	if b.t.Kind(tested) == syntax.KindAttribute && b.t.View(b.t.AttrName(tested)) == "type" {
		tested = b.t.Object(tested)
	}
	moved := make(map[string]bool)
	for call := range b.nodesIn(b.otherArms(test)) {
		if what, method := b.moves(call); method == "to" && b.t.Same(b.t.Arg(call, 0, "device"), tested) {
			moved[what] = true
		}
	}
	same := false
	for n := range b.nodesIn(dead) {
		switch b.t.Kind(n) {
		case syntax.KindReturn, syntax.KindRaise, syntax.KindAugmentedAssignment, syntax.KindDelete:
			return false
		case syntax.KindAssignment:
			if b.t.Kind(b.t.Child(n, syntax.FieldRight)) != syntax.KindCall {
				return false
			}
		case syntax.KindCall:
			what, method := b.moves(n)
			name, _ := b.m.CallName(n)
			if method == "" && (b.harmlessCall(name) || name == "torch.accelerator.set_device_index") {
				continue
			}
			if !moved[what] {
				return false
			}
			same = true
		}
	}
	return same
}

// moves is the assignment that moves a value to a device, as "target=value", and the
// method of the move: x = x.to(device).
func (b *guardBuilder) moves(call syntax.Node) (what, method string) {
	if b.t.Kind(call) != syntax.KindCall {
		return "", ""
	}
	obj, method := b.m.MethodCall(call)
	if method != "to" && method != "cuda" {
		return "", ""
	}
	target := syntax.None
	switch stmt := b.t.Parent(call); b.t.Kind(stmt) {
	case syntax.KindAssignment:
		target = b.t.Child(stmt, syntax.FieldLeft)
	case syntax.KindExpressionStatement:
	default:
		return "", method
	}
	return b.t.Text(target) + "=" + b.t.Text(obj), method
}
