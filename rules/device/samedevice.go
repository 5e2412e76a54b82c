package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// joinEdits moves a tensor to the device of the tensor whose test decides about the
// move: if x.is_cuda: y = y.cuda() becomes a move to x.device. On any device the two
// are then together, and only the test needs another change. It is nil for other moves.
func joinEdits(p *analyzer.Pass, call syntax.Node) []analyzer.Edit {
	t := p.Tree
	asked := askedBefore(p, call)
	if p.Target.Rewrite != opsdb.RewriteNeuron || asked == syntax.None || t.Same(asked, t.Object(t.Callee(call))) {
		return nil
	}
	device := t.Text(asked) + ".device"
	number := t.Arg(call, 0, "device")
	if number == syntax.None {
		edits, _ := movedTo(p, call, device)
		return edits
	}
	if written := t.Written(number); written != t.Written(asked)+".get_device()" && written != t.Written(asked)+".device" {
		return nil
	}
	if positional, keywords, splat := t.ArgCount(call); positional+keywords != 1 || splat {
		return nil
	}
	return []analyzer.Edit{rewrite.Replace(p, number, device), rewrite.Replace(p, t.AttrName(t.Callee(call)), "to")}
}

// maxNear bounds how far a test is looked for around a move, and how many statements may
// stand beside it.
const maxNear = 8

// askedBefore is the tensor whose is_cuda alone decides whether a call runs, and that
// is not bound anew before it.
func askedBefore(p *analyzer.Pass, call syntax.Node) syntax.Node {
	t := p.Tree
	n := call
	for range maxNear {
		outer := t.Parent(n)
		if k := t.Kind(outer); k == syntax.KindFunction || k == syntax.KindLambda {
			return syntax.None // which may run when the name holds another tensor
		}
		if body, cond, _ := t.Conditional(outer); t.Kind(outer) == syntax.KindConditional {
			if body == n {
				return askedIn(t, cond)
			}
			return syntax.None
		}
		test := t.Parent(outer)
		if t.Kind(test) == syntax.KindIf && t.Body(test) == outer {
			asked := askedIn(t, t.Condition(test))
			if asked == syntax.None || boundIn(t, asked, outer) {
				return syntax.None
			}
			return asked
		}
		n = outer
	}
	return syntax.None
}

// askedIn is x of a test that is x.is_cuda and nothing else.
func askedIn(t *syntax.Tree, cond syntax.Node) syntax.Node {
	cond = t.Unparen(cond)
	if t.Kind(cond) != syntax.KindAttribute || t.View(t.AttrName(cond)) != "is_cuda" {
		return syntax.None
	}
	if k := t.Kind(t.Object(cond)); k != syntax.KindIdentifier && k != syntax.KindAttribute {
		return syntax.None
	}
	return t.Object(cond)
}

// boundIn reports whether a block may bind a name or an attribute: it is long, assigns
// to it, or holds statements that are not simple.
func boundIn(t *syntax.Tree, n, block syntax.Node) bool {
	met := 0
	for stmt := range t.Children(block) {
		if t.Kind(stmt) == syntax.KindReturn {
			return false // nothing runs behind it
		}
		expr := t.First(stmt)
		if met++; met > maxNear || t.Kind(stmt) != syntax.KindExpressionStatement {
			return true
		}
		if t.Kind(expr) == syntax.KindCall {
			continue
		}
		if target := t.Child(expr, syntax.FieldLeft); t.Kind(expr) != syntax.KindAssignment || t.Kind(target) != syntax.KindIdentifier && t.Kind(target) != syntax.KindAttribute || t.Same(target, n) {
			return true
		}
	}
	return false
}
