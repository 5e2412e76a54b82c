package place

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/guard"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// deviceOrigin goes back from an expression to its literals, to tell whether its only
// possible value is the CUDA device in use, or the host if there is no CUDA.
type deviceOrigin struct {
	m      *Places
	seen   map[syntax.Node]bool // bindings
	source syntax.Node          // the first literal; the others change along with it
}

func (o *deviceOrigin) of(n syntax.Node) bool {
	t := o.m.Tree
	n = t.Unparen(n)
	switch t.Kind(n) {
	case syntax.KindString, syntax.KindConcatenatedString:
		return o.literal(n)
	case syntax.KindIdentifier:
		sym := o.m.Symbol(n)
		return sym != nil && o.symbol(sym)
	case syntax.KindConditional:
		return o.chosen(n)
	case syntax.KindCall:
		return o.of(o.m.madeDevice(n))
	}
	return false
}

// madeDevice is the argument of torch.device, if no index is given.
func (m *Places) madeDevice(call syntax.Node) syntax.Node {
	name, conf := m.CallName(call)
	positional, keyword, splat := m.Tree.ArgCount(call)
	if name != "torch.device" || conf < infer.Likely || positional+keyword != 1 || splat {
		return syntax.None
	}
	return m.Tree.Arg(call, 0, "type")
}

// literal reports whether a literal is "cuda" and may be rewritten to serve every
// accelerator: no test asks for it by name, and no one outside the program chooses it.
func (o *deviceOrigin) literal(n syntax.Node) bool {
	m := o.m
	s := m.DeviceAt(n)
	if s == nil || s.Form != infer.FormPlain || s.Partial || s.CLI != syntax.None || len(s.Component.Compares) > 0 || m.GuardedForNeuron(n) || m.Skipped(n) {
		return false
	}
	if o.source == syntax.None {
		o.source = n
	}
	return m.Bundle(n) == m.Bundle(o.source)
}

// chosen reports whether a conditional expression yields the device, and the host only
// if there is no CUDA.
func (o *deviceOrigin) chosen(n syntax.Node) bool {
	t := o.m.Tree
	guards := o.m.Guards()
	at := slices.IndexFunc(guards, func(g *guard.Guard) bool { return g.Kind == guard.GuardIdiom && g.Node == n })
	if at < 0 || guards[at].Vendors || len(guards[at].Atoms) != 1 {
		return false
	}
	g := guards[at]
	device, cond, host := t.Conditional(n)
	cond = t.Unparen(cond)
	if t.Kind(cond) == syntax.KindNotOperator {
		device, cond, host = host, t.Unparen(t.Child(cond, syntax.FieldArgument)), device
	}
	if name, _ := o.m.CallName(cond); cond != g.Atoms[0] || name != "torch.cuda.is_available" {
		return false
	}
	return (&hostWalk{m: o.m}).isCPU(t.Unparen(host)) && o.of(device)
}

// symbol reports whether the device is the only possible value of a name.
func (o *deviceOrigin) symbol(sym *infer.Symbol) bool {
	kind := sym.Scope.Kind
	if len(sym.Defs) != 1 || kind != scope.Function && kind != scope.Module || len(sym.Scope.Stars) > 0 {
		return false
	}
	d := sym.Defs[0]
	if o.seen[d.Node] {
		return true
	}
	if o.seen == nil {
		o.seen = make(map[syntax.Node]bool)
	}
	o.seen[d.Node] = true
	switch d.Kind {
	case infer.DefAssign:
		return o.of(d.Value)
	case infer.DefParam:
		return o.parameter(sym, d)
	}
	return false
}

// parameter reports whether all calls of a function pass the device, or leave the
// parameter at a default that is the device.
func (o *deviceOrigin) parameter(sym *infer.Symbol, d infer.Def) bool {
	m, fn := o.m, sym.Scope.Node
	switch m.Tree.Kind(m.Tree.Parent(d.Node)) {
	case syntax.KindListSplatPattern, syntax.KindDictionarySplatPattern:
		return false
	}
	if !m.callersKnown(fn) || m.FilledUnseen(sym) {
		return false
	}
	for _, call := range m.Callers(fn) {
		arg := m.PassedBy(call, fn, d)
		if arg == syntax.None {
			arg = d.Value
		}
		if !o.of(arg) {
			return false
		}
	}
	return o.source != syntax.None
}

// callersKnown reports whether Callers are all calls of a function or constructor: the
// name has no other use, and other files cannot call it, as it is inner or private or
// the file is a program.
func (m *Places) callersKnown(fn syntax.Node) bool {
	def := fn
	if class := m.MethodClass(fn); class != syntax.None {
		if m.Tree.Text(m.Tree.FuncName(fn)) != "__init__" {
			return false
		}
		def = class
	}
	sym := m.FunctionSymbol(def)
	if m.Tree.Kind(fn) != syntax.KindFunction || sym == nil || len(sym.Defs) != 1 || !m.leavesCalls(fn) || def != fn && !m.leavesCalls(def) {
		return false
	}
	if !m.IsInner(def) && !strings.HasPrefix(sym.Name, "_") && !m.isProgram() {
		return false
	}
	calls := m.Callers(fn)
	for _, use := range sym.Uses {
		if call := m.Tree.Parent(use); m.Tree.Kind(call) != syntax.KindCall || m.Tree.Callee(call) != use || !slices.Contains(calls, call) {
			return false
		}
	}
	return len(calls) > 0
}

// leavesCalls reports whether the decorators of a definition pass on every call
// unchanged.
func (m *Places) leavesCalls(def syntax.Node) bool {
	return !slices.ContainsFunc(m.Tree.Decorators(def), func(dec syntax.Node) bool { return !m.StopsGradient(dec) })
}

// isProgram reports whether a file is run rather than imported: it checks for __main__,
// or calls one of its own functions when loaded.
func (m *Places) isProgram() bool {
	if m.HasMain() {
		return true
	}
	for stmt := range m.Tree.Children(syntax.Root) {
		if m.Tree.Kind(stmt) != syntax.KindExpressionStatement {
			continue
		}
		if call := m.Tree.First(stmt); m.Tree.Kind(call) == syntax.KindCall && m.TargetOf(call) != syntax.None {
			return true
		}
	}
	return false
}
