package graph

import (
	"slices"
	"strconv"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// rowPlace tells a read of one element after another of a tensor that the file is seen
// to put on the device, at any place: there are as many reads as elements, however
// seldom the loop runs. The place is related to the iterable of the loop.
func rowPlace(p *analyzer.Pass, n syntax.Node) (place, []analyzer.Related) {
	if reach.InTestFile(p) || p.Model.Region(n) == semantic.RegionTest || p.Model.GuardedForNeuron(n) || fails(p, n) || latched(p, n) || reach.Debugs(p, n) != syntax.None {
		return elsewhere, nil
	}
	through := rowOf(p, n, maxVariables)
	if through == syntax.None {
		return elsewhere, nil
	}
	return perElement, p.Places("reads this element by element", through)
}

// rowOf is the tensor on the device from one of whose elements an expression is
// computed, by the variable of a loop or of a function passed to map; None if there is
// none.
func rowOf(p *analyzer.Pass, n syntax.Node, variables int) syntax.Node {
	if name, _ := p.Model.CallName(n); name == "builtins.map" {
		if items := p.Tree.Arg(n, 1, ""); elementsOnDevice(p, items, maxVariables) {
			return items
		}
	}
	for at := range p.Tree.All(n) {
		through := syntax.None
		switch p.Tree.Kind(at) {
		case syntax.KindIdentifier:
			through = rowIn(p, at, variables)
		case syntax.KindSubscript:
			if p.Tree.Within(at, n) && numbered(p, p.Tree.Child(at, syntax.FieldSubscript)) {
				through = p.Tree.Child(at, syntax.FieldValue)
			}
		}
		if through != syntax.None && elementsOnDevice(p, through, maxVariables) {
			return through
		}
	}
	return syntax.None
}

// rowIn is the iterable from which a loop or map takes the value of a variable, or of a
// variable that it was computed from.
func rowIn(p *analyzer.Pass, name syntax.Node, variables int) syntax.Node {
	defs := p.Model.ReachingDefs(name)
	if len(defs) != 1 || p.Tree.Kind(p.Tree.Parent(name)) == syntax.KindAttribute && p.Tree.AttrName(p.Tree.Parent(name)) == name {
		return syntax.None
	}
	switch d := defs[0]; d.Kind {
	case semantic.DefFor:
		return goneThrough(p, d)
	case semantic.DefParam:
		if values := p.Model.Mapped(d); len(values) == 1 {
			return values[0]
		}
	case semantic.DefAssign:
		if variables > 0 && p.Model.Type(d.Value).Kind == semantic.KindTensor {
			return rowOf(p, d.Value, variables-1)
		}
	}
	return syntax.None
}

// goneThrough is the tensor whose elements the variable of a loop is bound to: x of
// for row in x, for i, row in enumerate(x), for a, row in zip(y, x).
func goneThrough(p *analyzer.Pass, d semantic.Def) syntax.Node {
	loop := p.Tree.Parent(d.Node)
	for k := p.Tree.Kind(loop); k == syntax.KindTuplePattern || k == syntax.KindPatternList; k = p.Tree.Kind(loop) {
		loop = p.Tree.Parent(loop)
	}
	right := p.Tree.Child(loop, syntax.FieldRight)
	target := p.Tree.Child(loop, syntax.FieldLeft)
	for value := right; ; {
		if target == d.Node {
			return value
		}
		next, part := syntax.None, syntax.None
		switch name, _ := p.Model.CallName(value); name {
		case "builtins.enumerate":
			next, part = p.Tree.Arg(value, 0, "iterable"), item(p, target, 1)
		case "builtins.zip":
			for i := 0; next == syntax.None; i++ {
				arg := p.Tree.Arg(value, i, "")
				if part = item(p, target, i); arg == syntax.None || part == syntax.None {
					return syntax.None
				}
				if p.Tree.Within(d.Node, part) {
					next = arg
				}
			}
		}
		if next == syntax.None || part == syntax.None || !p.Tree.Within(d.Node, part) {
			return syntax.None
		}
		value, target = p.Tree.Unparen(next), p.Tree.Unparen(part)
	}
}

// numbered reports whether an index counts the rounds of a loop, and of more than a few.
func numbered(p *analyzer.Pass, index syntax.Node) bool {
	defs := p.Model.ReachingDefs(index)
	if len(defs) != 1 || defs[0].Kind != semantic.DefFor {
		return false
	}
	rounds := defs[0].Value
	if name, _ := p.Model.CallName(rounds); name != "builtins.range" {
		return false
	}
	for a := range p.Tree.Args(rounds) {
		if fewItems(p, a.Value) {
			return false
		}
	}
	return true
}

// maxFew is how many elements are few: reading the best five of a result is not a loop
// worth reporting.
const maxFew = 16

// fewItems reports whether a number is written out and small.
func fewItems(p *analyzer.Pass, n syntax.Node) bool {
	c, ok := p.Model.Constant(n)
	return ok && c.Kind == semantic.ConstantNumber && c.Number > 1 && c.Number <= maxFew
}

// elementsOnDevice reports whether an expression is a tensor of more than a few
// elements that the file puts on the device: directly, or where a call passes it to the
// function around.
func elementsOnDevice(p *analyzer.Pass, n syntax.Node, calls int) bool {
	n = p.Tree.Unparen(n)
	t := p.Model.Type(n)
	if t.Kind != semantic.KindTensor && t.Kind != semantic.KindUnknown || p.Model.OnHost(n) || few(p, n, maxEvidence) {
		return false
	}
	if t.Confidence >= analyzer.Likely && p.Model.LikelyPlaced(n) && likelyTensor(p, n) && !movedLater(p, n) {
		return true
	}
	defs := p.Model.ReachingDefs(n)
	return calls > 0 && len(defs) == 1 && defs[0].Kind == semantic.DefParam &&
		slices.ContainsFunc(p.Model.Passed(defs[0]), func(v syntax.Node) bool { return elementsOnDevice(p, v, calls-1) })
}

// few reports whether the text shows that a tensor has few elements: the first of
// another one, the best of a result, or numbers that are written out.
func few(p *analyzer.Pass, n syntax.Node, left int) bool {
	return semantic.Walked(p.Model, fewAt{n, left}, func() bool { return decidedFew(p, n, left) })
}

// fewAt is a question of few.
type fewAt struct {
	n    syntax.Node
	left int
}

func decidedFew(p *analyzer.Pass, n syntax.Node, left int) bool {
	n = p.Tree.Unparen(n)
	switch p.Tree.Kind(n) {
	case syntax.KindIdentifier:
		return left > 0 && slices.ContainsFunc(p.Model.ReachingDefs(n), func(d semantic.Def) bool {
			return (d.Kind == semantic.DefAssign || d.Kind == semantic.DefUnpack) && few(p, d.Value, left-1)
		})
	case syntax.KindSubscript:
		index := p.Tree.Child(n, syntax.FieldSubscript)
		if p.Tree.Kind(index) == syntax.KindSlice {
			return slices.ContainsFunc(slices.Collect(p.Tree.Children(index)), func(b syntax.Node) bool { return fewItems(p, b) })
		}
		return few(p, p.Tree.Child(n, syntax.FieldValue), left)
	case syntax.KindAttribute:
		return few(p, p.Tree.Object(n), left) // best.indices
	case syntax.KindCall:
		return fewOf(p, n, left)
	}
	return false
}

// fewOf is few for the result of a call.
func fewOf(p *analyzer.Pass, call syntax.Node, left int) bool {
	name, _ := p.Model.CallName(call)
	switch name {
	case "torch.topk":
		return fewItems(p, p.Tree.Arg(call, 1, "k"))
	case "torch.Tensor.topk":
		return fewItems(p, p.Tree.Arg(call, 0, "k"))
	case "torch.tensor", "torch.as_tensor", "torch.Tensor", "torch.LongTensor", "torch.FloatTensor":
		list := p.Tree.Unparen(p.Tree.Arg(call, 0, "data"))
		return p.Tree.Kind(list) == syntax.KindList || p.Tree.Kind(list) == syntax.KindTuple
	case "torch.arange", "torch.linspace", "torch.zeros", "torch.ones", "torch.rand", "torch.randn", "torch.randperm":
		for a := range p.Tree.Args(call) {
			if a.Name == syntax.None && fewItems(p, a.Value) {
				return true
			}
		}
		return false
	}
	callee := p.Tree.Callee(call)
	return p.Tree.Kind(callee) == syntax.KindAttribute && few(p, p.Tree.Object(callee), left)
}

// runMappedRead reports reads in a function that map hands the elements of a tensor,
// where nothing else tells the type of its parameter: other calls may pass something
// else than a tensor.
func runMappedRead(p *analyzer.Pass, told *told) {
	for call := range p.Model.CallsOf("builtins.map") {
		fn, items := p.Model.Ref(p.Tree.Arg(call, 0, "")).Def, p.Tree.Arg(call, 1, "")
		if p.Tree.Kind(fn) != syntax.KindFunction || len(p.Tree.Params(fn)) != 1 || !elementsOnDevice(p, items, maxVariables) {
			continue
		}
		for name := range p.Tree.All(fn) {
			defs := p.Model.ReachingDefs(name)
			if p.Tree.Kind(name) != syntax.KindIdentifier || len(defs) != 1 || defs[0].Kind != semantic.DefParam || p.Tree.EnclosingFunction(name) != fn {
				continue
			}
			r, reads := readOfName(p, name)
			if !reads || told.knows(r.at) {
				continue
			}
			if w, _ := rowPlace(p, r.node); w == perElement {
				told.add(r.node, &finding{
					idiom: "tensor-read", at: r.at, what: r.how, place: w, severity: w.severity(),
					confidence: r.confidence, api: r.api, related: p.Places("reads this element by element", items),
				})
			}
		}
	}
}

// readOfName recognises a call that reads a variable if that is a tensor: token.item(),
// max(32, token).
func readOfName(p *analyzer.Pass, name syntax.Node) (read, bool) {
	parent := p.Tree.Parent(name)
	call := p.Tree.Parent(parent)
	if p.Tree.Kind(call) != syntax.KindCall {
		return read{}, false
	}
	callee := p.Tree.Callee(call)
	r := read{node: call, at: callee, confidence: analyzer.Likely, how: "`" + rewrite.Code(p, callee) + "(…)`"}
	api, _ := p.Model.CallName(call)
	where := ""
	if p.Tree.Kind(parent) == syntax.KindAttribute {
		method := p.Tree.Text(p.Tree.AttrName(callee))
		api, where, r.how = "torch.Tensor."+method, "self", "`."+method+"()`"
		r.at = p.Tree.AttrName(callee)
	}
	at := 0
	for a := range p.Tree.Args(call) {
		if a.Value == name {
			where = strconv.Itoa(at)
		}
		at++
	}
	row, known := p.DB.HostRead(api)
	r.api, r.yields = row.Name, row.Yields
	return r, known && where != "" && row.Yields == opsdb.YieldsValue && (slices.Contains(row.Arguments, where) || where != "self" && slices.Contains(row.Arguments, "*"))
}
