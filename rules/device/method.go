package device

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/origin"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var cudaMethod = &analyzer.Rule{
	Code:     "NRN103",
	Name:     "cuda-method",
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `A tensor or module is moved with .cuda().

## What breaks

.cuda() fails on Neuron: PyTorch has no CUDA there.

## Example

    model = Net().cuda()
    batch = batch.cuda(0, True)

## Use instead

    model = Net().to("neuron")
    batch = batch.to("neuron:0", non_blocking=True)

- non_blocking becomes a keyword, because the second positional argument of Tensor.to is
  the dtype.
- An object that is moved by .cuda() and called is taken for a module; one that is added
  or multiplied, for a tensor.
- The fix is unsafe where the index is computed, the kind of the object is not known,
  the numbers are float64, a constant for CUDA decides about the place
  (if device == Device.CUDA), a call around it leads to a test of the device of tensors
  whose arm for Neuron calls unknown code, or a handler around it tells the error of
  .cuda() without CUDA from others.
- A function that moves things to the device of one number three times or more defines
  the device once, device = torch.device("neuron", rank), and moves to that.
- With --rewrite portable the fix is always unsafe: it moves to the device in scope, as
  NRN101 finds it, which may be the host where .cuda() raises, or to the accelerator in
  use.
- With --rewrite xla the fix is always unsafe: it moves to "xla" and imports torch_xla.

## When it is silent

- objects that are neither tensors, modules nor of unknown kind: a class of your own that
  defines cuda()
- a module that holds no tensor, such as nn.Softmax() or nn.CrossEntropyLoss() without
  weights, for which .cuda() moves and raises nothing: that is only a note, and the fix
  takes .cuda() off

## Source

.to("neuron"): AWS Neuron SDK 2.32, frameworks/torch/pytorch-native-overview.rst.
`,
	Words: words.Device,
	Run:   runCUDAMethod,
}

func runCUDAMethod(p *analyzer.Pass) error {
	for _, call := range p.Model.Calls() {
		conf, ok := movesToCUDA(p, call)
		if !ok || p.Model.GuardedForNeuron(call) || inMapLocation(p, call) {
			continue
		}
		callee := p.Tree.Callee(call)
		if movesNothing(p, call, p.Tree.AttrName(callee)) {
			continue
		}
		p.Report(analyzer.Diagnostic{
			Span:       source.Span{Start: p.Tree.Start(p.Tree.AttrName(callee)), End: p.Tree.Stop(call)},
			Message:    "`" + receiver(p, callee) + ".cuda()` raises on Neuron, which has no CUDA device",
			Help:       methodHelp(p),
			Severity:   analyzer.Error,
			Confidence: conf,
			API:        methodAPI(p, callee),
			Fact:       fact(p, methodAPI(p, callee)),
			Related:    origin.Deciding(p, call, given(p, call)),
			Fixes:      methodFix(p, call, conf),
		})
	}
	return nil
}

// given points at where the number of a GPU comes from that .cuda is given.
func given(p *analyzer.Pass, call syntax.Node) []analyzer.Related {
	number := p.Tree.Arg(call, 0, "device")
	if number == syntax.None || !ordinal(p, number) {
		return nil
	}
	return origin.Number(p, number)
}

// receiver is the object of a method call as a message shows it: empty if it is long.
func receiver(p *analyzer.Pass, callee syntax.Node) string {
	obj := p.Tree.Object(callee)
	switch p.Tree.Kind(obj) {
	case syntax.KindIdentifier, syntax.KindAttribute:
		return rewrite.Code(p, obj)
	}
	return ""
}

func methodHelp(p *analyzer.Pass) string {
	switch p.Target.Rewrite {
	case opsdb.RewritePortable:
		return "use `.to(device)` with the device in use"
	case opsdb.RewriteXLA:
		return "use `.to(\"xla\")`, with `import torch_xla`"
	}
	return "use `.to(\"neuron\")`"
}

func methodAPI(p *analyzer.Pass, callee syntax.Node) string {
	if name, _ := p.Model.Name(callee); name != "" {
		return name
	}
	return "torch.Tensor.cuda"
}

// movesToCUDA recognises x.cuda(…) on a tensor, a module, or an object of
// unknown kind in a file that uses torch.
func movesToCUDA(p *analyzer.Pass, call syntax.Node) (analyzer.Confidence, bool) {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.Text(p.Tree.AttrName(callee)) != "cuda" {
		return 0, false
	}
	r := p.Model.Ref(callee)
	switch {
	case r.Def != syntax.None:
		return 0, false // a method of a class of this file
	case r.Name != "":
		name := p.DB.Canonical(r.Name)
		ok := !r.Local && (name == "torch.Tensor.cuda" || name == "torch.nn.Module.cuda" || name == "torch.nn.utils.rnn.PackedSequence.cuda")
		if !ok || r.Confidence > analyzer.Possible {
			return r.Confidence, ok
		}
	}
	return unknownReceiver(p, call, callee)
}

// unknownReceiver grades .cuda() on an object of unknown kind: torch's own is by far
// the most common, unless the file defines a cuda() itself.
func unknownReceiver(p *analyzer.Pass, call, callee syntax.Node) (analyzer.Confidence, bool) {
	t := p.Model.Type(p.Tree.Object(callee))
	switch t.Kind {
	case semantic.KindUnknown:
	case semantic.KindTensor, semantic.KindModule:
		if t.Confidence > analyzer.Possible {
			return t.Confidence, true
		}
	case semantic.KindSequence, semantic.KindDict, semantic.KindInstance:
		if t.Kind != semantic.KindInstance || t.Class != syntax.None && !inheritsCUDA(p, t.Class) {
			return 0, false
		}
	default:
		return 0, false
	}
	if !p.Model.ImportsAny("torch", "torchvision", "transformers", "diffusers", "pytorch_lightning", "lightning", "timm") && !p.Model.TensorsOfProject() {
		return analyzer.Possible, true
	}
	if len(p.Model.FunctionsNamed("cuda")) > 0 {
		return analyzer.Possible, true
	}
	for a := range p.Tree.Args(call) {
		if name := p.Tree.Text(a.Name); a.Name != syntax.None && name != "non_blocking" && name != "device" && name != "async" {
			return analyzer.Possible, true
		}
	}
	return analyzer.Likely, true
}

// inheritsCUDA reports whether a class of the file without a cuda() of its own may
// inherit one from a class of a library of which nothing is known.
func inheritsCUDA(p *analyzer.Pass, class syntax.Node) bool {
	base := p.Model.LibraryBase(class)
	module, _, _ := strings.Cut(base, ".")
	switch module {
	case "", "builtins", "abc", "typing", "enum":
		return false
	}
	return true
}

func methodFix(p *analyzer.Pass, call syntax.Node, conf analyzer.Confidence) []analyzer.Fix {
	fix := analyzer.Fix{Title: "move with .to()", Requires: requires(p), Safety: analyzer.Display}
	fix.Take(analyzer.ShownBecause("its arguments do not name one device"))
	if keepsXLA(p) {
		fix.Take(analyzer.ShownBecause(ownXLACode))
		return []analyzer.Fix{fix}
	}
	if fix.Edits = joinEdits(p, call); fix.Edits != nil && !p.Tree.InError(call) {
		fix.Title = "move to the other tensor's device"
		fix.Take(analyzer.Sure())
		limitByObject(p, call, conf, &fix)
		return []analyzer.Fix{fix}
	}
	edits, trust := movedTo(p, call, "")
	if edits == nil || p.Tree.InError(call) {
		return []analyzer.Fix{fix}
	}
	fix.Edits = edits
	fix.Take(trust)
	limitByObject(p, call, conf, &fix)
	fix.Limit(fileTrust(p))
	fix = forXLA(p, fix, call)
	number := p.Tree.Arg(call, 0, "device")
	if _, def := definedDevice(p, call, number); def != nil {
		fix.Group = def.group
	}
	if number != syntax.None {
		return []analyzer.Fix{fix}
	}
	return methodFixes(p, call, fix)
}

// fileTrust is the highest trust that the file around a move allows a fix.
func fileTrust(p *analyzer.Pass) analyzer.Trust {
	switch {
	case stayingTest(p) != syntax.None:
		return p.DoubtfulAt(stayingTest(p), testsPlacement)
	case overridesTo(p):
		return analyzer.Doubtful("a class in this file defines its own `to`, which `.cuda()` does not call")
	case placedByMap(p):
		return analyzer.Doubtful(placesByMap)
	}
	return analyzer.Sure()
}

// overridesTo reports whether a class of the file has a method .to of its own:
// .cuda() does not call it.
func overridesTo(p *analyzer.Pass) bool {
	type key struct{}
	return analyzer.Once(p, key{}, func() bool {
		return slices.ContainsFunc(p.Model.FunctionsNamed("to"), func(fn syntax.Node) bool {
			return p.Tree.EnclosingClass(fn) != syntax.None
		})
	})
}

// movedTo turns .cuda(device, non_blocking) into .to, and its arguments in place, to
// keep comments and line breaks; nil if they cannot be taken over. A call without a
// device gets the one at hand, if there is one.
func movedTo(p *analyzer.Pass, call syntax.Node, hand string) ([]analyzer.Edit, analyzer.Trust) {
	var edits []analyzer.Edit
	device, first := syntax.None, syntax.None
	pos := 0
	for a := range p.Tree.Args(call) {
		name := ""
		if a.Name != syntax.None {
			name = p.Tree.Text(a.Name)
		}
		if first == syntax.None {
			first = a.Node
		}
		switch {
		case a.Splat != 0:
			return nil, analyzer.Shown()
		case name == "device" || name == "" && pos == 0:
			device = a.Value
		case name == "" && pos == 1:
			edits = append(edits, insert(p, p.Tree.Start(a.Node), "non_blocking="))
		case name != "non_blocking":
			return nil, analyzer.Shown()
		}
		pos++
	}
	text, imports, trust := movedDevice(p, call, device)
	if hand != "" && device == syntax.None {
		text, imports, trust = hand, nil, analyzer.Doubtful("the device in scope may differ from the one used before")
	}
	edits = append(edits, imports...)
	switch {
	case text == "":
		return nil, analyzer.Shown()
	case device != syntax.None:
		edits = append(edits, rewrite.Replace(p, device, text))
	case first != syntax.None:
		edits = append(edits, insert(p, p.Tree.Start(first), text+", "))
	default:
		edits = append(edits, insert(p, p.Tree.Start(p.Tree.Child(call, syntax.FieldArguments))+1, text))
	}
	return append(edits, rewrite.Replace(p, p.Tree.AttrName(p.Tree.Callee(call)), "to")), trust
}

func insert(p *analyzer.Pass, at int, text string) analyzer.Edit {
	return rewrite.Edit(p, source.Span{Start: at, End: at}, text)
}
