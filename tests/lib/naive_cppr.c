/*
 * Credits of the naive reference: what the clock paths of launch and capture have in common was
 * late for the one and early for the other.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "naive_paths.h"

/* A clock's way from a register back to its root: the sources of the first master. */
struct trail {
	int32_t n;
	int32_t *vertex; /* owned */
	int32_t *clock;  /* owned: from whose sources it comes there */
	int64_t *spread; /* owned: late − early arrival at each, ≥ 0 */
	int64_t vertex_capacity, clock_capacity, spread_capacity;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static void add_step(struct trail *t, int32_t vertex, int32_t clock, int64_t late, int64_t early)
{
	must(GROW(&t->vertex, &t->vertex_capacity, (int64_t)t->n + 1));
	must(GROW(&t->clock, &t->clock_capacity, (int64_t)t->n + 1));
	must(GROW(&t->spread, &t->spread_capacity, (int64_t)t->n + 1));
	t->vertex[t->n] = vertex;
	t->clock[t->n] = clock;
	t->spread[t->n++] =
		late == NAIVE_NONE || early == NAIVE_NONE || late < early ? 0 : late - early;
}

static void release(struct trail *t)
{
	free(t->vertex);
	free(t->clock);
	free(t->spread);
}

static bool share_sources(const struct clock *a, const struct clock *b)
{
	for (int32_t i = 0; i < a->n_sources; i++) {
		for (int32_t j = 0; j < b->n_sources; j++) {
			if (a->source[i] == b->source[j])
				return true;
		}
	}
	return false;
}

/* Two that begin at one pin, and so do their masters, are as one; so is a clock with a master that begins there. */
static bool begin_alike(const struct naive *n, int32_t a, int32_t b)
{
	const struct clock *all = n->in.constraints->clock;

	if (a == b)
		return true;
	if (all[a].master >= 0 && share_sources(&all[a], &all[all[a].master]))
		return begin_alike(n, all[a].master, b);
	if (all[b].master >= 0 && share_sources(&all[b], &all[all[b].master]))
		return begin_alike(n, a, all[b].master);
	if (!share_sources(&all[a], &all[b]) || (all[a].master < 0) != (all[b].master < 0))
		return false;
	return all[a].master < 0 || begin_alike(n, all[a].master, all[b].master);
}

/* By which a generated clock's edge reaches a source. */
static struct naive_from of_master(const struct naive *n, int32_t clock_edge, int32_t pin)
{
	return (struct naive_from){n->in.constraints->clock[clock_edge / 2].master,
				   naive_only_edge(n, clock_edge, pin), -1};
}

/* Those that may be meant by either, the worst of them at a vertex. */
static struct naive_from worst_from(const struct naive *n, struct naive_from either,
				    enum split split, int32_t v)
{
	struct naive_from worst = either;
	int64_t of_worst = NAIVE_NONE, by;

	for (int i = 0; i < 4; i++) {
		struct naive_from from = {either.clock, i / 2, i % 2};
		int64_t way;

		if ((either.edge >= 0 && from.edge != either.edge) ||
		    (either.launched >= 0 && from.launched != either.launched))
			continue;
		way = naive_way(n, from, split, v, &by);
		if (way == NAIVE_NONE ||
		    (of_worst != NAIVE_NONE && (split == LATE ? way <= of_worst : way >= of_worst)))
			continue;
		of_worst = way;
		worst = from;
	}
	return worst;
}

/* On through the generator: from the sources of the master on, along any arcs. */
static void follow_master(const struct naive *n, struct trail *t, struct naive_from from,
			  enum split split, int32_t v)
{
	int64_t by, unused;

	for (;;) {
		from = worst_from(n, from, split, v);
		if (naive_way(n, from, split, v, &by) == NAIVE_NONE)
			return;
		if (!t->n || v != t->vertex[t->n - 1] ||
		    !begin_alike(n, from.clock, t->clock[t->n - 1]))
			add_step(t, v, from.clock, naive_way(n, from, LATE, v, &unused),
				 naive_way(n, from, EARLY, v, &unused));
		if (by < 0)
			break;
		v = n->arc[by].from;
		from = naive_before(n, by, from);
	}
	if (naive_is_derived(n, 2 * from.clock + v % 2, split))
		follow_master(n, t, of_master(n, 2 * from.clock + v % 2, v / 2), split, v);
}

/* The arc that the worst arrival at a vertex of the network came by; -1 = it starts there. */
static int64_t worst_arc(const struct naive *n, int32_t clock_edge, enum split split, int32_t v)
{
	int64_t arrival = naive_clock_arrival(n, clock_edge, split, v);

	for (int64_t j = n->in_row[v]; j < n->in_row[v + 1]; j++) {
		const struct naive_arc *arc = &n->arc[n->in_arc[j]];

		if (arc->split == split && naive_carries(n, arc, clock_edge, split) &&
		    naive_reaches(n, clock_edge, split, arc->from) &&
		    naive_clock_arrival(n, clock_edge, split, arc->from) + arc->delay == arrival)
			return n->in_arc[j];
	}
	return -1;
}

static int32_t root_of(const struct naive *n, int32_t clock_edge)
{
	return 2 * n->in.constraints->clock[clock_edge / 2].source[0] + clock_edge % 2;
}

/* A clock's way through its network, and then that to it. */
static void follow(const struct naive *n, struct trail *t, int32_t clock_edge, enum split split,
		   int32_t v)
{
	for (int64_t by = 0; by >= 0; v = by < 0 ? v : n->arc[by].from) {
		add_step(t, v, clock_edge / 2, naive_clock_arrival(n, clock_edge, LATE, v),
			 naive_clock_arrival(n, clock_edge, EARLY, v));
		by = worst_arc(n, clock_edge, split, v);
	}
	if (naive_is_derived(n, clock_edge, split))
		follow_master(n, t, of_master(n, clock_edge, v / 2), split, v);
}

/* ---- whose clock paths are compared ---- */

/* Only propagated clocks have paths. */
static bool has_path(const struct naive *n, int32_t clock_edge)
{
	const struct clock *clock = &n->in.constraints->clock[clock_edge / 2];

	return clock->propagated && clock->n_sources;
}

/* Only those with paths. A clock that is data has credit if it is generated, where a register captures. */
static bool is_possible(const struct naive *n, const struct naive_path *p)
{
	const struct clock *all = n->in.constraints->clock;

	if (p->launch < 0 || p->capture < 0)
		return false;
	if (p->of_clock && (all[p->launch / 2].master < 0 || p->end == NAIVE_END_OUTPUT))
		return false;
	return has_path(n, p->launch) && has_path(n, p->capture);
}

/* Is a part of a clock's latency that of the way to it? */
static bool is_derived(const struct naive *n, int32_t clock)
{
	bool derived = false;

	for (int i = 0; i < 4; i++)
		derived |= naive_is_derived(n, 2 * clock + i / 2, (enum split)(i % 2));
	return derived;
}

/* Of what launches a reference; a clock that is data goes on to the related pin as a clock, too. */
static int32_t last_of_reference(const struct naive *n, const struct naive_path *p)
{
	const struct naive_reference *r = &n->reference[p->reference];

	if (r->is_clock && naive_reaches(n, p->capture, (enum split)(1 - p->split), r->vertex))
		return r->vertex;
	return r->has_node ? r->start : -1;
}

/* The last vertex of each clock path, -1 = it hasn't one. Outside, there is the way to a generated
 * clock, unless it was left out of the delay. */
static void find_last(const struct naive *n, const struct naive_path *p, int32_t *launch,
		      int32_t *capture)
{
	const struct constraints *c = n->in.constraints;

	*launch = p->vertex[0];
	if (p->input_delay >= 0)
		*launch = !is_derived(n, p->launch / 2) ||
					  c->input_delay[p->input_delay].source_latency_included
				  ? -1
				  : root_of(n, p->launch);
	*capture = -1;
	if (p->reference >= 0)
		*capture = last_of_reference(n, p);
	else if (p->end == NAIVE_END_CHECK)
		*capture = p->opens >= 0 ? p->opens : n->check[p->end_id].clock;
	else if (p->end == NAIVE_END_GATE)
		*capture = naive_gate_clock(n, p);
	else if (p->end == NAIVE_END_OUTPUT && p->input_delay < 0 && p->delay_exception < 0 &&
		 is_derived(n, p->capture / 2) &&
		 !c->output_delay[p->end_id].source_latency_included)
		*capture = root_of(n, p->capture);
}

/* ---- the two definitions ---- */

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Where both have their last common pin (of one edge, or of any); false = nowhere. */
static bool find_common(const struct naive *n, const struct trail *launch,
			const struct trail *capture, bool any_edge, int32_t *of_launch,
			int32_t *of_capture)
{
	for (int32_t i = 0; i < launch->n; i++) {
		for (int32_t j = 0; j < capture->n; j++) {
			if (launch->vertex[i] / 2 != capture->vertex[j] / 2 ||
			    !begin_alike(n, launch->clock[i], capture->clock[j]) ||
			    (!any_edge && launch->vertex[i] != capture->vertex[j]))
				continue;
			*of_launch = i;
			*of_capture = j;
			return true;
		}
	}
	return false;
}

/* The last pin of both, whichever edge. */
static int64_t credit_sta(const struct naive *n, const struct trail *launch,
			  const struct trail *capture)
{
	int32_t i, j;

	return find_common(n, launch, capture, true, &i, &j)
		       ? least(launch->spread[i], capture->spread[j])
		       : 0;
}

/* The last vertex of both, as the launch comes there; for setup without what the root has. */
static int64_t credit_tau(const struct naive *n, const struct trail *launch,
			  const struct trail *capture, enum split split)
{
	int64_t credit;
	int32_t i, j;

	if (!find_common(n, launch, capture, false, &i, &j))
		return 0;
	credit = launch->spread[i];
	if (split == LATE)
		credit -= launch->spread[launch->n - 1];
	return credit < 0 ? 0 : credit;
}

/* Of a latch, whose slack takes it at both edges. */
static void credit_latch(const struct naive *n, struct naive_path *p, const struct trail *launch)
{
	struct trail closes = {0};
	int64_t sta, tau;

	follow(n, &closes, p->capture ^ 1, EARLY, n->check[p->end_id].clock);
	sta = credit_sta(n, launch, &closes);
	tau = credit_tau(n, launch, &closes, LATE);
	release(&closes);
	p->credit[NAIVE_CPPR_STA] = naive_latch_slack(p, p->credit[NAIVE_CPPR_STA], sta) - p->slack;
	p->credit[NAIVE_CPPR_TAU] = naive_latch_slack(p, p->credit[NAIVE_CPPR_TAU], tau) - p->slack;
}

void naive_credit(const struct naive *n, struct naive_path *p)
{
	const struct exception *all = n->in.constraints->exception;
	struct trail launch = {0}, capture = {0};
	int32_t last_launch, last_capture;

	p->credit[NAIVE_CPPR_TAU] = p->credit[NAIVE_CPPR_STA] = 0;
	p->external_credit = false;
	if (p->of_latch || !is_possible(n, p) ||
	    (p->delay_exception >= 0 && all[p->delay_exception].ignore_clock_latency))
		return;
	find_last(n, p, &last_launch, &last_capture);
	if (last_launch < 0 || last_capture < 0)
		return;
	follow(n, &launch, p->launch, p->split, last_launch);
	follow(n, &capture, p->capture, (enum split)(1 - p->split), last_capture);
	p->external_credit = p->input_delay >= 0 || p->end == NAIVE_END_OUTPUT;
	p->credit[NAIVE_CPPR_STA] = credit_sta(n, &launch, &capture);
	p->credit[NAIVE_CPPR_TAU] = credit_tau(n, &launch, &capture, p->split);
	if (p->opens >= 0)
		credit_latch(n, p, &launch);
	release(&launch);
	release(&capture);
}

/* ---- for AOCV ---- */

/* The trails that there are, whether they give credit or not. */
static void find_trails(const struct naive *n, const struct naive_path *p, struct trail *launch,
			struct trail *capture)
{
	const struct exception *all = n->in.constraints->exception;
	int32_t last_launch, last_capture;

	if (p->delay_exception >= 0 && all[p->delay_exception].ignore_clock_latency)
		return;
	find_last(n, p, &last_launch, &last_capture);
	if (!p->of_latch && p->launch >= 0 && has_path(n, p->launch) && last_launch >= 0)
		follow(n, launch, p->launch, p->split, last_launch);
	if (p->capture >= 0 && has_path(n, p->capture) && last_capture >= 0)
		follow(n, capture, p->capture, (enum split)(1 - p->split), last_capture);
}

/* Where a generated clock begins a pin is in both parts of the way. */
static void drop_twins(int32_t *vertex, int32_t *n)
{
	int32_t kept = 0;

	for (int32_t i = 0; i < *n; i++) {
		if (!kept || vertex[kept - 1] != vertex[i])
			vertex[kept++] = vertex[i];
	}
	*n = kept;
}

void naive_clock_ways(const struct naive *n, const struct naive_path *p, enum naive_cppr cppr,
		      struct naive_ways *out)
{
	struct trail launch = {0}, capture = {0};
	int32_t i, j;

	find_trails(n, p, &launch, &capture);
	*out = (struct naive_ways){.n_launch = launch.n, .n_capture = capture.n};
	if (cppr != N_NAIVE_CPPR && is_possible(n, p) &&
	    find_common(n, &launch, &capture, cppr == NAIVE_CPPR_STA, &i, &j)) {
		out->meet = true;
		out->n_launch = i + 1;
		out->n_capture = j + 1;
	} else {
		/* outside */
		out->n_launch = p->input_delay >= 0 ? 0 : out->n_launch;
		out->n_capture = p->end == NAIVE_END_OUTPUT ? 0 : out->n_capture;
	}
	out->launch = launch.vertex;
	out->capture = capture.vertex;
	drop_twins(out->launch, &out->n_launch);
	drop_twins(out->capture, &out->n_capture);
	free(launch.spread);
	free(capture.spread);
	free(launch.clock);
	free(capture.clock);
}

void naive_clock_ways_release(struct naive_ways *ways)
{
	free(ways->launch);
	free(ways->capture);
}
