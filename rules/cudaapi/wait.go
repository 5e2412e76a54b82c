package cudaapi

import (
	"bytes"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// generalWait is what waits for a device that it is told. Whether
// torch.neuron.synchronize can be told one is not documented.
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

// waitFix waits for a device by way of torch.accelerator, which takes it by
// position. Any number but the first counted GPUs.
func waitFix(p *analyzer.Pass, u usage.Use, device syntax.Arg, fix *analyzer.Fix) {
	fix.Title = "use " + generalWait
	fix.Edits = rewrite.Rename(p, u.Node, generalWait)
	if device.Name != syntax.None {
		start, stop := p.Tree.Start(device.Name), p.Tree.Stop(device.Name)
		if !bytes.HasPrefix(p.Tree.Source()[stop:], []byte("=")) {
			fix.Edits = nil // a comment may stand between
			return
		}
		fix.Edits = append(fix.Edits, rewrite.Edit(p, source.Span{Start: start, End: stop + len("=")}, ""))
	}
	text := p.Tree.Text(device.Value)
	if text != "0" && text != "None" && (!rewrite.IsDevice(p, device.Value) || strings.HasSuffix(text, "_id")) {
		fix.Safety = min(fix.Safety, analyzer.Unsafe)
	}
}
