#include "db/constraints_change.h"

#include <string.h>

#include "base/grow.h"
#include "db/constraints_fields.h"
#include "db/derates.h"

struct comparison {
	const struct constraints *before, *now;
	struct constraints_change *out;
};

static enum status add_pin(struct comparison *c, int32_t pin)
{
	struct constraints_change *out = c->out;

	return APPEND(out->pin, out->n_pins, &out->pin_capacity, pin);
}

/* Of doubles as they are: 0 and −0 differ, which only means that more is looked at. */
#define SAME(a, b) (memcmp((a), (b), sizeof(a)) == 0)

/* Are the same of them given? */
static bool given_alike(const double a[N_SPLITS][N_EDGES], const double b[N_SPLITS][N_EDGES])
{
	bool alike = true;

	for (int c = 0; c < N_SPLITS * N_EDGES; c++)
		alike &= is_given(a[c / N_EDGES][c % N_EDGES]) ==
			 is_given(b[c / N_EDGES][c % N_EDGES]);
	return alike;
}

/* ---- ports ---- */

static enum status compare_delays(struct comparison *c)
{
	const struct constraints *before = c->before, *now = c->now;
	struct constraints_change *out = c->out;

	for (int32_t i = 0; i < now->n_input_delays; i++) {
		const struct external_delay *a = &before->input_delay[i], *b = &now->input_delay[i];

		out->structure |= !given_alike(a->delay, b->delay);
		out->inputs |= !SAME(a->delay, b->delay);
	}
	for (int32_t i = 0; i < now->n_output_delays; i++) {
		const struct external_delay *a = &before->output_delay[i],
					    *b = &now->output_delay[i];

		out->structure |= !given_alike(a->delay, b->delay);
		if (!SAME(a->delay, b->delay))
			TRY(add_pin(c, b->pin));
	}
	return STATUS_OK;
}

bool constraints_same_drivers(const struct constraints *a, int32_t port_a,
			      const struct constraints *b, int32_t port_b)
{
	const struct port_constraint *p = &a->port[port_a], *q = &b->port[port_b];
	bool same = p->n_driving_arcs == q->n_driving_arcs;

	for (int32_t i = 0; i < p->n_driving_arcs && same; i++)
		same = !fields_differ(&driving_arc_schema,
				      &a->driving_arc[p->first_driving_arc + i],
				      &b->driving_arc[q->first_driving_arc + i]);
	return same;
}

bool constraints_same_loads(const struct port_constraint *a, const struct port_constraint *b)
{
	return SAME(a->load, b->load) && SAME(a->wire_load, b->wire_load);
}

static enum status compare_required(struct comparison *c)
{
	for (int32_t p = 0; p < c->now->n_ports; p++) {
		const struct port_constraint *a = &c->before->port[p], *b = &c->now->port[p];

		if (!b->has_required || SAME(a->required, b->required))
			continue;
		c->out->structure |= !given_alike(a->required, b->required);
		TRY(add_pin(c, p));
	}
	return STATUS_OK;
}

/* ---- exceptions ---- */

/* Does it leave states and ends as they are, as it asks nothing of where paths begin and what they pass but the clock? A path
 * delay may begin and cut paths; by a false path between clocks there is no end. */
static bool is_of_ends(const struct exception *e)
{
	return e->kind == EXCEPTION_FALSE
		       ? exception_makes_ends_false(e)
		       : !point_list_has(&e->filter.from, POINT_PIN) && e->filter.n_throughs == 0 &&
				 e->kind != EXCEPTION_DELAY;
}

/* Do they keep the same states apart? */
static bool of_same_states(const struct exception *a, const struct exception *b)
{
	return !(fields_differ(&exception_schema, a, b) & CHANGES_PATHS);
}

/* At which ends is it met? */
static enum status note_ends(struct comparison *c, const struct exception *e)
{
	const struct point_list *to = &e->filter.to;
	bool pins = to->given;

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
	c->out->ends |= e->kind == EXCEPTION_FALSE;
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
	if (!fields_differ(&exception_schema, a, b))
		return STATUS_OK;
	c->out->structure |= (a->kind == EXCEPTION_FALSE && !is_of_ends(a)) ||
			     (a->kind == EXCEPTION_DELAY &&
			      (!SAME(a->applies, b->applies) || any_ignores_latency(c->now)));
	c->out->ends |= a->kind == EXCEPTION_FALSE;
	return note_ends(c, b);
}

/* Those from `first` on, n_old of before and n_new of now, have nothing in common. */
static enum status replace_exceptions(struct comparison *c, int32_t first, int32_t n_old,
				      int32_t n_new)
{
	struct constraints_change *out = c->out;

	for (int32_t i = first; i < first + n_old; i++)
		TRY(note_exception(c, &c->before->exception[i]));
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
	       !fields_differ(&exception_schema, &before->exception[first], &now->exception[first]))
		first++;
	while (n_old > first && n_new > first &&
	       !fields_differ(&exception_schema, &before->exception[n_old - 1],
			      &now->exception[n_new - 1])) {
		n_old--;
		n_new--;
	}
	for (int32_t i = first; i < n_new && pairs; i++)
		pairs = of_same_states(&before->exception[i], &now->exception[i]);
	for (int32_t i = first; i < n_new && pairs; i++)
		TRY(compare_pair(c, &before->exception[i], &now->exception[i]));
	return pairs ? STATUS_OK : replace_exceptions(c, first, n_old - first, n_new - first);
}

/* ---- all of it ---- */

enum { OF_EXCEPTIONS = CHANGES_PATHS | CHANGES_CHECKS | CHANGES_EXCEPTIONS };

/* What differs of two with as many ports and nets: CHANGES_… bits. */
static unsigned differ(const struct constraints *a, const struct constraints *b)
{
	unsigned differ = fields_differ(&constraints_arrays, a, b) & ~(unsigned)CHANGES_DRIVERS;
	size_t size = (size_t)b->n_nets * sizeof *b->net_load;

	differ |= fields_differ(&constraints_settings, a, b);
	for (int32_t p = 0; p < b->n_ports; p++) {
		differ |= fields_differ(&port_constraint_schema, &a->port[p], &b->port[p]) &
			  ~(unsigned)CHANGES_DRIVERS;
		differ |= constraints_same_drivers(a, p, b, p) ? 0 : CHANGES_DRIVERS;
	}
	if (a->net_load && b->net_load ? size && memcmp(a->net_load, b->net_load, size) != 0
				       : a->net_load != b->net_load)
		differ |= CHANGES_NET_LOADS;
	return differ;
}

/* Pulse widths are looked up where they are reported. */
static bool same_rules(const struct constraints *a, const struct constraints *b)
{
	bool same = true;

	for (int32_t i = 0; i < b->n_locals && same; i++)
		same = b->local[i].kind == LOCAL_PULSE ||
		       SAME(a->local[i].value, b->local[i].value);
	return same;
}

/* Whether latency before its source is given decides where a generated clock's comes from. */
static bool same_latencies(const struct constraints *a, const struct constraints *b)
{
	bool same = true;

	for (int32_t i = 0; i < b->n_clocks && same; i++)
		same = b->clock[i].master < 0 ||
		       given_alike(a->clock[i].source_latency, b->clock[i].source_latency);
	return same;
}

/* The rest of a change whose structure isn't known to be another. */
static enum status compare_rest(struct comparison *c, unsigned differ)
{
	const struct constraints *before = c->before, *now = c->now;
	struct constraints_change *out = c->out;

	out->structure = derates_tell_domains(before) != derates_tell_domains(now) ||
			 (differ & CHANGES_RULES && !same_rules(before, now)) ||
			 (differ & CHANGES_EDGES && !same_latencies(before, now));
	out->derates = differ & CHANGES_DERATES;
	out->clocks = differ & CHANGES_EDGES;
	out->clock_slews = differ & CHANGES_CLOCK_SLEWS;
	out->port_slews = differ & CHANGES_PORT_SLEWS;
	out->loads = differ & CHANGES_LOADS;
	out->drivers = differ & CHANGES_DRIVERS;
	out->net_loads = differ & CHANGES_NET_LOADS;
	out->all_ends = differ & (CHANGES_EDGES | CHANGES_ENDS);
	if (differ & CHANGES_DELAYS)
		TRY(compare_delays(c));
	if (differ & CHANGES_REQUIRED)
		TRY(compare_required(c));
	if (!out->structure && differ & OF_EXCEPTIONS)
		TRY(compare_exceptions(c));
	return STATUS_OK;
}

/* All others change the structure. */
enum {
	OF_VALUES = CHANGES_EDGES | CHANGES_CLOCK_SLEWS | CHANGES_ENDS | CHANGES_DELAYS |
		    CHANGES_PORT_SLEWS | CHANGES_LOADS | CHANGES_NET_LOADS | CHANGES_DRIVERS |
		    CHANGES_REQUIRED | CHANGES_DERATES | CHANGES_RULES | OF_EXCEPTIONS
};

enum status constraints_compare(const struct constraints *before, const struct constraints *now,
				struct constraints_change *out)
{
	struct comparison c = {before, now, out};
	unsigned bits;

	*out = (struct constraints_change){.structure = true};
	if (before->n_ports != now->n_ports || before->n_nets != now->n_nets)
		return STATUS_OK;
	bits = differ(before, now);
	return bits & ~(unsigned)OF_VALUES ? STATUS_OK : compare_rest(&c, bits);
}

enum { OF_WIRES = CHANGES_CONDITIONS | CHANGES_NET_LOADS | CHANGES_LOADS };

bool constraints_keep_wires(const struct constraints *before, const struct constraints *now)
{
	return before->n_ports == now->n_ports && before->n_nets == now->n_nets &&
	       !(differ(before, now) & OF_WIRES);
}

bool constraints_keep_delays(const struct constraints *before, const struct constraints *now,
			     bool any_loop)
{
	const unsigned changes = OF_WIRES | CHANGES_CONSTANTS | CHANGES_DISABLED | CHANGES_DERATES |
				 CHANGES_PORT_SLEWS | CHANGES_DRIVERS;
	unsigned bits;

	if (before->n_ports != now->n_ports || before->n_nets != now->n_nets)
		return false;
	bits = differ(before, now);
	/* clocks choose where loops are broken */
	return !(bits & changes) &&
	       (!any_loop || (!(bits & CHANGES_CLOCKS) && same_latencies(before, now)));
}

static bool any_path_delay(const struct constraints *constraints)
{
	bool any = false;

	for (int32_t i = 0; i < constraints->n_exceptions && !any; i++)
		any = constraints->exception[i].kind == EXCEPTION_DELAY;
	return any;
}

bool constraints_keep_clocks(const struct constraints *before, const struct constraints *now)
{
	const unsigned others = OF_EXCEPTIONS | CHANGES_ENDS | CHANGES_CLOCK_SLEWS |
				CHANGES_PORT_SLEWS | CHANGES_LOADS | CHANGES_NET_LOADS |
				CHANGES_DRIVERS | CHANGES_DERATES;

	return before->n_ports == now->n_ports && before->n_nets == now->n_nets &&
	       !(differ(before, now) & ~others) && !any_path_delay(before) && !any_path_delay(now);
}

FREES(constraints_change_release, struct constraints_change, x->pin, x->exception);
