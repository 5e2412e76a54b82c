package tensor

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
)

// promotion is how a library computes with operands of several dtypes: the dtypes that
// Python's whole numbers and fractions get beside arrays of a lower level.
type promotion struct{ whole, fraction string }

var (
	torchPromotion = promotion{"int64", "float32"}
	numpyPromotion = promotion{"int64", "float64"}
	jaxPromotion   = promotion{"int32", "float32"} // without jax_enable_x64
)

// The levels of dtypes: an operand of a higher one decides.
const (
	levelBool = iota
	levelWhole
	levelFraction
	levelComplex
)

// levelOf returns the level of a dtype.
func levelOf(dtype string) int {
	switch {
	case dtype == "bool":
		return levelBool
	case isWhole(dtype):
		return levelWhole
	case strings.HasPrefix(dtype, "complex"):
		return levelComplex
	}
	return levelFraction
}

// number returns the dtype of an array combined with a Python number; "" if there is no
// array.
func (p promotion) number(array string, level int) string {
	switch {
	case array == "" || levelOf(array) >= level:
		return array
	case level == levelWhole:
		return p.whole
	}
	return p.fraction
}

// arrays returns the dtype of two arrays combined; "" where it depends on more than their
// dtypes, as on the number of dimensions in PyTorch.
func (p promotion) arrays(a, b string) string {
	if levelOf(a) > levelOf(b) {
		a, b = b, a
	}
	low, high := levelOf(a), levelOf(b)
	switch {
	case a == b:
		return a
	case high == levelComplex:
		return ""
	case p == numpyPromotion && high == levelFraction && (a == "int32" || a == "int64" || a == "float64" || b == "float64"):
		return "float64"
	case low == high || p == numpyPromotion && low == levelWhole:
		return ""
	}
	return b
}

// combination is what is known of operands that a library combines.
type combination struct {
	rules  promotion
	array  string // the dtype of the arrays so far
	number int    // the level of the Python numbers

	unknown bool // there is an operand that may be a number or an array
	lost    bool // the dtype of an array is unknown, or that of two together
}

// add adds an operand by its kind and, if it is an array, its dtype.
func (c *combination) add(kind infer.Kind, dtype string) {
	switch {
	case dtype != "" && c.array == "":
		c.array = dtype
	case dtype != "":
		c.array = c.rules.arrays(c.array, dtype)
		c.lost = c.lost || c.array == ""
	case kind == infer.KindNone || kind == infer.KindBool || kind == infer.KindString:
		// an option, or a truth value, which promotes nothing
	case kind == infer.KindInt:
		c.number = max(c.number, levelWhole)
	case kind == infer.KindFloat:
		c.number = max(c.number, levelFraction)
	case kind == infer.KindUnknown || c.rules == numpyPromotion:
		c.unknown = true
	default:
		c.lost = true
	}
}

// dtype returns the common dtype. An unknown operand changes nothing beside float64, the
// widest dtype but for complex numbers.
func (c *combination) dtype() string {
	if c.lost || c.unknown && c.array != "float64" {
		return ""
	}
	return c.rules.number(c.array, c.number)
}
