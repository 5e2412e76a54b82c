package infer

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ofFuture reports whether an object is a future of PyTorch, which runs the functions it
// is given once its value is there: it is created as one, or returned by a collective, by
// a call in another process, or by another future.
func (m *Model) ofFuture(object syntax.Node, depth int) bool {
	object = m.Tree.Unparen(object)
	if depth == 0 {
		return false
	}
	switch m.Tree.Kind(object) {
	case syntax.KindIdentifier:
		return slices.ContainsFunc(m.Alternatives(object), func(value syntax.Node) bool { return m.ofFuture(value, depth-1) })
	case syntax.KindAttribute:
		return slices.ContainsFunc(m.StoredHere(object), func(value syntax.Node) bool { return m.ofFuture(value, depth-1) })
	case syntax.KindCall:
		switch name, _ := m.CallName(object); name {
		case "torch.futures.Future", "torch.futures.collect_all", "torch.distributed.rpc.rpc_async":
			return true
		}
		of, method := m.MethodCall(object)
		return method == "get_future" || method == "then" && m.ofFuture(of, depth-1) || m.isRemote(object, "rpc_async")
	}
	return false
}

// RunsRemotely reports whether a call runs a method on an object of another process
// through torch.distributed.rpc.
func (m *Model) RunsRemotely(call syntax.Node) bool {
	return m.isRemote(call, "rpc_sync", "rpc_async", "remote")
}

// isRemote reports whether a call runs a method on an object of another process through
// one of the proxies of torch.distributed.rpc.
func (m *Model) isRemote(call syntax.Node, proxies ...string) bool {
	object, _ := m.MethodCall(call)
	if object == syntax.None || m.Tree.Kind(m.Tree.Unparen(object)) != syntax.KindCall || !m.ImportsAny("torch.distributed.rpc") {
		return false
	}
	_, proxy := m.MethodCall(m.Tree.Unparen(object))
	return slices.Contains(proxies, proxy)
}
