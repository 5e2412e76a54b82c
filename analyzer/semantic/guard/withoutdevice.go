package guard

import (
	"slices"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// comparison evaluates device_count() > 1, version.cuda is None and
// device.type == "cuda".
func (w *without) comparison(n syntax.Node) verdict {
	operands, ops := w.t.Comparison(n)
	if len(operands) != 2 || len(ops) != 1 {
		return verdict{}
	}
	if v := w.count(operands[0], ops[0], operands[1]); v.value != infer.Unknown {
		return v
	}
	if v := w.count(operands[1], mirrored(ops[0]), operands[0]); v.value != infer.Unknown {
		return v
	}
	switch w.t.Kind(operands[1]) {
	case syntax.KindNoneLiteral:
		return w.none(operands[0], ops[0])
	case syntax.KindTrue:
		return w.literal(operands[0], ops[0], infer.Yes)
	case syntax.KindFalse:
		return w.literal(operands[0], ops[0], infer.No)
	}
	return w.device(operands[0], ops[0], operands[1])
}

func (w *without) count(l syntax.Node, op string, r syntax.Node) verdict {
	v := w.truth(l)
	if w.t.Kind(r) != syntax.KindInteger || v.value != infer.No || len(v.atoms) == 0 {
		return verdict{}
	}
	k, err := strconv.Atoi(w.t.Text(r))
	if err != nil {
		return verdict{}
	}
	switch op {
	case ">":
		return verdict{infer.TruthOf(0 > k), v.atoms}
	case ">=":
		return verdict{infer.TruthOf(0 >= k), v.atoms}
	case "<":
		return verdict{infer.TruthOf(0 < k), v.atoms}
	case "<=":
		return verdict{infer.TruthOf(0 <= k), v.atoms}
	case "==":
		return verdict{infer.TruthOf(k == 0), v.atoms}
	case "!=":
		return verdict{infer.TruthOf(k != 0), v.atoms}
	}
	return verdict{}
}

// mirrored is the operator with its operands exchanged.
func mirrored(op string) string {
	switch op {
	case "<":
		return ">"
	case "<=":
		return ">="
	case ">":
		return "<"
	case ">=":
		return "<="
	}
	return op
}

// literal evaluates is_available() == True.
func (w *without) literal(n syntax.Node, op string, want infer.Truth) verdict {
	v := w.truth(n)
	for _, a := range v.atoms {
		if name, _ := w.m.CallName(a); name != "torch.cuda.is_available" {
			return verdict{} // an int or None, which are neither true nor false
		}
	}
	switch {
	case v.value == infer.Unknown || len(v.atoms) == 0:
	case op == "==" || op == "is":
		return verdict{infer.TruthOf(v.value == want), v.atoms}
	case op == "!=" || op == "is not":
		return verdict{infer.TruthOf(v.value != want), v.atoms}
	}
	return verdict{}
}

func (w *without) none(n syntax.Node, op string) verdict {
	v, ok := w.version(n)
	if !ok {
		return verdict{}
	}
	return verdict{infer.TruthOf(op == "is" || op == "=="), v.atoms}
}

// device evaluates a test of a device, or of a dtype, whose value without CUDA is
// known.
func (w *without) device(l syntax.Node, op string, r syntax.Node) verdict {
	if op == "in" || op == "not in" {
		l, r = r, l
	}
	want, isConst := w.t.StringValue(r)
	if dtype := w.dtype(r); dtype != "" {
		want, isConst = dtype, true
	}
	if isConst && w.m.DB.Vendors().HasDevice(want) {
		return verdict{value: infer.TruthOf(op == "!=" || op == "is not" || op == "not in")}
	}
	text, atoms, ok := w.text(l)
	if !ok || !isConst || len(atoms) == 0 {
		return verdict{}
	}
	switch op {
	case "==", "is":
		return verdict{infer.TruthOf(text == want), atoms}
	case "!=", "is not":
		return verdict{infer.TruthOf(text != want), atoms}
	case "in":
		return verdict{infer.TruthOf(strings.Contains(text, want)), atoms}
	case "not in":
		return verdict{infer.TruthOf(!strings.Contains(text, want)), atoms}
	}
	return verdict{}
}

// dtype is the name of the dtype that an expression names; "" if it names none.
func (w *without) dtype(n syntax.Node) string {
	if w.t.Kind(n) != syntax.KindAttribute {
		return ""
	}
	name, _ := w.m.Name(n)
	return w.m.DB.DTypeName(name)
}

// text evaluates a device, a device string or a dtype without CUDA.
func (w *without) text(n syntax.Node) (string, []syntax.Node, bool) {
	if dtype := w.dtype(n); dtype != "" {
		return dtype, nil, true
	}
	n = w.m.DeviceOf(n)
	if w.depth > 32 {
		return "", nil, false
	}
	w.depth++
	defer func() { w.depth-- }()
	switch w.t.Kind(n) {
	case syntax.KindString:
		s, ok := w.t.StringValue(n)
		return s, nil, ok
	case syntax.KindIdentifier:
		defs := w.m.ReachingDefs(n)
		if len(defs) != 1 || defs[0].Kind != infer.DefAssign {
			return "", nil, false
		}
		return w.text(defs[0].Value)
	case syntax.KindAttribute:
		k, ok := w.m.AttrCell(n)
		if !ok {
			return "", nil, false
		}
		values := w.m.ValuesStored(k)
		if len(values) != 1 {
			return "", nil, false
		}
		return w.text(values[0])
	case syntax.KindConditional:
		return w.selected(n)
	}
	return "", nil, false
}

func (w *without) selected(n syntax.Node) (string, []syntax.Node, bool) {
	body, cond, orelse := w.t.Conditional(n)
	c := w.truth(cond)
	arm := body
	switch c.value {
	case infer.Unknown:
		return "", nil, false
	case infer.No:
		arm = orelse
	}
	s, atoms, ok := w.text(arm)
	return s, union(c.atoms, atoms), ok
}

// union is a followed by the nodes of b that are not in a; both are short.
func union(a, b []syntax.Node) []syntax.Node {
	out := slices.Clip(a)
	for _, n := range b {
		if !slices.Contains(a, n) {
			out = append(out, n)
		}
	}
	return out
}
