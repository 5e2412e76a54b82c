package library

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var cudaExtension = &analyzer.Rule{
	Code:     "NRN704",
	Name:     "cuda-extension",
	Category: analyzer.CategoryKernel,
	Since:    "0.1.0",
	Doc: `A PyTorch extension with CUDA sources.

## What breaks

Building the extension needs a CUDA toolkit and raises without one.

## Example

    from torch.utils.cpp_extension import load

    ops = load(name="ops", sources=["ops.cpp", "ops_kernel.cu"])

## When there is no fix

Rewrite CUDA kernels in NKI, or with torch-xla as Neuron C++ operators. In a setup.py
for both kinds of machine, build the extension only if CUDA_HOME is set.

## When it is reported

- CUDAExtension in a setup.py
- load and load_inline of torch.utils.cpp_extension with a source that ends in .cu, with
  cuda_sources, with with_cuda=True, or with nvcc flags and unknown sources
- the import of a module outside the project with a name ending in _cuda, as such an
  extension

The finding lists the first calls into the extension.

## When it is silent

- extensions with C++ sources only, which still build

## Source

PyTorch 2.8, torch/utils/cpp_extension.py; AWS Neuron SDK 2.32,
frameworks/torch/pytorch-native-overview.rst, and SDK 2.26,
neuron-customops/programming-guide/custom-c++-operators-devguide.rst.
`,
	Words: func(db *opsdb.DB) analyzer.Words {
		return words.Libraries(db).And(analyzer.Words{Names: []string{"cu"}}) // the end of a file's name
	},
	Run: runCUDAExtension,
}

func runCUDAExtension(p *analyzer.Pass) error {
	reportBuilt(p)
	if !mentions(p, "cpp_extension") && !mentions(p, ".cu") {
		return nil
	}
	for _, call := range p.Model.Calls() {
		api, conf := p.Model.CallName(call)
		if !buildsCUDA(p, call, api) || settled(p, call) {
			continue
		}
		help, _ := instead(p)
		r, ok := p.DB.Replacement(api, p.Target.Rewrite)
		if !ok { // a function of the project, around this one
			r, _ = p.DB.Replacement("torch.utils.cpp_extension.load", p.Target.Rewrite)
		}
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(p.Tree.Callee(call)),
			Message:    code(builder(p, call, api)) + " builds a CUDA extension, which raises without a CUDA toolkit",
			Help:       help,
			Severity:   callSeverity(p, call, buildFails),
			Confidence: max(conf, analyzer.Likely),
			API:        api,
			Fact:       r.Ref,
			Related:    append(buildsFor(p, call, api), callsInto(p, call)...),
		})
	}
	return nil
}

// buildsFor is the place at which a function of the project around PyTorch's builds the
// extension that a call asks for.
func buildsFor(p *analyzer.Pass, call syntax.Node, api string) (out []analyzer.Related) {
	if strings.HasPrefix(api, "torch.") {
		return nil
	}
	p.Model.WithCallee(call, func(in *semantic.Model, fn syntax.Node) {
		for inner := range in.CallsOf("torch.utils.cpp_extension.load", "torch.utils.cpp_extension.load_inline") {
			if in.Tree.Within(inner, fn) && len(out) == 0 {
				out = append(out, analyzer.Related{Path: in.Path(), Span: in.Tree.Span(in.Tree.Callee(inner)), Message: "built here"})
			}
		}
	})
	return out
}

// callsInto are the first places that call a function of the extension which a call
// builds and a variable holds: the calls to be written in another way. They leave room
// for the place that builds, and for the guard around it.
func callsInto(p *analyzer.Pass, built syntax.Node) []analyzer.Related {
	assign := p.Tree.Parent(built)
	if p.Tree.Kind(assign) != syntax.KindAssignment || p.Tree.Child(assign, syntax.FieldRight) != built {
		return nil
	}
	sym := p.Model.Symbol(p.Tree.Child(assign, syntax.FieldLeft))
	if sym == nil {
		return nil
	}
	var out []analyzer.Related
	for _, use := range sym.Uses {
		fn := p.Tree.Parent(use)
		if len(out) == analyzer.MaxRelated-2 || p.Tree.Kind(fn) != syntax.KindAttribute || p.Tree.Callee(p.Tree.Parent(fn)) != fn {
			continue
		}
		if p.Model.MayHold(use, built) {
			out = append(out, analyzer.Related{Span: p.Tree.Span(fn), Message: "called here"})
		}
	}
	return out
}

// builder is the name of the building function: PyTorch's, or one of the project around
// it that takes a list of sources.
func builder(p *analyzer.Pass, call syntax.Node, api string) string {
	if strings.HasPrefix(api, "torch.") {
		return api[strings.LastIndexByte(api, '.')+1:]
	}
	return p.Tree.Text(p.Tree.Callee(call))
}

// callSeverity is an error, or information where a fallback takes over or the
// code asks first.
func callSeverity(p *analyzer.Pass, n syntax.Node, failure string) analyzer.Severity {
	if reachOf(p, n, failure) >= optional {
		return analyzer.Info
	}
	return analyzer.Error
}

// buildsCUDA reports whether a call builds an extension with CUDA sources.
func buildsCUDA(p *analyzer.Pass, call syntax.Node, api string) bool {
	t := p.Tree
	switch api {
	case "torch.utils.cpp_extension.CUDAExtension":
		return true
	case "torch.utils.cpp_extension.load":
		sources := t.Arg(call, 1, "sources")
		return withCUDA(t, call, 9) || anySource(p, sources) || flagsNVCC(t, call) && !listed(p, sources)
	case "torch.utils.cpp_extension.load_inline":
		sources := t.Arg(call, 2, "cuda_sources")
		return withCUDA(t, call, -1) || sources != syntax.None && !empty(t, sources)
	}
	return !strings.HasPrefix(api, "torch.") && anySource(p, t.Keyword(call, "sources"))
}

func withCUDA(t *syntax.Tree, call syntax.Node, pos int) bool {
	return t.Kind(t.Arg(call, pos, "with_cuda")) == syntax.KindTrue
}

// flagsNVCC reports whether a call of load has something to say to nvcc, the
// compiler of CUDA sources.
func flagsNVCC(t *syntax.Tree, call syntax.Node) bool {
	flags := t.Arg(call, 3, "extra_cuda_cflags")
	return flags != syntax.None && !empty(t, flags)
}

// listed reports whether sources are written down, so that their names tell in
// which language they are.
func listed(p *analyzer.Pass, sources syntax.Node) bool {
	for _, value := range p.Model.Alternatives(sources) {
		for n := range p.Tree.All(value) {
			if p.Tree.Kind(n) == syntax.KindString {
				return true
			}
		}
	}
	return false
}

// empty reports whether cuda_sources are given as none.
func empty(t *syntax.Tree, n syntax.Node) bool {
	if t.Kind(n) == syntax.KindNoneLiteral || t.Kind(n) == syntax.KindList && t.First(n) == syntax.None {
		return true
	}
	text, ok := t.StringValue(n)
	return ok && strings.TrimSpace(text) == ""
}

// anySource reports whether a file name in the expression, or in the value of the
// variable that it is, ends in .cu.
func anySource(p *analyzer.Pass, n syntax.Node) bool {
	for _, value := range p.Model.Alternatives(n) {
		for s := range p.Tree.All(value) {
			if p.Tree.Kind(s) != syntax.KindString {
				continue
			}
			if text := strings.TrimRight(p.Tree.Text(s), `"'`); strings.HasSuffix(text, ".cu") {
				return true
			}
		}
	}
	return false
}
