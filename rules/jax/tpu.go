package jax

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// forTPUsAlone reports whether the code around n says that it is for TPUs and nothing
// else: by the name of its function or the error that it raises, by a flag that guards
// it, or by the reason that a test gives for being skipped. GPUs were left out as well.
func forTPUsAlone(p *analyzer.Pass, n syntax.Node) bool {
	for at := n; at != syntax.None && at != syntax.Root; at = p.Tree.Parent(at) {
		parent := p.Tree.Parent(at)
		switch p.Tree.Kind(parent) {
		case syntax.KindFunction:
			if worksOnTPU(p.Tree.Text(p.Tree.FuncName(parent))) || raisesWithoutTPU(p, parent) {
				return true
			}
		case syntax.KindDecorator:
			if skipsWithoutTPU(p, parent, n) {
				return true
			}
		case syntax.KindIf, syntax.KindElif, syntax.KindConditional:
			cond := p.Tree.Condition(parent)
			if at == cond && skipsWithoutTPU(p, p.Tree.Child(parent, syntax.FieldConsequence), n) || at != cond && p.Tree.Field(at) != syntax.FieldAlternative && flagged(p, cond) {
				return true
			}
		}
	}
	return false
}

// worksOnTPU reports whether a function is one for TPUs by its name. A name that asks,
// such as is_tpu, says nothing about the code that depends on the answer.
func worksOnTPU(name string) bool {
	words := strings.Split(strings.ToLower(strings.TrimLeft(name, "_")), "_")
	return slices.Contains(words, "tpu") && !slices.Contains([]string{"is", "on", "use", "has", "in"}, words[0])
}

// raisesWithoutTPU reports whether a function gives up with words about TPUs alone: "no
// TPU was found".
func raisesWithoutTPU(p *analyzer.Pass, fn syntax.Node) bool {
	for raise := range p.Tree.All(fn) {
		if p.Tree.Kind(raise) != syntax.KindRaise {
			continue
		}
		for s := range p.Tree.All(raise) {
			if p.Tree.Kind(s) != syntax.KindString {
				continue
			}
			text := strings.ToLower(p.Tree.Text(s))
			if strings.Contains(text, "tpu") && !strings.Contains(text, "gpu") && !strings.Contains(text, "accelerator") {
				return true
			}
		}
	}
	return false
}

// skipsWithoutTPU reports whether code skips a test, and names TPUs in a string
// that is not part of the test n of the platform.
func skipsWithoutTPU(p *analyzer.Pass, code, n syntax.Node) bool {
	if !strings.Contains(strings.ToLower(p.Tree.Text(code)), "skip") {
		return false
	}
	for s := range p.Tree.All(code) {
		if p.Tree.Kind(s) != syntax.KindString || p.Tree.Within(s, n) {
			continue
		}
		if text, _ := p.Tree.StringValue(s); strings.Contains(strings.ToLower(text), "tpu") {
			return true
		}
	}
	return false
}

// flagged reports whether a condition is a setting for TPUs: FLAGS.use_tpu.
func flagged(p *analyzer.Pass, cond syntax.Node) bool {
	cond = p.Tree.Unparen(cond)
	name := cond
	if p.Tree.Kind(cond) == syntax.KindAttribute {
		name = p.Tree.AttrName(cond)
	}
	return p.Tree.Kind(name) == syntax.KindIdentifier && slices.Contains(strings.Split(strings.ToLower(p.Tree.Text(name)), "_"), "tpu")
}
