package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// reportCacheParts reports, once a function, the part of a cache that forward takes up
// to a position that is an argument: self.cache_k[:batch, :start_pos + length].
func reportCacheParts(p *analyzer.Pass) {
	if !p.Model.TextHas("cache") {
		return
	}
	var found firsts
	for n := range p.Tree.OfKind(syntax.KindSlice) {
		part := p.Tree.Parent(n)
		cache := p.Tree.Child(part, syntax.FieldValue)
		if !upToPosition(p, n) || p.Model.Region(n) != semantic.RegionForward || !calledCache(p, cache) ||
			p.Model.Type(cache).Kind != semantic.KindTensor || p.Model.GuardedForNeuron(n) || p.Tree.Assigned(part) {
			continue
		}
		found.add(p, p.Tree.EnclosingFunction(n), part, &finding{
			idiom: "growing-tensor", at: part, what: "a slice of a cache that grows with the position", place: perCall,
			severity: analyzer.Info, confidence: analyzer.Likely,
			advice: "use the whole cache and mask the unfilled part, which keeps its shape",
		})
	}
	found.report(p)
}

// upToPosition reports whether a slice begins at the start of the tensor and ends at an
// argument of the function: :start_pos + length.
func upToPosition(p *analyzer.Pass, slice syntax.Node) bool {
	end := p.Tree.Unparen(cutAt(p, slice))
	if p.Tree.Kind(end) == syntax.KindBinaryOperator && p.Tree.Operator(end) == "+" {
		return isPosition(p, p.Tree.Child(end, syntax.FieldLeft)) || isPosition(p, p.Tree.Child(end, syntax.FieldRight))
	}
	return isPosition(p, end)
}

// isPosition reports whether a name is a parameter for the position of a call in the
// sequence.
func isPosition(p *analyzer.Pass, n syntax.Node) bool {
	if p.Tree.Kind(n) != syntax.KindIdentifier || !strings.Contains(strings.ToLower(p.Tree.Text(n)), "pos") {
		return false
	}
	defs := p.Model.ReachingDefs(n)
	if len(defs) != 1 || defs[0].Kind != semantic.DefParam {
		return false
	}
	kind := p.Model.Type(n).Kind
	return kind == semantic.KindInt || kind == semantic.KindUnknown
}
