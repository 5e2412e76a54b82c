package value

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

const (
	maxPossible = 16 // values of one expression that are told apart
	maxVisited  = 64 // expressions visited to find them
)

// Possible returns the constants that an expression may yield from run to run: the arms
// of a choice, the elements that a loop or random.choice draws from, the entries of a
// table, the values stored in an attribute or passed for a parameter. Only says that it
// yields no other value.
func (m *Values) Possible(n syntax.Node) (values []infer.Constant, only bool) {
	p := &possible{m: m, left: maxVisited}
	only = true
	p.leaves(n, infer.MaxConstantDepth, func(leaf syntax.Node) {
		c, ok := m.Constant(leaf)
		switch {
		case !ok || len(values) == maxPossible:
			only = false
		case !slices.ContainsFunc(values, c.Equal):
			values = append(values, c)
		}
	})
	return values, only && !p.others
}

// possible traces a value back to the expressions that may yield it.
type possible struct {
	m      *Values
	left   int
	others bool // the value may also come from elsewhere
}

// leaves calls leaf with each expression that yields the value and that the file does not
// let us trace further.
func (p *possible) leaves(n syntax.Node, steps int, leaf func(syntax.Node)) {
	t := p.m.Tree
	n = t.Unparen(n)
	if p.left--; n == syntax.None || steps == 0 || p.left < 0 {
		p.others = true
		return
	}
	switch t.Kind(n) {
	case syntax.KindConditional:
		body, _, orelse := t.Conditional(n)
		p.each([]syntax.Node{body, orelse}, steps-1, leaf)
	case syntax.KindBooleanOperator:
		p.each([]syntax.Node{t.Child(n, syntax.FieldLeft), t.Child(n, syntax.FieldRight)}, steps-1, leaf)
	case syntax.KindIdentifier:
		p.bindings(n, steps, leaf)
	case syntax.KindAttribute:
		p.stored(n, steps, leaf)
	case syntax.KindSubscript:
		p.entries(t.Child(n, syntax.FieldValue), t.Child(n, syntax.FieldSubscript), steps-1, leaf)
	case syntax.KindCall:
		p.call(n, steps, leaf)
	default:
		leaf(n)
	}
}

func (p *possible) each(values []syntax.Node, steps int, leaf func(syntax.Node)) {
	for _, v := range values {
		p.leaves(v, steps, leaf)
	}
}

// bindings follows the bindings of a name.
func (p *possible) bindings(n syntax.Node, steps int, leaf func(syntax.Node)) {
	defs := p.m.ReachingDefs(n)
	if len(defs) == 0 {
		leaf(n)
	}
	for _, d := range defs {
		switch d.Kind {
		case infer.DefAssign:
			if d.Value != syntax.None {
				p.leaves(d.Value, steps-1, leaf)
			}
		case infer.DefFor:
			p.elements(d.Value, d.Index, steps-1, leaf)
		case infer.DefParam:
			p.passed(d, steps-1, leaf)
		case infer.DefImport, infer.DefFunction, infer.DefClass:
			leaf(n)
		default:
			p.others = true
		}
	}
}

// passed follows the arguments that the file's calls pass for a parameter, and its
// default if one of them omits it or no call is seen. Other files may call the function
// too.
func (p *possible) passed(d infer.Def, steps int, leaf func(syntax.Node)) {
	p.others = true
	fn := p.m.Tree.EnclosingFunction(d.Node)
	calls := p.m.Callers(fn)
	defaults := len(calls) == 0
	for _, call := range calls[:min(len(calls), infer.MaxPassed)] {
		if arg := p.m.PassedBy(call, fn, d); arg != syntax.None {
			p.leaves(arg, steps, leaf)
		} else if _, _, splat := p.m.Tree.ArgCount(call); !splat {
			defaults = true
		}
	}
	if defaults && d.Value != syntax.None {
		p.leaves(d.Value, steps, leaf)
	}
}

// stored follows the values assigned to an attribute of a class of the file.
func (p *possible) stored(n syntax.Node, steps int, leaf func(syntax.Node)) {
	k, ok := p.m.AttrCell(n)
	if !ok || k.Class == syntax.None {
		leaf(n)
		return
	}
	values := p.m.ValuesStored(k)
	if len(values) == 0 {
		leaf(n)
	}
	p.each(values, steps-1, leaf)
}

// call follows a choice among the elements of a container, a lookup in a table, and the
// results of a function of the file.
func (p *possible) call(n syntax.Node, steps int, leaf func(syntax.Node)) {
	t := p.m.Tree
	switch name, _ := p.m.CallName(n); name {
	case "random.choice", "numpy.random.choice", "builtins.next", "builtins.min", "builtins.max":
		if positional, _, _ := t.ArgCount(n); positional == 1 {
			p.elements(t.Arg(n, 0, "a"), -1, steps-1, leaf)
			return
		}
	}
	table, method := p.m.MethodCall(n)
	if method == "get" && p.m.Type(table).Kind == infer.KindDict {
		p.entries(table, t.Arg(n, 0, ""), steps-1, leaf)
		if fallback := t.Arg(n, 1, ""); fallback != syntax.None {
			p.leaves(fallback, steps-1, leaf)
		}
		return
	}
	if fn := p.m.Ref(t.Callee(n)).Def; t.Kind(fn) == syntax.KindFunction && len(t.Decorators(fn)) == 0 {
		p.each(p.m.Returns(fn), steps-1, leaf)
		return
	}
	leaf(n)
}

// entries follows the entries of a dictionary or list that a key may select.
func (p *possible) entries(table, key syntax.Node, steps int, leaf func(syntax.Node)) {
	wanted, known := p.m.Constant(key)
	p.leaves(table, steps, func(display syntax.Node) {
		items, ok := p.m.Items(display)
		p.others = p.others || !ok
		for at, value := range items {
			if !known || wanted.Equal(at) || value == syntax.None {
				p.leaves(value, steps-1, leaf)
			}
		}
	})
}

// elements follows the elements of an iterable; of tuples only the part at a position, or
// the whole if part is -1.
func (p *possible) elements(iterable syntax.Node, part, steps int, leaf func(syntax.Node)) {
	p.leaves(iterable, steps, func(display syntax.Node) {
		t := p.m.Tree
		switch t.Kind(display) {
		case syntax.KindList, syntax.KindTuple, syntax.KindSet:
			for child := range t.Children(display) {
				p.part(child, part, steps-1, leaf)
			}
		case syntax.KindCall:
			p.yielded(display, part, steps-1, leaf)
		default:
			p.others = true
		}
	})
}

// part follows one part of a tuple, or the whole.
func (p *possible) part(n syntax.Node, part, steps int, leaf func(syntax.Node)) {
	if part < 0 {
		p.leaves(n, steps, leaf)
		return
	}
	p.leaves(n, steps, func(tuple syntax.Node) {
		i := 0
		for child := range p.m.Tree.Children(tuple) {
			if i == part {
				p.leaves(child, steps-1, leaf)
				return
			}
			i++
		}
		p.others = true
	})
}

// yielded follows the functions of Python that iterate over containers.
func (p *possible) yielded(call syntax.Node, part, steps int, leaf func(syntax.Node)) {
	t := p.m.Tree
	inner := t.Arg(call, 0, "iterable")
	switch name, _ := p.m.CallName(call); name {
	case "builtins.enumerate":
		if part == 1 {
			p.elements(inner, -1, steps, leaf)
			return
		}
	case "builtins.zip":
		if part >= 0 {
			p.elements(t.Arg(call, part, ""), -1, steps, leaf)
			return
		}
	case "builtins.list", "builtins.tuple", "builtins.set", "builtins.sorted", "builtins.reversed", "builtins.iter", "itertools.cycle":
		p.elements(inner, part, steps, leaf)
		return
	}
	p.others = true
}
