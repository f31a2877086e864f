/* Wires, loads, slews at ports, and the sweep of delays and slews over the levels. */
#include <assert.h>

#include "gpu/delay/delay_args.h"
#include "gpu/timing/timing.h"

/* With the scratch of the sweeps, 96 bytes a node. */
static void sweep_wires(struct timing *timing, const struct device_wires *wires)
{
	struct timing_image *image = timing->image;
	struct wire_capacitance_args capacitance = {*wires};
	struct wire_delay_args delay = {*wires};
	struct wire_moment_args moment = {*wires};
	struct wire_impulse_args impulse = {*wires};
	int32_t n = image->n_wire_levels;

	SWEEP(timing->queue, wire_capacitance, 32, &capacitance, image->d_wire_mirror_row, n);
	SWEEP(timing->queue, wire_delay, 32, &delay, image->d_wire_row, n);
	SWEEP(timing->queue, wire_moment, 32, &moment, image->d_wire_mirror_row, n);
	SWEEP(timing->queue, wire_impulse, 32, &impulse, image->d_wire_row, n);
}

/* Delays and impulses of pins, and what drivers see, are what stays: the trees are put on it again when they are to be swept again. */
enum status timing_sweep_wires(struct timing *timing)
{
	struct device_wires wires = timing->image->wires;
	int64_t n = 4 * (int64_t)wires.n_nodes;
	enum status status;

	if (!wires.n_nodes && !timing->image->networks.n)
		return STATUS_OK;
	assert(wires.parent);
	TRY(network_image_solve(timing->image));
	status = DEVICE_ALLOC_ALL(timing->queue, "timing", n, &wires.subtree, &wires.delay,
				  &wires.third);
	if (status == STATUS_OK)
		sweep_wires(timing, &wires);
	status = queue_settle(timing->queue, status);
	DEVICE_FREE_ALL(timing->queue, &wires.subtree, &wires.delay, &wires.third);
	if (status != STATUS_OK)
		return status;
	timing_image_drop_trees(timing->image);
	TRY(queue_sync(timing->queue)); /* what was freed is queued */
	device_trim(timing->queue);     /* nothing else is as long */
	return STATUS_OK;
}

struct net_loads_args timing_loads(const struct timing *timing)
{
	const struct timing_image *image = timing->image;

	return (struct net_loads_args){.net_pin_row = image->d_net_pin_row,
				       .net_pin = image->d_net_pin,
				       .net_n_drivers = image->d_net_n_drivers,
				       .net_capacitance = image->d_net_capacitance,
				       .net_flags = image->d_net_flags,
				       .pin_kind = image->d_pin_kind,
				       .kind_capacitance = image->d_kind_capacitance,
				       .with_drivers = timing->settings.load_includes_driver_pin,
				       .load = (double *)image->device.load};
}

void timing_compute_loads(struct timing *timing)
{
	struct net_loads_args args = timing_loads(timing);

	LAUNCH(timing->queue, net_loads, 32, &args, timing->image->graph->netlist->n_nets);
}

void timing_sweep_delay_levels(struct timing *timing, const struct device_timing *device)
{
	struct timing_image *image = timing->image;
	int64_t n_levels = image->delay_image->n_levels;
	struct delay_levels_args args = {
		.sweep = {*device, n_levels},
		.increment = timing->varies_slews ? timing->d_arc_increment : NULL,
	};
	struct wave_levels_args waves = {args.sweep, args.increment};

	if (device->hand)
		SWEEP(timing->queue, wave_levels, 32, &waves, image->d_mirror_row, n_levels);
	else
		SWEEP(timing->queue, delay_levels, 32, &args, image->d_mirror_row, n_levels);
}

void timing_sweep_delays(struct timing *timing, const struct device_timing *device)
{
	struct timing_image *image = timing->image;
	struct delay_sweep_args args = {*device, image->delay_image->n_levels};
	struct wave_sweep_args waves = {args, image->d_taken};

	if ((timing->varies_slews && timing->d_arc_increment) || image->n_parallel)
		timing_sweep_delay_levels(timing, device);
	else if (device->hand)
		SWEEP(timing->queue, wave_sweep, 32, &waves, image->d_mirror_row, args.n_levels);
	else
		SWEEP(timing->queue, delay_sweep, 32, &args, image->d_mirror_row, args.n_levels);
}

struct device_timing timing_device(const struct timing *timing)
{
	struct device_timing d = timing->image->device;

	if (timing->single || timing->underated)
		d.derate_class = NULL;
	return d;
}

/* Do the given delays of wires contain what the load adds to a driving cell's delay? SDF has that in the INTERCONNECTs of the
 * port. Where only some of its wires are given: what makes slack worse. i: driver and split. */
static bool is_in_wires(const struct timing *timing, int64_t i)
{
	const struct netlist *netlist = timing->image->graph->netlist;
	int32_t vertex = timing->image->graph->driver[i / N_SPLITS].vertex;
	int32_t n = timing->given_wires[N_SPLITS * netlist_named_vertex(netlist, vertex) +
					i % N_SPLITS];

	return n > 0 && (i % N_SPLITS == EARLY || n >= netlist_fanout(netlist, vertex / N_EDGES));
}

static void drop_given_drives(struct timing *timing)
{
	int64_t n = N_SPLITS * (int64_t)timing->image->n_drivers, first = 0;

	for (int64_t i = 0; i <= n && timing->given_wires; i++) {
		if (i < n && is_in_wires(timing, i))
			continue;
		if (i > first)
			queue_fill(timing->queue, timing->image->d_extra + first, 0,
				   (i - first) * (int64_t)sizeof *timing->image->d_extra);
		first = i + 1;
	}
}

void timing_give_slews(struct timing *timing)
{
	struct timing_image *image = timing->image;
	struct set_slews_args slews = {image->d_slew, image->device.slew};
	struct set_slews_args annotated = {image->annotated.d_slew, image->device.slew};
	struct drive_ports_args drive = {timing_device(timing), image->d_driver, image->d_drive,
					 image->d_extra};

	LAUNCH(timing->queue, set_slews, 32, &slews, image->n_slews);
	LAUNCH(timing->queue, drive_ports, 32, &drive, image->n_drivers);
	drop_given_drives(timing);
	LAUNCH(timing->queue, set_slews, 32, &annotated, image->annotated.n_slews);
}
