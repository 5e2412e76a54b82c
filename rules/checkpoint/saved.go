package checkpoint

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// theOptions names the part that PyTorch refuses in a checkpoint that holds an object
// with the program's options as attributes.
const theOptions = "the program's options"

// saving is a call of a function in another file of the project that saves checkpoints,
// with the contents of one of them.
type saving struct {
	callee string // as the file that loads calls it
	saved  analyzer.Related
	states map[string]bool // keys of it that hold the state of something
	others map[string]bool // all other keys
	// The values under the keys, as passed to the function: its caller knows more about
	// them.
	given []entry
	// object names the part of the checkpoint that PyTorch refuses.
	object string
}

// entry is the value under a key, in the file that loads.
type entry struct {
	key   string
	value syntax.Node
}

// savedElsewhere finds a call, in the file that loads, of a function in another file
// that saves the checkpoint read here, with more than weights in it.
func (h *holdings) savedElsewhere() *saving {
	if len(h.first) == 0 || broughtIn(h.p, h.load) {
		return nil
	}
	for _, call := range savingCalls(h.p) {
		for _, s := range savings(h.p.Model, call) {
			if h.judge(s); s.object != "" && h.readsOf(s) && (len(h.first) > 1 || h.fills(call)) {
				return s
			}
		}
	}
	return nil
}

// savingCalls are the calls of functions of the project that are called like ones that
// save checkpoints.
func savingCalls(p *analyzer.Pass) []syntax.Node {
	type key struct{}
	return analyzer.Once(p, key{}, func() (calls []syntax.Node) {
		for _, call := range p.Model.Calls() {
			if namesSaving(p.Tree.View(p.Tree.Callee(call))) && p.Model.RunsProject(call) {
				calls = append(calls, call)
			}
		}
		return calls
	})
}

// namesSaving reports whether a function is called like one that saves checkpoints.
func namesSaving(callee string) bool {
	name := strings.ToLower(callee[strings.LastIndexByte(callee, '.')+1:])
	return strings.Contains(name, "save") || strings.Contains(name, "checkpoint") || strings.Contains(name, "ckpt")
}

// broughtIn reports whether a path shows that the program did not write the file it
// reads.
func broughtIn(p *analyzer.Pass, load syntax.Node) bool {
	path := p.Tree.Arg(load, 0, "f")
	said := []string{p.Tree.View(path)}
	for _, d := range p.Model.ReachingDefs(path) {
		said = append(said, p.Tree.View(d.Value))
	}
	return slices.ContainsFunc(said, func(text string) bool {
		text = strings.ToLower(text)
		return slices.ContainsFunc([]string{
			"pretrain", "pre_train", "teacher", "backbone", "download", "http", "url", "hub", "imagenet", "zoo",
		}, func(word string) bool { return strings.Contains(text, word) })
	})
}

// readsOf reports whether all keys that are read stand in a checkpoint, that of a state
// among them.
func (h *holdings) readsOf(s *saving) bool {
	state := false
	for key := range h.first {
		if !s.states[key] && !s.others[key] {
			return false
		}
		state = state || s.states[key]
	}
	return state
}

// fills reports whether a call that saves is given the very object whose state is
// loaded. A single key does not identify the file: many programs call it "model".
func (h *holdings) fills(call syntax.Node) bool {
	t := h.p.Tree
	if t.Kind(t.Arg(h.load, 0, "f")) == syntax.KindString {
		return false
	}
	for a := range t.Args(call) {
		if sym := h.p.Model.Symbol(a.Value); sym != nil && slices.Contains(h.into, sym) {
			return true
		}
	}
	return false
}

// judge names the objects that PyTorch refuses among those passed to the function for
// saving.
func (h *holdings) judge(s *saving) {
	for _, g := range s.given {
		typ := h.p.Model.Type(g.value)
		switch {
		case namesOptions(g.key) && hasAttributes(h.p.Model, g.value):
			s.object = theOptions
		case h.first[g.key] && typ.Kind == semantic.KindModule && typ.Confidence >= analyzer.Likely:
			s.object = "a whole model"
			s.states[g.key] = true
		}
	}
}

// savings are the checkpoints that the function saves which a call runs, in another file.
func savings(m *semantic.Model, call syntax.Node) (found []*saving) {
	m.WithCallee(call, func(in *semantic.Model, fn syntax.Node) {
		if in == m || in.CallsAny("torch.serialization.add_safe_globals") {
			return
		}
		for n := range in.Tree.All(fn) {
			if in.Tree.Kind(n) == syntax.KindDictionary && isSaved(in, n) {
				found = append(found, readSaving(m, call, in, n))
			}
		}
	})
	return found
}

// isSaved reports whether a dictionary is passed to a function that saves it, directly
// or through the variable that holds it.
func isSaved(in *semantic.Model, dict syntax.Node) bool {
	t := in.Tree
	if handedToSave(in, dict) {
		return true
	}
	bound := t.Parent(dict)
	if t.Kind(bound) != syntax.KindAssignment || t.Child(bound, syntax.FieldRight) != dict {
		return false
	}
	sym := in.Symbol(t.Child(bound, syntax.FieldLeft))
	return sym != nil && slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
		return handedToSave(in, use) && in.MayHold(use, dict)
	})
}

// handedToSave reports whether a value is the first that torch.save is given, or a function
// of the project around it.
func handedToSave(in *semantic.Model, value syntax.Node) bool {
	t := in.Tree
	list := t.Parent(value)
	if t.Kind(list) == syntax.KindKeywordArgument {
		list = t.Parent(list)
	}
	if t.Kind(list) != syntax.KindArgumentList {
		return false
	}
	call := t.Parent(list)
	if t.Arg(call, 0, "obj") != value {
		return false
	}
	name, _ := in.CallName(call)
	return name == "torch.save" || in.RunsProject(call) && namesSaving(t.View(t.Callee(call)))
}

// readSaving reads a dictionary that a function saves which a call runs.
func readSaving(m *semantic.Model, call syntax.Node, in *semantic.Model, dict syntax.Node) *saving {
	t := in.Tree
	s := &saving{
		callee: m.Tree.Text(m.Tree.Callee(call)), saved: analyzer.Related{Path: in.Path(), Span: t.Span(dict), Message: "saved here"},
		states: make(map[string]bool), others: make(map[string]bool),
	}
	for item := range t.Children(dict) {
		key, ok := t.StringValue(t.Child(item, syntax.FieldKey))
		if !ok {
			continue
		}
		value := t.Child(item, syntax.FieldValue)
		if yieldsState(t, value) {
			s.states[key] = true
			continue
		}
		s.others[key] = true
		if namesOptions(key) && hasAttributes(in, value) {
			s.object = theOptions
		}
		if arg := passed(m, call, in, value); arg != syntax.None {
			s.given = append(s.given, entry{key, arg})
		}
	}
	return s
}

// passed returns the argument that a call passes for a parameter; value is the
// expression that names the parameter in the function.
func passed(m *semantic.Model, call syntax.Node, in *semantic.Model, value syntax.Node) syntax.Node {
	if call == syntax.None {
		return syntax.None
	}
	defs := in.ReachingDefs(value)
	if len(defs) != 1 || defs[0].Kind != semantic.DefParam {
		return syntax.None
	}
	param, ok := reach.ParameterOf(in, defs[0])
	if !ok {
		return syntax.None
	}
	return param.Passed(m.Tree, call)
}

// savedWithOptions reports whether the file makes a checkpoint with an object of
// options in it, and reads one of its keys from the loaded object.
func (h *holdings) savedWithOptions() bool {
	if len(h.keys) == 0 || !h.p.Model.TextHas("state_dict") {
		return false
	}
	for dict := range h.p.Tree.OfKind(syntax.KindDictionary) {
		if h.sharesKeys(dict) {
			return true
		}
	}
	return false
}

// sharesKeys reports whether a dictionary holds the state of something, options that have
// attributes, and a key that is read.
func (h *holdings) sharesKeys(dict syntax.Node) bool {
	t := h.p.Tree
	state, options, shared := false, false, false
	for item := range t.Children(dict) {
		key, ok := t.StringValue(t.Child(item, syntax.FieldKey))
		value := t.Child(item, syntax.FieldValue)
		state = state || yieldsState(t, value)
		options = options || ok && namesOptions(key) && hasAttributes(h.p.Model, value)
		shared = shared || ok && h.keys[key]
	}
	return state && options && shared
}

// yieldsState reports whether an expression is the state of something: net.state_dict().
func yieldsState(t *syntax.Tree, value syntax.Node) bool {
	_, method, _ := strings.Cut(t.View(t.Callee(value)), ".")
	return strings.HasSuffix(method, "state_dict")
}

// hasAttributes reports whether the program reads attributes of a variable that no
// dictionary has.
func hasAttributes(m *semantic.Model, n syntax.Node) bool {
	sym := m.Symbol(n)
	if sym == nil {
		return false
	}
	t := m.Tree
	for _, use := range sym.Uses {
		if attr := t.Parent(use); t.Kind(attr) == syntax.KindAttribute && t.Object(attr) == use && !ofContainers(t.View(t.AttrName(attr))) {
			return true
		}
	}
	return false
}
