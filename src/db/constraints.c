/* Building, copying and tiling of constraints, by the tables of their fields. */
#include "db/constraints.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/text.h"
#include "db/constraints_fields.h"

/* ---- beginning and end ---- */

static enum status alloc_ports(struct constraints *constraints)
{
	TRY(ALLOC(&constraints->port, constraints->n_ports));
	for (int32_t p = 0; p < constraints->n_ports; p++)
		fields_begin(&port_constraint_schema, &constraints->port[p]);
	return STATUS_OK;
}

enum status constraints_alloc_net_loads(struct constraints *constraints)
{
	if (constraints->net_load)
		return STATUS_OK;
	TRY(ALLOC(&constraints->net_load, constraints->n_nets));
	for (int32_t n = 0; n < constraints->n_nets; n++)
		constraints->net_load[n] = NOT_GIVEN;
	return STATUS_OK;
}

static enum status new_constraints(const char *path, int32_t n_ports, int32_t n_nets,
				   struct constraints **out)
{
	RELEASED_BY(constraints_drop) struct constraints *constraints = NULL;

	TRY(ALLOC(&constraints, 1));
	fields_begin(&constraints_settings, constraints);
	atomic_init(&constraints->refs, 1);
	constraints->n_ports = n_ports;
	constraints->n_nets = n_nets;
	TRY(duplicate_string(path, &constraints->path));
	TRY(alloc_ports(constraints));
	HAND_OVER(out, constraints);
	return STATUS_OK;
}

enum status constraints_new(const char *path, const struct netlist *netlist,
			    struct constraints **out)
{
	return new_constraints(path, netlist->n_ports, netlist->n_nets, out);
}

void constraints_unref(struct constraints *constraints)
{
	if (!constraints || atomic_fetch_sub(&constraints->refs, 1) > 1)
		return;
	fields_release(&constraints_arrays, constraints);
	names_release(&constraints->clock_name);
	FREE_ALL(constraints->port, constraints->net_load, constraints->path, constraints);
}

/* ---- clocks ---- */

int32_t constraints_find_clock(const struct constraints *constraints, const char *name)
{
	int32_t found = names_find(&constraints->clock_name, name, (int64_t)strlen(name));

	if (found >= 0)
		return found;
	for (int32_t c = constraints->clock_name.n; c < constraints->n_clocks; c++) {
		if (strcmp(constraints->clock[c].name, name) == 0)
			return c;
	}
	return -1;
}

/* Note the name of the first clock whose name isn't yet. */
static enum status name_clock(struct constraints *constraints, bool *added)
{
	const char *name = constraints->clock[constraints->clock_name.n].name;
	int32_t id;

	return names_add(&constraints->clock_name, name, (int64_t)strlen(name), &id, added);
}

enum status constraints_name_clocks(struct constraints *constraints, bool *twice)
{
	bool added = true;

	names_release(&constraints->clock_name);
	while (constraints->clock_name.n < constraints->n_clocks && added)
		TRY(name_clock(constraints, &added));
	*twice = !added;
	return STATUS_OK;
}

int32_t clock_begin_vertex(const struct clock *clock, const struct netlist *netlist, int32_t place)
{
	int32_t side = netlist_beginning_side(netlist, clock->source[place / (2 * N_EDGES)],
					      place / N_EDGES % 2);

	return side < 0 ? -1 : side * N_EDGES + place % N_EDGES;
}

bool clock_is_source_of(const struct clock *clock, int32_t pin)
{
	for (int32_t i = 0; i < clock->n_sources; i++) {
		if (clock->source[i] == pin)
			return true;
	}
	return false;
}

bool clocks_share_source(const struct clock *a, const struct clock *b)
{
	for (int32_t i = 0; i < a->n_sources; i++) {
		if (clock_is_source_of(b, a->source[i]))
			return true;
	}
	return false;
}

enum status clock_add_source(struct clock *clock, int32_t pin)
{
	return APPEND(clock->source, clock->n_sources, &clock->source_capacity, pin);
}

/* All but the name, which is taken. */
static void clock_init(struct clock *clock, char *name)
{
	fields_begin(&clock_schema, clock);
	clock->name = name;
	clock->master_edge[FALL] = FALL;
}

static enum status append_clock(struct constraints *constraints, const char *name, int32_t *id)
{
	bool added, named = constraints->clock_name.n == constraints->n_clocks;
	char *copy;

	if (constraints->n_clocks == INT32_MAX / N_EDGES)
		return status_fail(STATUS_NO_MEMORY, "more than %d clocks", INT32_MAX / N_EDGES);
	TRY(GROW(&constraints->clock, &constraints->clock_capacity,
		 (int64_t)constraints->n_clocks + 1));
	TRY(duplicate_string(name, &copy));
	*id = constraints->n_clocks++;
	clock_init(&constraints->clock[*id], copy);
	return named ? name_clock(constraints, &added) : STATUS_OK;
}

enum status constraints_add_clock(struct constraints *constraints, const char *name, double period,
				  double rise, double fall, int32_t *clock)
{
	struct clock *c;

	*clock = constraints_find_clock(constraints, name);
	if (*clock < 0)
		TRY(append_clock(constraints, name, clock));
	c = &constraints->clock[*clock];
	free(c->source);
	clock_init(c, c->name);
	c->period = period;
	c->time[RISE] = rise;
	c->time[FALL] = fall;
	return STATUS_OK;
}

/* ---- clocks at pins ---- */

struct clock_pin *constraints_find_clock_pin(const struct constraints *constraints, int32_t pin,
					     int32_t clock)
{
	for (int32_t i = 0; i < constraints->n_clock_pins; i++) {
		if (constraints->clock_pin[i].pin == pin &&
		    constraints->clock_pin[i].clock == clock)
			return &constraints->clock_pin[i];
	}
	return NULL;
}

enum status constraints_add_clock_pin(struct constraints *constraints, int32_t pin, int32_t clock,
				      struct clock_pin **out)
{
	*out = constraints_find_clock_pin(constraints, pin, clock);
	if (*out)
		return STATUS_OK;
	TRY(GROW(&constraints->clock_pin, &constraints->clock_pin_capacity,
		 (int64_t)constraints->n_clock_pins + 1));
	*out = &constraints->clock_pin[constraints->n_clock_pins++];
	fields_begin(&clock_pin_schema, *out);
	(*out)->pin = pin;
	(*out)->clock = clock;
	return STATUS_OK;
}

double constraints_source_latency(const struct constraints *constraints, int32_t clock, int32_t pin,
				  enum split split, int edge)
{
	const int32_t of[] = {clock, -1};

	for (int i = 0; i < 2; i++) {
		const struct clock_pin *at = constraints_find_clock_pin(constraints, pin, of[i]);

		if (at && is_given(at->source_latency[split][edge]))
			return at->source_latency[split][edge];
	}
	return constraints->clock[clock].source_latency[split][edge];
}

/* ---- the rest ---- */

enum status constraints_add_external(struct constraints *constraints, bool input,
				     const struct external_delay *delay)
{
	if (input) {
		TRY(APPEND(constraints->input_delay, constraints->n_input_delays,
			   &constraints->input_delay_capacity, *delay));
	} else {
		TRY(APPEND(constraints->output_delay, constraints->n_output_delays,
			   &constraints->output_delay_capacity, *delay));
	}
	return STATUS_OK;
}

bool constraints_any_unclocked(const struct constraints *constraints)
{
	bool any = false;

	for (int32_t i = 0; constraints && i < constraints->n_input_delays && !any; i++)
		any = constraints->input_delay[i].clock_edge < 0;
	return any;
}

enum status constraints_add_exception(struct constraints *constraints, struct exception *exception)
{
	enum status status = GROW(&constraints->exception, &constraints->exception_capacity,
				  (int64_t)constraints->n_exceptions + 1);

	if (status == STATUS_OK)
		constraints->exception[constraints->n_exceptions++] = *exception;
	else
		fields_release(&exception_schema, exception);
	*exception = (struct exception){0};
	return status;
}

enum status constraints_name_groups(struct constraints *constraints, int32_t set, const char *name)
{
	char *copy;

	TRY(GROW(&constraints->group_name, &constraints->group_name_capacity,
		 (int64_t)constraints->n_group_names + 1));
	TRY(duplicate_string(name, &copy));
	constraints->group_name[constraints->n_group_names++] =
		(struct clock_group_name){set, copy};
	return STATUS_OK;
}

const char *constraints_group_name(const struct constraints *constraints, int32_t set)
{
	for (int32_t i = 0; i < constraints->n_group_names; i++) {
		if (constraints->group_name[i].set == set)
			return constraints->group_name[i].name;
	}
	return NULL;
}

static bool same_objects(const struct local_rule *a, const struct local_rule *b)
{
	return a->kind == b->kind && a->pin == b->pin && a->instance == b->instance &&
	       a->clock == b->clock && a->from == b->from && a->from_edges == b->from_edges &&
	       a->edges == b->edges;
}

/* The edges of data checks overlap and the last that was given counts: what a later one of the same edges
 * gives is taken out of those before it. */
static void drop_data_check(struct constraints *constraints, const struct local_rule *rule)
{
	int32_t kept = 0;

	for (int32_t i = 0; i < constraints->n_locals; i++) {
		struct local_rule old = constraints->local[i];

		if (same_objects(&old, rule)) {
			for (int split = 0; split < N_SPLITS; split++) {
				if (is_given(rule->value[split][RISE]))
					old.value[split][RISE] = NOT_GIVEN;
			}
			if (!is_given(old.value[EARLY][RISE]) && !is_given(old.value[LATE][RISE]))
				continue;
		}
		constraints->local[kept++] = old;
	}
	constraints->n_locals = kept;
}

enum status constraints_add_local(struct constraints *constraints, const struct local_rule *rule)
{
	struct local_rule *old = constraints->local;

	if (rule->kind == LOCAL_DATA_CHECK)
		drop_data_check(constraints, rule);

	for (int32_t i = 0; i < constraints->n_locals; i++, old++) {
		if (rule->kind == LOCAL_DATA_CHECK || !same_objects(old, rule))
			continue;
		old->level = rule->level < 0 ? old->level : rule->level;
		for (int c = 0; c < N_SPLITS * N_EDGES; c++) {
			double value = rule->value[c / N_EDGES][c % N_EDGES];

			if (is_given(value))
				old->value[c / N_EDGES][c % N_EDGES] = value;
		}
		return STATUS_OK;
	}
	return APPEND(constraints->local, constraints->n_locals, &constraints->local_capacity,
		      *rule);
}

enum status constraints_add_unsupported(struct constraints *constraints, const char *what)
{
	char *copy;

	if (constraints->n_unsupported == MOST_UNSUPPORTED)
		return STATUS_OK;
	TRY(GROW(&constraints->unsupported, &constraints->unsupported_capacity,
		 (int64_t)constraints->n_unsupported + 1));
	TRY(duplicate_string(what, &copy));
	constraints->unsupported[constraints->n_unsupported++].what = copy;
	return STATUS_OK;
}

/* ---- copies side by side ---- */

/* The name of a clock's copy, or of a set of groups, has the prefix of its copy of the netlist, "t2/clk"; copies of copies
 * are counted through, so the prefix that is there is replaced. */
static enum status rename_copy(char **name, int32_t tile, bool prefixed)
{
	const char *slash = prefixed ? strchr(*name, '/') : NULL;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	char *copy;

	text_printf(&text, "t%" PRId32 "/%s", tile + (slash ? (int32_t)atoi(*name + 1) : 0),
		    slash ? slash + 1 : *name);
	TRY(text_status(&text));
	TRY(duplicate_string(text_string(&text), &copy));
	free(*name);
	*name = copy;
	return STATUS_OK;
}

static enum status copy_net_loads(const struct constraints *from, int32_t first,
				  struct constraints *to)
{
	if (!from->net_load)
		return STATUS_OK;
	TRY(constraints_alloc_net_loads(to));
	COPY(to->net_load + first, from->net_load, from->n_nets);
	return STATUS_OK;
}

/* One more copy, whose objects have other numbers (NULL: the same). What is left out is so for all of them. */
static enum status append_copy(const struct constraints *from, const struct numbering *numbering,
			       struct constraints *to)
{
	for (int32_t i = 0; i < constraints_arrays.n; i++) {
		const struct field *array = &constraints_arrays.field[i];

		if (array->offset != offsetof(struct constraints, unsupported) ||
		    !to->n_unsupported)
			TRY(fields_append(array, to, from, numbering));
	}
	COPY(to->port + (numbering ? numbering->port : 0), from->port, from->n_ports);
	for (int32_t p = 0; numbering && p < from->n_ports; p++)
		fields_renumber(&port_constraint_schema, &to->port[numbering->port + p], numbering);
	memcpy(to->wire_model, from->wire_model, sizeof to->wire_model);
	memcpy(to->conditions, from->conditions, sizeof to->conditions);
	to->is_single = from->is_single;
	return copy_net_loads(from, numbering ? numbering->net : 0, to);
}

enum status constraints_copy(const struct constraints *constraints, struct constraints **out)
{
	RELEASED_BY(constraints_drop) struct constraints *to = NULL;
	bool twice;

	TRY(new_constraints(constraints->path, constraints->n_ports, constraints->n_nets, &to));
	TRY(append_copy(constraints, NULL, to));
	TRY(constraints_name_clocks(to, &twice));
	HAND_OVER(out, to);
	return STATUS_OK;
}

/* Number t of the copies: its clocks and groups have names of their own. */
static enum status rename_tile(const struct constraints *from, struct constraints *to, int32_t t,
			       int32_t prefix, bool prefixed)
{
	for (int32_t c = t * from->n_clocks; c < to->n_clocks; c++)
		TRY(rename_copy(&to->clock[c].name, prefix, prefixed));
	for (int32_t i = t * from->n_group_names; i < to->n_group_names; i++)
		TRY(rename_copy(&to->group_name[i].name, prefix, prefixed));
	return STATUS_OK;
}

static enum status tile_into(const struct constraints *from, const struct netlist *tiled,
			     struct constraints *to)
{
	int32_t n = from->n_nets ? tiled->n_nets / from->n_nets : 1;
	int32_t n_pins = tiled->n_pins / n - from->n_ports, n_instances = tiled->n_instances / n;

	for (int32_t t = 0; t < n; t++) {
		/* pins of instances: after all ports, then copy by copy */
		struct numbering numbering = {
			.n_ports = from->n_ports,
			.port = t * from->n_ports,
			.pin = (n - 1) * from->n_ports + t * n_pins,
			.net = t * from->n_nets,
			.instance = t * n_instances,
			.clock = t * from->n_clocks,
			.set = t * from->n_clock_groups,
			.driving_arc = t * from->n_driving_arcs,
		};

		TRY(append_copy(from, &numbering, to));
		if (tiled->n_tiles > 1)
			TRY(rename_tile(from, to, t, t * (tiled->n_tiles / n), tiled->n_tiles > n));
	}
	return STATUS_OK;
}

enum status constraints_tile(const struct constraints *constraints, const struct netlist *tiled,
			     struct constraints **out)
{
	RELEASED_BY(constraints_drop) struct constraints *to = NULL;
	bool twice;

	TRY(new_constraints(constraints->path, tiled->n_ports, tiled->n_nets, &to));
	TRY(tile_into(constraints, tiled, to));
	TRY(constraints_name_clocks(to, &twice));
	HAND_OVER(out, to);
	return STATUS_OK;
}
