package syntax

// #include "flatten.h"
import "C"

import (
	"strings"
	"sync"
)

// tables are what the C side needs to know of the grammar. They are derived
// once, from the names in the grammar, and never change afterwards.
var tables = sync.OnceValue(func() *C.nl_tables { return buildTables(true) })

// buildTables derives the tables. Without shortcuts the walk looks at every
// node and every field; the tests compare the two ways.
func buildTables(shortcuts bool) *C.nl_tables {
	t := new(C.nl_tables)
	symbols := grammarSymbols()
	t.symbols = C.uint32_t(min(len(symbols), len(t.classes)))
	for i := range int(t.symbols) {
		t.classes[i] = C.uint16_t(classOf(symbols[i]))
		if !shortcuts {
			t.classes[i] &^= C.NL_LEAF | C.NL_PLAIN
		}
	}
	fields := grammarFields()
	t.fields = C.uint32_t(min(len(fields), len(t.field)))
	for i := range int(t.fields) {
		t.field[i] = C.uint8_t(fieldNames()[fields[i]])
	}
	t.error_class = C.uint16_t(KindError)
	return t
}

// classOf is the entry of a symbol in the class table: its Kind and what the
// walk may skip below it.
func classOf(s symbol) uint16 {
	switch {
	case !s.named && strings.Contains(",;:()[]{}", s.name):
		return C.NL_DROP // even where a field covers it, as in "for x in y, z"
	case !s.named && strings.Contains(s.name, " "):
		return uint16(KindOperator) | C.NL_TOKEN // "not in": two tokens
	case !s.named:
		return uint16(KindOperator) | C.NL_TOKEN | C.NL_LEAF
	case s.name == "line_continuation":
		return C.NL_DROP
	}
	kind := kindNames()[s.name]
	class := uint16(kind)
	if isLeaf(kind) {
		class |= C.NL_LEAF
	}
	if isPlain(kind) {
		class |= C.NL_PLAIN
	}
	return class
}

// isLeaf reports whether a node of the kind is a single token. The walk saves
// the attempt to descend. (Rules of one token are no leaves: an error can hide
// inside.)
func isLeaf(k Kind) bool {
	switch k {
	case KindIdentifier, KindComment, KindInteger, KindFloat, KindTrue, KindFalse,
		KindNoneLiteral, KindEllipsis, KindStringStart, KindStringEnd,
		KindEscapeSequence, KindEscapeInterpolation, KindTypeConversion:
		return true
	}
	return false
}

// isPlain reports whether the children of a node of the kind never carry a
// field. The walk saves the look-up of the field, which is dear.
func isPlain(k Kind) bool {
	switch k {
	case KindArgumentList, KindString, KindStringContent, KindConcatenatedString,
		KindExpressionStatement, KindParenthesized, KindTuple, KindList, KindSet,
		KindDottedName, KindParameters, KindLambdaParameters, KindDictionary,
		KindExpressionList, KindPatternList, KindReturn, KindDecorator, KindType,
		KindConditional, KindListSplat, KindDictionarySplat:
		return true
	}
	return false
}
