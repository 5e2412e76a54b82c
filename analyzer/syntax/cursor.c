#include "flatten.h"

/* Walks below the root with the library's own cursor. */
int nl_walk_with_cursor(nl_parser *p, const nl_tables *t, TSNode root, uint32_t max_depth, bool errors) {
	TSTreeCursor *cursor = &p->cursor;
	if (p->has_cursor) {
		ts_tree_cursor_reset(cursor, root);
	} else {
		*cursor = ts_tree_cursor_new(root);
		p->has_cursor = true;
	}
	if (!ts_tree_cursor_goto_first_child(cursor)) return NL_OK;
	uint32_t parent = 1, previous = 0, depth = 1;
	for (;;) {
		TSNode node = ts_tree_cursor_current_node(cursor);
		TSSymbol symbol = ts_node_symbol(node);
		uint8_t field = t->field[ts_tree_cursor_current_field_id(cursor)];
		uint32_t start = ts_node_start_byte(node), end = ts_node_end_byte(node);
		uint32_t kept = nl_keep(p, t, &previous, symbol, field, start, end, parent);
		if (kept == NL_FULL) return NL_NO_MEMORY;
		if (errors && (symbol == NL_ERROR || ts_node_is_missing(node)) && !nl_add_error(p, start, end)) {
			return NL_NO_MEMORY;
		}
		if (kept != 0 && ts_tree_cursor_goto_first_child(cursor)) {
			if (++depth > max_depth) return NL_TOO_DEEP;
			parent = kept;
			previous = 0;
			continue;
		}
		while (!ts_tree_cursor_goto_next_sibling(cursor)) {
			p->last[parent] = p->len;
			if (parent == 1) return NL_OK;
			ts_tree_cursor_goto_parent(cursor);
			previous = parent;
			parent = p->parent[parent];
			depth--;
		}
	}
}
