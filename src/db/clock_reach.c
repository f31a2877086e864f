#include "db/clock_reach.h"

#include <stdlib.h>

#include "base/grow.h"
#include "db/constants.h"
#include "db/disables.h"

struct reach {
	const struct netlist *netlist;
	struct constants constants; /* owned */
	struct disables disables;   /* owned */
	uint8_t *reached;           /* borrowed */
	int32_t *queue;             /* owned: pins that reach more than when they were last taken */
	int32_t n;
	int64_t capacity;
};

static enum status put(struct reach *r, int32_t pin, unsigned bits)
{
	if ((r->reached[pin] | bits) == r->reached[pin] ||
	    constants_of(&r->constants, pin) != LOGIC_X)
		return STATUS_OK;
	r->reached[pin] |= (uint8_t)bits;
	return APPEND(r->queue, r->n, &r->capacity, pin);
}

static enum status along_net(struct reach *r, int32_t pin)
{
	const struct netlist *netlist = r->netlist;
	int32_t net = netlist->pin_net[pin];

	if (net < 0 || !netlist_may_drive(netlist, pin))
		return STATUS_OK;
	for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++) {
		int32_t to = netlist->net_pin[i];
		bool takes = netlist_takes_signals(netlist, to);

		if (to != pin && takes && !arc_is_disabled(&r->disables, -1, pin, to))
			TRY(put(r, to, r->reached[pin]));
	}
	return STATUS_OK;
}

/* The edges after an arc; of an edge for which it has no delay none. */
static unsigned bits_behind(unsigned bits, const struct lib_arc *arc, enum lib_sense sense)
{
	unsigned after = 0;

	for (int b = 0; b < N_EDGES * N_EDGES; b++) {
		int of_clock = b / N_EDGES, edge = b % N_EDGES;

		if (!(bits & CLOCK_REACH_BIT(of_clock, edge)) || !arc->from_edge[edge])
			continue;
		for (int to = 0; to < N_EDGES; to++) {
			bool fits = sense == LIB_POSITIVE_UNATE   ? to == edge
				    : sense == LIB_NEGATIVE_UNATE ? to != edge
								  : true;

			if (fits && arc->delay[to] >= 0)
				after |= CLOCK_REACH_BIT(of_clock, to);
		}
	}
	return after;
}

static enum status through_cell(struct reach *r, int32_t pin)
{
	const struct netlist *netlist = r->netlist;
	int32_t instance = netlist->pin_instance[pin];
	int32_t first = instance < 0 ? 0 : netlist->instance_pin[instance];
	const struct library *library;
	const struct lib_cell *cell = netlist_lib_cell(netlist, instance, LATE, &library);

	for (int32_t a = 0; cell && a < cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + a];

		if (first + arc->from != pin ||
		    (arc->kind != LIB_COMBINATIONAL && arc->kind != LIB_THREE_STATE) ||
		    arc_is_disabled(&r->disables, instance, pin, first + arc->to) ||
		    !arc_is_possible(&r->constants, netlist, instance, library, cell, arc))
			continue;
		TRY(put(r, first + arc->to,
			bits_behind(r->reached[pin], arc,
				    arc_sense_under(&r->constants, netlist, instance, library, cell,
						    arc))));
	}
	return STATUS_OK;
}

static enum status walk(struct reach *r, const struct clock *clock, unsigned edges)
{
	unsigned bits = 0;

	for (int edge = 0; edge < N_EDGES; edge++) {
		if (edges & 1U << edge)
			bits |= CLOCK_REACH_BIT(edge, edge);
	}
	for (int32_t i = 0; i < clock->n_sources; i++)
		TRY(put(r, clock->source[i], bits));
	while (r->n > 0) {
		int32_t pin = r->queue[--r->n];

		TRY(along_net(r, pin));
		TRY(through_cell(r, pin));
	}
	return STATUS_OK;
}

static void reach_release(struct reach *r)
{
	constants_release(&r->constants);
	disables_release(&r->disables);
	free(r->queue);
}

enum status clock_reach_add(const struct netlist *netlist, const struct constraints *constraints,
			    const struct clock *clock, unsigned edges, struct task *task,
			    uint8_t *reached)
{
	RELEASED_BY(reach_release) struct reach r = {.netlist = netlist, .reached = reached};

	TRY(constants_find(netlist, constraints, task, &r.constants));
	TRY(disables_find(netlist, constraints, &r.disables));
	return walk(&r, clock, edges);
}
