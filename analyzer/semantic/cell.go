package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// cell is a place that holds a value: a variable, an attribute of the
// instances of a class, the value under a key of a dictionary held in a
// variable, or what a function returns.
type cell struct {
	sym  *Symbol
	attr classAttr
	fn   syntax.Node
	key  string
	lit  syntax.Node // a source that reaches no variable
	ext  string      // a variable of another module, or what a function there yields
}

// settingsClass recognises the classes of libraries whose objects have the
// attributes that a program gives them. Those of others are the libraries' own.
func settingsClass(class string) bool {
	for _, word := range [...]string{"Namespace", "Config", "Dict", "Arg", "Option", "Setting", "FLAGS", "State", "Values"} {
		if strings.Contains(class, word) {
			return true
		}
	}
	return false
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
		k, ok := f.attrCell(n)
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
func (f *flow) keyedGet(call syntax.Node) (*Symbol, string) {
	obj, method := f.m.method(call)
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
func (f *flow) symbolCell(sym *Symbol) cell {
	if sym.Scope.Kind == scope.Class {
		return cell{attr: classAttr{f.m.owner(sym.Scope.Node, sym.Name), sym.Name}}
	}
	return cell{sym: sym}
}

// attrCell is the cell of obj.name: by class where the class of obj is known
// in this file, under no class where nothing is known of obj (args, cfg).
func (f *flow) attrCell(n syntax.Node) (classAttr, bool) {
	obj := f.m.Tree.Object(n)
	name := f.m.Tree.View(f.m.Tree.AttrName(n))
	if class := f.m.selfClass(obj); class != syntax.None {
		return classAttr{f.m.owner(class, name), name}, true
	}
	if f.foreignClass(obj) != "" {
		return classAttr{}, false
	}
	r := f.m.Ref(obj)
	if r.Def != syntax.None {
		if f.m.Tree.Kind(r.Def) == syntax.KindClass {
			return classAttr{f.m.owner(r.Def, name), name}, true
		}
		return classAttr{}, false
	}
	if r.Name != "" && !strings.HasSuffix(r.Name, ".flags.FLAGS") { // absl's options are set by name
		return classAttr{}, false
	}
	t := f.m.Type(obj)
	if t.Class != syntax.None {
		return classAttr{f.m.owner(t.Class, name), name}, true
	}
	if t.known() && t.Kind != KindInstance || t.Kind == KindInstance && t.Name != "" && !settingsClass(t.Name) {
		return classAttr{}, false
	}
	k, _ := f.namespaces().option(f.m.Symbol(obj), name)
	return k, true
}
