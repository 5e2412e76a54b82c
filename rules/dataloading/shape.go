package dataloading

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var batchShape = &analyzer.Rule{
	Code:     "NRN632",
	Name:     "batch-shape",
	Category: analyzer.CategoryDynamicShape,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `Batches of varying shape.

## What breaks

Each shape is compiled separately, which takes minutes. With torch-xla the documentation
names this as the cause of recompilation, collective time-outs and hangs.

## Example

    batch = tokenizer(texts, padding=True, return_tensors="pt")
    loader = DataLoader(dataset, batch_size=32, shuffle=True)

## Use instead

    batch = tokenizer(texts, padding="max_length", max_length=512, truncation=True, return_tensors="pt")
    loader = DataLoader(dataset, batch_size=32, shuffle=True, drop_last=True)

The fix adds drop_last=True. It is unsafe: samples are left out. The length for padded
texts is for the author to choose.

## When it is reported

As a note, and as a warning with torch-xla:

- a tokenizer that pads to its longest text (padding=True, padding="longest")
- a collator that does the same, as those of Transformers and tokenizer.pad do by
  default; collators for language models only if the file visibly tokenizes texts
  without padding
- pad_sequence
- rounding up to a multiple below 64, such as the 8 preferred by GPUs, which leaves
  dozens of lengths
- a text without padding, if a function or a loop receives one after another and puts
  the tokenizer's result on the device

As a note:

- a collator that concatenates parts of its examples: points, boxes, graphs
- the last batch of an epoch, once for a file: of a DataLoader that keeps it and
  shuffles for training, by itself or by its sampler, in a training loop, in
  train_dataloader of Lightning or in get_train_dataloader of Transformers
- the last batch of an evaluation loader, if a loop moves its batches to the device and
  passes them to a model there; the result must not lack samples, so pad the last batch

## When it is silent

- other loaders, a loop that stops before the end, and batches that are known to divide
  evenly
- texts that are literals or padded to a fixed length, also by the file's tokenizer
  before a collator has them
- code that runs only once: its finding is possible, and hidden by default

## Source

AWS Neuron SDK 2.26,
frameworks/torch/torch-neuronx/tutorials/training/finetune_hftrainer.rst. The native
backend compiles each shape: SDK 2.33, torch/compile/reference-torch-compile.html. For
jit this is how JAX works; its cost: SDK 2.26, compiler/neuronx-cc/faq.rst.
`,
	Words: func(db *opsdb.DB) analyzer.Words {
		return words.Torch(db).And(analyzer.Words{Packages: []string{"transformers", "datasets", "tokenizers"}})
	},
	Run: runBatchShape,
}

func runBatchShape(p *analyzer.Pass) error {
	onXLA := p.Target.Rewrite.Stack() == "xla"
	var joined, padded, training, evaluating []syntax.Node
	for _, call := range p.Model.Calls() {
		if p.Model.GuardedForNeuron(call) || joinsExamples(p, call) && tokenizesToLength(p) {
			continue
		}
		name, _ := p.Model.CallName(call)
		padding := padsToLongest(p, call)
		switch {
		case padding != syntax.None:
			reportPadding(p, call, p.Tree.Parent(padding), longestText(p, call), fixedLength, onXLA)
		case collatesToLongest(p, call), padsByDefault(p, call), collatesUnpadded(p, call):
			reportPadding(p, call, p.Tree.Callee(call), longestText(p, call), fixedLength, onXLA)
		case leavesLength(p, call):
			reportVarying(p, call, p.Tree.Callee(call), "each unpadded text has its own shape", fixedLength, onXLA)
		case name == padSequence:
			padded = append(padded, call)
		case takesLongest(p, call):
			reportPadding(p, call, p.Tree.Callee(call), "example", "pad to a fixed size, or to one of a few sizes", onXLA)
		case joinsExamplesOfBatch(p, call):
			joined = append(joined, call)
		case keepsLastBatch(p, call):
			training = append(training, call)
		case evaluatesShort(p, call):
			evaluating = append(evaluating, call)
		}
	}
	reportPadded(p, padded, onXLA)
	reportJoined(p, joined, onXLA)
	reportLastBatches(p, training, evaluating, onXLA)
	return nil
}

// reportPadded reports once for each function that it pads sequences to the longest, as
// is done with every part of a batch.
func reportPadded(p *analyzer.Pass, calls []syntax.Node, onXLA bool) {
	for len(calls) > 0 {
		same, often := 1, repeated(p, calls[0])
		for same < len(calls) && p.Tree.EnclosingFunction(calls[same]) == p.Tree.EnclosingFunction(calls[0]) && repeated(p, calls[same]) == often {
			same++
		}
		reportPadding(p, calls[0], p.Tree.Callee(calls[0]), "sequence", "pad to a fixed length, with torch.nn.functional.pad for each sequence", onXLA,
			p.Places("another one here", calls[1:same]...)...)
		calls = calls[same:]
	}
}

// fixedLength is the advice for tokenizers and collators.
const fixedLength = "pad to a fixed length: padding=\"max_length\" with max_length"

// padSequence pads tensors to the longest of them.
const padSequence = "torch.nn.utils.rnn.pad_sequence"

// reportPadding reports that n, which at points to, pads to the longest of its inputs.
func reportPadding(p *analyzer.Pass, n, at syntax.Node, what, help string, onXLA bool, others ...analyzer.Related) {
	reportVarying(p, n, at, "padding to the longest "+what+" makes batch shapes vary", help, onXLA, others...)
}

// reportVarying reports that n, which at points to, makes tensors of many shapes.
func reportVarying(p *analyzer.Pass, n, at syntax.Node, why, help string, onXLA bool, others ...analyzer.Related) {
	d := analyzer.Diagnostic{
		Span: p.Tree.Span(at), Severity: analyzer.Info, Confidence: analyzer.Likely, Fact: recompileFact(onXLA),
		Message: why + ", and each shape is compiled separately",
		Help:    help, Related: others,
		Fixes: analyzer.NotMade("pad to a fixed size", "the right size depends on the data and on the model"),
	}
	if onJAX(p) {
		d.Fact = opsdb.Ref{
			Evidence: opsdb.Inferred, SDK: "2.26-", Source: "aws-neuron-sdk@v2.26.1:compiler/neuronx-cc/faq.rst:65",
		}
	}
	if !repeated(p, n) && !isCollator(p, n) {
		d.Confidence = analyzer.Possible
	}
	if onXLA && !onJAX(p) {
		d.Severity = analyzer.Warning
	}
	p.Report(d)
}

// repeated reports whether the code at n may run for one batch after another: it is in
// a function or a loop, and not in a test or beside one.
func repeated(p *analyzer.Pass, n syntax.Node) bool {
	if p.Model.Region(n) == semantic.RegionTest || reach.InTestFile(p) {
		return false
	}
	for at := p.Tree.Parent(n); at != syntax.None; at = p.Tree.Parent(at) {
		switch p.Tree.Kind(at) {
		case syntax.KindFunction, syntax.KindLambda, syntax.KindFor, syntax.KindWhile:
			return true
		}
	}
	return false
}

// recompileFact says that each shape is compiled by itself.
func recompileFact(onXLA bool) opsdb.Ref {
	if onXLA {
		return opsdb.Ref{
			Evidence: opsdb.Documented, Stack: "xla", SDK: "2.26",
			Source: "aws-neuron-sdk@v2.26.1:frameworks/torch/torch-neuronx/tutorials/training/finetune_hftrainer.rst:222",
		}
	}
	return opsdb.Ref{
		Evidence: opsdb.Documented, Stack: "native", SDK: "2.33-",
		Source: "https://awsdocs-neuron.readthedocs-hosted.com/en/latest/torch/compile/reference-torch-compile.html (excerpt)",
	}
}

// padsToLongest is the argument by which a tokenizer or collator pads to the longest of
// several texts; None for other calls. Arguments that only they take identify the
// callee.
func padsToLongest(p *analyzer.Pass, call syntax.Node) syntax.Node {
	arg := p.Tree.Keyword(call, "padding")
	value, ok := p.Model.Constant(arg)
	longest := value.Kind == semantic.ConstantBool && value.Number != 0 || value.Text == "longest"
	if !ok || !longest || !p.Model.ImportsAny("transformers", "datasets", "tokenizers") {
		return syntax.None
	}
	if roundsUp(p, call) || oneText(p, call) || onlyCompared(p, call) {
		return syntax.None
	}
	if isCollator(p, call) {
		return arg
	}
	tensors, _ := p.Model.Constant(p.Tree.Keyword(call, "return_tensors"))
	if tensors.Text == "pt" || tensors.Text != "" && onJAX(p) || strings.HasSuffix(p.Tree.Written(p.Tree.Callee(call)), "okenizer.pad") {
		return arg
	}
	return syntax.None
}

// onJAX reports whether a file computes with JAX, which takes the tokenizer's output as
// arrays of NumPy.
func onJAX(p *analyzer.Pass) bool { return p.Model.ImportsAny("jax", "flax") }

// oneText reports whether a tokenizer's texts are written out, and give one shape, or
// come one after another, and need no padding. A list that is empty at first is filled
// later.
func oneText(p *analyzer.Pass, call syntax.Node) bool {
	switch p.Tree.Kind(p.Tree.Parent(call)) {
	case syntax.KindListComprehension, syntax.KindGenerator:
		return true
	}
	value, ok := p.Model.Constant(p.Tree.Arg(call, 0, "text"))
	return ok && (value.Kind == semantic.ConstantString || value.Kind == semantic.ConstantSequence && len(value.Items) > 0)
}
