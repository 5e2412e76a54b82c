package flow

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// lettersCount says why a device must not be renamed: device[:4] is another
// text then, and device.startswith("cu") another answer.
const lettersCount = "the program inspects the characters of the device string"

// indexed notes that an index is appended to the device, f"{device}:{rank}": it counts
// different units on Neuron.
func (tr *trace) indexed(interpolation syntax.Node) {
	text := tr.t.Parent(interpolation)
	before, known := tr.f.indices[text]
	if !known {
		before = make(map[syntax.Node]bool)
		parts := tr.t.FormatParts(text)
		for i, part := range parts {
			if i+2 < len(parts) && parts[i+1].Text == ":" && parts[i+2].Node != syntax.None {
				before[part.Node] = true
			}
		}
		tr.f.indices[text] = before
	}
	if before[interpolation] {
		tr.hop.escapes = "an index is appended to the device"
	}
}

// interpolated handles f"{device}:{rank}". With text in front of the device, the string
// names no device.
func (tr *trace) interpolated(interpolation syntax.Node, conf infer.Confidence) {
	tr.indexed(interpolation)
	text := tr.t.Parent(interpolation)
	if tr.t.Stop(tr.t.First(text)) == tr.t.Start(interpolation) { // the quote
		tr.value(text, min(conf, infer.Likely))
		return
	}
	tr.inText(text)
}

// beginning handles adjacent strings, which Python joins.
func (tr *trace) beginning(n, text syntax.Node, conf infer.Confidence) {
	if tr.t.First(text) == n {
		tr.value(text, conf)
		return
	}
	tr.inText(text)
}

// joined goes on from the operand of "cuda:" + i and "cuda:%d" % i.
func (tr *trace) joined(n, text syntax.Node, conf infer.Confidence) {
	switch op, first := tr.t.Operator(text), tr.t.Child(text, syntax.FieldLeft); {
	case (op == "+" || op == "%") && first == n:
		tr.value(text, conf)
	case op == "%":
		tr.formatted(first, text, conf)
	default:
		tr.inText(text)
	}
}

// formatted says that the device is put into a text: "%s:%d" % ("cuda", 1).
func (tr *trace) formatted(template, text syntax.Node, conf infer.Confidence) {
	s, ok := tr.t.StringValue(template)
	if !ok || !strings.HasPrefix(s, "%s") && !strings.HasPrefix(s, "{") {
		tr.inText(text)
		return
	}
	if strings.Contains(s, ":") {
		tr.hop.escapes = "an index is appended to the device"
	}
	tr.value(text, min(conf, infer.Likely))
}

// member handles device.type, "cuda:{}".format(i), device.split(":").
func (tr *trace) member(n, attr syntax.Node, conf infer.Confidence) {
	if tr.t.Object(attr) != n {
		return
	}
	name := tr.t.Text(tr.t.AttrName(attr))
	call := tr.t.Parent(attr)
	switch {
	case name == "type":
		tr.value(attr, conf)
	case tr.t.Kind(call) != syntax.KindCall:
	case derivesText(name):
		tr.value(call, conf)
	case name == "startswith":
		prefix, ok := tr.t.StringValue(tr.t.Arg(call, 0, ""))
		if ok && !infer.IsCUDAText(prefix) && strings.HasPrefix("cuda", prefix) {
			tr.lost(lettersCount)
		}
	default:
		tr.lost(lettersCount)
	}
}
