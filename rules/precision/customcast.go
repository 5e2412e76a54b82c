package precision

import (
	"slices"
	"strconv"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var customCast = &analyzer.Rule{
	Code:     "NRN303",
	Name:     "cuda-custom-autograd-cast",
	Category: analyzer.CategoryPrecision,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `An autograd function whose casts follow autocast for CUDA.

## What breaks

torch.cuda.amp.custom_fwd and custom_bwd follow CUDA's autocast state, which is off on
Neuron: inputs are not cast, and backward does not run in the autocast state of forward.

## Example

    @staticmethod
    @torch.cuda.amp.custom_fwd(cast_inputs=torch.float32)
    def forward(ctx, x): ...

## Use instead

    @staticmethod
    @torch.amp.custom_fwd(cast_inputs=torch.float32, device_type="neuron")
    def forward(ctx, x): ...

The decorators of one class change together. The fix is unsafe: the device type
must be that of the autocast around the call.

## Source

PyTorch 2.8, torch/cuda/amp/autocast_mode.py and torch/amp/autocast_mode.py; that
they work for the device type "neuron" is inferred.
`,
	Words: words.Operators,
	Run:   runCustomCast,
}

func isCustomCast(name string) bool {
	return name == "torch.cuda.amp.custom_fwd" || name == "torch.cuda.amp.custom_bwd"
}

func runCustomCast(p *analyzer.Pass) error {
	for u := range usage.Of(p, isCustomCast) {
		if u.Stored || p.Model.GuardedForNeuron(u.Node) {
			continue
		}
		api, _ := p.DB.API(u.Name)
		row, _ := p.DB.Replacement(u.Name, p.Target.Rewrite)
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(u.Node),
			Message:    "`" + u.Name + "` " + api.Reason,
			Help:       "use `" + row.Text + "` with the device type in use",
			Severity:   analyzer.Warning,
			Confidence: u.Confidence,
			API:        u.Name,
			Fact:       api.Ref,
			Fixes:      customCastFix(p, u, row),
		})
	}
	return nil
}

// customCastFix writes the decorator of torch.amp, which takes a device type.
func customCastFix(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) []analyzer.Fix {
	if row.Action != opsdb.ActionRewrite || p.Tree.InError(u.Node) || u.Longer {
		return nil
	}
	text, edits, ok := deviceType(p, u.Node)
	keyword := "device_type=" + text
	name := "torch.amp" + u.Name[len("torch.cuda.amp"):]
	fix := analyzer.Fix{
		Title: "use " + name, Requires: usage.Requires(p, row.Ref), Group: castGroup(p, u.Node),
	}
	fix.Take(rewrite.Trust(row))
	renamed := rewrite.Rename(p, u.Node, name)
	switch {
	case !ok || len(renamed) == 0:
		return nil
	case u.Call != syntax.None:
		fix.Edits = rewrite.Once(slices.Concat(edits, renamed, []analyzer.Edit{rewrite.AppendArgument(p, u.Call, keyword)}))
	case p.Tree.Kind(p.Tree.Parent(u.Node)) == syntax.KindDecorator:
		fix.Edits = rewrite.Once(slices.Concat(edits, renamed))
		fix.Edits[len(fix.Edits)-1].Text += "(" + keyword + ")"
	default:
		return nil
	}
	return []analyzer.Fix{fix}
}

// castGroup is the group of the decorators of one class.
func castGroup(p *analyzer.Pass, n syntax.Node) analyzer.GroupID {
	class := p.Tree.EnclosingClass(n)
	if class == syntax.None {
		return ""
	}
	return analyzer.GroupID(p.File.Path + "#cast" + strconv.Itoa(p.Tree.Start(class)))
}
