#include "flatten.h"
#include "subtree.h"

/* One level of the walk: a node, seen or not, whose children are visited. */
struct nl_frame {
	const nl_subtree *next, *end; /* children that are left */
	const TSSymbol *aliases;      /* of the children; NULL for none */
	const uint8_t *fields;        /* likewise */
	uint32_t index;               /* of the next child, trivia not counted */
	uint32_t position;            /* where the child before ends */
	uint32_t parent;              /* that children are kept below */
	uint8_t field;                /* of children that have none of their own */
	bool hidden;                  /* the node itself is not seen */
};

int nl_map_fields(nl_tables *t) {
	const nl_language *l = (const nl_language *)tree_sitter_python();
	if (!NL_DIRECT) return 0;
	if (l->productions > NL_PRODUCTIONS) return -1;
	for (uint32_t p = 0; p < l->productions; p++) {
		/* The first entry for a child counts. */
		for (uint32_t i = l->field_slices[p].count; i-- > 0;) {
			uint32_t at = l->field_slices[p].first + i;
			if (l->field_entries[at].inherited) continue;
			if (l->field_entries[at].child >= NL_CHILDREN) return -1;
			t->field_at[p][l->field_entries[at].child] = t->field[l->field_entries[at].field];
		}
	}
	return 0;
}

static nl_frame *push(nl_parser *p, uint32_t depth) {
	if (depth == p->frames_cap) {
		uint32_t cap = depth ? 2 * depth : 256;
		if (!nl_resize((void **)&p->frames, cap * sizeof *p->frames)) return NULL;
		p->frames_cap = cap;
	}
	return &p->frames[depth];
}

/* Begins the walk over the children of a node. */
static void enter(nl_frame *f, const nl_tables *t, const nl_branch *node, uint32_t start,
                  uint32_t parent, uint8_t field, bool hidden) {
	static const uint8_t none[NL_CHILDREN];
	const nl_language *l = (const nl_language *)tree_sitter_python();
	uint16_t production = node->of.below.production;
	f->end = (const nl_subtree *)node;
	f->next = f->end - node->children;
	f->aliases = production ? l->alias_sequences + (size_t)production * l->sequence : NULL;
	f->fields = production ? t->field_at[production] : none;
	f->index = 0;
	f->position = start - (f->next->leaf.here ? f->next->leaf.padding : f->next->branch->padding.bytes);
	f->parent = parent;
	f->field = field;
	f->hidden = hidden;
}

/* What is asked of a child, whichever way it is held. */
typedef struct {
	const nl_branch *node; /* NULL if nothing of it is seen below it */
	uint32_t padding, size;
	TSSymbol symbol;
	bool visible, extra, missing;
} nl_child;

static inline nl_child look(const nl_subtree *s) {
	if (s->leaf.here) {
		return (nl_child){NULL, s->leaf.padding, s->leaf.size, s->leaf.symbol,
		                  s->leaf.visible, s->leaf.extra, s->leaf.missing};
	}
	const nl_branch *b = s->branch;
	bool shows = b->children > 0 && b->of.below.visible > 0;
	return (nl_child){shows ? b : NULL, b->padding.bytes, b->size.bytes, b->symbol,
	                  b->visible, b->extra, b->missing};
}

/* Walks below the root and appends what is kept, as the walk with the cursor does. */
int nl_walk_direct(nl_parser *p, const nl_tables *t, const void *root, uint32_t max_depth, bool errors) {
	nl_child top = look(root);
	if (top.node == NULL) return NL_OK;
	nl_frame *f = push(p, 0);
	if (f == NULL) return NL_NO_MEMORY;
	enter(f, t, top.node, top.padding, 1, 0, false);
	uint32_t level = 0, previous = 0, depth = 1;
	for (;;) {
		while (f->next == f->end) {
			if (!f->hidden) {
				p->last[f->parent] = p->len;
				previous = f->parent;
				depth--;
			}
			if (level == 0) return NL_OK;
			f = &p->frames[--level];
		}
		nl_child child = look(f->next++);
		uint32_t start = f->position + child.padding, end = start + child.size, parent = f->parent;
		f->position = end;
		uint8_t field = 0;
		if (!child.extra) {
			uint32_t index = f->index++;
			TSSymbol alias = f->aliases != NULL ? f->aliases[index] : 0;
			if (alias != 0) {
				child.symbol = alias;
				child.visible = true;
			}
			field = f->field;
			if (index < NL_CHILDREN && f->fields[index] != 0) field = f->fields[index];
		}
		bool below = child.node != NULL;
		if (child.visible) {
			parent = nl_keep(p, t, &previous, child.symbol, field, start, end, parent);
			if (parent == NL_FULL) return NL_NO_MEMORY;
			if (errors && (child.symbol == NL_ERROR || child.missing) && !nl_add_error(p, start, end)) {
				return NL_NO_MEMORY;
			}
			below = below && parent != 0;
			if (below && ++depth > max_depth) return NL_TOO_DEEP;
			field = 0;
			if (below) previous = 0;
		}
		if (!below) continue;
		if ((f = push(p, ++level)) == NULL) return NL_NO_MEMORY;
		enter(f, t, child.node, start, parent, field, !child.visible);
	}
}
