package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// movedDevice writes the device argument for the argument of .cuda.
func movedDevice(p *analyzer.Pass, call, device syntax.Node) (text string, imports []analyzer.Edit, trust analyzer.Trust) {
	if p.Target.Rewrite == opsdb.RewritePortable && (device == syntax.None || p.Tree.Kind(device) == syntax.KindNoneLiteral) {
		text, imports, ok := rewrite.Qualified(p, accelerator, call)
		if !ok {
			return "", nil, analyzer.Shown()
		}
		return text + "()", imports, noneWithout
	}
	if p.Target.Rewrite == opsdb.RewriteXLA && !rewrite.IsDevice(p, device) {
		return xlaMoved(p, device)
	}
	if name, def := definedDevice(p, call, device); def != nil {
		return name, def.edits, analyzer.Doubtful(countedGPUs)
	}
	if p.Target.Rewrite == opsdb.RewritePortable && !rewrite.IsDevice(p, device) {
		return portableDevice(p, call, device)
	}
	switch p.Tree.Kind(device) {
	case syntax.KindNone, syntax.KindNoneLiteral:
		return `"neuron"`, nil, analyzer.Sure()
	case syntax.KindInteger:
		if p.Tree.Text(device) == "0" {
			return `"neuron:0"`, nil, analyzer.Sure()
		}
		return `"neuron:` + p.Tree.Text(device) + `"`, nil, analyzer.Doubtful(countedGPUs)
	}
	if rewrite.IsDevice(p, device) {
		return p.Tree.Text(device), nil, analyzer.Doubtful("the argument may be another device or an index")
	}
	if ordinal(p, device) {
		return movedNumber(p, call, device)
	}
	return "", nil, analyzer.Shown()
}

// movedNumber writes the device of a number, or of None for the current one: torch.device
// takes that as .cuda does, and a name would spell it out.
func movedNumber(p *analyzer.Pass, call, number syntax.Node) (text string, imports []analyzer.Edit, trust analyzer.Trust) {
	text = p.Tree.Written(number)
	if strings.ContainsAny(text, "\"'\n#{}") {
		return "", nil, analyzer.Shown()
	}
	if !mayBeNone(p, number) && !declaredElsewhere(p, number) {
		return `f"neuron:{` + text + `}"`, nil, analyzer.Doubtful(countedGPUs)
	}
	text, imports, ok := numberedDevice(p, call, number)
	if !ok {
		return "", nil, analyzer.Shown()
	}
	return text, imports, analyzer.Doubtful(countedGPUs)
}

// portableDevice writes the device of a number for whichever accelerator is there.
func portableDevice(p *analyzer.Pass, call, number syntax.Node) (text string, imports []analyzer.Edit, trust analyzer.Trust) {
	if !ordinal(p, number) && p.Tree.Kind(number) != syntax.KindInteger || strings.ContainsAny(p.Tree.Text(number), "\n#") {
		return "", nil, analyzer.Shown()
	}
	text, imports, ok := numberedDevice(p, call, number)
	if !ok {
		return "", nil, analyzer.Shown()
	}
	return text, imports, analyzer.Doubtful(countedGPUs)
}
