package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// reportPacked reports sequences that are packed by their lengths: the number of rows
// of the result is the sum of the lengths in a batch.
func reportPacked(p *analyzer.Pass, told *told) {
	for call := range p.Model.CallsOf("torch.nn.utils.rnn.pack_padded_sequence", "torch.nn.utils.rnn.pack_sequence") {
		name, conf := p.Model.CallName(call)
		w := batchPlace(p, call)
		if w == elsewhere || p.Model.OnHost(p.Tree.Arg(call, 0, "input")) || oneLength(p, lengthsOf(p, call)) {
			continue
		}
		at := p.Tree.Callee(call)
		if f := toldLengths(p, told, call); f != nil {
			told.also(f, at, "used here")
			continue
		}
		if !told.knows(at) {
			told.add(call, &finding{
				idiom: "value-as-shape", at: at, what: "a sequence packed by its lengths", place: w,
				severity: w.severity(), confidence: min(conf, analyzer.Likely), api: name, related: p.Places("padded again here", unpacked(p, call)...),
			})
		}
	}
}

// lengthsOf is the argument of a call for the lengths of the sequences that it packs.
func lengthsOf(p *analyzer.Pass, call syntax.Node) syntax.Node {
	if name, _ := p.Model.CallName(call); name == "torch.nn.utils.rnn.pack_sequence" {
		return syntax.None
	}
	return p.Tree.Arg(call, 1, "lengths")
}

// toldLengths is the finding about the statement that binds the lengths which a call
// packs by: lengths = lengths.cpu().
func toldLengths(p *analyzer.Pass, told *told, call syntax.Node) *finding {
	defs := p.Model.ReachingDefs(lengthsOf(p, call))
	if len(defs) != 1 {
		return nil
	}
	return told.by[p.Tree.Statement(defs[0].Node)]
}

// oneLength reports whether lengths are written out, or one number for all sequences:
// [x.shape[1]] * len(x), torch.full((n,), 20).
func oneLength(p *analyzer.Pass, lengths syntax.Node) bool {
	if lengths == syntax.None {
		return false
	}
	n := p.Tree.Unparen(bound(p, lengths))
	switch p.Tree.Kind(n) {
	case syntax.KindList, syntax.KindTuple:
		return true
	case syntax.KindBinaryOperator:
		return p.Tree.Operator(n) == "*" && (oneLength(p, p.Tree.Child(n, syntax.FieldLeft)) || oneLength(p, p.Tree.Child(n, syntax.FieldRight)))
	case syntax.KindCall:
		switch name, _ := p.Model.CallName(n); name {
		case "torch.full", "torch.ones":
			return true
		case "torch.tensor", "torch.as_tensor", "torch.LongTensor", "torch.IntTensor":
			return oneLength(p, p.Tree.Arg(n, 0, "data"))
		}
	}
	return false
}

// unpacked are the calls behind a packing call which pad to the longest sequence, in
// the same function.
func unpacked(p *analyzer.Pass, pack syntax.Node) []syntax.Node {
	var out []syntax.Node
	for call := range p.Model.CallsOf("torch.nn.utils.rnn.pad_packed_sequence") {
		if call > pack && p.Tree.EnclosingFunction(call) == p.Tree.EnclosingFunction(pack) && p.Tree.Arg(call, 3, "total_length") == syntax.None {
			out = append(out, p.Tree.Callee(call))
		}
	}
	return out
}
