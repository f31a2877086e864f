/*
 * Outputs that drive one net in parallel, on the device: those of cells that are neither tri-state nor those of latches, through
 * which data passes apart from the sweeps.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/image/timing_image.h"

/* What arcs there are at a vertex. */
struct ends {
	int32_t n_loads, load; /* along its net, and one of these */
	bool is_driven;        /* by a cell */
	bool of_latch;
};

struct finder {
	struct timing_image *timing;
	const struct netlist *netlist;
	struct ends *ends; /* owned [vertices], NULL = no net has several drivers */
	uint8_t *parallel; /* owned [states] */
	int32_t *load;     /* owned [timing->n_parallel] */
	int64_t capacity;
};

static bool is_output(const struct netlist *netlist, int32_t pin)
{
	int32_t x = netlist->pin_instance[pin];
	const struct master *m = x < 0 ? NULL : &netlist->master[netlist->instance_master[x]];
	const struct library *library = m ? m->library[LATE] : NULL;
	int32_t p = library ? library->cell[m->cell[LATE]].first_pin : 0;

	return library && netlist_pin_direction(netlist, pin) == LIB_OUTPUT &&
	       library->pin[p + pin - netlist->instance_pin[x]].three_state < 0;
}

static enum status find_ends(struct finder *f)
{
	const struct graph *graph = f->timing->graph->graph;
	int32_t n = graph->n_arcs, n_latch = f->timing->graph->n_latch_arcs;

	TRY(ALLOC(&f->ends, graph->n_vertices));
	TRY(ALLOC(&f->parallel, f->timing->device.n_states));
	for (int32_t a = 0; a < n; a++) {
		struct ends *from = &f->ends[graph->arc_from[a]];

		if (graph->arc_type[a] >= 0) {
			f->ends[graph->arc_to[a]].is_driven = true;
			continue;
		}
		from->n_loads++;
		from->load = graph->arc_to[a];
	}
	for (int32_t a = n; a < n + n_latch; a++)
		f->ends[graph->arc_to[a]].of_latch = true;
	return STATUS_OK;
}

/* Of a net at an edge. Where loops or disables have cut wires, or data of latches comes, each output stays alone. */
static enum status add_net(struct finder *f, int32_t net, int edge, bool *alone)
{
	const int32_t *pin = f->netlist->net_pin + f->netlist->net_pin_row[net];
	const int32_t *state = f->timing->vertex_state;
	int32_t n = 0, load = -1;
	bool whole = true;

	for (int32_t i = 0; i < f->netlist->net_n_drivers[net]; i++) {
		const struct ends *at = &f->ends[N_EDGES * pin[i] + edge];

		if (!is_output(f->netlist, pin[i]) || !(at->is_driven || at->of_latch))
			continue;
		whole &= at->n_loads == netlist_fanout(f->netlist, pin[i]) && !at->of_latch;
		load = at->n_loads ? at->load : load;
		n++;
	}
	*alone |= n > 1 && load >= 0 && !whole;
	if (n < 2 || load < 0 || !whole)
		return STATUS_OK;
	for (int32_t i = 0; i < f->netlist->net_n_drivers[net]; i++) {
		int32_t v = N_EDGES * pin[i] + edge;

		f->parallel[state[v]] = is_output(f->netlist, pin[i]) && f->ends[v].is_driven;
	}
	TRY(APPEND(f->load, f->timing->n_parallel, &f->capacity, state[load]));
	return STATUS_OK;
}

static enum status find_nets(struct finder *f)
{
	for (int32_t net = 0; net < f->netlist->n_nets; net++) {
		bool alone = false;

		if (f->netlist->net_n_drivers[net] < 2)
			continue;
		if (!f->ends)
			TRY(find_ends(f));
		for (int edge = 0; edge < N_EDGES; edge++)
			TRY(add_net(f, net, edge, &alone));
		f->timing->n_alone += alone;
	}
	return STATUS_OK;
}

static enum status upload(struct finder *f)
{
	struct timing_image *timing = f->timing;
	struct device_timing *d = &timing->device;
	int64_t n = N_SPLITS * ((int64_t)d->n_arcs + timing->graph->n_latch_arcs);

	if (!timing->n_parallel)
		return STATUS_OK;
	TRY(UPLOAD(timing->queue, f->parallel, d->n_states, &d->parallel));
	TRY(UPLOAD(timing->queue, f->load, timing->n_parallel, &timing->d_parallel_load));
	TRY(DEVICE_ALLOC(timing->queue, "timing", &d->reduction, n));
	queue_fill(timing->queue, d->reduction, 0, n * (int64_t)sizeof *d->reduction);
	return STATUS_OK;
}

enum status parallel_image_build(struct timing_image *timing)
{
	struct finder f = {.timing = timing, .netlist = timing->graph->netlist};
	enum status status = find_nets(&f);

	if (status == STATUS_OK)
		status = upload(&f);
	status = queue_settle(timing->queue, status);
	free(f.ends);
	free(f.parallel);
	free(f.load);
	return status;
}

void parallel_image_release(struct timing_image *timing)
{
	DEVICE_FREE_ALL(timing->queue, &timing->device.parallel, &timing->device.reduction,
			&timing->d_parallel_load);
	timing->n_parallel = 0;
	timing->n_alone = 0;
}
