package opcall

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// overload reports whether a call selects one overload of its operator, as its arguments
// decide: the overloads that write to out= take one more.
func (e environment) overload(name string) cond.Truth {
	if base, out := strings.CutSuffix(name, "_out"); out {
		if given := e.Given("out"); given != cond.True {
			return given
		}
		name = base
	}
	api := e.call.API[strings.LastIndexByte(e.call.API, '.')+1:]
	switch api + "." + name {
	case "mm.dtype", "bmm.dtype", "addmm.dtype", "baddbmm.dtype":
		return e.Given("out_dtype")
	case "round.decimals":
		return e.Given("decimals")
	case "repeat_interleave.self_Tensor":
		return e.is("repeats", semantic.KindTensor)
	case "repeat_interleave.Tensor":
		if e.call.Method {
			return cond.False
		}
		return notGiven(e.Given("repeats"))
	case "fill.Tensor", "fill_.Tensor":
		if e.OnHost("value") == cond.True {
			return cond.False // there is nothing to read back
		}
		return seen(e.is("value", semantic.KindTensor))
	case "masked_fill.Tensor", "masked_fill_.Tensor", "index_fill.int_Tensor", "index_fill_.int_Tensor":
		return seen(e.is("value", semantic.KindTensor)) // most values are numbers
	case "narrow.Tensor", "linspace.Tensor_Scalar", "linspace.Tensor_Tensor":
		return e.is("start", semantic.KindTensor)
	case "linspace.Scalar_Tensor":
		return e.is("end", semantic.KindTensor)
	case "tensor_split.tensor_indices_or_sections":
		return e.is("indices_or_sections", semantic.KindTensor)
	case "cummax.dimname":
		return e.is("dim", semantic.KindString)
	case "xlogy.Scalar_Other", "xlogy_.Scalar_Other", "xlogy.other_scalar":
		return e.is("other", semantic.KindInt, semantic.KindFloat)
	case "remainder.Scalar_Tensor", "xlogy.Scalar_Self", "xlogy.self_scalar":
		if e.call.Method {
			return cond.False
		}
		return e.is("input", semantic.KindInt, semantic.KindFloat)
	case "view.dtype":
		return e.viewsAsType()
	}
	return cond.Unknown
}

// seen turns unknown into false.
func seen(t cond.Truth) cond.Truth {
	if t == cond.True {
		return cond.True
	}
	return cond.False
}

// notGiven negates the answer.
func notGiven(t cond.Truth) cond.Truth {
	switch t {
	case cond.True:
		return cond.False
	case cond.False:
		return cond.True
	}
	return cond.Unknown
}

// kindOf is the kind of the argument for a parameter.
func (e environment) kindOf(name string) (kind semantic.Kind, known bool) {
	param, _ := e.parameter(name)
	node, hidden := e.passed(param)
	if node == syntax.None {
		return semantic.KindNone, !hidden
	}
	t := e.m.Type(node)
	return t.Kind, t.Kind != semantic.KindUnknown && t.Confidence >= semantic.Likely
}

// is reports whether an object of one of the kinds is passed for a parameter.
func (e environment) is(name string, kinds ...semantic.Kind) cond.Truth {
	got, known := e.kindOf(name)
	for _, kind := range kinds {
		if known && got == kind {
			return cond.True
		}
	}
	if known {
		return cond.False
	}
	return cond.Unknown
}

// viewsAsType reports whether Tensor.view gets a dtype, then its only argument, instead
// of a shape.
func (e environment) viewsAsType() cond.Truth {
	if e.positional() > 1 {
		return cond.False
	}
	param, _ := e.parameter("dtype")
	node, hidden := e.passed(param)
	if node == syntax.None || hidden {
		return cond.Unknown
	}
	if c, ok := e.m.Constant(node); ok {
		if c.Kind == semantic.ConstantDType {
			return cond.True
		}
		return cond.False
	}
	return e.is("dtype", semantic.KindDType)
}

// maskBoolean reports whether a subscript, or the indices of index_put, hold a mask.
func (e environment) maskBoolean() cond.Truth {
	index := e.m.Tree.Child(e.call.Node, syntax.FieldSubscript)
	if e.m.Tree.Kind(e.call.Node) == syntax.KindCall {
		index, _ = e.passed(opsdb.Parameter{Name: "indices"})
	}
	if masked(e.m, indices(e.m, index)) > 0 {
		return cond.True
	}
	return cond.Unknown
}
