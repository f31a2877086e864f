#include "db/query_levels.h"

#include <string.h>

#include "base/grow.h"
#include "base/text.h"
#include "db/hierarchy.h"

struct levels {
	const struct netlist *netlist;
	const struct hierarchy *hierarchy; /* NULL = all is on the top level */
	bool nocase;
	struct object_list *list;
	/* By block + 1: what is on its level, and the blocks on it; owned, for patterns of several levels. */
	int32_t *row, *object;
	int32_t *child_row, *child;
};

/* ---- on which level ---- */

static const char *name_of(const struct netlist *netlist, enum object_kind kind, int32_t id)
{
	const struct hierarchy *h = netlist->hierarchy;

	if (kind == OBJECT_CELL)
		return id < netlist->n_instances
			       ? names_get(&netlist->instance_name, id)
			       : names_get(&h->block_name, id - netlist->n_instances);
	return id < netlist->n_nets ? names_get(&netlist->net_name, id)
				    : names_get(&h->net_name, id - netlist->n_nets);
}

static bool is_in(const struct hierarchy *h, int32_t block, const char *name)
{
	int64_t length = names_length(&h->block_name, block);

	return strncmp(name, names_get(&h->block_name, block), (size_t)length) == 0 &&
	       name[length] == '/';
}

/* The block on whose level an object is, -1 = the top; the last one is tried first, as neighbours share it. */
static int32_t block_of(const struct netlist *netlist, enum object_kind kind, int32_t id,
			int32_t last)
{
	const struct hierarchy *h = netlist->hierarchy;
	const char *name;

	if (!h)
		return -1;
	if (kind == OBJECT_CELL && id >= netlist->n_instances)
		return h->parent[id - netlist->n_instances];
	if (kind == OBJECT_CELL)
		return hierarchy_block(h, id);
	name = name_of(netlist, kind, id);
	if (!strchr(name, '/'))
		return -1;
	if (last >= 0 && is_in(h, last, name) &&
	    !strchr(name + names_length(&h->block_name, last) + 1, '/'))
		return last;
	return hierarchy_block_of(h, name);
}

static const char *own_name(const struct netlist *netlist, enum object_kind kind, int32_t id,
			    int32_t block)
{
	const struct hierarchy *h = netlist->hierarchy;
	const char *name = name_of(netlist, kind, id);

	return block >= 0 && is_in(h, block, name) ? name + names_length(&h->block_name, block) + 1
						   : name;
}

const char *object_own_name(const struct netlist *netlist, enum object_kind kind, int32_t id)
{
	return own_name(netlist, kind, id, block_of(netlist, kind, id, -1));
}

/* Numbers from 0 to n in rows by what is in place[i] + 1; place is overwritten. */
static enum status make_rows(int32_t *place, int32_t n, int32_t n_rows, int32_t **row,
			     int32_t **object)
{
	TRY(ALLOC(row, (int64_t)n_rows + 1));
	TRY(ALLOC(object, n));
	for (int32_t i = 0; i < n; i++)
		(*row)[place[i] + 1]++;
	for (int32_t r = 0, first = 0; r <= n_rows; r++) {
		int32_t length = (*row)[r];

		(*row)[r] = first;
		first += length;
	}
	for (int32_t i = 0; i < n; i++)
		(*object)[(*row)[place[i] + 1]++] = i;
	for (int32_t r = n_rows; r > 0; r--)
		(*row)[r] = (*row)[r - 1];
	(*row)[0] = 0;
	return STATUS_OK;
}

static enum status index_levels(struct levels *l)
{
	const struct hierarchy *h = l->hierarchy;
	int32_t n = object_count(l->netlist, l->list->kind), n_rows = h->block_name.n + 1;
	int32_t last = -1;
	FREED int32_t *place = NULL;

	TRY(ALLOC(&place, n > n_rows ? n : n_rows));
	for (int32_t i = 0; i < n; i++)
		last = place[i] = block_of(l->netlist, l->list->kind, i, last);
	TRY(make_rows(place, n, n_rows, &l->row, &l->object));
	for (int32_t b = 0; b < h->block_name.n; b++)
		place[b] = h->parent[b];
	return make_rows(place, h->block_name.n, n_rows, &l->child_row, &l->child);
}

/* ---- matching ---- */

static bool matches(const struct levels *l, const char *pattern, int32_t id, int32_t block)
{
	return glob_match(pattern, own_name(l->netlist, l->list->kind, id, block), l->nocase,
			  false);
}

const char *pattern_next_level(const char *pattern)
{
	for (; *pattern && *pattern != '/'; pattern++)
		pattern += *pattern == '\\' && pattern[1];
	return *pattern ? pattern : NULL;
}

const char *pattern_last_level(const char *pattern)
{
	const char *last = NULL;

	while ((pattern = pattern_next_level(pattern)))
		last = pattern++;
	return last;
}

static enum status match_below(struct levels *l, int32_t block, const char *pattern, bool *found);

/* The blocks on a level whose names match what is before a '/', and in them what is after it. */
static enum status match_blocks(struct levels *l, int32_t block, const char *pattern,
				const char *slash, bool *found)
{
	const struct hierarchy *h = l->hierarchy;
	RELEASED_BY(text_release) struct text head = TEXT_INIT;

	text_append(&head, pattern, slash - pattern);
	TRY(text_status(&head));
	for (int32_t i = l->child_row[block + 1]; i < l->child_row[block + 2]; i++) {
		int32_t child = l->child[i];
		const char *name = names_get(&h->block_name, child);

		if (block >= 0 && is_in(h, block, name))
			name += names_length(&h->block_name, block) + 1;
		if (glob_match(text_string(&head), name, l->nocase, false))
			TRY(match_below(l, child, slash + 1, found));
	}
	return STATUS_OK;
}

/* What a pattern means from the level of a block on. */
static enum status match_below(struct levels *l, int32_t block, const char *pattern, bool *found)
{
	bool below = false;

	for (const char *at = pattern; (at = pattern_next_level(at)); at++)
		TRY(match_blocks(l, block, pattern, at, &below));
	for (int32_t i = l->row[block + 1]; i < l->row[block + 2] && !below; i++) {
		if (!matches(l, pattern, l->object[i], block))
			continue;
		TRY(object_list_add(l->list, l->object[i]));
		*found = true;
	}
	*found |= below;
	return STATUS_OK;
}

static enum status match_top(struct levels *l, const char *pattern)
{
	int32_t last = -1;

	for (int32_t i = 0; i < object_count(l->netlist, l->list->kind); i++) {
		if (!glob_match(pattern, name_of(l->netlist, l->list->kind, i), l->nocase, false))
			continue;
		last = block_of(l->netlist, l->list->kind, i, last);
		if (last < 0)
			TRY(object_list_add(l->list, i));
	}
	return STATUS_OK;
}

enum status query_levels(const struct netlist *netlist, const char *pattern, bool nocase,
			 struct object_list *list)
{
	struct levels l = {.netlist = netlist,
			   .hierarchy = netlist_n_blocks(netlist) ? netlist->hierarchy : NULL,
			   .nocase = nocase,
			   .list = list};
	enum status status;
	bool found = false;

	if (!l.hierarchy || !pattern_next_level(pattern))
		return match_top(&l, pattern);
	status = index_levels(&l) ?: match_below(&l, -1, pattern, &found);
	FREE_ALL(l.row, l.object, l.child_row, l.child);
	return status;
}
