package place

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// OnlyCopied reports whether the place of the tensors that a call loads makes no
// difference to the program, by every use of them: load_state_dict copies them to where
// the module lies, they are moved to a named device, or no more is read than names,
// shapes and counters. A value that is printed, returned, stored in an object or handed
// to a function is used where it does not show.
func (m *Places) OnlyCopied(call syntax.Node) bool {
	const maxNodes = 512
	return (&copies{m, make(map[syntax.Node]bool), make(map[*infer.Symbol]bool), maxNodes}).only(call)
}

// copies follows a loaded value through the expressions and variables that hold it, or a
// part of it.
type copies struct {
	*Places
	seen map[syntax.Node]bool
	held map[*infer.Symbol]bool
	left int // nodes that may still be looked at
}

// only reports whether every use of an expression is such a use.
func (c *copies) only(n syntax.Node) bool {
	if c.seen[n] {
		return true
	}
	c.seen[n] = true
	if c.left--; c.left < 0 {
		return false
	}
	t, parent := c.Tree, c.Tree.Parent(n)
	switch t.Kind(parent) {
	case syntax.KindParenthesized, syntax.KindBooleanOperator:
		return c.only(parent)
	case syntax.KindConditional:
		return t.Condition(parent) == n || c.only(parent)
	case syntax.KindExpressionStatement, syntax.KindDelete, syntax.KindNotOperator, syntax.KindIf, syntax.KindElif:
		return true
	case syntax.KindComparison:
		return c.compared(n, parent)
	case syntax.KindSubscript:
		return c.item(n, parent)
	case syntax.KindAttribute:
		return c.asked(parent)
	case syntax.KindAssignment:
		return c.assigned(n, parent)
	case syntax.KindPair, syntax.KindDictionary, syntax.KindDictionaryComprehension:
		return t.Child(parent, syntax.FieldKey) != n && c.only(parent)
	case syntax.KindFor, syntax.KindForInClause:
		return false // see drawn
	case syntax.KindArgumentList:
		return c.handed(n, t.Parent(parent))
	case syntax.KindKeywordArgument:
		return t.View(t.Child(parent, syntax.FieldName)) == "state_dict" && c.handed(n, t.Parent(t.Parent(parent)))
	}
	return false
}

// compared reports whether a comparison asks for a name in the value, or whether there is
// any.
func (c *copies) compared(n, comparison syntax.Node) bool {
	operands, ops := c.Tree.Comparison(comparison)
	if len(ops) != 1 {
		return false
	}
	switch ops[0] {
	case "in", "not in":
		return operands[1] == n
	case "is", "is not":
		return c.Tree.Kind(operands[1]) == syntax.KindNoneLiteral
	}
	return false
}

// item follows an item of the value, unless the item is deleted, replaced or a number.
func (c *copies) item(n, subscript syntax.Node) bool {
	t := c.Tree
	if t.Child(subscript, syntax.FieldValue) != n {
		return false
	}
	above := t.Parent(subscript)
	if t.Kind(above) == syntax.KindAssignment && t.Child(above, syntax.FieldLeft) == subscript {
		return true
	}
	return c.counts(t.Child(subscript, syntax.FieldSubscript)) || c.only(subscript)
}

// counts reports whether a key of a checkpoint is one under which programs count, or
// keep their options.
func (c *copies) counts(key syntax.Node) bool {
	text, _ := c.Tree.StringValue(key)
	switch text {
	case "epoch", "epochs", "start_epoch", "last_epoch", "step", "global_step", "steps", "iter", "iteration", "iterations",
		"args", "opt", "opts", "options", "config", "cfg", "hparams", "hyper_parameters":
		return true
	}
	return false
}

// asked follows an attribute or the result of a method.
func (c *copies) asked(attr syntax.Node) bool {
	t := c.Tree
	call, name := t.Parent(attr), t.View(t.AttrName(attr))
	if t.Kind(call) != syntax.KindCall || t.Callee(call) != attr {
		return name == "shape" || name == "dtype" || name == "ndim"
	}
	switch name {
	case "keys", "size", "dim", "numel", "cpu":
		return true
	case "items", "values":
		return c.drawn(call, name == "items")
	case "get", "pop":
		return c.counts(t.Arg(call, 0, "")) || c.only(call)
	case "clone", "detach", "copy", "float", "half", "state_dict":
		return c.only(call)
	}
	return c.moves(call)
}

// drawn follows the values that a loop draws from the items of the value.
func (c *copies) drawn(items syntax.Node, pairs bool) bool {
	t := c.Tree
	loop, target := t.Parent(items), syntax.None
	if k := t.Kind(loop); k == syntax.KindFor || k == syntax.KindForInClause {
		target = t.Child(loop, syntax.FieldLeft)
	}
	if pairs {
		if k := t.Kind(target); k != syntax.KindPatternList && k != syntax.KindTuplePattern {
			return false
		}
		target = t.Last(target)
	}
	return target != syntax.None && c.variable(target, syntax.None)
}

// assigned follows the variables that are bound to the value, or to its parts, and the
// container that it is put into.
func (c *copies) assigned(n, assignment syntax.Node) bool {
	t := c.Tree
	left := t.Child(assignment, syntax.FieldLeft)
	if t.Child(assignment, syntax.FieldRight) != n || t.Kind(t.Parent(assignment)) == syntax.KindAssignment {
		return false
	}
	switch t.Kind(left) {
	case syntax.KindIdentifier:
		return c.variable(left, n)
	case syntax.KindSubscript:
		return c.variable(t.Child(left, syntax.FieldValue), syntax.None)
	case syntax.KindPatternList, syntax.KindTuplePattern:
		for part := range t.Children(left) {
			if !c.variable(part, syntax.None) {
				return false
			}
		}
		return true
	}
	return false
}

// variable follows the uses of a variable that no other file sees: those that may hold a
// value, or all where it is None.
func (c *copies) variable(name, value syntax.Node) bool {
	sym := c.Symbol(name)
	if c.Tree.Kind(name) != syntax.KindIdentifier || sym == nil || sym.Scope.Kind == scope.Class || c.IsPublic(sym) || len(sym.Uses) > scope.MaxReaching {
		return false
	}
	if value == syntax.None {
		if c.held[sym] {
			return true
		}
		c.held[sym] = true
	}
	for _, use := range sym.Uses {
		if (value == syntax.None || c.MayHold(use, value)) && !c.only(use) {
			return false
		}
	}
	return true
}

// handed reports whether a call takes the value without keeping its tensors, or follows
// the copy of a dictionary.
func (c *copies) handed(n, call syntax.Node) bool {
	switch name, _ := c.CallName(call); name {
	case "len", "builtins.len", "type", "builtins.type", "isinstance", "builtins.isinstance":
		return true
	case "dict", "builtins.dict", "collections.OrderedDict", "copy.copy", "copy.deepcopy":
		return c.only(call)
	}
	obj, method := c.MethodCall(call)
	switch method {
	case "load_state_dict":
		return c.Tree.Arg(call, 0, "state_dict") == n && c.Tree.Arg(call, 2, "assign") == syntax.None && c.copiesStates(obj)
	case "update":
		return c.variable(obj, syntax.None)
	}
	return false
}

// copiesStates reports whether load_state_dict of an object is that of PyTorch, which
// copies to where parameters lie. Averages of weights, and classes of the project with a
// method of their own, may keep the tensors that they are given.
func (c *copies) copiesStates(obj syntax.Node) bool {
	const method = "load_state_dict"
	typ := c.Type(obj)
	switch ref := c.MethodRef(typ, method); {
	case typ.OfProject():
		return strings.HasPrefix(ref.Name, "torch.")
	case typ.Known():
		return strings.HasPrefix(ref.Name, "torch.") || typ.Kind == infer.KindModule || typ.Kind == infer.KindOptimizer
	}
	name := strings.ToLower(c.Tree.Text(obj))
	return !strings.Contains(name, "ema") && !strings.Contains(name, "shadow") && !strings.Contains(name, "av") && !c.loadsItself(method)
}

// loadsItself reports whether this file or one that it imports defines a method of that
// name.
func (c *copies) loadsItself(method string) bool {
	type key struct{ method string }
	return infer.Walked(c.Model, key{method}, func() bool {
		own := c.FunctionsNamed(method) != nil
		if c.Module() == nil {
			return own
		}
		for _, mod := range c.ImportedModules(c.Module()) {
			c.Elsewhere(mod, func(lib *infer.Model) { own = own || lib.FunctionsNamed(method) != nil })
		}
		return own
	})
}
