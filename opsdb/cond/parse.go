package cond

import (
	"slices"
)

// Parse reads a condition. An error is a *SyntaxError.
func Parse(text string) (Expr, error) {
	list, err := tokens(text)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: list}
	if p.peek().kind == endToken {
		return always{}, nil
	}
	e := p.condition()
	if p.err == nil && p.peek().kind != endToken {
		p.fail("expected the end, found " + p.peek().describe())
	}
	if p.err != nil {
		return nil, p.err
	}
	return e, nil
}

// parser reads tokens by recursive descent. After the first error it passes over the
// rest without effect.
type parser struct {
	tokens []token
	at     int
	depth  int
	err    error
}

// maxDepth bounds how deep conditions nest.
const maxDepth = 50

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if t.kind != endToken {
		p.at++
	}
	return t
}

// accept takes the next token if it is the word or sign text.
func (p *parser) accept(text string) bool {
	t := p.peek()
	if (t.kind != wordToken && t.kind != signToken) || t.text != text {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.fail("expected " + text + ", found " + p.peek().describe())
	}
}

// fail notes the first error, at the next token.
func (p *parser) fail(message string) {
	if p.err == nil {
		p.err = &SyntaxError{Column: p.peek().column, Message: message}
	}
}

// condition reads terms joined by one operator. Terms of terms with the same
// operator become terms of the whole.
func (p *parser) condition() Expr {
	if p.depth++; p.depth > maxDepth {
		p.fail("too deep")
		return always{}
	}
	defer func() { p.depth-- }()
	terms := []Expr{p.term()}
	operator := p.peek().text
	for p.err == nil && (operator == "and" || operator == "or") && p.accept(operator) {
		terms = append(terms, p.term())
	}
	if other := p.peek(); other.kind == wordToken && (other.text == "and" || other.text == "or") {
		p.fail("and and or need parentheses")
	}
	switch {
	case len(terms) == 1:
		return terms[0]
	case operator == "and":
		return all(flattened[all](terms))
	}
	return anyOf(flattened[anyOf](terms))
}

// flattened puts the terms of a term of the type E in its place.
func flattened[E ~[]Expr](terms []Expr) []Expr {
	var out []Expr
	for _, term := range terms {
		if inner, ok := any(term).(E); ok {
			out = append(out, inner...)
		} else {
			out = append(out, term)
		}
	}
	return out
}

func (p *parser) term() Expr {
	switch {
	case p.accept("not"):
		if p.depth++; p.depth > maxDepth {
			p.fail("too deep")
			return always{}
		}
		defer func() { p.depth-- }()
		return not{p.term()}
	case p.accept("("):
		e := p.condition()
		p.expect(")")
		return e
	}
	return p.test()
}

// test reads a test or a fact by the word it begins with.
func (p *parser) test() Expr {
	t := p.peek()
	if t.kind != wordToken {
		p.fail("expected a test, found " + t.describe())
		return always{}
	}
	p.next()
	switch s := subject(t.text); s {
	case argument, keyword:
		return p.argument(s)
	case dtype, target:
		return p.named(s)
	case rank:
		return p.compared(test{subject: s}, p.integer)
	}
	return p.fact(t)
}

// argument reads a test of an argument.
func (p *parser) argument(s subject) Expr {
	e := test{subject: s, name: p.word("the name of an argument")}
	if s == argument {
		switch {
		case p.accept("given"):
			return given{name: e.name}
		case p.accept("absent"):
			return given{name: e.name, absent: true}
		case p.accept("on"):
			p.expect("host")
			return onHost{e.name}
		}
	}
	switch {
	case p.accept("in"):
		e.operator, e.values = "in", p.set(p.value)
		return e
	case p.accept("not"):
		p.expect("in")
		e.operator, e.values = "not in", p.set(p.value)
		return e
	}
	return p.compared(e, p.value)
}

// compared reads the comparison of a test with one value.
func (p *parser) compared(e test, value func() Value) Expr {
	operators := []string{"=", "!=", "<", "<=", ">", ">="}
	t := p.peek()
	if t.kind != signToken || !slices.Contains(operators, t.text) {
		p.fail("expected a comparison, found " + t.describe())
		return e
	}
	p.next()
	e.operator = t.text
	e.values = []Value{value()}
	return e
}

// named reads a test of the dtype or the target, which are one of some names.
func (p *parser) named(s subject) Expr {
	e := test{subject: s, operator: "in"}
	name := func() Value { return p.name(s) }
	switch {
	case p.accept("is"):
		e.values = []Value{name()}
	case p.accept("in"):
		e.values = p.set(name)
	default:
		p.fail("expected is or in, found " + p.peek().describe())
	}
	return e
}

// name reads the name of a dtype or of a target.
func (p *parser) name(s subject) Value {
	t := p.peek()
	known := IsDType
	if s == target {
		known = isTarget
	}
	if t.kind != wordToken || !known(t.text) {
		p.fail("expected a " + string(s) + ", found " + t.describe())
		return Value{}
	}
	p.next()
	return DType(t.text)
}

// fact reads the rest of a fact.
func (p *parser) fact(first token) Expr {
	name := first.text
	switch name {
	case Backward, Training:
	case "overload":
		name = overloadPrefix + p.word("the name of an overload")
	case "indices", "mask", "shape":
		name += " " + p.word("a fact")
		if name != IndicesComputed && name != MaskBoolean && name != ShapeDynamic {
			p.at--
			p.fail("unknown fact " + name)
		}
	default:
		p.at--
		p.fail("unknown test " + name)
	}
	return fact{name}
}

func (p *parser) word(what string) string {
	t := p.peek()
	if t.kind != wordToken {
		p.fail("expected " + what + ", found " + t.describe())
		return ""
	}
	return p.next().text
}
