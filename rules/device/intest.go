package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// faked reports whether a literal is a mere label in a test: only a torch.device is
// made of it here, and the test replaces a function that takes devices by one of its
// own, so no tensor is placed there.
func faked(p *analyzer.Pass, s *semantic.Source) bool {
	if !p.Model.TextHas("setattr") && !p.Model.TextHas("patch") || !reach.InTestFile(p) {
		return false
	}
	for _, k := range s.Sinks {
		if k.API != "torch.device" || k.Node != s.Node {
			return false
		}
	}
	test := p.Tree.EnclosingFunction(s.Node)
	if p.Tree.Kind(test) != syntax.KindFunction {
		return false
	}
	for _, call := range p.Model.Calls() {
		if p.Tree.Within(call, test) && replaces(p, call) {
			return true
		}
	}
	return false
}

// replaces reports whether a call of monkeypatch.setattr, mock.patch or the like is given
// a function with a parameter for a device.
func replaces(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Text(p.Tree.Callee(call))
	if !strings.HasSuffix(callee, ".setattr") && !strings.Contains(callee, "patch") {
		return false
	}
	for a := range p.Tree.Args(call) {
		fake := a.Value
		if p.Tree.Kind(fake) != syntax.KindLambda {
			fake = p.Model.Ref(fake).Def
		}
		if k := p.Tree.Kind(fake); k != syntax.KindLambda && k != syntax.KindFunction {
			continue
		}
		for _, param := range p.Tree.Params(fake) {
			if p.Tree.Text(param.Name) == "device" {
				return true
			}
		}
	}
	return false
}

// reference reports whether a test of JAX code uses PyTorch only to compare with: the
// file imports JAX, and torch in functions alone. Its results may as well be computed
// on the host.
func reference(p *analyzer.Pass) bool {
	if !reach.InTestFile(p) || !p.Model.ImportsAny("jax") {
		return false
	}
	for _, imp := range p.Model.Imports() {
		if pkg, _, _ := strings.Cut(imp.Module, "."); pkg == "torch" && p.Tree.EnclosingFunction(imp.Stmt) == syntax.None {
			return false
		}
	}
	return true
}
