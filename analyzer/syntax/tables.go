package syntax

// #include "flatten.h"
import "C"

import (
	"strings"
	"sync"
)

// tables hold the facts about the grammar that the C side needs. They are derived once,
// from the names in the grammar, and never change afterwards.
var tables = sync.OnceValue(buildTables)

func buildTables() *C.nl_tables {
	t := new(C.nl_tables)
	symbols := grammarSymbols()
	t.symbols = C.uint32_t(min(len(symbols), len(t.classes)))
	for i := range int(t.symbols) {
		t.classes[i] = C.uint16_t(classOf(symbols[i]))
	}
	fields := grammarFields()
	t.fields = C.uint32_t(min(len(fields), len(t.field)))
	for i := range int(t.fields) {
		t.field[i] = C.uint8_t(fieldNames()[fields[i]])
	}
	t.error_class = C.uint16_t(KindError)
	if C.nl_map_fields(t) != 0 {
		panic("syntax: the grammar has more productions or fields than there is room for")
	}
	return t
}

// classOf is the entry of a symbol in the class table: its Kind and whether the
// walk passes it over.
func classOf(s symbol) uint16 {
	switch {
	case !s.named && strings.Contains(",;:()[]{}", s.name):
		return C.NL_DROP // even where a field covers it, as in "for x in y, z"
	case !s.named:
		return uint16(KindOperator) | C.NL_TOKEN
	case s.name == "line_continuation":
		return C.NL_DROP
	}
	return uint16(kindNames()[s.name])
}
