package compile

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// fixes name the backend and drop the options made for CUDA.
func (c compileCall) fixes(p *analyzer.Pass, row opsdb.Replacement) []analyzer.Fix {
	if c.hidden || c.name == "" || p.Tree.InError(c.use.Node) {
		return nil
	}
	fix := analyzer.Fix{
		Title: `compile for Neuron`, Requires: usage.Requires(p, row.Ref),
	}
	fix.Take(rewrite.Trust(row))
	if p.Target.Rewrite == opsdb.RewritePortable {
		fix.Title, fix.Edits = "drop the options made for CUDA", c.dropCUDA(p)
	} else {
		fix.Edits = c.nameBackend(p)
	}
	if len(fix.Edits) == 0 {
		return nil
	}
	if !reach.NeedsCUDA(p, c.use.Node) {
		fix.Limit(analyzer.Doubtful("nothing shows that the compiled code runs on an accelerator"))
	}
	return []analyzer.Fix{fix}
}

// nameBackend writes backend="neuron" and drops the modes and options of CUDA.
func (c compileCall) nameBackend(p *analyzer.Pass) []analyzer.Edit {
	const text = `"` + rewrite.Native + `"`
	switch {
	case c.use.Call == syntax.None:
		return []analyzer.Edit{rewrite.Replace(p, c.use.Node, p.Tree.Text(c.use.Node)+"(backend="+text+")")}
	case c.backend != syntax.None:
		if _, ok := p.Tree.StringValue(c.backend); !ok {
			return nil // a variable may be used elsewhere
		}
		edit, ok := rewrite.Builder(p).ReplaceStringValue(c.backend, rewrite.Native)
		if c.name == rewrite.Native || !ok {
			return c.dropCUDA(p)
		}
		return append(c.dropCUDA(p), edit)
	case c.cudaMode && plain(p.Tree, c.mode):
		return c.exchangeMode(p, text)
	}
	return append(c.dropCUDA(p), rewrite.AppendArgument(p, c.use.Call, "backend="+text))
}

// exchangeMode writes the backend in place of the mode, and drops the options.
func (c compileCall) exchangeMode(p *analyzer.Pass, backend string) []analyzer.Edit {
	return []analyzer.Edit{rewrite.Replace(p, p.Tree.Parent(c.mode), "backend="+backend)}
}

// dropCUDA deletes the mode and the options that are made for CUDA, if they
// are written out in the call.
func (c compileCall) dropCUDA(p *analyzer.Pass) []analyzer.Edit {
	var doomed []syntax.Node
	if c.cudaMode && plain(p.Tree, c.mode) {
		doomed = append(doomed, c.mode)
	}
	if c.options != syntax.None && onlyCUDA(p.Tree, c.options) {
		doomed = append(doomed, c.options)
	}
	if len(doomed) == 0 {
		return nil
	}
	edits, _ := rewrite.Builder(p).DeleteArguments(c.use.Call, doomed...)
	return edits
}

// plain reports whether an expression is a literal, so that nothing is lost
// with it.
func plain(t *syntax.Tree, n syntax.Node) bool {
	switch t.Kind(n) {
	case syntax.KindString, syntax.KindTrue, syntax.KindFalse, syntax.KindInteger, syntax.KindFloat:
		return true
	}
	return false
}

// onlyCUDA reports whether a dictionary of options holds nothing but literals
// for Triton, CUDA graphs and the tuning of kernels.
func onlyCUDA(t *syntax.Tree, options syntax.Node) bool {
	if t.Kind(options) != syntax.KindDictionary {
		return false
	}
	for pair := range t.Children(options) {
		key, ok := t.StringValue(t.Child(pair, syntax.FieldKey))
		if !ok || !cudaOption(key) || !plain(t, t.Child(pair, syntax.FieldValue)) {
			return false
		}
	}
	return true
}

func cudaOption(key string) bool {
	return strings.HasPrefix(key, "triton.") || strings.HasPrefix(key, "cuda.") || strings.HasPrefix(key, "max_autotune") ||
		slices.Contains([]string{"coordinate_descent_tuning", "epilogue_fusion", "shape_padding"}, key)
}

// staticShapes writes dynamic=False.
func staticShapes(p *analyzer.Pass, arg syntax.Node) []analyzer.Fix {
	if p.Tree.Kind(arg) != syntax.KindTrue {
		return nil
	}
	fix := analyzer.Fix{
		Title:    "compile each shape separately",
		Requires: analyzer.Requires{Stack: "native", SDK: "2.27-"},
		Edits:    []analyzer.Edit{rewrite.Replace(p, arg, "False")},
	}
	fix.Take(analyzer.Doubtful("many shapes may occur, and each is then compiled"))
	return []analyzer.Fix{fix}
}

// withoutCompile shows the call without torch.compile.
func withoutCompile(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) []analyzer.Fix {
	model := p.Tree.Arg(u.Call, 0, "model")
	if u.Name != torchCompile || model == syntax.None {
		return nil
	}
	return []analyzer.Fix{{
		Title: "drop torch.compile", Safety: analyzer.Display, Doubt: analyzer.Doubt{Text: rewrite.UnprovenXLA}, Requires: usage.Requires(p, row.Ref),
		Edits: []analyzer.Edit{rewrite.Replace(p, u.Call, p.Tree.Text(model))},
	}}
}
