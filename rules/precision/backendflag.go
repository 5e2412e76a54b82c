package precision

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var backendFlag = &analyzer.Rule{
	Code:     "NRN311",
	Name:     "cuda-backend-flag",
	Category: analyzer.CategoryBackendFlag,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A setting or query of cuDNN, cuBLAS or another CUDA library.

## What breaks

Mostly nothing: torch.backends.cudnn.benchmark, allow_tf32 and similar flags can be set
anywhere, but only CUDA libraries read them. They bring no speed, determinism or
matrix-product precision on Neuron. Queries answer that the library is missing, and plan
caches raise.

## Example

    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = True

## Use instead

Remove the lines, or keep them for code that still runs on CUDA. Under torch-xla a
compiler option controls the precision of matrix products
(NEURON_CC_FLAGS="--auto-cast=...").

The fix removes a standalone assignment or call. It is unsafe: code in other files may
read the flag.

## When it is reported

- settings in adjacent statements are one finding

## Source

PyTorch 2.8, torch/backends/cudnn/__init__.py and torch/backends/cuda/__init__.py.
Compiler options: AWS Neuron SDK 2.26, neuron-compiler-cli-reference-guide.rst.
`,
	Words: words.Operators,
	Run:   runBackendFlag,
}

func runBackendFlag(p *analyzer.Pass) error {
	want := func(name string) bool { return isBackendFlag(p, name) }
	var found alike
	for u := range usage.Of(p, want) {
		if u.Method || u.Mentioned || p.Model.GuardedForNeuron(u.Node) || u.DecidesGuard(p) || namesKernel(u) && !choosesKernel(p, u) {
			continue
		}
		api, _ := p.DB.API(u.Name)
		if read(u, api) && printed(p, u.Node) {
			continue
		}
		row, _ := p.DB.Replacement(u.Name, p.Target.Rewrite)
		found.next(p, u.Node, analyzer.Diagnostic{
			Span:       p.Tree.Span(u.Node),
			Message:    flagMessage(api, u),
			Help:       flagHelp(api, row, u),
			Severity:   flagSeverity(api),
			Confidence: u.Confidence,
			API:        u.Name,
			Fact:       api.Ref,
			Fixes:      flagFix(p, u, row),
		}, "and `"+u.Name+"`")
	}
	found.report(p)
	return nil
}

// isBackendFlag reports whether a name is a setting or query of a CUDA library
// that has any consequence.
func isBackendFlag(p *analyzer.Pass, name string) bool {
	api, ok := p.DB.API(name)
	return ok && api.Category == string(analyzer.CategoryBackendFlag) && api.Kind != "module" && api.Consequence != opsdb.Harmless && api.Consequence != opsdb.UnknownWhat
}

func flagSeverity(api opsdb.API) analyzer.Severity {
	switch api.Consequence {
	case opsdb.Raises:
		return analyzer.Error
	case opsdb.False, opsdb.ReturnsNone, opsdb.Zero:
		return analyzer.Warning
	}
	return analyzer.Info
}

// read reports whether a setting is read and not changed.
func read(u usage.Use, api opsdb.API) bool {
	return api.Kind == "attribute" && !u.Stored && u.Call == syntax.None
}

// printed reports whether a value is only shown: nothing comes of it.
func printed(p *analyzer.Pass, n syntax.Node) bool {
	switch parent := p.Tree.Parent(n); p.Tree.Kind(parent) {
	case syntax.KindInterpolation:
		return true
	case syntax.KindArgumentList:
		name, _ := p.Model.CallName(p.Tree.Parent(parent))
		return name == "builtins.print"
	}
	return false
}

func flagMessage(api opsdb.API, u usage.Use) string {
	if read(u, api) && !namesKernel(u) {
		return "`" + api.Name + "` is a setting of a CUDA library and tells nothing about Neuron"
	}
	if api.Consequence == opsdb.UnknownWhat {
		return "`" + api.Name + "` may have no effect on Neuron: it " + api.Reason
	}
	return "`" + api.Name + "` " + api.Reason
}

// namesKernel reports whether a use names one of the kernels of attention.
func namesKernel(u usage.Use) bool {
	return strings.HasPrefix(u.Name, "torch.nn.attention.SDPBackend.")
}

// choosesKernel reports whether a kernel's name is handed to code that chooses by
// it, and not kept in a table of names. torch.nn.attention.sdpa_kernel is reported by itself.
func choosesKernel(p *analyzer.Pass, u usage.Use) bool {
	at := p.Tree.Parent(u.Node)
	if p.Tree.Kind(at) == syntax.KindKeywordArgument {
		at = p.Tree.Parent(at)
	}
	if p.Tree.Kind(at) != syntax.KindArgumentList {
		return p.Tree.Kind(at) == syntax.KindDefaultParameter || p.Tree.Kind(at) == syntax.KindTypedDefaultParameter
	}
	name, _ := p.Model.CallName(p.Tree.Parent(at))
	_, known := p.DB.API(name)
	return !known && name != "builtins.dict"
}

func flagHelp(api opsdb.API, row opsdb.Replacement, u usage.Use) string {
	if read(u, api) && !namesKernel(u) {
		return "test the device in use instead, or keep it where the code still runs on CUDA"
	}
	switch row.Action {
	case opsdb.ActionRemove:
		return "remove it, or keep it where the code still runs on CUDA"
	case opsdb.ActionManual, opsdb.ActionRewrite:
		return "see `" + row.Text + "`"
	}
	return "keep it where the code still runs on CUDA"
}

// flagFix removes the assignment of a plain value, or a call, that stands
// alone, if the row says so.
func flagFix(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) []analyzer.Fix {
	if row.Action != opsdb.ActionRemove || u.Longer {
		return nil
	}
	stmt := rewrite.LoneCall(p, u.Call)
	if u.Stored {
		stmt = loneAssignment(p.Tree, u.Node)
	}
	if stmt == syntax.None || p.Tree.InError(stmt) {
		return nil
	}
	fix := analyzer.Fix{Title: "remove the setting", Requires: usage.Requires(p, row.Ref), Edits: rewrite.DeleteStatement(p, stmt)}
	fix.Take(rewrite.Trust(row))
	return []analyzer.Fix{fix}
}

// loneAssignment is the statement that does nothing but assign a value without
// effects to the target; None if it does more.
func loneAssignment(t *syntax.Tree, target syntax.Node) syntax.Node {
	assign := t.Parent(target)
	stmt := t.Parent(assign)
	if t.Kind(assign) != syntax.KindAssignment || t.Kind(stmt) != syntax.KindExpressionStatement {
		return syntax.None
	}
	for n := range t.All(t.Child(assign, syntax.FieldRight)) {
		switch t.Kind(n) {
		case syntax.KindCall, syntax.KindAwait, syntax.KindYield, syntax.KindNamedExpression, syntax.KindAssignment:
			return syntax.None
		}
	}
	return stmt
}
