package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// state reports whether an attribute of an object of the project is a tensor that its
// class keeps on the device: a buffer or a parameter, which move there with their
// module, or an attribute to which only evident tensors are assigned, none of them on
// the host.
func (e *evidence) state(attr syntax.Node, left int) bool {
	found, all := false, true
	e.p.Model.Stored(attr, func(in *semantic.Model, stored []semantic.Stored) {
		inner := &evidence{p: e.p, used: e.used, most: e.most}
		if in != e.p.Model {
			inner.p = analyzer.NewPass(in, e.p.DB, e.p.Target).For(e.p.Rule, nil)
		}
		for _, s := range stored {
			switch {
			case s.Adds, in.Type(s.Value).Kind == semantic.KindNone, in.ReadsOwn(s.Value, e.p.Tree.Text(e.p.Tree.AttrName(attr))):
				// It keeps its value, or is not the value that is read.
			case s.Moves, inner.kept(s.Value, left):
				found = true
			default:
				all = false
			}
		}
	})
	return found && all
}

// kept reports whether a value that is assigned to an attribute is evident and not on
// the host.
func (e *evidence) kept(value syntax.Node, left int) bool {
	switch name, _ := e.p.Model.CallName(value); name {
	case "torch.nn.Parameter", "torch.nn.parameter.Parameter", "torch.nn.Buffer":
		return true
	}
	return (e.of(value, left) || e.holds(value, left)) && !e.p.Model.OnHost(value)
}

// ofLayer reports whether an attribute is a buffer that layers of PyTorch make
// themselves, of a class that derives from one: the statistics of a normalisation.
func (e *evidence) ofLayer(attr syntax.Node) bool {
	switch name, _ := e.p.Model.Name(attr); name {
	case "torch.nn.Module.running_mean", "torch.nn.Module.running_var", "torch.nn.Module.num_batches_tracked":
		return true
	}
	return false
}
