package device

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// otherValue is the effect of a failed test in a conditional expression.
const otherValue = "the other value is used"

// effect is the consequence of a test for CUDA that fails on Neuron.
type effect struct {
	kind     semantic.GuardKind
	severity analyzer.Severity
	text     string
	advice   string // overrides the advice for the kind
}

func effectOf(kind semantic.GuardKind) effect {
	return effect{kind: kind, severity: verdicts[kind].severity, text: verdicts[kind].text}
}

func (e effect) help(fixes []analyzer.Fix) string {
	if e.advice != "" {
		return e.advice
	}
	if e.kind == semantic.GuardGPUOnly || e.kind == semantic.GuardHarmless && e.text == verdicts[e.kind].text {
		if slices.ContainsFunc(fixes, func(f analyzer.Fix) bool { return f.Safety > analyzer.Display }) {
			return "extend the test to Neuron if the guarded code should run there"
		}
		return nothingToDo
	}
	return "extend the test to Neuron if its branch is right there"
}

// unscaled is the effect where a loss scaler is made for CUDA alone: the dtype of
// autocast decides, and it also applies on Neuron. It is a warning where the file asks
// autocast for float16, or does so unless an option says otherwise.
func unscaled(p *analyzer.Pass, e effect) effect {
	e.text = "no scaler is created, and float16 losses are not scaled"
	e.advice = "use bfloat16 for autocast, which needs no scaler; in float16, small gradients underflow to zero"
	if castsToHalf(p) {
		e.severity = analyzer.Warning
	}
	return e
}

// castsToHalf reports whether autocast may use float16: its dtype is float16, or a
// variable that may hold it.
func castsToHalf(p *analyzer.Pass) bool {
	for _, call := range p.Model.Calls() {
		name, _ := p.Model.CallName(call)
		if name != "torch.autocast" && name != "torch.amp.autocast" && !bindsAutocast(p, call, name) {
			continue
		}
		for _, value := range p.Model.Alternatives(p.Tree.Keyword(call, "dtype")) {
			if dtype, _ := p.Model.Name(value); dtype == "torch.float16" || dtype == "torch.half" {
				return true
			}
		}
	}
	return false
}

// bindsAutocast reports whether a call binds arguments to autocast:
// partial(torch.autocast, dtype=dtype).
func bindsAutocast(p *analyzer.Pass, call syntax.Node, name string) bool {
	bound, _ := p.Model.Name(p.Tree.Arg(call, 0, ""))
	return name == "functools.partial" && (bound == "torch.autocast" || bound == "torch.amp.autocast")
}

// choosesMoved reports whether all that a query decides is whether expressions yield
// something where it lies, or after a move: y.cpu().numpy() if use_cuda else y.numpy().
func choosesMoved(p *analyzer.Pass, atom syntax.Node) bool {
	return !slices.ContainsFunc(p.Model.GuardsOf(atom), func(g *semantic.Guard) bool {
		return g.Kind == semantic.GuardOther && !p.Model.OnlyMoves(g.Cond)
	})
}

// namesCUDA reports whether an assertion, or the block that leaves, speaks of
// CUDA to the user.
func namesCUDA(p *analyzer.Pass, g *semantic.Guard) bool {
	said := g.Node
	if body := p.Tree.Child(g.Node, syntax.FieldConsequence); body != syntax.None {
		said = body
	}
	for n := range p.Tree.All(said) {
		if p.Tree.Kind(n) == syntax.KindString && strings.Contains(strings.ToLower(p.Tree.Text(n)), "cuda") {
			return true
		}
	}
	return false
}
