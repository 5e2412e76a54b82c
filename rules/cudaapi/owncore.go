package cudaapi

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// rowTrust is how far a row can be trusted for this use of its name.
func rowTrust(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) analyzer.Trust {
	if selectsOwn(p, u) {
		return analyzer.Sure()
	}
	if u.Name == "torch.cuda.set_device" && row.Action == opsdb.ActionRemove && p.Target.Rewrite == opsdb.RewriteNeuron {
		return p.DoubtfulAt(u.Call, notOwn(p, u))
	}
	return rewrite.Trust(row)
}

// notOwn says why a process does not surely select its own core by a call.
func notOwn(p *analyzer.Pass, u usage.Use) string {
	if !p.Model.LocalRank(p.Tree.Arg(u.Call, 0, "device")) {
		return "nothing shows that the number is the one that a launcher gave to the process"
	}
	return "this file starts no process group for devices, which would give the process its core"
}

// selectsOwn reports whether a call selects the GPU by the number that a launcher gave
// its process, in a file that starts a process group for devices. On Neuron the group
// gives each process its core, and nothing is left to select.
func selectsOwn(p *analyzer.Pass, u usage.Use) bool {
	return u.Name == "torch.cuda.set_device" && p.Target.Rewrite == opsdb.RewriteNeuron &&
		p.Model.LocalRank(p.Tree.Arg(u.Call, 0, "device")) && joinsDevices(p)
}

// joinsDevices reports whether the file starts process groups, and none for the host.
func joinsDevices(p *analyzer.Pass) bool {
	type key struct{}
	return analyzer.Once(p, key{}, func() (joins bool) {
		for _, call := range p.Model.Calls() {
			if name, _ := p.Model.CallName(call); name != "torch.distributed.init_process_group" {
				continue
			}
			if joins = !forHost(p.Tree, p.Tree.Arg(call, 0, "backend")); !joins {
				return false
			}
		}
		return joins
	})
}

// forHost reports whether a backend knows no device but the host.
func forHost(t *syntax.Tree, backend syntax.Node) bool {
	name, _ := t.StringValue(backend)
	return name == "gloo" || name == "mpi"
}
