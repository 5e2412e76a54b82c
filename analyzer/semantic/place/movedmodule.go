package place

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// byModule reports whether the output of a module is on the device, because its input is
// there or the module was moved there.
func (m *placedWalk) byModule(call syntax.Node, steps int) bool {
	for a := range m.Tree.Args(call) {
		if k := m.Type(a.Value).Kind; (k == infer.KindTensor || k == infer.KindUnknown) && m.within(a.Value, steps) {
			return true
		}
	}
	return m.movedModule(m.Tree.Callee(call), steps)
}

// MovedModule reports whether a callee was moved to the device before, by its binding or
// in place: of all movable objects only modules are called.
func (m *Places) MovedModule(callee syntax.Node) bool {
	switch m.Tree.Kind(callee) {
	case syntax.KindIdentifier:
		return !m.OwnMember("cuda") && m.movedModule(callee, maxPlacedSteps)
	case syntax.KindAttribute: // a method of a module is another matter
		return !m.OwnMember("cuda") && m.movedAttribute(callee, maxPlacedSteps)
	}
	return false
}

// movedModule reports whether a module was moved by its binding or since.
func (m *Places) movedModule(n syntax.Node, steps int) bool {
	n = m.Tree.Unparen(n)
	if n == syntax.None || steps <= 0 {
		return false
	}
	return infer.Walked(m.Model, moduleMoved{n, steps}, func() bool { return m.decidedMoved(n, steps) })
}

// moduleMoved is the cache key of movedModule.
type moduleMoved struct {
	n     syntax.Node
	steps int
}

func (m *Places) decidedMoved(n syntax.Node, steps int) bool {
	switch m.Tree.Kind(n) {
	case syntax.KindAttribute:
		return m.movedAttribute(n, steps-1) || m.movedModule(m.Tree.Object(n), steps-1)
	case syntax.KindIdentifier:
		return m.movedVariable(n, steps-1)
	case syntax.KindCall:
		obj, method := m.MethodCall(n)
		switch {
		case m.moves(n):
			return true
		case method == "cpu" || method == "to" && m.walkHost().isCPU(m.Tree.Arg(n, 0, "device")):
			return false
		case m.IsLink(n):
			return m.movedModule(obj, steps-1)
		case m.wrapsModule(n):
			return m.movedModule(m.Tree.Arg(n, 0, ""), steps-1)
		}
	}
	return false
}

// movedAttribute reports whether every value that a class of the file stores in an
// attribute is moved before.
func (m *Places) movedAttribute(n syntax.Node, steps int) bool {
	class := m.SelfClass(m.Tree.Object(n))
	if class == syntax.None {
		return false
	}
	stores := m.AttributeStores(infer.ClassAttr{Class: class, Name: m.Tree.View(m.Tree.AttrName(n))})
	return len(stores) > 0 && !slices.ContainsFunc(stores, func(s infer.AttrStore) bool {
		return s.Kind != infer.DefAssign || !m.movedModule(s.Value, steps)
	})
}

// wrapsModule reports whether a call wraps its argument, a module, in one that runs it on
// the module's own device.
func (m *Places) wrapsModule(call syntax.Node) bool {
	switch name, _ := m.CallName(call); name {
	case "torch.nn.DataParallel", "torch.nn.parallel.DistributedDataParallel", "torch.compile", "torch.jit.script",
		"torch.nn.SyncBatchNorm.convert_sync_batchnorm", "copy.deepcopy":
		return true
	}
	return false
}

// movedVariable reports whether the module in a variable is moved by each of its bindings
// or by an earlier statement: net.eval().cuda().
func (m *Places) movedVariable(n syntax.Node, steps int) bool {
	defs := m.ReachingDefs(n)
	if len(defs) == 0 || len(defs) > scope.MaxReaching {
		return false
	}
	bound := true
	for _, d := range defs {
		bound = bound && d.Kind == infer.DefAssign && m.movedModule(d.Value, steps)
	}
	return bound || len(defs) == 1 && m.movedInPlace(n, defs[0])
}

// movedInPlace reports whether a statement before n moves the module that d binds.
func (m *Places) movedInPlace(n syntax.Node, d infer.Def) bool {
	sym := m.Symbol(n)
	for _, use := range sym.Uses[:min(len(sym.Uses), scope.MaxReaching)] {
		moved, call := false, use
		for next := m.LinkAbove(call); next != syntax.None; next = m.LinkAbove(call) {
			call = next
			moved = moved || m.moves(call)
		}
		if moved && call < n && m.Tree.Kind(m.Tree.Parent(call)) == syntax.KindExpressionStatement {
			if same := m.ReachingDefs(use); len(same) == 1 && same[0].Node == d.Node {
				return true
			}
		}
	}
	return false
}

// moves reports whether module.cuda() or module.to(…) names a device that is not the
// host.
func (m *Places) moves(call syntax.Node) bool {
	_, method := m.MethodCall(call)
	if method != "to" {
		return method == "cuda"
	}
	to := m.Tree.Arg(call, 0, "device")
	if to == syntax.None || m.walkHost().isCPU(to) {
		return false
	}
	switch m.Type(to).Kind {
	case infer.KindDevice, infer.KindString:
		return true
	case infer.KindUnknown:
		name := to
		if m.Tree.Kind(to) == syntax.KindAttribute {
			name = m.Tree.AttrName(to)
		}
		return strings.HasSuffix(m.Tree.View(name), "device")
	}
	return false
}
