package operators

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// reportAll reports the uses whose finding is the rule's. One finding covers all uses
// of its kind in one statement: it lists the lines of the others. So do the other
// transforms of a convolution: ifft(fft(x) * k).
func reportAll(p *analyzer.Pass, mine func(opcall.Finding) bool) {
	var all []*found
	for _, f := range findAll(p) {
		if mine(f.finding) && !wrapsModel(f.use.API) && !neverReached(p, f.use) {
			all = append(all, f)
		}
	}
	reportOnce(p, all, p.Tree.Statement)
}

// reportOnce reports a finding once for each part of the file, with the lines of the
// other uses of its kind there. A function of JAX is lowered by general rules, and the
// conclusion from those for all its calls is reported once for the file.
func reportOnce(p *analyzer.Pass, all []*found, part func(syntax.Node) syntax.Node) {
	type kind struct {
		part       syntax.Node
		said       string
		confidence analyzer.Confidence
	}
	of := func(f *found) kind {
		k := kind{said: said(f), confidence: f.Confidence}
		if v := f.finding; !isJAX(f.API) || v.DType || v.Condition != "" || firm(v.Verdict.Ref.Evidence) {
			k.part = part(f.Node)
		}
		return k
	}
	var firsts []*found
	others := map[kind][]syntax.Node{}
	for _, f := range all {
		k := of(f)
		if _, known := others[k]; known {
			others[k] = append(others[k], f.At)
			continue
		}
		others[k], firsts = nil, append(firsts, f)
	}
	for _, f := range firsts {
		report(p, f.use, f.finding, p.Places("another one here", onOtherLines(p, f.At, others[of(f)])...)...)
	}
}

// onOtherLines keeps one of the nodes for each line except the line of first.
func onOtherLines(p *analyzer.Pass, first syntax.Node, nodes []syntax.Node) []syntax.Node {
	said := map[int]bool{rewrite.Line(p, first): true}
	return slices.DeleteFunc(nodes, func(n syntax.Node) bool {
		line := rewrite.Line(p, n)
		known := said[line]
		said[line] = true
		return known
	})
}
