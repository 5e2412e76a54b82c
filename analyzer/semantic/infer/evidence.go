package infer

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// The uses of a value reveal its sort where nothing else does: only a tensor is permuted,
// and the argument of F.relu is one too when its mean is taken. Each use rules out the
// sorts of objects that nobody uses that way. Only the text and the imports are read,
// never the kind of a value, so the evidence never depends on the answer that is asked of
// it.

// receivers is a set of the sorts of objects that programs keep beside
// tensors.
type receivers uint16

const (
	tensors    receivers = 1 << iota
	arrays               // of NumPy and JAX
	frames               // of pandas and its like
	modules              // layers and models
	numbers              // of Python
	texts                // strings and bytes
	containers           // lists, sets, dictionaries
	others               // objects of any other class

	anything = others<<1 - 1
)

// evidence holds the conclusions drawn from the uses of values in a file.
type evidence struct {
	m      *Model
	world  receivers // the sorts that a file with these imports works with
	own    map[string]bool
	defs   map[syntax.Node]receivers // by the node of the binding
	fields map[ClassAttr]receivers
	all    map[*Symbol]receivers
	uses   map[*Symbol]map[syntax.Node][]syntax.Node // by the node of the binding
}

// usage is the evidence of this file.
func (m *Model) usage() *evidence {
	if m.evidence == nil {
		m.evidence = &evidence{
			m: m, world: m.world(), defs: make(map[syntax.Node]receivers),
			fields: make(map[ClassAttr]receivers), all: make(map[*Symbol]receivers), uses: make(map[*Symbol]map[syntax.Node][]syntax.Node),
		}
	}
	return m.evidence
}

// world returns the sorts of objects that the file works with, judged by its imports:
// none if it does not import PyTorch, or also imports a framework whose tensors have the
// same methods.
func (m *Model) world() receivers {
	if !m.ImportsAny("torch") || m.ImportsAny("tensorflow", "tensorflow_datasets", "paddle", "mxnet", "mindspore", "oneflow", "jittor", "tinygrad", "mlx") {
		return 0
	}
	world := anything &^ (arrays | frames)
	if m.ImportsAny("numpy", "jax", "cupy", "scipy", "cv2", "sklearn", "skimage", "h5py", "librosa", "soundfile", "imageio", "matplotlib",
		"gym", "gymnasium", "evaluate") || m.defines("compute_metrics") {
		world |= arrays
	}
	if m.ImportsAny("pandas", "polars", "xarray", "datasets", "pyspark", "dask", "sqlalchemy") {
		world |= frames
	}
	return world
}

// defines reports whether the file binds a name at its top; the trainer of
// Transformers hands arrays to a function of the name compute_metrics.
func (m *Model) defines(name string) bool { return m.Scope(syntax.Root).Names[name] != nil }

// isTensor reports whether an expression is a tensor, judged by its form and its use in
// place.
func (e *evidence) isTensor(n syntax.Node) bool {
	return e.world != 0 && e.form(n)&e.use(n)&e.world == tensors && !e.usedOtherwise(n)
}

// usedOtherwise reports whether n is a variable of which the same statement reads an
// attribute that no tensor has: s.tolist() beside s.request_id.
func (e *evidence) usedOtherwise(n syntax.Node) bool {
	t := e.m.Tree
	if t.Kind(n) != syntax.KindIdentifier {
		return false
	}
	sym := e.m.Symbol(n)
	if sym == nil || e.variable(sym)&tensors != 0 {
		return false
	}
	stmt := t.Statement(n)
	return slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
		attr := t.Parent(use)
		if t.Statement(use) != stmt || t.Kind(attr) != syntax.KindAttribute || t.Callee(t.Parent(attr)) == attr || e.attribute(attr)&tensors != 0 {
			return false
		}
		for at := attr; at != stmt && at != syntax.None; at = t.Parent(at) {
			if t.Kind(at) == syntax.KindConditional {
				return false // the other arm may be for tensors
			}
		}
		return true
	})
}

// bindsTensor reports whether a binding binds a tensor, judged by the uses of the
// variable that the binding may reach.
func (e *evidence) bindsTensor(d Def, sym *Symbol) bool {
	if e.world == 0 || !d.BindsValue() {
		return false
	}
	world := e.world
	if e.inModule(sym.Scope.Node) || e.m.yieldedByModule(d) {
		world &^= arrays
	}
	if e.variable(sym)&world&^tensors != 0 {
		return e.schedule(d, sym)
	}
	is := e.binding(d, sym) & world
	return is == tensors || is == tensors|arrays && e.madeAlike(d, sym, world)
}

// ShownTensor reports whether a binding of a name binds a tensor, judged by the uses of
// the name alone: x.max() is asked of x somewhere.
func (m *Model) ShownTensor(name syntax.Node, d Def) bool {
	sym := m.Symbol(name)
	return sym != nil && m.usage().bindsTensor(d, sym)
}

// rulesOut reports whether the uses of a variable are impossible for a tensor.
func (e *evidence) rulesOut(d Def, sym *Symbol) bool {
	return e.world != 0 && e.variable(sym)&tensors == 0 && e.binding(d, sym)&tensors == 0
}

// inModule reports whether a function is a method of a module of PyTorch, whose
// values are tensors and not arrays.
func (e *evidence) inModule(fn syntax.Node) bool {
	class := e.m.MethodClass(fn)
	return class != syntax.None && e.m.FrameworkType(class).Kind == KindModule
}

// yieldedByModule reports whether a binding binds the result of a PyTorch module, or a
// part of it, which is never an array.
func (m *Model) yieldedByModule(d Def) bool {
	call := m.Tree.Unparen(d.Value)
	return (d.Kind == DefAssign || d.Kind == DefUnpack) && m.Tree.Kind(call) == syntax.KindCall && m.Type(m.Tree.Callee(call)).Kind == KindModule
}

// variable returns the sorts that can serve all uses of a variable. A single binding
// reaches only some of the uses, so its sorts are these or more.
func (e *evidence) variable(sym *Symbol) receivers {
	r, ok := e.all[sym]
	if !ok {
		r = anything
		for _, use := range sym.Uses {
			r &= e.use(use)
		}
		r &= e.asked(sym.Uses)
		e.all[sym] = r
	}
	return r
}

// binding returns the sorts that fit the value bound by d.
func (e *evidence) binding(d Def, sym *Symbol) receivers {
	if r, ok := e.defs[d.Node]; ok {
		return r
	}
	r := e.together(e.reached(d, sym))
	if d.Kind == DefAssign {
		r &= e.form(e.m.Tree.Unparen(d.Value))
	}
	e.defs[d.Node] = r
	return r
}

// reached returns the uses of a variable that see a binding. A use inside another
// function may see any binding, so it says nothing if there are several.
func (e *evidence) reached(d Def, sym *Symbol) []syntax.Node {
	if len(sym.Defs) == 1 {
		return sym.Uses
	}
	by := e.uses[sym]
	if by == nil {
		by = make(map[syntax.Node][]syntax.Node)
		e.uses[sym] = by
		for _, use := range sym.Uses {
			if !e.m.SameFunction(use, sym.Scope) {
				continue
			}
			if defs := e.m.ReachingDefs(use); len(defs) <= scope.MaxReaching {
				for _, r := range defs {
					by[r.Node] = append(by[r.Node], use)
				}
			}
		}
	}
	return by[d.Node]
}

// fieldIsTensor reports whether methods of a class use an attribute of their
// object as a tensor.
func (e *evidence) fieldIsTensor(class syntax.Node, name string) bool {
	if e.world == 0 {
		return false
	}
	key := ClassAttr{class, name}
	r, ok := e.fields[key]
	if !ok {
		var loads []syntax.Node
		for n := range e.m.AttributeLoads(name) {
			if e.m.SelfClass(e.m.Tree.Object(n)) == class {
				loads = append(loads, n)
			}
		}
		r = e.together(loads)
		e.fields[key] = r
	}
	world := e.world
	if e.m.FrameworkType(class).Kind == KindModule {
		world &^= arrays
	}
	return r&world == tensors
}

// together returns the sorts that fit a value with several uses. A use below a check that
// has established the class of the value says nothing about the other uses; and if a use
// asks whether the value is a tensor, its sort stays open.
func (e *evidence) together(uses []syntax.Node) receivers {
	r := anything
	for _, use := range uses {
		if e.tested(use) {
			return anything
		}
		if !e.m.foundToBe(use) {
			r &= e.use(use)
		}
	}
	return r & e.asked(uses)
}

// tested reports whether a use asks whether a value is a tensor, or inspects it: type(x),
// hasattr(x, name).
func (e *evidence) tested(use syntax.Node) bool {
	t := e.m.Tree
	call, arg := e.m.ArgumentOf(use)
	if call == syntax.None || arg != 0 {
		return false
	}
	switch t.Written(t.Callee(call)) {
	case "isinstance", "issubclass":
		return strings.Contains(t.Text(t.Arg(call, 1, "")), "Tensor")
	case "type", "hasattr", "callable", "torch.is_tensor", "is_tensor", "torch.is_storage":
		return true
	}
	return false
}

// ArgumentOf returns the call that takes an expression as an argument, and its position:
// -1 for a keyword argument, and for any behind a keyword or a splat. The call is None if
// the expression is no argument.
func (m *Model) ArgumentOf(n syntax.Node) (call syntax.Node, position int) {
	t := m.Tree
	list := t.Parent(n)
	if t.Kind(list) == syntax.KindKeywordArgument {
		list = t.Parent(list)
		position = -1
	}
	if t.Kind(list) != syntax.KindArgumentList || t.Kind(t.Parent(list)) != syntax.KindCall {
		return syntax.None, 0
	}
	call = t.Parent(list)
	if position < 0 {
		return call, position
	}
	for a := range t.Args(call) {
		switch {
		case a.Value == n && a.Splat == 0:
			return call, position
		case a.Splat != 0 || a.Name != syntax.None:
			return call, -1
		}
		position++
	}
	return syntax.None, 0
}
