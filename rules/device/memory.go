package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// measured is the Neuron counterpart of the first memory report in a guard that is
// harmless otherwise.
func measured(p *analyzer.Pass, g *semantic.Guard) (row opsdb.Replacement, ok bool) {
	if g.Kind != semantic.GuardHarmless {
		return row, false
	}
	for n := range p.Tree.All(g.Node) {
		if p.Tree.Kind(n) != syntax.KindCall || !p.Tree.Span(n).In(g.Dead) {
			continue
		}
		if name, _ := p.Model.CallName(n); measuresMemory(name) {
			if row, ok = p.DB.Replacement(name, p.Target.Rewrite); ok && row.Text != "" {
				return row, true
			}
		}
	}
	return row, false
}

// measuresMemory names the functions that tell how much memory of the GPU is in use.
func measuresMemory(name string) bool {
	api, ok := strings.CutPrefix(name, "torch.cuda.")
	switch strings.TrimPrefix(api, "max_") {
	case "memory_allocated", "memory_reserved", "memory_stats", "memory_summary", "mem_get_info":
		return ok
	}
	return false
}
