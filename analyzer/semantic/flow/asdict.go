package flow

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// optionsAsDict reports whether the file turns options into a dictionary and unpacks it
// again, as in kwargs = vars(args) and Runner(**kwargs): an option is not followed to
// the parameter of its name.
func (f *flow) optionsAsDict() bool {
	if f.asDict == infer.Unknown {
		f.asDict = infer.TruthOf(slices.ContainsFunc(f.m.Calls(), func(call syntax.Node) bool {
			name, _ := f.m.CallName(call)
			return name == "builtins.vars" && f.m.Tree.Arg(call, 0, "object") != syntax.None && f.m.takenApart(f.m.copied(call))
		}))
	}
	return f.asDict == infer.Yes
}

// copied is the outermost direct copy of a dictionary: dict(vars(args)),
// vars(args).copy().
func (m *Literals) copied(dict syntax.Node) syntax.Node {
	t := m.Tree
	for {
		switch p := t.Parent(dict); t.Kind(p) {
		case syntax.KindAttribute:
			if obj, method := m.MethodCall(t.Parent(p)); obj != dict || method != "copy" {
				return dict
			}
			dict = t.Parent(p)
		case syntax.KindArgumentList:
			if name, _ := m.CallName(t.Parent(p)); name != "builtins.dict" {
				return dict
			}
			dict = t.Parent(p)
		default:
			return dict
		}
	}
}

// takenApart reports whether the items of a dictionary become arguments, here or in a
// function of the file that takes the dictionary.
func (m *Literals) takenApart(dict syntax.Node) bool {
	t := m.Tree
	p := t.Parent(dict)
	switch t.Kind(p) {
	case syntax.KindDictionarySplat:
		return true
	case syntax.KindKeywordArgument:
		p = t.Parent(p)
	case syntax.KindAssignment:
		sym := m.Symbol(t.Child(p, syntax.FieldLeft))
		return sym != nil && t.Child(p, syntax.FieldRight) == dict && slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool {
			return t.Kind(t.Parent(use)) != syntax.KindAssignment && m.takenApart(use)
		})
	}
	return t.Kind(p) == syntax.KindArgumentList && m.Ref(t.Callee(t.Parent(p))).Def != syntax.None
}
