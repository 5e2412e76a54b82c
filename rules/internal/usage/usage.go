// Package usage finds where a file uses names of the framework, and how: as a
// call, as a value, as something assigned to, or merely mentioned.
package usage

import (
	"iter"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Use is one use of a name.
type Use struct {
	Node syntax.Node // the expression that names it: torch.cuda.synchronize
	Name string      // canonical name
	// Call is the call of it; None where it is used as a value.
	Call syntax.Node
	// Longer is set where the expression continues: torch.version.cuda.split.
	Longer bool
	// Stored is set where it is assigned to or deleted.
	Stored bool
	// Mentioned is set where the name only serves as a type or in a comparison: in an
	// annotation, isinstance, a comparison or an except clause. A class can be
	// mentioned without any consequence.
	Mentioned bool
	// Method is set where it belongs to an object (batch.pin_memory), not to a
	// module or class that an import names.
	Method     bool
	Confidence analyzer.Confidence
}

// DecidesGuard reports whether the use is a query of CUDA that a guard rests on; the
// rules about guards report it together with the code it guards.
func (u Use) DecidesGuard(p *analyzer.Pass) bool {
	return p.Model.Decides(u.Node) || p.Model.Decides(u.Call)
}

// Of yields the uses of every name that want accepts. Of a chain of attributes
// the longest accepted part counts.
func Of(p *analyzer.Pass, want func(name string) bool) iter.Seq[Use] {
	return func(yield func(Use) bool) {
		if !p.Model.TextHas("torch") {
			return
		}
		for whole, part := range p.Model.Named(want) {
			name, conf := p.Model.Name(part)
			if !yield(describe(p, Use{Node: part, Name: name, Confidence: conf, Longer: part != whole})) {
				return
			}
		}
	}
}

// describe fills in how the expression is used.
func describe(p *analyzer.Pass, u Use) Use {
	if u.Longer {
		return u
	}
	if p.Tree.Kind(u.Node) == syntax.KindAttribute {
		u.Method = p.Model.Ref(p.Tree.Object(u.Node)) == (semantic.Ref{})
	}
	parent := p.Tree.Parent(u.Node)
	if p.Tree.Kind(parent) == syntax.KindCall && p.Tree.Callee(parent) == u.Node {
		u.Call = parent
		return u
	}
	u.Stored = stored(p.Tree, u.Node)
	u.Mentioned = !u.Stored && mentioned(p, u.Node)
	return u
}

// stored reports whether n is a target of an assignment, a loop or del.
func stored(t *syntax.Tree, n syntax.Node) bool {
	for {
		parent := t.Parent(n)
		switch t.Kind(parent) {
		case syntax.KindPatternList, syntax.KindTuplePattern, syntax.KindListPattern, syntax.KindTuple,
			syntax.KindList, syntax.KindExpressionList, syntax.KindParenthesized:
			n = parent
		case syntax.KindAssignment, syntax.KindAugmentedAssignment, syntax.KindFor:
			return t.Field(n) == syntax.FieldLeft
		case syntax.KindDelete, syntax.KindAsPatternTarget:
			return true
		default:
			return false
		}
	}
}

// mentioned reports whether n only serves as a type or in a comparison.
func mentioned(p *analyzer.Pass, n syntax.Node) bool {
	for {
		parent := p.Tree.Parent(n)
		switch p.Tree.Kind(parent) {
		case syntax.KindTuple, syntax.KindParenthesized, syntax.KindBinaryOperator, syntax.KindSubscript,
			syntax.KindAsPattern, syntax.KindList:
			n = parent
		case syntax.KindType, syntax.KindGenericType, syntax.KindUnionType, syntax.KindTypeParameter,
			syntax.KindExcept, syntax.KindExceptGroup, syntax.KindComparison:
			return true
		case syntax.KindArgumentList:
			name, _ := p.Model.CallName(p.Tree.Parent(parent))
			return name == "builtins.isinstance" || name == "builtins.issubclass"
		default:
			return false
		}
	}
}

// Requires says where a fix that rests on a row of the replacements holds.
func Requires(p *analyzer.Pass, ref opsdb.Ref) analyzer.Requires {
	return analyzer.Requires{Stack: p.Target.Rewrite.Stack(), SDK: ref.SDK}
}
