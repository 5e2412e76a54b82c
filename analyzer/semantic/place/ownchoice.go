package place

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxOwners bounds how many steps lead from an expression to the call that made its object.
const maxOwners = 8

// OwnChoice is the package of the library that has made an object and chosen its device by
// itself; "" if something tells it one, moves it, or nothing is known of it.
//
//	model = whisper.load_model("base")
func (m *Places) OwnChoice(n syntax.Node) string { return m.ownChoice(n, maxOwners) }

func (m *Places) ownChoice(n syntax.Node, left int) string {
	n = m.Tree.Unparen(n)
	if n == syntax.None || left == 0 {
		return ""
	}
	type key struct {
		n    syntax.Node
		left int
	}
	return infer.Walked(m.Model, key{n, left}, func() string {
		switch m.Tree.Kind(n) {
		case syntax.KindIdentifier:
			return m.ownVariable(n, left-1)
		case syntax.KindAttribute:
			return m.ownAttribute(n, left-1)
		case syntax.KindSubscript:
			return m.ownChoice(m.Tree.Child(n, syntax.FieldValue), left-1)
		case syntax.KindCall:
			return m.ownMade(n, left-1)
		case syntax.KindDictionary, syntax.KindList, syntax.KindTuple, syntax.KindPair:
			last := ""
			for item := range m.Tree.Children(n) {
				last = max(last, m.ownChoice(item, left-1))
			}
			return last
		}
		return ""
	})
}

// ownVariable is OwnChoice for a name, by all values that may reach it.
func (m *Places) ownVariable(n syntax.Node, left int) (library string) {
	const maxUses = 64
	sym := m.Symbol(n)
	if sym == nil || len(sym.Uses) > maxUses || len(sym.Defs) > maxUses || slices.ContainsFunc(sym.Uses, m.isMovedHere) {
		return ""
	}
	for _, d := range m.ReachingDefs(n) {
		switch d.Kind {
		case infer.DefAssign, infer.DefUnpack:
			library = max(library, m.ownChoice(d.Value, left))
		case infer.DefImport:
			library = max(library, m.ownGlobal(n, left))
		case infer.DefParam:
			fn := m.Tree.EnclosingFunction(d.Node)
			calls := m.Callers(fn)
			for _, call := range calls[:min(len(calls), infer.MaxPassed)] {
				library = max(library, m.ownChoice(m.PassedBy(call, fn, d), left))
			}
		}
	}
	return library
}

// ownGlobal is OwnChoice for a variable of another file of the project.
func (m *Places) ownGlobal(n syntax.Node, left int) (library string) {
	g, ok := m.Global(n)
	if !ok || g.Module == nil || g.Module == m.Module() {
		return ""
	}
	m.elsewhere(g.Module, func(lib *Places) {
		sym := lib.Scope(syntax.Root).Names[g.Name]
		if sym == nil || slices.ContainsFunc(sym.Uses, lib.isMovedHere) {
			return
		}
		for _, d := range sym.Defs {
			if d.Kind == infer.DefAssign || d.Kind == infer.DefUnpack {
				library = max(library, lib.ownChoice(d.Value, left))
			}
		}
	})
	return library
}

// ownAttribute is OwnChoice for an attribute of an object of the file, or for a part of
// such an object.
func (m *Places) ownAttribute(n syntax.Node, left int) (library string) {
	if k, ok := m.AttrCell(n); ok {
		if slices.ContainsFunc(m.LoadsOf(k.Name), m.isMovedHere) {
			return ""
		}
		for _, value := range m.ValuesStored(k) {
			library = max(library, m.ownChoice(value, left))
		}
		if library != "" {
			return library
		}
	}
	if library = m.ownGlobal(n, left); library != "" {
		return library
	}
	return m.ownChoice(m.Tree.Object(n), left)
}

// ownMade is OwnChoice for the result of a call.
func (m *Places) ownMade(call syntax.Node, left int) (library string) {
	if m.toldDevice(call) {
		return ""
	}
	if name, ok := m.ofLibrary(call); ok {
		return name
	}
	found := m.inside(call, func(in *Places, fn syntax.Node) {
		for _, value := range in.Returns(fn) {
			library = max(library, in.ownChoice(value, left))
		}
	})
	if callee := m.Tree.Callee(call); !found && m.Tree.Kind(callee) == syntax.KindAttribute && m.isChained(callee) {
		return m.ownChoice(m.Tree.Object(callee), left)
	}
	return library
}

// isChained reports whether a method yields its object: eval.
func (m *Places) isChained(attr syntax.Node) bool {
	switch m.Tree.View(m.Tree.AttrName(attr)) {
	case "eval", "train", "half", "float", "bfloat16", "requires_grad_":
		return true
	}
	return false
}

// isMovedHere reports whether a use of an object moves it.
func (m *Places) isMovedHere(use syntax.Node) bool {
	attr := m.Tree.Parent(use)
	return m.Tree.Kind(attr) == syntax.KindAttribute && m.Tree.Object(attr) == use && m.MovesObject(attr)
}

// MovesObject reports whether an attribute is that of a method that moves its object.
func (m *Places) MovesObject(attr syntax.Node) bool {
	switch m.Tree.View(m.Tree.AttrName(attr)) {
	case "to", "cuda", "cpu", "set_device", "parallelize":
		return true
	}
	return false
}

// toolWords are parts of the names of library objects that take tensors wherever they lie.
var toolWords = [...]string{
	"token", "process", "schedul", "optim", "writer", "logg", "metric", "loss", "criterion", "meter", "accelerator",
	"data", "sampler", "config", "transform", "augment", "ema", "parser", "bar",
}

// ofLibrary is the package of a call that makes a model, perhaps: one that is neither
// PyTorch nor part of the project or of Python.
func (m *Places) ofLibrary(call syntax.Node) (library string, ok bool) {
	r := m.Ref(m.Tree.Callee(call))
	if r.Def != syntax.None || r.Local || r.Name == "" || r.Member {
		return "", false
	}
	if strings.HasPrefix(r.Name, "torch.hub.") {
		return "torch.hub", true
	}
	library = infer.TopOf(r.Name)
	if infer.NeverLocal(library) || library == "torchtext" {
		return "", false
	}
	rest := strings.ToLower(strings.TrimPrefix(r.Name, library))
	return library, strings.Contains(rest, "model") || !slices.ContainsFunc(toolWords[:], func(word string) bool { return strings.Contains(rest, word) })
}

// toldDevice reports whether a call is told a device, or moves its object.
func (m *Places) toldDevice(call syntax.Node) bool {
	if callee := m.Tree.Callee(call); m.Tree.Kind(callee) == syntax.KindAttribute && m.MovesObject(callee) {
		return true
	}
	for a := range m.Tree.Args(call) {
		text := m.Tree.View(a.Value)
		if a.Splat != 0 || strings.Contains(m.Tree.View(a.Name), "device") || strings.Contains(text, "device") || strings.Contains(text, "cuda") {
			return true
		}
	}
	return false
}
