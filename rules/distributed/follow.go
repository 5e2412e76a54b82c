package distributed

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// attribute follows obj.backend to command-line options of that name and to the values
// that this file assigns to attributes of that name.
func (f *finder) attribute(n syntax.Node, tests []syntax.Node) {
	t := f.p.Tree
	name := t.Text(t.AttrName(n))
	var values []syntax.Node
	for c := range t.OfKind(syntax.KindAttribute, syntax.KindAssignment, syntax.KindCall) {
		switch t.Kind(c) {
		case syntax.KindAttribute:
			if t.Text(t.AttrName(c)) == name {
				tests = append(tests, f.comparedWith(c)...)
			}
		case syntax.KindAssignment:
			if f.assigns(c, name) {
				values = append(values, t.Child(c, syntax.FieldRight))
			}
		case syntax.KindCall:
			if f.option(c) == name {
				values = append(values, t.Keyword(c, "default"))
			}
		}
	}
	for _, v := range values {
		f.value(v, open, tests)
	}
}

// assigns reports whether an assignment sets an attribute of the name: through
// an object, or as a field in the body of a class.
func (f *finder) assigns(assign syntax.Node, name string) bool {
	t := f.p.Tree
	target := t.Child(assign, syntax.FieldLeft)
	switch t.Kind(target) {
	case syntax.KindAttribute:
		return t.Text(t.AttrName(target)) == name
	case syntax.KindIdentifier:
		return t.Text(target) == name && t.Kind(t.Parent(t.Suite(assign))) == syntax.KindClass
	}
	return false
}

// option is the attribute that a declaration of a command-line option stores
// to; "" for other calls.
func (f *finder) option(call syntax.Node) string {
	t := f.p.Tree
	callee := t.Callee(call)
	if t.Kind(callee) != syntax.KindAttribute || t.Text(t.AttrName(callee)) != "add_argument" {
		return ""
	}
	if dest, ok := t.StringValue(t.Keyword(call, "dest")); ok {
		return dest
	}
	for a := range t.Args(call) {
		text, ok := t.StringValue(a.Value)
		if long, found := strings.CutPrefix(text, "--"); ok && found && a.Name == syntax.None {
			return strings.ReplaceAll(long, "-", "_")
		}
	}
	return ""
}

// lookup follows {"cuda": "nccl", "cpu": "gloo"}[device.type], with the
// dictionary written in place or held in a variable.
func (f *finder) lookup(n syntax.Node, how via, tests []syntax.Node) {
	t := f.p.Tree
	dict := t.Unparen(t.Child(n, syntax.FieldValue))
	if t.Kind(dict) == syntax.KindIdentifier {
		how = open
		defs := f.p.Model.ReachingDefs(dict)
		if len(defs) != 1 {
			return
		}
		dict = t.Unparen(defs[0].Value)
	}
	f.entries(dict, t.Child(n, syntax.FieldSubscript), how, tests)
}

// entries follows the values of a dictionary: that of the key if it is known,
// else all.
func (f *finder) entries(dict, key syntax.Node, how via, tests []syntax.Node) {
	t := f.p.Tree
	if t.Kind(dict) != syntax.KindDictionary {
		return
	}
	want, known := t.StringValue(key)
	for pair := range t.Children(dict) {
		if t.Kind(pair) != syntax.KindPair {
			continue
		}
		if have, ok := t.StringValue(t.Child(pair, syntax.FieldKey)); !known || ok && have == want {
			f.value(t.Child(pair, syntax.FieldValue), how, tests)
		}
	}
}

// call follows calls that hand a default on, lookups in dictionaries and
// functions of this file.
func (f *finder) call(n syntax.Node, tests []syntax.Node) {
	t := f.p.Tree
	callee := t.Callee(n)
	switch name, _ := f.p.Model.Name(callee); name {
	case "os.environ.get", "os.getenv":
		f.value(t.Arg(n, 1, "default"), open, tests)
		return
	case "builtins.getattr":
		f.value(t.Arg(n, 2, ""), open, tests)
		return
	}
	if def := f.p.Model.Ref(callee).Def; t.Kind(def) == syntax.KindFunction {
		for _, r := range f.p.Model.Returns(def) {
			f.value(r, open, tests)
		}
		return
	}
	if t.Kind(callee) != syntax.KindAttribute {
		return
	}
	switch obj := t.Object(callee); t.Text(t.AttrName(callee)) {
	case "lower", "strip":
		f.value(obj, open, tests)
	case "get":
		f.value(t.Arg(n, 1, ""), open, tests)
		f.entries(t.Unparen(obj), t.Arg(n, 0, ""), open, tests)
	}
}
