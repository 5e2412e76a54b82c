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
	Doc: `A dtype that the NeuronCores of the target do not have.

## What breaks

The compiler refuses programs with the type. Which 8-bit floats there are depends
on the hardware: --target says for which it is judged. Complex numbers are on
none; from SDK 2.32 on the compiler splits them for some operators itself.

Where only a conclusion of ours says that the type is missing, the finding is a
note and says "may". Tests for a type are not reported.

## Example

    weight = weight.to(torch.float8_e4m3fn)

## When there is no fix

Store complex numbers as two real tensors, and compute on the host what needs
complex ones. Checkpoints in e4m3fn must be rescaled to the range of the 8-bit
floats that the target has.

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
