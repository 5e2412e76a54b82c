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
};

enum { NL_OK, NL_HALTED, NL_TOO_MUCH, NL_TOO_DEEP, NL_NO_MEMORY };

/* What to do with the tree: nothing, or to fill the buffers, by the structs of
 * the library where they are known or else with its cursor. */
enum { NL_PARSE, NL_FLATTEN, NL_FLATTEN_BY_CURSOR };

/* Bounds of the grammar's productions and of the children that fields name. */
enum { NL_PRODUCTIONS = 256, NL_CHILDREN = 16 };

/* The tables that Go derives from the grammar's names. */
typedef struct {
	uint32_t symbols; /* length of classes */
	uint32_t fields;  /* length of field */
	uint16_t classes[512];
	uint8_t field[64];
	uint16_t error_class;
	uint8_t field_at[NL_PRODUCTIONS][NL_CHILDREN]; /* see nl_map_fields */
} nl_tables;

typedef struct nl_frame nl_frame;

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

	uint32_t frames_cap; /* the way down to a node */
	nl_frame *frames;
} nl_parser;

nl_parser *nl_new(void);
void nl_free(nl_parser *p);

/* Notes which fields the children of each production carry; -1 if they are
 * more than there is room for. */
int nl_map_fields(nl_tables *t);

/* Parses a text, for which tree-sitter may ask for work bytes, and its stack may have
 * so many places. */
int nl_parse(nl_parser *p, const nl_tables *t, const char *text, uint32_t length, size_t work,
             size_t places, uint32_t max_depth, int how);

/* The two walks below a root. */
int nl_walk_direct(nl_parser *p, const nl_tables *t, const void *root, uint32_t max_depth, bool errors);
int nl_walk_with_cursor(nl_parser *p, const nl_tables *t, TSNode root, uint32_t max_depth, bool errors);

/* What both do with a node: */

enum { NL_ERROR = (TSSymbol)-1 };
#define NL_FULL UINT32_MAX

bool nl_resize(void **array, size_t bytes);
bool nl_reserve(nl_parser *p, uint32_t nodes);

/* Records a region that was not understood; regions arrive in preorder, so a
 * region that begins before the last one ends continues it. */
bool nl_add_error(nl_parser *p, uint32_t start, uint32_t end);

static inline uint32_t nl_append(nl_parser *p, uint16_t class, uint8_t field, uint32_t start,
                                 uint32_t end, uint32_t parent) {
	uint32_t n = p->len++;
	p->kind[n] = (uint8_t)class;
	p->field[n] = field;
	p->start[n] = start;
	p->end[n] = end;
	p->parent[n] = parent;
	p->next[n] = 0;
	p->last[n] = n + 1;
	return n;
}

static inline uint16_t nl_class_of(const nl_tables *t, TSSymbol symbol) {
	if (symbol == NL_ERROR) return t->error_class;
	return symbol < t->symbols ? t->classes[symbol] : 0;
}

/* Appends a node if it is of interest, behind the sibling before it. The result
 * is its number, 0 if it is passed over, or NL_FULL. */
static inline uint32_t nl_keep(nl_parser *p, const nl_tables *t, uint32_t *previous, TSSymbol symbol,
                               uint8_t field, uint32_t start, uint32_t end, uint32_t parent) {
	uint16_t class = nl_class_of(t, symbol);
	if ((class & NL_DROP) != 0 || ((class & NL_TOKEN) != 0 && field == 0)) return 0;
	if (p->len == p->cap && !nl_reserve(p, 2 * p->cap)) return NL_FULL;
	uint32_t kept = nl_append(p, class, field, start, end, parent);
	if (*previous != 0) p->next[*previous] = kept;
	*previous = kept;
	return kept;
}

#endif
