/*
 * Clocks of the naive reference. A clock starts at its sources, its rising edge at the rising
 * vertex, and flows along nets and through gates, up to registers and to pins where others are
 * defined.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "naive_timing.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static int64_t at(const struct naive *n, int32_t clock_edge, enum split split, int32_t vertex)
{
	return (2 * (int64_t)clock_edge + split) * n->n_vertices + vertex;
}

static const struct clock *clock_of(const struct naive *n, int32_t clock_edge)
{
	return &n->in.constraints->clock[clock_edge / 2];
}

static int32_t n_clocks(const struct naive *n)
{
	return n->in.constraints ? n->in.constraints->n_clocks : 0;
}

/* ---- where clocks flow ---- */

static bool is_source_of(const struct clock *clock, int32_t pin)
{
	for (int32_t i = 0; i < clock->n_sources; i++) {
		if (clock->source[i] == pin)
			return true;
	}
	return false;
}

bool naive_is_source(const struct naive *n, int32_t pin)
{
	for (int32_t c = 0; c < n_clocks(n); c++) {
		if (is_source_of(&n->in.constraints->clock[c], pin))
			return true;
	}
	return false;
}

/* Is a pin the source of another clock that stops this one there? */
static bool is_stopped(const struct naive *n, int32_t clock, int32_t pin)
{
	const struct clock *all = n->in.constraints->clock;
	bool stopped = false;

	for (int32_t c = 0; c < n_clocks(n); c++)
		stopped |= c != clock && !all[c].add && is_source_of(&all[c], pin);
	return stopped && !is_source_of(&all[clock], pin);
}

static const struct local_rule *sense_at(const struct naive *n, int32_t pin, int32_t clock)
{
	const struct constraints *c = n->in.constraints;
	const struct local_rule *found = NULL;

	for (int32_t i = 0; i < c->n_locals; i++) {
		const struct local_rule *rule = &c->local[i];

		if (rule->kind == LOCAL_SENSE && rule->pin == pin &&
		    (rule->clock == clock || (rule->clock < 0 && !found)))
			found = rule;
	}
	return found;
}

/* Does set_sense let an edge of a clock come from one pin to a vertex after it? */
static bool is_let(const struct naive *n, int32_t clock_edge, int32_t from_pin, int32_t vertex)
{
	const struct local_rule *there = sense_at(n, vertex / 2, clock_edge / 2);
	const struct local_rule *before = sense_at(n, from_pin, clock_edge / 2);
	bool rises = vertex % 2 == RISE, rose = clock_edge % 2 == RISE;

	if (before && before->level == SENSE_STOPS)
		return false;
	switch (there ? there->level : -1) {
	case SENSE_STOPS:
		return false;
	case SENSE_POSITIVE:
		return rises == rose;
	case SENSE_NEGATIVE:
		return rises != rose;
	case SENSE_RISE_HIGH:
	case SENSE_RISE_LOW:
		return rose;
	case SENSE_FALL_HIGH:
	case SENSE_FALL_LOW:
		return !rose;
	default:
		return true;
	}
}

bool naive_carries(const struct naive *n, const struct naive_arc *arc, int32_t clock_edge,
		   enum split split)
{
	return arc->kind != NAIVE_LAUNCH &&
	       (arc->split == split || !clock_of(n, clock_edge)->propagated) &&
	       !is_stopped(n, clock_edge / 2, arc->to / 2) &&
	       is_let(n, clock_edge, arc->from / 2, arc->to);
}

static void flow(struct naive *n, int32_t clock_edge, enum split split, int32_t v)
{
	bool *reached = &n->reached[at(n, clock_edge, split, v)];

	if (*reached)
		return;
	*reached = true;
	n->clocked[v] = true;
	n->ideal[v] |= !clock_of(n, clock_edge)->propagated;
	for (int64_t j = n->out_row[v]; j < n->out_row[v + 1]; j++) {
		const struct naive_arc *arc = &n->arc[n->out_arc[j]];

		if (naive_carries(n, arc, clock_edge, split))
			flow(n, clock_edge, split, arc->to);
	}
}

bool naive_reaches(const struct naive *n, int32_t clock_edge, enum split split, int32_t v)
{
	return n->reached[at(n, clock_edge, split, v)];
}

/* The worst slew of all ideal clocks that reach a vertex. */
static double worst_transition(const struct naive *n, enum split split, int32_t v)
{
	double worst = NOT_GIVEN;

	for (int32_t c = 0; c < n_clocks(n); c++) {
		const struct clock *clock = &n->in.constraints->clock[c];
		double slew = clock->transition[split][v % 2];
		bool here = false;

		for (int i = 0; i < 4; i++)
			here |= naive_reaches(n, 2 * c + i / 2, (enum split)(i % 2), v);
		if (!here || clock->propagated)
			continue;
		slew = is_given(slew) ? slew : 0;
		if (!is_given(worst) || (split == LATE ? slew > worst : slew < worst))
			worst = slew;
	}
	return worst;
}

/* Is there a way from the sources of a clock to a vertex? All pins on it count with the clock
 * networks. */
static bool mark_way(struct naive *n, const struct clock *master, int32_t v)
{
	bool found = is_source_of(master, v / 2);

	if (n->done[v])
		return n->on_way[v];
	n->done[v] = true;
	for (int64_t j = n->in_row[v]; j < n->in_row[v + 1] && !is_source_of(master, v / 2); j++)
		found = mark_way(n, master, n->arc[n->in_arc[j]].from) || found;
	n->on_way[v] = found;
	n->clocked[v] |= found;
	return found;
}

static void mark_ways(struct naive *n, int32_t clock_edge)
{
	const struct clock *clock = clock_of(n, clock_edge);

	if (!naive_is_derived(n, clock_edge, EARLY) && !naive_is_derived(n, clock_edge, LATE))
		return;
	memset(n->done, 0, (size_t)n->n_vertices * sizeof *n->done);
	for (int32_t i = 0; i < clock->n_sources; i++)
		mark_way(n, &n->in.constraints->clock[clock->master],
			 2 * clock->source[i] + clock_edge % 2);
	memset(n->done, 0, (size_t)n->n_vertices * sizeof *n->done);
}

void naive_clock_networks(struct naive *n)
{
	int64_t n_corners = 4 * (int64_t)n_clocks(n) * n->n_vertices;

	must(ALLOC(&n->reached, n_corners));
	must(ALLOC(&n->clock_arrival, n_corners));
	must(ALLOC(&n->clocked, n->n_vertices));
	must(ALLOC(&n->ideal, n->n_vertices));
	must(ALLOC(&n->on_way, n->n_vertices));
	must(ALLOC(&n->ideal_slew, 2 * (int64_t)n->n_vertices));
	for (int32_t e = 0; e < 2 * n_clocks(n); e++) {
		const struct clock *clock = clock_of(n, e);

		for (int32_t i = 0; i < 2 * clock->n_sources; i++)
			flow(n, e, (enum split)(i % 2), 2 * clock->source[i / 2] + e % 2);
	}
	for (int32_t e = 0; e < 2 * n_clocks(n); e++)
		mark_ways(n, e);
	for (int64_t i = 0; i < 2 * (int64_t)n->n_vertices; i++) {
		if (n->ideal[i / 2])
			n->ideal_slew[i] =
				worst_transition(n, (enum split)(i % 2), (int32_t)(i / 2));
	}
}

/* ---- latencies ---- */

static int64_t given_or_0(double ps)
{
	return is_given(ps) ? llround(ps * 1000) : 0;
}

int64_t naive_network_latency(const struct naive *n, int32_t clock_edge, enum split split)
{
	return given_or_0(clock_of(n, clock_edge)->network_latency[split][clock_edge % 2]);
}

bool naive_is_derived(const struct naive *n, int32_t clock_edge, enum split split)
{
	const struct clock *clock = clock_of(n, clock_edge);

	return clock->master >= 0 && n->in.constraints->clock[clock->master].propagated &&
	       !is_given(clock->source_latency[split][clock_edge % 2]);
}

int64_t naive_source_latency(const struct naive *n, int32_t clock_edge, enum split split,
			     int32_t pin)
{
	const struct clock *clock = clock_of(n, clock_edge);
	int64_t way, by;

	if (!naive_is_derived(n, clock_edge, split))
		return given_or_0(clock->source_latency[split][clock_edge % 2]);
	if (pin < 0)
		return 0;
	way = naive_way(n,
			(struct naive_from){clock->master, naive_only_edge(n, clock_edge, pin), -1},
			split, 2 * pin + clock_edge % 2, &by);
	return way == NAIVE_NONE ? 0 : way;
}

bool naive_has_way(const struct naive *n, struct naive_from from, int32_t v)
{
	int64_t by;

	return naive_way(n, from, EARLY, v, &by) != NAIVE_NONE ||
	       naive_way(n, from, LATE, v, &by) != NAIVE_NONE;
}

int naive_only_edge(const struct naive *n, int32_t clock_edge, int32_t pin)
{
	const struct clock *clock = clock_of(n, clock_edge);
	int named = (int)clock->master_edge[clock_edge % 2];

	return clock->making.edge[0] &&
			       naive_has_way(n, (struct naive_from){clock->master, named, -1},
					     2 * pin + clock_edge % 2)
		       ? named
		       : -1;
}

static int64_t drive_at(const struct naive *n, int32_t v, enum split split)
{
	return v / 2 < n->in.netlist->n_ports ? n->drive[4 * (int64_t)(v / 2) + 2 * split + v % 2]
					      : 0;
}

/* Of a clock at a vertex of its source, counted from its edge. */
static int64_t at_source(const struct naive *n, int32_t clock_edge, enum split split, int32_t v)
{
	int64_t latency = naive_source_latency(n, clock_edge, split, v / 2);

	return latency + (clock_of(n, clock_edge)->propagated ? drive_at(n, v, split) : 0);
}

static bool is_worse(enum split split, int64_t time, int64_t than)
{
	return than == NAIVE_NONE || (split == LATE ? time > than : time < than);
}

struct naive_from naive_before(const struct naive *n, int64_t arc, struct naive_from from)
{
	if (n->arc[arc].kind == NAIVE_LAUNCH)
		from.launched = -1;
	return from;
}

/* A vertex that is on the way already (loops of registers) isn't one. */
int64_t naive_way(const struct naive *n, struct naive_from from, enum split split, int32_t v,
		  int64_t *by)
{
	int64_t worst = NAIVE_NONE, before;

	*by = -1;
	if (is_source_of(&n->in.constraints->clock[from.clock], v / 2))
		return (from.edge < 0 || from.edge == v % 2) && from.launched < 1
			       ? at_source(n, 2 * from.clock + v % 2, split, v)
			       : NAIVE_NONE;
	if (n->done[2 * (int64_t)v + split])
		return NAIVE_NONE;
	n->done[2 * (int64_t)v + split] = true;
	for (int64_t j = n->in_row[v]; j < n->in_row[v + 1]; j++) {
		const struct naive_arc *arc = &n->arc[n->in_arc[j]];
		int64_t way;

		if (arc->split != split || arc->delay == NAIVE_NONE ||
		    (arc->kind == NAIVE_LAUNCH && from.launched == 0))
			continue;
		way = naive_way(n, naive_before(n, n->in_arc[j], from), split, arc->from, &before);
		if (way == NAIVE_NONE || !is_worse(split, way + arc->delay, worst))
			continue;
		worst = way + arc->delay;
		*by = n->in_arc[j];
	}
	n->done[2 * (int64_t)v + split] = false;
	return worst;
}

/* ---- arrivals ---- */

static int64_t arrive(struct naive *n, int32_t clock_edge, enum split split, int32_t v)
{
	const struct clock *clock = clock_of(n, clock_edge);
	int64_t *arrival = &n->clock_arrival[at(n, clock_edge, split, v)];
	int64_t time = llround(clock->time[clock_edge % 2] * 1000);

	if (*arrival != NAIVE_NONE || !naive_reaches(n, clock_edge, split, v))
		return *arrival;
	if (is_source_of(clock, v / 2) && v % 2 == clock_edge % 2)
		*arrival = time + at_source(n, clock_edge, split, v) +
			   (clock->propagated ? 0 : naive_network_latency(n, clock_edge, split));
	for (int64_t j = n->in_row[v]; j < n->in_row[v + 1]; j++) {
		const struct naive_arc *arc = &n->arc[n->in_arc[j]];
		int64_t from, delay = clock->propagated ? arc->delay : 0;

		if (delay == NAIVE_NONE || !naive_carries(n, arc, clock_edge, split))
			continue;
		from = arrive(n, clock_edge, split, arc->from);
		if (from != NAIVE_NONE && is_worse(split, from + delay, *arrival))
			*arrival = from + delay;
	}
	return *arrival;
}

int64_t naive_clock_arrival(const struct naive *n, int32_t clock_edge, enum split split, int32_t v)
{
	return n->clock_arrival[at(n, clock_edge, split, v)];
}

void naive_clock_arrivals(struct naive *n)
{
	int64_t n_corners = 4 * (int64_t)n_clocks(n) * n->n_vertices;

	for (int64_t i = 0; i < 2 * (int64_t)n->n_vertices; i++)
		n->done[i] = false;
	for (int64_t i = 0; i < n_corners; i++)
		n->clock_arrival[i] = NAIVE_NONE;
	for (int64_t i = 0; i < n_corners; i++)
		arrive(n, (int32_t)(i / n->n_vertices / 2), (enum split)(i / n->n_vertices % 2),
		       (int32_t)(i % n->n_vertices));
}
