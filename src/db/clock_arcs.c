#include "db/clock_arcs.h"

#include "base/grow.h"
#include "base/keyed.h"

/* Vertices in the order in which clocks reach them. */
struct spread {
	int32_t n, *vertex; /* owned [n_vertices] */
	int32_t *number;    /* owned [n_vertices]: from 1; 0 = no clock comes there */
	bool *generates;    /* owned [n_vertices]: a generated clock begins there */
};

static void reach(struct spread *s, int32_t vertex)
{
	if (s->number[vertex])
		return;
	s->vertex[s->n++] = vertex;
	s->number[vertex] = s->n;
}

static bool carries(const struct timing_graph *timing, int32_t arc)
{
	int32_t type = timing->graph->arc_type[arc];

	return type < 0 || !timing->type[type].launches;
}

/* How many masters a clock has. */
static int32_t depth_of(const struct constraints *constraints, int32_t clock)
{
	int32_t depth = 0;

	for (; constraints->clock[clock].master >= 0 && depth < constraints->n_clocks; depth++)
		clock = constraints->clock[clock].master;
	return depth;
}

/* From the sources of clocks of one depth on. */
static void spread_clocks(const struct timing_graph *timing, const struct graph_order *order,
			  const struct keyed *clocks, int32_t n, struct spread *s)
{
	int32_t begin = s->n;

	for (int32_t c = 0; c < n; c++) {
		const struct clock *clock = &timing->constraints->clock[clocks[c].item];

		for (int32_t i = 0; i < clock_n_begin_places(clock); i++) {
			int32_t vertex = clock_begin_vertex(clock, timing->netlist, i);

			if (vertex < 0)
				continue;
			reach(s, vertex);
			s->generates[vertex] |= clocks[c].key > 0;
		}
	}
	for (int32_t i = begin; i < s->n; i++) {
		int32_t v = s->vertex[i];

		for (int32_t j = order->row[v]; j < order->row[v + 1]; j++) {
			if (carries(timing, order->arc[j]))
				reach(s, timing->graph->arc_to[order->arc[j]]);
		}
	}
}

/* Generated ones after their masters, so that what leads to their sources is kept. */
static enum status spread_all(const struct timing_graph *timing, const struct graph_order *order,
			      struct spread *s)
{
	const struct constraints *constraints = timing->constraints;
	int32_t n = constraints->n_clocks, end;
	FREED struct keyed *by_depth = NULL;

	TRY(ALLOC(&by_depth, n));
	for (int32_t c = 0; c < n; c++) {
		int32_t master = constraints->clock[c].master;

		by_depth[c] = (struct keyed){master >= 0 && master < c ? by_depth[master].key + 1
								       : depth_of(constraints, c),
					     c};
	}
	TRY(keyed_sort(by_depth, n));
	for (int32_t c = 0; c < n; c = end) {
		for (end = c; end < n && by_depth[end].key == by_depth[c].key; end++)
			;
		spread_clocks(timing, order, by_depth + c, end - c, s);
	}
	return STATUS_OK;
}

static enum loop_arc choose(const struct timing_graph *timing, const struct spread *s, int32_t arc)
{
	int32_t from = s->number[timing->graph->arc_from[arc]];
	int32_t to = s->number[timing->graph->arc_to[arc]];

	if (!from && to)
		return LOOP_BREAK;
	return from && from < to &&
			       (carries(timing, arc) || s->generates[timing->graph->arc_to[arc]])
		       ? LOOP_KEEP
		       : LOOP_ANY;
}

static FREES(spread_release, struct spread, x->vertex, x->number, x->generates);

enum status clock_arcs_choose(const void *context, const struct graph_order *order, uint8_t *arc)
{
	const struct timing_graph *timing = context;
	const struct graph *graph = timing->graph;
	RELEASED_BY(spread_release) struct spread s = {0};

	if (!timing->constraints || !timing->constraints->n_clocks)
		return STATUS_OK;
	TRY(ALLOC_ALL(graph->n_vertices, &s.vertex, &s.number, &s.generates));
	TRY(spread_all(timing, order, &s));
	for (int32_t a = 0; a < graph->n_arcs; a++)
		arc[a] = (uint8_t)choose(timing, &s, a);
	return STATUS_OK;
}
