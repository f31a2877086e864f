/* Edits of constraints on the device. */
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/image/timing_image.h"

static enum status put_slews(struct timing_image *timing, const struct state_changes *changes)
{
	if (!changes->slews_moved && changes->clock_slews)
		return timing_image_put_slews(timing, timing->n_slews);
	if (!changes->slews_moved)
		return timing_image_put_slews(timing, changes->n_port_slews);
	DEVICE_FREE(timing->queue, timing->d_slew);
	device_free(timing->queue, (void *)timing->device.is_given);
	timing->device.is_given = NULL;
	return timing_image_upload_slews(timing);
}

static enum status put_drivers(struct timing_image *timing)
{
	DEVICE_FREE(timing->queue, timing->d_driver);
	DEVICE_FREE(timing->queue, timing->d_drive);
	DEVICE_FREE(timing->queue, timing->d_extra);
	return timing_image_upload_drivers(timing);
}

static enum status put_loads(struct timing_image *timing)
{
	const struct netlist *netlist = timing->graph->netlist;
	int32_t n_kinds = netlist->n_ports;
	double(*capacitance)[N_SPLITS][N_EDGES];
	enum status status;

	for (int32_t m = 0; m < netlist->n_masters; m++)
		n_kinds += netlist->master[m].n_pins;
	TRY(ALLOC(&capacitance, n_kinds));
	timing_image_fill_capacitances(timing->graph, capacitance);
	queue_upload(timing->queue, timing->d_kind_capacitance, capacitance,
		     n_kinds * (int64_t)sizeof *capacitance);
	status = queue_sync(timing->queue);
	free(capacitance);
	return status;
}

enum status timing_image_put(struct timing_image *timing, const struct state_changes *changes)
{
	if (changes->slews)
		TRY(put_slews(timing, changes));
	if (changes->drivers)
		TRY(put_drivers(timing));
	if (changes->derates)
		TRY(changes->same_classes ? derate_image_put(timing)
					  : timing_image_derate(timing, NULL));
	if (changes->loads)
		TRY(put_loads(timing));
	if (changes->seeds)
		TRY(state_image_put_seeds(timing));
	if (changes->all_ends || changes->all_groups)
		TRY(state_image_put_values(timing));
	return changes->n_sinks ? state_image_put_endpoints(timing, changes->sink, changes->n_sinks)
				: STATUS_OK;
}
