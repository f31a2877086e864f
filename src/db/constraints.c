/*
 * Building, copying and tiling of constraints. What an array's item owns is copied by the function
 * of its kind; all others are plain.
 */
#include "db/constraints.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/text.h"

/* ---- beginning and end ---- */

static void clear_corners(double value[N_SPLITS][N_EDGES])
{
	for (int c = 0; c < N_SPLITS * N_EDGES; c++)
		value[c / N_EDGES][c % N_EDGES] = NOT_GIVEN;
}

static enum status alloc_ports(struct constraints *constraints)
{
	TRY(ALLOC(&constraints->port, constraints->n_ports));
	for (int32_t p = 0; p < constraints->n_ports; p++)
		clear_corners(constraints->port[p].slew);
	return STATUS_OK;
}

static enum status new_constraints(const char *path, int32_t n_ports, int32_t n_nets,
				   struct constraints **out)
{
	struct constraints *constraints;
	enum status status;

	TRY(ALLOC(&constraints, 1));
	atomic_init(&constraints->refs, 1);
	constraints->n_ports = n_ports;
	constraints->n_nets = n_nets;
	for (int split = 0; split < N_SPLITS; split++) {
		constraints->wire_model[split] = (struct wire_model){-1, -1};
		constraints->conditions[split] = (struct operating_conditions){-1, -1};
	}
	constraints->path = strdup(path);
	status = constraints->path ? alloc_ports(constraints)
				   : status_fail(STATUS_NO_MEMORY, "out of memory");
	if (status != STATUS_OK) {
		constraints_unref(constraints);
		return status;
	}
	*out = constraints;
	return STATUS_OK;
}

enum status constraints_new(const char *path, const struct netlist *netlist,
			    struct constraints **out)
{
	return new_constraints(path, netlist->n_ports, netlist->n_nets, out);
}

struct constraints *constraints_ref(struct constraints *constraints)
{
	atomic_fetch_add(&constraints->refs, 1);
	return constraints;
}

static void exception_release(struct exception *exception)
{
	path_filter_release(&exception->filter);
	free(exception->name);
}

void constraints_unref(struct constraints *constraints)
{
	if (!constraints || atomic_fetch_sub(&constraints->refs, 1) > 1)
		return;
	for (int32_t i = 0; i < constraints->n_clocks; i++) {
		free(constraints->clock[i].name);
		free(constraints->clock[i].source);
	}
	for (int32_t i = 0; i < constraints->n_exceptions; i++)
		exception_release(&constraints->exception[i]);
	names_release(&constraints->clock_name);
	free(constraints->clock);
	free(constraints->clock_pin);
	free(constraints->input_delay);
	free(constraints->output_delay);
	free(constraints->uncertainty);
	free(constraints->clock_group);
	free(constraints->driving_arc);
	free(constraints->exception);
	free(constraints->case_value);
	free(constraints->disabled);
	free(constraints->derate);
	free(constraints->local);
	free(constraints->limit);
	for (int32_t i = 0; i < constraints->n_group_names; i++)
		free(constraints->group_name[i].name);
	free(constraints->group_name);
	for (int32_t i = 0; i < constraints->n_unsupported; i++)
		free(constraints->unsupported[i].what);
	free(constraints->unsupported);
	free(constraints->port);
	free(constraints->net_load);
	free(constraints->path);
	free(constraints);
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

enum status clock_add_source(struct clock *clock, int32_t pin)
{
	int64_t capacity = clock->n_sources;

	TRY(GROW(&clock->source, &capacity, (int64_t)clock->n_sources + 1));
	clock->source[clock->n_sources++] = pin;
	return STATUS_OK;
}

/* All but the name, which is taken. */
static void clock_init(struct clock *clock, char *name)
{
	*clock = (struct clock){
		.name = name,
		.master = -1,
		.master_pin = -1,
		.master_edge = {RISE, FALL},
		.uncertainty = {NOT_GIVEN, NOT_GIVEN},
	};
	clear_corners(clock->source_latency);
	clear_corners(clock->network_latency);
	clear_corners(clock->transition);
}

static enum status append_clock(struct constraints *constraints, const char *name, int32_t *id)
{
	bool added, named = constraints->clock_name.n == constraints->n_clocks;
	char *copy;

	if (constraints->n_clocks == INT32_MAX / N_EDGES)
		return status_fail(STATUS_NO_MEMORY, "more than %d clocks", INT32_MAX / N_EDGES);
	TRY(GROW(&constraints->clock, &constraints->clock_capacity,
		 (int64_t)constraints->n_clocks + 1));
	copy = strdup(name);
	if (!copy)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
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
	**out = (struct clock_pin){
		.pin = pin, .clock = clock, .uncertainty = {NOT_GIVEN, NOT_GIVEN}};
	clear_corners((*out)->source_latency);
	clear_corners((*out)->network_latency);
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
		TRY(GROW(&constraints->input_delay, &constraints->input_delay_capacity,
			 (int64_t)constraints->n_input_delays + 1));
		constraints->input_delay[constraints->n_input_delays++] = *delay;
	} else {
		TRY(GROW(&constraints->output_delay, &constraints->output_delay_capacity,
			 (int64_t)constraints->n_output_delays + 1));
		constraints->output_delay[constraints->n_output_delays++] = *delay;
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
		exception_release(exception);
	*exception = (struct exception){0};
	return status;
}

enum status constraints_name_groups(struct constraints *constraints, int32_t set, const char *name)
{
	char *copy;

	TRY(GROW(&constraints->group_name, &constraints->group_name_capacity,
		 (int64_t)constraints->n_group_names + 1));
	copy = strdup(name);
	if (!copy)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
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
	TRY(GROW(&constraints->local, &constraints->local_capacity,
		 (int64_t)constraints->n_locals + 1));
	constraints->local[constraints->n_locals++] = *rule;
	return STATUS_OK;
}

enum status constraints_add_unsupported(struct constraints *constraints, const char *what)
{
	char *copy;

	if (constraints->n_unsupported == MOST_UNSUPPORTED)
		return STATUS_OK;
	TRY(GROW(&constraints->unsupported, &constraints->unsupported_capacity,
		 (int64_t)constraints->n_unsupported + 1));
	copy = strdup(what);
	if (!copy)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	constraints->unsupported[constraints->n_unsupported++].what = copy;
	return STATUS_OK;
}

static enum status copy_unsupported(const struct constraints *from, struct constraints *to)
{
	for (int32_t i = 0; i < from->n_unsupported; i++)
		TRY(constraints_add_unsupported(to, from->unsupported[i].what));
	return STATUS_OK;
}

/* ---- copies side by side ---- */

/* By how much the numbers of copy t exceed those of the original. */
struct shift {
	int32_t pin, net, instance, clock, set; /* added to each of these */
	/* Pins of instances follow the ports of all copies. */
	int32_t n_ports, port;
};

static int32_t shift_pin(const struct shift *s, int32_t pin)
{
	if (pin < 0)
		return pin;
	return pin < s->n_ports ? pin + s->port : pin + s->pin;
}

static int32_t shift_edge(const struct shift *s, int32_t edge)
{
	return edge < 0 ? edge : edge + N_EDGES * s->clock;
}

static void shift_points(const struct shift *s, struct point_list *list)
{
	for (int32_t i = 0; i < list->n; i++)
		list->point[i].id = list->point[i].kind == POINT_CLOCK
					    ? list->point[i].id + s->clock
					    : shift_pin(s, list->point[i].id);
}

/* A clock's copy gets the prefix of its copy of the netlist, "t2/clk"; copies of copies are counted
 * through, so the prefix that is there is replaced. `tile` is -1 when names stay. */
static enum status name_copy(const char *name, int32_t tile, bool prefixed, struct text *out)
{
	const char *slash = prefixed ? strchr(name, '/') : NULL;

	if (tile >= 0)
		text_printf(out, "t%" PRId32 "/", tile + (slash ? (int32_t)atoi(name + 1) : 0));
	text_add(out, slash ? slash + 1 : name);
	return text_status(out);
}

static enum status copy_clock(const struct clock *from, const char *name, const struct shift *s,
			      struct constraints *to)
{
	struct clock *clock;
	int32_t id;

	TRY(append_clock(to, name, &id));
	clock = &to->clock[id];
	name = clock->name;
	*clock = *from;
	clock->name = (char *)name;
	clock->source = NULL;
	clock->n_sources = 0;
	clock->master = from->master < 0 ? -1 : from->master + s->clock;
	clock->master_pin = shift_pin(s, from->master_pin);
	for (int32_t i = 0; i < from->n_sources; i++)
		TRY(clock_add_source(clock, shift_pin(s, from->source[i])));
	return STATUS_OK;
}

static enum status copy_exception(const struct exception *from, const struct shift *s,
				  struct constraints *to)
{
	struct exception copy = *from;
	enum status status;

	copy.name = from->name ? strdup(from->name) : NULL;
	copy.filter = (struct path_filter){0};
	status = !from->name || copy.name ? path_filter_copy(&copy.filter, &from->filter)
					  : status_fail(STATUS_NO_MEMORY, "out of memory");
	if (status != STATUS_OK) {
		exception_release(&copy);
		return status;
	}
	shift_points(s, &copy.filter.from);
	shift_points(s, &copy.filter.to);
	for (int32_t i = 0; i < copy.filter.n_throughs; i++)
		shift_points(s, &copy.filter.through[i]);
	return constraints_add_exception(to, &copy);
}

static enum status copy_externals(const struct constraints *from, const struct shift *s,
				  struct constraints *to)
{
	for (int32_t i = 0; i < from->n_input_delays + from->n_output_delays; i++) {
		bool input = i < from->n_input_delays;
		struct external_delay delay =
			input ? from->input_delay[i] : from->output_delay[i - from->n_input_delays];

		delay.pin = shift_pin(s, delay.pin);
		delay.clock_edge = shift_edge(s, delay.clock_edge);
		delay.reference = shift_pin(s, delay.reference);
		TRY(constraints_add_external(to, input, &delay));
	}
	return STATUS_OK;
}

/* Append the items of an array as they are. */
#define APPEND_ALL(to, from, array, n, capacity)                                                   \
	do {                                                                                       \
		TRY(GROW(&(to)->array, &(to)->capacity, (int64_t)(to)->n + (from)->n));            \
		if ((from)->n)                                                                     \
			memcpy((to)->array + (to)->n, (from)->array,                               \
			       (size_t)(from)->n * sizeof *(from)->array);                         \
		(to)->n += (from)->n;                                                              \
	} while (0)

static enum status copy_plain(const struct constraints *from, const struct shift *s,
			      struct constraints *to)
{
	int32_t uncertainty = to->n_uncertainties, group = to->n_clock_groups;
	int32_t value = to->n_cases, disabled = to->n_disabled, derate = to->n_derates;
	int32_t local = to->n_locals, limit = to->n_limits;
	int32_t clock_pin = to->n_clock_pins;

	APPEND_ALL(to, from, clock_pin, n_clock_pins, clock_pin_capacity);
	APPEND_ALL(to, from, uncertainty, n_uncertainties, uncertainty_capacity);
	APPEND_ALL(to, from, clock_group, n_clock_groups, clock_group_capacity);
	APPEND_ALL(to, from, case_value, n_cases, case_capacity);
	APPEND_ALL(to, from, disabled, n_disabled, disabled_capacity);
	APPEND_ALL(to, from, derate, n_derates, derate_capacity);
	APPEND_ALL(to, from, local, n_locals, local_capacity);
	APPEND_ALL(to, from, limit, n_limits, limit_capacity);
	for (; clock_pin < to->n_clock_pins; clock_pin++) {
		struct clock_pin *at = &to->clock_pin[clock_pin];

		at->pin = shift_pin(s, at->pin);
		at->clock += at->clock < 0 ? 0 : s->clock;
	}
	for (; uncertainty < to->n_uncertainties; uncertainty++) {
		to->uncertainty[uncertainty].from =
			shift_edge(s, to->uncertainty[uncertainty].from);
		to->uncertainty[uncertainty].to = shift_edge(s, to->uncertainty[uncertainty].to);
	}
	for (; group < to->n_clock_groups; group++) {
		to->clock_group[group].clock += s->clock;
		to->clock_group[group].set += s->set;
	}
	for (; value < to->n_cases; value++)
		to->case_value[value].pin = shift_pin(s, to->case_value[value].pin);
	for (; disabled < to->n_disabled; disabled++) {
		struct disabled_arc *d = &to->disabled[disabled];

		if (d->master >= 0)
			continue;
		d->instance += d->instance < 0 ? 0 : s->instance;
		d->from = shift_pin(s, d->from);
		d->to = shift_pin(s, d->to);
	}
	for (; derate < to->n_derates; derate++) {
		to->derate[derate].instance += to->derate[derate].instance < 0 ? 0 : s->instance;
		to->derate[derate].net += to->derate[derate].net < 0 ? 0 : s->net;
	}
	for (; local < to->n_locals; local++) {
		struct local_rule *rule = &to->local[local];

		rule->pin = shift_pin(s, rule->pin);
		rule->from = shift_pin(s, rule->from);
		rule->instance += rule->instance < 0 ? 0 : s->instance;
		rule->clock += rule->clock < 0 ? 0 : s->clock;
	}
	for (; limit < to->n_limits; limit++) {
		struct design_limit *of = &to->limit[limit];

		of->pin = shift_pin(s, of->pin);
		of->instance += of->instance < 0 ? 0 : s->instance;
		of->clock += of->clock < 0 ? 0 : s->clock;
	}
	return STATUS_OK;
}

static enum status copy_ports_and_nets(const struct constraints *from, const struct shift *s,
				       struct constraints *to)
{
	for (int32_t p = 0; p < from->n_ports; p++) {
		to->port[s->port + p] = from->port[p];
		to->port[s->port + p].first_driving_arc += to->n_driving_arcs;
	}
	APPEND_ALL(to, from, driving_arc, n_driving_arcs, driving_arc_capacity);
	if (!from->net_load)
		return STATUS_OK;
	if (!to->net_load)
		TRY(ALLOC(&to->net_load, to->n_nets));
	memcpy(to->net_load + s->net, from->net_load,
	       (size_t)from->n_nets * sizeof *from->net_load);
	return STATUS_OK;
}

static enum status copy_group_name(const struct clock_group_name *from, const struct shift *s,
				   int32_t tile, bool prefixed, struct constraints *to)
{
	struct text name = TEXT_INIT;
	enum status status = name_copy(from->name, tile, prefixed, &name);

	if (status == STATUS_OK)
		status = constraints_name_groups(to, from->set + s->set, text_string(&name));
	text_release(&name);
	return status;
}

/* One more copy after those that are there. */
static enum status append_copy(const struct constraints *from, const struct shift *s, int32_t tile,
			       bool prefixed, struct constraints *to)
{
	for (int32_t c = 0; c < from->n_clocks; c++) {
		struct text name = TEXT_INIT;
		enum status status = name_copy(from->clock[c].name, tile, prefixed, &name);

		if (status == STATUS_OK)
			status = copy_clock(&from->clock[c], text_string(&name), s, to);
		text_release(&name);
		TRY(status);
	}
	memcpy(to->wire_model, from->wire_model, sizeof to->wire_model);
	to->is_single = from->is_single;
	memcpy(to->conditions, from->conditions, sizeof to->conditions);
	TRY(copy_externals(from, s, to));
	for (int32_t i = 0; i < from->n_exceptions; i++)
		TRY(copy_exception(&from->exception[i], s, to));
	TRY(copy_plain(from, s, to));
	for (int32_t i = 0; i < from->n_group_names; i++)
		TRY(copy_group_name(&from->group_name[i], s, tile, prefixed, to));
	return copy_ports_and_nets(from, s, to);
}

/* The end of a copy, which is given up if it failed. */
static enum status finish_copy(const struct constraints *from, struct constraints *to,
			       enum status status, struct constraints **out)
{
	if (status == STATUS_OK)
		status = copy_unsupported(from, to);
	if (status == STATUS_OK)
		*out = to;
	else
		constraints_unref(to);
	return status;
}

enum status constraints_copy(const struct constraints *constraints, struct constraints **out)
{
	static const struct shift none;
	struct constraints *to;

	TRY(new_constraints(constraints->path, constraints->n_ports, constraints->n_nets, &to));
	return finish_copy(constraints, to, append_copy(constraints, &none, -1, false, to), out);
}

static enum status tile_into(const struct constraints *from, const struct netlist *tiled,
			     struct constraints *to)
{
	int32_t n = from->n_nets ? tiled->n_nets / from->n_nets : 1;
	int32_t n_pins = tiled->n_pins / n - from->n_ports, n_instances = tiled->n_instances / n;

	for (int32_t t = 0; t < n; t++) {
		/* pins of instances: after all ports, then copy by copy */
		struct shift s = {
			.n_ports = from->n_ports,
			.port = t * from->n_ports,
			.pin = (n - 1) * from->n_ports + t * n_pins,
			.net = t * from->n_nets,
			.instance = t * n_instances,
			.clock = t * from->n_clocks,
			.set = t * from->n_clock_groups,
		};
		bool named = tiled->n_tiles > 1;

		TRY(append_copy(from, &s, named ? t * (tiled->n_tiles / n) : -1, tiled->n_tiles > n,
				to));
	}
	return STATUS_OK;
}

enum status constraints_tile(const struct constraints *constraints, const struct netlist *tiled,
			     struct constraints **out)
{
	struct constraints *to;

	TRY(new_constraints(constraints->path, tiled->n_ports, tiled->n_nets, &to));
	return finish_copy(constraints, to, tile_into(constraints, tiled, to), out);
}
