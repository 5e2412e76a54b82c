package cadence

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// RegionKind is the part of a program that code belongs to. As far as position in the
// program tells, it says whether tensors are on the device there, and how often the code
// runs.
type RegionKind uint8

// The kinds of regions.
const (
	RegionOther    RegionKind = iota // scripts, helpers, metrics: anywhere
	RegionForward                    // forward of a module, and the functions of this file it calls
	RegionModule                     // another method of a module
	RegionTraining                   // a loop that trains, or an optimizer's step
	RegionSetup                      // building and loading a module, before it is moved
	RegionData                       // datasets, transforms, collate functions
	RegionDecoding                   // a loop that generates a sequence token by token, and the functions that generate calls in its own
	RegionCompiled                   // a function that is compiled as a whole, and the functions of this file it calls
	RegionKernel                     // a function that is compiled to a kernel
	RegionTest                       // a test, outside the regions above
	RegionMain                       // code that runs if the file is run as a program
)

// Region returns the part of the program that a node belongs to. A function's region
// follows from its name and class, from the compiler that it is given to, or else from
// its callers in this file. Loops count before the method around them.
func (m *Rates) Region(n syntax.Node) RegionKind {
	if m.regions == nil {
		m.regions = m.regionTable()
		m.spreadDecoding()
	}
	for at := n; ; {
		fn := m.Tree.EnclosingFunction(at)
		kind := m.regions[fn]
		if kind == RegionOther || kind == RegionModule {
			if loop := m.aroundIn(at, fn); loop != RegionOther {
				return loop
			}
		}
		if kind != RegionOther {
			return kind
		}
		if fn == syntax.None {
			return m.inProgram(n)
		}
		at = fn
	}
}

// aroundIn returns the region of the loops of fn around n.
func (m *Rates) aroundIn(n, fn syntax.Node) RegionKind {
	for p := m.Tree.EnclosingFrame(n); p != syntax.None && p != fn; p = m.Tree.EnclosingFrame(p) {
		switch m.Tree.Kind(p) {
		case syntax.KindFor, syntax.KindWhile:
			if kind := m.loopRegion(p); kind != RegionOther {
				return kind
			}
		}
	}
	return RegionOther
}

// definition returns the function definition around n; a lambda belongs to the function
// around it.
func (m *Rates) definition(n syntax.Node) syntax.Node {
	for n = m.Tree.EnclosingFunction(n); m.Tree.Kind(n) == syntax.KindLambda; {
		n = m.Tree.EnclosingFunction(n)
	}
	return n
}

// regionTable computes the regions of all functions that have one: their own, or that of
// a forward method, a compiled function or the step of an optimizer that reaches them.
func (m *Rates) regionTable() map[syntax.Node]RegionKind {
	table := make(map[syntax.Node]RegionKind)
	var steps, forward, compiled, decoding []syntax.Node
	for _, fn := range m.Functions() {
		kind := m.ownRegion(fn)
		switch kind {
		case RegionOther:
			continue
		case RegionTraining:
			if class := m.MethodClass(fn); class != syntax.None && m.IsOptimizer(class) { // functions called by a trainer's step may run only now and then
				steps = append(steps, fn)
			}
		case RegionForward:
			forward = append(forward, fn)
		case RegionDecoding:
			decoding = append(decoding, fn)
		}
		table[fn] = kind
	}
	m.compiledRegions(func(fn syntax.Node, kind RegionKind, _ syntax.Node) {
		if table[fn] != RegionForward {
			table[fn] = kind
		}
		if kind == RegionCompiled {
			compiled = append(compiled, fn)
		}
	})
	if len(steps)+len(forward)+len(compiled)+len(decoding) == 0 {
		return table
	}
	called := m.calledFrom()
	spread(table, called, steps, RegionTraining)
	spread(table, called, forward, RegionForward)
	spread(table, called, compiled, RegionCompiled)
	spread(table, called, decoding, RegionDecoding)
	return table
}

// spread gives a region to all functions called from work, directly or not. Functions
// called by forward methods keep the region of forward, whoever else calls them.
func spread(table map[syntax.Node]RegionKind, called map[syntax.Node][]syntax.Node, work []syntax.Node, kind RegionKind) {
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		for _, callee := range called[fn] {
			switch known := table[callee]; {
			case known == kind, known == RegionForward, known == RegionData, known == RegionKernel:
			case kind == RegionTraining && known != RegionOther: // the weakest region
			case kind == RegionDecoding && known != RegionOther && known != RegionModule:
			default:
				table[callee] = kind
				work = append(work, callee)
			}
		}
	}
}

// calledFrom lists, for each function or lambda, the functions of this file that it or a
// function inside it calls or has called.
func (m *Rates) calledFrom() map[syntax.Node][]syntax.Node {
	out := make(map[syntax.Node][]syntax.Node)
	for _, call := range m.Calls() {
		run := slices.Concat(m.MayRun(call), m.HandsOver(call))
		if len(run) == 0 {
			continue
		}
		for fn := m.Tree.EnclosingFunction(call); fn != syntax.None; fn = m.Tree.EnclosingFunction(fn) {
			out[fn] = append(out[fn], run...)
		}
	}
	return out
}

// ownRegion returns the region that a function's name and class imply.
func (m *Rates) ownRegion(fn syntax.Node) RegionKind {
	name := m.Tree.Text(m.Tree.FuncName(fn))
	class := m.MethodClass(fn)
	if class == syntax.None {
		return functionRegion(name)
	}
	if m.CallsPerToken(fn) {
		return RegionDecoding
	}
	switch kind := m.ClassRegion(class); {
	case kind == RegionOther:
		return m.trainerRegion(class, name)
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

// functionRegion returns the region of a function outside a class.
func functionRegion(name string) RegionKind {
	switch {
	case strings.Contains(name, "collate"), strings.HasPrefix(name, "worker_init"):
		return RegionData
	case setsUp(name):
		return RegionSetup
	}
	return RegionOther
}

// ClassRegion returns the region of the methods of a class: of a module, a data set or an
// optimizer. A class with a forward method whose base is not defined in this file is
// taken for a module.
func (m *Rates) ClassRegion(class syntax.Node) RegionKind {
	switch m.FrameworkType(class).Kind {
	case infer.KindModule:
		return RegionModule
	case infer.KindDataLoader:
		return RegionData
	}
	if m.IsOptimizer(class) {
		return RegionTraining
	}
	members := m.Scope(class).Names
	switch {
	case m.IsAutograd(class), slices.ContainsFunc(jaxModules[:], func(base string) bool { return m.derivesFrom(class, base) }):
		return RegionModule
	case m.derivesFrom(class, "torch.utils.data."), dataName(m.Tree.Text(m.Tree.FuncName(class))) && !m.drawsFromModel(class):
		return RegionData
	case members["forward"] != nil, members["__call__"] != nil && lossName(m.Tree.Text(m.Tree.FuncName(class))):
		return RegionModule
	case members["__getitem__"] != nil && members["__len__"] != nil:
		return RegionData
	}
	return RegionOther
}

// jaxModules are the classes of modules in the libraries on JAX.
var jaxModules = [...]string{"flax.linen.Module", "flax.nnx.Module", "haiku.Module", "haiku.RNNCore", "equinox.Module"}

// derivesFrom reports whether a base class is named in a package.
func (m *Rates) derivesFrom(class syntax.Node, prefix string) bool {
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

// lossName recognises the names of classes whose objects are called like a loss.
func lossName(name string) bool {
	return strings.HasSuffix(name, "Loss") || strings.HasSuffix(name, "Criterion")
}

// runsOnDevice recognises the methods of a module that run on its device.
func runsOnDevice(name string) bool {
	switch name {
	case "forward", "backward", "__call__", "training_step", "validation_step", "test_step", "predict_step":
		return true
	}
	return strings.HasPrefix(name, "forward_") || strings.HasPrefix(name, "_forward")
}

// setsUp recognises functions that build, initialise, load or convert a module; they run
// on the host, before it is moved to the device.
func setsUp(name string) bool {
	name = strings.ToLower(strings.TrimLeft(name, "_"))
	for _, word := range [...]string{"init", "reset", "load", "merge", "unmerge", "from_pretrained", "build", "convert", "checkpoint", "state_dict", "extra_repr", "export", "register"} {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	return strings.HasSuffix(name, "_init") || strings.HasSuffix(name, "state_dict") || strings.Contains(name, "init_weight") || strings.Contains(name, "checkpoint")
}
