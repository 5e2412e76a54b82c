#include "flatten.h"

#include <stdlib.h>
#include <string.h>

static const TSSymbol symbol_error = (TSSymbol)-1;

nl_parser *nl_new(void) {
	nl_parser *p = calloc(1, sizeof *p);
	if (p == NULL) return NULL;
	nl_pool *before = nl_pool_use(&p->pool);
	p->parser = ts_parser_new();
	bool ok = p->parser != NULL && ts_parser_set_language(p->parser, tree_sitter_python());
	nl_pool_use(before);
	if (!ok) {
		nl_free(p);
		return NULL;
	}
	ts_parser_set_cancellation_flag(p->parser, &p->cancel);
	return p;
}

void nl_free(nl_parser *p) {
	if (p == NULL) return;
	if (p->has_cursor) ts_tree_cursor_delete(&p->cursor);
	if (p->parser != NULL) ts_parser_delete(p->parser);
	nl_pool_release(&p->pool);
	free(p->kind);
	free(p->field);
	free(p->start);
	free(p->end);
	free(p->parent);
	free(p->next);
	free(p->last);
	free(p->errors);
	free(p);
}

static bool resize(void **array, size_t bytes) {
	void *grown = realloc(*array, bytes);
	if (grown == NULL) return false;
	*array = grown;
	return true;
}

static bool reserve(nl_parser *p, uint32_t nodes) {
	if (nodes <= p->cap) return true;
	size_t n = nodes;
	if (!resize((void **)&p->kind, n) || !resize((void **)&p->field, n) ||
	    !resize((void **)&p->start, n * 4) || !resize((void **)&p->end, n * 4) ||
	    !resize((void **)&p->parent, n * 4) || !resize((void **)&p->next, n * 4) ||
	    !resize((void **)&p->last, n * 4)) {
		return false;
	}
	p->cap = nodes;
	return true;
}

/* Records a region that was not understood; regions arrive in preorder, so a
 * region that begins before the last one ends continues it. */
static bool add_error(nl_parser *p, uint32_t start, uint32_t end) {
	if (p->errors_len > 0) {
		uint32_t *last = p->errors + 2 * (p->errors_len - 1);
		if (start <= last[1]) {
			if (end > last[1]) last[1] = end;
			return true;
		}
	}
	if (p->errors_len == p->errors_cap) {
		uint32_t cap = p->errors_cap ? 2 * p->errors_cap : 16;
		if (!resize((void **)&p->errors, (size_t)cap * 8)) return false;
		p->errors_cap = cap;
	}
	p->errors[2 * p->errors_len] = start;
	p->errors[2 * p->errors_len + 1] = end;
	p->errors_len++;
	return true;
}

static inline uint32_t append(nl_parser *p, uint16_t class, uint8_t field, uint32_t start,
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

static inline uint16_t class_of(const nl_tables *t, TSSymbol symbol) {
	if (symbol == symbol_error) return t->error_class;
	return symbol < t->symbols ? t->classes[symbol] : 0;
}

/* Walks below the cursor's node, which is the root, and appends what is kept. */
static int walk(nl_parser *p, const nl_tables *t, uint32_t max_depth, bool errors) {
	TSTreeCursor *cursor = &p->cursor;
	if (!ts_tree_cursor_goto_first_child(cursor)) return NL_OK;
	uint32_t parent = 1, previous = 0, depth = 1;
	bool plain = false; /* whether the fields of the children need no look-up */
	for (;;) {
		TSNode node = ts_tree_cursor_current_node(cursor);
		TSSymbol symbol = ts_node_symbol(node);
		uint16_t class = class_of(t, symbol);
		uint32_t start = ts_node_start_byte(node), kept = 0;
		uint8_t field = plain ? 0 : t->field[ts_tree_cursor_current_field_id(cursor)];
		if ((class & NL_DROP) == 0 && (field != 0 || (class & NL_TOKEN) == 0)) {
			if (p->len == p->cap && !reserve(p, 2 * p->cap)) return NL_NO_MEMORY;
			kept = append(p, class, field, start, ts_node_end_byte(node), parent);
			if (previous != 0) p->next[previous] = kept;
			previous = kept;
		}
		if (errors && (symbol == symbol_error || ts_node_is_missing(node))) {
			if (!add_error(p, start, ts_node_end_byte(node))) return NL_NO_MEMORY;
		}
		if (kept != 0 && (class & NL_LEAF) == 0 &&
		    ts_tree_cursor_goto_first_child(cursor)) {
			if (++depth > max_depth) return NL_TOO_DEEP;
			parent = kept;
			previous = 0;
			plain = (class & NL_PLAIN) != 0;
			continue;
		}
		while (!ts_tree_cursor_goto_next_sibling(cursor)) {
			p->last[parent] = p->len;
			if (parent == 1) return NL_OK;
			ts_tree_cursor_goto_parent(cursor);
			previous = parent;
			parent = p->parent[parent];
			plain = false;
			depth--;
		}
	}
}

static int flatten_tree(nl_parser *p, const nl_tables *t, TSTree *tree, uint32_t length,
                        uint32_t max_depth) {
	TSNode root = ts_tree_root_node(tree);
	if (!reserve(p, length / 4 + 64)) return NL_NO_MEMORY;
	p->len = 0;
	p->errors_len = 0;
	append(p, 0, 0, 0, 0, 0);
	p->last[0] = 0;
	TSSymbol symbol = ts_node_symbol(root);
	append(p, class_of(t, symbol), 0, 0, length, 0);
	if (symbol == symbol_error && !add_error(p, 0, length)) return NL_NO_MEMORY;
	if (p->has_cursor) {
		ts_tree_cursor_reset(&p->cursor, root);
	} else {
		p->cursor = ts_tree_cursor_new(root);
		p->has_cursor = true;
	}
	return walk(p, t, max_depth, ts_node_has_error(root));
}

static int parse(nl_parser *p, const nl_tables *t, const char *text, uint32_t length,
                 uint64_t timeout_micros, uint32_t max_depth, bool flatten) {
	ts_parser_set_timeout_micros(p->parser, timeout_micros);
	TSTree *tree = ts_parser_parse_string(p->parser, NULL, text, length);
	if (tree == NULL) {
		ts_parser_reset(p->parser);
		return NL_HALTED;
	}
	int status = flatten ? flatten_tree(p, t, tree, length, max_depth) : NL_OK;
	ts_tree_delete(tree);
	return status;
}

int nl_parse(nl_parser *p, const nl_tables *t, const char *text, uint32_t length,
             uint64_t timeout_micros, uint32_t max_depth, bool flatten) {
	nl_pool *before = nl_pool_use(&p->pool);
	int status = parse(p, t, text, length, timeout_micros, max_depth, flatten);
	nl_pool_use(before);
	return status;
}
