package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// movesNothing reports the move of a module that holds no tensor as a note, and whether
// the call is one. PyTorch then ignores the device, and nothing raises on a machine
// without CUDA.
func movesNothing(p *analyzer.Pass, call, at syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute {
		return false
	}
	class := p.Model.Stateless(p.Tree.Object(callee))
	if class == "" {
		return false
	}
	method := p.Tree.Text(p.Tree.AttrName(callee))
	row, _ := p.DB.Stateless(p.DB.Canonical(class))
	p.Report(analyzer.Diagnostic{
		Span:       source.Span{Start: p.Tree.Start(at), End: p.Tree.Stop(call)},
		Message:    "`." + method + "()` moves nothing here: `" + class + "` holds no tensors",
		Help:       "remove the call, or leave it: it has no effect on any machine",
		Severity:   analyzer.Info,
		Confidence: analyzer.Likely,
		API:        "torch.nn.Module." + method,
		Fact:       row.Ref,
		Fixes:      dropMove(p, call),
	})
	return true
}

// movesNothingTo is movesNothing for a device that is written where .to takes it.
func movesNothingTo(p *analyzer.Pass, s *semantic.Source) bool {
	if len(s.Sinks) != 1 || s.Sinks[0].Node != s.Node {
		return false
	}
	call := s.Sinks[0].Call
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.View(p.Tree.AttrName(callee)) != "to" {
		return false
	}
	return movesNothing(p, call, p.Tree.AttrName(callee))
}

// dropMove removes .cuda() from the call that makes the module. A separate statement,
// or an assignment of a variable to itself, stays.
func dropMove(p *analyzer.Pass, call syntax.Node) []analyzer.Fix {
	made := p.Tree.Object(p.Tree.Callee(call))
	span := source.Span{Start: p.Tree.Stop(made), End: p.Tree.Stop(call)}
	title := "remove ." + p.Tree.Text(p.Tree.AttrName(p.Tree.Callee(call))) + "()"
	if p.Tree.InError(call) || strings.ContainsAny(string(p.Tree.Source()[span.Start:span.End]), "#\n") {
		return nil
	}
	if p.Tree.Kind(made) != syntax.KindCall {
		return analyzer.NotMade(title, "a statement without effect would be left")
	}
	return []analyzer.Fix{{Title: title, Safety: analyzer.Safe, Edits: []analyzer.Edit{rewrite.Edit(p, span, "")}}}
}
