#include "same_timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "devices.h"
#include "gpu/image/device_timing.h"
#include "gpu/kernel/values.h"

enum { N_KEYS = sizeof(struct item) / sizeof(int64_t) };

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

bool differs(const char *what, int64_t where, int64_t ours, int64_t wanted)
{
	printf("# %s at %lld: %lld, not %lld\n", what, (long long)where, (long long)ours,
	       (long long)wanted);
	return false;
}

static bool differs_real(const char *what, int64_t where, double ours, double wanted)
{
	printf("# %s at %lld: %.17g, not %.17g\n", what, (long long)where, ours, wanted);
	return false;
}

/* ---- lists ---- */

static int compare_items(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	for (int i = 0; i < N_KEYS; i++) {
		if (x->key[i] != y->key[i])
			return x->key[i] < y->key[i] ? -1 : 1;
	}
	return 0;
}

static void tell(const char *whose, const struct item *item)
{
	printf("# %s", whose);
	for (int i = 0; i < N_KEYS; i++)
		printf(" %lld", (long long)item->key[i]);
	printf("\n");
}

static void sort(struct item *item, int64_t n)
{
	if (n > 0)
		qsort(item, (size_t)n, sizeof *item, compare_items);
}

bool same_lists(const char *what, struct item *ours, int64_t n_ours, struct item *wanted,
		int64_t n_wanted)
{
	int64_t i = 0;
	bool same;

	sort(ours, n_ours);
	sort(wanted, n_wanted);
	while (i < n_ours && i < n_wanted && compare_items(&ours[i], &wanted[i]) == 0)
		i++;
	same = i == n_ours && i == n_wanted;
	if (!same)
		printf("# %s: %lld, not %lld; the first that differs:\n", what, (long long)n_ours,
		       (long long)n_wanted);
	if (!same && i < n_ours)
		tell("  ", &ours[i]);
	if (!same && i < n_wanted)
		tell("not", &wanted[i]);
	free(ours);
	free(wanted);
	return same;
}

/* ---- delays ---- */

static void list_arcs(const struct naive_arc *arc, int64_t n, bool possible, struct item *to,
		      int64_t *n_to)
{
	for (int64_t a = 0; a < n; a++) {
		if (arc[a].delay != NAIVE_NONE)
			to[(*n_to)++] = (struct item){
				{arc[a].from, arc[a].to, arc[a].split, possible, 0, arc[a].delay}};
	}
}

/* By tail, head and split; those that nothing comes through are left out. */
static bool same_arcs(struct queue *queue, const struct timing *t, const struct naive *n)
{
	const struct timing_graph *timing = t->image->graph;
	const struct graph *g = timing->graph;
	int64_t n_device = t->image->device.n_arcs, n_ours = 0, n_wanted = 0;
	struct item *ours, *wanted;
	int32_t *arc;

	must(ALLOC(&arc, n_device));
	must(ALLOC(&ours, 2 * n_device));
	must(ALLOC(&wanted, n->n_arcs + n->n_impossible));
	from_device(queue, arc, t->image->delay_image->d_arc, n_device * (int64_t)sizeof *arc);
	for (int64_t e = 0; e < 2 * n_device; e++) {
		int32_t a = arc[e / 2];

		if (a < g->n_arcs && t->delay[e] != DELAY_NONE)
			ours[n_ours++] = (struct item){{g->arc_from[a], g->arc_to[a], e % 2,
							a < timing->n_possible, 0, t->delay[e]}};
	}
	list_arcs(n->arc, n->n_arcs, true, wanted, &n_wanted);
	list_arcs(n->impossible, n->n_impossible, false, wanted, &n_wanted);
	free(arc);
	return same_lists("delays (from, to, split, possible)", ours, n_ours, wanted, n_wanted);
}

/* ---- slews and loads ---- */

/* Where an ideal clock captures or launches, its slew is used for that of the pin, at an edge that leads nowhere too. */
static bool *ideal_registers(const struct naive *n)
{
	bool *captured, *ideal;

	must(ALLOC(&captured, n->n_vertices));
	must(ALLOC(&ideal, n->n_vertices));
	for (int64_t c = 0; c < n->n_checks; c++)
		captured[n->check[c].clock] = true;
	for (int64_t a = 0; a < n->n_arcs; a++)
		captured[n->arc[a].from] |= n->arc[a].kind == NAIVE_LAUNCH;
	for (int32_t v = 0; v < n->n_vertices; v++)
		ideal[v] = n->ideal[v] &&
			   (captured[v] || (captured[v ^ 1] && n->out_row[v] == n->out_row[v + 1]));
	free(captured);
	return ideal;
}

static bool same_slews(const struct timing *t, const struct naive *n)
{
	bool *ideal = ideal_registers(n), same = true;

	for (int64_t i = 0; i < 2 * (int64_t)n->n_vertices && same; i++) {
		double slew = timing_vertex_slew(t, (int32_t)(i / 2), (enum split)(i % 2));
		double wanted = ideal[i / 2] ? n->ideal_slew[i] : n->slew[i];
		/* the reference solves wires in another order, and in long double; a wave's crossings stop within 1 % */
		double most = (n->in.dmp ? 1e-6 : 1e-11) * fabs(wanted) + 1e-9;

		same = slew == wanted || fabs(slew - wanted) <= most ||
		       differs_real("slew", i, slew, wanted);
	}
	free(ideal);
	return same;
}

static bool same_loads(const struct timing *t, const struct naive *n)
{
	bool same = true;

	for (int64_t i = 0; i < 4 * (int64_t)n->in.netlist->n_nets && same; i++)
		same = t->load[i] == n->load[i] || differs_real("load", i, t->load[i], n->load[i]);
	return same;
}

bool same_delays(struct queue *queue, const struct timing *t, const struct naive *n)
{
	return same_loads(t, n) && same_slews(t, n) && same_arcs(queue, t, n);
}

/* ---- arrivals ---- */

/* Of all states of a vertex that hold this; the worst, as data may be at different exceptions. */
static int64_t arrival_of(const struct timing *t, enum tag_kind kind, int32_t clock_edge,
			  enum split split, int32_t vertex)
{
	const struct state_graph *states = t->image->states;
	int64_t worst = FS_NONE_64;

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		const struct tag *tag = state_tag(states, s);
		int64_t at = timing_arrival(t, s, split);

		if (tag->kind != kind || tag->clock_edge != clock_edge || at == FS_NONE_64 ||
		    state_is_without_latency(states, s))
			continue;
		if (worst == FS_NONE_64 || (split == LATE ? at > worst : at < worst))
			worst = at;
	}
	return worst;
}

/* Of what is wanted, paths may be false by what they pass; t_states has the slacks of all others one by one. */
static bool is_no_worse(enum split split, int64_t ours, int64_t wanted)
{
	return ours == FS_NONE_64 ||
	       (wanted != FS_NONE_64 && (split == LATE ? ours < wanted : ours > wanted));
}

static bool same_kind(const struct timing *t, const struct naive *n, enum tag_kind kind,
		      int32_t clock_edge, enum split split, const int64_t *wanted)
{
	bool may_be_false = kind == TAG_DATA && naive_turns_false(n);

	for (int32_t v = 0; v < n->n_vertices; v++) {
		int64_t ours = arrival_of(t, kind, clock_edge, split, v);

		if (ours == wanted[v] || (may_be_false && is_no_worse(split, ours, wanted[v])))
			continue;
		printf("# %s of clock edge %d, split %d\n", kind == TAG_CLOCK ? "clock" : "data",
		       (int)clock_edge, (int)split);
		return differs("arrival", v, ours, wanted[v]);
	}
	return true;
}

bool same_arrivals(const struct timing *t, const struct naive *n)
{
	int32_t n_edges = n->in.constraints ? 2 * n->in.constraints->n_clocks : 0;
	int64_t *wanted;
	bool same = true;

	must(ALLOC(&wanted, n->n_vertices));
	for (int32_t i = -2; i < 2 * n_edges && same; i++) {
		int32_t edge = i < 0 ? -1 : i / 2;
		enum split split = (enum split)(i & 1);

		naive_arrivals(n, split, edge, wanted);
		same = same_kind(t, n, TAG_DATA, edge, split, wanted);
		for (int32_t v = 0; v < n->n_vertices && edge >= 0; v++)
			wanted[v] = naive_clock_arrival(n, edge, split, v);
		same = same && (edge < 0 || same_kind(t, n, TAG_CLOCK, edge, split, wanted));
	}
	free(wanted);
	return same;
}
