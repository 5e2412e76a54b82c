package opcall

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// environment answers the questions of conditions about a call.
type environment struct {
	m      *semantic.Model
	call   *Call
	target opsdb.Target
	params []opsdb.Parameter
	known  bool // whether params are the API's

	asked *[]string             // collects the unknown arguments asked for; may be nil
	taken map[string]cond.Value // values assumed for arguments; see among
}

func newEnvironment(m *semantic.Model, call *Call, target opsdb.Target) environment {
	e := environment{m: m, call: call, target: target}
	e.params, e.known = m.DB.Parameters(call.API)
	return e
}

// Arg is part of cond.Env. An API does without a parameter that it lacks.
func (e environment) Arg(name string) (cond.Value, bool) {
	if v, ok := e.taken[name]; ok {
		return v, true
	}
	param, known := e.parameter(name)
	node, hidden := e.passed(param)
	switch {
	case node != syntax.None:
		c, ok := e.m.Constant(node)
		if !ok && e.asked != nil && !slices.Contains(*e.asked, name) {
			*e.asked = append(*e.asked, name)
		}
		return valueOf(c), ok
	case hidden || !known:
		return cond.Value{}, false
	}
	return param.Default, param.Optional
}

// Given is part of cond.Env.
func (e environment) Given(name string) cond.Truth {
	param, known := e.parameter(name)
	node, hidden := e.passed(param)
	switch {
	case node != syntax.None:
		return cond.True
	case hidden:
		return cond.Unknown
	case known || keywordOnly(name) || e.positional() == 0:
		return cond.False
	}
	return cond.Unknown
}

// OnHost is part of cond.Env. It assumes that the tensors of a call are on one device, as
// they had to be before, except those visibly made on the host: PyTorch itself hands
// these over to operators of single numbers. A call whose main tensor is on the host
// runs there.
func (e environment) OnHost(name string) cond.Truth {
	param, _ := e.parameter(name)
	node, _ := e.passed(param)
	if node != syntax.None && !e.m.OnHost(e.call.Tensor) && e.m.Type(node).Kind == semantic.KindTensor && e.m.OnHost(node) {
		return cond.True
	}
	return cond.False
}

// parameter finds a parameter of the API. One that the tables do not know can only be
// passed by keyword.
func (e environment) parameter(name string) (param opsdb.Parameter, known bool) {
	i := slices.IndexFunc(e.params, func(p opsdb.Parameter) bool { return p.Name == name })
	if i >= 0 {
		return e.params[i], true
	}
	return opsdb.Parameter{Name: name, Position: -1, Optional: true}, e.known
}

// keywordOnly names parameters that no API takes by position.
func keywordOnly(name string) bool {
	switch name {
	case "out", "generator", "out_dtype", "pin_memory":
		return true
	}
	return false
}

// passed is the expression passed for a parameter; hidden is set if there is none but a
// star may contain it.
func (e environment) passed(param opsdb.Parameter) (node syntax.Node, hidden bool) {
	if e.m.Tree.Kind(e.call.Node) != syntax.KindCall {
		return syntax.None, true
	}
	pos := param.Position
	if pos >= 0 && !e.call.Method && receiver(e.call.API) != "" {
		pos++ // called on the class, with an explicit receiver
	}
	_, _, splat := e.m.Tree.ArgCount(e.call.Node)
	node = e.m.Tree.Arg(e.call.Node, pos, param.Name)
	return node, splat && node == syntax.None
}

// positional counts the positional arguments as written.
func (e environment) positional() int {
	n, _, _ := e.m.Tree.ArgCount(e.call.Node)
	return n
}

// DType is part of cond.Env.
func (e environment) DType() (string, bool) {
	if factors, ok := Factors(e.m, e.call.Node, e.call.API); ok {
		dtype := ofFactors(e.m, factors)
		return dtype, dtype != ""
	}
	if arg := e.m.Tree.Keyword(e.call.Node, "dtype"); arg != syntax.None {
		c, _ := e.m.Constant(arg)
		return c.Text, c.Kind == semantic.ConstantDType
	}
	name := e.m.DType(e.call.Tensor)
	return name, name != ""
}

// Rank is part of cond.Env.
func (e environment) Rank() (int, bool) { return e.m.Rank(e.call.Tensor) }

// Target is part of cond.Env.
func (e environment) Target() string { return e.target.Instance }

// Fact is part of cond.Env.
func (e environment) Fact(name string) cond.Truth {
	if overload, ok := cond.Overload(name); ok {
		return e.overload(overload)
	}
	switch name {
	case cond.MaskBoolean:
		return e.maskBoolean()
	case cond.Backward, cond.Training:
		switch {
		case e.m.WithoutGradient(e.call.Node):
			return cond.False
		case name == cond.Backward && e.m.Differentiated(e.call.Node, e.varied()):
			return cond.True
		}
	}
	return cond.Unknown
}

// varied is the tensor whose gradient makes a call costly: the fill value of a filling
// call, else the tensor that the call works on.
func (e environment) varied() syntax.Node {
	switch e.call.API[strings.LastIndexByte(e.call.API, '.')+1:] {
	case "masked_fill", "masked_fill_", "index_fill", "index_fill_":
		param, _ := e.parameter("value")
		node, _ := e.passed(param)
		return node
	}
	return e.call.Tensor
}

// valueOf converts a constant of the code to a value of conditions.
func valueOf(c semantic.Constant) cond.Value {
	switch c.Kind {
	case semantic.ConstantNumber:
		return cond.Number(c.Number)
	case semantic.ConstantBool:
		return cond.Bool(c.Number != 0)
	case semantic.ConstantString:
		return cond.String(c.Text)
	case semantic.ConstantDType:
		return cond.DType(c.Text)
	case semantic.ConstantSequence:
		items := make([]cond.Value, len(c.Items))
		for i, item := range c.Items {
			items[i] = valueOf(item)
		}
		return cond.Sequence(items...)
	case semantic.ConstantObject:
		return cond.Other()
	}
	return cond.None()
}
