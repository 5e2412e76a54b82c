package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// requiredGPU reports the decorators of Hugging Face's libraries that skip a test
// without CUDA: @require_torch_gpu. Those of the project are reported where they
// ask for it.
func requiredGPU(p *analyzer.Pass) {
	if !p.Model.Says("require") {
		return
	}
	for u := range usage.Of(p, requiresGPU) {
		if p.Tree.Kind(p.Tree.Parent(u.Node)) != syntax.KindDecorator {
			continue
		}
		v := verdicts[semantic.GuardTest]
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(u.Node),
			Message:    "`@" + rewrite.Code(p, u.Node) + "` asks for CUDA: " + v.text,
			Help:       "ask for any accelerator instead, if the test is not about CUDA itself",
			Severity:   v.severity,
			Confidence: min(u.Confidence, analyzer.Likely),
			API:        u.Name,
			Fact:       fact(p, "torch.cuda.is_available"),
		})
	}
}

func requiresGPU(name string) bool {
	pkg, _, _ := strings.Cut(name, ".")
	last := name[strings.LastIndexByte(name, '.')+1:]
	switch pkg {
	case "transformers", "accelerate", "diffusers":
		return strings.HasPrefix(last, "require_") && (strings.HasSuffix(last, "gpu") || strings.HasSuffix(last, "cuda"))
	}
	return false
}
