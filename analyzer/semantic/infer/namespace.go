package infer

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// namespaces are the options of parsers that the file can tell apart: options
// of one name that several of its parsers declare are no one setting. All
// others are told apart by their names.
type namespaces struct {
	m       *Model
	parsers map[*Symbol]*parser // by the variables that hold a parser, a group of it, or what it yields
	options map[string]*declared
}

// declared are the options of one name.
type declared struct {
	parsers []*parser // one for each declaration
	several bool      // these are not all one
	apart   Truth     // all of these are told apart
}

// parser is a variable that declares options.
type parser struct {
	node syntax.Node // where the variable is bound
	// yields says that it yields options here, and leaves that these go further
	// than to variables whose attributes are read.
	yields, leaves bool
}

func (m *Model) namespaces() *namespaces {
	if m.spaces == nil {
		ns := &namespaces{m: m, parsers: make(map[*Symbol]*parser), options: make(map[string]*declared)}
		m.spaces = ns
		for _, call := range m.Calls() {
			if obj, method := m.MethodCall(call); method == "add_argument" {
				ns.declare(ns.parser(m.Symbol(obj)), m.OptionDest(call))
			}
		}
		for _, call := range m.Calls() {
			if obj, method := m.MethodCall(call); YieldsOptions(method) {
				ns.yields(m.Symbol(obj), call)
			}
		}
	}
	return m.spaces
}

// YieldsOptions reports whether a method is one by which a parser yields options.
func YieldsOptions(method string) bool { return method == "parse_args" || method == "parse_known_args" }

// parser is the one that a variable holds, or holds a group of. nil stands for
// all that are no variables of the file.
func (ns *namespaces) parser(sym *Symbol) *parser {
	if sym == nil || len(sym.Defs) != 1 || sym.Defs[0].Kind != DefAssign {
		return nil
	}
	if p := ns.parsers[sym]; p != nil {
		return p
	}
	p := &parser{node: sym.Defs[0].Node}
	ns.parsers[sym] = p
	switch of, method := ns.m.MethodCall(sym.Defs[0].Value); method {
	case "add_argument_group", "add_mutually_exclusive_group":
		if whole := ns.parser(ns.m.Symbol(of)); whole != nil {
			ns.parsers[sym] = whole
		} else {
			p.leaves = true
		}
	}
	return ns.parsers[sym]
}

func (ns *namespaces) declare(p *parser, dest string) {
	d := ns.options[dest]
	if d == nil {
		d = new(declared)
		ns.options[dest] = d
	}
	d.parsers = append(d.parsers, p)
	d.several = d.several || p != d.parsers[0]
}

// yields notes the variable that holds what a parser yields.
func (ns *namespaces) yields(sym *Symbol, call syntax.Node) {
	p := ns.parsers[sym]
	if p == nil {
		return
	}
	p.yields = true
	t := ns.m.Tree
	assign := t.Parent(call)
	args := ns.m.Symbol(t.Child(assign, syntax.FieldLeft))
	if t.Kind(assign) != syntax.KindAssignment || args == nil || len(args.Defs) != 1 {
		p.leaves = true
		return
	}
	ns.parsers[args] = p
	for _, use := range args.Uses {
		if at := t.Parent(use); t.Kind(at) != syntax.KindAttribute || t.Object(at) != use {
			p.leaves = true
		}
	}
}

// isApart reports whether each value of the options is known to be of one of
// the parsers.
func (d *declared) isApart() bool {
	if d.apart == Unknown {
		d.apart = TruthOf(!slices.ContainsFunc(d.parsers, func(p *parser) bool { return p == nil || !p.yields || p.leaves }))
	}
	return d.apart == Yes
}

// OptionOf is where the options of a name are held that a variable declares or
// yields: by the parser, or under no class. mixed says that options of several
// parsers cannot be told apart.
func (m *Model) OptionOf(sym *Symbol, dest string) (k ClassAttr, mixed bool) {
	ns := m.namespaces()
	d := ns.options[dest]
	if d == nil || !d.several {
		return ClassAttr{syntax.None, dest}, false
	}
	if p := ns.parsers[sym]; p != nil && d.isApart() {
		return ClassAttr{p.node, dest}, false
	}
	return ClassAttr{syntax.None, dest}, true
}
