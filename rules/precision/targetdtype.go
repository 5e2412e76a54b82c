package precision

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var targetDType = &analyzer.Rule{
	Code:     "NRN306",
	Name:     "dtype-of-target",
	Category: analyzer.CategoryDtype,
	Since:    "0.1.0",
	Doc: `A dtype that the target's NeuronCores do not support.

## What breaks

The compiler rejects programs with this dtype. Support for 8-bit floats depends on the
hardware, chosen by --target. No hardware has complex numbers; from SDK 2.32 on the
compiler splits them itself for some operators.

## Example

    weight = weight.to(torch.float8_e4m3fn)

## When there is no fix

Store complex numbers as two real tensors, and compute on the host where complex ones
are required. Rescale checkpoints in e4m3fn to the range of the target's 8-bit floats.

## When it is reported

- as a note that says "may", if only our own conclusion says that the dtype is missing

## When it is silent

- tests for a dtype

## Source

Cited with the finding: the error pages of neuronx-cc and the data types in the
documentation of the AWS Neuron SDK.
`,
	Words: words.Operators,
	Run:   runTargetDType,
}

func isTargetDType(name string) bool {
	switch name {
	case "torch.complex64", "torch.complex128", "torch.cfloat", "torch.cdouble":
		return true
	}
	return strings.HasPrefix(name, "torch.float8_")
}

func runTargetDType(p *analyzer.Pass) error {
	for u := range usage.Of(p, isTargetDType) {
		fact, known := p.DB.DType(u.Name, p.Target)
		if !known || fact.Supported != opsdb.SupportNo || u.Longer || u.Mentioned || u.Stored ||
			p.Model.GuardedForNeuron(u.Node) || !chosen(p, u.Node) {
			continue
		}
		d := analyzer.Diagnostic{
			Span: p.Tree.Span(u.Node), Severity: analyzer.Error, Confidence: min(u.Confidence, analyzer.Likely), API: u.Name, Fact: fact.Ref,
			Message: "`" + u.Name + "` is not supported on " + p.Target.Instance,
			Help:    "use another dtype, or compute this part on the host",
		}
		if fact.Ref.Evidence != opsdb.Documented {
			d.Severity, d.Message = analyzer.Info, "`"+u.Name+"` may not be supported on "+p.Target.Instance
		}
		if p.Model.Region(u.Node) == semantic.RegionTest || p.Model.Region(u.Node) == semantic.RegionData {
			d.Confidence = analyzer.Possible
		}
		p.Report(d)
	}
	return nil
}
