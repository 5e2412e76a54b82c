package flow

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Mocked returns the functions and classes that replace a function of torch.cuda by
// another object: @patch("torch.cuda.is_available"), with
// patch.object(torch.cuda, "device_count"), monkeypatch.setattr(torch.cuda, …).
func (m *Literals) Mocked() []source.Span {
	if !m.TextHas("patch") || !m.TextHas("cuda") {
		return nil
	}
	var regions []source.Span
	for _, call := range m.Calls() {
		if !m.mocksCUDA(call) {
			continue
		}
		at := m.Tree.EnclosingFunction(call)
		if dec := m.Tree.Parent(call); m.Tree.Kind(dec) == syntax.KindDecorator {
			at = m.Tree.Parent(dec)
		}
		if at != syntax.None {
			regions = append(regions, m.Tree.Span(at))
		}
	}
	return regions
}

// mocksCUDA reports whether a call replaces a function of torch.cuda.
func (m *Literals) mocksCUDA(call syntax.Node) bool {
	callee := m.Tree.Written(m.Tree.Callee(call))
	if !strings.Contains(callee, "patch") {
		return false
	}
	replaced := m.Tree.Arg(call, 0, "target")
	if text, ok := m.Tree.StringValue(replaced); ok {
		return strings.Contains(text, "torch.cuda.")
	}
	name, _ := m.Name(replaced)
	return name == "torch.cuda" || strings.HasPrefix(name, "torch.cuda.")
}
