package graph

import (
	"iter"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var valueAsShape = &analyzer.Rule{
	Code:     "NRN603",
	Name:     "value-as-shape",
	Category: analyzer.CategoryDynamicShape,
	Since:    "0.1.0",
	Doc: `A shape, slice or number of iterations that depends on a tensor's value.

## What breaks

Reading the value ends the graph, and a tensor built from it has another shape for other
data: every shape is compiled again, and the compiler accepts only static shapes. A
model compiled by torch_neuronx.trace keeps the shape of its example.

## Example

    def forward(self, x, lengths):
        mask = torch.arange(lengths.max().item()) < lengths[:, None]
        return self.net(x, mask)

## Use instead

    def forward(self, x, lengths):
        mask = torch.arange(x.shape[1], device=x.device) < lengths[:, None]
        return self.net(x, mask)

The host knows the padded length; lengths that vary are passed as a mask.

## When there is no fix

Only the author knows which size is large enough.

## When it is reported

- A value read from a tensor (.item(), int(t), .tolist()), or a tensor itself, as an
  argument of range, torch.arange, a new tensor's size, view, expand, repeat, split,
  pad, a slice, or the output size of interpolate, adaptive pooling or affine_grid:
  directly, through one local variable or loop variable (for n in lengths.tolist():
  x[:n]), or in a tuple behind a name or a parameter.
- The start of a slice of a fixed length (queue[at : at + 4]): no shape changes, but the
  value is read, and the position may become part of the graph.
- A random number of Python or NumPy as the size of a part of a tensor, or of the result
  of interpolate: the boxes of CutMix, training at several scales. In forward and in
  training steps, and where these call a function of another file with such a slice.
- For torch-xla alone: x[i] and x[i : i + n] of a tensor on the device, where the loop
  over training steps counts i, draws it or adds to it. The position is part of the
  graph, so that each step compiles one.
- A loop that passes a model the parts of a tensor one after another and clips them with
  min(): the parts at the border are smaller. Noted once for a function.
- Packed sequences (pack_padded_sequence, pack_sequence), which have a row for each of
  their steps, and so a different number of rows in each batch.

A finding is a warning in forward and the functions it calls, in compiled functions and
in the loop over training steps. It is a note if a condition makes it rare, in loops
that generate, and in loops that evaluate a model. Calls are followed as for NRN601. A
statement is reported once, with its other lines, and so are the bounds of a window,
max(x - 2, 0) and min(x + 2, w), in adjacent statements.

## When it is silent

- sequences packed on the host, or with one length for all of them, which makes one
  shape
- x[i] in a loop within a step: every step has the same positions

## Source

The documentation of torch_neuronx.trace in the AWS Neuron SDK 2.26, "Fixed Tensor
Shapes", its comparison of trace and lazy tensors, and the error code NCC_EMOD025 of
neuronx-cc. Packed sequences: PyTorch 2.8, torch/nn/utils/rnn.py. Positions: measured with
torch-xla 2.8 on its CPU device, where 10 rounds of x[i] compile 10 graphs and those of
index_select with a tensor of positions one (verify/rewrites/calls.tsv).
`,
	Words: words.Operators,
	Run:   runValueAsShape,
}

func runValueAsShape(p *analyzer.Pass) error {
	told := newTold(p)
	advice := ""
	tell := func(idiom string, n, at syntax.Node, what string, confidence analyzer.Confidence, api string, related ...analyzer.Related) {
		if w := batchPlace(p, n); w != elsewhere && !told.knows(at) && !told.bounds(at, what) {
			told.add(n, &finding{
				idiom: idiom, at: at, what: what, place: w,
				severity: w.severity(), confidence: confidence, api: api, related: related, advice: advice,
			})
		}
	}
	for r := range reads(p) {
		switch purposeOf(p, r.node) {
		case forShape:
			tell("value-as-shape", r.node, r.at, "a shape taken from "+r.how, r.confidence, r.api, decidedBy(p, r.node)...)
		case forPosition:
			if slicedForHost(p, r.node) {
				advice = "the slices go to the host: copy the whole tensor there, and slice the copy"
			}
			tell("value-as-position", r.node, r.at, "a position taken from "+r.how, r.confidence, r.api, decidedBy(p, r.node)...)
			advice = ""
		}
	}
	for n := range sizes(p) {
		if conf := onDevice(p, n); conf >= analyzer.Likely && evident(p, n) && !told.pointsAt(n) {
			tell("value-as-shape", n, n, ofTensor, conf, "")
		} else if name := shapeName(p, n); name != syntax.None {
			reportItems(p, told, name)
			for _, passed := range sizesPassed(p, name) {
				tell("value-as-shape", passed, passed, ofTensor, analyzer.Likely, "", p.Places("used here", n)...)
			}
		}
	}
	reportDrawn(p, told)
	reportPositions(p, told)
	reportBorders(p, told)
	reportPacked(p, told)
	runCalledShape(p, told)
	runCalledDrawn(p, told)
	told.report()
	return nil
}

// decidedBy are the later statements in which a variable that holds a value is a size
// or the beginning of something.
func decidedBy(p *analyzer.Pass, value syntax.Node) []analyzer.Related {
	f := &following{p: p}
	f.of(value, maxVariables)
	slices.Sort(f.ends)
	var uses []syntax.Node
	last := p.Tree.Statement(value)
	for _, use := range f.ends {
		stmt := p.Tree.Statement(use)
		if stmt != last {
			last, uses = stmt, append(uses, use)
		}
	}
	return p.Places("used here", uses...)
}

// ofTensor is the text about shapes that no call reads.
const ofTensor = "a shape computed from a tensor"

// sizes yields the expressions whose value becomes a shape.
func sizes(p *analyzer.Pass) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for call := range p.Model.CallsOf(
			"builtins.range", "torch.arange", "torch.zeros", "torch.ones", "torch.empty", "torch.rand", "torch.randn", "torch.eye", "torch.full",
			"torch.Tensor.view", "torch.Tensor.reshape", "torch.Tensor.expand", "torch.Tensor.repeat", "torch.Tensor.topk", "torch.topk",
			"torch.Tensor.new_zeros", "torch.Tensor.new_ones", "torch.Tensor.new_empty", "torch.Tensor.new_full",
			"torch.nn.functional.pad", "torch.nn.functional.one_hot",
			"torch.nn.functional.affine_grid", "torch.affine_grid_generator", "torch.nn.functional.interpolate", "torch.nn.functional.upsample",
			"torch.nn.functional.adaptive_avg_pool1d", "torch.nn.functional.adaptive_avg_pool2d", "torch.nn.functional.adaptive_avg_pool3d",
			"torch.nn.functional.adaptive_max_pool1d", "torch.nn.functional.adaptive_max_pool2d", "torch.nn.functional.adaptive_max_pool3d",
			"torch.adaptive_avg_pool1d", "torch.adaptive_max_pool1d",
		) {
			for a := range p.Tree.Args(call) {
				if a.Splat != 0 || a.Name != syntax.None && !sizeKeyword(p.Tree.Text(a.Name)) || a.Name == syntax.None && !takesShape(p, call, a.Value) {
					continue
				}
				for _, size := range written(p, a.Value) {
					if !yield(size) {
						return
					}
				}
			}
		}
		for n := range p.Tree.OfKind(syntax.KindSlice) {
			for bound := range p.Tree.Children(n) {
				if !yield(bound) {
					return
				}
			}
		}
	}
}

// sizeKeyword recognises the names under which sizes are passed.
func sizeKeyword(name string) bool {
	return name == "size" || name == "output_size" || name == "pad" || name == "num_classes" || name == "k"
}

// written are the items of a shape that is written out, or the expression itself.
func written(p *analyzer.Pass, n syntax.Node) []syntax.Node {
	n = p.Tree.Unparen(n)
	if k := p.Tree.Kind(n); k != syntax.KindTuple && k != syntax.KindList {
		return []syntax.Node{n}
	}
	return slices.Collect(p.Tree.Children(n))
}
