package guard

import (
	"slices"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

func (w *hostTests) comparison(n syntax.Node) outcome {
	operands, ops := w.t.Comparison(n)
	if len(operands) != 2 || len(ops) != 1 {
		return outcome{}
	}
	l, r := w.t.Unparen(operands[0]), w.t.Unparen(operands[1])
	if o := w.index(l, ops[0], r); o != (outcome{}) {
		return o
	}
	if ops[0] == "in" || ops[0] == "not in" {
		if o := w.among(l, r); o != (outcome{}) {
			return o.under(ops[0])
		}
		l, r = r, l // "cpu" in str(device)
	}
	for _, side := range [...][2]syntax.Node{{l, r}, {r, l}} {
		if o := w.spelled(side[1]); o != (outcome{}) && w.mayBeDevice(side[0]) {
			return o.under(ops[0])
		}
	}
	return w.asked(n)
}

// spelled is the outcome of comparing an object's device with the device that an
// expression spells out.
func (w *hostTests) spelled(n syntax.Node) outcome {
	switch text, ok := w.device(n, maxFlags); {
	case !ok:
	case text == "cpu" || strings.HasPrefix(text, "cpu:"):
		return onHost
	case text == "cuda" || strings.HasPrefix(text, "cuda:") || w.m.DB.Vendors().HasDevice(text):
		return onGPU
	}
	return outcome{}
}

// device is the device that an expression spells out, by a string, a call of torch.device
// or a variable that holds one.
func (w *hostTests) device(n syntax.Node, names int) (string, bool) {
	n = w.t.Unparen(n)
	switch w.t.Kind(n) {
	case syntax.KindString:
		return w.t.StringValue(n)
	case syntax.KindCall:
		if name, _ := w.m.CallName(n); name == "torch.device" || name == "builtins.str" {
			return w.device(w.t.Arg(n, 0, "type"), names)
		}
	case syntax.KindIdentifier:
		if defs := w.m.ReachingDefs(n); names > 0 && len(defs) == 1 && defs[0].Kind == infer.DefAssign {
			return w.device(defs[0].Value, names-1)
		}
	}
	return "", false
}

// among is the outcome of asking whether a device is one of several spelled-out ones. An
// author who names Neuron has thought of it.
func (w *hostTests) among(of, list syntax.Node) outcome {
	switch w.t.Kind(list) {
	case syntax.KindTuple, syntax.KindList, syntax.KindSet:
	case syntax.KindIdentifier:
		defs := w.m.ReachingDefs(list)
		if len(defs) != 1 || defs[0].Kind != infer.DefAssign || w.t.Kind(w.t.Unparen(defs[0].Value)) == syntax.KindIdentifier {
			return outcome{}
		}
		return w.among(of, w.t.Unparen(defs[0].Value))
	default:
		return outcome{}
	}
	all := outcome{}
	for item := range w.t.Children(list) {
		switch o := w.spelled(item); {
		case o == (outcome{}):
			return outcome{}
		case all.host != infer.Yes:
			all = o
		}
	}
	if !w.mayBeDevice(of) {
		return outcome{}
	}
	return all
}

// mayBeDevice reports whether a compared expression may be the device of tensors. The
// backend or platform of a program is not, nor is the device that something is
// offloaded to.
func (w *hostTests) mayBeDevice(n syntax.Node) bool {
	text := strings.ToLower(w.t.View(n))
	return !slices.ContainsFunc([]string{"jax", "backend", "platform", "offload", "xla"}, func(word string) bool { return strings.Contains(text, word) })
}

// index is the outcome of a test of a device's index, which the host lacks:
// x.get_device() < 0, device.index is None.
func (w *hostTests) index(l syntax.Node, op string, r syntax.Node) outcome {
	if w.t.Kind(r) == syntax.KindNoneLiteral && w.t.Kind(l) == syntax.KindAttribute && w.t.View(w.t.AttrName(l)) == "index" &&
		strings.HasSuffix(w.t.View(w.t.Object(l)), "device") {
		return onHost.under(op)
	}
	if _, method := w.m.MethodCall(l); w.t.Kind(l) != syntax.KindCall || method != "get_device" {
		return outcome{}
	}
	k, err := strconv.Atoi(strings.ReplaceAll(w.t.View(r), " ", ""))
	if err != nil {
		return outcome{}
	}
	o := outcome{compared(-1, op, k), compared(0, op, k)}
	if o.neuron != compared(1, op, k) {
		o.neuron = infer.Unknown
	}
	return o
}

// compared is the truth of a comparison of numbers.
func compared(a int, op string, b int) infer.Truth {
	switch op {
	case "==":
		return infer.TruthOf(a == b)
	case "!=":
		return infer.TruthOf(a != b)
	case "<":
		return infer.TruthOf(a < b)
	case "<=":
		return infer.TruthOf(a <= b)
	case ">":
		return infer.TruthOf(a > b)
	case ">=":
		return infer.TruthOf(a >= b)
	}
	return infer.Unknown
}
