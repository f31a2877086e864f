#include "gpu/checks/clock_pins.h"

#include "base/grow.h"

enum status clock_pins_mark(const struct timing_graph *timing, uint8_t **out)
{
	const struct graph *graph = timing->graph;

	TRY(ALLOC(out, timing->netlist->n_all_pins));
	for (int32_t a = 0; a < graph->n_arcs; a++) {
		if (graph->arc_type[a] >= 0 && timing->type[graph->arc_type[a]].launches)
			(*out)[graph->arc_from[a] / N_EDGES] = 1;
	}
	for (int32_t c = 0; c < timing->n_checks; c++)
		(*out)[timing->check[c].clock / N_EDGES] = 1;
	return STATUS_OK;
}
