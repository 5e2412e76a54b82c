package guard

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// skip recognises skipif, skipIf and skipUnless, as decorators and as parts of
// decorators that the project defines.
func (b *guardBuilder) skip(call syntax.Node) {
	fn := b.t.Callee(call)
	if b.t.Kind(fn) == syntax.KindAttribute {
		fn = b.t.AttrName(fn)
	}
	want := infer.Yes
	switch b.t.Text(fn) {
	case "skipif", "skipIf":
	case "skipUnless":
		want = infer.No
	case "param":
		b.marked(call)
		return
	default:
		return
	}
	cond := b.t.Arg(call, 0, "condition")
	v := b.w.truth(cond)
	if v.value != want || len(v.atoms) == 0 {
		return
	}
	g := &Guard{Node: call, Cond: cond, Atoms: v.atoms, Kind: GuardTest}
	if dec := b.t.Parent(call); b.t.Kind(dec) == syntax.KindDecorator {
		g.Dead = b.reached([]source.Span{b.t.Span(b.t.Child(b.t.Parent(dec), syntax.FieldDefinition))})
	}
	if param := b.marks(call); param != syntax.None {
		g.Dead = []source.Span{b.t.Span(param)}
	}
	b.add(g)
}

// preparedBy is the code that runs only if a statement of a set-up method does not skip:
// the other methods of the class, or what follows a set-up function of the file.
func (b *guardBuilder) preparedBy(stmt syntax.Node) []source.Span {
	fn := b.t.EnclosingFunction(stmt)
	if fn == syntax.None || b.t.Suite(stmt) != b.t.Body(fn) {
		return nil
	}
	class := b.t.EnclosingClass(fn)
	if class == syntax.None {
		class = syntax.Root
	}
	own, whole := b.t.Span(fn), b.t.Span(class)
	switch b.t.Text(b.t.FuncName(fn)) {
	case "setUp", "setUpClass", "asyncSetUp", "setup_method", "setup_class":
		if class == syntax.Root {
			return nil
		}
		body := b.t.Span(b.t.Body(class))
		return []source.Span{{Start: body.Start, End: own.Start}, {Start: own.End, End: body.End}}
	case "setUpModule", "setup_module":
		return []source.Span{{Start: own.End, End: whole.End}}
	}
	return nil
}

// marks is the call of pytest.param that takes a mark, alone or in a list.
func (b *guardBuilder) marks(mark syntax.Node) syntax.Node {
	at := b.t.Parent(mark)
	for b.t.Kind(at) == syntax.KindList || b.t.Kind(at) == syntax.KindTuple {
		at = b.t.Parent(at)
	}
	if b.t.Kind(at) != syntax.KindKeywordArgument || b.t.Text(b.t.Child(at, syntax.FieldName)) != "marks" {
		return syntax.None
	}
	return b.t.Parent(b.t.Parent(at))
}

// marked notes a pytest.param that the name of its mark skips without a GPU:
// marks=requires_cuda.
func (b *guardBuilder) marked(call syntax.Node) {
	marks := b.t.Keyword(call, "marks")
	if b.t.Kind(marks) != syntax.KindIdentifier && b.t.Kind(marks) != syntax.KindAttribute {
		return
	}
	name := strings.ToLower(b.t.Text(marks))
	if name = name[strings.LastIndexByte(name, '.')+1:]; asksForGPU(name) || name == "gpu" || name == "cuda" {
		b.out.skipped = append(b.out.skipped, Region{Span: b.t.Span(call), Guard: b.t.Span(marks), Message: WithoutGPU})
	}
}

// WithoutGPU says why a test does not run, if the name of its decorator asks for a GPU.
const WithoutGPU = "skipped without a GPU"

// decorator notes definitions behind a decorator whose name says that it asks for a
// GPU, for one of GPUPackages or for an accelerator known to Accelerate:
// @require_torch_gpu, @requires_cuda, @require_bitsandbytes, @require_non_cpu.
func (b *guardBuilder) decorator(n syntax.Node) {
	name := strings.ToLower(b.t.Text(b.t.First(n)))
	if i := strings.IndexByte(name, '('); i >= 0 {
		name = name[:i]
	}
	name = strings.TrimSpace(name[strings.LastIndexByte(name, '.')+1:])
	message := WithoutGPU
	switch {
	case asksForGPU(name) && b.asksAccelerator(b.t.First(n)):
		return
	case asksForGPU(name):
	case asksForPackage(name):
		message = "skipped without a GPU package"
	case asksForAccelerator(name) && b.asksAccelerate(b.t.First(n)):
		b.lesser = append(b.lesser, b.decorated(n, "skipped where Accelerate finds no accelerator"))
		return
	default:
		return
	}
	b.out.skipped = append(b.out.skipped, b.decorated(n, message))
}

// asksAccelerator reports whether a decorator of the project asks for any accelerator,
// despite its name: its definition has been fixed.
func (b *guardBuilder) asksAccelerator(decorator syntax.Node) (asks bool) {
	if b.t.Kind(decorator) == syntax.KindCall {
		decorator = b.t.Callee(decorator)
	}
	g, ok := b.m.Global(decorator)
	switch r := b.m.Ref(decorator); {
	case r.Def != syntax.None:
		return asksAccelerator(b.t, r.Def)
	case r.Foreign.IsDefinition():
		b.m.elsewhere(r.Foreign.Module, func(there *Control) { asks = asksAccelerator(there.Tree, r.Foreign.Node) })
		return asks
	case ok && g.Module != b.m.Module():
		b.m.elsewhere(g.Module, func(there *Control) {
			asks = asksAccelerator(there.Tree, there.assignedOnce(there.Scope(syntax.Root).Names[g.Name]))
		})
		return asks
	}
	return asksAccelerator(b.t, b.m.assignedOnce(b.m.Symbol(decorator)))
}

// assignedOnce is the value of a variable that has one alone.
func (m *Control) assignedOnce(sym *infer.Symbol) syntax.Node {
	if sym == nil || len(sym.Defs) != 1 || sym.Defs[0].Kind != infer.DefAssign {
		return syntax.None
	}
	return sym.Defs[0].Value
}

// asksAccelerator reports whether the definition of a decorator asks for any accelerator.
func asksAccelerator(t *syntax.Tree, made syntax.Node) bool {
	return made != syntax.None && strings.Contains(t.View(made), "accelerator.is_available")
}

// decorated is the definition behind a decorator that skips it.
func (b *guardBuilder) decorated(decorator syntax.Node, message string) Region {
	def := b.t.Child(b.t.Parent(decorator), syntax.FieldDefinition)
	return Region{Span: b.t.Span(def), Guard: b.t.Span(decorator), Message: message}
}

// asksForGPU recognises the names of decorators that skip without a GPU.
func asksForGPU(name string) bool {
	return skips(name) && (strings.Contains(name, "gpu") || strings.Contains(name, "cuda") || strings.Contains(name, "nccl"))
}

// asksForAccelerator recognises the names of decorators that skip on the host alone.
func asksForAccelerator(name string) bool {
	return skips(name) && (strings.Contains(name, "accelerator") || strings.HasSuffix(name, "non_cpu"))
}

// asksAccelerate reports whether a decorator asks Accelerate for the accelerator: it
// comes from Hugging Face's libraries, or from a file of the project that uses their
// get_backend or torch_device. Decorators that ask torch.accelerator find Neuron.
func (b *guardBuilder) asksAccelerate(decorator syntax.Node) bool {
	if b.t.Kind(decorator) == syntax.KindCall {
		decorator = b.t.Callee(decorator)
	}
	r := b.m.Ref(decorator)
	switch {
	case r.Def != syntax.None:
		return b.m.usesAccelerate()
	case r.Foreign.IsDefinition():
		asks := false
		b.m.elsewhere(r.Foreign.Module, func(there *Control) { asks = there.usesAccelerate() })
		return asks
	}
	return infer.HasPackage(r.Name, "accelerate") || infer.HasPackage(r.Name, "transformers") || infer.HasPackage(r.Name, "diffusers")
}

// usesAccelerate reports whether a file takes the device of its tests from the helpers
// of Accelerate or Transformers.
func (m *Control) usesAccelerate() bool {
	return (m.TextHas("get_backend") || m.TextHas("torch_device")) && m.ImportsAny("accelerate", "transformers", "diffusers")
}

// asksForPackage recognises the names of decorators that skip without one of GPUPackages.
func asksForPackage(name string) bool {
	return skips(name) && slices.ContainsFunc(GPUPackages(), func(word string) bool { return strings.Contains(name, word) })
}

// skips recognises the names of decorators that skip a test unless a requirement is
// met.
func skips(name string) bool {
	return strings.HasPrefix(name, "require") || strings.HasPrefix(name, "skip") || strings.HasPrefix(name, "only")
}

// GPUPackages are words in the names of packages that are used with GPUs, as tests
// spell them. The name of a decorator is the only clue, even if the package can run
// elsewhere.
func GPUPackages() []string {
	return []string{"bitsandbytes", "bnb", "gptq", "awq", "eetq", "hqq", "flash_attn", "xformers", "deepspeed", "apex"}
}
