package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// placedByMap reports whether the file lets Accelerate place a model, by a device_map
// that is written out: from_pretrained(name, device_map="auto"). A tensor moved beside
// it goes to the device of the model, which no string here decides.
func placedByMap(p *analyzer.Pass) bool {
	type key struct{}
	return analyzer.Once(p, key{}, func() bool {
		if !p.Model.TextHas("device_map") && !p.Model.TextHas("parallelize") {
			return false
		}
		for _, call := range p.Model.Calls() {
			if mapsDevices(p.Tree, p.Tree.Keyword(call, "device_map")) || spreads(p, call) {
				return true
			}
		}
		return false
	})
}

// spreads reports whether a call is Transformers' own method that spreads the blocks of
// a model over GPUs by their numbers, and not a method of the project.
func spreads(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.View(p.Tree.AttrName(callee)) != "parallelize" {
		return false
	}
	r := p.Model.Ref(callee)
	return r.Def == syntax.None && r.Foreign.Module == nil
}

func mapsDevices(t *syntax.Tree, value syntax.Node) bool {
	switch t.Kind(value) {
	case syntax.KindString:
		text, ok := t.StringValue(value)
		return ok && text != "cpu"
	case syntax.KindDictionary, syntax.KindInteger:
		return true
	}
	return false
}

// mixed reports whether a literal stands among devices some of which are numbers, which
// no fix turns into devices of Neuron: for device in ("cuda", 0).
func mixed(t *syntax.Tree, lit syntax.Node) bool {
	if call := t.Parent(t.Parent(lit)); t.Kind(t.Parent(lit)) == syntax.KindArgumentList && strings.HasSuffix(t.Written(t.Callee(call)), "device") {
		lit = call
	}
	if pair := t.Parent(lit); t.Kind(pair) == syntax.KindPair {
		return mixedTable(t, pair)
	}
	list := t.Parent(lit)
	switch t.Kind(list) {
	case syntax.KindList, syntax.KindTuple, syntax.KindSet:
	default:
		return false
	}
	switch t.Kind(t.Parent(list)) {
	case syntax.KindFor, syntax.KindForInClause, syntax.KindAssignment:
	default:
		return false
	}
	if k := t.Kind(t.Child(t.Parent(list), syntax.FieldLeft)); k == syntax.KindPatternList || k == syntax.KindTuplePattern {
		return false
	}
	for item := range t.Children(list) {
		if t.Kind(item) == syntax.KindInteger {
			return true
		}
	}
	return false
}

// besideNames reports whether a number is taken from a list or a table that names CUDA
// devices too: devices[1] of devices = ("cuda:0", 1).
func besideNames(p *analyzer.Pass, n syntax.Node) bool {
	if p.Tree.Kind(n) != syntax.KindSubscript {
		return false
	}
	defs := p.Model.ReachingDefs(p.Tree.Child(n, syntax.FieldValue))
	if len(defs) != 1 {
		return false
	}
	entries := 0
	for item := range p.Tree.Children(p.Tree.Unparen(defs[0].Value)) {
		if p.Tree.Kind(item) == syntax.KindPair {
			item = p.Tree.Child(item, syntax.FieldValue)
		}
		if text, ok := p.Tree.StringValue(item); ok && strings.HasPrefix(text, "cuda") {
			return true
		}
		if entries++; entries > maxTable {
			return false
		}
	}
	return false
}

// mixedTable is mixed for a table of devices: {"encoder": "cuda:0", "decoder": 1}. One of
// settings has other values too, or names the device by its key.
func mixedTable(t *syntax.Tree, entry syntax.Node) bool {
	numbers, entries := false, 0
	for pair := range t.Children(t.Parent(entry)) {
		if entries++; entries > maxTable || t.Kind(pair) != syntax.KindPair {
			return false
		}
		switch value := t.Unparen(t.Child(pair, syntax.FieldValue)); t.Kind(value) {
		case syntax.KindInteger:
			numbers = numbers || keyOfDevice(t, pair) == keyOfDevice(t, entry)
		case syntax.KindString, syntax.KindCall:
		default:
			return false
		}
	}
	return numbers
}

// maxTable bounds the entries of a table that are looked at for each of its devices.
const maxTable = 64

// keyOfDevice reports whether the key of an entry says that its value is a device.
func keyOfDevice(t *syntax.Tree, pair syntax.Node) bool {
	return strings.Contains(strings.ToLower(t.View(t.Child(pair, syntax.FieldKey))), "device")
}

// forROCm reports whether a device is chosen for "rocm": PyTorch calls AMD's GPUs
// "cuda" too, and an arm for them is not an arm for Neuron.
func forROCm(p *analyzer.Pass, lit syntax.Node) bool {
	if !p.Model.TextHas("rocm") {
		return false
	}
	inner := lit
	for n := p.Tree.Parent(lit); n != syntax.None; inner, n = n, p.Tree.Parent(n) {
		switch p.Tree.Kind(n) {
		case syntax.KindPair:
			if saysROCm(p, p.Tree.Child(n, syntax.FieldKey)) {
				return true
			}
		case syntax.KindIf, syntax.KindElif, syntax.KindConditional:
			if cond := p.Tree.Condition(n); inner != cond && p.Tree.Kind(inner) != syntax.KindElse && p.Tree.Kind(inner) != syntax.KindElif && saysROCm(p, cond) {
				return true
			}
		case syntax.KindFunction, syntax.KindClass:
			return false
		}
	}
	return false
}

func saysROCm(p *analyzer.Pass, n syntax.Node) bool {
	type key struct{}
	return analyzer.Each(p, key{}, n, func() bool {
		for c := range p.Tree.All(n) {
			if text, ok := p.Tree.StringValue(c); ok && text == "rocm" {
				return true
			}
		}
		return false
	})
}

// unset reports whether a setting is None unless somebody chooses another. It is asked
// once of each name that an object has: the answer is the same wherever it is read.
func unset(p *analyzer.Pass, n syntax.Node) bool {
	ask := func() bool { return p.Model.MayBeUnset(n) }
	if p.Tree.Kind(n) != syntax.KindAttribute || !semantic.HoldsSettings(p.Tree, p.Tree.Object(n)) {
		return ask()
	}
	type key struct{}
	return analyzer.Each(p, key{}, p.Tree.Text(n), ask)
}

// noneInside is mayBeNone for the parts of an f-string.
func noneInside(p *analyzer.Pass, lit syntax.Node) bool {
	for _, part := range p.Tree.FormatParts(lit) {
		if part.Node != syntax.None && mayBeNone(p, p.Tree.Unparen(p.Tree.First(part.Node))) {
			return true
		}
	}
	return false
}
