package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// joinEdits moves a tensor to the device of the one whose test decides about it: of
// if x.is_cuda: y = y.cuda() to x.device. Wherever that lies, both then lie together, so
// that it needs no other change than that of the test. It is nil for other moves.
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

// askedBefore is the tensor whose is_cuda is all that decides whether a call runs, and that
// is not bound anew before it.
func askedBefore(p *analyzer.Pass, call syntax.Node) syntax.Node {
	t := p.Tree
	stmt := t.Statement(call)
	for n := call; n != stmt; n = t.Parent(n) {
		if body, cond, _ := t.Conditional(t.Parent(n)); t.Kind(t.Parent(n)) == syntax.KindConditional && body == n {
			return askedIn(t, cond)
		}
	}
	block := t.Parent(stmt)
	test := t.Parent(block)
	if t.Kind(test) != syntax.KindIf || t.Body(test) != block {
		return syntax.None
	}
	asked := askedIn(t, t.Condition(test))
	if asked == syntax.None || boundIn(p, asked, block) {
		return syntax.None
	}
	return asked
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

// boundIn reports whether a block stores anything in a name or an attribute.
func boundIn(p *analyzer.Pass, n, block syntax.Node) bool {
	within := []source.Span{p.Tree.Span(block)}
	for _, s := range p.Model.Stores() {
		if p.Tree.Same(s.Target, n) && p.Tree.Span(s.Target).In(within) {
			return true
		}
	}
	return false
}
