/* Between which thresholds libraries measure, on the device. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "gpu/image/timing_image.h"

enum { MOST_CLASSES = UINT8_MAX };

static struct device_thresholds thresholds_of(const struct library *library, int edge)
{
	struct device_thresholds t = {.low = library->slew_lower[edge] / 100,
				      .high = library->slew_upper[edge] / 100,
				      .in = library->input_threshold[edge] / 100,
				      .out = library->output_threshold[edge] / 100,
				      .derate = library->slew_derate};

	t.log_out = log(t.out);
	t.log_rest = log1p(-t.out);
	t.log_slew = log((1 - t.low) / (1 - t.high));
	return t;
}

static enum status find_classes(struct timing_image *timing, struct device_thresholds **out)
{
	const struct netlist *netlist = timing->graph->netlist;
	int32_t n = 1;

	TRY(ALLOC(&timing->library_class, netlist->n_libraries));
	TRY(ALLOC(out, N_EDGES * ((int64_t)netlist->n_libraries + 1)));
	/* without libraries nothing is measured */
	for (int32_t l = 0; l < netlist->n_libraries; l++) {
		struct device_thresholds own[N_EDGES] = {thresholds_of(netlist->library[l], RISE),
							 thresholds_of(netlist->library[l], FALL)};
		int32_t class = 0;

		while (class < n && l > 0 &&
		       memcmp(*out + (ptrdiff_t)N_EDGES * class, own, sizeof own) != 0)
			class ++;
		if (class >= MOST_CLASSES)
			return status_fail(
				STATUS_FAILED,
				"libraries differ in more than %d ways in their thresholds",
				MOST_CLASSES);
		memcpy(*out + (ptrdiff_t)N_EDGES * class, own, sizeof own);
		timing->library_class[l] = (uint8_t) class;
		n = class == n ? n + 1 : n;
	}
	timing->n_thresholds = n;
	return STATUS_OK;
}

enum status threshold_image_build(struct timing_image *timing)
{
	struct device_thresholds *thresholds = NULL;
	enum status status = find_classes(timing, &thresholds);

	if (status == STATUS_OK)
		status = UPLOAD(timing->queue, thresholds, N_EDGES * (int64_t)timing->n_thresholds,
				&timing->device.thresholds);
	status = queue_settle(timing->queue, status);
	free(thresholds);
	return status;
}

uint8_t threshold_image_class(const struct timing_image *timing, const struct library *library)
{
	const struct netlist *netlist = timing->graph->netlist;

	for (int32_t l = 0; l < netlist->n_libraries; l++) {
		if (netlist->library[l] == library)
			return timing->library_class[l];
	}
	return 0;
}

/* Ports are of the library that was read first, or of that of their driving cell. */
static void fill_classes(const struct timing_image *timing, const uint8_t (*of_master)[N_SPLITS],
			 uint8_t (*out)[N_SPLITS])
{
	const struct timing_graph *graph = timing->graph;
	const struct netlist *netlist = graph->netlist;

	OVER_ITEMS(i, netlist->n_instances)
	{
		for (int32_t p = netlist->instance_pin[i]; p < netlist->instance_pin[i + 1]; p++)
			memcpy(out[p], of_master[netlist->instance_master[i]], sizeof *out);
	}
	for (int32_t p = netlist->n_pins; p < netlist->n_all_pins; p++)
		memcpy(out[p], out[netlist->two_sided[p - netlist->n_pins]], sizeof *out);
	for (int32_t d = 0; d < graph->n_drivers; d++) {
		const struct driver *driver = &graph->driver[d];

		for (int32_t a = driver->first; a < driver->first + driver->n; a++)
			out[driver->vertex / N_EDGES][graph->drive[a].split] =
				timing->library_class[graph->drive[a].library];
	}
}

enum status threshold_image_put_pins(struct timing_image *timing)
{
	const struct netlist *netlist = timing->graph->netlist;
	uint8_t(*of_master)[N_SPLITS], (*class)[N_SPLITS] = NULL;
	enum status status;

	device_free(timing->queue, (void *)timing->device.pin_class);
	timing->device.pin_class = NULL;
	if (timing->n_thresholds == 1)
		return STATUS_OK;
	TRY(ALLOC(&of_master, netlist->n_masters));
	for (int32_t m = 0; m < netlist->n_masters; m++)
		for (int split = 0; split < N_SPLITS; split++)
			of_master[m][split] =
				threshold_image_class(timing, netlist->master[m].library[split]);
	status = ALLOC(&class, netlist->n_all_pins);
	if (status == STATUS_OK) {
		fill_classes(timing, (const uint8_t(*)[N_SPLITS])of_master, class);
		status = UPLOAD(timing->queue, &class[0][0],
				N_SPLITS * (int64_t)netlist -> n_all_pins,
				&timing -> device.pin_class);
	}
	status = queue_settle(timing->queue, status);
	free(of_master);
	free(class);
	return status;
}
