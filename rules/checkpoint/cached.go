package checkpoint

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// cachesHost reports whether an if loads in one arm the file that another arm has made
// and saved to the same path, as far as it shows on the host: the file is a cache.
func cachesHost(p *analyzer.Pass, load syntax.Node) bool {
	from := p.Tree.Arg(load, 0, "f")
	choice := choiceAround(p, load)
	if from == syntax.None || choice == syntax.None {
		return false
	}
	for call := range p.Model.CallsOf("torch.save") {
		if p.Tree.Within(call, choice) && choiceAround(p, call) == choice && armOf(p, call, choice) != armOf(p, load, choice) &&
			p.Tree.Text(p.Tree.Arg(call, 1, "f")) == p.Tree.Text(from) {
			return !mayLieOnDevice(p, p.Tree.Arg(call, 0, "obj"))
		}
	}
	return false
}

// choiceAround is the innermost if statement around n in its function.
func choiceAround(p *analyzer.Pass, n syntax.Node) syntax.Node {
	for at := p.Tree.Parent(n); at != syntax.None; at = p.Tree.Parent(at) {
		switch p.Tree.Kind(at) {
		case syntax.KindIf:
			return at
		case syntax.KindFunction, syntax.KindClass:
			return syntax.None
		}
	}
	return syntax.None
}

// armOf is the part of a choice that contains n.
func armOf(p *analyzer.Pass, n, choice syntax.Node) syntax.Node {
	for p.Tree.Parent(n) != choice {
		n = p.Tree.Parent(n)
	}
	return n
}

// mayLieOnDevice reports whether the saved value has been moved to a device, or is the
// state of a model or optimizer, which lies where it trains.
func mayLieOnDevice(p *analyzer.Pass, saved syntax.Node) bool {
	for _, value := range append(p.Model.Alternatives(saved), saved) {
		for n := range p.Tree.All(value) {
			if p.Tree.Kind(n) == syntax.KindAttribute {
				switch p.Tree.Text(p.Tree.AttrName(n)) {
				case "to", "cuda", "state_dict":
					return true
				}
			}
			if p.Tree.Kind(n) == syntax.KindKeywordArgument && p.Tree.Text(p.Tree.Child(n, syntax.FieldName)) == "device" || p.Model.Placed(n) {
				return true
			}
		}
	}
	return false
}
