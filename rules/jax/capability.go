package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// capabilitySource is where XLA gives the attribute to the devices of its client for GPUs.
const capabilitySource = "openxla/xla@86188339:xla/pjrt/gpu/se_gpu_pjrt_client.cc"

// reportCapability reports reads of the compute capability of whichever devices JAX
// has. Where GPUs are requested by name, the request is the finding.
func reportCapability(p *analyzer.Pass) {
	asked := make(map[syntax.Node]bool) // functions that were looked at, and whether they ask for the kind of device
	for n := range p.Model.AttributeLoads("compute_capability") {
		conf := device(p, p.Tree.Object(n), 0)
		if conf < analyzer.Likely || notThere(p, n) || caught(p, n) {
			continue
		}
		scope := scopeOf(p, n)
		if _, known := asked[scope]; !known {
			asked[scope] = asksKind(p, scope)
		}
		if asked[scope] {
			continue
		}
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(n),
			Message:    "`compute_capability` may raise on Neuron: it is an attribute of GPUs",
			Help:       "ask for the platform first: `device.platform == \"gpu\"`",
			Severity:   analyzer.Warning,
			Confidence: conf,
			Fact:       opsdb.Ref{Evidence: opsdb.Inferred, SDK: "2.26-", Source: capabilitySource},
		})
	}
}

// scopeOf is the function around a node or, at the top of a file, its statement.
func scopeOf(p *analyzer.Pass, n syntax.Node) syntax.Node {
	if fn := p.Tree.EnclosingFunction(n); fn != syntax.None {
		return fn
	}
	for p.Tree.Parent(n) != syntax.Root {
		n = p.Tree.Parent(n)
	}
	return n
}

// asksKind reports whether some code asks of what kind a device is, whether it has an
// attribute, or for the devices of a platform.
func asksKind(p *analyzer.Pass, scope syntax.Node) bool {
	text := p.Tree.View(scope)
	for _, word := range [...]string{"platform", "default_backend", "device_kind", "hasattr", "is_gpu", "is_cuda"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	for n := range p.Tree.All(scope) {
		if p.Tree.Kind(n) != syntax.KindCall {
			continue
		}
		if name, _ := p.Model.CallName(n); name == "jax.devices" || name == "jax.local_devices" {
			for range p.Tree.Args(n) {
				return true
			}
		}
	}
	return false
}
