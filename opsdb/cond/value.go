package cond

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Value is a constant: in a condition, or passed to a call. The zero Value is
// None.
type Value struct {
	kind   valueKind
	number float64
	text   string
	items  []Value
}

type valueKind uint8

const (
	noneValue valueKind = iota
	numberValue
	boolValue
	stringValue
	dtypeValue
	sequenceValue
	otherValue
)

// None is Python's None.
func None() Value { return Value{} }

// Number is an int or a float. Integers beyond 2^53 lose their last digits.
func Number(f float64) Value { return Value{kind: numberValue, number: f} }

// Bool is True or False.
func Bool(b bool) Value {
	v := Value{kind: boolValue}
	if b {
		v.number = 1
	}
	return v
}

// String is a str.
func String(s string) Value { return Value{kind: stringValue, text: s} }

// DType is a dtype by the name it has in torch, "float64".
func DType(name string) Value { return Value{kind: dtypeValue, text: name} }

// Sequence is a tuple or a list of values that are all known.
func Sequence(items ...Value) Value { return Value{kind: sequenceValue, items: items} }

// Other is an object that equals no value a condition can name: a tensor, a
// module, a generator.
func Other() Value { return Value{kind: otherValue} }

// String is the value as a condition spells it.
func (v Value) String() string {
	switch v.kind {
	case numberValue:
		return formatNumber(v.number)
	case boolValue:
		if v.number != 0 {
			return "True"
		}
		return "False"
	case stringValue:
		return `"` + v.text + `"`
	case dtypeValue:
		return v.text
	case sequenceValue:
		words := make([]string, len(v.items))
		for i, item := range v.items {
			words[i] = item.String()
		}
		return "(" + strings.Join(words, ", ") + ")"
	case otherValue:
		return "object"
	}
	return "None"
}

func formatNumber(f float64) string {
	if math.IsInf(f, 0) {
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(f, 'g', -1, 64)), "+")
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// numeric reports whether a value takes part in arithmetic.
func (v Value) numeric() bool { return v.kind == numberValue || v.kind == boolValue }

// equal compares single values as Python does.
func (v Value) equal(w Value) bool {
	switch {
	case v.kind == otherValue || w.kind == otherValue:
		return false
	case v.numeric() && w.numeric():
		return v.number == w.number
	}
	return v.kind == w.kind && v.text == w.text
}

// order tells whether v stands to w as the operator says. Only numbers are in
// an order, and a sequence only as far as its members agree.
func (v Value) order(operator string, w Value) Truth {
	if v.kind == sequenceValue && len(v.items) > 0 {
		first := v.items[0].order(operator, w)
		for _, item := range v.items {
			if item.order(operator, w) != first {
				return Unknown
			}
		}
		return first
	}
	if !v.numeric() || !w.numeric() {
		return Unknown
	}
	switch operator {
	case "<":
		return truthOf(v.number < w.number)
	case "<=":
		return truthOf(v.number <= w.number)
	case ">":
		return truthOf(v.number > w.number)
	}
	return truthOf(v.number >= w.number)
}

// dtypes are the names that stand for a dtype in a condition.
func dtypes() []string {
	return []string{
		"bfloat16", "bool", "complex128", "complex32", "complex64", "float16", "float32", "float64",
		"float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu",
		"int16", "int32", "int4", "int64", "int8", "qint32", "qint8", "quint8",
		"uint16", "uint32", "uint4", "uint64", "uint8",
	}
}

// IsDType tells whether a condition can name a dtype so.
func IsDType(name string) bool { return slices.Contains(dtypes(), name) }

// isTarget tells whether a condition can name a target so.
func isTarget(name string) bool {
	return slices.Contains([]string{"inf2", "trn1", "trn2", "trn3"}, name)
}
