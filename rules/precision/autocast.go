package precision

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

var autocast = &analyzer.Rule{
	Code:     "NRN301",
	Name:     "cuda-autocast",
	Category: analyzer.CategoryPrecision,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `Autocast for CUDA.

## What breaks

Autocast for the device type "cuda" warns and switches itself off where there
is no CUDA. Nothing is cast then: the model runs in the precision of its
weights, slower and with other results than intended. With torch-xla installed
torch.cuda.amp.autocast stays on and raises for bfloat16.

## Example

    with torch.autocast("cuda", dtype=torch.bfloat16):
        loss = model(batch)
    with torch.cuda.amp.autocast(enabled=use_amp):
        loss = model(batch)

## Use instead

    with torch.autocast("neuron", dtype=torch.bfloat16):
        loss = model(batch)
    with torch.autocast("neuron", enabled=use_amp):
        loss = model(batch)

On Neuron autocast follows the lists that PyTorch has for CUDA. The fix is safe
where the dtype is written down; without a dtype that of the device is taken,
which on CUDA is float16, so the fix is unsafe. It is unsafe too where autocast
is switched off (enabled=False) or used as a decorator: autocast("cuda") is then
without effect on machines without CUDA, autocast("neuron") raises where
torch_neuronx is not installed. It is unsafe with --rewrite portable and --rewrite xla too; under torch-xla set
NEURON_CC_FLAGS="--auto-cast=none" as well, so that the compiler leaves the
dtypes alone.

A device type that comes from a variable is reported where it is written
(NRN101).

## Source

torch.autocast("neuron"): AWS Neuron SDK 2.32,
frameworks/torch/pytorch-native-overview.rst. torch.autocast("xla"): SDK 2.26,
pytorch-neuron-programming-guide.rst. Without CUDA: PyTorch 2.8,
torch/amp/autocast_mode.py.
`,
	Run: runAutocast,
}

const cudaAutocast = "torch.cuda.amp.autocast"

func isAutocast(name string) bool {
	return name == cudaAutocast || name == "torch.autocast" || name == "torch.amp.autocast"
}

func runAutocast(p *analyzer.Pass) error {
	for u := range usage.Of(p, isAutocast) {
		if u.Mentioned || u.Stored || p.Model.Handled(u.Node) || !forCUDA(p, u) {
			continue
		}
		row, _ := p.DB.Replacement(u.Name, p.Target.Rewrite)
		span := p.Tree.Span(u.Node)
		if u.Call != syntax.None {
			span = p.Tree.Span(u.Call)
		}
		p.Report(analyzer.Diagnostic{
			Span:       span,
			Message:    autocastMessage(p, u),
			Help:       autocastHelp(p, u, row),
			Severity:   analyzer.Warning,
			Confidence: u.Confidence,
			API:        u.Name,
			Fact:       row.Ref,
			Fixes:      autocastFix(p, u, row),
		})
	}
	return nil
}

// forCUDA reports whether the autocast is for CUDA: by its name, or by the
// literal that it is given as device type.
func forCUDA(p *analyzer.Pass, u usage.Use) bool {
	if u.Name == cudaAutocast {
		return true
	}
	value, ok := p.Tree.StringValue(p.Tree.Arg(u.Call, 0, "device_type"))
	return u.Call != syntax.None && ok && value == "cuda"
}

func autocastMessage(p *analyzer.Pass, u usage.Use) string {
	switch {
	case p.Target.Rewrite.Stack() != "xla":
	case u.Name == cudaAutocast:
		return "autocast for CUDA stays on where torch-xla is installed, and raises for bfloat16"
	default:
		return "autocast for CUDA casts nothing on an XLA device"
	}
	if u.Call != syntax.None && switchedOff(p, u) {
		return "autocast for CUDA is switched off here; on Neuron an enclosing autocast for Neuron stays on"
	}
	return "autocast for CUDA switches itself off on Neuron, so nothing is cast"
}

func autocastHelp(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) string {
	text := row.Text
	if u.Call != syntax.None && switchedOff(p, u) {
		text = strings.TrimSuffix(text, ")") + ", enabled=False)"
	}
	help := "use `" + text + "`"
	if p.Target.Rewrite == opsdb.RewriteXLA {
		help += " and set `NEURON_CC_FLAGS=\"--auto-cast=none\"`"
	}
	return help
}

// autocastFix writes torch.autocast for the target's device type.
func autocastFix(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) []analyzer.Fix {
	if u.Call == syntax.None || p.Tree.InError(u.Call) {
		return nil
	}
	fix := analyzer.Fix{Title: "cast for the device in use", Safety: rewrite.Safety(row.Safety), Requires: usage.Requires(p, row.Ref)}
	if !explicitDtype(p, u) || asksCUDA(p, u.Call) || switchedOff(p, u) || atImport(p, u.Call) {
		fix.Safety = min(fix.Safety, analyzer.Unsafe)
	}
	if u.Name == cudaAutocast {
		fix.Edits = renameAutocast(p, u)
	} else {
		literal := p.Tree.Arg(u.Call, 0, "device_type")
		fix.Edits = retype(p, u, literal)
		fix.Group = literalGroup(p, literal)
	}
	if len(fix.Edits) == 0 {
		return nil
	}
	return []analyzer.Fix{fix}
}

// explicitDtype reports whether the call says what to cast to.
func explicitDtype(p *analyzer.Pass, u usage.Use) bool {
	dtype := p.Tree.Arg(u.Call, 1, "dtype")
	return dtype != syntax.None && p.Tree.Kind(dtype) != syntax.KindNoneLiteral
}

// switchedOff reports whether the autocast only serves to keep code out of an
// enclosing one. Without CUDA that is what it does whatever the device type,
// but a device type that PyTorch does not know raises.
func switchedOff(p *analyzer.Pass, u usage.Use) bool {
	enabled := 2
	if u.Name == cudaAutocast {
		enabled = 0
	}
	return p.Tree.Kind(p.Tree.Arg(u.Call, enabled, "enabled")) == syntax.KindFalse
}

// atImport reports whether a call runs when the file is imported, as a
// decorator does: then it must not raise on machines without Neuron.
func atImport(p *analyzer.Pass, call syntax.Node) bool {
	for n := p.Tree.Parent(call); n != syntax.None; n = p.Tree.Parent(n) {
		switch p.Tree.Kind(n) {
		case syntax.KindDecorator, syntax.KindDefaultParameter, syntax.KindTypedDefaultParameter:
			return true
		case syntax.KindFunction, syntax.KindLambda:
			return false
		}
	}
	return false
}

// asksCUDA reports whether an argument asks CUDA for something, as in
// enabled=torch.cuda.is_available(): then autocast stays off unless that
// changes too.
func asksCUDA(p *analyzer.Pass, call syntax.Node) bool {
	for n := range p.Tree.All(p.Tree.Child(call, syntax.FieldArguments)) {
		if p.Tree.Kind(n) != syntax.KindCall {
			continue
		}
		if name, _ := p.Model.CallName(n); strings.HasPrefix(name, "torch.cuda.") || strings.HasSuffix(name, "_autocast_gpu_dtype") || strings.HasSuffix(name, "is_autocast_enabled") {
			return true
		}
	}
	return false
}

// deviceType is the device type that the rewrite writes, as an expression.
func deviceType(p *analyzer.Pass, at syntax.Node) (string, []analyzer.Edit) {
	switch p.Target.Rewrite {
	case opsdb.RewriteNeuron:
		return `"` + rewrite.Native + `"`, nil
	case opsdb.RewriteXLA:
		return `"xla"`, nil
	}
	local, edits := rewrite.Module(p, "torch", at)
	return local + ".accelerator.current_accelerator().type", edits
}

// retype exchanges a literal "cuda" that is a device type.
func retype(p *analyzer.Pass, u usage.Use, literal syntax.Node) []analyzer.Edit {
	switch p.Target.Rewrite {
	case opsdb.RewriteNeuron:
		return rewrite.DeviceString(p, literal, rewrite.Native)
	case opsdb.RewriteXLA:
		if explicitDtype(p, u) {
			return rewrite.DeviceString(p, literal, "xla")
		}
		return retypeXLA(p, u, literal)
	}
	text, edits := deviceType(p, literal)
	return append(edits, rewrite.Replace(p, literal, text))
}

// retypeXLA adds the dtype as well, where arguments by position leave room.
func retypeXLA(p *analyzer.Pass, u usage.Use, literal syntax.Node) []analyzer.Edit {
	positional, _, splat := p.Tree.ArgCount(u.Call)
	if splat || positional > 1 || p.Tree.Keyword(u.Call, "dtype") != syntax.None {
		return nil
	}
	dtype, edits := xlaDtype(p, literal)
	at := p.Tree.Stop(literal)
	edits = append(edits, rewrite.DeviceString(p, literal, "xla")...)
	return append(edits, rewrite.Edit(p, source.Span{Start: at, End: at}, ", "+dtype))
}

// xlaDtype is the argument that says what an XLA device casts to.
func xlaDtype(p *analyzer.Pass, at syntax.Node) (string, []analyzer.Edit) {
	local, edits := rewrite.Module(p, "torch", at)
	return "dtype=" + local + ".bfloat16", edits
}

// literalGroup ties the fix to the other members of the literal's component.
func literalGroup(p *analyzer.Pass, literal syntax.Node) analyzer.GroupID {
	for _, s := range p.Model.Devices() {
		if s.Node == literal {
			return rewrite.Group(p, literal)
		}
	}
	return ""
}

// renameAutocast writes torch.autocast for torch.cuda.amp.autocast. That has
// no device type before its other parameters, so those become keywords.
func renameAutocast(p *analyzer.Pass, u usage.Use) []analyzer.Edit {
	text, edits := deviceType(p, u.Node)
	named, ok := keywords(p, u.Call, "enabled", "dtype", "cache_enabled")
	if !ok {
		return nil
	}
	if p.Target.Rewrite == opsdb.RewriteXLA && !explicitDtype(p, u) {
		if p.Tree.Arg(u.Call, 1, "dtype") != syntax.None {
			return nil
		}
		dtype, more := xlaDtype(p, u.Node)
		text, edits = text+", "+dtype, append(edits, more...)
	}
	at := p.Tree.Start(p.Tree.Child(u.Call, syntax.FieldArguments)) + 1
	for a := range p.Tree.Args(u.Call) {
		at, text = p.Tree.Start(a.Node), text+", "
		break
	}
	if len(named) > 0 && named[0].Span.Start == at { // one insertion at one place
		text, named = text+named[0].Text, named[1:]
	}
	edits = append(edits, named...)
	edits = append(edits, rewrite.Rename(p, u.Node, "torch.autocast")...)
	edits = append(edits, rewrite.Edit(p, source.Span{Start: at, End: at}, text))
	return slices.CompactFunc(edits, func(a, b analyzer.Edit) bool { return a == b }) // one import is enough
}

// keywords puts the names of their parameters before arguments by position, in
// place; ok is false if that cannot be done.
func keywords(p *analyzer.Pass, call syntax.Node, params ...string) (edits []analyzer.Edit, ok bool) {
	for a := range p.Tree.Args(call) {
		switch {
		case a.Splat != 0:
			return nil, false
		case a.Name != syntax.None:
		case len(params) == 0:
			return nil, false
		default:
			at := p.Tree.Start(a.Node)
			edits = append(edits, rewrite.Edit(p, source.Span{Start: at, End: at}, params[0]+"="))
			params = params[1:]
		}
	}
	return edits, true
}
