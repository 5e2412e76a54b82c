package device

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// atHand is the device at hand for a call that places something on the CUDA device
// in use. Only portable code inherits it; the other rewrites name the device.
func atHand(p *analyzer.Pass, call syntax.Node) (semantic.AtHand, bool) {
	if p.Target.Rewrite != opsdb.RewritePortable {
		return semantic.AtHand{}, false
	}
	hand, ok := p.Model.DeviceAtHand(call)
	if !ok || hand.Source != syntax.None && !changes(p, hand.Source) {
		return semantic.AtHand{}, false
	}
	return hand, true
}

// changes reports whether a literal is rewritten to the accelerator in use, as a
// finding of its own or as part of the idiom around it.
func changes(p *analyzer.Pass, lit syntax.Node) bool {
	s := p.Model.DeviceAt(lit)
	return selectedByGuard(p, lit) || s != nil && !onlyPrecision(p, s) && !onlyMapLocation(s)
}

// inherit puts a fix that uses the device at hand before the one that asks for the
// accelerator. It is made only if the literal that the device comes from changes. A fix
// that others in its group wait for stays the only one of its finding.
func inherit(p *analyzer.Pass, hand semantic.AtHand, edits []analyzer.Edit, ask analyzer.Fix, alone bool) []analyzer.Fix {
	fix := ask
	fix.Title, fix.Edits = "use the device in scope", edits
	fix.Take(analyzer.Doubtful("the device in scope may differ from the one used before"))
	if hand.Source == syntax.None {
		return []analyzer.Fix{fix}
	}
	fix.Follows = rewrite.Group(p, hand.Source)
	if !alone {
		return []analyzer.Fix{fix}
	}
	fix.Group = ""
	return []analyzer.Fix{fix, ask}
}

// literalFixes are the fixes of a literal: where only one call takes it, the device at
// hand replaces it.
func literalFixes(p *analyzer.Pass, s *semantic.Source, ask analyzer.Fix) []analyzer.Fix {
	made, call := taker(p, s)
	if call == syntax.None || len(ask.Edits) == 0 {
		return []analyzer.Fix{ask}
	}
	hand, ok := atHand(p, call)
	if !ok {
		return []analyzer.Fix{ask}
	}
	place := s.Node
	if hand.Object && made != syntax.None {
		place = made
	}
	alone := len(s.Component.Sources) == 1 && !slices.ContainsFunc(p.Model.Guards(), func(g *semantic.Guard) bool {
		return p.Tree.Span(s.Node).In(g.Dead)
	})
	return inherit(p, hand, []analyzer.Edit{rewrite.Replace(p, place, hand.Text)}, ask, alone)
}

// taker is the call that a literal is written in, if it takes a device and is the only
// place that the literal reaches. In between may be a torch.device, which is made.
func taker(p *analyzer.Pass, s *semantic.Source) (made, call syntax.Node) {
	if len(s.Sinks) > 2 {
		return syntax.None, syntax.None
	}
	for _, k := range s.Sinks {
		if k.API == "torch.device" && k.Node == s.Node {
			if positional, keyword, splat := p.Tree.ArgCount(k.Call); positional+keyword != 1 || splat {
				return syntax.None, syntax.None
			}
			made = k.Call
		}
	}
	for _, k := range s.Sinks {
		switch {
		case k.Node == s.Node && k.Call == made && made != syntax.None:
		case k.Role != semantic.RoleDevice || call != syntax.None || k.Node != s.Node && k.Node != made:
			return syntax.None, syntax.None
		default:
			call = k.Call
		}
	}
	return made, call
}

// methodFixes are the fixes of .cuda(), which gets the device at hand if it has no
// argument.
func methodFixes(p *analyzer.Pass, call syntax.Node, ask analyzer.Fix) []analyzer.Fix {
	hand, ok := atHand(p, call)
	if !ok {
		return []analyzer.Fix{ask}
	}
	edits, _ := movedTo(p, call, hand.Text)
	return inherit(p, hand, edits, ask, true)
}
