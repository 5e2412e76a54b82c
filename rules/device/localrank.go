package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// joinsGroup reports whether the file starts a process group. With a group, Neuron
// gives a process that torchrun started only the core of its local rank: the device of
// the process is "neuron", without a number.
func joinsGroup(p *analyzer.Pass) bool {
	return p.Model.CallsAny("torch.distributed.init_process_group")
}

// ownDevice writes "neuron" for a device that is chosen by the local rank:
// f"cuda:{local_rank}", torch.device("cuda", local_rank); nil for others.
func ownDevice(p *analyzer.Pass, s *semantic.Source) []analyzer.Edit {
	quoted := `"` + rewrite.DeviceType(p) + `"`
	if s.Form == semantic.FormComputed {
		parts := p.Tree.FormatParts(s.Node)
		if len(parts) == 2 && parts[0].Text == "cuda:" && parts[1].Node != syntax.None && p.Model.LocalRank(rank(p, parts[1].Node)) {
			return []analyzer.Edit{rewrite.Replace(p, s.Node, quoted)}
		}
		return nil
	}
	call := p.Tree.Parent(p.Tree.Parent(s.Node))
	if name, _ := p.Model.CallName(call); name != "torch.device" || s.Form != semantic.FormPlain {
		return nil
	}
	index := p.Tree.Arg(call, 1, "index")
	if positional, keywords, _ := p.Tree.ArgCount(call); positional+keywords != 2 || p.Tree.Arg(call, 0, "") != s.Node || !p.Model.LocalRank(index) {
		return nil
	}
	args := p.Tree.Span(p.Tree.Child(call, syntax.FieldArguments))
	return []analyzer.Edit{rewrite.Edit(p, source.Span{Start: args.Start + 1, End: args.End - 1}, quoted)}
}

// rank is the expression in an interpolation.
func rank(p *analyzer.Pass, n syntax.Node) syntax.Node {
	if p.Tree.Kind(n) == syntax.KindInterpolation {
		return p.Tree.Child(n, syntax.FieldExpression)
	}
	return n
}

// currentIndex reports whether a number is the index of the device in use, which holds
// on any machine once torch.cuda is not asked for it.
func currentIndex(p *analyzer.Pass, n syntax.Node) bool {
	name, _ := p.Model.CallName(n)
	return name == "torch.cuda.current_device" && p.Target.Rewrite == opsdb.RewriteNeuron
}

// ofCurrent reports whether an f-string names the device in use:
// f"cuda:{torch.cuda.current_device()}".
func ofCurrent(p *analyzer.Pass, s *semantic.Source) bool {
	if s.Form != semantic.FormComputed {
		return false
	}
	parts := p.Tree.FormatParts(s.Node)
	return len(parts) == 2 && parts[0].Text == "cuda:" && parts[1].Node != syntax.None && currentIndex(p, rank(p, parts[1].Node))
}
