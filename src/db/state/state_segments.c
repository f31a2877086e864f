/*
 * Path segmentation: set_max_delay and set_min_delay -from a pin that is no startpoint make it one, and
 * -to a pin that is no endpoint make it one. Data that reaches either goes no further, so other checks
 * lose the paths through them, unless -probe says otherwise. As in PrimeTime and OpenSTA; but what begins
 * at a pin goes on where paths also end (there it is lost), and clock networks aren't cut. Cells are no pins here: set_max_delay -from CELL is about the startpoints that it has.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "db/state/state_impl.h"

/* In the marks of pins while segments are looked for. */
enum { PIN_CLOCKS = 1, PIN_CHECKED = 2 };

static enum status mark_pins(const struct state_builder *b, uint8_t **out)
{
	TRY(ALLOC(out, b->netlist->n_all_pins));
	for (int32_t v = 0; v < b->timing->graph->n_vertices; v++)
		(*out)[v / N_EDGES] |= b->basis.is_captured[v] ? PIN_CLOCKS : 0;
	for (int32_t c = 0; c < b->timing->n_checks; c++)
		(*out)[b->timing->check[c].data / N_EDGES] |= PIN_CHECKED;
	return STATUS_OK;
}

static void cut_at(struct state_builder *b, const struct exception *exception, int32_t side,
		   const struct point *point, bool from)
{
	uint8_t *segment = &b->segment[side];

	if (from)
		*segment |= (uint8_t)((point->edges & EDGES_RISE ? SEGMENT_START_RISE : 0) |
				      (point->edges & EDGES_FALL ? SEGMENT_START_FALL : 0) |
				      (exception->probe ? 0 : SEGMENT_BREAKS));
	else
		*segment |= (uint8_t)(SEGMENT_END | (exception->probe ? 0 : SEGMENT_BREAKS));
}

/* Clocks of registers, ports and checked pins are ends already. */
static enum status cut_at_list(struct state_builder *b, const struct exception *exception,
			       const struct point_list *list, bool from, const uint8_t *mark)
{
	int32_t n;

	for (int32_t i = 0; i < list->n; i += n) {
		const struct point *point = &list->point[i];

		n = point_list_cell_at(b->netlist, list, i);
		if (n)
			continue;
		n = 1;
		if (point->kind != POINT_PIN || point->id < b->netlist->n_ports || mark[point->id])
			continue;
		if (!b->segment)
			TRY(ALLOC(&b->segment, b->netlist->n_all_pins));
		cut_at(b, exception, point->id, point, from);
		if (from) /* paths end where signals arrive */
			cut_at(b, exception, netlist_driving_side(b->netlist, point->id), point,
			       from);
	}
	return STATUS_OK;
}

enum status state_find_segments(struct state_builder *b)
{
	uint8_t *mark = NULL;
	enum status status = STATUS_OK;

	if (!b->exceptions.has_delays)
		return STATUS_OK;
	TRY(mark_pins(b, &mark));
	for (int32_t e = 0; e < b->constraints->n_exceptions && status == STATUS_OK; e++) {
		const struct exception *exception = &b->constraints->exception[e];

		if (exception->kind != EXCEPTION_DELAY)
			continue;
		status = cut_at_list(b, exception, &exception->filter.from, true, mark);
		if (status == STATUS_OK)
			status = cut_at_list(b, exception, &exception->filter.to, false, mark);
	}
	free(mark);
	return status;
}

bool state_is_cut(const struct state_builder *b, int32_t state, int32_t arc)
{
	const struct graph *graph = b->timing->graph;
	int tail, head;

	if (!b->segment)
		return false;
	tail = b->segment[graph->arc_from[arc] / N_EDGES];
	head = b->segment[graph->arc_to[arc] / N_EDGES];
	return (tail & SEGMENT_BREAKS && !(b->states->flags[state] & STATE_START)) ||
	       (head & SEGMENT_BREAKS && !(head & SEGMENT_END));
}
