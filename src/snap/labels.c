#include "snap/labels.h"

#include <inttypes.h>

#include "base/grow.h"

SNAP_OWNS(labels, snap->query, snap->empty, snap->constraint, snap->region, snap->pin, snap->arc,
	  snap->drawn, snap->drawn_arc, snap->drawn_false, snap->false_paths, snap->rank_pins,
	  snap->run)

SNAP_MAKER(labels, release_labels)

uint32_t label_colour(int32_t region)
{
	static const uint32_t colours[LABEL_COLOURS] = {0x00e5ff, 0xff4dd8, 0xffe45c, 0xffffff,
							0xff9f1c, 0x8ab4ff, 0xffb3e6, 0xb0b0b0};

	return colours[region % LABEL_COLOURS];
}

/* Labels of regions are ranks of pins; of equal ones the first counts. */
int32_t snap_labels_region(const struct snap_labels *snap, int32_t label)
{
	return FIRST(r, 0, snap->n_regions - 1, label && snap->region[r].label == label);
}

void label_write(int32_t label, struct text *out)
{
	if (label == INT32_MAX)
		text_add(out, "max");
	else if (label <= 0)
		text_add(out, "-");
	else
		text_printf(out, "%" PRId32, label);
}

void label_write_region(const struct snap_labels *l, int32_t r, struct text *out)
{
	if (r == l->n_regions - 1)
		text_add(out, "outside");
	else if (r == 0)
		text_add(out, "start to 1");
	else if (r == l->n_constraints)
		text_printf(out, "%" PRId32 " to end", r);
	else
		text_printf(out, "%" PRId32 " to %" PRId32, r, r + 1);
}

void label_write_vertex(const struct graph *graph, int32_t vertex, struct text *out)
{
	if (!graph->netlist) {
		graph_write_name(graph, vertex, out);
		return;
	}
	netlist_write_pin(graph->netlist, vertex / N_EDGES, '/', out);
	text_add(out, vertex % N_EDGES == RISE ? " ^" : " v");
}
