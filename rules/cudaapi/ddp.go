package cudaapi

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// ddp is told a device by number, which NRN403 advises to leave out.
const ddp = "torch.nn.parallel.DistributedDataParallel"

// numbersDDP returns the arguments of DistributedDataParallel that number its device,
// if a use is one of them, and the call. Portable code keeps them for CUDA.
func numbersDDP(p *analyzer.Pass, u usage.Use) (call syntax.Node, args []syntax.Node) {
	if u.Name != "torch.cuda.current_device" || p.Target.Rewrite != opsdb.RewriteNeuron {
		return syntax.None, nil
	}
	for call = p.Tree.Parent(u.Call); p.Tree.Kind(call) != syntax.KindCall; call = p.Tree.Parent(call) {
		if call == syntax.None || p.Tree.Kind(call) == syntax.KindExpressionStatement {
			return syntax.None, nil
		}
	}
	if name, _ := p.Model.CallName(call); name != ddp {
		return syntax.None, nil
	}
	args = rewrite.NumbersOfDDP(p.Tree, call)
	inside := slices.ContainsFunc(args, func(arg syntax.Node) bool { return p.Tree.Within(u.Call, arg) })
	if !inside {
		return syntax.None, nil
	}
	return call, args
}
