package device

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// tensorTypes are the dtypes of the legacy types, without float64, which Neuron does
// not have, and without the type that follows the default.
var tensorTypes = map[string]string{
	"FloatTensor": "torch.float32", "HalfTensor": "torch.float16", "BFloat16Tensor": "torch.bfloat16",
	"ByteTensor": "torch.uint8", "CharTensor": "torch.int8", "ShortTensor": "torch.int16",
	"IntTensor": "torch.int32", "LongTensor": "torch.int64", "BoolTensor": "torch.bool",
}

// tensorTypeFix writes the meaning of a legacy type where it is used: n names it, or is
// its name as a text.
func tensorTypeFix(p *analyzer.Pass, n syntax.Node, name string) []analyzer.Fix {
	dtype := tensorTypes[strings.TrimPrefix(name, "torch.cuda.")]
	switch {
	case p.Target.Rewrite == opsdb.RewriteXLA, p.Tree.InError(n):
		return nil
	case strings.HasSuffix(name, ".DoubleTensor"):
		return analyzer.NotMade(passDType, "Neuron has no float64")
	case dtype == "":
		return nil
	}
	fix := analyzer.Fix{Title: passDType, Requires: requires(p)}
	fix.Take(analyzer.Doubtful("code may test for the legacy type, which PyTorch has for CUDA only"))
	parent := p.Tree.Parent(n)
	switch call := p.Tree.Parent(parent); {
	case p.Tree.Kind(parent) == syntax.KindCall && p.Tree.Callee(parent) == n:
		fix.Edits = madeOf(p, parent, dtype)
	case p.Tree.Kind(parent) != syntax.KindArgumentList:
	case setsDefaultType(p, call):
		fix.Edits = defaultType(p, call, dtype)
	case typeArgument(p, call) == n:
		fix.Edits = castTo(p, call, dtype)
	}
	if len(fix.Edits) == 0 {
		return analyzer.NotMade(passDType, whyNoTensor(p, n))
	}
	return []analyzer.Fix{fix}
}

const passDType = "pass dtype and device"

// whyNoTensor is the reason against a dtype and a device in place of a legacy type.
func whyNoTensor(p *analyzer.Pass, n syntax.Node) string {
	if parent := p.Tree.Parent(n); p.Tree.Kind(parent) == syntax.KindCall && p.Tree.Callee(parent) == n {
		return "its argument may be a size or the values"
	}
	return "the type is kept or passed on, and what is done with it does not show here"
}

// deviceFor is the device that the rewrite writes for a call.
func deviceFor(p *analyzer.Pass, call syntax.Node) (text string, imports []analyzer.Edit, ok bool) {
	if p.Target.Rewrite == opsdb.RewriteNeuron {
		return `"` + rewrite.Native + `"`, nil, true
	}
	if hand, ok := atHand(p, call); ok {
		return hand.Text, nil, true
	}
	text, imports, ok = rewrite.Qualified(p, accelerator, call)
	return text + "()", imports, ok
}

// madeOf writes the function that makes the tensor: of values, or of a size.
func madeOf(p *analyzer.Pass, call syntax.Node, dtype string) []analyzer.Edit {
	maker := makerOf(p, call)
	if maker == "" {
		return nil
	}
	dtype, imports, named := rewrite.Qualified(p, dtype, p.Tree.Callee(call))
	device, more, ok := deviceFor(p, call)
	edits := rewrite.Rename(p, p.Tree.Callee(call), maker)
	if !named || !ok || len(edits) == 0 {
		return nil
	}
	said := "dtype=" + dtype + ", device=" + device
	if positional, _, _ := p.Tree.ArgCount(call); positional == 0 && p.Tree.First(p.Tree.Child(call, syntax.FieldArguments)) == syntax.None {
		said = "0, " + said // of nothing, there is an empty tensor
	}
	edits = append(edits, rewrite.AppendArgument(p, call, said))
	return rewrite.Once(slices.Concat(edits, imports, more))
}

// makerOf is the function that makes the same tensor from its arguments as a type does:
// several arguments are a size, and so is a single number or size. It is "" where that
// is not known.
func makerOf(p *analyzer.Pass, call syntax.Node) string {
	first, several := syntax.None, false
	for a := range p.Tree.Args(call) {
		if a.Name != syntax.None || a.Splat > 1 {
			return ""
		}
		several = several || a.Splat != 0 || first != syntax.None
		first = a.Value
	}
	if several || first == syntax.None {
		return "torch.empty"
	}
	switch p.Tree.Kind(first) {
	case syntax.KindInteger:
		return "torch.empty"
	case syntax.KindList, syntax.KindTuple, syntax.KindListComprehension:
		return "torch.tensor"
	}
	switch t := p.Model.Type(first); {
	case t.Confidence < analyzer.Likely:
	case t.Kind == semantic.KindInt, t.Kind == semantic.KindSize:
		return "torch.empty"
	case t.Kind == semantic.KindSequence, t.Kind == semantic.KindNDArray:
		return "torch.tensor"
	}
	return ""
}

// castTo writes x.to(device, dtype) for x.type(T).
func castTo(p *analyzer.Pass, call syntax.Node, dtype string) []analyzer.Edit {
	callee, argument := p.Tree.Callee(call), typeArgument(p, call)
	dtype, imports, named := rewrite.Qualified(p, dtype, argument)
	device, more, ok := deviceFor(p, call)
	if positional, keyword, splat := p.Tree.ArgCount(call); !named || !ok || splat || positional != 1 || keyword > 0 && p.Tree.Keyword(call, "non_blocking") == syntax.None {
		return nil
	}
	edits := []analyzer.Edit{rewrite.Replace(p, argument, device+", "+dtype), rewrite.Replace(p, p.Tree.AttrName(callee), "to")}
	return rewrite.Once(slices.Concat(edits, imports, more))
}

// setsDefaultType reports whether a call makes a type the default.
func setsDefaultType(p *analyzer.Pass, call syntax.Node) bool {
	name, _ := p.Model.CallName(call)
	return name == "torch.set_default_tensor_type"
}

// defaultType sets the default dtype and device of tensors, which the type did in one
// call.
func defaultType(p *analyzer.Pass, call syntax.Node, dtype string) []analyzer.Edit {
	stmt := rewrite.LoneCall(p, call)
	indent, alone := rewrite.OwnLine(p, stmt)
	callee := p.Tree.Callee(call)
	dtype, imports, named := rewrite.Qualified(p, dtype, callee)
	device, more, ok := deviceFor(p, call)
	setDtype, a, namedDtype := rewrite.Qualified(p, "torch.set_default_dtype", callee)
	setDevice, b, namedDevice := rewrite.Qualified(p, "torch.set_default_device", callee)
	if !alone || !named || !ok || !namedDtype || !namedDevice || !strings.Contains(dtype, "float") {
		return nil
	}
	text := setDtype + "(" + dtype + ")\n" + indent + setDevice + "(" + device + ")"
	return rewrite.Once(slices.Concat([]analyzer.Edit{rewrite.Replace(p, stmt, text)}, imports, more, a, b))
}
