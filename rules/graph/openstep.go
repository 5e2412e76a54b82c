package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/step"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var openStep = &analyzer.Rule{
	Code:     "NRN608",
	Name:     "open-step",
	Category: analyzer.CategoryHostSync,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `A step of training that nothing ends on torch-xla.

## What breaks

torch-xla records what a program computes until a value is read or torch_xla.sync() is
called. Reading the loss runs what the loss needs; the new weights remain recorded, so
the graph of each step contains all steps before it and is compiled anew.

## Example

    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x.to("xla")), y.to("xla"))
        loss.backward()
        optimizer.step()

## Use instead

    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x.to("xla")), y.to("xla"))
        loss.backward()
        optimizer.step()
        torch_xla.sync()

The call stands behind the last optimizer of a step, so that a value read after it does
not run the graph a second time. Rounds that only gather gradients end, too.

The fix is unsafe in a file that does not import torch_xla: its steps run on the host until
a device in it changes, and the fix of that device ends them.

## When it is reported

- for torch-xla only, at the last call of an optimizer's step() in a loop, or in a
  function that takes one step

## When it is silent

- a file that calls torch_xla.sync, xm.mark_step, xm.optimizer_step or torch_xla.step,
  or loads its data with MpDeviceLoader, anywhere
- a file that imports a library whose loops end steps: Accelerate, Lightning, DeepSpeed,
  Composer, Ignite, NxD or Optimum
- a round that moves its batches to the CPU by a literal
- the method step of an optimizer that the program defines: its caller ends the step

## Source

AWS Neuron SDK 2.26, pytorch-neuron-programming-guide.rst. Measured with torch-xla 2.8 on
its CPU device, over 20 steps that each read the loss: 2 graphs are compiled with
torch_xla.sync(), 20 without (verify/rewrites/calls.tsv).
`,
	Words: words.Torch,
	Run:   runOpenStep,
}

func runOpenStep(p *analyzer.Pass) error {
	if p.Target.Rewrite.Stack() != opsdb.RewriteXLA.Stack() {
		return nil
	}
	fact, ok := p.DB.GraphBreakOn("open-step", p.Target.Rewrite.Stack())
	if !ok {
		return nil
	}
	for _, s := range step.Open(p) {
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(s.Last()),
			Message:    "nothing ends the step here, and on torch-xla the graph of each step then contains all steps before it",
			Help:       fact.Advice,
			Severity:   analyzer.Warning,
			Confidence: stepConfidence(p, s),
			API:        "torch.optim.Optimizer.step",
			Fact:       fact.Ref,
			Fixes:      stepFix(p, s),
		})
	}
	return nil
}

// stepConfidence is how sure it is that an object is an optimizer.
func stepConfidence(p *analyzer.Pass, s *step.Place) analyzer.Confidence {
	if t := p.Model.Type(p.Tree.Object(p.Tree.Callee(s.Last()))); t.Kind == semantic.KindOptimizer {
		return t.Confidence
	}
	return analyzer.Likely
}

// stepFix ends a step. A file that does not import torch_xla trains elsewhere: the fix of
// its device ends its steps too, and without one the call would only start a device that
// the step does not use.
func stepFix(p *analyzer.Pass, s *step.Place) []analyzer.Fix {
	fix := analyzer.Fix{Title: "end the step with torch_xla.sync()", Edits: s.Ends(p), Requires: analyzer.Requires{Stack: opsdb.RewriteXLA.Stack()}}
	if len(fix.Edits) == 0 {
		return analyzer.NotMade(fix.Title, "torch_xla cannot be imported before this line")
	}
	trust := analyzer.Sure()
	if !p.Model.ImportsAny("torch_xla") {
		trust = analyzer.Doubtful("nothing in this file puts the step on an XLA device yet, and the call starts the device in each process")
	}
	fix.Take(trust)
	return []analyzer.Fix{fix}
}
