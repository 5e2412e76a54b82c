package operators

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// chooses names the functions of JAX that run one of several branches.
func chooses(api string) bool { return api == "jax.lax.cond" || api == "jax.lax.switch" }

// selects reports whether a choice between branches may become a computation of all of
// them and a selection: vmap does so where the value chosen by differs from one element
// to the next, and then the device sees no branch.
func selects(p *analyzer.Pass, u use) bool {
	if !chooses(u.API) || !p.Model.TextHas("vmap") {
		return false
	}
	chosenBy := p.Tree.Arg(u.Node, 0, "pred")
	if u.API == "jax.lax.switch" {
		chosenBy = p.Tree.Arg(u.Node, 0, "index")
	}
	for fn := p.Tree.EnclosingFunction(u.Node); fn != syntax.None; fn = p.Tree.EnclosingFunction(fn) {
		if mapped(p, fn) {
			return givenTo(p, fn, chosenBy, maxFollowed)
		}
	}
	return false
}

// maxFollowed bounds through how many variables a value is followed to a parameter.
const maxFollowed = 4

// givenTo reports whether a value is computed from the arguments of a function.
func givenTo(p *analyzer.Pass, fn, value syntax.Node, left int) bool {
	return semantic.Walked(p.Model, giving{fn, value, left}, func() bool { return decidedGiven(p, fn, value, left) })
}

// giving is a question of givenTo.
type giving struct {
	fn, value syntax.Node
	left      int
}

func decidedGiven(p *analyzer.Pass, fn, value syntax.Node, left int) bool {
	for id := range p.Tree.All(value) {
		if p.Tree.Kind(id) != syntax.KindIdentifier {
			continue
		}
		for _, d := range p.Model.ReachingDefs(id) {
			switch {
			case d.Kind == semantic.DefParam && p.Tree.Within(d.Node, fn):
				return true
			case left > 0 && d.Value != syntax.None && p.Tree.Within(d.Value, fn) && givenTo(p, fn, d.Value, left-1):
				return true
			}
		}
	}
	return false
}

// mapped reports whether a function is handed to vmap, and called by nobody else in
// the file.
func mapped(p *analyzer.Pass, fn syntax.Node) bool {
	vmap := func(n syntax.Node) bool { return maps(p, n) }
	called := func(call syntax.Node) bool { return maps(p, p.Tree.Callee(call)) }
	return slices.ContainsFunc(p.Tree.Decorators(fn), vmap) || p.Model.HandedOnly(fn, called)
}

// maps reports whether an expression is vmap, or vmap with options.
func maps(p *analyzer.Pass, n syntax.Node) bool {
	switch name, conf := p.Model.Applied(n); name {
	case "jax.vmap", "haliax.vmap", "equinox.filter_vmap":
		return conf >= analyzer.Likely
	}
	return false
}
