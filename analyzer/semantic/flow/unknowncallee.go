package flow

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// unknownCallee handles code that this file does not show: a keyword called
// device takes a device; any other use ends the trace.
func (tr *trace) unknownCallee(call, n syntax.Node, api string, pos int, name string, conf infer.Confidence) {
	if name != "" && DeviceName(name) && !tr.m.shadowsTorch(tr.t.Callee(call)) {
		role := RoleDevice
		switch name {
		case "map_location":
			role = RoleMap
		case "device_map":
			role = RoleDeviceMap
		case "device_type":
			role = RoleType
		}
		tr.sink(SinkAt{Node: n, Call: call, API: api, Role: role}, min(conf, infer.Likely))
	}
	if strings.HasPrefix(api, "torch.") && name != "" && DeviceName(name) {
		return
	}
	if strings.HasPrefix(api, "builtins.") || strings.HasPrefix(api, "torch.") {
		tr.lost("the device is passed to " + syntax.Shorten(tr.t.Text(tr.t.Callee(call))))
		return
	}
	tr.goesTo(tr.t.Callee(call), pos, name, conf)
}

// goesTo says that the device is passed to a function that is not in this file.
func (tr *trace) goesTo(fn syntax.Node, pos int, name string, conf infer.Confidence) {
	why := "the device is passed to " + syntax.Shorten(tr.t.Text(fn))
	if callee, ok := tr.f.calleeOf(fn); ok && (pos >= 0 || name != "") {
		tr.hop.leaves = why
		if callee.Name == "" {
			conf = min(conf, infer.Likely)
		}
		exit := Exit{Callee: callee.Callee, Position: int32(pos), Keyword: name, Confidence: conf, Why: why}
		tr.hop.exits = append(tr.hop.exits, leaving{exit, callee.object})
		return
	}
	tr.hop.escapes = first(tr.hop.escapes, why)
}

// shadowsTorch reports whether an expression begins with the name torch where
// that name means something else, such as a parameter.
func (m *Literals) shadowsTorch(n syntax.Node) bool {
	for m.Tree.Kind(n) == syntax.KindAttribute {
		n = m.Tree.Object(n)
	}
	return m.Tree.Kind(n) == syntax.KindIdentifier && m.Tree.Text(n) == "torch" && m.Ref(n).Name == ""
}

// shift makes room for self.
func shift(pos int) int {
	if pos < 0 {
		return pos
	}
	return pos + 1
}

func (tr *trace) partial(call, n syntax.Node, pos int, name string, conf infer.Confidence) {
	fn := tr.t.Arg(call, 0, "")
	r := tr.m.Ref(fn)
	switch {
	case r.Def != syntax.None:
		tr.parameter(r.Def, fn, pos-1, name, min(conf, infer.Likely))
	case r.Name != "" && !r.Local:
		api := tr.m.Canonical(r.Name)
		if !tr.deviceParameter(call, n, api, pos-1, name, conf) {
			tr.unknownCallee(call, n, api, -1, name, conf)
		}
	default:
		tr.unknownCallee(call, n, "", -1, name, conf)
	}
}

// copied handles functions of Python that only show a device, and those that copy it, or
// an object that holds it.
func (tr *trace) copied(call syntax.Node, api string, pos int, name string, conf infer.Confidence) bool {
	if api != "copy.copy" && api != "copy.deepcopy" {
		return harmless(api)
	}
	if pos == 0 || name == "x" {
		tr.value(call, conf)
	}
	return true
}
