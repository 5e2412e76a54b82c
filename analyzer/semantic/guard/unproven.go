package guard

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/tensor"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Unproven reports whether a test for CUDA, once made to hold for Neuron, leads to a
// device-independent feature of PyTorch that Neuron is not known to support: gradient
// scaling, a generator on the device, the channels_last memory format. The feature may be
// used in the regions that then run, or with a value that the statement around the test
// assigns.
func (m *Control) Unproven(test syntax.Node, regions []source.Span) bool {
	return m.leadsTo(m.findDoubts(), test, regions)
}

// ForksCUDA reports whether a test for CUDA, once made to hold for Neuron, hands devices
// to torch.random.fork_rng, which takes them for CUDA devices unless called with their
// type, and raises where there are none.
func (m *Control) ForksCUDA(test syntax.Node, regions []source.Span) bool {
	var forks []syntax.Node
	for call := range m.CallsOf("torch.random.fork_rng") {
		if m.Tree.Arg(call, 0, "devices") != syntax.None && m.Tree.Arg(call, 4, "device_type") == syntax.None {
			forks = append(forks, call)
		}
	}
	return m.leadsTo(forks, test, regions)
}

// leadsTo reports whether one of the doubtful nodes is in the regions, or reads a
// variable assigned by the statement around the test.
func (m *Control) leadsTo(doubts []syntax.Node, test syntax.Node, regions []source.Span) bool {
	if len(doubts) == 0 {
		return false
	}
	regions = m.Reach(regions)
	var given map[string]bool
	for _, n := range doubts {
		if m.Tree.Span(n).In(regions) {
			return true
		}
		if m.Tree.Start(n) < m.Tree.Stop(test) || m.FrameOf(n) != m.FrameOf(test) {
			continue
		}
		if given == nil {
			given = m.givenBy(test)
		}
		whole := m.Tree.Statement(n)
		if m.Tree.Kind(whole) == syntax.KindWith {
			whole = n // and not the body
		}
		if m.reads(whole, given) {
			return true
		}
	}
	return false
}

// findDoubts returns the places of a file that name a feature that Neuron is not known to
// support, apart from torch.cuda, which is reported separately.
func (m *Control) findDoubts() []syntax.Node {
	if m.doubts != nil {
		return m.doubts
	}
	m.doubts = []syntax.Node{}
	for _, call := range m.Calls() {
		if m.doubtful(call) {
			m.doubts = append(m.doubts, call)
		}
	}
	for _, format := range [...]string{"channels_last", "channels_last_3d"} {
		for n := range m.AttributeLoads(format) {
			if name, _ := m.Name(n); name == "torch."+format {
				m.doubts = append(m.doubts, n)
			}
		}
	}
	return m.doubts
}

// doubtful reports whether the counterpart of a call on Neuron is in doubt.
func (m *Control) doubtful(call syntax.Node) bool {
	name, conf := m.CallName(call)
	if conf < infer.Likely || !strings.HasPrefix(name, "torch.") || strings.HasPrefix(name, "torch.cuda.") {
		return false
	}
	if name == "torch.autocast" || name == "torch.amp.autocast" {
		return !tensor.Of(m.Model).CastsAlike(call)
	}
	row, ok := m.DB.Replacement(name, opsdb.RewriteNeuron)
	return ok && row.Action != opsdb.ActionKeep && row.Safety != "safe"
}

// givenBy returns the variables whose values a test decides: those assigned in the
// statement around it, and those computed from them afterwards.
func (m *Control) givenBy(test syntax.Node) map[string]bool {
	t := m.Tree
	stmt := t.Statement(test)
	given := make(map[string]bool)
	for n := range t.All(m.FrameOf(test)) {
		if t.Kind(n) != syntax.KindAssignment || t.Start(n) < t.Start(stmt) {
			continue
		}
		if t.Within(n, stmt) || m.reads(t.Child(n, syntax.FieldRight), given) {
			for _, target := range m.targets(t.Child(n, syntax.FieldLeft)) {
				given[target] = true
			}
		}
	}
	return given
}

// targets returns the variables in an assignment target: x, or x and y of x, y.
func (m *Control) targets(target syntax.Node) []string {
	switch m.Tree.Kind(target) {
	case syntax.KindIdentifier:
		return []string{m.Tree.Text(target)}
	case syntax.KindAttribute, syntax.KindSubscript:
		return nil
	}
	var out []string
	for c := range m.Tree.Children(target) {
		out = append(out, m.targets(c)...)
	}
	return out
}

// reads reports whether code names one of the variables.
func (m *Control) reads(n syntax.Node, variables map[string]bool) bool {
	for c := range m.Tree.All(n) {
		if m.Tree.Kind(c) == syntax.KindIdentifier && variables[m.Tree.Text(c)] {
			return true
		}
	}
	return false
}
