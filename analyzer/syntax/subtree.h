/*
 * How the pinned version of tree-sitter lays out a tree in memory. None of this
 * is in its public interface, whose cursor costs a fifth of a parse; a test
 * holds the walk over these structs against the walk with the cursor, and where
 * a machine lays them out in another way the cursor is used.
 */
#ifndef NEURONLINT_SUBTREE_H
#define NEURONLINT_SUBTREE_H

#include "treesitter.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && UINTPTR_MAX == UINT64_MAX
#define NL_DIRECT 1
#else
#define NL_DIRECT 0
#endif

/* A place in the text, or the distance of two. */
typedef struct {
	uint32_t bytes, rows, columns;
} nl_extent;

/* A small leaf, which is held where others are pointed to. */
typedef struct {
	bool here : 1; /* unset in every pointer */
	bool visible : 1, named : 1, extra : 1, changed : 1, missing : 1, keyword : 1;
	uint8_t symbol;
	uint16_t state;
	uint8_t padding_columns;
	uint8_t padding_rows : 4, lookahead : 4;
	uint8_t padding, size;
} nl_leaf;

/* Any other node. Its children lie right before it. */
typedef struct {
	uint32_t references;
	nl_extent padding, size;
	uint32_t lookahead, cost, children;
	TSSymbol symbol;
	uint16_t state;
	bool visible : 1, named : 1, extra : 1, fragile_left : 1, fragile_right : 1, changed : 1,
		scanned : 1, rescanned : 1, columnar : 1, missing : 1, keyword : 1;
	union {
		struct {
			uint32_t visible, named, descendants;
			int32_t precedence;
			uint16_t depth, production;
		} below; /* if there are children */
		void *scanner;
	} of;
} nl_branch;

typedef union {
	nl_leaf leaf;
	const nl_branch *branch;
} nl_subtree;

/* A place on the stack of a parser, with the ways that lead to it. */
typedef struct nl_place {
	uint16_t state;
	nl_extent position;
	struct {
		struct nl_place *place;
		nl_subtree subtree;
		bool pending;
	} ways[8];
	unsigned short count;
	uint32_t references;
	unsigned cost, nodes;
	int precedence;
} nl_place;

/* The beginning of a language, as far as it is read here. Every generated
 * parser holds one, so that this is as stable as the public interface. */
typedef struct {
	uint32_t version, symbols, aliases, tokens, external_tokens, states, large_states, productions, fields;
	uint16_t sequence; /* length of an alias sequence */
	const uint16_t *large_table, *small_table;
	const uint32_t *small_map;
	const void *actions;
	const char *const *symbol_names, *const *field_names;
	const struct {
		uint16_t first, count;
	} *field_slices; /* by production */
	const struct {
		TSFieldId field;
		uint8_t child;
		bool inherited;
	} *field_entries;
	const void *symbol_metadata;
	const TSSymbol *public_symbols;
	const uint16_t *alias_map;
	const TSSymbol *alias_sequences; /* by production and child; 0 for none */
} nl_language;

#endif
