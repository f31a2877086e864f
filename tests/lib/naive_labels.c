#include "naive_labels.h"
#include "gpu/labels/device_labels.h"

#include <stdlib.h>
#include <string.h>

static void *zeroed(int64_t n, size_t size)
{
	void *items = calloc((size_t)n + 1, size);

	if (!items)
		abort();
	return items;
}

static bool arc_ok(const struct naive_space *s, int32_t a)
{
	return !s->arc_ok || s->arc_ok[a];
}

/* V-A: "the maximum number of edges to reach one of the datapath endpoints"; *known[p] = found already. */
static int32_t rank_of(const struct naive_space *s, int32_t pin, int32_t *rank, uint8_t *known)
{
	const struct graph *g = s->graph;

	if (known[pin])
		return rank[pin];
	known[pin] = 1;
	rank[pin] = -1;
	for (int32_t i = 0; i < g->n_sinks; i++) {
		if (g->sink_vertex[i] / s->n_edges == pin)
			rank[pin] = 0;
	}
	for (int32_t a = 0; a < g->n_arcs; a++) {
		int32_t ahead;

		if (!arc_ok(s, a) || g->arc_from[a] / s->n_edges != pin)
			continue;
		ahead = rank_of(s, g->arc_to[a] / s->n_edges, rank, known);
		if (ahead >= 0 && ahead + 1 > rank[pin])
			rank[pin] = ahead + 1;
	}
	return rank[pin];
}

static bool is_of(const struct naive_space *s, const struct label_pin *pin, int32_t vertex)
{
	return vertex / s->n_edges == pin->pin &&
	       (s->n_edges == 1 || pin->edges >> vertex % s->n_edges & 1);
}

/* Give a label to all that leads to what it was given to, below its rank; or to all that follows (forward). A
 * vertex that has a larger one keeps it. */
static void spread(const struct naive_space *s, int32_t label, bool forward, uint8_t *given,
		   struct naive_labels *out)
{
	const struct graph *g = s->graph;
	bool changed = true;

	while (changed) {
		changed = false;
		for (int32_t a = 0; a < g->n_arcs; a++) {
			int32_t u = forward ? g->arc_from[a] : g->arc_to[a];
			int32_t v = forward ? g->arc_to[a] : g->arc_from[a];

			if (!arc_ok(s, a) || !given[u] || given[v] || out->label[v] >= label ||
			    (!forward && out->rank[v / s->n_edges] >= label))
				continue;
			given[v] = 1;
			out->label[v] = label;
			changed = true;
		}
	}
}

/*
 * V-B. "For each adjacent pins u, v in the constraints, the label value of vertex matching pin v is the
 * rank of pin u." "For the first pin in the sequence of path constraints, we use the maximum integer as
 * its label." "We propagate labels to the fan-in neighbors", algorithm 5: whose rank is below the label.
 * "All the fanout pins of E (not including) get labels of the rank of last through pin." "We initialize
 * all labels as zeros first." Of two labels of a vertex the larger stays. -to "fixes the datapath ending
 * pin", so nothing follows that.
 */
static void make_labels(const struct naive_space *s, const struct label_query *q,
			struct naive_labels *out)
{
	int32_t n = s->n_pins * s->n_edges;
	const struct label_pin *last = &q->pin[q->n - 1];

	for (int32_t i = 0; i <= q->n; i++) {
		const struct label_pin *pin = i < q->n ? &q->pin[i] : last;
		int32_t label = i ? out->rank[q->pin[i - 1].pin] : INT32_MAX;
		uint8_t *given = zeroed(n, 1);

		for (int32_t v = 0; v < n; v++) {
			given[v] = is_of(s, pin, v);
			if (i < q->n && given[v] && label > out->label[v])
				out->label[v] = label;
		}
		if (i < q->n || !q->to)
			spread(s, label, i == q->n, given, out);
		free(given);
	}
}

/* V-C: "first remove vertices G and J since they do not belong to the constrained subgraph", those whose "labels
 * remain as 0"; "label(u) = label(v) or rank(u/2) = label(v)". */
static uint8_t verdict_of(const struct naive_space *s, const struct naive_labels *l, int32_t a)
{
	int32_t u = s->graph->arc_from[a], v = s->graph->arc_to[a];

	if (!arc_ok(s, a))
		return VERDICT_NONE;
	if (l->label[u] == 0 || l->label[v] == 0)
		return VERDICT_OUTSIDE;
	if (l->label[u] == l->label[v])
		return VERDICT_SAME;
	return l->rank[u / s->n_edges] == l->label[v] ? VERDICT_BOUNDARY : VERDICT_CUT;
}

/* As printed, at what wasn't removed. Repaired, from the first region to what follows the last pin. */
static void find_ends(const struct naive_space *s, const struct label_query *q,
		      struct naive_labels *out)
{
	const struct label_pin *last = &q->pin[q->n - 1];
	bool repaired = q->rule == RULE_REPAIRED;

	for (int32_t i = 0; i < s->graph->n_sources; i++) {
		int32_t v = s->graph->source_vertex[i];
		bool begins = repaired ? !out->conflict && out->label[v] == INT32_MAX
				       : out->label[v] != 0;

		out->source_ok[i] = (!s->source_ok || s->source_ok[i]) && begins;
	}
	for (int32_t i = 0; i < s->graph->n_sinks; i++) {
		int32_t v = s->graph->sink_vertex[i];
		bool after = out->rank[last->pin] > 0 && out->label[v] == out->rank[last->pin] &&
			     v / s->n_edges != last->pin;
		bool ends = repaired ? !out->conflict && (after || is_of(s, last, v))
				     : out->label[v] != 0;

		out->sink_ok[i] = (!s->sink_ok || s->sink_ok[i]) && ends;
	}
}

static void find_reach(const struct naive_space *s, struct naive_labels *out)
{
	const struct graph *g = s->graph;
	bool changed = true;

	for (int32_t i = 0; i < g->n_sinks; i++)
		out->reach[g->sink_vertex[i]] |= out->sink_ok[i] ? REACH_SUFFIX : 0;
	for (int pass = 0; pass < 2; pass++, changed = true) {
		while (changed) {
			changed = false;
			for (int32_t a = 0; a < g->n_arcs; a++) {
				int32_t u = g->arc_from[a], v = g->arc_to[a];
				int32_t from = pass ? u : v, to = pass ? v : u;
				int bit = pass ? REACH_PREFIX : REACH_SUFFIX;

				if ((out->verdict[a] != VERDICT_SAME &&
				     out->verdict[a] != VERDICT_BOUNDARY) ||
				    !(out->reach[from] & bit) || out->reach[to] & bit ||
				    (pass && !(out->reach[to] & REACH_SUFFIX)))
					continue;
				out->reach[to] |= (uint8_t)bit;
				changed = true;
			}
		}
		for (int32_t i = 0; i < g->n_sources && !pass; i++) {
			if (out->source_ok[i] && out->reach[g->source_vertex[i]] & REACH_SUFFIX)
				out->reach[g->source_vertex[i]] |= REACH_PREFIX;
		}
	}
}

static void join_same(struct label_query *q)
{
	int32_t n = 1;

	for (int32_t i = 1; i < q->n; i++) {
		if (q->pin[i].pin != q->pin[n - 1].pin)
			q->pin[n++] = q->pin[i];
		else
			q->pin[n - 1].edges &= q->pin[i].edges;
	}
	q->n = n;
}

void naive_labels_make(const struct naive_space *s, struct label_query query,
		       struct naive_labels *out)
{
	const struct graph *g = s->graph;
	uint8_t *known;

	*out = (struct naive_labels){
		.rank = zeroed(s->n_pins, sizeof *out->rank),
		.label = zeroed((int64_t)s->n_pins * s->n_edges, sizeof *out->label),
		.verdict = zeroed(g->n_arcs, 1),
		.reach = zeroed(g->n_vertices, 1),
		.source_ok = zeroed(g->n_sources, 1),
		.sink_ok = zeroed(g->n_sinks, 1),
	};
	if (query.rule == RULE_REPAIRED)
		join_same(&query);
	known = zeroed(s->n_pins, 1);
	for (int32_t p = 0; p < s->n_pins; p++)
		rank_of(s, p, out->rank, known);
	free(known);
	for (int32_t i = 0; i < query.n && query.rule == RULE_REPAIRED; i++) {
		int32_t rank = out->rank[query.pin[i].pin];

		if (rank < 0 || (i && out->rank[query.pin[i - 1].pin] <= rank) ||
		    (s->n_edges > 1 && !query.pin[i].edges))
			out->conflict = true;
	}
	make_labels(s, &query, out);
	for (int32_t a = 0; a < g->n_arcs; a++)
		out->verdict[a] = verdict_of(s, out, a);
	find_ends(s, &query, out);
	find_reach(s, out);
}

void naive_labels_release(struct naive_labels *l)
{
	free(l->rank);
	free(l->label);
	free(l->verdict);
	free(l->reach);
	free(l->source_ok);
	free(l->sink_ok);
}
