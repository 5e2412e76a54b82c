package guard

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/flow"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// TellsApart is the first call around a place that leads, through functions of the
// project, to a test of the device of tensors whose arm for Neuron is not known to work
// there: it calls compiled code, or code that nobody here knows. Such a test was written
// for tensors on the host and on GPUs, as
//
//	if boxes.is_cuda: return gpu.nms(boxes)
//	return cpu.nms(boxes)
//
// All calls of the outermost function around the place count: the text seldom shows on
// which way a tensor goes on.
func (m *Control) TellsApart(n syntax.Node) (call syntax.Node, ok bool) {
	if m.Module() == nil && !m.asksDevices() {
		return syntax.None, false
	}
	fn := m.outermost(n)
	type key struct{ fn syntax.Node }
	call = infer.Walked(m.Model, key{fn}, func() syntax.Node {
		region := m.Tree.Span(syntax.Root)
		if fn != syntax.None {
			region = m.Tree.Span(fn)
		}
		from, to := m.callsIn(region)
		for _, call := range m.Calls()[from:to] {
			if (fn != syntax.None || m.Tree.EnclosingFunction(call) == syntax.None) && m.runsDeviceTest(call) {
				return call
			}
		}
		return syntax.None
	})
	return call, call != syntax.None
}

// runsDeviceTest reports whether a call leads to such a test.
func (m *Control) runsDeviceTest(call syntax.Node) bool {
	for _, at := range m.runsOfProject(call) {
		if m.reachesDeviceTest(at) {
			return true
		}
	}
	return false
}

// reachesDeviceTest is runsDeviceTest for a function, with those that it calls.
func (m *Control) reachesDeviceTest(at codePlace) (reached bool) {
	m.elsewhere(at.module, func(lib *Control) { reached = lib.deviceTestFrom(at.fn) })
	return reached
}

func (m *Control) deviceTestFrom(fn syntax.Node) bool {
	type key struct{ fn syntax.Node }
	return infer.Walked(m.Model, key{fn}, func() bool {
		const furthest = 24 // functions that one question visits
		open, seen := []codePlace{{m.Module(), fn}}, map[codePlace]bool{}
		for i := 0; i < len(open) && i < furthest; i++ {
			at, found := open[i], false
			m.elsewhere(at.module, func(lib *Control) {
				if found = lib.armsFail(at.fn); found {
					return
				}
				for _, next := range lib.liveFacts(at.fn).runs {
					if !seen[next] {
						seen[next] = true
						open = append(open, next)
					}
				}
			})
			if found {
				return true
			}
		}
		return false
	})
}

// armsFail reports whether a function tests the device of tensors, and the arm for Neuron
// leads to compiled or unknown code.
func (m *Control) armsFail(fn syntax.Node) bool {
	type key struct{ fn syntax.Node }
	return m.asksDevices() && infer.Walked(m.Model, key{fn}, func() bool {
		w, span := m.hostTests(0), m.Tree.Span(fn)
		all := m.conditionsInOrder()
		from, to := m.between(span, len(all), func(i int) syntax.Node { return all[i] })
		for _, n := range all[from:to] {
			if !m.runsOnNeuron(n) {
				continue
			}
			for _, arm := range w.onNeuron(n) {
				if _, chooses := m.Chooses([]source.Span{arm}); chooses || m.liveEnds(m.codeFacts(arm)) != EndsKnown {
					return true
				}
			}
		}
		return m.lacksNeuron(span)
	})
}

// conditionsInOrder are the conditions of the file by their beginnings.
func (m *Control) conditionsInOrder() []syntax.Node {
	type key struct{}
	return infer.Walked(m.Model, key{}, func() []syntax.Node { return slices.Sorted(slices.Values(m.Conditions())) })
}

// lacksNeuron reports whether a region looks a device up in a table with entries for the
// host and for GPUs, and none for Neuron.
func (m *Control) lacksNeuron(region source.Span) bool {
	type key struct{}
	return slices.ContainsFunc(infer.Walked(m.Model, key{}, m.hostEntries), func(c *flow.Compare) bool {
		return region.Contains(m.Tree.Span(c.Node)) && m.keysAllow(c, func(key string) bool { return key != "neuron" })
	})
}

// asksDevices reports whether a file asks on which device a tensor lies.
func (m *Control) asksDevices() bool {
	return m.TextHas("is_cuda") || m.TextHas("is_cpu") || m.TextHas("device")
}

// onNeuron are the arms that run for tensors on Neuron by a test of their device.
func (w *hostTests) onNeuron(n syntax.Node) []source.Span {
	switch w.t.Kind(n) {
	case syntax.KindIf, syntax.KindElif:
		if cond := w.t.Condition(n); w.asksDevice(cond) {
			return w.armsOnNeuron(n, w.ask(cond).neuron)
		}
	case syntax.KindConditional:
		body, cond, orelse := w.t.Conditional(n)
		if !w.asksDevice(cond) {
			return nil
		}
		switch w.ask(cond).neuron {
		case infer.Yes:
			return []source.Span{w.t.Span(body)}
		case infer.No:
			return []source.Span{w.t.Span(orelse)}
		}
	}
	return nil
}

// armsOnNeuron are those of an if statement whose condition is known, with the code behind
// the statement if only an arm that is not taken leaves the suite.
func (w *hostTests) armsOnNeuron(n syntax.Node, holds infer.Truth) []source.Span {
	body := w.t.Child(n, syntax.FieldConsequence)
	switch holds {
	case infer.Yes:
		return []source.Span{w.t.Span(body)}
	case infer.No:
		if w.m.endsProgram(body) {
			return nil // the code behind it is no alternative: nothing else was meant for the host
		}
		out := branches(w.t, n, false)
		if w.t.Kind(n) == syntax.KindIf && w.m.alwaysLeaves(body) {
			out = append(out, source.Span{Start: w.t.Stop(n), End: w.t.Stop(w.t.Suite(n))})
		}
		return out
	}
	return nil
}

// asksDevice reports whether a condition asks for the device of an object.
func (w *hostTests) asksDevice(cond syntax.Node) bool {
	for n := range w.t.All(cond) {
		switch w.t.Kind(n) {
		case syntax.KindAttribute:
			switch w.t.View(w.t.AttrName(n)) {
			case "is_cuda", "is_cpu", "device", "get_device":
				return true
			}
		case syntax.KindIdentifier:
			if strings.Contains(w.t.View(n), "device") {
				return true
			}
		}
	}
	return false
}
