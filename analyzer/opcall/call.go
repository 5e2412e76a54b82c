// Package opcall finds the calls of framework operators in a file: the operator, its
// tensor, and the verdict of the database that applies to the call as written. The rules
// on operators report the calls in trouble; ops scan lists them all.
package opcall

import (
	"iter"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Call is one place where code reaches an operator.
type Call struct {
	Node       syntax.Node // the call, or the subscript
	At         syntax.Node // the node to point at
	API        string      // documented name of the operator, in the namespace of the call
	Tensor     syntax.Node // the receiver, or the first argument
	Method     bool        // called on an object that is not among the API's parameters
	Subscript  bool        // x[i], not a call
	Among      bool        // x[mask, i]: there is another index beside the mask
	Confidence semantic.Confidence
}

// Calls yields the calls whose API is wanted.
func Calls(m *semantic.Model, wanted func(api string) bool) iter.Seq[Call] {
	return func(yield func(Call) bool) {
		for n := range m.CallsNamed(wanted) {
			name, conf := m.CallName(n)
			if !yield(read(m, n, name, conf)) {
				return
			}
		}
	}
}

// Possible yields the calls that likely run one of several functions, once for each
// wanted function.
func Possible(m *semantic.Model, wanted func(api string) bool) iter.Seq[Call] {
	return func(yield func(Call) bool) {
		for n, names := range m.CallsPossible(wanted) {
			for _, name := range names {
				if wanted(name) && !yield(read(m, n, name, semantic.Likely)) {
					return
				}
			}
		}
	}
}

// read turns a call expression into a Call.
func read(m *semantic.Model, n syntax.Node, api string, conf semantic.Confidence) Call {
	callee := m.Tree.Callee(n)
	c := Call{Node: n, At: callee, API: api, Tensor: m.Tree.Arg(n, 0, "input"), Confidence: conf}
	if strings.HasSuffix(api, ".einsum") {
		c.Tensor = m.Tree.Arg(n, 1, "") // behind the equation
	}
	class := receiver(api)
	if class == "" || m.Tree.Kind(callee) != syntax.KindAttribute {
		return c
	}
	object := m.Tree.Object(callee)
	if name, _ := m.Name(object); name != class { // else the receiver is the first argument
		c.Method, c.Tensor, c.At = true, m.Changed(object), m.Tree.AttrName(callee)
		if conf < semantic.Certain && ofContainers(m, &c) {
			c.Confidence = semantic.Possible
		}
	}
	return c
}

// ofContainers reports whether a call would also suit a list or a dictionary, in case
// the supposed tensor is one.
func ofContainers(m *semantic.Model, c *Call) bool {
	positional, keywords, _ := m.Tree.ArgCount(c.Node)
	switch strings.TrimPrefix(c.API, tensor+".") {
	case "values", "indices":
		return true
	case "sort":
		return positional+keywords == 0 || m.Tree.Keyword(c.Node, "key") != syntax.None || m.Tree.Keyword(c.Node, "reverse") != syntax.None
	}
	return false
}

// The classes whose methods are operators.
const (
	tensor = "torch.Tensor"
	array  = "jax.Array"
)

// receiver is the class of an API that is a method, "" for other APIs.
func receiver(api string) string {
	for _, class := range [...]string{tensor, array} {
		if rest, ok := strings.CutPrefix(api, class); ok && strings.HasPrefix(rest, ".") {
			return class
		}
	}
	return ""
}

// The APIs behind subscripts of a tensor.
const (
	Indexing  = "torch.Tensor.__getitem__"
	Assigning = "torch.Tensor.index_put_"
)

// MaskedSubscript reads a subscript of a tensor by a mask, whether loaded or assigned.
// An object indexed by a boolean tensor is assumed to be a tensor.
func MaskedSubscript(m *semantic.Model, n syntax.Node) (Call, bool) {
	return maskedSubscript(m, n, false)
}

// MaskedArgument is MaskedSubscript in a function that is passed a tensor: the indexed
// object may be of unknown kind there.
func MaskedArgument(m *semantic.Model, n syntax.Node) (Call, bool) {
	return maskedSubscript(m, n, true)
}

func maskedSubscript(m *semantic.Model, n syntax.Node, passed bool) (Call, bool) {
	tensor := m.Tree.Child(n, syntax.FieldValue)
	index := indices(m, m.Tree.Child(n, syntax.FieldSubscript))
	conf, t := masked(m, index), m.Type(tensor)
	if t.Confidence < semantic.Likely && (t.Kind == semantic.KindTensor || t.Kind == semantic.KindUnknown) && operand(m, n) {
		t.Kind, t.Confidence = semantic.KindTensor, semantic.Likely
	}
	switch {
	case conf == 0, t.Kind != semantic.KindTensor && t.Kind != semantic.KindUnknown:
		return Call{}, false
	case conf == semantic.Certain:
		conf = max(t.Confidence, semantic.Likely)
	case t.Kind == semantic.KindUnknown && !passed:
		return Call{}, false
	case t.Kind == semantic.KindUnknown:
	default:
		conf = min(conf, t.Confidence)
	}
	c := Call{
		Node: n, At: n, API: Indexing, Tensor: tensor, Method: true, Subscript: true,
		Among: picks(m, index) > 1, Confidence: conf,
	}
	if m.Tree.Assigned(n) {
		c.API = Assigning
	}
	return c, true
}

// operand reports whether an expression is one of the first two arguments of a function
// of torch.nn.functional, which are tensors: F.cross_entropy(out[mask], y[mask]).
func operand(m *semantic.Model, n syntax.Node) bool {
	call := m.Tree.Parent(m.Tree.Parent(n))
	if m.Tree.Kind(call) != syntax.KindCall || m.Tree.Arg(call, 0, "") != n && m.Tree.Arg(call, 1, "") != n {
		return false
	}
	name, conf := m.CallName(call)
	return conf >= semantic.Likely && strings.HasPrefix(name, "torch.nn.functional.")
}

// picks counts the parts of an index that pick elements: all but slices, the
// ellipsis and None, which keep a dimension whole or add one.
func picks(m *semantic.Model, index []syntax.Node) int {
	n := 0
	for _, part := range index {
		switch m.Tree.Kind(part) {
		case syntax.KindSlice, syntax.KindEllipsis, syntax.KindNoneLiteral:
		default:
			n++
		}
	}
	return n
}

// indices returns the parts of an index.
func indices(m *semantic.Model, index syntax.Node) []syntax.Node {
	index = m.Tree.Unparen(index)
	var parts []syntax.Node
	switch m.Tree.Kind(index) {
	case syntax.KindTuple, syntax.KindList, syntax.KindExpressionList:
		for part := range m.Tree.Children(index) {
			parts = append(parts, part)
		}
		return parts
	}
	for c := range m.Tree.Children(m.Tree.Parent(index)) {
		if m.Tree.Field(c) == syntax.FieldSubscript { // x[0, mask] has two
			parts = append(parts, c)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, index)
	}
	return parts
}
