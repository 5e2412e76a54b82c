package place

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// MovedAsTorch reports whether the receiver of a .cuda() call is, by convention, a tensor
// or a module: unless a class of the project defines a method cuda, only these are moved
// with non_blocking, come from from_pretrained or from a tokenizer called with
// return_tensors, are cast to a dtype, or are items of a loader's batches.
func (m *Places) MovedAsTorch(call syntax.Node) bool {
	const maxVariables = 3
	if m.OwnMember("cuda") {
		return false
	}
	return m.Tree.Keyword(call, "non_blocking") != syntax.None || m.madeByHabit(m.Tree.Object(m.Tree.Callee(call)), maxVariables)
}

// madeByHabit follows a moved object back to the call that makes it, through at most the
// given number of variables.
func (m *Places) madeByHabit(n syntax.Node, variables int) bool {
	const maxSteps = 8
	t := m.Tree
	part := false // n is followed to a part of the made object
	for range maxSteps {
		n = t.Unparen(n)
		switch t.Kind(n) {
		case syntax.KindSubscript:
			n, part = t.Child(n, syntax.FieldValue), true
		case syntax.KindAttribute:
			n, part = t.Object(n), true
		case syntax.KindCall:
			obj, method := m.MethodCall(n)
			switch {
			case !part && m.casts(n, method):
				return true
			case !value.Converts(method):
				return m.yieldsTensors(n) || !part && (method == "from_pretrained" || method == "from_config")
			}
			n = obj
		case syntax.KindIdentifier:
			return variables > 0 && m.boundByHabit(n, part, variables-1)
		default:
			return false
		}
	}
	return false
}

// casts reports whether a call changes the dtype of its object, as only tensors and
// modules can: x.half(), x.to(torch.bfloat16).
func (m *Places) casts(call syntax.Node, method string) bool {
	switch method {
	case "half", "bfloat16", "float", "double":
		positional, keywords, splat := m.Tree.ArgCount(call)
		return positional+keywords == 0 && !splat
	case "to":
		return m.Type(m.Tree.Arg(call, 0, "dtype")).Kind == infer.KindDType
	}
	return false
}

// boundByHabit reports whether every value of a variable is made like that.
func (m *Places) boundByHabit(n syntax.Node, part bool, variables int) bool {
	defs := m.ReachingDefs(n)
	for _, d := range defs {
		switch {
		case d.Kind == infer.DefAssign && (!part || m.yieldsTensors(m.Tree.Unparen(d.Value))) && m.madeByHabit(d.Value, variables):
		case !part && m.itemOfLoader(d), part && m.batchOfLoader(d):
		default:
			return false
		}
	}
	return len(defs) > 0
}

// yieldsTensors reports whether a call asks for PyTorch tensors, as in
// tokenizer(text, return_tensors="pt").
func (m *Places) yieldsTensors(call syntax.Node) bool {
	kind, ok := m.Tree.StringValue(m.Tree.Keyword(call, "return_tensors"))
	return ok && kind == "pt"
}

// itemOfLoader reports whether a binding takes one of several items of a batch.
func (m *Places) itemOfLoader(d infer.Def) bool {
	t := m.Tree
	items := t.Parent(d.Node)
	if k := t.Kind(items); k != syntax.KindPatternList && k != syntax.KindTuplePattern {
		return false
	}
	if assign := t.Parent(items); t.Kind(assign) == syntax.KindAssignment && m.takesNext(t.Child(assign, syntax.FieldRight)) {
		return true
	}
	loop := (&hostWalk{m: m}).drawnBy(d, items)
	return loop != syntax.None && m.loads(t.Child(loop, syntax.FieldRight), maxLoaders)
}

// batchOfLoader reports whether a binding takes a whole batch: for batch in loader, or
// for i, batch in enumerate(loader).
func (m *Places) batchOfLoader(d infer.Def) bool {
	t := m.Tree
	if d.Kind == infer.DefAssign {
		return m.takesNext(d.Value)
	}
	target := d.Node
	loop := t.Parent(target)
	if t.Kind(loop) == syntax.KindPatternList && t.Last(loop) == target {
		if name, _ := m.CallName(t.Child(t.Parent(loop), syntax.FieldRight)); name != "builtins.enumerate" {
			return false
		}
		target, loop = loop, t.Parent(loop)
	}
	return t.Kind(loop) == syntax.KindFor && t.Field(target) == syntax.FieldLeft && m.loads(t.Child(loop, syntax.FieldRight), maxLoaders)
}

// takesNext reports whether an expression draws the next batch of a loader.
func (m *Places) takesNext(n syntax.Node) bool {
	name, _ := m.CallName(n)
	return name == "builtins.next" && m.loads(m.Tree.Arg(n, 0, ""), maxLoaders)
}

// maxLoaders bounds how many variables hold a loader, each by way of the next.
const maxLoaders = 2

// loads reports whether an expression is made of a loader, which is recognised by its name
// or by its type, perhaps through variables: bar = tqdm(train_loader).
func (m *Places) loads(n syntax.Node, variables int) bool {
	const maxNodes = 64
	t := m.Tree
	met := 0
	for n := range t.All(n) {
		if met++; met > maxNodes {
			return false
		}
		if t.Kind(n) != syntax.KindIdentifier {
			continue
		}
		if strings.Contains(strings.ToLower(t.Text(n)), "loader") || m.Type(n).Kind == infer.KindDataLoader {
			return true
		}
		if defs := m.ReachingDefs(n); variables > 0 && len(defs) == 1 && defs[0].Kind == infer.DefAssign && m.loads(defs[0].Value, variables-1) {
			return true
		}
	}
	return false
}
