package cudaapi

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// reportLookedUp reports the members used of a device module that a program looks up,
// getattr(torch, device_type), where the device is CUDA by default and nothing says
// that the module of Neuron has them.
func reportLookedUp(p *analyzer.Pass) {
	mine := func(name string) bool {
		of, ok := ofCUDA(name)
		return ok && owned(p, of) && !sharedByDevices(p, of)
	}
	for u := range usage.Of(p, mine) {
		if u.Stored || u.Mentioned || p.Model.GuardedForNeuron(u.Node) {
			continue
		}
		name, _ := ofCUDA(u.Name)
		api, _ := p.DB.API(name)
		row, known := p.DB.Replacement(name, p.Target.Rewrite)
		d := analyzer.Diagnostic{
			Category:   analyzer.Category(api.Category),
			Span:       p.Tree.Span(u.Node),
			Message:    code(strings.TrimPrefix(name, "torch.cuda.")) + " is documented for the CUDA module but not for the Neuron module",
			Help:       helpLookedUp(p, api, row, known),
			Severity:   analyzer.Info,
			Confidence: u.Confidence,
			API:        name,
			Fact:       api.Ref,
		}
		if api.Consequence == opsdb.Raises {
			d.Severity = analyzer.Warning
		}
		p.Report(d)
	}
}

// helpLookedUp leaves out the behaviour of torch.cuda without CUDA: it is not called
// there.
func helpLookedUp(p *analyzer.Pass, api opsdb.API, row opsdb.Replacement, known bool) string {
	text, _, _ := strings.Cut(help(p, api, row, known), ". Unchanged, ")
	return text
}

// ofCUDA is the name that a member of the module of a device has where that is CUDA.
func ofCUDA(name string) (string, bool) {
	member, ok := strings.CutPrefix(name, semantic.DeviceModule+".")
	return "torch.cuda." + member, ok
}

// sharedByDevices reports whether the modules of other devices have it too: members
// that torch.accelerator or torch.neuron has under the same name, members that PyTorch
// asks of every backend, and members whose consequence is unknown.
func sharedByDevices(p *analyzer.Pass, name string) bool {
	member := strings.TrimPrefix(name, "torch.cuda.")
	switch member {
	case "is_available", "is_initialized", "device_count", "current_device", "synchronize", "current_stream", "init", "_lazy_init":
		return true
	}
	if api, _ := p.DB.API(name); analyzer.Category(api.Category) == analyzer.CategoryRNG || api.Consequence == opsdb.UnknownWhat {
		return true
	}
	row, known := p.DB.Replacement(name, p.Target.Rewrite)
	return known && row.Action == opsdb.ActionRename && (row.Text == "torch.accelerator."+member || row.Text == "torch.neuron."+member)
}
