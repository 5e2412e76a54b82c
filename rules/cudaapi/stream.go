package cudaapi

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// overStreams reports whether a name belongs to streams and events that PyTorch also
// has for any accelerator.
func overStreams(name string) bool {
	switch name {
	case "torch.cuda.Stream", "torch.cuda.Event", "torch.cuda.stream":
		return true
	}
	return false
}

// streamFix writes PyTorch's own stream or event, which belongs to the accelerator in
// use where no device is given.
func streamFix(p *analyzer.Pass, u usage.Use, fix *analyzer.Fix) {
	switch u.Name {
	case "torch.cuda.Stream":
		fix.Title = "use torch.Stream"
		fix.Edits = renamed(p, u, "torch.Stream", p.Tree.Arg(u.Call, 0, ""), "priority")
	case "torch.cuda.Event":
		fix.Title = "use torch.Event"
		fix.Edits = renamed(p, u, "torch.Event", syntax.None, "enable_timing", "blocking", "interprocess")
	case "torch.cuda.stream":
		fix.Title = "enter the stream itself"
		fix.Edits = enterStream(p, u.Call)
	}
}

// renamed names another class, which takes all arguments except the first by the given
// names.
func renamed(p *analyzer.Pass, u usage.Use, name string, first syntax.Node, params ...string) []analyzer.Edit {
	if first != syntax.None {
		params = append([]string{""}, params...)
	}
	named, ok := rewrite.Keywords(p, u.Call, params...)
	if !ok {
		return nil
	}
	edits := rewrite.Rename(p, u.Node, name)
	if len(edits) == 0 {
		return nil
	}
	return append(edits, named...)
}

// enterStream writes the stream for a context that makes it the current one: with
// torch.cuda.stream(side). A context that is entered elsewhere may be given None, which
// only the context of CUDA ignores.
func enterStream(p *analyzer.Pass, call syntax.Node) []analyzer.Edit {
	stream := p.Tree.Arg(call, 0, "stream")
	if positional, keyword, splat := p.Tree.ArgCount(call); positional+keyword != 1 || splat || !entered(p, call) {
		return nil
	}
	switch p.Tree.Kind(stream) {
	case syntax.KindIdentifier, syntax.KindAttribute, syntax.KindSubscript, syntax.KindCall:
		return []analyzer.Edit{rewrite.Replace(p, call, p.Tree.Text(stream))}
	}
	return nil
}

// entered reports whether a context is entered where it is made: by a with statement
// or an exit stack, perhaps as one of two.
func entered(p *analyzer.Pass, n syntax.Node) bool {
	for {
		switch parent := p.Tree.Parent(n); p.Tree.Kind(parent) {
		case syntax.KindConditional, syntax.KindParenthesized:
			n = parent
		case syntax.KindWithItem:
			return true
		case syntax.KindArgumentList:
			callee := p.Tree.Callee(p.Tree.Parent(parent))
			return p.Tree.Kind(callee) == syntax.KindAttribute && p.Tree.View(p.Tree.AttrName(callee)) == "enter_context"
		default:
			return false
		}
	}
}
