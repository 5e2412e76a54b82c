package device

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/step"
)

// alongXLA are the edits that go along with each device of a file that becomes an XLA
// device, which end its steps and seed the device, with the trust in all of them. They are
// safe where the file trains in one process, and nothing is left out.
func alongXLA(p *analyzer.Pass) ([]analyzer.Edit, analyzer.Trust) {
	type key struct{}
	type along struct {
		edits []analyzer.Edit
		trust analyzer.Trust
	}
	known := analyzer.Once(p, key{}, func() along {
		ends, trust := endsXLA(p)
		seeds, seeded := seedsXLA(p)
		trust = trust.And(seeded)
		if joinsGroup(p) || p.Model.ImportsAny("torch.distributed", "torch.multiprocessing") {
			trust = trust.And(analyzer.Doubtful(manyProcesses))
		}
		return along{append(ends, seeds...), trust}
	})
	return known.edits, known.trust
}

// endsXLA are the edits that end the steps of a file.
func endsXLA(p *analyzer.Pass) (edits []analyzer.Edit, trust analyzer.Trust) {
	open := step.Open(p)
	if len(open) == 0 {
		return nil, analyzer.Doubtful(lazySteps)
	}
	for _, place := range open {
		ends := place.Ends(p)
		if ends == nil {
			return nil, p.DoubtfulAt(place.Last(), lazySteps)
		}
		edits = append(edits, ends...)
	}
	return edits, analyzer.Sure()
}

// seedsXLA are the edits that seed the XLA device wherever the file seeds all devices of
// PyTorch, of which XLA devices are none. Where the file seeds CUDA as well, that call
// becomes one for the XLA device.
func seedsXLA(p *analyzer.Pass) (edits []analyzer.Edit, trust analyzer.Trust) {
	own := p.Model.CallsAny("torch.cuda.manual_seed", "torch.cuda.manual_seed_all", "torch_xla.manual_seed")
	for _, call := range slices.Sorted(p.Model.CallsOf("torch.manual_seed", "torch.random.manual_seed", "torch.seed")) {
		stmt, seed := rewrite.LoneCall(p, call), p.Tree.Arg(call, 0, "seed")
		if own || stmt == syntax.None || !steady(p, seed) {
			return nil, p.DoubtfulAt(call, unseededXLA)
		}
		name, imports, ok := rewrite.Qualified(p, "torch_xla.manual_seed", stmt)
		if !ok {
			return nil, p.DoubtfulAt(call, unseededXLA)
		}
		edits = append(edits, imports...)
		edits = append(edits, rewrite.Builder(p).InsertBehind(name+"("+p.Tree.Text(seed)+")", stmt))
	}
	return edits, analyzer.Sure()
}

// steady reports whether an expression has the same value when it is computed again.
func steady(p *analyzer.Pass, n syntax.Node) bool {
	for {
		switch p.Tree.Kind(n) {
		case syntax.KindIdentifier, syntax.KindInteger:
			return true
		case syntax.KindAttribute:
			n = p.Tree.Object(n)
		default:
			return false
		}
	}
}

// xlaSinkTrust is the highest trust that a place where a device acts allows a fix for
// torch-xla: it must be one of PyTorch, and not be known to refuse XLA devices.
func xlaSinkTrust(p *analyzer.Pass, k semantic.Sink) analyzer.Trust {
	if p.Target.Rewrite != opsdb.RewriteXLA {
		return analyzer.Sure()
	}
	r, ok := p.DB.Replacement(k.API, p.Target.Rewrite)
	switch {
	case ok && r.Action == opsdb.ActionManual && p.Tree.Within(k.Node, k.Call) && p.Model.DeviceAt(k.Node) != nil:
		return analyzer.ShownBecause("`" + k.API + "` takes no XLA device")
	case ok && r.Action == opsdb.ActionManual:
		return p.DoubtfulAt(k.Call, "the call on this line takes no XLA device")
	case !strings.HasPrefix(k.API, "torch.") && k.API != "":
		return p.DoubtfulAt(k.Node, "it is not known whether `"+k.API+"` takes an XLA device")
	}
	return analyzer.Sure()
}
