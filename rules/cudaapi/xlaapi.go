package cudaapi

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var xlaAPI = &analyzer.Rule{
	Code:     "NRN212",
	Name:     "old-torch-xla",
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A torch_xla name that the SDK's version deprecates or lacks.

## What breaks

SDK 2.26 ships torch-xla 2.8, which lacks xm.xrt_world_size, xm.get_ordinal and
xm.get_local_ordinal: they were removed in 2.7 and raise AttributeError. xm.mark_step
and xm.xla_device still work with a deprecation warning; for them the finding is a note.

## Example

    device = xm.xla_device()
    rank = xm.get_ordinal()
    xm.mark_step()

## Use instead

    device = torch_xla.device()
    rank = torch_xla.runtime.global_ordinal()
    torch_xla.sync()

A name is replaced in calls without arguments. The fix is unsafe: torch-xla before 2.8
lacks some of the new names.

## Source

AWS Neuron SDK 2.26, release-notes/2.26.0/nx-pytorch.rst and
introducing-pytorch-2-8.rst.
`,
	Words: words.Torch,
	Run:   runXLAAPI,
}

func runXLAAPI(p *analyzer.Pass) error {
	known := func(name string) bool {
		if !strings.HasPrefix(name, "torch_xla.") {
			return false
		}
		_, ok := p.DB.API(name)
		return ok
	}
	for u := range usage.Of(p, known) {
		api, _ := p.DB.API(u.Name)
		// Code that catches a missing API is ready for it; a warning is not caught.
		if u.Stored || u.Mentioned || api.Consequence != opsdb.Harmless && caught(p.Tree, u.Node) {
			continue
		}
		row, _ := p.DB.Replacement(u.Name, opsdb.RewriteXLA)
		p.Report(analyzer.Diagnostic{
			Category:   analyzer.Category(api.Category),
			Span:       p.Tree.Span(u.Node),
			Message:    message(api),
			Help:       "use " + code(row.Text) + ": " + row.Clause(),
			Severity:   severity(api),
			Confidence: u.Confidence,
			API:        u.Name,
			Fact:       api.Ref,
			Fixes:      xlaFix(p, u, row),
		})
	}
	return nil
}

// xlaFix writes the name of torch-xla 2.8, which takes no arguments that the old
// one took.
func xlaFix(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) []analyzer.Fix {
	if u.Call == syntax.None || p.Tree.InError(u.Call) || p.Model.Ref(u.Node).Chosen {
		return nil
	}
	if positional, keyword, splat := p.Tree.ArgCount(u.Call); positional+keyword > 0 || splat {
		return nil
	}
	fix := analyzer.Fix{
		Title:    "use " + row.Text,
		Requires: analyzer.Requires{Stack: opsdb.RewriteXLA.Stack(), SDK: row.Ref.SDK},
	}
	fix.Take(rewrite.Trust(row))
	if row.Action == opsdb.ActionRename {
		fix.Edits = rewrite.Rename(p, u.Node, row.Text)
	} else {
		fix.Edits = replaceCall(p, u, row.Text)
		if row.Text == "True" {
			fix.Title += leftCondition(p, u)
		}
	}
	if len(fix.Edits) == 0 {
		return nil
	}
	return []analyzer.Fix{fix}
}
