package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/environ"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var gpuFlags = &analyzer.Rule{
	Code:     "NRN804",
	Name:     "xla-gpu-flags",
	Category: analyzer.CategoryEnvVar,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `XLA_FLAGS with flags of XLA's GPU compiler.

## What breaks

neuronx-cc compiles programs for Neuron, so flags that begin with --xla_gpu_ have no
effect: they tune a compiler that is not used. The same holds for options of that name
in compiler_options=.

## Example

    os.environ["XLA_FLAGS"] = "--xla_gpu_triton_gemm_any=True"

## Use instead

Options of neuronx-cc go into NEURON_CC_FLAGS; none corresponds to a flag of the GPU
compiler. The fix removes an assignment that holds only such flags. It is unsafe,
because a child process may still need them.

## When it is reported

- where the flags are set, and in options named for XLA that hold them
- in dictionaries that are handed over as compiler_options, straight or by a name

## When it is silent

- other flags (--xla_dump_to, --xla_force_host_platform_device_count)

## Source

AWS Neuron SDK 2.26, frameworks/jax/api-reference-guide/neuron-envvars.rst. The lack of
an effect is inferred from who reads the flags.
`,
	Words: words.XLAFlags,
	Run: func(p *analyzer.Pass) error {
		f, seen := environ.New(p), map[syntax.Node]bool{}
		for n := range p.Model.StringsWith(func(name string) bool { return name == "XLA_FLAGS" }) {
			if f.Holds(n) {
				reportFlags(p, f, n, seen)
			}
		}
		reportCompilerOptions(p)
		reportOptionFlags(p, seen)
		return nil
	},
}

// reportOptionFlags reports flags of the GPU compiler that an option holds, or has for
// its default.
func reportOptionFlags(p *analyzer.Pass, seen map[syntax.Node]bool) {
	for n := range p.Model.StringsWith(func(text string) bool { return strings.Contains(text, "--xla_gpu_") }) {
		if name := strings.ToLower(optionName(p, n)); !seen[n] && strings.Contains(name, "xla") && !p.Model.GuardedForNeuron(n) {
			seen[n] = true
			p.Report(flagsFinding(p, n, "--xla_gpu_*"))
		}
	}
}

// reportFlags reports the first piece of text with a flag of the GPU compiler in the
// value of XLA_FLAGS.
func reportFlags(p *analyzer.Pass, f *environ.Finder, n syntax.Node, seen map[syntax.Node]bool) {
	value := f.Value(n)
	if value == syntax.None || p.Model.GuardedForNeuron(n) {
		return
	}
	part := gpuFlag(p, value, 0)
	if part == syntax.None || seen[part] {
		return
	}
	seen[part] = true
	d := flagsFinding(p, part, "--xla_gpu_*")
	d.Fixes = flagsFix(p, f, n, value)
	p.Report(d)
}

// gpuFlag finds the first text with a flag of the GPU compiler in an expression, or in
// the values of the names in it.
func gpuFlag(p *analyzer.Pass, value syntax.Node, depth int) syntax.Node {
	return semantic.Walked(p.Model, flagIn{value, depth}, func() syntax.Node { return foundFlag(p, value, depth) })
}

// flagIn is a question of gpuFlag.
type flagIn struct {
	value syntax.Node
	depth int
}

func foundFlag(p *analyzer.Pass, value syntax.Node, depth int) syntax.Node {
	for part := range p.Tree.All(value) {
		switch p.Tree.Kind(part) {
		case syntax.KindString:
			if strings.Contains(p.Tree.Text(part), "--xla_gpu_") {
				return part
			}
		case syntax.KindIdentifier:
			if depth > deepest {
				continue
			}
			for _, d := range p.Model.ReachingDefs(part) {
				if d.Kind != semantic.DefAssign && d.Kind != semantic.DefAug {
					continue
				}
				if found := gpuFlag(p, d.Value, depth+1); found != syntax.None {
					return found
				}
			}
		}
	}
	return syntax.None
}

// reportCompilerOptions reports options of the GPU compiler that are handed to a single
// program.
func reportCompilerOptions(p *analyzer.Pass) {
	var handed map[syntax.Node]bool
	for n := range p.Model.StringsWith(func(text string) bool { return strings.HasPrefix(text, "xla_gpu_") }) {
		if handed == nil {
			handed = handedOptions(p)
		}
		dict := keyOf(p, n)
		if dict != syntax.None && (handed[dict] || asOptions(p, dict)) && !p.Model.GuardedForNeuron(n) {
			p.Report(flagsFinding(p, n, "xla_gpu_*"))
			return
		}
	}
}

// keyOf is the dictionary that a text is a key of: {"xla_gpu_x": True}, or the name of
// one in options["xla_gpu_x"] = True.
func keyOf(p *analyzer.Pass, n syntax.Node) syntax.Node {
	parent := p.Tree.Parent(n)
	switch p.Tree.Kind(parent) {
	case syntax.KindPair:
		if p.Tree.Field(n) == syntax.FieldKey {
			return p.Tree.Parent(parent)
		}
	case syntax.KindSubscript:
		dict := p.Tree.Child(parent, syntax.FieldValue)
		if p.Tree.Field(n) != syntax.FieldSubscript || !isTarget(p, parent) || p.Tree.Kind(dict) != syntax.KindIdentifier {
			return syntax.None
		}
		if defs := p.Model.ReachingDefs(dict); len(defs) == 1 && defs[0].Kind == semantic.DefAssign {
			return p.Tree.Unparen(defs[0].Value)
		}
	}
	return syntax.None
}

// isTarget reports whether a statement assigns to an expression.
func isTarget(p *analyzer.Pass, n syntax.Node) bool {
	assign := p.Tree.Parent(n)
	return p.Tree.Kind(assign) == syntax.KindAssignment && p.Tree.Child(assign, syntax.FieldLeft) == n
}

// handedOptions are the dictionaries that the file hands over as compiler_options,
// straight or by names.
func handedOptions(p *analyzer.Pass) map[syntax.Node]bool {
	handed := make(map[syntax.Node]bool)
	for argument := range p.Tree.OfKind(syntax.KindKeywordArgument) {
		if p.Tree.Text(p.Tree.Child(argument, syntax.FieldName)) == "compiler_options" {
			handOver(p, p.Tree.Child(argument, syntax.FieldValue), handed)
		}
	}
	return handed
}

// handOver follows an expression to the dictionaries that it may yield.
func handOver(p *analyzer.Pass, n syntax.Node, handed map[syntax.Node]bool) {
	if n = p.Tree.Unparen(n); n == syntax.None || handed[n] {
		return
	}
	handed[n] = true
	switch p.Tree.Kind(n) {
	case syntax.KindConditional:
		body, _, orelse := p.Tree.Conditional(n)
		handOver(p, body, handed)
		handOver(p, orelse, handed)
	case syntax.KindIdentifier:
		defs := p.Model.ReachingDefs(n)
		for _, d := range defs[:min(len(defs), semantic.MaxReaching)] {
			if d.Kind == semantic.DefAssign {
				handOver(p, d.Value, handed)
			}
		}
	}
}

// asOptions reports whether a dictionary is the argument of compiler_options=, or is
// bound to a name that tells it is.
func asOptions(p *analyzer.Pass, dict syntax.Node) bool {
	parent := p.Tree.Parent(dict)
	switch p.Tree.Kind(parent) {
	case syntax.KindKeywordArgument:
		return p.Tree.Text(p.Tree.Child(parent, syntax.FieldName)) == "compiler_options"
	case syntax.KindAssignment:
		return strings.Contains(p.Tree.Text(p.Tree.Child(parent, syntax.FieldLeft)), "options")
	}
	return false
}

func flagsFinding(p *analyzer.Pass, n syntax.Node, flags string) analyzer.Diagnostic {
	return analyzer.Diagnostic{
		Span:       p.Tree.Span(n),
		Message:    code(flags) + " may have no effect on Neuron: it tunes XLA's GPU compiler",
		Help:       "options of neuronx-cc go into `NEURON_CC_FLAGS`",
		Severity:   analyzer.Info,
		Confidence: analyzer.Certain,
		Fact: opsdb.Ref{
			Evidence: opsdb.Inferred, SDK: "2.26-",
			Source: "aws-neuron-sdk@v2.26.1:frameworks/jax/api-reference-guide/neuron-envvars.rst:17",
		},
	}
}

// flagsFix removes an assignment that holds only flags of the GPU compiler.
func flagsFix(p *analyzer.Pass, f *environ.Finder, n, value syntax.Node) []analyzer.Fix {
	text, ok := p.Tree.StringValue(value)
	stmt := f.Setter(n)
	if !ok || stmt == syntax.None || p.Tree.InError(stmt) {
		return nil
	}
	for flag := range strings.FieldsSeq(text) {
		if !strings.HasPrefix(flag, "--xla_gpu_") {
			return nil
		}
	}
	var fix analyzer.Fix
	rewrite.Delete(p, &fix, stmt, "remove the flags")
	fix.Take(analyzer.Doubtful("a program that still runs on GPUs would lose the flags"))
	return []analyzer.Fix{fix}
}
