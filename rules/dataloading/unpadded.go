package dataloading

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// leavesLength reports whether a tokenizer makes tensors as long as its text, which go
// to the device as they are: tokenizer(prompt, return_tensors="pt").to(d). Tensors that
// are cut or padded further on are left alone, and so is one text for all calls.
func leavesLength(p *analyzer.Pass, call syntax.Node) bool {
	tensors, _ := p.Model.Constant(p.Tree.Keyword(call, "return_tensors"))
	if tensors.Text != "pt" || !isTokenizer(p, p.Tree.Callee(call)) || !moved(p, call) {
		return false
	}
	if _, _, splat := p.Tree.ArgCount(call); splat || p.Tree.Keyword(call, "pad_to_multiple_of") != syntax.None {
		return false
	}
	padding := p.Tree.Keyword(call, "padding")
	if padding != syntax.None && p.Tree.Kind(padding) != syntax.KindFalse {
		return false
	}
	return givenText(p, p.Tree.Arg(call, 0, "text"), 1) && !oneText(p, call) && repeated(p, call) && p.Model.Region(call) != semantic.RegionData
}

// moved reports whether the result of a call, or a part of it, is put on a device at
// once.
func moved(p *analyzer.Pass, call syntax.Node) bool {
	for n := call; ; {
		attr := p.Tree.Parent(n)
		if p.Tree.Kind(attr) != syntax.KindAttribute {
			return false
		}
		method := p.Tree.Parent(attr)
		if p.Tree.Kind(method) == syntax.KindCall && p.Tree.Callee(method) == attr {
			name := p.Tree.Text(p.Tree.AttrName(attr))
			return name == "to" || name == "cuda"
		}
		n = attr
	}
}

// givenText reports whether a text is a parameter of the function around it, or the
// variable of a loop, or is written with one of them in it.
func givenText(p *analyzer.Pass, text syntax.Node, variables int) bool {
	text = p.Tree.Unparen(text)
	switch p.Tree.Kind(text) {
	case syntax.KindIdentifier:
		return slices.ContainsFunc(p.Model.ReachingDefs(text), func(d semantic.Def) bool {
			switch d.Kind {
			case semantic.DefParam:
				_, counted := reach.ParameterOf(p.Model, d)
				return counted
			case semantic.DefFor:
				return true
			case semantic.DefAssign:
				return variables > 0 && givenText(p, d.Value, variables-1)
			}
			return false
		})
	case syntax.KindSubscript:
		return givenText(p, p.Tree.Child(text, syntax.FieldValue), variables)
	case syntax.KindString:
		for name := range p.Tree.All(text) {
			if p.Tree.Kind(name) == syntax.KindIdentifier && givenText(p, name, 0) {
				return true
			}
		}
	}
	return false
}
