package graph

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// shapeName is the name of a whole shape that is passed as a size, or of some items of
// one, *pad; None if there is none.
func shapeName(p *analyzer.Pass, size syntax.Node) syntax.Node {
	switch t := p.Tree; {
	case t.Kind(size) == syntax.KindListSplat:
		size = t.First(size)
	case t.Kind(t.Parent(size)) != syntax.KindArgumentList && t.Kind(t.Parent(size)) != syntax.KindKeywordArgument:
		return syntax.None
	}
	if p.Tree.Kind(size) != syntax.KindIdentifier {
		return syntax.None
	}
	return size
}

// reportItems reports the name of a shape if a tensor is an item of the tuple behind
// it: F.pad(t, (*zeros, *pad)), where a caller passes (lens.amax(), 0). The code around
// the tuple tells how often that costs.
func reportItems(p *analyzer.Pass, told *told, name syntax.Node) {
	items := tensorsAmong(p, itemsBehind(p, name, maxBehind))
	if len(items) == 0 || told.knows(name) {
		return
	}
	most := slices.MaxFunc(items, func(a, b placedItem) int { return int(a.place) - int(b.place) }).place
	f := &finding{idiom: "value-as-shape", at: name, what: ofTensor, place: most, severity: most.severity(), confidence: analyzer.Likely}
	told.add(name, f)
	for _, item := range items {
		told.also(f, item.node, "the tensor is an item here")
	}
}

// sizesPassed are the tensors on the device that callers pass for a size.
func sizesPassed(p *analyzer.Pass, size syntax.Node) (tensors []syntax.Node) {
	defs := p.Model.ReachingDefs(size)
	if len(defs) != 1 || defs[0].Kind != semantic.DefParam {
		return nil
	}
	for _, value := range p.Model.Passed(defs[0]) {
		if p.Model.Type(value).Kind == semantic.KindTensor && onDevice(p, value) >= semantic.Likely && evident(p, value) {
			tensors = append(tensors, value)
		}
	}
	return tensors
}

// maxBehind bounds the chain of names between a use and its value.
const maxBehind = 3

// itemsBehind returns the items of the tuples that a name may hold: tuples bound to it,
// or passed in the file if the name is a parameter.
func itemsBehind(p *analyzer.Pass, n syntax.Node, names int) []syntax.Node {
	b := &behind{p: p, met: make(map[syntax.Node]int), found: make(map[syntax.Node]bool)}
	b.follow(n, names)
	return b.items
}

// behind is a walk to the items of a tuple or a list. It visits each expression once,
// or again where more names are left to follow from there.
type behind struct {
	p     *analyzer.Pass
	met   map[syntax.Node]int // how many names were left, and one
	found map[syntax.Node]bool
	items []syntax.Node
}

func (b *behind) follow(n syntax.Node, names int) {
	n = b.p.Tree.Unparen(n)
	if b.met[n] > names {
		return
	}
	b.met[n] = names + 1
	switch b.p.Tree.Kind(n) {
	case syntax.KindTuple, syntax.KindList:
		if !b.found[n] {
			b.found[n] = true
			b.items = append(b.items, slices.Collect(b.p.Tree.Children(n))...)
		}
		return
	case syntax.KindIdentifier:
	default:
		return
	}
	if k := b.p.Model.Type(n).Kind; names == 0 || k != semantic.KindUnknown && k != semantic.KindSequence {
		return
	}
	for _, d := range b.p.Model.ReachingDefs(n) {
		switch d.Kind {
		case semantic.DefAssign:
			b.follow(d.Value, names-1)
		case semantic.DefParam:
			for _, value := range b.p.Model.Passed(d) {
				b.follow(value, names-1)
			}
		}
	}
}

// placedItem is an item of a shape, and how often the tuple is made that it is in.
type placedItem struct {
	node  syntax.Node
	place place
}

// tensorsAmong returns the items that are tensors on the device, where they are made
// often.
func tensorsAmong(p *analyzer.Pass, items []syntax.Node) (found []placedItem) {
	for _, n := range items {
		if onDevice(p, n) < analyzer.Likely || !evident(p, n) {
			continue
		}
		if w := batchPlace(p, n); w != elsewhere {
			found = append(found, placedItem{n, w})
		}
	}
	return found
}
