package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// countUse is a place that computes with a count of GPUs, which is 0 on Neuron.
type countUse struct {
	at      syntax.Node
	divides bool
}

// countHelp is the advice for such a use.
const countHelp = "use the number of devices that the process computes on"

// text is the consequence of such a use.
func (u countUse) text() string {
	if u.divides {
		return "a division by it raises there"
	}
	return "code computes with it there"
}

// here is the message at the place itself.
func (u countUse) here() string {
	if u.divides {
		return "divides by it here"
	}
	return "used as a number here"
}

func (u countUse) severity() analyzer.Severity {
	if u.divides {
		return analyzer.Error
	}
	return analyzer.Warning
}

// counted is the gravest use of the number that a query yields, apart from the conditions
// that it decides and the code behind these; ok is false if there is none, or the query is
// no count. Where such a use is left as it is, the program fails on Neuron, or computes
// with nothing, once its device has changed.
func counted(p *analyzer.Pass, atom syntax.Node) (worst countUse, ok bool) {
	if !strings.HasSuffix(queryName(p, atom), "device_count") || p.Tree.Kind(atom) != syntax.KindCall {
		return worst, false
	}
	c := &counting{p: p, dead: make(semantic.Cover), seen: make(map[syntax.Node]bool)}
	for _, g := range p.Model.GuardsOf(atom) {
		for _, region := range g.Dead {
			c.dead.Add(region)
		}
	}
	c.follow(atom)
	return c.worst, c.worst.at != syntax.None
}

// counting follows a number to where it is used.
type counting struct {
	p     *analyzer.Pass
	dead  semantic.Cover
	seen  map[syntax.Node]bool
	worst countUse
}

// maxCountUses bounds the places that one count is followed to.
const maxCountUses = 128

func (c *counting) note(at syntax.Node, divides bool) {
	if c.worst.at == syntax.None || divides && !c.worst.divides {
		c.worst = countUse{at, divides}
	}
}

// follow climbs from a place that yields the number to the code that takes it.
func (c *counting) follow(n syntax.Node) {
	t := c.p.Tree
	if c.seen[n] || len(c.seen) == maxCountUses || c.dead.Holds(t.Span(n)) {
		return
	}
	c.seen[n] = true
	for outer := t.Parent(n); ; n, outer = outer, t.Parent(outer) {
		switch t.Kind(outer) {
		case syntax.KindParenthesized, syntax.KindUnaryOperator, syntax.KindKeywordArgument, syntax.KindArgumentList:
		case syntax.KindConditional:
			if t.Condition(outer) == n {
				return
			}
		case syntax.KindCall:
			if !c.keeps(outer, n) {
				return
			}
		case syntax.KindBinaryOperator, syntax.KindAugmentedAssignment:
			c.operation(outer, n)
			return
		case syntax.KindAssignment:
			c.bound(t.Child(outer, syntax.FieldLeft))
			return
		case syntax.KindReturn, syntax.KindYield, syntax.KindSubscript, syntax.KindPair, syntax.KindTuple, syntax.KindList:
			if !c.p.Model.Shown(n) {
				c.note(n, false)
			}
			return
		default: // a condition, a text, a statement of its own
			return
		}
	}
}

// keeps reports whether a call yields the number that it is given; it notes a call that
// takes the number for something else than showing it.
func (c *counting) keeps(call, args syntax.Node) bool {
	switch name, _ := c.p.Model.CallName(call); name {
	case "builtins.int", "builtins.float", "builtins.abs", "builtins.min":
		return true
	case "builtins.max", "builtins.print", "builtins.str", "builtins.repr", "builtins.bool", "builtins.isinstance", "builtins.setattr":
		return false // max(1, count) is at least one
	}
	if callee := c.p.Tree.Callee(call); callee == args {
		return false
	}
	if _, method := c.p.Model.MethodCall(call); !c.p.Model.Shows(call) && method != "format" {
		c.note(call, false)
	}
	return false
}

// operation notes a division by the number, and other arithmetic unless its result is
// only shown.
func (c *counting) operation(operation, n syntax.Node) {
	t := c.p.Tree
	right := t.Child(operation, syntax.FieldRight) == n
	switch op := strings.TrimSuffix(t.Operator(operation), "="); op {
	case "/", "//", "%":
		if right && c.p.Model.Type(t.Child(operation, syntax.FieldLeft)).Kind != semantic.KindString {
			c.note(operation, true)
			return
		}
	}
	if c.p.Model.Type(operation).Kind != semantic.KindString && !c.p.Model.Shown(n) {
		c.note(operation, false)
	}
}

// bound follows a variable, or an attribute, that the number is assigned to.
func (c *counting) bound(target syntax.Node) {
	t := c.p.Tree
	switch t.Kind(target) {
	case syntax.KindIdentifier:
		if sym := c.p.Model.Symbol(target); sym != nil {
			for _, use := range sym.Uses {
				c.follow(use)
			}
		}
	case syntax.KindAttribute:
		for load := range c.p.Model.AttributeLoads(t.Text(t.AttrName(target))) {
			if t.Same(t.Object(load), t.Object(target)) {
				c.follow(load)
			}
		}
	}
}
