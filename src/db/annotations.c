#include "db/annotations.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

_Static_assert(sizeof(struct annotation_key) == 16, "keys have no padding");

static const struct annotation nothing = {{ANNOTATION_NONE, ANNOTATION_NONE}, {0, 0}};

enum status annotations_new(struct annotations **out)
{
	TRY(ALLOC(out, 1));
	(*out)->keys.width = sizeof(struct annotation_key);
	return STATUS_OK;
}

void annotations_free(struct annotations *annotations)
{
	if (!annotations)
		return;
	keys_release(&annotations->keys);
	free(annotations->item);
	free(annotations);
}

enum status annotations_copy(const struct annotations *annotations, struct annotations **out)
{
	struct annotations *copy;
	enum status status;

	TRY(annotations_new(&copy));
	status = annotations_merge(copy, annotations);
	if (status == STATUS_OK)
		*out = copy;
	else
		annotations_free(copy);
	return status;
}

/* ---- values ---- */

static enum status find_or_add(struct annotations *a, const struct annotation_key *key, int32_t *id)
{
	bool added;

	TRY(GROW(&a->item, &a->capacity, (int64_t)a->keys.n + 1));
	TRY(keys_add(&a->keys, key, id, &added));
	if (added)
		a->item[*id] = nothing;
	return STATUS_OK;
}

static void put(struct annotation *at, int split, int64_t fs, enum annotation_mode mode)
{
	int32_t before = at->given[split], value = (int32_t)fs;
	bool keeps = before != ANNOTATION_NONE && ((mode == ANNOTATION_LEAST && before < value) ||
						   (mode == ANNOTATION_MOST_OF && before > value));

	at->added[split] = 0;
	at->given[split] = keeps ? before : value;
}

enum status annotations_put(struct annotations *a, const struct annotation_key *key,
			    enum split split, int64_t fs, enum annotation_mode mode)
{
	struct annotation *at;
	bool adds = mode == ANNOTATION_ADDS;
	int32_t id;

	TRY(find_or_add(a, key, &id));
	at = &a->item[id];
	if (adds)
		fs += at->given[split] != ANNOTATION_NONE ? at->given[split] : at->added[split];
	if (fs > ANNOTATION_MOST || fs < -ANNOTATION_MOST)
		return STATUS_BAD_INPUT;
	a->n_of[key->what] -= annotation_is_there(at);
	if (adds && at->given[split] == ANNOTATION_NONE)
		at->added[split] = (int32_t)fs;
	else
		put(at, split, fs, mode);
	a->n_of[key->what] += annotation_is_there(at);
	return STATUS_OK;
}

const struct annotation *annotations_find(const struct annotations *annotations,
					  const struct annotation_key *key)
{
	int32_t id = keys_find(&annotations->keys, key);

	return id < 0 || !annotation_is_there(&annotations->item[id]) ? NULL
								      : &annotations->item[id];
}

static const struct annotation_key *key_of(const struct annotations *annotations, int32_t id)
{
	return (const struct annotation_key *)annotations->keys.data + id;
}

void annotations_drop(struct annotations *annotations, enum annotated what)
{
	for (int32_t i = 0; i < annotations->keys.n; i++) {
		if (key_of(annotations, i)->what == (int32_t)what)
			annotations->item[i] = nothing;
	}
	annotations->n_of[what] = 0;
}

/* ---- several ---- */

static enum status merge_one(struct annotations *a, const struct annotation_key *key,
			     const struct annotation *from)
{
	for (int split = 0; split < N_SPLITS; split++) {
		if (from->given[split] != ANNOTATION_NONE)
			TRY(annotations_put(a, key, (enum split)split, from->given[split],
					    ANNOTATION_SETS));
		else if (from->added[split])
			TRY(annotations_put(a, key, (enum split)split, from->added[split],
					    ANNOTATION_ADDS));
	}
	return STATUS_OK;
}

enum status annotations_merge(struct annotations *annotations, const struct annotations *others)
{
	for (int32_t i = 0; i < others->keys.n; i++)
		TRY(merge_one(annotations, key_of(others, i), &others->item[i]));
	return STATUS_OK;
}

/* Of a vertex in a copy. */
static int32_t in_copy(const struct netlist *netlist, const struct netlist *tiled, int32_t copy,
		       int32_t vertex)
{
	int32_t pin = vertex / N_EDGES, n_ports = netlist->n_ports;

	pin += pin < n_ports ? copy * n_ports
			     : tiled->n_ports - n_ports + copy * (netlist->n_pins - n_ports);
	return pin * N_EDGES + vertex % N_EDGES;
}

static enum status tile_into(const struct annotations *from, const struct netlist *netlist,
			     const struct netlist *tiled, struct annotations *out)
{
	int32_t n = tiled->n_tiles / netlist->n_tiles;

	for (int32_t copy = 0; copy < n; copy++) {
		for (int32_t i = 0; i < from->keys.n; i++) {
			struct annotation_key key = *key_of(from, i);

			key.from = in_copy(netlist, tiled, copy, key.from);
			key.to = in_copy(netlist, tiled, copy, key.to);
			TRY(merge_one(out, &key, &from->item[i]));
		}
	}
	return STATUS_OK;
}

enum status annotations_tile(const struct annotations *annotations, const struct netlist *netlist,
			     const struct netlist *tiled, struct annotations **out)
{
	struct annotations *copies;
	enum status status;

	TRY(annotations_new(&copies));
	status = tile_into(annotations, netlist, tiled, copies);
	if (status == STATUS_OK)
		*out = copies;
	else
		annotations_free(copies);
	return status;
}

/* ---- arcs of masters ---- */

int32_t master_arc_number(const struct master *master, const struct lib_arc *arc)
{
	const struct library *late = master->library[LATE], *early = master->library[EARLY];
	int32_t n_late = 0;

	if (late) {
		const struct lib_cell *cell = &late->cell[master->cell[LATE]];

		n_late = cell->n_arcs;
		if (arc >= late->arc + cell->first_arc &&
		    arc < late->arc + cell->first_arc + n_late)
			return (int32_t)(arc - late->arc) - cell->first_arc;
	}
	return n_late + (int32_t)(arc - early->arc) - early->cell[master->cell[EARLY]].first_arc;
}
