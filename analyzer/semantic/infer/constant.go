package infer

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ConstantKind is the sort of a Constant.
type ConstantKind uint8

// The sorts of constants.
const (
	ConstantNone ConstantKind = iota
	ConstantNumber
	ConstantBool
	ConstantString
	ConstantDType
	ConstantSequence // tuple or list
	ConstantObject   // a tensor, a module, a generator: certainly none of the above
)

// Constant is the value that an expression yields whenever it is evaluated.
type Constant struct {
	Kind   ConstantKind
	Number float64 // of a bool: 0 or 1
	Text   string  // of a string, or the name of a dtype in torch
	Items  []Constant
}

// size counts a constant together with all constants in its items.
func (c Constant) size() int {
	n := 1
	for _, item := range c.Items {
		n += item.size()
	}
	return n
}

// Equal reports whether two constants are the same.
func (c Constant) Equal(d Constant) bool {
	return c.Kind == d.Kind && c.Number == d.Number && c.Text == d.Text && slices.EqualFunc(c.Items, d.Items, Constant.Equal)
}

// Constant evaluates literals, names bound to one constant, dtypes and infinities. It is
// not ok if the value can differ from run to run.
func (m *Model) Constant(n syntax.Node) (Constant, bool) {
	return m.constant(n, MaxConstantDepth)
}

// MaxConstantDepth bounds the chain of names behind one constant.
const MaxConstantDepth = 8

// maxConstantItems bounds the items of a sequence, counting those of nested sequences: a
// name that occurs twice counts twice, with everything it holds.
const maxConstantItems = 1 << 16

func (m *Model) constant(n syntax.Node, depth int) (Constant, bool) {
	n = m.Tree.Unparen(n)
	if n == syntax.None || depth == 0 {
		return Constant{}, false
	}
	switch m.Tree.Kind(n) {
	case syntax.KindNoneLiteral:
		return Constant{}, true
	case syntax.KindTrue:
		return Constant{Kind: ConstantBool, Number: 1}, true
	case syntax.KindFalse:
		return Constant{Kind: ConstantBool}, true
	case syntax.KindInteger, syntax.KindFloat:
		return numeral(m.Tree.Text(n))
	case syntax.KindString, syntax.KindConcatenatedString:
		s, ok := m.Tree.StringValue(n)
		return Constant{Kind: ConstantString, Text: s}, ok
	case syntax.KindUnaryOperator:
		return m.signed(n, depth)
	case syntax.KindTuple, syntax.KindList:
		return m.sequence(n, depth)
	case syntax.KindCall:
		if c, ok := m.floatCall(n, depth); ok {
			return c, true
		}
	case syntax.KindIdentifier, syntax.KindAttribute:
		if c := Walked(m, constantOf{n, depth}, func() knownConstant { return m.namedConstant(n, depth) }); c.known {
			return c.Constant, true
		}
	}
	return Constant{Kind: ConstantObject}, m.isOpaque(n)
}

// constantOf is the question for the constant of a name, with the number of names that
// may still be followed.
type constantOf struct {
	n     syntax.Node
	depth int
}

type knownConstant struct {
	Constant

	known bool
}

func (m *Model) namedConstant(n syntax.Node, depth int) knownConstant {
	c, ok := m.named(n, depth)
	return knownConstant{c, ok}
}

// numeral reads a number as Python spells it.
func numeral(text string) (Constant, bool) {
	text = strings.ReplaceAll(text, "_", "")
	if i, err := strconv.ParseInt(text, 0, 64); err == nil {
		return Constant{Kind: ConstantNumber, Number: float64(i)}, true
	}
	if u, err := strconv.ParseUint(text, 0, 64); err == nil { // 0x9E3779B97F4A7C15
		return Constant{Kind: ConstantNumber, Number: float64(u)}, true
	}
	f, err := strconv.ParseFloat(text, 64)
	return Constant{Kind: ConstantNumber, Number: f}, err == nil
}

// signed evaluates -x and +x.
func (m *Model) signed(n syntax.Node, depth int) (Constant, bool) {
	c, ok := m.constant(m.Tree.Child(n, syntax.FieldArgument), depth)
	if !ok || c.Kind != ConstantNumber {
		return Constant{}, false
	}
	switch m.Tree.Operator(n) {
	case "-":
		c.Number = -c.Number
		return c, true
	case "+":
		return c, true
	}
	return Constant{}, false
}

func (m *Model) sequence(n syntax.Node, depth int) (Constant, bool) {
	out, size := Constant{Kind: ConstantSequence}, 0
	for child := range m.Tree.Children(n) {
		item, ok := m.constant(child, depth)
		size += item.size()
		if !ok || size > maxConstantItems {
			return Constant{}, false
		}
		out.Items = append(out.Items, item)
	}
	return out, true
}

// floatCall evaluates float("inf") and its like.
func (m *Model) floatCall(n syntax.Node, depth int) (Constant, bool) {
	if name, _ := m.CallName(n); name != "builtins.float" {
		return Constant{}, false
	}
	c, ok := m.constant(m.Tree.Arg(n, 0, ""), depth)
	if c.Kind == ConstantString {
		c.Kind, c.Number = ConstantNumber, infinity(c.Text)
		return Constant{Kind: ConstantNumber, Number: c.Number}, c.Number != 0
	}
	return c, ok && c.Kind == ConstantNumber
}

// infinity reads the spellings of infinity; 0 for any other text.
func infinity(text string) float64 {
	switch strings.ToLower(strings.TrimPrefix(text, "+")) {
	case "inf", "infinity":
		return math.Inf(1)
	case "-inf", "-infinity":
		return math.Inf(-1)
	}
	return 0
}

// named evaluates a name of the framework or of this file.
func (m *Model) named(n syntax.Node, depth int) (Constant, bool) {
	name, conf := m.Name(n)
	if conf == Certain { // a likely name may be one of two
		if dtype := m.DB.DTypeName(name); dtype != "" {
			return Constant{Kind: ConstantDType, Text: dtype}, true
		}
		switch name {
		case "math.inf", "torch.inf", "numpy.inf", "numpy.Inf", "jax.numpy.inf":
			return Constant{Kind: ConstantNumber, Number: math.Inf(1)}, true
		}
		if member, ok := integerMembers[name]; ok {
			return Constant{Kind: ConstantNumber, Number: member}, true
		}
	}
	if m.Tree.Kind(n) != syntax.KindIdentifier {
		return Constant{}, false
	}
	var out Constant
	for i, d := range m.ReachingDefs(n) {
		if d.Kind != DefAssign || i >= scope.MaxReaching {
			return Constant{}, false
		}
		c, ok := m.constant(d.Value, depth-1)
		if !ok || i > 0 && !c.Equal(out) {
			return Constant{}, false
		}
		out = c
	}
	return out, len(m.ReachingDefs(n)) > 0
}

// integerMembers are the members of JAX's enumerations that are also integers: those of
// RandomAlgorithm have the numbers that XLA gives them (xla/xla_data.proto).
var integerMembers = map[string]float64{
	"jax.lax.RandomAlgorithm.RNG_DEFAULT":   0,
	"jax.lax.RandomAlgorithm.RNG_THREE_FRY": 1,
	"jax.lax.RandomAlgorithm.RNG_PHILOX":    2,
}

// isOpaque reports whether an expression certainly yields an object other than a number,
// a string or None. The value of an if expression or of a parameter is not certain.
func (m *Model) isOpaque(n syntax.Node) bool {
	switch t := m.Type(n); t.Kind {
	case KindTensor, KindModule, KindArray:
		return t.Confidence == Certain
	}
	return m.Tree.Kind(n) == syntax.KindCall && m.constructs(n)
}

// constructs reports whether a call makes an object of a framework's class, or seeds a
// generator and returns it.
func (m *Model) constructs(call syntax.Node) bool {
	name, conf := m.CallName(call)
	name = strings.TrimSuffix(name, ".manual_seed")
	base := name[strings.LastIndexByte(name, '.')+1:]
	return conf >= Likely && (strings.HasPrefix(name, "torch.") || strings.HasPrefix(name, "jax.")) &&
		base != "" && base[0] >= 'A' && base[0] <= 'Z' && name != "torch.Size"
}
