#ifndef NEURONLINT_FLATTEN_H
#define NEURONLINT_FLATTEN_H

#include <stddef.h>
#include "pool.h"
#include "treesitter.h"

/* What the class table says of a grammar symbol, in its upper byte; the lower
 * byte is the Kind. */
enum {
	NL_DROP = 1 << 8,  /* trivia: never kept */
	NL_TOKEN = 1 << 9, /* anonymous: kept only if it carries a field */
	NL_LEAF = 1 << 10, /* has no children worth a visit */
	NL_PLAIN = 1 << 11, /* none of its children carries a field */
};

enum { NL_OK, NL_HALTED, NL_TOO_DEEP, NL_NO_MEMORY };

/* The tables that Go derives from the grammar's names. */
typedef struct {
	uint32_t symbols; /* length of classes */
	uint32_t fields;  /* length of field */
	uint16_t classes[512];
	uint8_t field[64];
	uint16_t error_class;
} nl_tables;

/* A parser with the buffers it fills. Node 0 is the absent node. */
typedef struct {
	nl_pool pool; /* what tree-sitter's memory is taken from */
	TSParser *parser;
	TSTreeCursor cursor;
	bool has_cursor;
	size_t cancel; /* set to 1 from another thread to stop the parse */

	uint32_t len, cap; /* nodes */
	uint8_t *kind, *field;
	uint32_t *start, *end, *parent, *next, *last;

	uint32_t errors_len, errors_cap; /* regions, as pairs start, end */
	uint32_t *errors;
} nl_parser;

nl_parser *nl_new(void);
void nl_free(nl_parser *p);

/* Parses text and, if flatten is set, fills the buffers of p. */
int nl_parse(nl_parser *p, const nl_tables *t, const char *text, uint32_t length,
             uint64_t timeout_micros, uint32_t max_depth, bool flatten);

#endif
