package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// RegionKind says what part of a program a piece of code belongs to: whether
// the tensors there are on the device, as far as its place tells.
type RegionKind uint8

// The kinds of regions.
const (
	RegionOther    RegionKind = iota // scripts, helpers, metrics: anywhere
	RegionForward                    // forward of a module, and what it calls in this file
	RegionModule                     // another method of a module
	RegionTraining                   // a loop that trains, or an optimizer's step
	RegionSetup                      // building and loading a module, before it is moved
	RegionData                       // datasets, transforms, collate functions
)

// Region is the part of the program that a node belongs to. What a function
// does is told by its own name and class, and else by the functions of this
// file that call it.
func (m *Model) Region(n syntax.Node) RegionKind {
	if m.regions == nil {
		m.regions = m.regionTable()
	}
	for fn := m.definition(n); fn != syntax.None; fn = m.definition(fn) {
		if kind := m.regions[fn]; kind != RegionOther {
			return kind
		}
		if m.trains(n, fn) {
			return RegionTraining
		}
	}
	if m.trains(n, syntax.Root) {
		return RegionTraining
	}
	return RegionOther
}

// definition is the function definition around n; lambdas belong to the
// function they stand in.
func (m *Model) definition(n syntax.Node) syntax.Node {
	for n = m.Tree.EnclosingFunction(n); m.Tree.Kind(n) == syntax.KindLambda; {
		n = m.Tree.EnclosingFunction(n)
	}
	return n
}

// regionTable tells the regions of all functions that have one: by themselves,
// or because a forward method reaches them.
func (m *Model) regionTable() map[syntax.Node]RegionKind {
	table := make(map[syntax.Node]RegionKind)
	var work []syntax.Node
	for _, fn := range m.functions {
		if kind := m.ownRegion(fn); kind != RegionOther {
			table[fn] = kind
			if kind == RegionForward {
				work = append(work, fn)
			}
		}
	}
	if len(work) == 0 {
		return table
	}
	called := m.calledFrom()
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		for _, callee := range called[fn] {
			if kind := table[callee]; kind != RegionForward && kind != RegionData {
				table[callee] = RegionForward
				work = append(work, callee)
			}
		}
	}
	return table
}

// calledFrom lists the functions of this file that each function calls.
func (m *Model) calledFrom() map[syntax.Node][]syntax.Node {
	out := make(map[syntax.Node][]syntax.Node)
	for _, call := range m.calls {
		def := m.Ref(m.Tree.Callee(call)).Def
		if m.Tree.Kind(def) != syntax.KindFunction {
			continue
		}
		if fn := m.definition(call); fn != syntax.None {
			out[fn] = append(out[fn], def)
		}
	}
	return out
}

// ownRegion is the region that a function's name and class tell.
func (m *Model) ownRegion(fn syntax.Node) RegionKind {
	name := m.Tree.Text(m.Tree.FuncName(fn))
	class := m.methodClass(fn)
	if class == syntax.None {
		return functionRegion(name)
	}
	switch kind := m.classRegion(class); {
	case kind == RegionData:
		return kind
	case kind == RegionTraining && name != "step":
		return RegionOther
	case kind == RegionModule && setsUp(name):
		return RegionSetup
	case kind == RegionModule && runsOnDevice(name):
		return RegionForward
	default:
		return kind
	}
}

// functionRegion is the region of a function outside a class.
func functionRegion(name string) RegionKind {
	switch {
	case strings.Contains(name, "collate"), strings.HasPrefix(name, "worker_init"):
		return RegionData
	case setsUp(name):
		return RegionSetup
	}
	return RegionOther
}

// classRegion is the region of the methods of a class: of a module, a data set
// or an optimizer. A class with a forward method whose base this file does not
// show is taken for a module.
func (m *Model) classRegion(class syntax.Node) RegionKind {
	switch m.frameworkBase(class).Kind {
	case KindModule:
		return RegionModule
	case KindOptimizer:
		return RegionTraining
	case KindDataLoader:
		return RegionData
	}
	members := m.scopes[class].names
	switch {
	case m.isAutograd(class):
		return RegionModule
	case m.derivesFrom(class, "torch.utils.data."), dataName(m.Tree.Text(m.Tree.FuncName(class))):
		return RegionData
	case members["forward"] != nil:
		return RegionModule
	case members["__getitem__"] != nil && members["__len__"] != nil:
		return RegionData
	}
	return RegionOther
}

// derivesFrom reports whether a base class is named in a package.
func (m *Model) derivesFrom(class syntax.Node, prefix string) bool {
	for base := range m.Tree.Bases(class) {
		if name, _ := m.Name(base.Value); strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// dataName recognises the names of classes that prepare data on the host.
func dataName(name string) bool {
	for _, word := range [...]string{"Dataset", "Sampler", "Transform", "Augment", "Collat", "DataModule"} {
		if strings.Contains(name, word) && !strings.Contains(name, "Transformer") {
			return true
		}
	}
	return false
}

// runsOnDevice recognises the methods of a module that run where it is.
func runsOnDevice(name string) bool {
	switch name {
	case "forward", "backward", "__call__", "training_step", "validation_step", "test_step", "predict_step":
		return true
	}
	return strings.HasPrefix(name, "forward_") || strings.HasPrefix(name, "_forward")
}

// setsUp recognises functions that build, initialise, load or convert a module;
// they run on the host, before it is moved to the device.
func setsUp(name string) bool {
	name = strings.ToLower(strings.TrimLeft(name, "_"))
	for _, word := range [...]string{"init", "reset", "load", "merge", "unmerge", "from_pretrained", "build", "convert", "checkpoint", "state_dict", "extra_repr", "export", "register"} {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	return strings.HasSuffix(name, "_init") || strings.HasSuffix(name, "state_dict") || strings.Contains(name, "init_weight") || strings.Contains(name, "checkpoint")
}

// trains reports whether n stands in a loop of fn that calls both backward and
// an optimizer's step.
func (m *Model) trains(n, fn syntax.Node) bool {
	for p := m.Tree.Parent(n); p != syntax.None && p != fn; p = m.Tree.Parent(p) {
		switch m.Tree.Kind(p) {
		case syntax.KindFor, syntax.KindWhile:
			if m.steps(p) {
				return true
			}
		}
	}
	return false
}

// steps reports whether a loop's body runs a backward pass and a step. A loop
// is read once.
func (m *Model) steps(loop syntax.Node) bool {
	kind, known := m.regions[loop]
	if !known {
		kind = RegionOther
		if m.runsStep(loop) {
			kind = RegionTraining
		}
		m.regions[loop] = kind
	}
	return kind == RegionTraining
}

func (m *Model) runsStep(loop syntax.Node) bool {
	backward, step := false, false
	for n := range m.Tree.All(loop) {
		if m.Tree.Kind(n) != syntax.KindCall {
			continue
		}
		switch _, method := m.method(n); method {
		case "backward":
			backward = true
		case "step", "zero_grad":
			step = true
		}
	}
	return backward && step
}
