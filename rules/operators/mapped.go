package operators

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// chooses names the functions of JAX that run one of several branches.
func chooses(api string) bool { return api == "jax.lax.cond" || api == "jax.lax.switch" }

// selects reports whether a choice between branches may come to computing all of
// them and selecting: vmap makes that of it where what is chosen by differs from
// one element to the next, so that the device sees no branch.
func selects(p *analyzer.Pass, u use) bool {
	if !chooses(u.API) || !p.Model.Says("vmap") {
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

// givenTo reports whether a value is computed of what a function is given.
func givenTo(p *analyzer.Pass, fn, value syntax.Node, left int) bool {
	for id := range p.Tree.All(value) {
		if p.Tree.Kind(id) != syntax.KindIdentifier {
			continue
		}
		for _, d := range p.Model.Reaching(id) {
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
	for _, d := range p.Tree.Decorators(fn) {
		if maps(p, d) {
			return true
		}
	}
	uses := []syntax.Node{fn}
	if p.Tree.Kind(fn) == syntax.KindFunction {
		uses = nil
		if sym := p.Model.Symbol(p.Tree.FuncName(fn)); sym != nil {
			uses = sym.Uses
		}
	}
	for _, use := range uses {
		call := p.Tree.Parent(p.Tree.Parent(use))
		if p.Tree.Kind(call) != syntax.KindCall || p.Tree.Arg(call, 0, "") != use || !maps(p, p.Tree.Callee(call)) {
			return false
		}
	}
	return len(uses) > 0
}

// maps reports whether an expression is vmap, or vmap with options.
func maps(p *analyzer.Pass, n syntax.Node) bool {
	name, conf := p.Model.Name(n)
	if p.Tree.Kind(n) == syntax.KindCall {
		if name, conf = p.Model.CallName(n); name == "functools.partial" {
			name, conf = p.Model.Name(p.Tree.Arg(n, 0, "func"))
		}
	}
	switch name {
	case "jax.vmap", "haliax.vmap", "equinox.filter_vmap":
		return conf >= analyzer.Likely
	}
	return false
}
