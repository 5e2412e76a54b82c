package guard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/flow"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/words"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Extension is a way to make a test for CUDA hold for another device as well.
type Extension uint8

// The ways to extend a test.
const (
	NoExtension   Extension = iota
	ExtendMembers           // device.type in ("cuda", "mps"): one more member
	ExtendPattern           // case "cuda": one more alternative
	ExtendPrefix            // device.startswith("cuda"): one more prefix
	ExtendEqual             // device.type == "cuda": a choice of two
	ExtendPart              // "cuda" in device: asked twice
)

// Extension is how a test can be extended in place; NoExtension if other code would
// have to change as well.
func (m *Control) Extension(c *flow.Compare) Extension {
	t := m.Tree
	lit := t.Text(c.Literal)
	if c.Cut || lit != `"cuda"` && lit != `'cuda'` || strings.ContainsAny(t.Text(c.Node), "\n#") && t.Kind(c.Node) == syntax.KindComparison {
		return NoExtension
	}
	switch parent := t.Parent(c.Literal); t.Kind(parent) {
	case syntax.KindTuple, syntax.KindList, syntax.KindSet:
		return ExtendMembers
	case syntax.KindCasePattern, syntax.KindUnionPattern:
		return ExtendPattern
	case syntax.KindArgumentList:
		if _, method := m.MethodCall(c.Node); method == "startswith" {
			return ExtendPrefix
		}
	case syntax.KindComparison:
		operands, ops := t.Comparison(c.Node)
		switch {
		case ops[0] == "==" || ops[0] == "!=":
			return ExtendEqual
		case (ops[0] == "in" || ops[0] == "not in") && operands[0] == c.Literal && m.readTwice(c.Operand):
			return ExtendPart
		}
	}
	return NoExtension
}

// readTwice reports whether an expression may be evaluated twice: a name, an attribute,
// or str of one.
func (m *Control) readTwice(n syntax.Node) bool {
	for {
		switch m.Tree.Kind(n) {
		case syntax.KindIdentifier:
			return true
		case syntax.KindAttribute:
			n = m.Tree.Object(n)
		case syntax.KindCall:
			if name, _ := m.CallName(n); name != "builtins.str" {
				return false
			}
			n = m.Tree.Arg(n, 0, "object")
		default:
			return false
		}
	}
}

// Extensible reports whether every test for CUDA of a device from elsewhere can be
// extended, and the branch of each can be seen to run on another device. Extending only
// some of them would be wrong: a tensor that one test takes to be on the accelerator
// would be on the host for the next.
func (m *Control) Extensible() bool {
	if m.extensible == infer.Unknown {
		m.extensible = infer.TruthOf(m.findExtensible())
	}
	return m.extensible == infer.Yes
}

func (m *Control) findExtensible() bool {
	for _, c := range m.Compares() {
		comp := c.Component
		shown := len(comp.Sources) > 0 && comp.Open == "" && comp.Escapes == ""
		if !shown && c.Confidence >= infer.Likely && !m.GuardedForNeuron(c.Literal) && !m.notMissed(c.Node, c.Negated) && !m.extends(c) {
			return false
		}
	}
	for n := range m.AttributeLoads("is_cuda") {
		if m.asksTensor(n) && !m.GuardedForNeuron(n) && !m.notMissed(n, false) && !m.extendsQuestion(n) {
			return false
		}
	}
	return true
}

// extends reports whether one test can be extended, with its branch. A test whose
// branch is of use to GPUs alone stays as it is, and so must its tensors: it cannot.
func (m *Control) extends(c *flow.Compare) bool {
	if kind, _ := m.Missed(c.Node, c.Negated); kind == GuardGPUOnly {
		return false
	}
	regions, known := m.Revived(c)
	regions, answered := m.answered(regions)
	return known && answered && m.Extension(c) != NoExtension && !m.queriesBeside(c.Node) && m.decided(c.Node, regions)
}

// extendsQuestion reports the same of x.is_cuda.
func (m *Control) extendsQuestion(n syntax.Node) bool {
	if kind, _ := m.Missed(n, false); kind == GuardGPUOnly {
		return false
	}
	t := m.Type(m.Tree.Object(n))
	regions, known := m.Controlled(n, true)
	return known && t.Kind == infer.KindTensor && t.Confidence >= infer.Likely && !m.queriesBeside(n) && m.decided(n, regions)
}

// queriesBeside reports whether the condition around a test asks for CUDA in other
// words too, which would have to change with it, or chooses an implementation for CUDA
// by name.
func (m *Control) queriesBeside(test syntax.Node) bool {
	top := m.Condition(test)
	for n := range m.Tree.All(top) {
		switch m.Tree.Kind(n) {
		case syntax.KindCall:
			if name, _ := m.CallName(n); strings.HasPrefix(name, "torch.cuda.") || IsQuery(name) {
				return true
			}
		case syntax.KindString:
			if v, ok := m.Tree.StringValue(n); ok && v == "cuda" && !m.IsCompared(n) {
				return true
			}
		}
	}
	return false
}

// IsCompared reports whether a device is tested against a literal.
func (m *Control) IsCompared(lit syntax.Node) bool {
	return slices.ContainsFunc(m.Compares(), func(c *flow.Compare) bool { return c.Literal == lit })
}

// decided reports whether the body of a branch can be seen to run on another device: it
// calls only PyTorch, Python's own functions, methods of tensors, and functions of the
// file that do the same, and the regions that it decides are not Unproven. How other
// code treats a device that it does not know cannot be told.
func (m *Control) decided(test syntax.Node, regions []source.Span) bool {
	if stmt := m.Tree.Parent(m.Condition(test)); m.Tree.Kind(stmt) == syntax.KindAssert && words.Anywhere(m.Tree.Bytes(m.Tree.Next(m.Tree.First(stmt))), words.CUDA) {
		return false // its message would no longer be true
	}
	if m.Unproven(test, regions) {
		return false
	}
	if _, chooses := m.Chooses(regions); chooses {
		return false
	}
	admitted, known := m.Admits(test)
	return known && m.allUnderstood(slices.Concat(regions, admitted))
}

// allUnderstood reports whether the effect of all calls in regions is known, in this
// file and elsewhere.
func (m *Control) allUnderstood(regions []source.Span) bool {
	type key string
	return infer.Walked(m.Model, key(fmt.Sprint(regions)), func() bool {
		b := &guardBuilder{m: m, t: m.Tree}
		reach := m.Reach(regions)
		for n := range b.nodesIn(reach) {
			if m.Tree.Kind(n) == syntax.KindCall && !m.understood(n) {
				return false
			}
		}
		return m.Ends(reach) == EndsKnown
	})
}

// understood reports whether the effect of a call is known.
func (m *Control) understood(call syntax.Node) bool {
	callee := m.Tree.Callee(call)
	if name, conf := m.CallName(call); conf >= infer.Likely {
		switch top, _, _ := strings.Cut(name, "."); top {
		case "torch":
			return !m.namesCompiled(name) && !strings.HasPrefix(name, "torch.utils.")
		case "builtins", "math", "logging", "warnings", "functools", "contextlib", "time":
			return true
		}
	}
	switch m.Tree.Kind(callee) {
	case syntax.KindIdentifier:
		return m.Tree.Kind(m.Ref(callee).Def) == syntax.KindFunction
	case syntax.KindAttribute:
		t := m.Type(m.Tree.Object(callee))
		return t.Confidence >= infer.Likely && (t.Kind == infer.KindTensor || t.Kind == infer.KindString)
	}
	return false
}
