package place

import (
	"iter"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxHostDevice bounds how far an expression is followed to the device that it yields.
const maxHostDevice = 6

// JAXOnHost reports whether the JAX computation at a place is seen to stay on the host:
// in a block of jax.default_device for the CPU, in a function compiled for the CPU, or
// in a file that chooses the CPU for the whole program. Code reachable only on TPU
// counts too, since it is dead on Neuron.
func (m *Places) JAXOnHost(n syntax.Node) bool {
	return m.choosesHost(n) || m.inHostBlock(n) || m.compiledForHost(n) || m.behindPlatform(n)
}

// JAXUntraced reports whether a place is in a block of jax.disable_jit, in which Python
// runs the control flow of JAX.
func (m *Places) JAXUntraced(n syntax.Node) bool {
	if !m.TextHas("disable_jit") {
		return false
	}
	for value := range m.managersAround(n) {
		name, conf := m.CallName(value)
		if name != "jax.disable_jit" || conf < infer.Likely {
			continue
		}
		if positional, keyword, splat := m.Tree.ArgCount(value); positional+keyword == 0 && !splat {
			return true
		}
		c, ok := m.Constant(m.Tree.Arg(value, 0, "disable"))
		return ok && c.Kind == infer.ConstantBool && c.Number != 0
	}
	return false
}

// choosesHost reports whether JAX is set to run on the CPU before a place runs: when
// the file is loaded, or earlier in a block around the place.
func (m *Places) choosesHost(n syntax.Node) bool {
	if m.jaxHost == nil {
		m.jaxHost = []syntax.Node{}
		if m.TextHas("cpu") && (m.TextHas("jax_") || m.TextHas("JAX_PLATFORM")) {
			m.jaxHost = slices.AppendSeq(m.jaxHost, m.hostSettings())
		}
	}
	return slices.ContainsFunc(m.jaxHost, func(stmt syntax.Node) bool {
		block := m.Tree.Parent(stmt)
		return block == syntax.Root || stmt < n && m.Tree.Within(n, block)
	})
}

// hostSettings yields the statements that choose the CPU for all of JAX.
func (m *Places) hostSettings() iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for n := range m.Tree.OfKind(syntax.KindCall, syntax.KindAssignment) {
			if stmt := m.Tree.Parent(n); m.Tree.Kind(stmt) == syntax.KindExpressionStatement && m.setsHost(n) && !yield(stmt) {
				return
			}
		}
	}
}

// setsHost reports whether a call or an assignment chooses the CPU for all of JAX.
func (m *Places) setsHost(n syntax.Node) bool {
	t := m.Tree
	if t.Kind(n) == syntax.KindCall {
		name, conf := m.CallName(n)
		setting, ok := t.StringValue(t.Arg(n, 0, "name"))
		return ok && conf >= infer.Likely && name == "jax.config.update" && m.hostSetting(setting, t.Arg(n, 1, "val"))
	}
	target, value := t.Child(n, syntax.FieldLeft), t.Child(n, syntax.FieldRight)
	switch t.Kind(target) {
	case syntax.KindAttribute:
		object, _ := m.Name(t.Object(target))
		return object == "jax.config" && m.hostSetting(t.Text(t.AttrName(target)), value)
	case syntax.KindSubscript:
		object, _ := m.Name(t.Child(target, syntax.FieldValue))
		variable, ok := t.StringValue(t.Child(target, syntax.FieldSubscript))
		return ok && object == "os.environ" && m.hostSetting(strings.ToLower(variable), value)
	}
	return false
}

// hostSetting reports whether a setting of JAX is set to the CPU.
func (m *Places) hostSetting(setting string, value syntax.Node) bool {
	switch setting {
	case "jax_platforms", "jax_platform_name":
		c, ok := m.Constant(value)
		return ok && c.Kind == infer.ConstantString && c.Text == "cpu"
	case "jax_default_device":
		return m.hostDevice(value, maxHostDevice)
	}
	return false
}

// hostDevice reports whether an expression yields the CPU as a device of JAX, or a list
// of CPU devices.
func (m *Places) hostDevice(n syntax.Node, steps int) bool {
	if n = m.Tree.Unparen(n); n == syntax.None || steps == 0 {
		return false
	}
	return infer.Walked(m.Model, onHostDevice{n, steps}, func() bool { return m.decidedHostDevice(n, steps) })
}

// onHostDevice is a question of hostDevice.
type onHostDevice struct {
	n     syntax.Node
	steps int
}

func (m *Places) decidedHostDevice(n syntax.Node, steps int) bool {
	t := m.Tree
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		defs := m.ReachingDefs(n)
		return len(defs) > 0 && !slices.ContainsFunc(defs, func(d infer.Def) bool {
			return d.Kind != infer.DefAssign && d.Kind != infer.DefUnpack || !m.hostDevice(d.Value, steps-1)
		})
	case syntax.KindSubscript:
		return m.hostDevice(t.Child(n, syntax.FieldValue), steps-1)
	case syntax.KindCall:
		backend := syntax.None
		switch name, _ := m.CallName(n); name {
		case "jax.devices":
			backend = t.Arg(n, 0, "backend")
		case "jax.local_devices":
			backend = t.Arg(n, 1, "backend")
		}
		return backend != syntax.None && m.hostDevice(backend, steps-1)
	}
	c, ok := m.Constant(n)
	return ok && c.Kind == infer.ConstantString && c.Text == "cpu"
}

// inHostBlock reports whether a place is in a block that makes the CPU the device of
// JAX.
func (m *Places) inHostBlock(n syntax.Node) bool {
	for value := range m.managersAround(n) {
		if name, conf := m.CallName(value); name == "jax.default_device" && conf >= infer.Likely {
			return m.hostDevice(m.Tree.Arg(value, 0, "new_val"), maxHostDevice) // the innermost counts
		}
		if m.managesHost(value) {
			return true
		}
	}
	return false
}

// managesHost reports whether a call yields a context manager that the project defines
// and that runs its block on the CPU.
func (m *Places) managesHost(call syntax.Node) bool {
	host := false
	if m.TextHas("jax") && m.RunsProject(call) {
		m.inside(call, func(in *Places, fn syntax.Node) {
			if in.TextHas("default_device") && slices.ContainsFunc(in.Tree.Decorators(fn), in.makesManager) {
				host = in.yieldsOnHost(fn)
			}
		})
	}
	return host
}

func (m *Places) makesManager(decorator syntax.Node) bool {
	name, _ := m.Name(decorator)
	return name == "contextlib.contextmanager"
}

// yieldsOnHost reports whether every yield of a generator is in a block for the CPU.
func (m *Places) yieldsOnHost(fn syntax.Node) bool {
	found := false
	for n := range m.OwnNodes(fn) {
		if m.Tree.Kind(n) != syntax.KindYield {
			continue
		}
		found = true
		on := false
		for value := range m.managersAround(n) {
			if name, _ := m.CallName(value); name == "jax.default_device" {
				on = m.hostDevice(m.Tree.Arg(value, 0, "new_val"), maxHostDevice)
				break
			}
		}
		if !on {
			return false
		}
	}
	return found
}

// managersAround yields the calls that make the managers of the with statements around
// a place, innermost first. A lambda in a block is assumed to be called there; a
// function defined in it may be called later.
func (m *Places) managersAround(n syntax.Node) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		t := m.Tree
		for at, parent := n, t.Parent(n); parent != syntax.None; at, parent = parent, t.Parent(parent) {
			switch t.Kind(parent) {
			case syntax.KindFunction, syntax.KindClass:
				return
			case syntax.KindWith:
				if t.Field(at) != syntax.FieldBody {
					continue
				}
				for _, item := range slices.Backward(t.WithItems(parent)) {
					if t.Kind(item.Value) == syntax.KindCall && !yield(item.Value) {
						return
					}
				}
			}
		}
	}
}

// compiledForHost reports whether a function around a place is compiled for the CPU,
// and is used in no other way.
func (m *Places) compiledForHost(n syntax.Node) bool {
	if !m.TextHas("cpu") {
		return false
	}
	for fn := m.Tree.EnclosingFunction(n); fn != syntax.None; fn = m.Tree.EnclosingFunction(fn) {
		if slices.ContainsFunc(m.Tree.Decorators(fn), m.JAXCompilesForHost) || m.HandedOnly(fn, m.JAXCompilesForHost) {
			return true
		}
	}
	return false
}

// JAXCompilesForHost reports whether a call is jax.jit for the CPU, or prepares such a
// call.
func (m *Places) JAXCompilesForHost(call syntax.Node) bool {
	if m.Tree.Kind(call) != syntax.KindCall {
		return false
	}
	if name, conf := m.Compiler(call); name != "jax.jit" || conf < infer.Likely {
		return false
	}
	return m.hostDevice(m.Tree.Keyword(call, "backend"), maxHostDevice) || m.hostDevice(m.Tree.Keyword(call, "device"), maxHostDevice)
}
