#include "db/fan_out.h"

#include <stdlib.h>

#include "base/grow.h"
#include "base/task.h"
#include "db/loops.h"

enum status timing_graph_need_fan_out(struct timing_graph *timing)
{
	if (timing->out_arc)
		return STATUS_OK;
	free(timing->out_row);
	return graph_fan_out(timing->graph, &timing->out_row, &timing->out_arc);
}

enum status timing_graph_need_order(struct timing_graph *timing)
{
	struct task task = TASK_INIT; /* an edit shows no progress */
	struct graph_order order = {0};
	bool has_loop; /* never: they are broken */
	enum status status;

	if (timing->order)
		return STATUS_OK;
	status = graph_find_order(timing->graph, &task, &order, &has_loop);
	if (status != STATUS_OK) {
		graph_order_release(&order);
		return status;
	}
	free(timing->out_row);
	free(timing->out_arc);
	timing->out_row = order.row;
	timing->out_arc = order.arc;
	timing->order = order.vertex;
	timing->n_levels = order.n_levels;
	timing->level_row = order.level_row;
	return STATUS_OK;
}

/* ---- of one vertex ---- */

/* Of arcs of nets, then of instances: what one is of. */
static int32_t owner_of(const struct timing_graph *timing, int32_t arc, bool of_nets)
{
	int32_t pin = timing->graph->arc_from[arc] / N_EDGES;

	return of_nets ? timing->netlist->pin_net[pin] : timing->netlist->pin_instance[pin];
}

static bool is_of_net(const struct timing_graph *timing, int32_t arc)
{
	return timing->graph->arc_type[arc] == ARC_OF_NET;
}

/* The first that is of this net or instance, or of a later one. */
static int32_t first_of(const struct timing_graph *timing, int32_t owner, bool of_nets)
{
	int32_t low = 0, high = timing->n_possible;

	while (low < high) {
		int32_t middle = low + (high - low) / 2;
		bool is_before = is_of_net(timing, middle) == of_nets
					 ? owner_of(timing, middle, of_nets) < owner
					 : !of_nets;

		if (is_before)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static enum status add_arcs_of(const struct timing_graph *timing, int32_t vertex, bool of_nets,
			       struct arcs_found *out)
{
	int32_t pin = vertex / N_EDGES;
	int32_t owner =
		of_nets ? timing->netlist->pin_net[pin] : timing->netlist->pin_instance[pin];

	for (int32_t a = first_of(timing, owner, of_nets); a < timing->n_possible; a++) {
		if (is_of_net(timing, a) != of_nets || owner_of(timing, a, of_nets) != owner)
			break;
		if (timing->graph->arc_from[a] != vertex)
			continue;
		TRY(GROW(&out->arc, &out->capacity, (int64_t)out->n + 1));
		out->arc[out->n++] = a;
	}
	return STATUS_OK;
}

static bool drives_net(const struct netlist *netlist, int32_t pin)
{
	int32_t net = netlist->pin_net[pin];
	bool drives = false;

	for (int32_t d = 0; net >= 0 && d < netlist->net_n_drivers[net] && !drives; d++)
		drives = netlist->net_pin[netlist->net_pin_row[net] + d] == pin;
	return drives;
}

enum status timing_graph_find_arcs(const struct timing_graph *timing, int32_t vertex,
				   struct arcs_found *out)
{
	int32_t pin = vertex / N_EDGES;

	if (drives_net(timing->netlist, pin))
		TRY(add_arcs_of(timing, vertex, true, out));
	return timing->netlist->pin_instance[pin] < 0 ? STATUS_OK
						      : add_arcs_of(timing, vertex, false, out);
}
