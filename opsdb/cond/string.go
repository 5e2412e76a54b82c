package cond

import "strings"

func (always) String() string { return "" }

func (e all) String() string { return join(e, " and ") }

func (e anyOf) String() string { return join(e, " or ") }

func (e not) String() string { return "not " + operand(e.term) }

func (e given) String() string {
	if e.absent {
		return "arg " + e.name + " absent"
	}
	return "arg " + e.name + " given"
}

func (e onHost) String() string { return "arg " + e.name + " on host" }

func (e fact) String() string { return e.name }

func (e test) String() string {
	words := []string{string(e.subject)}
	if e.name != "" {
		words = append(words, e.name)
	}
	switch {
	case (e.subject == dtype || e.subject == target) && len(e.values) == 1:
		words = append(words, "is", e.values[0].String())
	case strings.HasSuffix(e.operator, "in"):
		words = append(words, e.operator, set(e.values))
	default:
		words = append(words, e.operator, e.values[0].String())
	}
	return strings.Join(words, " ")
}

// join writes the terms of a conjunction or disjunction.
func join(terms []Expr, operator string) string {
	words := make([]string, len(terms))
	for i, term := range terms {
		words[i] = operand(term)
	}
	return strings.Join(words, operator)
}

// operand puts an expression with terms of its own in parentheses.
func operand(e Expr) string {
	switch e.(type) {
	case all, anyOf:
		return "(" + e.String() + ")"
	}
	return e.String()
}

func set(values []Value) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = v.String()
	}
	return "{" + strings.Join(words, ",") + "}"
}
