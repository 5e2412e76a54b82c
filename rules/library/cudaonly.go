package library

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var cudaOnlyLibrary = &analyzer.Rule{
	Code:     "NRN701",
	Name:     "cuda-only-library",
	Category: analyzer.CategoryLibrary,
	Since:    "0.1.0",
	Doc: `An import of a package that needs CUDA.

## What breaks

The package cannot be installed, or finds no GPU, on Trainium and Inferentia. An import
at the top of a file then fails when the file is loaded; an import in a function or
under a condition fails when it is reached.

## Example

    from flash_attn import flash_attn_func
    import pynvml

## Use instead

The finding names the counterpart on Neuron: for attention in a model
torch.nn.functional.scaled_dot_product_attention; for flash attention as such, the
kernels of NKI; for monitoring, neuron-monitor, neuron-ls and neuron-top.

## When there is no fix

The calls into the package must change with the import, so nothing is rewritten. If the
import stays for other machines, give it a fallback:

    try:
        from flash_attn import flash_attn_func
    except ImportError:
        flash_attn_func = None

## When it is reported

- as an error: an import at the top of a file
- as a warning: an import in a function or under a condition, and a package that imports
  anywhere and needs the GPU only when called
- as a note: an import with a fallback, after a check that the package is installed, or
  in a file that checks this before every use of the package: the code works without it
- further imports of a package in other functions, or on the next line, are places of
  the first finding

## When it is silent

- imports for type checkers only
- relative imports
- importlib.util.find_spec

## Source

The table of libraries (opsdb/data/libraries.tsv) with a source for each row;
AWS Neuron SDK 2.26, nki/api/nki.kernels.rst for flash attention. Packages that
the documentation does not mention are marked as inferred.
`,
	Words: words.Libraries,
	Run:   runCUDAOnlyLibrary,
}

func runCUDAOnlyLibrary(p *analyzer.Pass) error {
	var said []*saidImport
	for _, s := range imports(p, needsCUDA) {
		if settled(p, s.node) || carried(p, s.lib) {
			continue
		}
		r := reachOf(p, s.node, importFails)
		d := analyzer.Diagnostic{
			Span:       p.Tree.Span(s.node),
			Message:    importMessage(s.lib, r),
			Help:       importHelp(s.lib),
			Severity:   importSeverity(s.lib, r),
			Avoided:    r == optional,
			Confidence: s.confidence(p),
			API:        s.module,
			Fact:       s.lib.Ref,
			Related:    usage.Imported(p, s.binds...),
		}
		switch {
		case d.Severity == analyzer.Warning && !d.Avoided && usage.VersionOnly(p, s.binds...):
			d.Severity, d.Message, d.Help = analyzer.Info, code(s.lib.Import)+" is made for CUDA; the code only reads its version", versionHelp
		case r == always && askedBeforeUse(p, s.binds):
			d.Severity, d.Message = analyzer.Info, code(s.lib.Import)+" is made for CUDA; its uses here first check that it is installed, but this import does not"
		}
		said = join(p, said, &saidImport{s, d})
	}
	for _, s := range said {
		p.Report(s.d)
	}
	return nil
}

// askedBeforeUse reports whether whatever uses a package in this file stands behind the
// question whether it is installed: the file is then imported behind such a question too.
func askedBeforeUse(p *analyzer.Pass, binds []syntax.Node) bool {
	return usage.AllOf(p, func(use syntax.Node) bool { return reachOf(p, use, importFails) == optional }, binds...)
}

// carried reports whether the findings about kernels say it already: a file
// imports Triton or numba.cuda for its kernels.
func carried(p *analyzer.Pass, lib opsdb.Library) bool {
	switch lib.Import {
	case "triton":
		return len(kernels(p, "triton", isTriton)) > 0
	case "numba.cuda":
		return len(kernels(p, "numba", isNumbaCUDA)) > 0
	}
	return false
}

// late reports whether a package can be imported without a GPU and fails only
// when it is called.
func late(lib opsdb.Library) bool {
	switch lib.Import {
	case "triton", "numba.cuda", "numba_cuda", "pynvml", "py3nvml", "nvidia_smi", "GPUtil", "gpustat", "nvitop":
		return true
	}
	return false
}

func importSeverity(lib opsdb.Library, r reach) analyzer.Severity {
	switch {
	case r == called, late(lib), !sure(lib):
		return analyzer.Warning
	}
	return analyzer.Error
}

// sure reports whether more than our judgement says that a package needs CUDA.
func sure(lib opsdb.Library) bool {
	return lib.Ref.Evidence != opsdb.Inferred && lib.Ref.Evidence != opsdb.Unofficial
}

func importMessage(lib opsdb.Library, r reach) string {
	name := code(lib.Import)
	switch {
	case r == optional:
		return name + " is made for CUDA; the code works without it"
	case lib.Status == "unsupported" && lib.Ref.Evidence == opsdb.Documented:
		return name + " is not supported on Neuron"
	case late(lib):
		return name + " can be imported without CUDA, but finds no GPU to work with on Neuron"
	case lib.Equivalent == "" && !sure(lib):
		return name + " is made for CUDA and has no known counterpart on Neuron"
	case !sure(lib):
		return name + " is made for CUDA and may not work on Neuron"
	case lib.Equivalent == "":
		return name + " needs CUDA and has no known counterpart on Neuron"
	case r == called:
		return name + " is imported when this code runs, and needs CUDA"
	}
	return name + " needs CUDA, which Neuron machines do not have"
}

// versionHelp is the advice for a package that is imported for its version.
const versionHelp = "use importlib.metadata.version, which imports nothing, and handle a missing package"

func importHelp(lib opsdb.Library) string {
	note := ""
	if lib.Note != "" {
		note = " (" + lib.Note + ")"
	}
	if lib.Equivalent == "" {
		return "avoid it in code that runs on Neuron" + note
	}
	where := "on Neuron"
	switch lib.Ref.Stack {
	case "xla":
		where = "with torch-xla on Neuron"
	case "native":
		where = "with native PyTorch on Neuron"
	}
	return fmt.Sprintf("%s: %s%s", where, lib.Equivalent, note)
}

// ownPackage reports whether the file lies inside a package of that name, as
// the sources of the library itself do.
func ownPackage(path, module string) bool {
	top, _, _ := strings.Cut(module, ".")
	return strings.Contains("/"+path, "/"+top+"/")
}
