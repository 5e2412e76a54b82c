package value

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// namespaces tells apart the options of a file's parsers. Several parsers may declare an
// option of one name, and these are separate settings. All other options are told apart
// by name alone.
type namespaces struct {
	m       *Values
	parsers map[*infer.Symbol]*parser // by the variables that hold a parser, a group of it, or its options
	options map[string]*declared
}

// declared holds the options of one name.
type declared struct {
	parsers []*parser   // one for each declaration
	several bool        // they are not all the same
	apart   infer.Truth // the values of all parsers can be told apart
}

// parser is a variable that declares options.
type parser struct {
	node syntax.Node // where the variable is bound
	// yields is set if the parser yields options here, leaves if these may reach code
	// other than reads of a variable's attributes.
	yields, leaves bool
}

func (m *Values) namespaces() *namespaces {
	if m.spaces == nil {
		ns := &namespaces{m: m, parsers: make(map[*infer.Symbol]*parser), options: make(map[string]*declared)}
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

// YieldsOptions reports whether a parser's method of that name yields options.
func YieldsOptions(method string) bool { return method == "parse_args" || method == "parse_known_args" }

// parser returns the parser that a variable holds, or holds a group of. nil is the parser
// of all expressions that are not variables of the file.
func (ns *namespaces) parser(sym *infer.Symbol) *parser {
	if sym == nil || len(sym.Defs) != 1 || sym.Defs[0].Kind != infer.DefAssign {
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

// yields notes the variable that holds the options of a parser.
func (ns *namespaces) yields(sym *infer.Symbol, call syntax.Node) {
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

// isApart reports whether each value of the options is known to be of one of the parsers.
func (d *declared) isApart() bool {
	if d.apart == infer.Unknown {
		d.apart = infer.TruthOf(!slices.ContainsFunc(d.parsers, func(p *parser) bool { return p == nil || !p.yields || p.leaves }))
	}
	return d.apart == infer.Yes
}

// OptionOf returns the cell of the option that a variable (a parser or its options)
// declares or holds: under its parser, or under no class. mixed says that options of
// several parsers cannot be told apart.
func (m *Values) OptionOf(sym *infer.Symbol, dest string) (k infer.ClassAttr, mixed bool) {
	ns := m.namespaces()
	d := ns.options[dest]
	if d == nil || !d.several {
		return infer.ClassAttr{Class: syntax.None, Name: dest}, false
	}
	if p := ns.parsers[sym]; p != nil && d.isApart() {
		return infer.ClassAttr{Class: p.node, Name: dest}, false
	}
	return infer.ClassAttr{Class: syntax.None, Name: dest}, true
}
