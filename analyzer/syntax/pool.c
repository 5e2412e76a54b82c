#include "pool.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "subtree.h"
#include "treesitter.h"

enum { CHUNK = 1 << 18, STEP = 16, LARGEST = STEP * (NL_CLASSES - 1) };

/* The size of the blocks that places on a stack have, and hardly anything else. */
enum { PLACE = (sizeof(nl_place) + STEP - 1) / STEP * STEP };

/* The head of every block. Blocks of class 0 are the system's. */
union nl_block {
	struct {
		size_t size; /* that was asked for, rounded up */
		nl_block *next; /* while it is free */
	} of;
	char align[STEP];
};

struct nl_chunk {
	nl_chunk *next;
	char align[STEP - sizeof(nl_chunk *)];
};

static _Thread_local nl_pool *current;

nl_pool *nl_pool_use(nl_pool *p) {
	nl_pool *before = current;
	current = p;
	return before;
}

void nl_pool_allow(nl_pool *p, size_t bytes, size_t places, size_t *halt) {
	p->left = bytes;
	p->halt = halt;
	p->most_places = places;
	p->too_deep = false;
}

static void end(nl_pool *p) {
	if (p->halt != NULL) __atomic_store_n(p->halt, 1, __ATOMIC_RELAXED);
}

static void charge(nl_pool *p, size_t bytes) {
	if (p == NULL) return;
	if (bytes <= p->left) {
		p->left -= bytes;
		return;
	}
	p->left = 0;
	end(p);
}

/* Counts the places on the stack. */
static void climb(nl_pool *p) {
	if (++p->places <= p->most_places) return;
	p->too_deep = true;
	end(p);
}

static nl_block *carve(nl_pool *p, size_t bytes) {
	if ((size_t)(p->end - p->next) < bytes) {
		nl_chunk *c = malloc(CHUNK);
		if (c == NULL) return NULL;
		c->next = p->chunks;
		p->chunks = c;
		p->count++;
		p->next = (char *)(c + 1);
		p->end = (char *)c + CHUNK;
	}
	nl_block *b = (nl_block *)p->next;
	p->next += bytes;
	return b;
}

static void *pool_malloc(size_t size) {
	size = (size + STEP - 1) & ~(size_t)(STEP - 1);
	nl_pool *p = current;
	nl_block *b;
	charge(p, size);
	if (p == NULL || size > LARGEST) {
		b = malloc(sizeof *b + size);
		if (b == NULL) abort();
		b->of.size = size;
		b->of.next = NULL;
		return b + 1;
	}
	nl_block **list = &p->free[size / STEP];
	if (*list != NULL) {
		b = *list;
		*list = b->of.next;
	} else if ((b = carve(p, sizeof *b + size)) == NULL) {
		abort();
	}
	b->of.size = size;
	b->of.next = (nl_block *)p;
	if (size == PLACE) climb(p);
	return b + 1;
}

static void pool_free(void *at) {
	if (at == NULL) return;
	nl_block *b = (nl_block *)at - 1;
	nl_pool *p = (nl_pool *)b->of.next;
	if (p == NULL) {
		free(b);
		return;
	}
	if (b->of.size == PLACE) p->places--;
	nl_block **list = &p->free[b->of.size / STEP];
	b->of.next = *list;
	*list = b;
}

static void *pool_calloc(size_t count, size_t size) {
	void *at = pool_malloc(count * size);
	return memset(at, 0, count * size);
}

static void *pool_realloc(void *at, size_t size) {
	if (at == NULL) return pool_malloc(size);
	nl_block *b = (nl_block *)at - 1;
	if (size <= b->of.size) return at;
	if (b->of.next == NULL) {
		size = (size + STEP - 1) & ~(size_t)(STEP - 1);
		charge(current, size);
		b = realloc(b, sizeof *b + size);
		if (b == NULL) abort();
		b->of.size = size;
		return b + 1;
	}
	void *grown = pool_malloc(size);
	memcpy(grown, at, b->of.size);
	pool_free(at);
	return grown;
}

#ifdef __GLIBC__
/* Pools ask for chunks now and then, which needs no heap for each thread: what is
 * given back in one of those serves no other. Go's threads make theirs as soon as
 * they start, so this comes before them. */
__attribute__((constructor)) static void one_heap(void) { mallopt(M_ARENA_MAX, 1); }
#endif

void nl_pool_install(void) {
	ts_set_allocator(pool_malloc, pool_calloc, pool_realloc, pool_free);
}

void nl_pool_release(nl_pool *p) {
	while (p->chunks != NULL) {
		nl_chunk *next = p->chunks->next;
		free(p->chunks);
		p->chunks = next;
	}
}
