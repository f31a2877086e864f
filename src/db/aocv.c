#include "db/aocv.h"

#include <stdlib.h>
#include <string.h>

#include "base/derate_table.h"
#include "base/grow.h"
#include "base/keys.h"
#include "db/query.h"

const char *const aocv_object_name[N_AOCV_OBJECTS] = {"design", "lib_cell", "cell"};

/* ---- tables ---- */

enum status aocv_new(struct aocv **out)
{
	FREED struct aocv *aocv = NULL;

	TRY(ALLOC(&aocv, 1));
	TRY(duplicate_string("", &aocv->group));
	HAND_OVER(out, aocv);
	return STATUS_OK;
}

void aocv_free(struct aocv *aocv)
{
	if (!aocv)
		return;
	for (int32_t i = 0; i < aocv->n_tables; i++) {
		FREE_ALL(aocv->table[i].spec, aocv->table[i].group);
	}
	FREE_ALL(aocv->table, aocv->number, aocv->group, aocv);
}

enum status aocv_copy(const struct aocv *aocv, struct aocv **out)
{
	RELEASED_BY(aocv_drop) struct aocv *copy = NULL;

	TRY(aocv_new(&copy));
	TRY(aocv_merge(copy, aocv));
	TRY(aocv_set_group(copy, aocv->group));
	HAND_OVER(out, copy);
	return STATUS_OK;
}

enum status aocv_add(struct aocv *aocv, const struct aocv_table *table, const double *number)
{
	int64_t n = aocv_n_numbers(table);
	struct aocv_table *to;

	TRY(GROW(&aocv->table, &aocv->table_capacity, aocv->n_tables + 1));
	TRY(GROW(&aocv->number, &aocv->number_capacity, aocv->n_numbers + n));
	to = &aocv->table[aocv->n_tables];
	*to = *table;
	to->first = aocv->n_numbers;
	to->spec = copy_string(table->spec);
	to->group = copy_string(table->group);
	if (!to->spec || !to->group) {
		FREE_ALL(to->spec, to->group);
		return STATUS_NO_MEMORY;
	}
	COPY(aocv->number + aocv->n_numbers, number, n);
	aocv->n_numbers += n;
	aocv->n_tables++;
	return STATUS_OK;
}

enum status aocv_merge(struct aocv *aocv, const struct aocv *others)
{
	for (int32_t i = 0; i < others->n_tables; i++)
		TRY(aocv_add(aocv, &others->table[i], others->number + others->table[i].first));
	return STATUS_OK;
}

enum status aocv_set_group(struct aocv *aocv, const char *group)
{
	char *copy;

	TRY(duplicate_string(group, &copy));
	free(aocv->group);
	aocv->group = copy;
	return STATUS_OK;
}

static bool is_axis(const double *at, int32_t n, double most)
{
	if (n < 0 || n > AOCV_MOST_POINTS)
		return false;
	for (int32_t i = 0; i < n; i++) {
		if (!(at[i] >= 0 && at[i] <= most) || (i > 0 && at[i] <= at[i - 1]))
			return false;
	}
	return true;
}

bool aocv_is_sound(const struct aocv_table *table, const double *number)
{
	int32_t depths = table->n_depths, distances = table->n_distances;

	if (!is_axis(number, depths, AOCV_MOST_DEPTH) ||
	    !is_axis(number + depths, distances, AOCV_MOST_DISTANCE))
		return false;
	for (int64_t i = depths + distances; i < aocv_n_numbers(table); i++) {
		if (!(number[i] >= AOCV_LEAST_FACTOR && number[i] <= AOCV_MOST_FACTOR))
			return false;
	}
	return true;
}

/* ---- factors ---- */

double aocv_factor(const struct aocv *aocv, int32_t id, double depth, double distance)
{
	const struct aocv_table *t = &aocv->table[id];

	return derate_factor(aocv->number + t->first, t->n_depths, t->n_distances, depth, distance);
}

/* What evaluating between the points looked at may be off by, and far more. */
#define FACTOR_WIDENING (1.0 / ((int64_t)1 << 40))

void aocv_factor_range(const struct aocv *aocv, int32_t id, double depth, double distance,
		       double *least, double *most)
{
	const struct aocv_table *t = &aocv->table[id];
	const double *depths = aocv->number + t->first, *distances = depths + t->n_depths;

	*least = AOCV_MOST_FACTOR;
	*most = AOCV_LEAST_FACTOR;
	for (int32_t i = -1; i < t->n_depths; i++) {
		double d = i < 0 ? depth : depths[i];

		if (d < depth)
			continue;
		for (int32_t j = -1; j < t->n_distances; j++) {
			double l = j < 0 ? distance : distances[j], factor;

			if (l > distance)
				continue;
			factor = aocv_factor(aocv, id, d, l);
			*least = factor < *least ? factor : *least;
			*most = factor > *most ? factor : *most;
			factor = j < 0 ? aocv_factor(aocv, id, d, 0) : factor;
			*least = factor < *least ? factor : *least;
			*most = factor > *most ? factor : *most;
		}
	}
	if (t->n_depths > 1 || t->n_distances > 1) {
		*least -= *least * FACTOR_WIDENING;
		*most += *most * FACTOR_WIDENING;
	}
}

/* ---- which table ---- */

/* By edge and choice; which table, -1 = none. */
struct scope {
	struct aocv_choice of[N_EDGES];
};

struct mapper {
	const struct aocv *aocv;
	const struct netlist *netlist;
	struct scope design;
	struct scope *master;   /* owned [n_masters] */
	struct scope *instance; /* owned [n_scopes] */
	int32_t *
		instance_scope; /* owned [n_instances]: which, and one more, 0 = none; NULL = of none */
	int32_t n_scopes;
	int64_t scope_capacity;
	struct keys choices;
	struct aocv_map *map;
	int32_t table; /* the one that is put */
};

static void clear(struct scope *scope)
{
	memset(scope, 0xff, sizeof *scope); /* -1 everywhere */
}

static void put(struct scope *scope, const struct aocv_table *t, int32_t id)
{
	for (int edge = 0; edge < N_EDGES; edge++) {
		for (int what = 0; what < N_DERATED_DELAYS; what++) {
			for (int domain = 0; domain < N_DOMAINS; domain++) {
				for (int split = 0; split < N_SPLITS; split++) {
					bool cell = what == DERATED_CELL,
					     clock = domain == DOMAIN_CLOCK;

					if (t->edges & 1 << edge && t->splits & 1 << split &&
					    t->what & (cell ? DERATE_CELL : DERATE_NET) &&
					    t->what & (clock ? DERATE_CLOCK : DERATE_DATA))
						scope->of[edge].table[what][domain][split] = id;
				}
			}
		}
	}
}

/* Each word of a specification in turn; false after the last. */
static bool next_word(const char **at, struct text *word)
{
	const char *begin = *at + strspn(*at, " \t");
	size_t n = strcspn(begin, " \t");

	text_clear(word);
	text_append(word, begin, (int64_t)n);
	*at = begin + n;
	return n > 0;
}

static bool is_master(const struct master *master, const char *pattern)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	bool matches = false;

	for (int split = 0; split < N_SPLITS && !matches; split++) {
		const struct library *library = master->library[split];

		if (!library)
			continue;
		text_clear(&name);
		text_printf(&name, "%s/%s", library->name, master->name);
		matches = glob_match(pattern, text_string(&name), false, false);
	}
	return matches ||
	       (!strchr(pattern, '/') && glob_match(pattern, master->name, false, false));
}

static void put_masters(struct mapper *m, const struct aocv_table *t, const char *pattern)
{
	for (int32_t i = 0; i < m->netlist->n_masters; i++) {
		if (!is_master(&m->netlist->master[i], pattern))
			continue;
		put(&m->master[i], t, m->table);
		m->map->n_matched[m->table]++;
	}
}

static enum status put_instance(void *context, int32_t instance)
{
	struct mapper *m = context;

	if (!m->instance_scope)
		TRY(ALLOC(&m->instance_scope, m->netlist->n_instances));
	if (!m->instance_scope[instance]) {
		TRY(GROW(&m->instance, &m->scope_capacity, m->n_scopes + 1));
		clear(&m->instance[m->n_scopes]);
		m->instance_scope[instance] = ++m->n_scopes;
	}
	put(&m->instance[m->instance_scope[instance] - 1], &m->aocv->table[m->table], m->table);
	m->map->n_matched[m->table]++;
	return STATUS_OK;
}

/* Cells of the pattern, and those within blocks of it. */
static enum status put_cells(struct mapper *m, const char *pattern)
{
	static const struct query_options options = {0};
	RELEASED_BY(object_list_release) struct object_list list = {0};

	TRY(object_list_init(&list, m->netlist, OBJECT_CELL));
	TRY(query_objects(m->netlist, pattern, &options, &list));
	for (int32_t i = 0; i < list.n; i++)
		TRY(object_is_hierarchical(m->netlist, OBJECT_CELL, list.id[i])
			    ? object_leaves(m->netlist, OBJECT_CELL, list.id[i], put_instance, m)
			    : put_instance(m, list.id[i]));
	return STATUS_OK;
}

static enum status put_table(struct mapper *m, const struct aocv_table *t)
{
	const char *at = t->spec;
	RELEASED_BY(text_release) struct text word = TEXT_INIT;

	if (t->group[0] && strcmp(t->group, m->aocv->group) != 0)
		return STATUS_OK;
	if (t->object == AOCV_DESIGN && !t->spec[strspn(t->spec, " \t")]) {
		put(&m->design, t, m->table);
		m->map->n_matched[m->table] = 1;
	}
	while (next_word(&at, &word)) {
		if (t->object == AOCV_LIB_CELL) {
			put_masters(m, t, text_string(&word));
		} else if (t->object == AOCV_CELL) {
			TRY(put_cells(m, text_string(&word)));
		} else if (glob_match(text_string(&word), m->netlist->name, false, false)) {
			put(&m->design, t, m->table);
			m->map->n_matched[m->table] = 1;
		}
		TRY(text_status(&word));
	}
	if (m->map->n_matched[m->table] && t->n_distances > 1)
		m->map->has_distance = true;
	return STATUS_OK;
}

static void lay_upon(struct aocv_choice *choice, const struct aocv_choice *scope,
		     enum derated_delay what)
{
	for (int domain = 0; domain < N_DOMAINS; domain++) {
		for (int split = 0; split < N_SPLITS; split++) {
			int32_t table = scope->table[what][domain][split];

			if (table >= 0)
				choice->table[what][domain][split] = table;
		}
	}
}

static const struct scope *scope_of(const struct mapper *m, int32_t instance)
{
	return instance >= 0 && m->instance_scope && m->instance_scope[instance]
		       ? &m->instance[m->instance_scope[instance] - 1]
		       : NULL;
}

/* The instance that drives the net at a pin, -1 = none. */
static int32_t driver_of(const struct netlist *netlist, int32_t pin)
{
	int32_t net = netlist->pin_net[pin];

	if (net < 0 || !netlist->net_n_drivers[net])
		return -1;
	return netlist->pin_instance[netlist->net_pin[netlist->net_pin_row[net]]];
}

/* Cell arcs that end at a pin are its instance's; net arcs go by the instance that drives the net. */
static void choose(const struct mapper *m, int32_t pin, int edge, struct aocv_choice *out)
{
	int32_t instance = m->netlist->pin_instance[pin];
	const struct scope *own = scope_of(m, instance);
	const struct scope *driver = scope_of(m, driver_of(m->netlist, pin));

	*out = m->design.of[edge];
	if (instance >= 0)
		lay_upon(out, &m->master[m->netlist->instance_master[instance]].of[edge],
			 DERATED_CELL);
	if (own)
		lay_upon(out, &own->of[edge], DERATED_CELL);
	if (driver)
		lay_upon(out, &driver->of[edge], DERATED_NET);
}

static enum status choose_all(struct mapper *m)
{
	struct aocv_map *map = m->map;

	TRY(ALLOC(&map->vertex_choice, (int64_t)m->netlist->n_all_pins * N_EDGES));
	for (int32_t v = 0; v < m->netlist->n_all_pins * N_EDGES; v++) {
		struct aocv_choice choice;

		choose(m, v / N_EDGES, v % N_EDGES, &choice);
		TRY(keys_add(&m->choices, &choice, &map->vertex_choice[v], NULL));
	}
	map->n_choices = m->choices.n;
	TRY(ALLOC(&map->choice, map->n_choices));
	COPY(map->choice, m->choices.data, map->n_choices);
	return STATUS_OK;
}

static enum status make(struct mapper *m)
{
	TRY(ALLOC(&m->map->n_matched, m->aocv->n_tables));
	TRY(ALLOC(&m->master, m->netlist->n_masters));
	clear(&m->design);
	for (int32_t i = 0; i < m->netlist->n_masters; i++)
		clear(&m->master[i]);
	for (m->table = 0; m->table < m->aocv->n_tables; m->table++)
		TRY(put_table(m, &m->aocv->table[m->table]));
	return choose_all(m);
}

enum status aocv_map_make(const struct aocv *aocv, const struct netlist *netlist,
			  struct aocv_map *out)
{
	struct mapper m = {.aocv = aocv,
			   .netlist = netlist,
			   .map = out,
			   .choices.width = (int32_t)sizeof(struct aocv_choice)};
	enum status status;

	*out = (struct aocv_map){0};
	status = make(&m);
	FREE_ALL(m.master, m.instance, m.instance_scope);
	keys_release(&m.choices);
	if (status != STATUS_OK)
		aocv_map_release(out);
	return status;
}

FREES(aocv_map_release, struct aocv_map, x->choice, x->vertex_choice, x->n_matched);
