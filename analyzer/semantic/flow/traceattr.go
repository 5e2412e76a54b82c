package flow

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// openParameter notes that callers outside this file can pass other devices.
func (tr *trace) openParameter(sym *infer.Symbol, held cell) {
	if tr.m.IsInner(sym.Scope.Node) {
		return
	}
	if tr.m.FilledUnseen(sym) {
		tr.f.open[tr.f.numbers.of(held)] = "the parameter " + sym.Name + " can be passed through * or **"
		return
	}
	tr.f.ajar[tr.f.numbers.of(held)] = openParameter(sym)
}

// openParameter says why a parameter may hold other devices.
func openParameter(sym *infer.Symbol) string {
	return "the parameter " + sym.Name + " can be passed from elsewhere"
}

func (tr *trace) attribute(k infer.ClassAttr, at syntax.Node, conf infer.Confidence) {
	tr.enter(cell{attr: k}, conf)
	if tr.t.Kind(k.Class) != syntax.KindClass {
		tr.f.ajar[tr.f.numbers.of(cell{attr: k})] = "the attribute " + k.Name + " can be set elsewhere"
		if tr.t.Kind(at) == syntax.KindAttribute {
			tr.hop.leaves = "the attribute " + k.Name + " can be read elsewhere"
		}
	}
	tr.name(k.Name, at, conf)
}

// loads goes on from an attribute to its reads: also those in a base class that leaves
// setting it to its derived classes, and, for a plain class of this file (a config
// object), those through names of unknown class.
func (tr *trace) loads(k infer.ClassAttr) {
	sure := infer.Certain
	if k.Class == syntax.None {
		sure = infer.Likely
	}
	for _, load := range tr.f.loadsOf(k) {
		tr.value(load, sure)
	}
	if tr.t.Kind(k.Class) != syntax.KindClass {
		return
	}
	class := k.Class
	for range infer.MaxBases {
		base := tr.m.RootBase(class)
		if base == class {
			break
		}
		class = base
		if tr.m.SetsAttribute(class, k.Name) {
			continue
		}
		for _, load := range tr.f.loadsOf(infer.ClassAttr{Class: class, Name: k.Name}) {
			tr.value(load, infer.Likely)
		}
	}
	plain := infer.ClassAttr{Class: syntax.None, Name: k.Name}
	if len(tr.f.loadsOf(plain)) > 0 && tr.m.FrameworkType(k.Class).Kind != infer.KindModule {
		tr.enter(cell{attr: plain, key: anyClass}, infer.Likely)
	}
}

// anyClass marks the cell of an attribute read on objects of unknown class. All classes
// with the attribute lead there, and on to its reads.
const anyClass = "."

// loadsOf returns the places that read an attribute.
func (f *flow) loadsOf(k infer.ClassAttr) []syntax.Node {
	if _, known := f.loads[k.Name]; !known {
		byClass := make(map[syntax.Node][]syntax.Node)
		f.loads[k.Name] = byClass
		for _, load := range f.m.LoadsOf(k.Name) {
			if lk, ok := f.m.AttrCell(load); ok {
				byClass[lk.Class] = append(byClass[lk.Class], load)
			}
		}
	}
	return f.loads[k.Name][k.Class]
}
