package syntax

import (
	"bytes"
	"slices"
)

// spelling is a text in which valid code that the grammar does not know, or takes for
// something else, is written in other words of the same length. The nodes that the tree
// of that text lacks are noted for reshape.
type spelling struct {
	text     []byte
	stars    []star
	groups   []int // where the word except of a group of exceptions begins
	commas   []int // between exceptions, where the parser sees an operator
	defaults []int // where defaults of type parameters begin
	names    []int // for which numbers stand
	changed  bool
}

// star is an asterisk that is left out, and where its operand begins.
type star struct {
	at, operand int
	operator    bool // another operator stands for it
}

// respell writes a text in words that the grammar knows. The names at misread
// are those of calls of type that it takes for aliases.
func respell(src []byte, misread []int) *spelling {
	tokens, breaks := scan(src)
	r := respeller{spelling: spelling{text: bytes.Clone(src)}, tokens: tokens}
	for _, at := range breaks { // the grammar ends blocks at some of them
		r.write(int(at), " ")
	}
	for _, at := range misread {
		r.write(at, "typE")
	}
	for r.i = range r.tokens {
		r.token()
	}
	return &r.spelling
}

type respeller struct {
	spelling
	tokens []token
	i      int
}

func (r *respeller) write(at int, text string) {
	copy(r.text[at:], text)
	r.changed = true
}

// is reports whether the token at a distance has the given spelling.
func (r *respeller) is(away int, text string) bool {
	t := r.get(away)
	return int(t.end-t.start) == len(text) && string(r.text[t.start:t.end]) == text
}

// get is the token at a distance; its kind is tokenNone if there is none.
func (r *respeller) get(away int) token {
	if i := r.i + away; i >= 0 && i < len(r.tokens) {
		return r.tokens[i]
	}
	return token{}
}

// farthest bounds how many tokens are looked at from one of them, lest a text that
// repeats the beginning of something take excessive time.
const farthest = 4096

// ends reports whether the token at a distance ends the line, or is too far away.
func (r *respeller) ends(away int) bool {
	k := r.get(away).kind
	return k == tokenNone || k == tokenLine || away > farthest
}

func (r *respeller) token() {
	t := r.tokens[r.i]
	switch t.kind {
	case tokenString:
		r.template(t)
	case tokenSpec:
		r.write(int(t.start), " ")
	case tokenOp:
		if r.is(0, "*") {
			r.star(t)
		}
	case tokenName:
		switch {
		case r.is(0, "__future__") && r.is(1, "import") && r.is(2, "*"):
			r.write(int(t.start), "__futurE__") // which is a module like others
		case r.is(0, "except") && r.beginsLine():
			r.except(t)
		case (r.is(0, "def") || r.is(0, "class") || r.is(0, "type")) && r.get(1).kind == tokenName && r.is(2, "["):
			r.typeParameters()
		}
	}
}

// beginsLine reports whether the token is the first of a logical line.
func (r *respeller) beginsLine() bool {
	k := r.get(-1).kind
	return k == tokenNone || k == tokenLine
}

// template makes a template string a formatted one, which has the same fields.
func (r *respeller) template(t token) {
	for i := t.start; i < t.end && r.text[i] != '"' && r.text[i] != '\''; i++ {
		if r.text[i]|0x20 == 't' {
			r.write(int(i), "f")
		}
	}
}

// star leaves out a star that the grammar allows before names alone. At the
// beginning of a line, where a space would be an indent, a bracket or sign that
// follows takes its place, or else another operator.
func (r *respeller) star(t token) {
	operand := r.get(1)
	if !r.isPrefix() || !r.hidesStar(operand) && !r.annotates() {
		return
	}
	operator := r.beginsLine() && operand.kind != tokenOp
	switch {
	case operator:
		r.write(int(t.start), "~")
	case r.beginsLine():
		r.write(int(t.start), string(r.text[operand.start]))
		r.write(int(operand.start), " ")
	default:
		r.write(int(t.start), " ")
	}
	r.stars = append(r.stars, star{int(t.start), int(operand.start), operator})
}

// isPrefix reports whether the star is in front of an operand, and not between two.
func (r *respeller) isPrefix() bool {
	before := r.get(-1)
	switch before.kind {
	case tokenNone, tokenLine:
		return true
	case tokenName:
		return slices.Contains([]string{"return", "yield", "for", "in", "as", "del", "match"}, string(r.text[before.start:before.end]))
	case tokenOp:
		return bytes.IndexByte([]byte(")]}"), r.text[before.start]) < 0
	}
	return false
}

// hidesStar reports whether the grammar allows no star before an operand that
// begins so.
func (r *respeller) hidesStar(operand token) bool {
	switch operand.kind {
	case tokenString, tokenNumber:
		return true
	case tokenName:
		return r.is(1, "await")
	case tokenOp:
		return operand.end == operand.start+1 && bytes.IndexByte([]byte("([{-+~"), r.text[operand.start]) >= 0
	}
	return false
}

// annotates reports whether the star begins the annotation of a parameter with a
// star.
func (r *respeller) annotates() bool {
	return r.is(-1, ":") && r.get(-2).kind == tokenName && r.is(-3, "*") && r.get(1).kind == tokenName
}

// except leaves out the star of a group of exceptions, which the grammar knows
// only right behind the word, and hides all commas but the last of exceptions
// without parentheses.
func (r *respeller) except(t token) {
	i := 1
	if r.is(i, "*") {
		r.write(int(r.get(i).start), " ")
		r.groups = append(r.groups, int(t.start))
		i++
	}
	var commas []int
	for depth := 0; depth > 0 || !r.is(i, ":"); i++ {
		switch {
		case r.ends(i):
			return
		case r.is(i, "lambda"):
			i = r.lambdaBody(i) - 1
		case r.is(i, "(") || r.is(i, "[") || r.is(i, "{"):
			depth++
		case r.is(i, ")") || r.is(i, "]") || r.is(i, "}"):
			depth--
		case depth == 0 && r.is(i, ",") && r.is(i+1, ":"):
			r.write(int(r.get(i).start), " ")
		case depth == 0 && r.is(i, ","):
			commas = append(commas, int(r.get(i).start))
		}
	}
	for _, at := range commas[:max(len(commas)-1, 0)] {
		r.write(at, "|")
		r.commas = append(r.commas, at)
	}
}

// lambdaBody is the distance to the body of the lambda at a distance; defaults of its
// parameters may be lambdas too.
func (r *respeller) lambdaBody(away int) int {
	for open := 0; !r.ends(away); away++ {
		if r.is(away, "lambda") {
			open++
		} else if r.is(away, ":") {
			if open--; open == 0 {
				return away + 1
			}
		}
	}
	return away
}

// typeParameters makes the defaults of type parameters further ones.
func (r *respeller) typeParameters() {
	depth := 0
	for i := 2; ; i++ {
		switch {
		case r.ends(i):
			return
		case r.is(i, "lambda"):
			i = r.lambdaBody(i) - 1
		case r.is(i, "(") || r.is(i, "[") || r.is(i, "{"):
			depth++
		case r.is(i, ")") || r.is(i, "]") || r.is(i, "}"):
			if depth--; depth == 0 {
				return
			}
		case depth == 1 && r.is(i, "="):
			r.typeDefault(i)
		}
	}
}

// typeDefault hides the equals sign before the default of a type parameter, and
// the star behind it.
func (r *respeller) typeDefault(i int) {
	operand := r.get(i + 1)
	if r.is(i+1, "*") && r.get(i+2).kind != tokenNone {
		operand = r.get(i + 2)
		at := r.get(i + 1).start
		r.write(int(at), " ")
		r.stars = append(r.stars, star{at: int(at), operand: int(operand.start)})
	}
	if r.is(i+1, "]") || r.is(i+1, ",") {
		return
	}
	r.write(int(r.get(i).start), ",")
	r.defaults = append(r.defaults, int(operand.start))
}
