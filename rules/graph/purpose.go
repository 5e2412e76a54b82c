package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// purpose is the purpose of a value that was read.
type purpose uint8

const (
	forPython   purpose = iota // anything else
	forBranch                  // it decides which code runs
	forPosition                // it says where a slice of a fixed length begins
	forShape                   // it is part of a shape, an index or a number of rounds
)

// purposeOf follows the value of n to its purpose, over a local variable and that of a
// loop at most: lengths = t.tolist(); for n in lengths: x[:n].
func purposeOf(p *analyzer.Pass, n syntax.Node) purpose {
	return (&following{p: p}).of(n, maxVariables)
}

// maxVariables bounds the chain of variables between a value and its purpose, and
// maxUses how many uses of each are looked at.
const (
	maxVariables = 2
	maxUses      = 16
)

// following follows a value.
type following struct {
	p    *analyzer.Pass
	ends []syntax.Node // the uses of variables that are part of a shape or a position
}

func (f *following) of(n syntax.Node, variables int) purpose {
	p := f.p
	for value := n; ; {
		parent := p.Tree.Parent(n)
		switch p.Tree.Kind(parent) {
		case syntax.KindParenthesized, syntax.KindUnaryOperator, syntax.KindBinaryOperator, syntax.KindTuple, syntax.KindList,
			syntax.KindKeywordArgument:
			n = parent
		case syntax.KindComparison, syntax.KindBooleanOperator, syntax.KindNotOperator:
			if condition(p, parent) {
				return forBranch
			}
			return forPython
		case syntax.KindIf, syntax.KindElif, syntax.KindWhile, syntax.KindAssert, syntax.KindIfClause, syntax.KindConditional:
			if condition(p, n) {
				return forBranch
			}
			return forPython
		case syntax.KindSlice:
			if fixedLength(p, parent) {
				return forPosition
			}
			return forShape
		case syntax.KindSubscript:
			if p.Tree.Field(n) != syntax.FieldValue {
				return forPython
			}
			n = parent // an item of a list of values, or some of them
		case syntax.KindArgumentList:
			call := p.Tree.Parent(parent)
			switch {
			case takesShape(p, call, n):
				return forShape
			case !passesOn(p, call) && !iterates(p, call):
				return forPython
			}
			n = call
		case syntax.KindAssignment:
			return f.assigned(parent, n, variables)
		case syntax.KindFor, syntax.KindForInClause:
			return f.looped(parent, value, variables)
		default:
			return forPython
		}
	}
}

// assigned follows a value into the local variable that holds it alone.
func (f *following) assigned(assign, value syntax.Node, variables int) purpose {
	if f.p.Tree.Child(assign, syntax.FieldRight) != value {
		return forPython
	}
	return f.held(f.p.Tree.Child(assign, syntax.FieldLeft), value, variables)
}

// held follows the value of a variable through its uses, if it holds nothing else
// there.
func (f *following) held(variable, value syntax.Node, variables int) purpose {
	found := forPython
	sym := f.p.Model.Symbol(variable)
	if sym == nil || variables == 0 || len(sym.Uses) > maxUses {
		return found
	}
	for _, use := range sym.Uses {
		defs := f.p.Model.ReachingDefs(use)
		if len(defs) != 1 || defs[0].Value != value {
			continue
		}
		before := len(f.ends)
		if purpose := f.of(use, variables-1); purpose >= forPosition {
			found = max(found, purpose)
			if len(f.ends) == before {
				f.ends = append(f.ends, use)
			}
		}
	}
	return found
}

// fixedLength reports whether a slice is written as at:at + n.
func fixedLength(p *analyzer.Pass, slice syntax.Node) bool {
	var bounds []syntax.Node
	for bound := range p.Tree.Children(slice) {
		bounds = append(bounds, bound)
	}
	if len(bounds) != 2 {
		return false
	}
	end := p.Tree.Unparen(bounds[1])
	return p.Tree.Kind(end) == syntax.KindBinaryOperator && p.Tree.Operator(end) == "+" &&
		(p.Tree.Same(bounds[0], p.Tree.Child(end, syntax.FieldLeft)) || p.Tree.Same(bounds[0], p.Tree.Child(end, syntax.FieldRight)))
}

// condition reports whether the truth of an expression decides which code runs.
func condition(p *analyzer.Pass, n syntax.Node) bool {
	for {
		parent := p.Tree.Parent(n)
		switch p.Tree.Kind(parent) {
		case syntax.KindParenthesized, syntax.KindBooleanOperator, syntax.KindNotOperator:
			n = parent
		default:
			return p.Tree.Condition(parent) == n
		}
	}
}

// passesOn reports whether a call makes another number of a number.
func passesOn(p *analyzer.Pass, call syntax.Node) bool {
	name, _ := p.Model.CallName(call)
	switch name {
	case "builtins.int", "builtins.float", "builtins.bool", "builtins.abs", "builtins.max", "builtins.min", "builtins.round":
		return true
	}
	return strings.HasPrefix(name, "math.")
}

// takesShape reports whether an argument of a call is the size of a tensor, or the
// number of rounds of a loop.
func takesShape(p *analyzer.Pass, call, arg syntax.Node) bool {
	name, _ := p.Model.CallName(call)
	switch name {
	case "builtins.range":
		return true
	case "torch.zeros", "torch.ones", "torch.empty", "torch.rand", "torch.randn", "torch.arange", "torch.eye", "torch.linspace",
		"torch.Tensor.view", "torch.Tensor.reshape", "torch.Tensor.expand", "torch.Tensor.repeat",
		"torch.Tensor.new_zeros", "torch.Tensor.new_ones", "torch.Tensor.new_empty",
		"torch.Tensor.split", "torch.Tensor.topk":
		return !named(p, arg, "dtype") && !named(p, arg, "device")
	case "torch.full", "torch.Tensor.new_full":
		return named(p, arg, "size") || arg == p.Tree.Arg(call, 0, "")
	case "torch.split", "torch.topk", "torch.narrow", "torch.nn.functional.pad", "torch.nn.functional.one_hot":
		return arg != p.Tree.Arg(call, 0, "") && !named(p, arg, "input") && !named(p, arg, "value")
	case "torch.nn.utils.rnn.pack_padded_sequence":
		return second(p, call, arg, "lengths")
	case "torch.nn.functional.affine_grid", "torch.affine_grid_generator":
		return second(p, call, arg, "size")
	case "torch.nn.functional.interpolate", "torch.nn.functional.upsample":
		return second(p, call, arg, "size") || arg == p.Tree.Arg(call, 2, "scale_factor") || named(p, arg, "scale_factor")
	}
	return poolsTo(name) && second(p, call, arg, "output_size")
}

// poolsTo recognises the functions that bring a tensor to a given size.
func poolsTo(name string) bool {
	pool, adaptive := strings.CutPrefix(name, "torch.nn.functional.adaptive_")
	if !adaptive {
		pool, adaptive = strings.CutPrefix(name, "torch.adaptive_")
	}
	return adaptive && (strings.HasPrefix(pool, "avg_pool") || strings.HasPrefix(pool, "max_pool"))
}

// second reports whether an argument is passed for the second parameter of a function,
// which has this name.
func second(p *analyzer.Pass, call, arg syntax.Node, name string) bool {
	return arg == p.Tree.Arg(call, 1, name) || named(p, arg, name)
}

// named reports whether an argument is passed under a name.
func named(p *analyzer.Pass, arg syntax.Node, name string) bool {
	return p.Tree.Kind(arg) == syntax.KindKeywordArgument && p.Tree.Text(p.Tree.Child(arg, syntax.FieldName)) == name
}
