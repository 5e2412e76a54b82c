package device

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// requiredGPU reports the decorators of PyTorch and of Hugging Face's libraries that
// skip a test without CUDA: @require_torch_gpu, @skip_if_lt_x_gpu(2). Decorators of the
// project are reported at their own query.
func requiredGPU(p *analyzer.Pass) {
	if !p.Model.TextHas("require") && !p.Model.TextHas("_gpu") && !p.Model.TextHas("onlyCUDA") {
		return
	}
	for u := range usage.Of(p, func(name string) bool { return requiresGPU(p.DB, name) }) {
		at := u.Node
		if u.Call != syntax.None {
			at = u.Call
		}
		if p.Tree.Kind(p.Tree.Parent(at)) != syntax.KindDecorator {
			continue
		}
		v := verdicts[semantic.GuardTest]
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(u.Node),
			Message:    "`@" + rewrite.Code(p, u.Node) + "` asks for CUDA: " + v.text,
			Help:       "check for any accelerator instead, unless the test is about CUDA itself",
			Severity:   v.severity,
			Confidence: min(u.Confidence, analyzer.Likely),
			API:        u.Name,
			Fact:       fact(p, "torch.cuda.is_available"),
			Fixes:      requiredFix(p, u),
		})
	}
}

// onlyForCUDA reports where PyTorch's helper makes tests for CUDA and no other device.
func onlyForCUDA(p *analyzer.Pass) {
	for call := range p.Model.CallsOf("torch.testing._internal.common_device_type.instantiate_device_type_tests") {
		devices := p.Tree.Unparen(p.Tree.Arg(call, 3, "only_for"))
		text, ok := p.Tree.StringValue(devices)
		if items := slices.Collect(p.Tree.Children(devices)); !ok && len(items) == 1 {
			text, _ = p.Tree.StringValue(items[0])
		}
		if text != "cuda" {
			continue
		}
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(devices),
			Message:    "`only_for=" + rewrite.Code(p, devices) + "` creates tests for CUDA only: on Neuron there are none",
			Help:       "check for any accelerator instead, unless the tests are about CUDA itself",
			Severity:   verdicts[semantic.GuardTest].severity,
			Confidence: analyzer.Likely,
			API:        "torch.testing._internal.common_device_type.instantiate_device_type_tests",
			Fact:       fact(p, "torch.cuda.is_available"),
		})
	}
}

func requiresGPU(db *opsdb.DB, name string) bool {
	pkg, _, _ := strings.Cut(name, ".")
	last := name[strings.LastIndexByte(name, '.')+1:]
	switch pkg {
	case "transformers", "accelerate", "diffusers":
		return strings.HasPrefix(last, "require_") && (strings.HasSuffix(last, "gpu") || strings.HasSuffix(last, "cuda"))
	}
	return slices.Contains(db.CUDAWords().Decorators, name)
}
