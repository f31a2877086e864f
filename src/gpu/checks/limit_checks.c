#include "gpu/checks/limit_checks.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "base/parallel.h"
#include "db/constants.h"
#include "gpu/checks/pin_order.h"

enum { NO_LIMIT = -1, PRUNE_AT = 4096 };

struct limit_finder {
	struct timing *timing; /* borrowed */
	const struct state_graph *states;
	const struct netlist *netlist;
	const struct constraints *constraints; /* NULL = none */
	uint8_t *unchecked;                    /* owned [n_pins] */
	/* Of constraints->limit, NO_LIMIT = none; owned [n_pins], [n_instances], [n_masters], NULL where no limit is
	 * of such an object. By kind and split. */
	int32_t *of_pin[N_LIMIT_KINDS][N_SPLITS];
	int32_t *of_instance[N_LIMIT_KINDS][N_SPLITS];
	int32_t *of_master[N_LIMIT_KINDS][N_SPLITS];
	int32_t of_design[N_LIMIT_KINDS][N_SPLITS];
	int32_t *of_clock[N_SPLITS]; /* owned [n_clocks]: of slews; NULL = none */
	/* Of what drives a port, -1 = nothing limits it; owned [n_ports], NULL = no driving cells. */
	double *of_driver[N_LIMIT_KINDS][N_SPLITS];
	const double *slew, *load;   /* as in struct timing … */
	double *own_slew, *own_load; /* … owned where it hasn't read them */
};

/* ---- what limits there are ---- */

/* The limit of a library pin, -1 = none. */
static double lib_pin_limit(const struct lib_pin *pin, enum limit_kind kind, enum split split)
{
	switch (kind) {
	case LIMIT_SLEW:
		return split == LATE ? pin->max_slew : pin->min_slew;
	case LIMIT_CAPACITANCE:
		return split == LATE ? pin->max_capacitance : pin->min_capacitance;
	case LIMIT_FANOUT:
		return split == LATE ? pin->max_fanout : pin->min_fanout;
	default:
		return -1;
	}
}

static enum status note(int32_t **of, int32_t n, int32_t id, int32_t limit)
{
	if (!*of) {
		TRY(ALLOC(of, n));
		memset(*of, NO_LIMIT, (size_t)n * sizeof **of);
	}
	(*of)[id] = limit;
	return STATUS_OK;
}

static enum status note_limit(struct limit_finder *f, int32_t i)
{
	const struct design_limit *limit = &f->constraints->limit[i];
	enum limit_kind kind = limit->kind;
	enum split split = limit->split;

	if (limit->pin >= 0)
		return note(&f->of_pin[kind][split], f->netlist->n_pins, limit->pin, i);
	if (limit->instance >= 0)
		return note(&f->of_instance[kind][split], f->netlist->n_instances, limit->instance,
			    i);
	if (limit->master >= 0)
		return note(&f->of_master[kind][split], f->netlist->n_masters, limit->master, i);
	if (limit->clock >= 0)
		return note(&f->of_clock[split], f->constraints->n_clocks, limit->clock, i);
	f->of_design[kind][split] = i;
	return STATUS_OK;
}

static const struct lib_pin *driving_pin(const struct netlist *netlist,
					 const struct driving_arc *driving)
{
	const struct library *library = netlist->library[driving->library];

	for (int32_t c = 0; c < library->n_cells; c++) {
		const struct lib_cell *cell = &library->cell[c];

		if (driving->arc >= cell->first_arc &&
		    driving->arc < cell->first_arc + cell->n_arcs)
			return &library->pin[cell->first_pin + library->arc[driving->arc].to];
	}
	return NULL;
}

static double tighter(double a, double b, enum split split)
{
	if (a < 0 || b < 0)
		return a < 0 ? b : a;
	return (split == LATE ? b < a : b > a) ? b : a;
}

static enum status note_driver(struct limit_finder *f, int32_t port,
			       const struct driving_arc *driving)
{
	const struct lib_pin *pin = driving_pin(f->netlist, driving);

	for (int kind = 0; kind < N_LIMIT_KINDS; kind++) {
		double **of = &f->of_driver[kind][driving->split];

		if (!*of) {
			TRY(ALLOC(of, f->netlist->n_ports));
			for (int32_t p = 0; p < f->netlist->n_ports; p++)
				(*of)[p] = -1;
		}
		(*of)[port] = tighter((*of)[port],
				      lib_pin_limit(pin, (enum limit_kind)kind, driving->split),
				      driving->split);
	}
	return STATUS_OK;
}

static enum status list_limits(struct limit_finder *f)
{
	const struct constraints *k = f->constraints;

	for (int i = 0; i < N_LIMIT_KINDS * N_SPLITS; i++)
		f->of_design[i / N_SPLITS][i % N_SPLITS] = NO_LIMIT;
	for (int32_t i = 0; k && i < k->n_limits; i++)
		TRY(note_limit(f, i));
	for (int32_t p = 0; k && p < k->n_ports; p++) {
		const struct port_constraint *port = &k->port[p];

		for (int32_t d = 0; d < port->n_driving_arcs; d++)
			TRY(note_driver(f, p, &k->driving_arc[port->first_driving_arc + d]));
	}
	return STATUS_OK;
}

/* ---- which pins aren't looked at ---- */

static bool has_ideal_clock_at(const struct limit_finder *f, int32_t side)
{
	for (int edge = 0; edge < N_EDGES; edge++) {
		for (int32_t s = state_first(f->states, side * N_EDGES + edge); s >= 0;
		     s = state_next(f->states, s)) {
			if (state_clock(f->states, s) >= 0 && !state_is_propagated(f->states, s))
				return true;
		}
	}
	return false;
}

static bool has_ideal_clock(const struct limit_finder *f, int32_t pin)
{
	int32_t side = netlist_driving_side(f->netlist, pin);

	return has_ideal_clock_at(f, pin) || (side != pin && has_ideal_clock_at(f, side));
}

static enum status mark_unchecked(struct limit_finder *f, struct task *task)
{
	RELEASED_BY(constants_release) struct constants constants = {0};

	TRY(ALLOC(&f->unchecked, f->netlist->n_pins));
	TRY(constants_find(f->netlist, f->constraints, task, &constants));
	OVER_ITEMS(pin, f->netlist->n_pins)
	{
		f->unchecked[pin] = constants_of(&constants, (int32_t)pin) != LOGIC_X ||
				    (f->constraints && has_ideal_clock(f, (int32_t)pin));
	}
	for (int32_t i = 0; f->constraints && i < f->constraints->n_disabled; i++) {
		const struct disabled_arc *d = &f->constraints->disabled[i];

		if (d->instance < 0 && d->master < 0 && (d->from < 0) != (d->to < 0))
			f->unchecked[d->from < 0 ? d->to : d->from] = 1;
	}
	return STATUS_OK;
}

/* ---- what is there ---- */

static enum status read_doubles(struct timing *timing, const double *d_from, int64_t n,
				double **own)
{
	TRY(ALLOC(own, n));
	return queue_read(timing->queue, *own, d_from, n * (int64_t)sizeof **own);
}

static enum status read_values(struct limit_finder *f)
{
	struct timing *timing = f->timing;
	const struct device_timing *d = &timing->image->device;

	if (!timing->slew)
		TRY(read_doubles(timing, d->slew, (int64_t)d->n_states * N_SPLITS, &f->own_slew));
	if (!timing->load)
		TRY(read_doubles(timing, d->load, (int64_t)f->netlist->n_nets * N_SPLITS * N_EDGES,
				 &f->own_load));
	f->slew = timing->slew ? timing->slew : f->own_slew;
	f->load = timing->load ? timing->load : f->own_load;
	return STATUS_OK;
}

enum status limit_finder_new(struct timing *timing, struct task *task, struct limit_finder **out)
{
	struct limit_finder *f;

	TRY(ALLOC(out, 1));
	f = *out;
	f->timing = timing;
	f->states = timing->image->states;
	f->netlist = timing->image->graph->netlist;
	f->constraints = timing->image->graph->constraints;
	TRY(list_limits(f));
	TRY(mark_unchecked(f, task));
	return read_values(f);
}

void limit_finder_free(struct limit_finder *f)
{
	if (!f)
		return;
	for (int kind = 0; kind < N_LIMIT_KINDS; kind++) {
		for (int split = 0; split < N_SPLITS; split++) {
			FREE_ALL(f->of_pin[kind][split], f->of_instance[kind][split],
				 f->of_master[kind][split], f->of_driver[kind][split]);
		}
	}
	FREE_ALL(f->of_clock[EARLY], f->of_clock[LATE], f->unchecked, f->own_slew, f->own_load, f);
}

/* ---- a pin ---- */

static double given_limit(const struct limit_finder *f, const int32_t *of, int32_t id)
{
	double value;

	if (!of || of[id] < 0)
		return -1;
	value = f->constraints->limit[of[id]].value[LIMIT_IN_DATA][RISE];
	return is_given(value) ? value : -1;
}

/* Of a pin, whatever its edge. */
static double limit_of(const struct limit_finder *f, int32_t pin, enum limit_kind kind,
		       enum split split)
{
	int32_t instance = f->netlist->pin_instance[pin];
	const struct lib_pin *lib = netlist_lib_pin(f->netlist, pin, split);
	double limit = given_limit(f, &f->of_design[kind][split], 0);

	limit = tighter(limit, given_limit(f, f->of_pin[kind][split], pin), split);
	if (instance < 0)
		return f->of_driver[kind][split]
			       ? tighter(limit, f->of_driver[kind][split][pin], split)
			       : limit;
	limit = tighter(limit, given_limit(f, f->of_instance[kind][split], instance), split);
	limit = tighter(
		limit,
		given_limit(f, f->of_master[kind][split], f->netlist->instance_master[instance]),
		split);
	return lib ? tighter(limit, lib_pin_limit(lib, kind, split), split) : limit;
}

/* The tightest of the clocks that reach a vertex, or whose data does. */
static double limit_of_clocks(const struct limit_finder *f, int32_t vertex, enum split split)
{
	double limit = -1;

	for (int32_t s = state_first(f->states, vertex); s >= 0; s = state_next(f->states, s)) {
		const struct tag *tag = state_tag(f->states, s);
		int32_t i;
		double value;

		if (!tag || tag->clock_edge < 0 ||
		    (tag->kind != TAG_DATA && tag->kind != TAG_CLOCK))
			continue;
		i = f->of_clock[split][tag->clock_edge / N_EDGES];
		if (i < 0)
			continue;
		value = f->constraints->limit[i]
				.value[tag->kind == TAG_CLOCK ? LIMIT_IN_CLOCK : LIMIT_IN_DATA]
				      [vertex % N_EDGES];
		limit = tighter(limit, is_given(value) ? value : -1, split);
	}
	return limit;
}

static double slack_of(double value, double limit, enum split split)
{
	return split == LATE ? limit - value : value - limit;
}

static bool check_slew(const struct limit_finder *f, int32_t pin, enum split split,
		       struct limit_check *check)
{
	double common = limit_of(f, pin, LIMIT_SLEW, split);
	int32_t side = netlist_driving_side(f->netlist, pin);
	bool any = false;

	for (int i = 0; i < (side == pin ? 1 : 2) * N_EDGES; i++) {
		int edge = i % N_EDGES;
		int32_t vertex = (i < N_EDGES ? pin : side) * N_EDGES + edge;
		double limit = f->of_clock[split]
				       ? tighter(common, limit_of_clocks(f, vertex, split), split)
				       : common;
		double slew =
			f->slew[N_SPLITS * (int64_t)f->timing->image->vertex_state[vertex] + split];
		double slack = slack_of(slew, limit, split);

		if (limit < 0 || (any && slack >= check->slack))
			continue;
		*check = (struct limit_check){pin, (enum edge)edge, slew, limit, slack};
		any = true;
	}
	return any;
}

static double fanout_of(const struct netlist *netlist, int32_t pin, enum split split)
{
	int32_t net = netlist->pin_net[pin];
	double fanout = 0;

	for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++) {
		int32_t load = netlist->net_pin[i];
		const struct lib_pin *lib = netlist_lib_pin(netlist, load, split);

		if (load == pin || netlist->pin_instance[load] < 0 ||
		    netlist_pin_direction(netlist, load) == LIB_OUTPUT)
			continue;
		fanout += lib && lib->fanout_load >= 0 ? lib->fanout_load : 1;
	}
	return fanout;
}

/* The larger (smaller) of both edges. */
static double load_of(const struct limit_finder *f, int32_t net, enum split split)
{
	const double *load = f->load + (N_EDGES * (int64_t)net) * N_SPLITS + N_EDGES * split;
	bool larger = load[FALL] > load[RISE];

	return load[larger == (split == LATE) ? FALL : RISE];
}

static bool check_driver(const struct limit_finder *f, int32_t pin, enum limit_kind kind,
			 enum split split, struct limit_check *check)
{
	double limit, value;
	int32_t net = f->netlist->pin_net[pin];

	if (!netlist_may_drive(f->netlist, pin))
		return false;
	limit = limit_of(f, pin, kind, split);
	if (limit < 0)
		return false;
	if (net < 0)
		value = 0;
	else
		value = kind == LIMIT_FANOUT ? fanout_of(f->netlist, pin, split)
					     : load_of(f, net, split);
	*check = (struct limit_check){pin, RISE, value, limit, slack_of(value, limit, split)};
	return true;
}

/* False where nothing is demanded. */
static bool check_pin(const struct limit_finder *f, int32_t pin, enum limit_kind kind,
		      enum split split, struct limit_check *check)
{
	if (f->unchecked[pin])
		return false;
	return kind == LIMIT_SLEW ? check_slew(f, pin, split, check)
				  : check_driver(f, pin, kind, split, check);
}

/* ---- all of them ---- */

/* What is alike to a femtosecond (an attofarad) is equal, as timers of single precision have it, too. */
static int compare_checks(const void *one, const void *other)
{
	const struct limit_check *a = one, *b = other;
	int64_t x = fs_of_ps(a->slack), y = fs_of_ps(b->slack);

	return ORDER(x, y) ?: pin_order_compare(a->pin, b->pin);
}

static void sort_checks(const struct limit_finder *f, struct limit_checks *checks)
{
	pin_order_begin(f->netlist);
	SORT(checks->check, checks->n, compare_checks);
}

/* What one thread finds. */
struct part {
	struct limit_checks checks; /* owned */
	int64_t capacity;
	enum status status;
};

static enum status add_check(const struct limit_finder *f, const struct limit_query *query,
			     const struct limit_check *check, struct part *part)
{
	struct limit_checks *to = &part->checks;

	if (query->violated && check->slack >= 0)
		return STATUS_OK;
	if (!query->violated && to->n >= PRUNE_AT && to->n / 2 >= query->most) {
		sort_checks(f, to);
		to->n = query->most;
	}
	return APPEND(to->check, to->n, &part->capacity, *check);
}

static void find_in_part(const struct limit_finder *f, const struct limit_query *query,
			 int32_t first, int32_t last, struct part *part)
{
	for (int32_t i = first; i < last && part->status == STATUS_OK; i++) {
		int32_t pin = query->net < 0 ? i : f->netlist->net_pin[i];
		struct limit_check check;

		if (check_pin(f, pin, query->kind, query->split, &check))
			part->status = add_check(f, query, &check, part);
	}
}

static enum status join_parts(const struct limit_finder *f, const struct limit_query *query,
			      struct part *part, int n_parts, struct limit_checks *out)
{
	int64_t capacity = 0;

	for (int p = 0; p < n_parts; p++) {
		TRY(part[p].status);
		TRY(GROW(&out->check, &capacity, (int64_t)out->n + part[p].checks.n));
		COPY(out->check + out->n, part[p].checks.check, part[p].checks.n);
		out->n += part[p].checks.n;
	}
	sort_checks(f, out);
	if (!query->violated && out->n > query->most)
		out->n = query->most;
	return STATUS_OK;
}

enum status limit_checks_find(struct limit_finder *f, const struct limit_query *query,
			      struct limit_checks *out)
{
	int32_t first = query->net < 0 ? 0 : f->netlist->net_pin_row[query->net];
	int32_t n =
		(query->net < 0 ? f->netlist->n_pins : f->netlist->net_pin_row[query->net + 1]) -
		first;
	int n_parts = parts_of(n);
	FREED struct part *part = NULL;
	enum status status;

	*out = (struct limit_checks){0};
	TRY(ALLOC(&part, n_parts));
	OVER_PARTS(p, n_parts)
	{
		find_in_part(f, query, first + (int32_t)part_begin(n, n_parts, p),
			     first + (int32_t)part_begin(n, n_parts, p + 1), &part[p]);
	}
	status = join_parts(f, query, part, n_parts, out);
	for (int p = 0; p < n_parts; p++)
		free(part[p].checks.check);
	return status;
}

FREES(limit_checks_release, struct limit_checks, x->check);

int32_t limit_checks_count(const struct limit_finder *f, enum limit_kind kind)
{
	int n_parts = parts_of(f->netlist->n_pins);
	_Atomic int32_t n = 0;

	OVER_PARTS(p, n_parts)
	{
		int32_t last = (int32_t)part_begin(f->netlist->n_pins, n_parts, p + 1), own = 0;

		for (int32_t pin = (int32_t)part_begin(f->netlist->n_pins, n_parts, p); pin < last;
		     pin++) {
			bool violated = false;

			for (int split = 0; split < N_SPLITS && !violated; split++) {
				struct limit_check check;

				violated = check_pin(f, pin, kind, (enum split)split, &check) &&
					   check.slack < 0;
			}
			own += violated;
		}
		n += own;
	}
	return n;
}

bool limits_exist(const struct timing *timing, enum limit_kind kind)
{
	const struct netlist *netlist = timing->image->graph->netlist;
	const struct constraints *k = timing->image->graph->constraints;

	for (int32_t i = 0; k && i < k->n_limits; i++) {
		if (k->limit[i].kind == kind)
			return true;
	}
	for (int32_t m = 0; m < netlist->n_masters; m++) {
		const struct master *master = &netlist->master[m];

		for (int32_t p = 0; p < master->n_pins && master->n_instances; p++) {
			for (int split = 0; split < N_SPLITS; split++) {
				const struct lib_pin *pin =
					master_lib_pin(master, p, (enum split)split);

				if (pin && lib_pin_limit(pin, kind, (enum split)split) >= 0)
					return true;
			}
		}
	}
	return false;
}
