#include "naive_labels.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/kernels/kernels.h"

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

static void make_ranks(const struct naive_space *s, int32_t *rank)
{
	const struct graph *g = s->graph;
	bool changed = true;

	for (int32_t p = 0; p < s->n_pins; p++)
		rank[p] = -1;
	for (int32_t i = 0; i < g->n_sinks; i++)
		rank[g->sink_vertex[i] / s->n_edges] = 0;
	while (changed) {
		changed = false;
		for (int32_t a = 0; a < g->n_arcs; a++) {
			int32_t u = g->arc_from[a] / s->n_edges, v = g->arc_to[a] / s->n_edges;

			if (!arc_ok(s, a) || rank[v] < 0 || rank[u] > rank[v])
				continue;
			rank[u] = rank[v] + 1;
			changed = true;
		}
	}
}

static bool is_of(const struct naive_space *s, const struct label_pin *pin, int32_t vertex)
{
	return vertex / s->n_edges == pin->pin &&
	       (s->n_edges == 1 || pin->edges >> vertex % s->n_edges & 1);
}

static void scan_back(const struct naive_space *s, const struct label_query *q,
		      struct naive_labels *out)
{
	const struct graph *g = s->graph;
	bool changed = true;

	for (int32_t i = 0; i < q->n; i++) {
		int32_t label = i ? out->rank[q->pin[i - 1].pin] : INT32_MAX;

		for (int32_t v = 0; v < s->n_pins * s->n_edges; v++) {
			if (is_of(s, &q->pin[i], v) && label > out->label[v])
				out->label[v] = label;
		}
	}
	while (changed) {
		changed = false;
		for (int32_t a = 0; a < g->n_arcs; a++) {
			int32_t u = g->arc_from[a], label = out->label[g->arc_to[a]];

			if (!arc_ok(s, a) || out->rank[u / s->n_edges] >= label ||
			    out->label[u] >= label)
				continue;
			out->label[u] = label;
			changed = true;
		}
	}
}

static void scan_fan_out(const struct naive_space *s, const struct label_query *q,
			 struct naive_labels *out)
{
	const struct label_pin *last = &q->pin[q->n - 1];
	const struct graph *g = s->graph;
	int32_t label = out->rank[last->pin];
	uint8_t *taken = zeroed(g->n_vertices, 1);
	bool changed = true;

	while (changed) {
		changed = false;
		for (int32_t a = 0; a < g->n_arcs; a++) {
			int32_t u = g->arc_from[a], v = g->arc_to[a];

			if (!arc_ok(s, a) || (!taken[u] && !is_of(s, last, u)) ||
			    out->label[v] >= label)
				continue;
			out->label[v] = label;
			taken[v] = 1;
			changed = true;
		}
	}
	free(taken);
}

static uint8_t verdict_of(const struct naive_space *s, const struct label_query *q,
			  const struct naive_labels *l, int32_t a)
{
	int32_t u = s->graph->arc_from[a], v = s->graph->arc_to[a];

	if (!arc_ok(s, a))
		return VERDICT_NONE;
	if (q->rule == RULE_REPAIRED && (!l->label[u] || !l->label[v]))
		return VERDICT_OUTSIDE;
	if (l->label[u] == l->label[v])
		return VERDICT_SAME;
	return l->rank[u / s->n_edges] == l->label[v] ? VERDICT_BOUNDARY : VERDICT_CUT;
}

static void find_ends(const struct naive_space *s, const struct label_query *q,
		      struct naive_labels *out)
{
	const struct label_pin *last = &q->pin[q->n - 1];
	bool mended = q->rule == RULE_REPAIRED;

	for (int32_t i = 0; i < s->graph->n_sources; i++) {
		int32_t v = s->graph->source_vertex[i];

		out->source_ok[i] = (!s->source_ok || s->source_ok[i]) &&
				    (!mended || (!out->conflict && out->label[v] == INT32_MAX));
	}
	for (int32_t i = 0; i < s->graph->n_sinks; i++) {
		int32_t v = s->graph->sink_vertex[i];
		bool after = out->rank[last->pin] > 0 && out->label[v] == out->rank[last->pin] &&
			     v / s->n_edges != last->pin;

		out->sink_ok[i] = (!s->sink_ok || s->sink_ok[i]) &&
				  (!mended || (!out->conflict && (after || is_of(s, last, v))));
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
	make_ranks(s, out->rank);
	for (int32_t i = 0; i < query.n && query.rule == RULE_REPAIRED; i++) {
		int32_t rank = out->rank[query.pin[i].pin];

		if (rank < 0 || (i && out->rank[query.pin[i - 1].pin] <= rank) ||
		    (s->n_edges > 1 && !query.pin[i].edges))
			out->conflict = true;
	}
	scan_back(s, &query, out);
	if (!query.to || query.rule == RULE_PAPER)
		scan_fan_out(s, &query, out);
	for (int32_t a = 0; a < g->n_arcs; a++)
		out->verdict[a] = verdict_of(s, &query, out, a);
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
