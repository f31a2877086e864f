#include "db/variation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

void variation_release(struct variation *variation)
{
	for (int32_t i = 0; i < variation->n_rules; i++)
		free(variation->rule[i].name);
	free(variation->rule);
	*variation = (struct variation){0};
}

enum status variation_add(struct variation *variation, const struct variation_rule *rule)
{
	struct variation_rule *to;

	for (int i = 0; i < 2; i++) {
		if (!isfinite(rule->value[i]) || rule->value[i] < 0)
			return status_fail(STATUS_BAD_INPUT,
					   "a sigma of %g is negative or no number",
					   rule->value[i]);
	}
	TRY(GROW(&variation->rule, &variation->capacity, variation->n_rules + 1));
	to = &variation->rule[variation->n_rules];
	*to = *rule;
	TRY(duplicate_string(rule->name, &to->name));
	variation->n_rules++;
	return STATUS_OK;
}

/* ---- which rule ---- */

static bool is_of_type(const struct lib_cell *cell, int type)
{
	switch ((enum variation_type)type) {
	case TYPE_SEQUENTIAL:
		return cell->is_sequential && !cell->is_clock_gate && !cell->is_macro;
	case TYPE_CLOCK_GATE:
		return cell->is_clock_gate;
	case TYPE_MACRO:
		return cell->is_macro;
	case TYPE_COMBINATIONAL:
		break;
	}
	return !cell->is_sequential && !cell->is_clock_gate && !cell->is_macro;
}

static bool is_for(const struct variation_rule *rule, const struct netlist *netlist,
		   const struct master *master)
{
	const struct library *library = master->library[LATE];

	(void)netlist;
	switch (rule->scope) {
	case VARIES_ALL:
		return true;
	case VARIES_LIBRARY:
		return library && strcmp(library->name, rule->name) == 0;
	case VARIES_TYPE:
		return library && is_of_type(&library->cell[master->cell[LATE]], rule->type);
	case VARIES_CELL:
		return strcmp(master->name, rule->name) == 0;
	case VARIES_INSTANCE:
	case N_VARIATION_SCOPES:
		break;
	}
	return false;
}

static enum status missing(const struct variation_rule *rule, const char *what)
{
	return status_fail(STATUS_BAD_INPUT, "set_variation: there is no %s \"%.200s\"", what,
			   rule->name);
}

static bool has_library(const struct netlist *netlist, const char *name)
{
	for (int32_t i = 0; i < netlist->n_libraries; i++) {
		if (strcmp(netlist->library[i]->name, name) == 0)
			return true;
	}
	return false;
}

static bool has_cell(const struct netlist *netlist, const char *name)
{
	for (int32_t i = 0; i < netlist->n_libraries; i++) {
		if (library_find_cell(netlist->library[i], name) >= 0)
			return true;
	}
	return names_find(&netlist->master_name, name, (int64_t)strlen(name)) >= 0;
}

static void map_masters(const struct variation *variation, const struct netlist *netlist,
			struct variation_map *map)
{
	for (int32_t i = 0; i < 2 * netlist->n_masters; i++) {
		int32_t best = -1;

		for (int32_t r = 0; r < variation->n_rules; r++) {
			const struct variation_rule *rule = &variation->rule[r];

			if (rule->checks == (i % 2) &&
			    is_for(rule, netlist, &netlist->master[i / 2]) &&
			    (best < 0 || rule->scope >= variation->rule[best].scope))
				best = r;
		}
		map->by_master[i] = best;
	}
}

static enum status map_instance(const struct variation *variation, const struct netlist *netlist,
				int32_t r, struct variation_map *map)
{
	const struct variation_rule *rule = &variation->rule[r];
	int32_t x = netlist_find_instance(netlist, rule->name, (int64_t)strlen(rule->name));

	if (x < 0)
		return missing(rule, "instance");
	if (!map->by_instance) {
		TRY(ALLOC(&map->by_instance, 2 * (int64_t)netlist->n_instances));
		for (int64_t i = 0; i < 2 * (int64_t)netlist->n_instances; i++)
			map->by_instance[i] = -1;
	}
	map->by_instance[2 * (int64_t)x + rule->checks] = r;
	return STATUS_OK;
}

enum status variation_map_make(const struct variation *variation, const struct netlist *netlist,
			       struct variation_map *out)
{
	enum status status = STATUS_OK;

	*out = (struct variation_map){0};
	TRY(ALLOC(&out->by_master, 2 * (int64_t)netlist->n_masters));
	map_masters(variation, netlist, out);
	for (int32_t r = 0; r < variation->n_rules && status == STATUS_OK; r++) {
		const struct variation_rule *rule = &variation->rule[r];

		if (rule->scope == VARIES_INSTANCE)
			status = map_instance(variation, netlist, r, out);
		else if (rule->scope == VARIES_LIBRARY && !has_library(netlist, rule->name))
			status = missing(rule, "library");
		else if (rule->scope == VARIES_CELL && !has_cell(netlist, rule->name))
			status = missing(rule, "cell");
	}
	if (status != STATUS_OK)
		variation_map_release(out);
	return status;
}

FREES(variation_map_release, struct variation_map, x->by_master, x->by_instance);

const struct variation_rule *variation_of(const struct variation *variation,
					  const struct variation_map *map,
					  const struct netlist *netlist, int32_t instance,
					  bool checks)
{
	int32_t r = map->by_instance ? map->by_instance[2 * (int64_t)instance + checks] : -1;

	if (r < 0)
		r = map->by_master[2 * netlist->instance_master[instance] + checks];
	return r < 0 ? NULL : &variation->rule[r];
}

/* ---- keys ---- */

static uint64_t hash_byte(uint64_t hash, char c)
{
	return (hash ^ (uint8_t)c) * UINT64_C(0x100000001b3);
}

/* With its NUL. */
static uint64_t hash_name(uint64_t hash, const char *name)
{
	for (; *name; name++)
		hash = hash_byte(hash, *name);
	return hash_byte(hash, 0);
}

#define HASH_START UINT64_C(0xcbf29ce484222325)

static uint64_t hash_vertex(const struct netlist *netlist, uint64_t hash, int32_t vertex)
{
	int32_t pin = netlist_named_pin(netlist, vertex / N_EDGES), x = netlist->pin_instance[pin];
	const struct master *master;

	if (x < 0) {
		hash = hash_name(hash, names_get(&netlist->port_name, pin));
	} else {
		master = &netlist->master[netlist->instance_master[x]];
		hash = hash_name(hash, names_get(&netlist->pin_name,
						 master->pin_name[pin - netlist->instance_pin[x]]));
	}
	return hash_byte(hash, vertex % N_EDGES == RISE ? 'r' : 'f');
}

uint64_t variation_key(const struct netlist *netlist, int32_t from_vertex, int32_t to_vertex,
		       char kind)
{
	int32_t x = netlist->pin_instance[to_vertex / N_EDGES];
	uint64_t hash = hash_name(HASH_START, x < 0 ? "" : names_get(&netlist->instance_name, x));

	hash = hash_vertex(netlist, hash, from_vertex);
	hash = hash_vertex(netlist, hash, to_vertex);
	return kind ? hash_byte(hash, kind) : hash;
}

uint64_t variation_name_key(const char *name)
{
	return hash_name(HASH_START, name);
}
