/*
 * Random constrained designs and their paths by the naive reference: the same state makes the same,
 * all kinds of constraints have an effect somewhere, and what holds for any design holds.
 *
 * `t_naive_random STATE GATES [odd]` says what one of them has.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/devices.h"
#include "lib/naive_paths.h"
#include "lib/random_design.h"
#include "lib/tap.h"

enum { MOST_PATHS = 20000 };

/* How many designs or paths have it. */
struct totals {
	int designs, too_many, with_paths, wrong;
	int64_t paths, ends[5], checks[4], launched[3], held, groups, asynchronous, late_credits;
	int64_t credits[N_NAIVE_CPPR], external_credits, differing_credits, several_clocks;
	int64_t derived, ideal, constant_pins, lumped, drives, between_clocks, negative;
};

static struct random_options options_of(int i)
{
	return (struct random_options){
		.n_instances = i % 17, .scale = 1, .odd = i % 3 == 2, .constrained = true};
}

static struct naive_input input_of(const struct random_design *d, int i)
{
	return (struct naive_input){.netlist = d->netlist,
				    .constraints = d->constraints,
				    .parasitics = d->parasitics,
				    .lumped = i % 4 == 1,
				    .with_drivers = i / 4 % 4 == 1,
				    .all_inputs =
					    i / 16 % 2 == 1 || random_all_inputs(d->constraints)};
}

/* ---- what holds for any path ---- */

static bool wrong(const char *what)
{
	printf("# %s\n", what);
	return false;
}

static bool is_sound(const struct naive *n, const struct naive_path *p)
{
	int64_t sum = 0;

	for (int32_t i = 0; i + 1 < p->n_vertices; i++) {
		const struct naive_arc *arc = &n->arc[p->arc[i]];

		sum += arc->delay;
		if (arc->from != p->vertex[i] || arc->to != p->vertex[i + 1] ||
		    arc->split != p->split)
			return wrong("an arc that leads elsewhere");
		if (arc->kind == NAIVE_LAUNCH && (i > 0 || p->input_delay >= 0 || p->of_clock))
			return wrong("a launch arc on the way");
		if (arc->kind != NAIVE_LAUNCH && i == 0 && p->input_delay < 0 && p->launch >= 0 &&
		    !p->of_clock)
			return wrong("no launch arc at a register");
		if (naive_is_source(n, p->vertex[i + 1] / 2))
			return wrong("data through a clock's source");
	}
	if (p->slack != (p->split == LATE ? p->required - p->arrival : p->arrival - p->required))
		return wrong("slack");
	if (p->input_delay < 0 && p->launch >= 0 && !p->of_clock &&
	    p->arrival != sum + naive_clock_arrival(n, p->launch, p->split, p->vertex[0]))
		return wrong("arrival");
	if (p->credit[NAIVE_CPPR_TAU] < 0 || p->credit[NAIVE_CPPR_STA] < 0 ||
	    (p->launch == p->capture && p->credit[NAIVE_CPPR_TAU] > p->credit[NAIVE_CPPR_STA]))
		return wrong("credits");
	if (p->delay_exception < 0 && p->end != NAIVE_END_REQUIRED &&
	    ((p->launch < 0 && p->end != NAIVE_END_OUTPUT) || p->capture < 0))
		return wrong("no clock, no path delay");
	return true;
}

/* No path arrives worse than the worst arrival says. */
static bool are_worst(const struct naive_paths *paths)
{
	const struct naive *n = &paths->timing;
	int64_t *arrival = malloc((size_t)n->n_vertices * sizeof *arrival + 1);
	bool right = true;

	for (int i = 0; i < 2 * (2 * n->in.constraints->n_clocks + 1) && right; i++) {
		enum split split = (enum split)(i % 2);

		naive_arrivals(n, split, i / 2 - 1, arrival);
		for (int64_t k = 0; k < paths->n && right; k++) {
			const struct naive_path *p = &paths->path[k];
			int64_t worst = arrival[p->vertex[p->n_vertices - 1]];

			if (p->split != split || p->launch != i / 2 - 1)
				continue;
			right = worst != NAIVE_NONE &&
				(split == LATE ? p->arrival <= worst : p->arrival >= worst);
		}
	}
	free(arrival);
	return right || wrong("worst arrivals");
}

/* ---- counting ---- */

static void count_path(const struct naive *n, const struct naive_path *p, struct totals *t)
{
	t->paths++;
	t->ends[p->end]++;
	if (p->end == NAIVE_END_CHECK)
		t->checks[n->check[p->end_id].kind]++;
	t->launched[p->launch < 0 ? 0 : p->input_delay < 0 ? 1 : 2]++;
	t->held += p->delay_exception >= 0;
	t->groups += strcmp(p->group, "g0") == 0 || strcmp(p->group, "g1") == 0;
	t->asynchronous += strcmp(p->group, "asynchronous") == 0;
	for (int k = 0; k < N_NAIVE_CPPR; k++)
		t->credits[k] += p->credit[k] > 0;
	t->external_credits += p->external_credit && p->credit[NAIVE_CPPR_STA] > 0;
	t->differing_credits += p->credit[NAIVE_CPPR_STA] != p->credit[NAIVE_CPPR_TAU];
	t->between_clocks += p->launch >= 0 && p->capture >= 0 && p->launch / 2 != p->capture / 2;
	t->negative += p->slack < 0;
}

static void count_design(const struct naive *n, struct totals *t)
{
	const struct constraints *c = n->in.constraints;

	t->several_clocks += c->n_clocks > 1;
	for (int32_t e = 0; e < 2 * c->n_clocks; e++)
		t->derived += naive_is_derived(n, e, LATE) &&
			      naive_source_latency(n, e, LATE, c->clock[e / 2].source[0]) > 0;
	for (int32_t p = 0; p < n->in.netlist->n_pins; p++) {
		t->ideal += n->ideal[2 * p];
		t->constant_pins += n->value[p] >= 0;
	}
	for (int32_t p = 0; p < 4 * n->in.netlist->n_ports; p++)
		t->drives += n->drive[p] != 0;
	t->lumped += n->n_lumped;
}

static bool same_paths(const struct naive_paths *a, const struct naive_paths *b)
{
	bool same = a->n == b->n;

	for (int64_t i = 0; i < a->n && same; i++) {
		const struct naive_path *p = &a->path[i], *q = &b->path[i];

		same = p->slack == q->slack && p->n_vertices == q->n_vertices &&
		       p->credit[NAIVE_CPPR_STA] == q->credit[NAIVE_CPPR_STA] &&
		       memcmp(p->vertex, q->vertex, (size_t)p->n_vertices * sizeof *p->vertex) == 0;
	}
	return same;
}

/* ---- a design ---- */

static void make(uint64_t state, const struct random_options *options, int settings,
		 struct random_design *design, struct naive_paths *paths, bool *complete)
{
	struct naive_input in;

	random_seed(state);
	random_design(options, design);
	in = input_of(design, settings);
	*complete = naive_paths(&in, MOST_PATHS, paths);
}

static void check_state(uint64_t state, const struct random_options *options, int settings,
			struct totals *t)
{
	struct random_design design, again;
	struct naive_paths paths, same;
	bool complete, right = true;

	make(state, options, settings, &design, &paths, &complete);
	t->designs++;
	t->too_many += !complete;
	t->with_paths += paths.n > 0;
	count_design(&paths.timing, t);
	for (int64_t i = 0; i < paths.n && right; i++) {
		right = is_sound(&paths.timing, &paths.path[i]);
		count_path(&paths.timing, &paths.path[i], t);
	}
	right = right && are_worst(&paths);
	if (state % 8 == 0) {
		make(state, options, settings, &again, &same, &complete);
		right = right && same_paths(&paths, &same);
		naive_paths_release(&same);
		random_design_release(&again);
	}
	t->wrong += !right;
	if (!right)
		printf("# wrong: state %llu, %d gates%s\n", (unsigned long long)state,
		       (int)options->n_instances, options->odd ? ", odd" : "");
	naive_paths_release(&paths);
	random_design_release(&design);
}

static void tell(const struct totals *t)
{
	printf("# %d designs, %d with paths, %d with too many; %lld paths, %lld negative\n",
	       t->designs, t->with_paths, t->too_many, (long long)t->paths, (long long)t->negative);
	printf("# ends: %lld checks (%lld setup, %lld hold, %lld recovery, %lld removal), %lld "
	       "outputs, %lld required, %lld open\n",
	       (long long)t->ends[NAIVE_END_CHECK], (long long)t->checks[NAIVE_SETUP],
	       (long long)t->checks[NAIVE_HOLD], (long long)t->checks[NAIVE_RECOVERY],
	       (long long)t->checks[NAIVE_REMOVAL], (long long)t->ends[NAIVE_END_OUTPUT],
	       (long long)t->ends[NAIVE_END_REQUIRED], (long long)t->ends[NAIVE_END_OPEN]);
	printf("# launched by registers %lld, inputs %lld, no clock %lld; between clocks %lld; "
	       "path delays %lld, groups %lld, asynchronous %lld\n",
	       (long long)t->launched[1], (long long)t->launched[2], (long long)t->launched[0],
	       (long long)t->between_clocks, (long long)t->held, (long long)t->groups,
	       (long long)t->asynchronous);
	printf("# credits: TAU %lld, STA %lld (%lld outside), differing %lld\n",
	       (long long)t->credits[NAIVE_CPPR_TAU], (long long)t->credits[NAIVE_CPPR_STA],
	       (long long)t->external_credits, (long long)t->differing_credits);
	printf("# several clocks %lld, derived latencies %lld, ideal pins %lld, constant pins %lld, "
	       "lumped nets %lld, driven corners %lld\n",
	       (long long)t->several_clocks, (long long)t->derived, (long long)t->ideal,
	       (long long)t->constant_pins, (long long)t->lumped, (long long)t->drives);
}

int main(int argc, char **argv)
{
	struct totals t = {0};

	if (argc > 2) {
		struct random_options options = {.n_instances = atoi(argv[2]),
						 .scale = 1,
						 .odd = argc > 3,
						 .constrained = true};

		check_state(strtoull(argv[1], NULL, 10), &options, 0, &t);
		tell(&t);
		return t.wrong > 0;
	}
	for (int i = 0; i < 400; i++) {
		struct random_options options = options_of(i);

		check_state((uint64_t)i, &options, i, &t);
	}
	tell(&t);
	OK(t.wrong == 0, "what holds for any path, on %d random designs", t.designs);
	OK(t.too_many < t.designs / 20 && t.with_paths > t.designs / 2,
	   "most have paths, few have too many");
	OK(t.ends[0] && t.ends[1] && t.ends[2] && t.ends[3] && t.ends[4], "all ends");
	OK(t.checks[0] && t.checks[1] && t.checks[2] && t.checks[3], "all checks");
	OK(t.launched[0] && t.launched[1] && t.launched[2], "all startpoints");
	OK(t.held && t.groups && t.asynchronous && t.between_clocks, "exceptions, several clocks");
	OK(t.credits[0] && t.credits[1] && t.external_credits && t.differing_credits, "credits");
	OK(t.derived && t.ideal && t.constant_pins && t.lumped && t.drives,
	   "generated and ideal clocks, constants, wires, driving cells");
	return tap_done();
}
