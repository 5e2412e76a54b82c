package cond

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// set reads values in braces, none of them twice.
func (p *parser) set(value func() Value) []Value {
	p.expect("{")
	var values []Value
	for p.err == nil {
		column := p.peek().column
		v := value()
		if slices.ContainsFunc(values, v.equal) && p.err == nil {
			p.err = &SyntaxError{Column: column, Message: v.String() + " stands in the set twice"}
		}
		values = append(values, v)
		if p.accept("}") {
			break
		}
		p.expect(",")
	}
	return values
}

// value reads a constant.
func (p *parser) value() Value {
	t := p.peek()
	v, ok := constant(t)
	if !ok {
		p.fail("expected a value, found " + t.describe())
		return Value{}
	}
	p.next()
	return v
}

// integer reads the number that a rank is compared with.
func (p *parser) integer() Value {
	t := p.peek()
	n, err := strconv.ParseUint(t.text, 10, 16)
	if t.kind != numberToken || err != nil {
		p.fail("expected a number, found " + t.describe())
		return Value{}
	}
	p.next()
	return Number(float64(n))
}

// constant is the value that a token stands for.
func constant(t token) (Value, bool) {
	switch {
	case t.kind == stringToken:
		return String(t.text), true
	case t.kind == numberToken && t.text == "-inf":
		return Number(math.Inf(-1)), true
	case t.kind == numberToken:
		f, err := strconv.ParseFloat(t.text, 64)
		return Number(f), err == nil && !strings.ContainsFunc(t.text, noNumeral)
	case t.kind != wordToken:
		return Value{}, false
	}
	switch t.text {
	case "inf":
		return Number(math.Inf(1)), true
	case "True", "False":
		return Bool(t.text == "True"), true
	case "None":
		return None(), true
	}
	return DType(t.text), IsDType(t.text)
}

// noNumeral finds the letters of hexadecimal numbers and of words, which the
// conversion would take.
func noNumeral(c rune) bool { return isLetter(byte(c)) && c != 'e' && c != 'E' }

// ParseValue reads a constant as a condition spells it.
func ParseValue(text string) (Value, error) {
	list, err := tokens(text)
	if err != nil {
		return Value{}, err
	}
	p := &parser{tokens: list}
	v := p.value()
	if p.err == nil && p.peek().kind != endToken {
		p.fail("expected the end, found " + p.peek().describe())
	}
	return v, p.err
}
