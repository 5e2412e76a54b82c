package syntax

// #include "treesitter.h"
import "C"

// symbol is one entry of the grammar's symbol table.
type symbol struct {
	name    string
	named   bool // a node of the grammar, as against a token like "("
	visible bool // can appear in a tree
}

// grammarSymbols reads the symbol table of the linked grammar: kinds are found by name
// and survive a renumbering.
func grammarSymbols() []symbol {
	lang := C.tree_sitter_python()
	symbols := make([]symbol, C.ts_language_symbol_count(lang))
	for i := range symbols {
		id := C.TSSymbol(i)
		kind := C.ts_language_symbol_type(lang, id)
		symbols[i] = symbol{
			name:    C.GoString(C.ts_language_symbol_name(lang, id)),
			named:   kind == C.TSSymbolTypeRegular,
			visible: kind != C.TSSymbolTypeAuxiliary,
		}
	}
	return symbols
}

// grammarFields reads the names of the grammar's fields; entry 0 is empty.
func grammarFields() []string {
	lang := C.tree_sitter_python()
	fields := make([]string, C.ts_language_field_count(lang)+1)
	for i := 1; i < len(fields); i++ {
		fields[i] = C.GoString(C.ts_language_field_name_for_id(lang, C.TSFieldId(i)))
	}
	return fields
}
