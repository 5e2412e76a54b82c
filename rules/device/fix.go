package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// accelerator is the expression that yields the accelerator in use.
const accelerator = "torch.accelerator.current_accelerator"

// sourceFix rewrites a device literal where it stands.
func sourceFix(p *analyzer.Pass, s *semantic.Source) analyzer.Fix {
	fix := analyzer.Fix{Group: rewrite.Group(p, s.Node), Requires: requires(p), Safety: analyzer.Display}
	switch p.Target.Rewrite {
	case opsdb.RewriteNeuron:
		fix.Title = "use the Neuron device"
		fix.Edits = rewrite.DeviceString(p, s.Node, rewrite.Native)
		fix.Safety = literalSafety(p, s)
	case opsdb.RewritePortable:
		fix.Title = "use whichever accelerator is there"
		if s.Form == semantic.FormPlain && len(s.Component.Compares) == 0 {
			fix.Edits = acceleratorFor(p, s)
			fix.Safety = analyzer.Unsafe
		}
	default:
		fix.Title = "use torch_xla.device()"
	}
	if len(fix.Edits) == 0 {
		fix.Safety = analyzer.Display
	}
	return fix
}

// acceleratorFor replaces a literal by the accelerator in use: a device where
// only devices are wanted, its type where a string may be.
func acceleratorFor(p *analyzer.Pass, s *semantic.Source) []analyzer.Edit {
	local, edits := rewrite.Module(p, "torch", s.Node)
	text := local + accelerator[len("torch"):] + "()"
	for _, k := range s.Sinks {
		if k.Role != semantic.RoleDevice {
			text += ".type"
			break
		}
	}
	return append(edits, rewrite.Replace(p, s.Node, text))
}

// literalSafety grades "cuda" → "neuron". It is safe where the literal acts in
// places that are known to take a device, nothing outside the file sees it,
// and it does not choose among several devices.
func literalSafety(p *analyzer.Pass, s *semantic.Source) analyzer.Safety {
	switch {
	case s.Form == semantic.FormComputed, s.Form == semantic.FormIndexed && s.Index != "0",
		s.CLI != syntax.None, s.Confidence() < semantic.Likely, weakened(p):
		return analyzer.Unsafe
	}
	comp := s.Component
	if comp.Escapes != "" || comp.Open != "" && len(comp.Compares) > 0 {
		return analyzer.Unsafe
	}
	safety := analyzer.Unsafe
	for _, k := range s.Sinks {
		switch k.Role {
		case semantic.RoleNamed, semantic.RoleDeviceMap:
			return analyzer.Unsafe
		default:
			safety = max(safety, sinkSafety(p, k))
		}
	}
	return safety
}

// sinkSafety looks up how well it is documented that what takes the device
// takes the Neuron device; where nothing is said of it, the device string
// itself decides.
func sinkSafety(p *analyzer.Pass, k semantic.Sink) analyzer.Safety {
	if r, ok := p.DB.Replacement(k.API, p.Target.Rewrite); ok && k.API != "torch.device" {
		return rewrite.Safety(r.Safety)
	}
	r, _ := p.DB.Replacement("torch.device", p.Target.Rewrite)
	return rewrite.Safety(r.Safety)
}

// weakened reports whether the file runs code that can change any variable.
func weakened(p *analyzer.Pass) bool {
	for _, call := range p.Model.Calls() {
		if name, _ := p.Model.CallName(call); name == "builtins.exec" || name == "builtins.globals" {
			return true
		}
	}
	return false
}

// queryEdits rewrites the CUDA queries that decide a guard; safety is that of
// the weakest, Display if one has no counterpart.
func queryEdits(p *analyzer.Pass, atoms []syntax.Node) ([]analyzer.Edit, analyzer.Safety) {
	var edits []analyzer.Edit
	safety := analyzer.Safe
	for _, a := range atoms {
		e, s := rewrite.Query(p, a)
		if len(e) == 0 {
			return nil, analyzer.Display
		}
		edits = append(edits, e...)
		safety = min(safety, s)
	}
	return edits, safety
}

// controlled are the regions that run only if the test holds, found by
// climbing from it to the condition it is part of; known is false if the
// outcome goes elsewhere.
func controlled(t *syntax.Tree, test syntax.Node, holds bool) (regions []source.Span, known bool) {
	n := test
	for {
		p := t.Parent(n)
		switch t.Kind(p) {
		case syntax.KindParenthesized, syntax.KindBooleanOperator:
			n = p
		case syntax.KindNotOperator:
			n, holds = p, !holds
		case syntax.KindIf, syntax.KindElif:
			return branches(t, p, holds), true
		case syntax.KindWhile:
			return []source.Span{t.Span(t.Child(p, syntax.FieldBody))}, true
		case syntax.KindConditional:
			body, cond, orelse := t.Conditional(p)
			switch {
			case cond != n:
				n = p
			case holds:
				return []source.Span{t.Span(body)}, true
			default:
				return []source.Span{t.Span(orelse)}, true
			}
		case syntax.KindAssert:
			return nil, true
		default:
			return nil, false
		}
	}
}

// branches are the bodies of an if or elif that run when its condition holds,
// or when it does not.
func branches(t *syntax.Tree, arm syntax.Node, holds bool) []source.Span {
	body := t.Child(arm, syntax.FieldConsequence)
	if holds {
		return []source.Span{t.Span(body)}
	}
	var out []source.Span
	for c := t.Next(arm); c != syntax.None && t.Kind(arm) == syntax.KindElif; c = t.Next(c) {
		out = append(out, t.Span(c))
	}
	for c := t.Next(body); c != syntax.None; c = t.Next(c) {
		out = append(out, t.Span(c))
	}
	return out
}
