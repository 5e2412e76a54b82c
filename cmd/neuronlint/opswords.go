package main

import (
	"strings"

	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// inWords words the calls for which a condition holds. An unreadable condition is
// repeated as it is.
func inWords(condition string) string {
	expr, err := cond.Parse(condition)
	if condition == "" || err != nil {
		return condition
	}
	w := wording{tokens: conditionTokens(expr.String())}
	var b strings.Builder
	for len(w.tokens) > 0 {
		term := w.term()
		if b.Len() > 0 && term != ")" && !strings.HasSuffix(b.String(), "(") {
			b.WriteByte(' ')
		}
		b.WriteString(term)
	}
	return b.String()
}

// wording takes the canonical form of a condition token by token.
type wording struct{ tokens []string }

func (w *wording) next() string {
	if len(w.tokens) == 0 {
		return ""
	}
	token := w.tokens[0]
	w.tokens = w.tokens[1:]
	return token
}

// term is a test or a fact, or the words between them.
func (w *wording) term() string {
	switch token := w.next(); token {
	case "arg":
		return w.test(w.next())
	case "not":
		return w.negated()
	case "kwarg":
		name := w.next()
		return name + " is passed and " + w.test(name)
	case "dtype", "target":
		return w.test("the " + token)
	case "rank":
		return w.test("the number of dimensions")
	case cond.Backward:
		return "the call is differentiated"
	case cond.Training:
		return "the module is in training mode"
	case "indices":
		w.next()
		return "the indices are computed"
	case "mask":
		w.next()
		return "an index is a mask"
	case "shape":
		w.next()
		return "the shape changes from step to step"
	case "overload":
		return "the overload is " + w.next()
	default:
		return token
	}
}

// negated is the opposite of the next term. That an argument has one value is
// turned inside, as people say it.
func (w *wording) negated() string {
	if len(w.tokens) > 2 && w.tokens[0] == "arg" && w.tokens[2] == "=" {
		w.tokens[2] = "!="
		return w.term()
	}
	return "not " + w.term()
}

// test words the question about a subject.
func (w *wording) test(subject string) string {
	verb := w.next()
	if verb == "not" {
		w.next()
		return subject + " is not " + alternatives(w.next(), "nor")
	}
	words := map[string]string{
		"=": "is", "!=": "is not", "<": "is less than", "<=": "is at most",
		">": "is more than", ">=": "is at least", "is": "is",
	}
	switch verb {
	case "given":
		return subject + " is given"
	case "absent":
		return subject + " is not given"
	case "on":
		w.next()
		return subject + " is a tensor on the host"
	case "in":
		return subject + " is " + alternatives(w.next(), "or")
	}
	return subject + " " + words[verb] + " " + w.next()
}

// alternatives reads a set, {a,b,c}, as "a, b or c".
func alternatives(set, joiner string) string {
	values := splitQuoted(strings.Trim(set, "{}"), ',')
	last := len(values) - 1
	if last < 1 {
		return strings.Join(values, "")
	}
	return strings.Join(values[:last], ", ") + " " + joiner + " " + values[last]
}

// conditionTokens parts a condition at blanks and parentheses.
func conditionTokens(text string) []string {
	var tokens []string
	for _, word := range splitQuoted(text, ' ') {
		opened := strings.TrimLeft(word, "(")
		for range len(word) - len(opened) {
			tokens = append(tokens, "(")
		}
		closed := strings.TrimRight(opened, ")")
		tokens = append(tokens, closed)
		for range len(opened) - len(closed) {
			tokens = append(tokens, ")")
		}
	}
	return tokens
}

// splitQuoted parts a text at a separator that stands outside quotation marks.
func splitQuoted(text string, separator rune) []string {
	quoted := false
	return strings.FieldsFunc(text, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == separator && !quoted
	})
}
