package framework

import (
	"cmp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// finder looks up the table's rows for the calls of a file.
type finder struct {
	p        *analyzer.Pass
	packages []string // of the table, as far as the file imports them
	said     map[syntax.Node]bool
	held     heldCalls
	skipped  []analyzer.Diagnostic // in tests that are skipped without a GPU
}

func newFinder(p *analyzer.Pass) *finder {
	f := &finder{p: p, said: map[syntax.Node]bool{}}
	for _, pkg := range p.DB.FrameworkPackages() {
		if p.Model.ImportsAny(pkg) {
			f.packages = append(f.packages, pkg)
		}
	}
	return f
}

// options are the rows about the function that a call calls, with its name.
func (f *finder) options(call syntax.Node) ([]opsdb.FrameworkOption, string, analyzer.Confidence) {
	callee := f.callee(call)
	name := ""
	if len(f.packages) > 0 {
		var conf analyzer.Confidence
		if name, conf = f.p.Model.Name(callee); conf < analyzer.Likely {
			name = ""
		}
		if base := f.p.Model.FrameworkBase(callee); name == "" && base != "" {
			if options := f.p.DB.FrameworkOptions(base, f.p.Target); len(options) > 0 {
				return options, base, analyzer.Likely // a class of the project made of the library's
			}
		}
		if options := f.p.DB.FrameworkOptions(name, f.p.Target); len(options) > 0 {
			return options, name, conf
		}
	}
	if f.p.Tree.Kind(callee) != syntax.KindAttribute {
		return nil, "", 0
	}
	method := f.p.Tree.View(f.p.Tree.AttrName(callee))
	options := f.methods(name, method)
	if len(options) == 0 || f.p.Model.Ref(callee).Def != syntax.None {
		return nil, "", 0 // a method of the project's own
	}
	return options, cmp.Or(name, strings.Clone(method)), analyzer.Likely
}

// methods are the rows about a method, by the package of its object or, if that is
// unknown, by the packages that the file imports.
func (f *finder) methods(name, method string) []opsdb.FrameworkOption {
	if options := f.p.DB.MethodOptions("*", method, f.p.Target); len(options) > 0 {
		return options
	}
	for _, pkg := range f.packages {
		if name != "" && !strings.HasPrefix(name, pkg+".") {
			continue
		}
		if options := f.p.DB.MethodOptions(pkg, method, f.p.Target); len(options) > 0 {
			return options
		}
	}
	return nil
}

// callee is the function that a call runs: behind functools.partial, its first
// argument.
func (f *finder) callee(call syntax.Node) syntax.Node {
	callee := f.p.Tree.Callee(call)
	if name, _ := f.p.Model.Name(callee); name == "functools.partial" {
		if first := f.p.Tree.Arg(call, 0, ""); first != syntax.None {
			return first
		}
	}
	return callee
}

// argument is a value passed by a call.
type argument struct {
	name       string      // "" by position
	position   int         // -1 by keyword
	value      syntax.Node // the expression
	node       syntax.Node // the node that is reported: the keyword argument, the pair, or the value
	confidence analyzer.Confidence
}

// arguments lists the arguments of a call, dictionaries behind ** included.
func arguments(p *analyzer.Pass, call syntax.Node) []argument {
	var out []argument
	behindSplat := false
	position := 0
	for a := range p.Tree.Args(call) {
		switch {
		case a.Splat == 2:
			out = append(out, entries(p, a.Value)...)
		case a.Splat == 1:
			behindSplat = true
		case a.Name != syntax.None:
			out = append(out, argument{p.Tree.Text(a.Name), -1, a.Value, p.Tree.Parent(a.Value), analyzer.Certain})
		case !behindSplat:
			out = append(out, argument{"", position, a.Value, a.Value, analyzer.Certain})
			position++
		}
	}
	return out
}

// find is the argument of a name or position; nil if it is not given.
func find(given []argument, name string, position int) *argument {
	for i, a := range given {
		if a.name == name || a.name == "" && a.position == position {
			return &given[i]
		}
	}
	return nil
}

// entries are the entries of a dictionary that is passed behind **, as far as
// they are written down where it is made.
func entries(p *analyzer.Pass, dict syntax.Node) []argument {
	var out []argument
	for _, made := range sources(p, dict) {
		if p.Tree.Kind(made) == syntax.KindCall {
			if name, _ := p.Model.CallName(made); name == "builtins.dict" {
				out = append(out, keywords(p, made)...)
			}
			continue
		}
		for pair := range pairs(p.Tree, made) {
			if key, ok := p.Tree.StringValue(p.Tree.Child(pair, syntax.FieldKey)); ok {
				out = append(out, argument{key, -1, p.Tree.Child(pair, syntax.FieldValue), pair, analyzer.Likely})
			}
		}
	}
	return out
}

func keywords(p *analyzer.Pass, call syntax.Node) []argument {
	var out []argument
	for a := range p.Tree.Args(call) {
		if a.Name != syntax.None {
			out = append(out, argument{p.Tree.Text(a.Name), -1, a.Value, p.Tree.Parent(a.Value), analyzer.Likely})
		}
	}
	return out
}

// sources are the expressions that a name may have been bound to; the
// expression itself if it is no name.
func sources(p *analyzer.Pass, n syntax.Node) []syntax.Node {
	if p.Tree.Kind(n) != syntax.KindIdentifier {
		return []syntax.Node{n}
	}
	var out []syntax.Node
	for _, d := range p.Model.ReachingDefs(n) {
		if d.Kind == semantic.DefAssign {
			out = append(out, p.Tree.Unparen(d.Value))
		}
	}
	return out
}
