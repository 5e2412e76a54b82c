package precision

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// reportHalfDefaults reports settings that name float16 unless somebody chooses another
// type: add_argument("--dtype", default="float16"). Such a setting is known by its use:
// as the name of a dtype, or in a comparison with such names.
func reportHalfDefaults(p *analyzer.Pass) {
	if reach.InTestFile(p) || !p.Model.TextHas("cuda") && !p.Model.TextHas("device") {
		return
	}
	typed := namesTypes(p)
	decides := map[syntax.Node][]syntax.Node{} // by the default
	var presets []syntax.Node
	for n := range p.Tree.OfKind(syntax.KindCall, syntax.KindSubscript, syntax.KindComparison) {
		setting := dtypeSetting(p, n, typed)
		preset := p.Model.SettingDefault(setting)
		if preset == syntax.None || p.Tree.Kind(preset) != syntax.KindString || !halfName(p, preset) {
			continue
		}
		if decides[preset] = append(decides[preset], n); len(decides[preset]) == 1 {
			presets = append(presets, preset)
		}
	}
	for _, preset := range presets {
		p.Report(analyzer.Diagnostic{
			Span: p.Tree.Span(preset), Severity: analyzer.Info, Confidence: analyzer.Likely,
			Message: "the default is float16, which overflows above 65504; bfloat16 has the range of float32",
			Help:    "prefer bfloat16 on Neuron",
			Fact:    halfFact(),
			Related: p.Places("decides the dtype here", decides[preset]...),
		})
	}
}

// halfFact is the documentation's statement on the range of float16.
func halfFact() opsdb.Ref {
	return opsdb.Ref{
		Evidence: opsdb.Documented,
		Source:   "aws-neuron-sdk@v2.26.1:about-neuron/arch/neuron-features/data-types.rst:78",
	}
}

// dtypeSetting is the part of an expression that names a dtype: looked up in torch by
// name, or in a table of dtypes, or compared with the name of one in a file that has
// such types of PyTorch.
func dtypeSetting(p *analyzer.Pass, n syntax.Node, typed bool) syntax.Node {
	switch p.Tree.Kind(n) {
	case syntax.KindCall:
		if name, _ := p.Model.CallName(n); name != "builtins.getattr" {
			return syntax.None
		}
		if module, _ := p.Model.Name(p.Tree.Arg(n, 0, "")); module == "torch" {
			return p.Tree.Arg(n, 1, "")
		}
	case syntax.KindSubscript:
		for _, made := range p.Model.Alternatives(p.Tree.Child(n, syntax.FieldValue)) {
			if made = p.Tree.Unparen(made); p.Tree.Kind(made) == syntax.KindDictionary && namesHalf(p, made) {
				return p.Tree.Child(n, syntax.FieldSubscript)
			}
		}
	case syntax.KindComparison:
		if operands, _ := p.Tree.Comparison(n); typed && len(operands) == 2 && namesDType(p, operands[1]) {
			return operands[0]
		}
	}
	return syntax.None
}

// namesHalf reports whether an entry of a dictionary is torch.float16.
func namesHalf(p *analyzer.Pass, dict syntax.Node) bool {
	type key struct{}
	return analyzer.Each(p, key{}, dict, func() bool {
		for pair := range p.Tree.Children(dict) {
			if name, _ := p.Model.Name(p.Tree.Child(pair, syntax.FieldValue)); name == "torch.float16" || name == "torch.half" {
				return true
			}
		}
		return false
	})
}

// namesTypes reports whether a file names a type of 16 bits of PyTorch.
func namesTypes(p *analyzer.Pass) bool {
	for range p.Model.Named(func(name string) bool {
		return name == "torch.float16" || name == "torch.half" || name == "torch.bfloat16"
	}) {
		return true
	}
	return false
}

// namesDType reports whether one of the texts in an expression names such a type.
func namesDType(p *analyzer.Pass, n syntax.Node) bool {
	for text := range p.Tree.All(n) {
		if p.Tree.Kind(text) == syntax.KindString {
			if s, _ := p.Tree.StringValue(text); s == "bfloat16" || s == "bf16" || halfName(p, text) {
				return true
			}
		}
	}
	return false
}

// halfName reports whether a text names float16.
func halfName(p *analyzer.Pass, n syntax.Node) bool {
	switch s, _ := p.Tree.StringValue(n); s {
	case "float16", "fp16", "half", "torch.float16":
		return true
	}
	return false
}
