package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// byBackend reports whether a device is chosen by the backend of a process group, or by
// whether there is a group of another backend: "cpu" if get_backend() == "gloo" else
// "cuda". The code that sets the backend is to be mended along with it, and most of it
// stands elsewhere.
func byBackend(p *analyzer.Pass, lit syntax.Node) bool {
	if !p.Model.TextHas("distributed") {
		return false
	}
	inner := lit
	for n := p.Tree.Parent(lit); n != syntax.None; inner, n = n, p.Tree.Parent(n) {
		switch p.Tree.Kind(n) {
		case syntax.KindIf, syntax.KindElif, syntax.KindConditional:
			if cond := p.Tree.Condition(n); inner != cond && asksForBackend(p, cond) {
				return true
			}
		case syntax.KindFunction, syntax.KindClass:
			return false
		}
	}
	return false
}

// asksForBackend reports whether a condition is about a backend or a group.
func asksForBackend(p *analyzer.Pass, cond syntax.Node) bool {
	type key struct{}
	return analyzer.Each(p, key{}, cond, func() bool {
		for n := range p.Tree.All(cond) {
			switch p.Tree.Kind(n) {
			case syntax.KindString:
				if text, _ := p.Tree.StringValue(n); text == "nccl" || text == "gloo" {
					return true
				}
			case syntax.KindIdentifier:
				if name := strings.ToLower(p.Tree.View(n)); strings.Contains(name, "backend") || strings.HasSuffix(name, "group") {
					return true
				}
			}
		}
		return false
	})
}

// forCollectives reports whether a tensor placed by a choice by availability goes to a
// function that has the processes exchange tensors, and their group is not known to be
// one for GPUs: with Gloo that runs on the CPU alone.
func forCollectives(p *analyzer.Pass, atom syntax.Node, sources []*semantic.Source) bool {
	exchanging := collectives(p)
	if len(exchanging) == 0 || p.Model.CallsAny("torch.distributed.init_process_group") && p.Model.TextHas("nccl") && !p.Model.TextHas("gloo") {
		return false
	}
	if exchanging[p.Tree.EnclosingFunction(atom)] {
		return true
	}
	for _, s := range sources {
		for _, k := range s.Sinks {
			if exchanging[p.Tree.EnclosingFunction(k.Node)] {
				return true
			}
		}
	}
	return false
}

// collectives are the functions of the file that have processes exchange tensors.
func collectives(p *analyzer.Pass) map[syntax.Node]bool {
	type key struct{}
	return analyzer.Once(p, key{}, func() map[syntax.Node]bool {
		fns := make(map[syntax.Node]bool)
		if !p.Model.TextHas("distributed") {
			return fns
		}
		for _, call := range p.Model.Calls() {
			name, _ := p.Model.CallName(call)
			if api, ok := p.DB.OperatorAPI(name); ok && api.Reach == opsdb.ReachCollective && !strings.HasSuffix(name, "barrier") {
				fns[p.Tree.EnclosingFunction(call)] = true
			}
		}
		return fns
	})
}
