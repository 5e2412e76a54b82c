package jax

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxInside bounds the chain of functions of a project that hand a key on to one
// another.
const maxInside = 3

// drawnInside is the place where a function of the project draws the weights of a
// model, itself or in a function to which it hands its key; none if none surely does.
func drawnInside(p *analyzer.Pass, function syntax.Node, depth int) (at []analyzer.Related) {
	if depth == 0 {
		return nil
	}
	p.Model.WithCalleeOf(function, func(in *semantic.Model, fn syntax.Node) {
		inner := analyzer.NewPass(in, p.DB, p.Target).For(p.Rule, nil)
		var further []syntax.Node
		for n := range in.Tree.All(fn) {
			if in.Tree.Kind(n) != syntax.KindCall || !handsKey(inner, n) || leftOut(inner, n) {
				continue
			}
			if surelyDraws(inner, n) {
				at = []analyzer.Related{{Path: in.Path(), Span: in.Tree.Span(in.Tree.Callee(n)), Message: "drawn here"}}
				return
			}
			further = append(further, in.Tree.Callee(n))
		}
		for _, n := range further {
			if at = drawnInside(inner, n, depth-1); at != nil {
				return
			}
		}
	})
	return at
}

// leftOut reports whether a call draws no weights in the end, or is compiled by its own
// file and reported there.
func leftOut(p *analyzer.Pass, call syntax.Node) bool {
	return notThere(p, call) || shapesOnly(p, call) || fillsIn(p, call) || p.Model.CompiledBy(call) != syntax.None
}

// surelyDraws reports whether a call with a key is one that draws weights, whichever
// class has it: the init of a class, as Haliax has it, of an object named like a model
// or a network, or of a function that Haiku transforms; also one that a function has
// wrapped: vmap(Linear.init)(key=keys).
func surelyDraws(p *analyzer.Pass, call syntax.Node) bool {
	if makesModule(p, call) {
		return true
	}
	method := p.Tree.Callee(call)
	if p.Tree.Kind(method) == syntax.KindCall {
		method = p.Tree.Arg(method, 0, "")
	}
	if !isInit(p, method) {
		return false
	}
	if part, _ := transformed(p, method); part == "init" {
		return true
	}
	object := lastIdentifier(p, p.Tree.Object(method))
	first, _ := utf8.DecodeRuneInString(object)
	if unicode.IsUpper(first) {
		return keyed(p, call, "key")
	}
	object = strings.ToLower(object)
	return strings.Contains(object, "model") || strings.Contains(object, "net")
}

// lastIdentifier is the last part of a dotted name.
func lastIdentifier(p *analyzer.Pass, n syntax.Node) string {
	if p.Tree.Kind(n) == syntax.KindAttribute {
		n = p.Tree.AttrName(n)
	}
	if p.Tree.Kind(n) != syntax.KindIdentifier {
		return ""
	}
	return p.Tree.Text(n)
}

// handsOnShaped reports whether a call hands on all arguments of its function to a
// parameter named init, whose shapes the file asks for before: such states are too
// large to be made twice, and so are those of models.
func handsOnShaped(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindIdentifier || !strings.HasPrefix(p.Tree.Text(callee), "init") || !splats(p, call) {
		return false
	}
	sym := p.Model.Symbol(callee)
	if sym == nil || len(sym.Defs) != 1 || sym.Defs[0].Kind != semantic.DefParam {
		return false
	}
	return slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return shapesOnly(p, use) })
}
