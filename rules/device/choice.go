package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// reportChoice reports a device that an option of the command line offers, unless the
// option offers the device of Neuron too. Nothing breaks, but a changed default has to
// be among the choices.
func reportChoice(p *analyzer.Pass, s *semantic.Source) {
	text := p.Tree.Text(s.Node)
	native := strings.Replace(text, "cuda", rewrite.DeviceType(p), 1)
	if offersNative(p, s.Node) {
		return
	}
	fix := analyzer.Fix{
		Title: "offer the Neuron device too", Safety: analyzer.Display,
		Group: rewrite.Group(p, s.Node), Requires: requires(p),
	}
	fix.Take(analyzer.ShownBecause("the choices are not written as a list that could be extended"))
	if keepsXLA(p) {
		fix.Take(analyzer.ShownBecause(ownXLACode))
	} else if s.Form != semantic.FormComputed && native != text && isMember(p, s.Node) {
		fix.Edits = []analyzer.Edit{insert(p, p.Tree.Stop(s.Node), ", "+native)}
		closed := choiceTrust(p, s)
		fix.TakeBoth(closed, closed)
		if unused(s) {
			fix.Limit(analyzer.Doubtful("nothing in this file uses the option as a device"))
		}
		fix = forXLA(p, fix, s.Node)
	}
	p.Report(analyzer.Diagnostic{
		Span:        p.Tree.Span(s.Node),
		Message:     "`" + text + "` is offered as a choice but `" + native + "` is not",
		Help:        "offer `" + native + "` too",
		Severity:    analyzer.Info,
		Confidence:  s.Confidence(),
		Conditional: s.Sinks[0].Role == semantic.RoleLinked,
		API:         s.Sinks[0].API,
		Fact:        fact(p, "torch.device"),
		Related:     sinkPlaces(p, s),
		Fixes:       []analyzer.Fix{fix},
	})
}

// choiceTrust is without doubt where only the option sees the choices, and every use of
// its value is known.
func choiceTrust(p *analyzer.Pass, s *semantic.Source) analyzer.Trust {
	switch {
	case !p.Tree.Span(s.Choice).Contains(p.Tree.Span(s.Node)):
		return analyzer.Doubtful("other code may use these choices")
	case s.Component.Escapes != "":
		return analyzer.Doubtful(s.Component.Escapes)
	case s.Partial, p.Model.RunsCode():
		return analyzer.Doubtful("the option's value could not be followed everywhere")
	}
	return analyzer.Sure()
}

// isMember reports whether a literal stands by itself among the choices.
func isMember(p *analyzer.Pass, lit syntax.Node) bool {
	switch p.Tree.Kind(p.Tree.Parent(lit)) {
	case syntax.KindList, syntax.KindTuple, syntax.KindSet, syntax.KindType:
		return true
	}
	return false
}

// offersNative reports whether the choices beside a literal have the Neuron device of
// the same index.
func offersNative(p *analyzer.Pass, lit syntax.Node) bool {
	device, _ := p.Tree.StringValue(lit)
	native := strings.Replace(device, "cuda", rewrite.DeviceType(p), 1)
	members := p.Tree.Parent(lit)
	if p.Tree.Kind(members) == syntax.KindType { // Literal["cpu", "cuda"]
		members = p.Tree.Parent(members)
	}
	for other := range p.Tree.Children(members) {
		if p.Tree.Kind(other) == syntax.KindType {
			other = p.Tree.First(other)
		}
		if v, ok := p.Tree.StringValue(other); ok && v == native {
			return true
		}
	}
	return false
}
