#include "db/constraints_change.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/derates.h"

struct comparison {
	const struct constraints *base, *before, *now;
	struct constraints_change *out;
};

static enum status add_pin(struct comparison *c, int32_t pin)
{
	struct constraints_change *out = c->out;

	TRY(GROW(&out->pin, &out->pin_capacity, (int64_t)out->n_pins + 1));
	out->pin[out->n_pins++] = pin;
	return STATUS_OK;
}

/* A member that isn't compared leaves slacks as they were: a new one is compared below, or isn't for a reason. */
#if UINTPTR_MAX == UINT64_MAX
#define ALL_COMPARED(structure, size)                                                              \
	_Static_assert(sizeof(struct structure) == (size), "compare each member of " #structure)
#else
#define ALL_COMPARED(structure, size) _Static_assert(1, "")
#endif
ALL_COMPARED(constraints, 496);
ALL_COMPARED(operating_conditions, 8);
ALL_COMPARED(wire_model, 8);
ALL_COMPARED(clock, 232);
ALL_COMPARED(clock_pin, 96);
ALL_COMPARED(clock_uncertainty, 24);
ALL_COMPARED(clock_group, 16);
ALL_COMPARED(external_delay, 48);
ALL_COMPARED(driving_arc, 32);
ALL_COMPARED(port_constraint, 176);
ALL_COMPARED(exception, 144);
ALL_COMPARED(path_filter, 96);
ALL_COMPARED(case_value, 12);
ALL_COMPARED(disabled_arc, 16);
ALL_COMPARED(derate, 40);
ALL_COMPARED(local_rule, 64);

/* Of doubles as they are: 0 and −0 differ, which only means that more is looked at. */
#define SAME(a, b) (memcmp((a), (b), sizeof(a)) == 0)

static bool given_alike(const double *a, const double *b, int n)
{
	bool same = true;

	for (int i = 0; i < n; i++)
		same &= is_given(a[i]) == is_given(b[i]);
	return same;
}

/* Is something given now that wasn't then? */
static bool gives_more(const double *then, const double *now, int n)
{
	bool more = false;

	for (int i = 0; i < n; i++)
		more |= is_given(now[i]) && !is_given(then[i]);
	return more;
}

/* ---- clocks ---- */

static bool same_waveform(const struct clock *a, const struct clock *b)
{
	return a->period == b->period && SAME(a->time, b->time) && a->one_cycle == b->one_cycle;
}

/* Where it begins and how it spreads. Whether latency before its source is given decides where a generated one's
 * comes from. */
static bool is_same_clock(const struct clock *a, const struct clock *b)
{
	enum { CORNERS = N_SPLITS * N_EDGES };

	return strcmp(a->name, b->name) == 0 && a->propagated == b->propagated &&
	       a->add == b->add && a->n_sources == b->n_sources && a->master == b->master &&
	       a->master_pin == b->master_pin && SAME(a->master_edge, b->master_edge) &&
	       (a->n_sources == 0 ||
		memcmp(a->source, b->source, (size_t)a->n_sources * sizeof *a->source) == 0) &&
	       (a->master < 0 ||
		given_alike(&a->source_latency[0][0], &b->source_latency[0][0], CORNERS));
}

static void compare_clocks(struct comparison *c)
{
	const struct constraints *before = c->before, *now = c->now;
	struct constraints_change *out = c->out;

	out->structure |= before->n_clocks != now->n_clocks;
	for (int32_t i = 0; i < now->n_clocks && !out->structure; i++) {
		const struct clock *a = &before->clock[i], *b = &now->clock[i];

		out->structure |= !is_same_clock(a, b);
		out->clocks |= !same_waveform(a, b) ||
			       !SAME(a->source_latency, b->source_latency) ||
			       !SAME(a->network_latency, b->network_latency);
		out->clock_slews |= !SAME(a->transition, b->transition);
		out->all_ends |= !SAME(a->uncertainty, b->uncertainty);
	}
	out->all_ends |= out->clocks;
}

static void compare_clock_pins(struct comparison *c)
{
	const struct constraints *before = c->before, *now = c->now;
	bool same = before->n_clock_pins == now->n_clock_pins;

	for (int32_t i = 0; i < now->n_clock_pins && same; i++) {
		const struct clock_pin *a = &before->clock_pin[i], *b = &now->clock_pin[i];

		same = a->pin == b->pin && a->clock == b->clock && a->propagated == b->propagated &&
		       SAME(a->source_latency, b->source_latency) &&
		       SAME(a->network_latency, b->network_latency) &&
		       SAME(a->uncertainty, b->uncertainty);
	}
	c->out->structure |= !same;
}

static void compare_uncertainties(struct comparison *c)
{
	const struct constraints *before = c->before, *now = c->now;
	bool same = before->n_uncertainties == now->n_uncertainties;

	for (int32_t i = 0; i < now->n_uncertainties && same; i++) {
		const struct clock_uncertainty *a = &before->uncertainty[i],
					       *b = &now->uncertainty[i];

		same = a->from == b->from && a->to == b->to && SAME(a->uncertainty, b->uncertainty);
	}
	c->out->all_ends |= !same;
}

static bool same_groups(const struct constraints *a, const struct constraints *b, int32_t n)
{
	bool same = true;

	for (int32_t i = 0; i < n && same; i++) {
		const struct clock_group *x = &a->clock_group[i], *y = &b->clock_group[i];

		same = x->set == y->set && x->group == y->group && x->clock == y->clock;
	}
	return same;
}

/* A set that is added takes ends away, as long as it adds none to groups of another. */
static bool keeps_apart(const struct constraints *base, const struct constraints *now)
{
	int32_t n = base->n_clock_groups;
	bool apart = now->n_clock_groups >= n && same_groups(base, now, n);

	for (int32_t i = n; i < now->n_clock_groups && apart; i++) {
		for (int32_t j = 0; j < n; j++)
			apart &= now->clock_group[i].set != base->clock_group[j].set;
	}
	return apart;
}

static void compare_clock_groups(struct comparison *c)
{
	const struct constraints *before = c->before, *now = c->now;

	if (before->n_clock_groups == now->n_clock_groups &&
	    same_groups(before, now, now->n_clock_groups))
		return;
	c->out->structure |= !keeps_apart(c->base, now);
	c->out->meetings = c->out->all_ends = true;
}

/* ---- ports ---- */

static bool is_same_external(const struct external_delay *a, const struct external_delay *b)
{
	return a->pin == b->pin && a->clock_edge == b->clock_edge && a->reference == b->reference &&
	       a->source_latency_included == b->source_latency_included &&
	       a->network_latency_included == b->network_latency_included;
}

static void compare_inputs(struct comparison *c)
{
	const struct constraints *before = c->before, *now = c->now;
	struct constraints_change *out = c->out;

	out->structure |= before->n_input_delays != now->n_input_delays;
	for (int32_t i = 0; i < now->n_input_delays && !out->structure; i++) {
		const struct external_delay *a = &before->input_delay[i], *b = &now->input_delay[i];

		out->structure |= !is_same_external(a, b) ||
				  !given_alike(&a->delay[0][0], &b->delay[0][0], 4);
		out->inputs |= !SAME(a->delay, b->delay);
	}
}

/* What is given for the first time has no end yet. */
static enum status compare_outputs(struct comparison *c)
{
	const struct constraints *base = c->base, *before = c->before, *now = c->now;
	struct constraints_change *out = c->out;

	out->structure |= before->n_output_delays != now->n_output_delays;
	for (int32_t i = 0; i < now->n_output_delays && !out->structure; i++) {
		const struct external_delay *a = &before->output_delay[i],
					    *b = &now->output_delay[i];

		out->structure |=
			!is_same_external(a, b) ||
			gives_more(&base->output_delay[i].delay[0][0], &b->delay[0][0], 4);
		out->meetings |= !given_alike(&a->delay[0][0], &b->delay[0][0], 4);
		if (!SAME(a->delay, b->delay))
			TRY(add_pin(c, b->pin));
	}
	return STATUS_OK;
}

static bool same_drivers(const struct constraints *a, const struct constraints *b, int32_t port)
{
	const struct port_constraint *p = &a->port[port], *q = &b->port[port];
	bool same = p->n_driving_arcs == q->n_driving_arcs;

	for (int32_t i = 0; i < p->n_driving_arcs && same; i++) {
		const struct driving_arc *x = &a->driving_arc[p->first_driving_arc + i],
					 *y = &b->driving_arc[q->first_driving_arc + i];

		same = x->library == y->library && x->arc == y->arc &&
		       x->from_edge == y->from_edge && x->to_edge == y->to_edge &&
		       x->split == y->split && x->slew == y->slew;
	}
	return same;
}

bool constraints_same_loads(const struct port_constraint *a, const struct port_constraint *b)
{
	return SAME(a->load, b->load) && SAME(a->wire_load, b->wire_load);
}

static enum status compare_ports(struct comparison *c)
{
	const struct constraints *before = c->before, *now = c->now;
	struct constraints_change *out = c->out;

	for (int32_t p = 0; p < now->n_ports; p++) {
		const struct port_constraint *a = &before->port[p], *b = &now->port[p];

		out->port_slews |= !SAME(a->slew, b->slew);
		out->loads |= !constraints_same_loads(a, b);
		out->drivers |= !same_drivers(before, now, p);
		out->structure |= a->has_required != b->has_required;
		if (b->has_required && !SAME(a->required, b->required)) {
			out->structure |= !given_alike(&a->required[0][0], &b->required[0][0], 4);
			TRY(add_pin(c, p));
		}
	}
	return STATUS_OK;
}

static bool same_conditions(const struct constraints *a, const struct constraints *b)
{
	return SAME(a->conditions, b->conditions) && a->is_single == b->is_single;
}

static bool same_net_loads(const struct constraints *a, const struct constraints *b)
{
	size_t size = (size_t)b->n_nets * sizeof *b->net_load;
	bool same = a->net_load == b->net_load;

	if (a->net_load && b->net_load)
		same = !size || memcmp(a->net_load, b->net_load, size) == 0;
	for (int32_t p = 0; p < b->n_ports && same; p++)
		same = SAME(a->port[p].fan_out, b->port[p].fan_out);
	return same && SAME(a->wire_model, b->wire_model);
}

static void compare_net_loads(struct comparison *c)
{
	c->out->structure |= !same_conditions(c->before, c->now);
	c->out->net_loads = !same_net_loads(c->before, c->now);
}

/* ---- exceptions ---- */

static bool has_pin(const struct point_list *list)
{
	bool pins = false;

	for (int32_t i = 0; i < list->n; i++)
		pins |= list->point[i].kind == POINT_PIN;
	return pins;
}

/* Does it keep no states apart, as it asks nothing of where paths begin and what they pass but the clock? A path
 * delay may begin and cut paths. */
static bool is_of_ends(const struct exception *e)
{
	return !has_pin(&e->filter.from) && e->filter.n_throughs == 0 && e->kind != EXCEPTION_DELAY;
}

/* Do they keep the same states apart? */
static bool of_same_states(const struct exception *a, const struct exception *b)
{
	return a->kind == b->kind && a->ignore_clock_latency == b->ignore_clock_latency &&
	       a->probe == b->probe && path_filter_equal(&a->filter, &b->filter);
}

bool exception_is_same(const struct exception *a, const struct exception *b)
{
	bool same_names = a->name && b->name ? strcmp(a->name, b->name) == 0 : a->name == b->name;

	return same_names && SAME(a->applies, b->applies) && a->delay == b->delay &&
	       a->multiplier == b->multiplier && a->of_start == b->of_start && of_same_states(a, b);
}

/* Did this false path keep ends away when all was built? */
static bool is_false_in_base(const struct comparison *c, const struct exception *e)
{
	bool found = false;

	if (e->kind != EXCEPTION_FALSE)
		return false;
	for (int32_t i = 0; i < c->base->n_exceptions && !found; i++)
		found = c->base->exception[i].kind == EXCEPTION_FALSE &&
			path_filter_equal(&c->base->exception[i].filter, &e->filter);
	return found;
}

/* At which ends is it met? */
static enum status note_ends(struct comparison *c, const struct exception *e)
{
	const struct point_list *to = &e->filter.to;
	bool pins = to->given;

	c->out->meetings = true;
	for (int32_t i = 0; i < to->n; i++)
		pins &= to->point[i].kind == POINT_PIN;
	c->out->all_ends |= !pins;
	for (int32_t i = 0; i < to->n && pins; i++)
		TRY(add_pin(c, to->point[i].id));
	return STATUS_OK;
}

/* One that came or went. */
static enum status note_exception(struct comparison *c, const struct exception *e)
{
	c->out->structure |= !is_of_ends(e);
	return note_ends(c, e);
}

static bool any_ignores_latency(const struct constraints *constraints)
{
	bool any = false;

	for (int32_t i = 0; i < constraints->n_exceptions; i++)
		any |= constraints->exception[i].kind == EXCEPTION_DELAY &&
		       constraints->exception[i].ignore_clock_latency;
	return any;
}

/* Two that replace each other. Of path delays the tighter one counts, so which one does may change with a
 * value, and with it whether the latency of clocks counts. */
static enum status compare_pair(struct comparison *c, const struct exception *a,
				const struct exception *b)
{
	if (exception_is_same(a, b))
		return STATUS_OK;
	c->out->structure |= is_false_in_base(c, a) ||
			     (a->kind == EXCEPTION_DELAY &&
			      (!SAME(a->applies, b->applies) || any_ignores_latency(c->now)));
	return note_ends(c, b);
}

/* Those from `first` on, n_old of before and n_new of now, have nothing in common. */
static enum status replace_exceptions(struct comparison *c, int32_t first, int32_t n_old,
				      int32_t n_new)
{
	struct constraints_change *out = c->out;

	for (int32_t i = first; i < first + n_old; i++) {
		out->structure |= is_false_in_base(c, &c->before->exception[i]);
		TRY(note_exception(c, &c->before->exception[i]));
	}
	for (int32_t i = first; i < first + n_new; i++)
		TRY(note_exception(c, &c->now->exception[i]));
	if (out->structure || (n_old == 0 && first == c->before->n_exceptions))
		return STATUS_OK;
	TRY(ALLOC(&out->exception, c->before->n_exceptions));
	for (int32_t i = 0; i < c->before->n_exceptions; i++)
		out->exception[i] = i < first ? i : i < first + n_old ? -1 : i - n_old + n_new;
	return STATUS_OK;
}

static enum status compare_exceptions(struct comparison *c)
{
	const struct constraints *before = c->before, *now = c->now;
	int32_t n_old = before->n_exceptions, n_new = now->n_exceptions, first = 0;
	bool pairs = n_old == n_new;

	while (first < n_old && first < n_new &&
	       exception_is_same(&before->exception[first], &now->exception[first]))
		first++;
	while (n_old > first && n_new > first &&
	       exception_is_same(&before->exception[n_old - 1], &now->exception[n_new - 1])) {
		n_old--;
		n_new--;
	}
	for (int32_t i = first; i < n_new && pairs; i++)
		pairs = of_same_states(&before->exception[i], &now->exception[i]);
	for (int32_t i = first; i < n_new && pairs; i++)
		TRY(compare_pair(c, &before->exception[i], &now->exception[i]));
	return pairs ? STATUS_OK : replace_exceptions(c, first, n_old - first, n_new - first);
}

/* ---- the rest ---- */

static bool same_cases(const struct constraints *a, const struct constraints *b)
{
	bool same = a->n_cases == b->n_cases;

	for (int32_t i = 0; i < a->n_cases && same; i++)
		same = a->case_value[i].pin == b->case_value[i].pin &&
		       a->case_value[i].value == b->case_value[i].value &&
		       a->case_value[i].is_logic == b->case_value[i].is_logic;
	return same;
}

static bool same_disables(const struct constraints *a, const struct constraints *b)
{
	bool same = a->n_disabled == b->n_disabled;

	for (int32_t i = 0; i < a->n_disabled && same; i++) {
		const struct disabled_arc *x = &a->disabled[i], *y = &b->disabled[i];

		same = x->instance == y->instance && x->from == y->from && x->to == y->to &&
		       x->master == y->master;
	}
	return same;
}

/* Pulse widths are looked up where they are reported. */
static bool same_locals(const struct constraints *a, const struct constraints *b)
{
	bool same = a->n_locals == b->n_locals;

	for (int32_t i = 0; i < a->n_locals && same; i++) {
		const struct local_rule *x = &a->local[i], *y = &b->local[i];

		same = x->kind == y->kind && x->pin == y->pin && x->instance == y->instance &&
		       x->clock == y->clock && x->from == y->from &&
		       x->from_edges == y->from_edges && x->edges == y->edges &&
		       x->level == y->level && (x->kind == LOCAL_PULSE || SAME(x->value, y->value));
	}
	return same;
}

static bool same_derates(const struct constraints *a, const struct constraints *b)
{
	bool same = a->n_derates == b->n_derates;

	for (int32_t i = 0; i < a->n_derates && same; i++) {
		const struct derate *x = &a->derate[i], *y = &b->derate[i];

		same = x->instance == y->instance && x->master == y->master && x->net == y->net &&
		       x->what == y->what && x->split == y->split && x->factor == y->factor &&
		       x->edges == y->edges;
	}
	return same;
}

enum status constraints_compare(const struct constraints *base, const struct constraints *before,
				const struct constraints *now, struct constraints_change *out)
{
	struct comparison c = {base, before, now, out};

	*out = (struct constraints_change){0};
	out->structure = before->n_ports != now->n_ports || before->n_nets != now->n_nets ||
			 !same_cases(before, now) || !same_disables(before, now) ||
			 !same_locals(before, now);
	if (out->structure)
		return STATUS_OK;
	out->derates = !same_derates(before, now);
	out->structure |= derates_tell_domains(before) != derates_tell_domains(now);
	compare_clocks(&c);
	compare_clock_pins(&c);
	compare_uncertainties(&c);
	compare_clock_groups(&c);
	compare_net_loads(&c);
	compare_inputs(&c);
	if (!out->structure)
		TRY(compare_outputs(&c));
	TRY(compare_ports(&c));
	return out->structure ? STATUS_OK : compare_exceptions(&c);
}

static bool same_loads(const struct constraints *a, const struct constraints *b)
{
	bool same = true;

	for (int32_t p = 0; p < b->n_ports && same; p++)
		same = constraints_same_loads(&a->port[p], &b->port[p]);
	return same;
}

bool constraints_keep_wires(const struct constraints *before, const struct constraints *now)
{
	return before->n_ports == now->n_ports && before->n_nets == now->n_nets &&
	       same_conditions(before, now) && same_net_loads(before, now) &&
	       same_loads(before, now);
}

static bool same_ports(const struct constraints *a, const struct constraints *b)
{
	bool same = true;

	for (int32_t p = 0; p < b->n_ports && same; p++)
		same = SAME(a->port[p].slew, b->port[p].slew) && same_drivers(a, b, p);
	return same;
}

bool constraints_keep_delays(const struct constraints *before, const struct constraints *now,
			     bool any_loop)
{
	bool same = constraints_keep_wires(before, now) && same_cases(before, now) &&
		    same_disables(before, now) && same_derates(before, now) &&
		    same_ports(before, now);

	/* clocks choose where loops are broken */
	same &= !any_loop || before->n_clocks == now->n_clocks;
	for (int32_t c = 0; c < now->n_clocks && any_loop && same; c++)
		same = is_same_clock(&before->clock[c], &now->clock[c]);
	return same;
}

void constraints_change_release(struct constraints_change *change)
{
	free(change->pin);
	free(change->exception);
	*change = (struct constraints_change){0};
}
