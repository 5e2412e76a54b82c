package operators

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// The APIs that subscripts of a tensor stand for.
const (
	indexing  = "torch.Tensor.__getitem__"
	assigning = "torch.Tensor.index_put_"
)

// reportMasks reports tensors that are indexed by a tensor of booleans, to read
// or to assign.
func reportMasks(p *analyzer.Pass) {
	for n := range p.Tree.All(syntax.Root) {
		if p.Tree.Kind(n) != syntax.KindSubscript {
			continue
		}
		u, ok := subscriptUse(p, n)
		if !ok || u.confidence == analyzer.Possible || newEnvironment(p, u).masked() != cond.True {
			continue
		}
		u.judgement = p.DB.Judge(u.api, p.Target)
		if f, ok := choose(p, u); ok && f.holds == cond.True && !p.Model.OnHost(u.tensor) {
			report(p, u, f)
		}
	}
}

// subscriptUse reads a subscript of a tensor.
func subscriptUse(p *analyzer.Pass, n syntax.Node) (use, bool) {
	tensor := p.Tree.Child(n, syntax.FieldValue)
	t := p.Model.Type(tensor)
	if t.Kind != semantic.KindTensor {
		return use{}, false
	}
	u := use{node: n, at: n, api: indexing, tensor: tensor, method: true, subscript: true}
	if assigned(p, n) {
		u.api = assigning
	}
	u.confidence = certainty(p, u, t.Confidence)
	return u, true
}

// assigned reports whether a subscript is the target of an assignment.
func assigned(p *analyzer.Pass, n syntax.Node) bool {
	switch parent := p.Tree.Parent(n); p.Tree.Kind(parent) {
	case syntax.KindAssignment, syntax.KindAugmentedAssignment:
		return p.Tree.Field(n) == syntax.FieldLeft
	}
	return false
}

// indices are the parts of an index.
func (e environment) indices(index syntax.Node) []syntax.Node {
	index = e.p.Tree.Unparen(index)
	var parts []syntax.Node
	switch e.p.Tree.Kind(index) {
	case syntax.KindTuple, syntax.KindList, syntax.KindExpressionList:
		for part := range e.p.Tree.Children(index) {
			parts = append(parts, part)
		}
		return parts
	}
	for c := range e.p.Tree.Children(e.p.Tree.Parent(index)) {
		if e.p.Tree.Field(c) == syntax.FieldSubscript { // x[0, mask] has two
			parts = append(parts, c)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, index)
	}
	return parts
}
