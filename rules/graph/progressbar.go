package graph

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// reportProgressBar notes tensors that a LightningModule logs for the progress bar in
// each step: the Trainer turns them into numbers when the batch ends, whether or not
// the bar is drawn then. Each function gets one finding.
func reportProgressBar(p *analyzer.Pass, told *told) {
	if !p.Model.TextHas("prog_bar") {
		return
	}
	firsts := map[syntax.Node]*finding{}
	for _, call := range p.Model.Calls() {
		if !logsForBar(p, call) || batchPlace(p, call) != perStep {
			continue
		}
		fn, callee := p.Tree.EnclosingFunction(call), p.Tree.Callee(call)
		if first := firsts[fn]; first != nil {
			told.also(first, callee, "logged for the progress bar as well")
			continue
		}
		if told.knows(callee) {
			continue
		}
		f := &finding{
			idiom: "tensor-read", at: p.Tree.AttrName(callee), what: "a tensor that is logged with `prog_bar=True`", place: perStep,
			severity: analyzer.Info, confidence: analyzer.Likely,
			advice: "log it without prog_bar, so that it is read only in the steps that the logger writes",
		}
		firsts[fn] = f
		told.add(call, f)
	}
}

// logsForBar reports whether a call is self.log or self.log_dict of a LightningModule,
// and hands the progress bar a tensor of this step.
func logsForBar(p *analyzer.Pass, call syntax.Node) bool {
	t := p.Tree
	callee := t.Callee(call)
	if t.Kind(callee) != syntax.KindAttribute || t.View(t.Object(callee)) != "self" ||
		t.Kind(t.Keyword(call, "prog_bar")) != syntax.KindTrue || t.Kind(t.Keyword(call, "on_step")) == syntax.KindFalse ||
		!strings.HasSuffix(p.Model.LibraryBase(t.EnclosingClass(call)), ".LightningModule") {
		return false
	}
	switch t.View(t.AttrName(callee)) {
	case "log":
		return isRead(p, t.Arg(call, 1, "value"))
	case "log_dict":
		return holdsRead(p, t.Arg(call, 0, "dictionary"))
	}
	return false
}

// holdsRead reports whether a value of a dictionary, which is written out here or bound
// to a variable, is a tensor on the device.
func holdsRead(p *analyzer.Pass, dict syntax.Node) bool {
	if tensor, _ := shown(p, dict); p.Tree.Kind(dict) == syntax.KindDictionary {
		return tensor != syntax.None
	}
	if p.Tree.Kind(dict) != syntax.KindIdentifier {
		return false
	}
	return slices.ContainsFunc(p.Model.ReachingDefs(dict), func(d semantic.Def) bool {
		return d.Kind == semantic.DefAssign && p.Tree.Kind(d.Value) == syntax.KindDictionary && holdsRead(p, d.Value)
	})
}
