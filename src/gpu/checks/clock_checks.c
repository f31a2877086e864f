#include "gpu/checks/clock_checks.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "db/scaling.h"
#include "gpu/checks/clock_pins.h"
#include "gpu/checks/pin_order.h"

enum { NO_RULE = -1 };

struct finder {
	const struct timing *timing;
	const struct state_graph *states;
	const struct netlist *netlist;
	const struct constraints *constraints;
	struct clock_checks *checks;
	enum credit_mode mode;
	uint8_t *is_register; /* owned [n_pins]: the clock pin of one */
	/* Owned: the rules of set_min_pulse_width in constraints->local by pin, instance and clock, NO_RULE = none;
	 * NULL where there are no rules at all. */
	int32_t *of_pin, *of_instance, *of_clock;
	int32_t of_all;
};

/* ---- what is demanded ---- */

static enum status alloc_rules(int32_t **rule, int32_t n)
{
	TRY(ALLOC(rule, n));
	for (int32_t i = 0; i < n; i++)
		(*rule)[i] = NO_RULE;
	return STATUS_OK;
}

static enum status list_rules(struct finder *f)
{
	const struct constraints *k = f->constraints;
	bool any = false;

	f->of_all = NO_RULE;
	for (int32_t i = 0; i < k->n_locals; i++)
		any |= k->local[i].kind == LOCAL_PULSE;
	if (!any)
		return STATUS_OK;
	TRY(alloc_rules(&f->of_pin, f->netlist->n_pins));
	TRY(alloc_rules(&f->of_instance, f->netlist->n_instances));
	TRY(alloc_rules(&f->of_clock, k->n_clocks));
	for (int32_t i = 0; i < k->n_locals; i++) {
		const struct local_rule *rule = &k->local[i];

		if (rule->kind != LOCAL_PULSE)
			continue;
		if (rule->pin >= 0)
			f->of_pin[rule->pin] = i;
		else if (rule->instance >= 0)
			f->of_instance[rule->instance] = i;
		else if (rule->clock >= 0)
			f->of_clock[rule->clock] = i;
		else
			f->of_all = i;
	}
	return STATUS_OK;
}

static double axis_value(enum lut_variable variable, double slew)
{
	return variable == LUT_LOAD || variable == LUT_NONE ? 0 : slew;
}

static double larger(double a, double b)
{
	return b > a ? b : a;
}

static const struct lib_conditions *conditions_of(const struct finder *f, enum split split)
{
	return scaling_conditions(f->netlist, f->timing->image->graph->constraints, split);
}

/* What a pin's own attribute demands, scaled; ps, -1 = nothing. */
static double pin_demands(const struct finder *f, int32_t pin, enum split split,
			  enum lib_scale scale, enum edge edge)
{
	const struct lib_pin *lib = netlist_lib_pin(f->netlist, pin, split);
	const struct master *master =
		&f->netlist->master[f->netlist->instance_master[f->netlist->pin_instance[pin]]];
	const struct library *library = master->library[split];
	double value = scale == SCALE_PERIOD ? lib->min_period : lib->min_width[edge];

	if (value < 0)
		return -1;
	return value * scaling_factor(library, library->cell[master->cell[split]].scaling, scale,
				      edge, conditions_of(f, split));
}

/* What tables of a timing type demand of an edge at a pin of a cell, ps, -1 = nothing; conditions aren't
 * looked at. */
static double table_demands(const struct finder *f, int32_t pin, enum split split, const char *type,
			    enum edge edge)
{
	int32_t instance = f->netlist->pin_instance[pin];
	const struct master *master = &f->netlist->master[f->netlist->instance_master[instance]];
	const struct library *library = master->library[split];
	const struct lib_cell *cell = &library->cell[master->cell[split]];
	int32_t in_cell =
		(int32_t)(netlist_lib_pin(f->netlist, pin, split) - &library->pin[cell->first_pin]);
	double demanded = -1;

	for (int32_t a = cell->first_arc; a < cell->first_arc + cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[a];
		const char *name = lib_timing_types[arc->type].name;

		if (arc->to != in_cell || arc->kind != LIB_OTHER || arc->delay[edge] < 0 || !name ||
		    strcmp(name, type) != 0)
			continue;
		for (int i = 0; i < N_SPLITS; i++) {
			const struct lut *lut = &library->lut[arc->delay[edge]];
			double slew = timing_clock_slew(f->timing, pin * N_EDGES + (int)edge,
							(enum split)i);

			demanded = larger(demanded, scaled_value(library, lut,
								 axis_value(lut->variable[0], slew),
								 axis_value(lut->variable[1], slew),
								 conditions_of(f, split)));
		}
	}
	return demanded;
}

/* What is annotated at a pin, of the splits the larger; ps, -1 = nothing. */
static double annotated(const struct timing *timing, enum annotated what, int32_t pin,
			enum edge edge)
{
	int32_t vertex = pin * N_EDGES + (int)edge;
	struct annotation_key key = {(int32_t)what, vertex, vertex, -1};
	const struct annotation *said =
		timing->pulses ? annotations_find(timing->pulses, &key) : NULL;
	double demanded = -1;

	for (int split = 0; split < N_SPLITS && said; split++) {
		if (said->given[split] != ANNOTATION_NONE)
			demanded = larger(demanded, said->given[split] / 1000.0);
	}
	return demanded;
}

/* What the library demands of a pulse (of an edge), or of the period (of both); ps, -1 = nothing. */
static double library_limit(const struct finder *f, enum annotated what, int32_t pin,
			    enum edge first, enum edge last)
{
	const char *table = what == ANNOTATED_WIDTH ? "min_pulse_width" : "minimum_period";
	double demanded = annotated(f->timing, what, pin, first);

	if (demanded >= 0)
		return demanded;

	for (int split = 0; split < N_SPLITS; split++) {
		const struct lib_pin *lib = netlist_lib_pin(f->netlist, pin, (enum split)split);

		if (!lib)
			continue;
		demanded = larger(demanded, pin_demands(f, pin, (enum split)split,
							what == ANNOTATED_WIDTH ? SCALE_PULSE_WIDTH
										: SCALE_PERIOD,
							first));
		for (int edge = (int)first; edge <= (int)last; edge++)
			demanded = larger(demanded, table_demands(f, pin, (enum split)split, table,
								  (enum edge)edge));
	}
	return demanded;
}

static double library_width(const struct finder *f, int32_t pin, enum edge pulse)
{
	return library_limit(f, ANNOTATED_WIDTH, pin, pulse, pulse);
}

static double library_period(const struct finder *f, int32_t pin)
{
	return library_limit(f, ANNOTATED_PERIOD, pin, RISE, FALL);
}

double clock_checks_width(const struct timing *timing, int32_t pin, enum edge pulse)
{
	struct finder f = {.timing = timing, .netlist = timing->image->graph->netlist};

	return library_width(&f, pin, pulse);
}

double clock_checks_period(const struct timing *timing, int32_t pin)
{
	struct finder f = {.timing = timing, .netlist = timing->image->graph->netlist};

	return library_period(&f, pin);
}

/*
 * The first rule there is decides, or, where it is about the other pulse, the library does, as in OpenSTA;
 * where that says nothing, the rules after the first. ps, -1 = nothing.
 */
static double demanded_width(const struct finder *f, int32_t pin, int32_t clock, enum edge pulse)
{
	double demanded = library_width(f, pin, pulse);
	int32_t instance = f->netlist->pin_instance[pin];
	bool first = true;

	if (f->of_pin) {
		const int32_t rules[] = {f->of_pin[pin],
					 instance < 0 ? NO_RULE : f->of_instance[instance],
					 f->is_register[pin] ? f->of_clock[clock] : NO_RULE,
					 f->is_register[pin] ? f->of_all : NO_RULE};

		for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
			double value;

			if (rules[i] == NO_RULE)
				continue;
			value = f->constraints->local[rules[i]].value[LATE][pulse];
			if (is_given(value) && (first || demanded < 0))
				return value;
			first = false;
		}
	}
	return demanded;
}

/* ---- what clocks have ---- */

static int64_t difference_at(const struct finder *f, int32_t state)
{
	int64_t late = timing_arrival(f->timing, state, LATE),
		early = timing_arrival(f->timing, state, EARLY);

	return late == FS_NONE_64 || early == FS_NONE_64 || late < early ? 0 : late - early;
}

/* Both edges reach one pin, the last that they have in common. */
static int64_t credit_of(const struct finder *f, int32_t open, int32_t close)
{
	int64_t a, b;

	if (f->mode != CREDIT_OPENSTA || !state_is_propagated(f->states, open) ||
	    !state_is_propagated(f->states, close))
		return 0;
	a = difference_at(f, open);
	b = difference_at(f, close);
	return a < b ? a : b;
}

static enum status add_pulse(struct finder *f, int32_t open)
{
	const struct state_graph *states = f->states;
	int32_t vertex = state_vertex(states, open), edge = state_tag(states, open)->clock_edge;
	struct pulse_check check = {
		.pin = state_pin(states, open), .clock = edge / N_EDGES, .open = open};
	double demanded;

	check.pulse = (enum edge)(vertex % N_EDGES);
	demanded = demanded_width(f, check.pin, edge / N_EDGES, check.pulse);
	if (demanded < 0)
		return STATUS_OK;
	check.close =
		state_next_of_clock(states, state_first(states, vertex ^ 1), TAG_CLOCK, edge ^ 1);
	check.opens = timing_arrival(f->timing, open, LATE);
	if (check.close < 0 || check.opens == FS_NONE_64 ||
	    timing_arrival(f->timing, check.close, EARLY) == FS_NONE_64)
		return STATUS_OK;
	check.closes = timing_arrival(f->timing, check.close, EARLY);
	if (clock_edge_time(f->constraints, edge) > clock_edge_time(f->constraints, edge ^ 1))
		check.closes += fs_of_ps(f->constraints->clock[edge / N_EDGES].period);
	check.credit = credit_of(f, open, check.close);
	check.required = fs_of_ps(demanded);
	check.width = check.closes + check.credit - check.opens;
	check.slack = check.width - check.required;
	return APPEND(f->checks->pulse, f->checks->n_pulses, &f->checks->pulse_capacity, check);
}

/* Of the states at a pin, also at its driving side, the first of a clock. */
static int32_t first_of_clock(const struct finder *f, int32_t pin, int32_t clock)
{
	int32_t side[] = {pin, netlist_driving_side(f->netlist, pin)};

	for (int i = 0; i < 2 * N_EDGES; i++) {
		for (int32_t s = state_first(f->states, side[i / N_EDGES] * N_EDGES + i % N_EDGES);
		     s >= 0; s = state_next(f->states, s)) {
			if (state_clock(f->states, s) == clock)
				return s;
		}
	}
	return -1;
}

static enum status add_period(struct finder *f, int32_t state)
{
	int32_t pin = state_pin(f->states, state),
		clock = state_tag(f->states, state)->clock_edge / N_EDGES;
	struct period_check check = {.pin = pin, .clock = clock};
	double demanded = library_period(f, pin);

	if (demanded < 0 || first_of_clock(f, pin, clock) != state)
		return STATUS_OK;
	check.required = fs_of_ps(demanded);
	check.period = fs_of_ps(f->constraints->clock[clock].period);
	check.slack = check.period - check.required;
	return APPEND(f->checks->period, f->checks->n_periods, &f->checks->period_capacity, check);
}

/* ---- in order ---- */

COMPARER(by_pulse, struct pulse_check,
	 ORDER(x->slack, y->slack) ?: pin_order_compare(x->pin, y->pin)
		 ?: ORDER(x->pulse != RISE, y->pulse != RISE) ?: ORDER(x->clock, y->clock)
		 ?: ORDER(x->open, y->open))

COMPARER(by_period, struct period_check,
	 ORDER(x->slack, y->slack) ?: pin_order_compare(x->pin, y->pin)
		 ?: ORDER(x->clock, y->clock))

void clock_checks_sort(const struct timing *timing, struct clock_checks *checks)
{
	pin_order_begin(timing->image->graph->netlist);
	SORT(checks->pulse, checks->n_pulses, by_pulse);
	SORT(checks->period, checks->n_periods, by_period);
}

/* ---- all ---- */

static bool library_demands(const struct library *library)
{
	for (int32_t p = 0; p < library->n_pins; p++) {
		const struct lib_pin *pin = &library->pin[p];

		if (pin->min_width[RISE] >= 0 || pin->min_width[FALL] >= 0 || pin->min_period >= 0)
			return true;
	}
	for (int32_t a = 0; a < library->n_arcs; a++) {
		const char *name = lib_timing_types[library->arc[a].type].name;

		if (library->arc[a].kind == LIB_OTHER && name &&
		    (strcmp(name, "min_pulse_width") == 0 || strcmp(name, "minimum_period") == 0))
			return true;
	}
	return false;
}

bool clock_checks_exist(const struct timing *timing)
{
	const struct netlist *netlist = timing->image->graph->netlist;
	const struct constraints *constraints = timing->image->graph->constraints;
	bool demanded = timing->pulses != NULL;

	if (!constraints || !constraints->n_clocks)
		return false;
	for (int32_t i = 0; i < constraints->n_locals; i++)
		demanded |= constraints->local[i].kind == LOCAL_PULSE;
	for (int32_t l = 0; l < netlist->n_libraries && !demanded; l++)
		demanded = library_demands(netlist->library[l]);
	return demanded;
}

static FREES(finder_release, struct finder, x->is_register, x->of_pin, x->of_instance, x->of_clock);

enum status clock_checks_find(const struct timing *timing, enum credit_mode mode,
			      struct clock_checks *checks)
{
	RELEASED_BY(finder_release)
	struct finder f = {.timing = timing,
			   .states = timing->image->states,
			   .netlist = timing->image->graph->netlist,
			   .constraints = timing->image->graph->constraints,
			   .checks = checks,
			   .mode = mode};

	*checks = (struct clock_checks){0};
	if (!f.constraints)
		return STATUS_OK;
	TRY(clock_pins_mark(f.states->timing, &f.is_register));
	TRY(list_rules(&f));
	for (int32_t s = 0; s < f.states->graph->n_vertices; s++) {
		if (state_clock(f.states, s) < 0)
			continue;
		TRY(add_pulse(&f, s));
		TRY(add_period(&f, s));
	}
	return STATUS_OK;
}

FREES(clock_checks_release, struct clock_checks, x->pulse, x->period);
