package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// holds reports whether the text shows the origin of the tensors in a container or an
// object: a call yields it, or it is written out with tensors that are evident.
// Arguments from callers and items from a loader are neither.
func (e *evidence) holds(n syntax.Node, left int) bool {
	t := e.p.Tree
	n = t.Unparen(n)
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		return left > 0 && !e.isSize(n) && e.holder(n, left-1)
	case syntax.KindCall:
		return e.yields(n, left)
	case syntax.KindSubscript:
		return e.holds(t.Child(n, syntax.FieldValue), left)
	case syntax.KindListComprehension, syntax.KindGenerator, syntax.KindDictionaryComprehension:
		return e.item(t.Child(n, syntax.FieldBody), left)
	case syntax.KindList, syntax.KindTuple, syntax.KindExpressionList, syntax.KindDictionary:
		for item := range t.Children(n) {
			if !e.item(item, left) {
				return false
			}
		}
		return true // the type of an empty one tells its later items
	}
	return false
}

// item reports whether one item of a container is evident or no tensor.
func (e *evidence) item(n syntax.Node, left int) bool {
	if e.p.Tree.Kind(n) == syntax.KindPair {
		n = e.p.Tree.Child(n, syntax.FieldValue)
	}
	switch e.p.Model.Type(n).Kind {
	case semantic.KindTensor:
		return e.of(n, left)
	case semantic.KindSequence, semantic.KindDict, semantic.KindDataLoader:
		return e.holds(n, left)
	}
	return true
}

// holder reports whether every value of a variable is a container of evident tensors.
func (e *evidence) holder(n syntax.Node, left int) bool {
	if *e.most--; *e.most < 0 {
		return false
	}
	defs := e.p.Model.ReachingDefs(n)
	for _, d := range defs {
		switch d.Kind {
		case semantic.DefAug: // keeps its value
		case semantic.DefAssign, semantic.DefUnpack, semantic.DefFor:
			if !e.holds(d.Value, left) {
				return false
			}
		default:
			return false
		}
	}
	return len(defs) > 0
}

// yields reports whether a call yields tensors: a call that goes through a container
// does if the container holds them, any other if it makes no loader.
func (e *evidence) yields(call syntax.Node, left int) bool {
	callee := e.p.Tree.Callee(call)
	switch {
	case e.p.Model.PassesItems(call):
		for a := range e.p.Tree.Args(call) {
			if a.Name == syntax.None && !e.item(a.Value, left) {
				return false
			}
		}
		return true
	case e.p.Tree.Kind(callee) == syntax.KindAttribute:
		switch e.p.Tree.Text(e.p.Tree.AttrName(callee)) {
		case "items", "values", "get", "pop", "copy":
			return e.holds(e.p.Tree.Object(callee), left)
		}
	}
	if name, _ := e.p.Model.CallName(call); name == "typing.cast" {
		return false // it gives the type of a value, and not its origin
	}
	switch e.p.Model.Type(call).Kind {
	case semantic.KindTensor, semantic.KindSequence, semantic.KindDict, semantic.KindInstance:
		return true
	case semantic.KindUnknown:
		return e.used
	}
	return false
}

// isTensor reports whether an expression is likely to be a tensor by its type.
func (e *evidence) isTensor(n syntax.Node) bool {
	t := e.p.Model.Type(n)
	return t.Kind == semantic.KindTensor && t.Confidence >= analyzer.Likely
}
