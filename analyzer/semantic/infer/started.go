package infer

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// numbersProcesses reports whether a function is run by spawn, which passes it the number
// of the process first.
func (m *Model) numbersProcesses(fn syntax.Node) bool {
	sym := m.FunctionSymbol(fn)
	if sym == nil {
		return false
	}
	for _, use := range sym.Uses {
		if started, shift, _ := m.StartedBy(m.TakenBy(use)); started == use && shift == 1 {
			return true
		}
	}
	return false
}

// StartedBy returns the function that a call runs in other processes or threads, the
// number of arguments put before the given ones (spawn passes the number of the process),
// and the position of the tuple of arguments; -1 if it is passed by keyword.
func (m *Model) StartedBy(call syntax.Node) (fn syntax.Node, shift, position int) {
	if m.Tree.Kind(call) != syntax.KindCall {
		return syntax.None, 0, -1
	}
	switch name, _ := m.CallName(call); name {
	case "torch.multiprocessing.spawn", "torch.multiprocessing.spawn.spawn", "torch.multiprocessing.start_processes":
		return m.Tree.Arg(call, 0, "fn"), 1, 1
	case "torch.multiprocessing.Process", "multiprocessing.Process", "threading.Thread":
		return m.Tree.Keyword(call, "target"), 0, -1
	case "torch.distributed.rpc.remote", "torch.distributed.rpc.rpc_sync", "torch.distributed.rpc.rpc_async":
		return m.Tree.Arg(call, 1, "func"), 0, 2
	}
	return syntax.None, 0, -1
}

// FunctionSymbol returns the symbol of a function that is not a method.
func (m *Model) FunctionSymbol(fn syntax.Node) *Symbol {
	s := m.ScopeOf(fn)
	if s == nil || s.Kind == scope.Class {
		return nil
	}
	return s.Names[m.Tree.Text(m.Tree.FuncName(fn))]
}
