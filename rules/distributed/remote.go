package distributed

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// isRPC reports whether a function is one of torch.distributed.rpc, whose default
// backend moves only tensors on the host.
func isRPC(name string) bool { return strings.HasPrefix(name, "torch.distributed.rpc.") }

// crossing returns the first places of a file where a tensor goes from the device to
// another process by RPC: an argument of the remote function, its result, or a map from
// the devices of one process to those of another. Programs for RPC mostly copy tensors
// to the host before they send them, and then nothing is amiss.
func crossing(p *analyzer.Pass) []syntax.Node {
	type key struct{}
	return analyzer.Once(p, key{}, func() (found []syntax.Node) {
		seen := make(map[syntax.Node]bool)
		for _, call := range p.Model.Calls() {
			for _, n := range carried(p, call) {
				if !seen[n] && p.Model.LikelyPlaced(n) {
					seen[n] = true
					found = append(found, n)
				}
			}
			if callee := mapsDevices(p, call); callee != syntax.None {
				found = append(found, callee)
			}
			if len(found) >= analyzer.MaxRelated {
				break
			}
		}
		return found
	})
}

// carried returns the values that a call sends to a function of another process, and
// those it has sent back.
func carried(p *analyzer.Pass, call syntax.Node) (out []syntax.Node) {
	name, _ := p.Model.CallName(call)
	switch name {
	case "torch.distributed.rpc.rpc_sync", "torch.distributed.rpc.rpc_async", "torch.distributed.rpc.remote":
		out = append(out, parts(p, p.Tree.Arg(call, 2, "args"))...)
		out = append(out, parts(p, p.Tree.Arg(call, 3, "kwargs"))...)
	default:
		if !p.Model.RunsRemotely(call) {
			return nil
		}
		for a := range p.Tree.Args(call) {
			out = append(out, a.Value)
		}
	}
	for _, fn := range append(p.Model.Handed(call), p.Model.RemoteMethod(call)...) {
		out = append(out, p.Model.Returns(fn)...)
	}
	return out
}

// parts are the items of a tuple, the values of a dictionary that is written out.
func parts(p *analyzer.Pass, n syntax.Node) (out []syntax.Node) {
	for item := range p.Tree.Children(p.Tree.Unparen(n)) {
		if p.Tree.Kind(item) == syntax.KindPair {
			item = p.Tree.Child(item, syntax.FieldValue)
		}
		out = append(out, item)
	}
	return out
}

// mapsDevices is the callee of a call that says which devices RPC copies tensors between.
func mapsDevices(p *analyzer.Pass, call syntax.Node) syntax.Node {
	callee := p.Tree.Callee(call)
	if name, _ := p.Model.CallName(call); name == "torch.distributed.rpc.TensorPipeRpcBackendOptions" &&
		p.Tree.Keyword(call, "device_maps") != syntax.None {
		return callee
	}
	if p.Tree.Kind(callee) == syntax.KindAttribute && p.Tree.Text(p.Tree.AttrName(callee)) == "set_device_map" {
		return callee
	}
	return syntax.None
}
