package precision

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// maxTests bounds through how many variables and functions a test is followed.
const maxTests = 3

// vendorAtom is a test of a device for one of other vendors.
type vendorAtom struct {
	node    syntax.Node // device.type == "mps"
	literal syntax.Node // "mps", or the literal that holds several of them
	neuron  [2]string   // tests for Neuron, that it is not and that it is, as they read at the condition; "" if they cannot be written there
	here    bool        // it stands in the condition itself
	vendors int         // how many names of devices all tests of the condition list
}

// vendorTest reports whether a condition holds for devices of other vendors and for no
// others (or, with holds false, for all others), and is one test of those.
func vendorTest(p *analyzer.Pass, cond syntax.Node, holds bool, depth int) (atom vendorAtom, ok bool) {
	n := p.Tree.Unparen(cond)
	switch p.Tree.Kind(n) {
	case syntax.KindNotOperator:
		return vendorTest(p, p.Tree.First(n), !holds, depth)
	case syntax.KindBooleanOperator:
		return vendorTests(p, n, holds, depth)
	case syntax.KindComparison:
		return comparedVendor(p, n, holds)
	case syntax.KindIdentifier:
		return heldTest(p, n, holds, depth)
	case syntax.KindAttribute:
		atom, ok := askedVendor(p, n)
		return atom, ok && holds
	case syntax.KindCall:
		if atom, ok := prefixedVendor(p, n); ok {
			return atom, holds
		}
		return calledTest(p, n, holds, depth)
	}
	return vendorAtom{}, false
}

// vendorTests judges the operands of `or`, or of `and` where the wide type is chosen.
// One in the condition itself is preferred.
func vendorTests(p *analyzer.Pass, n syntax.Node, holds bool, depth int) (best vendorAtom, ok bool) {
	if (p.Tree.Operator(n) == "or") != holds {
		return vendorAtom{}, false
	}
	vendors := 0
	for operand := range p.Tree.Children(n) {
		if p.Tree.Kind(operand) == syntax.KindOperator {
			continue
		}
		atom, ok := vendorTest(p, operand, holds, depth)
		if !ok {
			return vendorAtom{}, false
		}
		vendors += atom.vendors
		if best.node == syntax.None || atom.here && !best.here || best.neuron[1] == "" {
			best = atom
		}
	}
	best.vendors = vendors
	return best, best.node != syntax.None
}

// comparedVendor recognises device.type == "mps", "mps" in device and
// device.type in ("mps", "npu").
func comparedVendor(p *analyzer.Pass, n syntax.Node, holds bool) (atom vendorAtom, ok bool) {
	operands, ops := p.Tree.Comparison(n)
	if len(ops) != 1 {
		return vendorAtom{}, false
	}
	literal, tested := operands[1], operands[0]
	if !namesVendors(p, literal) {
		literal, tested = tested, literal
	}
	negated := ops[0] == "!=" || ops[0] == "not in"
	if !namesVendors(p, literal) || negated == holds || !negated && ops[0] != "==" && ops[0] != "in" {
		return vendorAtom{}, false
	}
	subject := p.Tree.Text(tested)
	is := [2]string{subject + " != " + quoted(p), subject + " == " + quoted(p)}
	if operands[0] == literal && strings.HasSuffix(ops[0], "in") {
		is = [2]string{quoted(p) + " not in " + subject, quoted(p) + " in " + subject}
	}
	return vendorAtom{node: n, literal: literal, neuron: is, here: true, vendors: members(p, literal)}, true
}

// askedVendor recognises x.is_mps.
func askedVendor(p *analyzer.Pass, attr syntax.Node) (vendorAtom, bool) {
	vendor, asks := strings.CutPrefix(p.Tree.View(p.Tree.AttrName(attr)), "is_")
	if !asks || !p.DB.Vendors().HasDevice(vendor) {
		return vendorAtom{}, false
	}
	atom := vendorAtom{node: attr, vendors: 1}
	if object := p.Tree.Object(attr); p.Model.Type(object).Kind == semantic.KindTensor {
		subject := p.Tree.Text(object) + ".device.type"
		atom.neuron = [2]string{subject + " != " + quoted(p), subject + " == " + quoted(p)}
	}
	return atom, true
}

// prefixedVendor recognises str(device).startswith("mps").
func prefixedVendor(p *analyzer.Pass, call syntax.Node) (vendorAtom, bool) {
	callee := p.Tree.Callee(call)
	literal := p.Tree.Arg(call, 0, "")
	if p.Tree.Kind(callee) != syntax.KindAttribute || p.Tree.View(p.Tree.AttrName(callee)) != "startswith" || !namesVendors(p, literal) {
		return vendorAtom{}, false
	}
	is := p.Tree.Text(callee) + "(" + quoted(p) + ")"
	return vendorAtom{node: call, literal: literal, neuron: [2]string{"not " + is, is}, here: true, vendors: members(p, literal)}, true
}

// heldTest follows a variable that holds the outcome of a test.
func heldTest(p *analyzer.Pass, name syntax.Node, holds bool, depth int) (vendorAtom, bool) {
	defs := p.Model.ReachingDefs(name)
	if depth == 0 || len(defs) != 1 || defs[0].Kind != semantic.DefAssign {
		return vendorAtom{}, false
	}
	atom, ok := vendorTest(p, defs[0].Value, holds, depth-1)
	atom.here = false
	return atom, ok
}

// calledTest follows a function of the project that returns the outcome of a test of its
// parameter.
func calledTest(p *analyzer.Pass, call syntax.Node, holds bool, depth int) (atom vendorAtom, ok bool) {
	if positional, keyword, splat := p.Tree.ArgCount(call); depth == 0 || positional != 1 || keyword > 0 || splat {
		return vendorAtom{}, false
	}
	p.Model.WithCallee(call, func(in *semantic.Model, fn syntax.Node) {
		there := p
		if in != p.Model {
			there = analyzer.NewPass(in, p.DB, p.Target).For(p.Rule, nil)
		}
		atom, ok = returnedTest(there, fn, holds, depth)
		if params := in.Tree.Params(fn); ok {
			atom = atom.of(p, in.Tree.Text(params[0].Name), p.Tree.Arg(call, 0, ""))
		}
	})
	return atom, ok
}

// returnedTest is the test that a function of one parameter does nothing but return.
func returnedTest(p *analyzer.Pass, fn syntax.Node, holds bool, depth int) (vendorAtom, bool) {
	returned := syntax.None
	for stmt := range p.Tree.Children(p.Tree.Body(fn)) {
		if p.Tree.Kind(stmt) == syntax.KindReturn {
			returned = p.Tree.First(stmt)
		} else if !p.Tree.IsDocstring(p.Tree.First(stmt)) {
			return vendorAtom{}, false
		}
	}
	if returned == syntax.None || len(p.Tree.Params(fn)) != 1 {
		return vendorAtom{}, false
	}
	return vendorTest(p, returned, holds, depth-1)
}

// of is a test of a parameter as its caller would write it of the argument.
func (a vendorAtom) of(p *analyzer.Pass, parameter string, argument syntax.Node) vendorAtom {
	a.here = false
	for i, text := range a.neuron {
		a.neuron[i] = ""
		switch rest, begins := strings.CutPrefix(text, parameter+"."); p.Tree.Kind(argument) {
		case syntax.KindIdentifier, syntax.KindAttribute:
			if begins {
				a.neuron[i] = p.Tree.Text(argument) + "." + rest
			}
		}
	}
	return a
}

// edits let the condition name Neuron as well: in the test within it, or in one more.
func (a vendorAtom) edits(p *analyzer.Pass, cond syntax.Node, holds bool) []analyzer.Edit {
	switch {
	case a.neuron[1] == "" || strings.ContainsAny(a.neuron[1], "\n#") || a.here && strings.ContainsAny(p.Tree.Text(a.node), "\n#"):
		return nil
	case !a.here || p.Tree.Kind(a.literal) == syntax.KindIdentifier:
		more := " or " + a.neuron[1]
		if !holds {
			more = " and " + a.neuron[0]
		}
		return []analyzer.Edit{rewrite.Builder(p).Insert(p.Tree.Stop(p.Tree.Unparen(cond)), more)}
	case p.Tree.Kind(a.literal) != syntax.KindString:
		return a.member(p)
	}
	both := "(" + p.Tree.Text(a.literal) + ", " + quoted(p) + ")"
	if p.Tree.Kind(a.node) == syntax.KindCall {
		return []analyzer.Edit{rewrite.Replace(p, a.literal, both)}
	}
	operands, ops := p.Tree.Comparison(a.node)
	switch ops[0] {
	case "==", "!=":
		in := map[string]string{"==": " in ", "!=": " not in "}[ops[0]]
		tested := operands[0]
		if tested == a.literal {
			tested = operands[1]
		}
		return []analyzer.Edit{rewrite.Replace(p, a.node, p.Tree.Text(tested)+in+both)}
	}
	more := " or " + a.neuron[1]
	if ops[0] == "not in" {
		more = " and " + a.neuron[0]
	}
	return []analyzer.Edit{rewrite.Replace(p, a.node, "("+p.Tree.Text(a.node)+more+")")}
}

// member adds Neuron to the devices that a test lists.
func (a vendorAtom) member(p *analyzer.Pass) []analyzer.Edit {
	return []analyzer.Edit{rewrite.Builder(p).Insert(p.Tree.Stop(p.Tree.Last(a.literal)), ", "+quoted(p))}
}

func quoted(p *analyzer.Pass) string { return `"` + native(p) + `"` }

// namesVendors reports whether an expression is the name of a device of another vendor,
// or lists such names and no others; XLA's name may be among them.
func namesVendors(p *analyzer.Pass, n syntax.Node) bool {
	if p.Tree.Kind(n) == syntax.KindString {
		name, ok := p.Tree.StringValue(n)
		return ok && p.DB.Vendors().HasDevice(name)
	}
	found := false
	for member := range p.Tree.Children(listed(p, n)) {
		name, ok := p.Tree.StringValue(member)
		switch {
		case p.Tree.Kind(member) != syntax.KindString || !ok:
			return false
		case p.DB.Vendors().HasDevice(name):
			found = true
		case name != "xla" || native(p) == name:
			return false
		}
	}
	return found
}

// listed is the tuple, list or set that an expression is, or that a variable of the file
// always holds.
func listed(p *analyzer.Pass, n syntax.Node) syntax.Node {
	if p.Tree.Kind(n) == syntax.KindIdentifier {
		defs := p.Model.ReachingDefs(n)
		if len(defs) != 1 || defs[0].Kind != semantic.DefAssign {
			return syntax.None
		}
		n = p.Tree.Unparen(defs[0].Value)
	}
	switch p.Tree.Kind(n) {
	case syntax.KindTuple, syntax.KindList, syntax.KindSet:
		return n
	}
	return syntax.None
}

// members is the number of names in an expression that names vendors.
func members(p *analyzer.Pass, n syntax.Node) (count int) {
	if p.Tree.Kind(n) == syntax.KindString {
		return 1
	}
	for range p.Tree.Children(listed(p, n)) {
		count++
	}
	return count
}
