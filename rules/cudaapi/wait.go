package cudaapi

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// generalWait waits for a device passed to it. Whether torch.neuron.synchronize takes
// one is not documented.
const generalWait = "torch.accelerator.synchronize"

// waitedFor is the argument of torch.cuda.synchronize, if it has one that can
// be handed on; its Node is None otherwise.
func waitedFor(p *analyzer.Pass, u usage.Use) syntax.Arg {
	if u.Name != "torch.cuda.synchronize" || u.Call == syntax.None || p.Target.Rewrite == opsdb.RewriteXLA {
		return syntax.Arg{}
	}
	if positional, keyword, splat := p.Tree.ArgCount(u.Call); positional+keyword != 1 || splat {
		return syntax.Arg{}
	}
	for a := range p.Tree.Args(u.Call) {
		if a.Value == p.Tree.Arg(u.Call, 0, "device") {
			return a
		}
	}
	return syntax.Arg{}
}

// waitFix waits for a device with torch.accelerator, which takes it by position. Any
// number other than the first counted GPUs.
func waitFix(p *analyzer.Pass, u usage.Use, device syntax.Arg, fix *analyzer.Fix) {
	fix.Title = "use " + generalWait
	if fix.Edits = rewrite.Rename(p, u.Node, generalWait); len(fix.Edits) == 0 {
		return
	}
	unnamed, ok := rewrite.Unnamed(p, device)
	if !ok {
		fix.Edits = nil
		return
	}
	fix.Edits = append(fix.Edits, unnamed...)
	text := p.Tree.Text(device.Value)
	if text != "0" && text != "None" && (!rewrite.IsDevice(p, device.Value) || strings.HasSuffix(text, "_id")) {
		fix.Limit(analyzer.Doubtful("the device index counted GPUs"))
	}
}
