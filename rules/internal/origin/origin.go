// Package origin points at the origin of a reported value: where a number of a device
// is bound, and the options that decide which device a program uses.
package origin

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Number points at the places that the number of a device comes from.
func Number(p *analyzer.Pass, n syntax.Node) []analyzer.Related {
	return places(nil, p.Model.Origins(n))
}

// maxNear bounds how far up conditions are looked for: calls of calls of calls may
// be thousands.
const maxNear = 48

// Deciding adds to places the options that decide, by their names about devices,
// whether n is evaluated: those in the conditions around it, and beside it in one.
func Deciding(p *analyzer.Pass, n syntax.Node, out []analyzer.Related) []analyzer.Related {
	at := n
	for range maxNear {
		parent := p.Tree.Parent(at)
		switch p.Tree.Kind(parent) {
		case syntax.KindBooleanOperator, syntax.KindNotOperator:
			if k := p.Tree.Kind(p.Tree.Parent(parent)); k != syntax.KindBooleanOperator && k != syntax.KindNotOperator {
				out = within(p, out, parent)
			}
		case syntax.KindIf, syntax.KindElif, syntax.KindConditional:
			if cond := p.Tree.Condition(parent); cond != at {
				out = within(p, out, cond)
			}
		case syntax.KindFunction, syntax.KindClass, syntax.KindNone:
			return out
		}
		at = parent
	}
	return out
}

// within adds the options that a condition reads.
func within(p *analyzer.Pass, out []analyzer.Related, cond syntax.Node) []analyzer.Related {
	for n := range p.Tree.All(cond) {
		if p.Tree.Kind(n) == syntax.KindAttribute && tellsDevice(p.Tree.Text(p.Tree.AttrName(n))) {
			out = places(out, p.Model.Settings(n))
		}
	}
	return out
}

// tellsDevice recognises the names of settings that choose a device.
func tellsDevice(name string) bool {
	name = strings.ToLower(name)
	for _, word := range [...]string{"cuda", "gpu", "device", "cpu", "accelerator", "backend"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

func places(out []analyzer.Related, origins []semantic.Origin) []analyzer.Related {
	for _, o := range origins {
		r := analyzer.Related{Path: o.Path, Span: o.Span, Message: "the number comes from here"}
		if o.Option {
			r.Message = "the option that decides"
		}
		known := false
		for _, other := range out {
			known = known || other.Path == r.Path && other.Span == r.Span
		}
		if !known {
			out = append(out, r)
		}
	}
	return out
}
