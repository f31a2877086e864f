#include "db/clock_arcs.h"

#include <stdlib.h>

#include "base/grow.h"

/* Vertices in the order in which clocks reach them. */
struct spread {
	int32_t n, *vertex; /* owned [n_vertices] */
	int32_t *number;    /* owned [n_vertices]: from 1; 0 = no clock comes there */
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

static void spread_clocks(const struct timing_graph *timing, const struct graph_order *order,
			  struct spread *s)
{
	const struct constraints *constraints = timing->constraints;

	for (int32_t c = 0; c < constraints->n_clocks; c++) {
		const struct clock *clock = &constraints->clock[c];

		for (int32_t i = 0; i < clock_n_begin_places(clock); i++) {
			int32_t vertex = clock_begin_vertex(clock, timing->netlist, i);

			if (vertex >= 0)
				reach(s, vertex);
		}
	}
	for (int32_t i = 0; i < s->n; i++) {
		int32_t v = s->vertex[i];

		for (int32_t j = order->row[v]; j < order->row[v + 1]; j++) {
			if (carries(timing, order->arc[j]))
				reach(s, timing->graph->arc_to[order->arc[j]]);
		}
	}
}

static enum loop_arc choose(const struct timing_graph *timing, const struct spread *s, int32_t arc)
{
	int32_t from = s->number[timing->graph->arc_from[arc]];
	int32_t to = s->number[timing->graph->arc_to[arc]];

	if (!from && to)
		return LOOP_BREAK;
	return from && from < to && carries(timing, arc) ? LOOP_KEEP : LOOP_ANY;
}

enum status clock_arcs_choose(const void *context, const struct graph_order *order, uint8_t *arc)
{
	const struct timing_graph *timing = context;
	const struct graph *graph = timing->graph;
	struct spread s = {0};
	enum status status;

	if (!timing->constraints || !timing->constraints->n_clocks)
		return STATUS_OK;
	TRY(ALLOC(&s.vertex, graph->n_vertices));
	status = ALLOC(&s.number, graph->n_vertices);
	if (status == STATUS_OK) {
		spread_clocks(timing, order, &s);
		for (int32_t a = 0; a < graph->n_arcs; a++)
			arc[a] = (uint8_t)choose(timing, &s, a);
	}
	free(s.vertex);
	free(s.number);
	return status;
}
