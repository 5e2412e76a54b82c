#ifndef NEURONLINT_POOL_H
#define NEURONLINT_POOL_H

#include <stdbool.h>
#include <stddef.h>

/* Memory of one parser. tree-sitter asks for a million small blocks where a
 * general allocator is slow, and gives nearly all of them back when a tree is
 * deleted. Freed blocks wait in lists by size for the next file. */
enum { NL_CLASSES = 65 };

typedef struct nl_chunk nl_chunk;
typedef union nl_block nl_block;

typedef struct {
	nl_block *free[NL_CLASSES]; /* by size, in steps of 16 bytes */
	char *next, *end;           /* what is left of the newest chunk */
	nl_chunk *chunks;
	size_t count; /* of chunks */

	size_t left; /* bytes that may still be asked for */
	size_t *halt; /* set to 1 when there are none left, or too many places */

	size_t places; /* blocks in use that are as large as a place on the stack of a parser */
	size_t most_places;
	bool too_deep; /* there were more of them */
} nl_pool;

/* Makes tree-sitter take its memory from the pool that is in use on the thread
 * that asks. Must come before anything else of tree-sitter. */
void nl_pool_install(void);

/* Lets the stack of a parse have so many places, and a parse ask for so many bytes,
 * given back or not, before halt is set. The bytes
 * measure its work, whatever the machine: what grows faster than the text copies
 * what it has read so far, again and again. */
void nl_pool_allow(nl_pool *p, size_t bytes, size_t places, size_t *halt);

/* Puts a pool to use on this thread, and says which one was. */
nl_pool *nl_pool_use(nl_pool *p);

/* Gives all memory back. */
void nl_pool_release(nl_pool *p);

#endif
