package device

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/optional"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// ofCUDA are functions asked only by code written for a GPU of NVIDIA, or for a build
// of PyTorch for one.
var ofCUDA = [...]string{
	"torch.cuda.get_arch_list", "torch.cuda.get_device_capability", "torch.cuda.get_device_name",
	"torch.cuda.get_device_properties", "torch.version.cuda",
}

// reportForCUDA reports the query of a test that also asks something else about CUDA:
// its compute capability, its version, a library that needs it. Such a test is about
// CUDA, and with a query of any accelerator the other operand would raise.
func reportForCUDA(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard, help string) {
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(atom),
		Message:    "`" + rewrite.Code(p, atom) + "` " + answer(p, atom) + " on Neuron: " + verdicts[g.Kind].text,
		Help:       help,
		Severity:   analyzer.Info,
		Confidence: analyzer.Certain,
		API:        queryName(p, atom),
		Fact:       fact(p, "torch.cuda.is_available"),
		Related:    guardPlaces(p, atom),
	})
}

// neverReached reports whether a test for CUDA keeps n from running on Neuron.
func neverReached(p *analyzer.Pass, n syntax.Node) bool {
	type key struct{}
	dead := analyzer.Once(p, key{}, func() semantic.Cover {
		dead := make(semantic.Cover)
		for _, r := range p.Model.DeadRegions() {
			dead.Add(r.Span)
		}
		return dead
	})
	return dead.Holds(p.Tree.Span(n))
}

// whyForCUDA is the advice for a test that asks for more than the presence of CUDA; ""
// for others.
func whyForCUDA(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) string {
	if g.Kind != semantic.GuardTest {
		return ""
	}
	if asked := asksOfCUDA(p, atom, g); asked != syntax.None {
		return "the condition asks for `" + rewrite.Code(p, asked) + "`: leave it if the test is about CUDA itself; otherwise the whole condition needs an answer for Neuron"
	}
	if optional.Asked(p, atom, semantic.GPUPackages()) {
		return "the test is also skipped without a GPU package: leave it as long as the test needs that package"
	}
	return ""
}

// asksOfCUDA is the part of the condition of a skipped test that asks about CUDA for
// more than its presence.
func asksOfCUDA(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) syntax.Node {
	for _, cond := range []syntax.Node{wholeCondition(p, atom), g.Cond} {
		for n := range p.Tree.All(cond) {
			if (n != atom || len(g.Atoms) > 1) && aboutCUDA(p, n) {
				return n
			}
		}
	}
	return syntax.None
}

// wholeCondition is the expression that operators make of n and the operands beside it.
func wholeCondition(p *analyzer.Pass, n syntax.Node) syntax.Node {
	for {
		parent := p.Tree.Parent(n)
		switch p.Tree.Kind(parent) {
		case syntax.KindParenthesized, syntax.KindBooleanOperator, syntax.KindNotOperator, syntax.KindComparison:
			n = parent
		default:
			return n
		}
	}
}

// aboutCUDA reports whether a node names a property of CUDA or a library that
// needs it.
func aboutCUDA(p *analyzer.Pass, n syntax.Node) bool {
	switch p.Tree.Kind(n) {
	case syntax.KindString:
		text, _ := p.Tree.StringValue(n)
		return needsCUDA(p, text)
	case syntax.KindIdentifier, syntax.KindAttribute:
		name, _ := p.Model.Name(n)
		return slices.Contains(ofCUDA[:], name) || needsCUDA(p, name)
	}
	return false
}

func needsCUDA(p *analyzer.Pass, name string) bool {
	pkg, _, _ := strings.Cut(name, ".")
	return slices.Contains(p.DB.CUDAOnlyPackages(), pkg)
}
