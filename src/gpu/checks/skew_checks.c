#include "gpu/checks/skew_checks.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "db/scaling.h"
#include "gpu/checks/pin_order.h"

struct finder {
	const struct timing *timing;
	const struct state_graph *states;
	const struct netlist *netlist;
	struct skew_checks *checks;
};

static bool is_skew(const struct lib_arc *arc)
{
	const char *name = lib_timing_types[arc->type].name;

	return arc->kind == LIB_OTHER && name &&
	       (strcmp(name, "skew_rising") == 0 || strcmp(name, "skew_falling") == 0);
}

static double axis_value(enum lut_variable variable, double related, double constrained)
{
	switch (variable) {
	case LUT_RELATED_SLEW:
	case LUT_SLEW:
		return related;
	case LUT_CONSTRAINED_SLEW:
		return constrained;
	default:
		return 0;
	}
}

/* What a table allows at the slews of two states, fs. */
static int64_t allowed_skew(const struct finder *f, const struct library *library, int32_t table,
			    const struct skew_check *check)
{
	const struct lut *lut = &library->lut[table];
	int32_t to = state_vertex(f->states, check->clock),
		from = state_vertex(f->states, check->reference);
	double related = timing_clock_slew(f->timing, from, EARLY),
	       constrained = timing_clock_slew(f->timing, to, LATE);
	double factor =
		check_factor(&f->states->timing->derates, f->netlist->pin_instance[to / N_EDGES],
			     to % N_EDGES, DOMAIN_DATA, LATE);

	return fs_of_ps(
		factor *
		scaled_value(library, lut, axis_value(lut->variable[0], related, constrained),
			     axis_value(lut->variable[1], related, constrained),
			     scaling_conditions(f->netlist, f->states->timing->constraints, LATE)));
}

/* Of all clocks at the related vertex; the worst stays. */
static void compare(const struct finder *f, const struct library *library, int32_t table,
		    int32_t from, struct skew_check *check, struct skew_check *worst)
{
	int64_t late = timing_arrival(f->timing, check->clock, LATE);

	if (late == FS_NONE_64)
		return;
	for (int32_t s = state_first(f->states, from); s >= 0; s = state_next(f->states, s)) {
		int64_t early = timing_arrival(f->timing, s, EARLY);

		if (state_clock(f->states, s) < 0 || early == FS_NONE_64)
			continue;
		check->reference = s;
		check->allowed = allowed_skew(f, library, table, check);
		check->skew = late - early;
		check->slack = check->allowed - check->skew;
		if (worst->clock < 0 || check->slack < worst->slack)
			*worst = *check;
	}
}

static void check_arc(const struct finder *f, int32_t first_pin, const struct library *library,
		      const struct lib_arc *arc, struct skew_check *worst)
{
	for (int edge = 0; edge < N_EDGES; edge++) {
		int32_t to = (first_pin + arc->to) * N_EDGES + edge;

		if (arc->delay[edge] < 0)
			continue;
		for (int32_t s = state_first(f->states, to); s >= 0; s = state_next(f->states, s)) {
			struct skew_check check = {.clock = s};

			for (int related = 0; related < N_EDGES; related++) {
				if (state_clock(f->states, s) >= 0 && arc->from_edge[related])
					compare(f, library, arc->delay[edge],
						(first_pin + arc->from) * N_EDGES + related, &check,
						worst);
			}
		}
	}
}

/* The late library says what is allowed; pins of instances are in its order. */
static enum status check_pin(struct finder *f, int32_t instance, const struct lib_cell *cell,
			     int32_t pin)
{
	const struct master *master = &f->netlist->master[f->netlist->instance_master[instance]];
	const struct library *library = master->library[LATE];
	struct skew_check worst = {.clock = -1};

	for (int32_t a = cell->first_arc; a < cell->first_arc + cell->n_arcs; a++) {
		if (library->arc[a].to == pin && is_skew(&library->arc[a]))
			check_arc(f, f->netlist->instance_pin[instance], library, &library->arc[a],
				  &worst);
	}
	if (worst.clock < 0)
		return STATUS_OK;
	return APPEND(f->checks->check, f->checks->n, &f->checks->capacity, worst);
}

static _Thread_local const struct state_graph *sorted;

COMPARER(compare_checks, struct skew_check,
	 ORDER(x->slack, y->slack)
		 ?: pin_order_compare(state_pin(sorted, x->clock), state_pin(sorted, y->clock)))

static bool has_skews(const struct master *master)
{
	const struct library *library = master->library[LATE];
	const struct lib_cell *cell = library ? &library->cell[master->cell[LATE]] : NULL;

	for (int32_t a = 0; cell && a < cell->n_arcs; a++) {
		if (is_skew(&library->arc[cell->first_arc + a]))
			return true;
	}
	return false;
}

bool skew_checks_demanded(const struct timing *timing)
{
	const struct netlist *netlist = timing->image->graph->netlist;
	const struct constraints *constraints = timing->image->graph->constraints;

	for (int32_t m = 0; m < netlist->n_masters && constraints && constraints->n_clocks; m++) {
		if (netlist->master[m].n_instances && has_skews(&netlist->master[m]))
			return true;
	}
	return false;
}

static enum status find(struct finder *f)
{
	for (int32_t m = 0; m < f->netlist->n_masters; m++) {
		const struct master *master = &f->netlist->master[m];

		if (!has_skews(master))
			continue;
		for (int32_t i = 0; i < f->netlist->n_instances; i++) {
			if (f->netlist->instance_master[i] != m)
				continue;
			for (int32_t pin = 0; pin < master->n_pins; pin++)
				TRY(check_pin(f, i,
					      &master->library[LATE]->cell[master->cell[LATE]],
					      pin));
		}
	}
	return STATUS_OK;
}

enum status skew_checks_find(const struct timing *timing, struct skew_checks *checks)
{
	struct finder f = {.timing = timing,
			   .states = timing->image->states,
			   .netlist = timing->image->graph->netlist,
			   .checks = checks};

	*checks = (struct skew_checks){0};
	TRY(find(&f));
	sorted = f.states;
	pin_order_begin(f.netlist);
	SORT(checks->check, checks->n, compare_checks);
	return STATUS_OK;
}

FREES(skew_checks_release, struct skew_checks, x->check);
