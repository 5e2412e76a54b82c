#include "flatten.h"

#include "subtree.h"

#include <stdlib.h>
#include <string.h>

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
	free(p->frames);
	free(p);
}

bool nl_resize(void **array, size_t bytes) {
	void *grown = realloc(*array, bytes);
	if (grown == NULL) return false;
	*array = grown;
	return true;
}

bool nl_reserve(nl_parser *p, uint32_t nodes) {
	if (nodes <= p->cap) return true;
	size_t n = nodes;
	if (!nl_resize((void **)&p->kind, n) || !nl_resize((void **)&p->field, n) ||
	    !nl_resize((void **)&p->start, n * 4) || !nl_resize((void **)&p->end, n * 4) ||
	    !nl_resize((void **)&p->parent, n * 4) || !nl_resize((void **)&p->next, n * 4) ||
	    !nl_resize((void **)&p->last, n * 4)) {
		return false;
	}
	p->cap = nodes;
	return true;
}

bool nl_add_error(nl_parser *p, uint32_t start, uint32_t end) {
	if (p->errors_len > 0) {
		uint32_t *last = p->errors + 2 * (p->errors_len - 1);
		if (start <= last[1]) {
			if (end > last[1]) last[1] = end;
			return true;
		}
	}
	if (p->errors_len == p->errors_cap) {
		uint32_t cap = p->errors_cap ? 2 * p->errors_cap : 16;
		if (!nl_resize((void **)&p->errors, (size_t)cap * 8)) return false;
		p->errors_cap = cap;
	}
	p->errors[2 * p->errors_len] = start;
	p->errors[2 * p->errors_len + 1] = end;
	p->errors_len++;
	return true;
}

static int flatten_tree(nl_parser *p, const nl_tables *t, TSTree *tree, uint32_t length,
                        uint32_t max_depth, int how) {
	TSNode root = ts_tree_root_node(tree);
	if (!nl_reserve(p, length / 4 + 64)) return NL_NO_MEMORY;
	p->len = 0;
	p->errors_len = 0;
	nl_append(p, 0, 0, 0, 0, 0);
	p->last[0] = 0;
	TSSymbol symbol = ts_node_symbol(root);
	nl_append(p, nl_class_of(t, symbol), 0, 0, length, 0);
	if (symbol == NL_ERROR && !nl_add_error(p, 0, length)) return NL_NO_MEMORY;
	if (NL_DIRECT && how == NL_FLATTEN) {
		return nl_walk_direct(p, t, root.id, max_depth, ts_node_has_error(root));
	}
	return nl_walk_with_cursor(p, t, root, max_depth, ts_node_has_error(root));
}

static int parse(nl_parser *p, const nl_tables *t, const char *text, uint32_t length,
                 uint32_t max_depth, int how) {
	TSTree *tree = ts_parser_parse_string(p->parser, NULL, text, length);
	if (tree == NULL) {
		ts_parser_reset(p->parser);
		if (p->pool.too_deep) return NL_TOO_DEEP;
		return p->pool.left == 0 ? NL_TOO_MUCH : NL_HALTED;
	}
	int status = how == NL_PARSE ? NL_OK : flatten_tree(p, t, tree, length, max_depth, how);
	ts_tree_delete(tree);
	return status;
}

int nl_parse(nl_parser *p, const nl_tables *t, const char *text, uint32_t length, size_t work,
             size_t places, uint32_t max_depth, int how) {
	nl_pool *before = nl_pool_use(&p->pool);
	nl_pool_allow(&p->pool, work, places, &p->cancel);
	int status = parse(p, t, text, length, max_depth, how);
	nl_pool_use(before);
	return status;
}
