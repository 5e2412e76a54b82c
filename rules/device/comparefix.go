package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// renameTrust is the trust in a test that holds for Neuron in the place of CUDA.
func renameTrust(p *analyzer.Pass, c *semantic.Compare) analyzer.Trust {
	switch comp := c.Component; {
	case p.Model.Settled(c) != syntax.None:
		return analyzer.Sure()
	case len(comp.Sources) == 0:
		return analyzer.Doubtful("this file does not show which devices reach the test")
	case comp.Open != "":
		return analyzer.Doubtful("other devices may reach the test: " + comp.Open)
	case comp.Escapes != "":
		return analyzer.Doubtful(comp.Escapes)
	}
	return analyzer.Sure()
}

// testEdits writes the test for Neuron: in place of CUDA, or beside CUDA where the test
// accepts several accelerators.
func testEdits(p *analyzer.Pass, c *semantic.Compare) []analyzer.Edit {
	if c.Cut {
		return nil // the other device has another length
	}
	several := p.Tree.Parent(c.Literal)
	switch p.Tree.Kind(several) {
	case syntax.KindTuple, syntax.KindList, syntax.KindSet:
		members := 0
		for range p.Tree.Children(several) {
			members++
		}
		lit := p.Tree.Text(c.Literal)
		if members > 1 && (lit == `"cuda"` || lit == `'cuda'`) {
			return []analyzer.Edit{insert(p, p.Tree.Stop(c.Literal), ", "+lit[:1]+rewrite.DeviceType(p)+lit[:1])}
		}
	}
	return rewrite.DeviceString(p, c.Literal, rewrite.DeviceType(p))
}

// lookedUp changes the backend that a table gives for CUDA along with its key:
// {"cuda": "nccl"}.
func lookedUp(p *analyzer.Pass, c *semantic.Compare) []analyzer.Edit {
	pair := p.Tree.Parent(c.Literal)
	if p.Tree.Kind(pair) != syntax.KindPair {
		return nil
	}
	value := p.Tree.Child(pair, syntax.FieldValue)
	if v, ok := p.Tree.StringValue(value); !ok || v != "nccl" {
		return nil
	}
	if e, ok := rewrite.Builder(p).ReplaceStringValue(value, rewrite.DeviceType(p)); ok {
		return []analyzer.Edit{e}
	}
	return nil
}
