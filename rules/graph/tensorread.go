package graph

import (
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var tensorRead = &analyzer.Rule{
	Code:     "NRN601",
	Name:     "tensor-read",
	Category: analyzer.CategoryHostSync,
	Since:    "0.1.0",
	Doc: `A tensor's value is read during the computation.

## What breaks

Nothing fails, but the device stalls. torch-xla records what a program computes
and runs it as one graph; reading a value (.item(), .cpu(), .tolist(), float(t),
print(t)) compiles and runs the graph recorded so far, and the host waits. A model
compiled by torch_neuronx.trace keeps the value of its example instead.

## Example

    for batch in loader:
        loss = model(batch)
        loss.backward()
        optimizer.step()
        total += loss.item()

## Use instead

    for step, batch in enumerate(loader):
        loss = model(batch)
        loss.backward()
        optimizer.step()
        total += loss.detach()
        if step % 100 == 0:
            print(total.item() / (step + 1))

## When there is no fix

Where the host decides from the value, the program has to change: see NRN602 and
NRN603.

## When it is reported

These read a value, too:

- max(t, 0) and "t in [1, 2]", which compare in Python
- names[t], if names is a list
- torch.tensor([t]) and add(x, alpha=t), which need numbers
- kept[i] = t, if kept is made without a device
- a distribution, which checks its parameters unless it is made with validate_args=False
- self.log("loss", loss, prog_bar=True) in each step of a LightningModule: the Trainer
  reads the value when the batch ends; this is a note, once for a function

A read is a warning:

- in forward and the functions it calls, and in compiled functions
- in the loop over training steps, including blocks under torch.no_grad that run no
  model
- in a function that runs one training step, recognised by its name or by a loop of its
  file that calls it; in the step of an optimizer (the program's own too) with the
  functions of its file that it calls; and in functions that compute the step's
  gradients (loss.accumulate_gradients())
- in compute_loss of a Trainer, in methods that trainers call by name in each step
  (on_train_batch_end), and in functions given to an Ignite engine for its batches
- in hooks (register_forward_hook, register_hook) registered when a module is made, or
  by a function before its training loop, in files that remove none

A loop that calls such a function (agent.learn()), or passes loss and optimizer to the
function that takes the step (loss_scaler(loss, optimizer)), is a loop over steps, too.

A read is a note:

- if a condition makes it rare (every hundred steps, when debugging)
- in generation loops, which hand each token to the host in any case
- in evaluation loops: under torch.no_grad, torch.inference_mode or
  torch.set_grad_enabled(False), after model.eval(), in functions called only from there
  or by a function of the file that turns gradients off for its model, and in functions
  named for it (validate, predict)
- in an occasional evaluation inside the loop over steps
- in loops that sample from a model step by step, recognised by name (p_sample,
  HeunSampler), and in loops that act in an environment (env.step(action))
- in loops of the main function, or outside of functions, that call a model and compute
  no gradients; here and in the loops above each value counts, also in a loop over the
  rows of each batch, since reading one value computes no other
- anywhere, for element after element of a tensor that the file puts on the device,
  except for the first few: for row in x: row.item(), for i in range(len(x)):
  float(x[i]), map(f, x)

Calls are followed:

- A read in a function called from such a place of its file is reported at the read,
  with the call.
- A function of another file that always reads its tensor argument, or, in a training
  step, a tensor that it puts on the device itself, is reported at the call, once for
  all calls of a loop.
- Calls through a variable, an attribute or a table count. So does passing the function
  to code that runs it: torch.utils.checkpoint, a pool, map, torch.distributed.rpc, or a
  function or object of the project that calls it back in its loop, also from a table of
  lists (trainer.add_callback("step", report)). __call__ counts where its object is
  called.

One finding covers all reads in its statement and later reads of the value.

## When it is silent

- other reads in loops over epochs, in tests, in data preparation and in scripts
- reads after mark_step in code for torch-xla: the graph has run by then
- reads after the program has found a number that is not finite (if not
  torch.isfinite(loss))
- a second read of the same value in a loop, unless another condition may have skipped
  the first
- a result that an evaluation loop copies to the host and writes to a file in the last
  statement of the iteration

## Source

The programming guide for training of the AWS Neuron SDK 2.26, "Understand the lazy
mode" and "Minimize the number of compilation-and-executions". Reading one value
computes no other: torch-xla 2.8.1, torch_xla/csrc/tensor.cpp:667. Calls that read a
value: the table host_reads. Values logged for the progress bar: Lightning at 021e6b11,
src/lightning/pytorch/trainer/connectors/logger_connector/result.py, metrics, called by
on_batch_end.
`,
	Words: words.Operators,
	Run:   runTensorRead,
}

func runTensorRead(p *analyzer.Pass) error {
	told := newTold(p)
	known := map[value][]syntax.Node{}
	for r := range reads(p) {
		v, w := valueOf(p, r.node), batchPlace(p, r.node)
		related := []analyzer.Related(nil)
		if w == elsewhere && r.yields == opsdb.YieldsValue {
			w, related = rowPlace(p, r.node)
		}
		if w == elsewhere || w != perCall && onHostThroughout(p, r.node) || purposeOf(p, r.node) != forPython ||
			w == perBatch && idiomOf(&r) == "tensor-copy" && writtenLast(p, r.node) {
			continue
		}
		if before := known[v]; p.Model.Precedes(before, r.node) {
			told.also(told.by[p.Tree.Statement(before[0])], r.at, "read again here")
			continue
		}
		known[v] = append(known[v], r.node)
		if told.knows(r.at) {
			continue
		}
		told.add(r.node, &finding{
			idiom: idiomOf(&r), at: r.at, what: r.how, place: w,
			severity: w.severity(), confidence: r.confidence, api: r.api, related: append(related, calledHere(p, r.node)...), advice: adviceHere(p, &r),
		})
		for _, other := range filledAlike(p, p.Tree.Parent(r.at)) {
			told.also(told.by[p.Tree.Statement(r.node)], other, "likewise, if that is on the device")
		}
	}
	runMappedRead(p, told)
	runCalledRead(p, told)
	reportProgressBar(p, told)
	told.report()
	return nil
}

// adviceHere is the advice for a read where the code around it rules out the advice of
// the table: the result of torch.distributed.rpc has to be on the host.
func adviceHere(p *analyzer.Pass, r *read) string {
	if idiomOf(r) == "tensor-copy" && p.Tree.Kind(p.Tree.Parent(r.node)) == syntax.KindReturn && p.Model.ImportsAny("torch.distributed.rpc") {
		return "torch.distributed.rpc needs it on the host; collectives send device tensors directly"
	}
	if p.Tree.Kind(r.node) == syntax.KindAssignment {
		return "create the filled tensor on the device, with device=, or combine the parts with torch.stack"
	}
	return fillAdvice(p, p.Tree.Parent(r.at))
}

// onHostThroughout reports whether code of a script, to which no function hands
// anything, stands in a file that names no device and no API that places models by
// itself, and imports no file of the project that does.
func onHostThroughout(p *analyzer.Pass, n syntax.Node) bool {
	for fn := p.Tree.EnclosingFunction(n); fn != syntax.None; fn = p.Tree.EnclosingFunction(fn) {
		if len(p.Tree.Params(fn)) > 0 {
			return false
		}
	}
	return p.Model.SaysNoDevice()
}

// value is a value read in one round of a loop: to read it again costs little, since it
// has been computed by then.
type value struct {
	loop  syntax.Node
	text  string
	bound string // where the first variable in it may have got its value
}

func valueOf(p *analyzer.Pass, n syntax.Node) value {
	v := value{loop: reach.Around(p.Tree, n), text: p.Tree.Text(n)}
	for name := range p.Tree.All(n) {
		if p.Tree.Kind(name) != syntax.KindIdentifier {
			continue
		}
		if defs := p.Model.ReachingDefs(name); len(defs) > 0 {
			if len(defs) > 1 && len(defs) == len(p.Model.Symbol(name).Defs) { // all, which may be many
				v.bound = "any of " + strconv.Itoa(int(defs[0].Node))
				break
			}
			for _, d := range defs {
				v.bound += strconv.Itoa(int(d.Node)) + " "
			}
			break
		}
	}
	return v
}

// idiomOf tells a whole tensor that is copied, and the checks of a distribution on its
// parameters, from a value that Python reads.
func idiomOf(r *read) string {
	switch {
	case r.within:
		return "distribution-check-within"
	case strings.HasPrefix(r.api, "torch.distributions."):
		return "distribution-check"
	}
	if r.yields == opsdb.YieldsArray && (strings.HasSuffix(r.api, ".cpu") || strings.HasSuffix(r.api, ".to")) {
		return "tensor-copy"
	}
	return "tensor-read"
}
