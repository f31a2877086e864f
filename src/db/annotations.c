#include "db/annotations.h"

#include <stdlib.h>

#include "base/grow.h"

_Static_assert(sizeof(struct annotation_key) == 16, "keys have no padding");

static const struct annotation nothing = {{ANNOTATION_NONE, ANNOTATION_NONE}, {0, 0}};

enum status annotations_new(struct annotations **out)
{
	TRY(ALLOC(out, 1));
	(*out)->keys.width = sizeof(struct annotation_key);
	return STATUS_OK;
}

void annotations_release(struct annotations *annotations)
{
	keys_release(&annotations->keys);
	free(annotations->item);
	*annotations = (struct annotations){.keys.width = sizeof(struct annotation_key)};
}

void annotations_free(struct annotations *annotations)
{
	if (!annotations)
		return;
	annotations_release(annotations);
	free(annotations);
}

enum status annotations_copy(const struct annotations *annotations, struct annotations **out)
{
	RELEASED_BY(annotations_end) struct annotations *copy = NULL;

	TRY(annotations_new(&copy));
	TRY(annotations_merge(copy, annotations));
	HAND_OVER(out, copy);
	return STATUS_OK;
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
	return annotations_keys(annotations) + id;
}

void annotations_drop(struct annotations *annotations, enum annotated what)
{
	for (int32_t i = 0; i < annotations->keys.n; i++) {
		if (key_of(annotations, i)->what == (int32_t)what)
			annotations->item[i] = nothing;
	}
	annotations->n_of[what] = 0;
}

int64_t annotations_drop_cell(struct annotations *annotations, const struct netlist *netlist,
			      int32_t instance)
{
	int32_t first = netlist->instance_pin[instance] * N_EDGES;
	int32_t end = netlist->instance_pin[instance + 1] * N_EDGES;
	int64_t n = 0;

	for (int32_t i = 0; i < annotations->keys.n; i++) {
		const struct annotation_key *key = key_of(annotations, i);

		if (key->what == ANNOTATED_WIRE || key->what == ANNOTATED_SLEW ||
		    key->from < first || key->from >= end ||
		    !annotation_is_there(&annotations->item[i]))
			continue;
		annotations->item[i] = nothing;
		annotations->n_of[key->what]--;
		n++;
	}
	return n;
}

/* ---- several ---- */

enum status annotations_say(struct annotations *a, const struct annotation_key *key,
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

bool annotation_key_fits(const struct annotation_key *key, int64_t n_vertices)
{
	return key->what >= 0 && key->what < N_ANNOTATED && key->from >= 0 &&
	       key->from < n_vertices && key->to >= 0 && key->to < n_vertices && key->arc >= -1;
}

bool annotation_fits(const struct annotation *a)
{
	bool fits = true;

	for (int split = 0; split < N_SPLITS; split++)
		fits &= (a->given[split] == ANNOTATION_NONE ||
			 (a->given[split] >= -ANNOTATION_MOST &&
			  a->given[split] <= ANNOTATION_MOST)) &&
			a->added[split] >= -ANNOTATION_MOST && a->added[split] <= ANNOTATION_MOST;
	return fits;
}

bool annotations_fit(const struct annotations *annotations, const struct annotations *others)
{
	for (int32_t i = 0; i < others->keys.n; i++) {
		const struct annotation *at = annotations_find(annotations, key_of(others, i));

		for (int split = 0; split < N_SPLITS && at; split++) {
			int64_t sum = at->given[split] != ANNOTATION_NONE ? at->given[split]
									  : at->added[split];

			sum += others->item[i].added[split];
			if (sum > ANNOTATION_MOST || sum < -ANNOTATION_MOST)
				return false;
		}
	}
	return true;
}

enum status annotations_merge(struct annotations *annotations, const struct annotations *others)
{
	for (int32_t i = 0; i < others->keys.n; i++)
		TRY(annotations_say(annotations, key_of(others, i), &others->item[i]));
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
			TRY(annotations_say(out, &key, &from->item[i]));
		}
	}
	return STATUS_OK;
}

enum status annotations_tile(const struct annotations *annotations, const struct netlist *netlist,
			     const struct netlist *tiled, struct annotations **out)
{
	RELEASED_BY(annotations_end) struct annotations *copies = NULL;

	TRY(annotations_new(&copies));
	TRY(tile_into(annotations, netlist, tiled, copies));
	HAND_OVER(out, copies);
	return STATUS_OK;
}

/* ---- arcs of masters ---- */

int32_t master_pin_of(const struct master *master, int split, int32_t pin)
{
	if (split == LATE)
		return pin;
	for (int32_t p = 0; p < master->n_pins; p++) {
		if (master->early_pin[p] == pin)
			return p;
	}
	return -1;
}

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

bool lib_arc_leads(const struct lib_arc *arc, int in, int out)
{
	if (!arc->from_edge[in] || arc->delay[out] < 0)
		return false;
	if (arc->kind == LIB_LAUNCH || arc->sense == LIB_NON_UNATE)
		return true;
	return (arc->sense == LIB_POSITIVE_UNATE) == (in == out);
}

/* ---- between two pins ---- */

static bool same_but_blanks(const char *a, const char *b)
{
	for (;;) {
		while (*a == ' ' || *a == '\t')
			a++;
		while (*b == ' ' || *b == '\t')
			b++;
		if (*a != *b || !*a)
			return *a == *b;
		a++;
		b++;
	}
}

/* Is a library's arc what the target is of, and from this edge to that one? */
static bool is_of(const struct annotation_target *t, const struct library *library,
		  const struct lib_arc *arc, int in, int out)
{
	if (!(t->from_edges & 1 << in) || !(t->edges & 1 << out))
		return false;
	if (t->sdf_cond &&
	    (!arc->sdf_cond ||
	     !same_but_blanks(t->sdf_cond, names_get(&library->string, arc->sdf_cond - 1))))
		return false;
	if (t->what == ANNOTATED_ARC)
		return arc->kind <= LIB_SET_RESET && lib_arc_leads(arc, in, out);
	return arc->kind == t->check && arc->from_edge[in] && arc->delay[out] >= 0;
}

/* Checks have their value in the split of the data: hold and removal in the early one. */
static int splits_of(const struct annotation_target *t, int splits)
{
	if (t->what != ANNOTATED_CHECK)
		return splits;
	return splits & (t->check == LIB_HOLD || t->check == LIB_REMOVAL ? 1 << EARLY : 1 << LATE);
}

static enum status put_splits(struct annotations *a, const struct annotation_key *key, int splits,
			      const struct annotation_value *value)
{
	for (int split = 0; split < N_SPLITS; split++) {
		if (splits & 1 << split)
			TRY(annotations_put(a, key, (enum split)split, value->fs, value->mode));
	}
	return STATUS_OK;
}

/* An annotation by name, while it is put into place. */
struct putting {
	struct annotations *annotations;
	const struct annotation_target *target;
	const struct annotation_value *value;
	bool *any; /* there was a place */
};

static enum status put_lib_arc(const struct putting *p, const struct master *master, int split,
			       const struct lib_arc *arc)
{
	const struct annotation_target *t = p->target;

	for (int e = 0; e < N_EDGES * N_EDGES; e++) {
		int in = e / N_EDGES, out = e % N_EDGES;
		struct annotation_key key = {(int32_t)t->what, t->from * N_EDGES + in,
					     t->to * N_EDGES + out, master_arc_number(master, arc)};

		if (!is_of(t, master->library[split], arc, in, out))
			continue;
		*p->any = true;
		TRY(put_splits(p->annotations, &key, splits_of(t, p->value->splits), p->value));
	}
	return STATUS_OK;
}

static enum status put_cell(const struct putting *p, const struct netlist *netlist, int split)
{
	const struct annotation_target *t = p->target;
	int32_t instance = netlist->pin_instance[t->to], first = netlist->instance_pin[instance];
	const struct master *master = &netlist->master[netlist->instance_master[instance]];
	const struct library *library = master->library[split];
	const struct lib_cell *cell;

	if (!library || (split == EARLY && library == master->library[LATE] &&
			 master->cell[EARLY] == master->cell[LATE]))
		return STATUS_OK;
	cell = &library->cell[master->cell[split]];
	for (int32_t i = cell->first_arc; i < cell->first_arc + cell->n_arcs; i++) {
		const struct lib_arc *arc = &library->arc[i];

		if (master_pin_of(master, split, arc->from) == t->from - first &&
		    master_pin_of(master, split, arc->to) == t->to - first)
			TRY(put_lib_arc(p, master, split, arc));
	}
	return STATUS_OK;
}

bool netlist_is_wire(const struct netlist *netlist, int32_t from, int32_t to)
{
	int32_t net = netlist->pin_net[from];

	return net >= 0 && netlist->pin_net[to] == net && from != to &&
	       netlist_may_drive(netlist, from) && netlist_takes_signals(netlist, to);
}

enum status annotations_put_between(struct annotations *a, const struct netlist *netlist,
				    const struct annotation_target *t,
				    const struct annotation_value *value, bool *any)
{
	const struct putting putting = {a, t, value, any};

	if (t->what != ANNOTATED_WIRE) {
		if (netlist->pin_instance[t->from] < 0 ||
		    netlist->pin_instance[t->from] != netlist->pin_instance[t->to])
			return STATUS_OK;
		TRY(put_cell(&putting, netlist, LATE));
		return put_cell(&putting, netlist, EARLY);
	}
	for (int edge = 0; edge < N_EDGES && netlist_is_wire(netlist, t->from, t->to); edge++) {
		struct annotation_key key = {ANNOTATED_WIRE, t->from * N_EDGES + edge,
					     t->to * N_EDGES + edge, -1};

		if (!(t->edges & 1 << edge))
			continue;
		*any = true;
		TRY(put_splits(a, &key, value->splits, value));
	}
	return STATUS_OK;
}
