package rewrite

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// NumbersOfDDP are the arguments of DistributedDataParallel that number its device.
func NumbersOfDDP(t *syntax.Tree, call syntax.Node) (args []syntax.Node) {
	for i, name := range []string{"device_ids", "output_device"} {
		if arg := t.Arg(call, i+1, name); arg != syntax.None {
			args = append(args, arg)
		}
	}
	return args
}

// DropNumbers leaves these arguments out of a call, all at once. Portable code keeps them
// for CUDA, and those behind them by position would take their places.
func DropNumbers(p *analyzer.Pass, call syntax.Node) []analyzer.Fix {
	const title, maxPositional = "drop device_ids and output_device", 3
	if p.Target.Rewrite != opsdb.RewriteNeuron {
		return analyzer.NotMade(title, "a program that still runs on CUDA may need them")
	}
	if positional, _, splat := p.Tree.ArgCount(call); splat || positional > maxPositional {
		return analyzer.NotMade(title, "other arguments depend on their positions")
	}
	edits, ok := Builder(p).DeleteArguments(call, NumbersOfDDP(p.Tree, call)...)
	if !ok || p.Tree.InError(call) {
		return nil
	}
	fix := analyzer.Fix{Title: title, Edits: edits}
	fix.Take(analyzer.Doubtful("with `device_ids`, the inputs are moved to the device too"))
	return []analyzer.Fix{fix}
}
