package graph

import (
	"iter"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var tensorBranch = &analyzer.Rule{
	Code:     "NRN602",
	Name:     "tensor-branch",
	Category: analyzer.CategoryControlFlow,
	Since:    "0.1.0",
	Doc: `A branch, loop or assertion that depends on a tensor's value.

## What breaks

Python needs the value to continue, so the graph so far is compiled and run while the
host waits, and each path through the code becomes a separate graph. A model compiled by
torch_neuronx.trace keeps the path of its example, whatever its later inputs are.

## Example

    def forward(self, x):
        if x.max() > 1:
            x = x / 255
        return self.net(x)

## Use instead

    def forward(self, x):
        x = torch.where(x.max() > 1, x / 255, x)
        return self.net(x)

## When there is no fix

Both sides must be free of side effects and have the same shape, which only the author
knows. A training loop in which the value decides the next step of Python (a counter, an
early stop) should read it only once in many steps.

## When it is reported

Conditions that are tensors (if mask.any():, while not done.all():, assert (x >
0).all()) and conditions that read one (if loss.item() > 10:), in code that runs often:

- as a warning: in forward and the functions it calls, in compiled functions, in
  training steps
- as a note: in loops that generate, evaluate or sample, and for element after element
  of a tensor that the file puts on the device

A function of another file that always branches on its tensor argument is reported where
such a place calls it. Calls are followed as for NRN601: through variables, attributes
and tables, and to the code that runs a function passed to it.

## Source

The documentation of torch_neuronx.trace in the AWS Neuron SDK 2.26, "Fixed
Control Flow", and its comparison of traced with lazy execution.
`,
	Words: words.Operators,
	Run:   runTensorBranch,
}

func runTensorBranch(p *analyzer.Pass) error {
	told := newTold(p)
	tell := func(n, at syntax.Node, what string, confidence analyzer.Confidence, api string) {
		w, related := batchPlace(p, at), []analyzer.Related(nil)
		if w == elsewhere {
			w, related = rowPlace(p, n)
		}
		if w == elsewhere || told.knows(at) {
			return
		}
		told.add(at, &finding{
			idiom: branchIdiom(p, at, w), at: at, what: what, place: w,
			severity: w.severity(), confidence: confidence, api: api, related: append(related, calledHere(p, at)...),
			advice: branchAdvice(p, at, w),
		})
	}
	for leaf := range tensorConditions(p) {
		tell(leaf, leaf, "a condition on the value of a tensor", p.Model.Type(leaf).Confidence, "")
	}
	for r := range reads(p) {
		if purposeOf(p, r.node) == forBranch {
			tell(r.node, r.at, "a condition on "+r.how+" of a tensor", r.confidence, r.api)
		}
	}
	runCalledBranch(p, told)
	told.report()
	return nil
}

// branchAdvice is the advice for a condition that ends the generation of tokens, for
// which there are no two sides to compute.
func branchAdvice(p *analyzer.Pass, at syntax.Node, w place) string {
	if w != perToken {
		return ""
	}
	for n := p.Tree.Parent(at); n != syntax.None; n = p.Tree.Parent(n) {
		if p.Tree.Kind(n) != syntax.KindIf {
			continue
		}
		for last := range p.Tree.Children(p.Tree.Child(n, syntax.FieldConsequence)) {
			if k := p.Tree.Kind(last); k == syntax.KindBreak || k == syntax.KindReturn {
				return "check every few tokens, or run to the full length and mask everything after the end"
			}
		}
		break
	}
	return ""
}

// branchIdiom tells loops that train from models: Python takes the decisions of a loop,
// and nothing is traced.
func branchIdiom(p *analyzer.Pass, at syntax.Node, w place) string {
	if w == perStep || w == perBatch || w == perRound || w == perElement || p.Model.Region(at) == semantic.RegionTraining {
		return "step-branch"
	}
	return "tensor-branch"
}

// tensorConditions yields the tensors whose truth decides which code runs.
func tensorConditions(p *analyzer.Pass) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for n := range p.Tree.OfKind(syntax.KindIf, syntax.KindElif, syntax.KindWhile, syntax.KindConditional, syntax.KindAssert, syntax.KindIfClause) {
			for _, leaf := range reach.Operands(p.Tree, p.Tree.Condition(n)) {
				if onDevice(p, leaf) >= analyzer.Likely && likelyTensor(p, leaf) && !asksGiven(p, leaf) && !yield(leaf) {
					return
				}
			}
		}
	}
}

// asksGiven reports whether a condition is the mere name of a parameter that is None by
// default: if mask. It asks whether there is one.
func asksGiven(p *analyzer.Pass, leaf syntax.Node) bool {
	if p.Tree.Kind(leaf) != syntax.KindIdentifier {
		return false
	}
	return slices.ContainsFunc(p.Model.ReachingDefs(leaf), func(d semantic.Def) bool {
		return d.Kind == semantic.DefParam && p.Tree.Kind(p.Tree.Child(p.Tree.Parent(d.Node), syntax.FieldValue)) == syntax.KindNoneLiteral
	})
}
