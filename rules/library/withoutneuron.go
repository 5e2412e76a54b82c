package library

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var libraryWithoutNeuron = &analyzer.Rule{
	Code:     "NRN702",
	Name:     "library-without-neuron",
	Category: analyzer.CategoryLibrary,
	Since:    "0.1.0",
	Doc: `An import of a package to build programs on, which does not support Neuron.

## What breaks

Megatron, NeMo, Horovod and others can be installed without a GPU, but do not support
Neuron, or have another library there in their place. Code built on them must move to
something else, and that decision comes before any rewriting.

## Example

    from megatron.core import parallel_state
    import horovod.torch as hvd

## Use instead

The finding names the counterpart on Neuron: NxD Training for Megatron and NeMo, and
torch.distributed for Horovod.

## When there is no fix

The calls into the package must change with the import, so nothing is rewritten.

## When it is reported

The first import of the package in a file that runs with the file or with a function
call:

- as a warning if the documentation mentions the package
- as a note if it does not, and for an import with a fallback or after a check that the
  package is installed

## When it is silent

- packages that need CUDA (NRN701)
- GPU options of ONNX Runtime (NRN711) and the DeepSpeed engine (NRN712)

## Source

The table of libraries (opsdb/data/libraries.tsv) with a source for each row.
`,
	Words: func(db *opsdb.DB) analyzer.Words {
		return words.Torch(db).And(analyzer.Words{Packages: db.LibraryPackages(lacksNeuron)})
	},
	Run: runLibraryWithoutNeuron,
}

func runLibraryWithoutNeuron(p *analyzer.Pass) error {
	var said []string
	for _, s := range imports(p, lacksNeuron) {
		r := reachOf(p, s.node, importFails)
		if s.own || slices.Contains(said, s.lib.Import) || r > optional || r == optional && !sure(s.lib) || settled(p, s.node) {
			continue
		}
		said = append(said, s.lib.Import)
		grade := analyzer.Warning
		if !sure(s.lib) {
			grade = analyzer.Info
		}
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(s.node),
			Message:    withoutMessage(s.lib, r),
			Help:       importHelp(s.lib),
			Severity:   grade,
			Avoided:    r == optional,
			Confidence: s.confidence(p),
			API:        s.module,
			Fact:       s.lib.Ref,
			Related:    usage.Imported(p, s.binds...),
		})
	}
	return nil
}

// lacksNeuron reports whether programs are built on a library that can do without CUDA
// but has no form for Neuron.
func lacksNeuron(lib opsdb.Library) bool {
	switch lib.Import {
	case "onnxruntime", "torch.utils.cpp_extension": // judged by the use made of them
		return false
	case "nvtx": // marks traces, and is harmless
		return false
	}
	return !lib.CUDAOnly && (lib.Status == "no-equivalent" || lib.Status == "neuron-equivalent")
}

func withoutMessage(lib opsdb.Library, r reach) string {
	name := code(lib.Import)
	switch {
	case r == optional:
		return name + " does not support Neuron; the code works without it"
	case lib.Status == "neuron-equivalent":
		counterpart, _, _ := strings.Cut(lib.Equivalent, " (")
		return name + " does not run on Neuron; its counterpart there is " + counterpart
	case lib.Equivalent != "":
		return name + " is not known to work on Neuron"
	}
	return name + " has no known counterpart on Neuron"
}
