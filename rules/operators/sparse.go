package operators

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// movedThere marks the use of an API that makes a tensor on the host that is then moved
// to the device.
const movedThere = "moved to the device"

// sparseMoves yields the moves of sparse tensors to the device that are made on the host:
// adjacency.to_sparse().to(device), self.register_buffer("adjacency", m.to_sparse()).
func sparseMoves(p *analyzer.Pass, judged func(api string) opsdb.Judgement) []use {
	if !p.Model.TextHas("sparse") {
		return nil
	}
	var out []use
	for call := range p.Model.CallsOf("torch.Tensor.to", "torch.Tensor.cuda", "torch.nn.Module.register_buffer") {
		made, api := p.Model.SparseMaker(sparseMoved(p, call))
		if made == syntax.None || p.Model.LikelyPlaced(made) || p.Model.GuardedForNeuron(call) {
			continue
		}
		_, conf := p.Model.CallName(made)
		at := p.Tree.AttrName(p.Tree.Callee(call))
		u := use{Call: opcall.Call{Node: call, At: at, API: api, Confidence: min(conf, analyzer.Likely)}, judgement: judged(constructor(api)), through: movedThere}
		if len(u.judgement.Findings) > 0 {
			out = append(out, u)
		}
	}
	return out
}

// sparseMoved is the tensor that a call takes to the device: the one it moves there, or
// the buffer it registers, which moves with its module.
func sparseMoved(p *analyzer.Pass, call syntax.Node) syntax.Node {
	if name, _ := p.Model.CallName(call); name == "torch.nn.Module.register_buffer" {
		return p.Tree.Arg(call, 1, "tensor")
	}
	if !p.Model.LikelyPlaced(call) || namesHost(p, p.Tree.Arg(call, 0, "device")) || p.Model.OnHost(call) {
		return syntax.None
	}
	return p.Tree.Object(p.Tree.Callee(call))
}

// namesHost reports whether a device is the host, whichever value of a variable it is.
func namesHost(p *analyzer.Pass, n syntax.Node) bool {
	n = p.Tree.Unparen(n)
	if text, ok := p.Tree.StringValue(n); ok {
		return text == "cpu"
	}
	switch p.Tree.Kind(n) {
	case syntax.KindCall:
		name, _ := p.Model.CallName(n)
		return name == "torch.device" && namesHost(p, p.Tree.Arg(n, 0, "type"))
	case syntax.KindIdentifier:
		defs := p.Model.ReachingDefs(n)
		return len(defs) > 0 && !slices.ContainsFunc(defs, func(d semantic.Def) bool {
			return d.Kind != semantic.DefAssign || p.Tree.Kind(d.Value) == syntax.KindIdentifier || !namesHost(p, d.Value)
		})
	}
	return false
}

// constructor is the function that makes the sparse tensors of an API. Those of types,
// torch.sparse.FloatTensor(indices, values), are made by torch.sparse_coo_tensor.
func constructor(api string) string {
	if strings.HasPrefix(api, "torch.sparse.") && strings.HasSuffix(api, "Tensor") {
		return "torch.sparse_coo_tensor"
	}
	return api
}
