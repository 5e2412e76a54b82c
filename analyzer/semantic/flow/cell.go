package flow

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// cell is a place that holds a value: a variable, an attribute of the instances of a
// class, the value under a key of a dictionary in a variable, or the result of a
// function.
type cell struct {
	sym  *infer.Symbol
	attr infer.ClassAttr
	fn   syntax.Node
	key  string
	lit  syntax.Node // a source that reaches no variable
	ext  string      // a variable of another module, or the result of a function there
}

// cellOf is the cell that an expression reads, if it is a plain read.
func (f *flow) cellOf(n syntax.Node) (cell, bool) {
	t := f.m.Tree
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		if key := f.foreign(n); key != "" {
			return cell{ext: key}, true
		}
		sym := f.m.Symbol(n)
		if sym == nil {
			return cell{}, false
		}
		return f.symbolCell(sym), true
	case syntax.KindAttribute:
		if key := f.foreign(n); key != "" {
			return cell{ext: key}, true
		}
		k, ok := f.m.AttrCell(n)
		return cell{attr: k}, ok
	case syntax.KindCall:
		if def := f.m.Ref(t.Callee(n)).Def; def != syntax.None && t.Kind(def) == syntax.KindFunction {
			return cell{fn: def}, true
		}
		if v, key := f.keyedGet(n); v != nil {
			return cell{sym: v, key: key}, true
		}
		c, _, ok := f.yielded(n)
		return c, ok
	case syntax.KindSubscript:
		sym := f.m.Symbol(t.Child(n, syntax.FieldValue))
		key, ok := t.StringValue(t.Child(n, syntax.FieldSubscript))
		if sym != nil && ok {
			return cell{sym: sym, key: key}, true
		}
	}
	return cell{}, false
}

// keyedGet recognises d.get("device").
func (f *flow) keyedGet(call syntax.Node) (*infer.Symbol, string) {
	obj, method := f.m.MethodCall(call)
	if method != "get" && method != "pop" {
		return nil, ""
	}
	key, ok := f.m.Tree.StringValue(f.m.Tree.Arg(call, 0, ""))
	sym := f.m.Symbol(obj)
	if !ok || sym == nil {
		return nil, ""
	}
	return sym, key
}

// symbolCell is the cell of a variable; one in a class body is an attribute.
func (f *flow) symbolCell(sym *infer.Symbol) cell {
	if sym.Scope.Kind == scope.Class {
		return cell{attr: infer.ClassAttr{Class: f.m.AttributeOwner(sym.Scope.Node, sym.Name), Name: sym.Name}}
	}
	return cell{sym: sym}
}
