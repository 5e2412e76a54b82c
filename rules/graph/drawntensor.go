package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// read finds the draw behind a number that is read from a tensor on the host:
// torch.randint(0, n, (1,)).item(). A read from the device is the finding about a shape
// made of a tensor.
func (w *drawnWalk) read(call syntax.Node) syntax.Node {
	p := w.p
	var tensor syntax.Node
	switch name, _ := p.Model.CallName(call); name {
	case "torch.Tensor.item", "torch.Tensor.tolist":
		tensor = p.Tree.Object(p.Tree.Callee(call))
	case "builtins.int", "builtins.float", "builtins.round":
		tensor = p.Tree.Arg(call, 0, "")
	}
	if tensor == syntax.None || p.Model.Type(tensor).Kind != semantic.KindTensor || !p.Model.OnHost(tensor) {
		return syntax.None
	}
	return w.values(tensor)
}

// values finds the call that draws the values from which another tensor is computed,
// not just its shape.
func (w *drawnWalk) values(n syntax.Node) (found syntax.Node) {
	p := w.p
	if w.met[n] || len(w.met) > maxDrawn {
		return syntax.None
	}
	w.met[n] = true
	switch p.Tree.Kind(n) {
	case syntax.KindIdentifier:
		for _, d := range p.Model.ReachingDefs(n) {
			if d.Kind == semantic.DefAssign && d.Value != syntax.None && found == syntax.None {
				found = w.values(d.Value)
			}
		}
		return found
	case syntax.KindAttribute:
		return syntax.None // of a tensor, metadata without values: x.shape; of an object, out of sight
	case syntax.KindCall:
		name, _ := p.Model.CallName(n)
		switch callee := p.Tree.Callee(n); {
		case drawsTensor(name):
			return n
		case name == "torch.Tensor.size", name == "torch.Tensor.dim", name == "torch.Tensor.numel", p.Tree.Kind(callee) == syntax.KindIdentifier:
			return syntax.None
		default:
			found = w.values(p.Tree.Object(callee))
		}
	}
	for c := range p.Tree.Children(n) {
		if found == syntax.None {
			found = w.values(c)
		}
	}
	return found
}

// drawsTensor recognises the functions of PyTorch that draw a tensor.
func drawsTensor(name string) bool {
	switch name {
	case "torch.rand", "torch.randn", "torch.randint", "torch.Tensor.uniform_", "torch.Tensor.random_", "torch.Tensor.normal_":
		return true
	}
	return strings.HasPrefix(name, "torch.distributions.") && strings.HasSuffix(name, "ample")
}
