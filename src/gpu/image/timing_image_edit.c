/* Edits of constraints on the device, and other states. */
#include <stdlib.h>

#include "base/grow.h"
#include "db/derates.h"
#include "gpu/image/timing_image.h"

static enum status put_slews(struct timing_image *timing, const struct state_changes *changes)
{
	if (!changes->slews_moved && changes->clock_slews)
		return timing_image_put_slews(timing, timing->n_slews);
	if (!changes->slews_moved)
		return timing_image_put_slews(timing, changes->n_port_slews);
	DEVICE_FREE_ALL(timing->queue, &timing->d_slew, &timing->device.is_given);
	return timing_image_upload_slews(timing);
}

static enum status put_drivers(struct timing_image *timing)
{
	DEVICE_FREE_ALL(timing->queue, &timing->d_driver, &timing->d_drive, &timing->d_extra);
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
		TRY(state_image_put_values(timing, changes->derates,
					   changes->all_groups || changes->other_groups));
	return changes->n_sinks ? state_image_put_endpoints(timing, changes->sink, changes->n_sinks)
				: STATUS_OK;
}

/* ---- other states ---- */

void timing_image_forget_states(struct timing_image *timing)
{
	annotation_image_forget_checks(timing);
	latch_image_release(timing);
	reference_image_release(timing);
	state_image_release(timing);
	tag_spreader_drop_made(&timing->spreader);
	state_graph_free(timing->states);
	timing->states = NULL;
}

/* What is by places in the image of the timing graph, and that; its arcs may be left. */
static void forget_places(struct timing_image *timing, bool leaves_arcs)
{
	struct device_timing *d = &timing->device;

	annotation_image_forget_places(timing);
	parallel_image_release(timing);
	DEVICE_FREE_ALL(timing->queue, &d->in_type, &d->is_wire, &timing->d_hand, &d->is_given,
			&d->derate_class, &d->derate, &d->slew, &d->delay, &d->summary,
			&timing->d_mirror_row, &timing->d_slew, &timing->d_driver, &timing->d_drive,
			&timing->d_extra);
	image_leave(timing->delay_image, leaves_arcs, &timing->left_of_graph);
	timing->delay_image = NULL;
	d->hand = NULL; /* it was d_hand */
}

/* Clock networks may be elsewhere, with other factors if derates distinguish them; latches have noted slews at their
 * outputs. */
static enum status put_given(struct timing_image *timing, bool same_slews)
{
	if (derates_tell_domains(timing->graph->constraints))
		TRY(timing_image_derate(timing, NULL));
	if (same_slews && !timing->graph->n_latch_arcs)
		return STATUS_OK;
	annotation_image_forget_slews(timing);
	DEVICE_FREE_ALL(timing->queue, &timing->d_slew, &timing->device.is_given);
	return timing_image_upload_slews(timing);
}

/* The image of the same timing graph with other ends, and what is made of it. */
static enum status build_graph_again(struct timing_image *timing)
{
	forget_places(timing, true);
	TRY(timing_image_build_graph(timing));
	return timing_image_build_given(timing);
}

enum status timing_image_restate(struct timing_image *timing, struct state_graph *states,
				 bool same_slews)
{
	timing->states = states;
	TRY(states->is_timing_graph ? build_graph_again(timing) : put_given(timing, same_slews));
	return timing_image_build_states(timing);
}

void timing_image_forget_graph(struct timing_image *timing)
{
	struct device_tables *tables = &timing->device.tables;

	forget_places(timing, false);
	tag_spreader_forget(&timing->spreader);
	image_left_release(timing->queue, &timing->left_of_graph);
	image_left_release(timing->queue, &timing->left_of_states);
	DEVICE_FREE_ALL(timing->queue, &tables->type, &tables->table, &tables->number);
	timing_graph_free(timing->graph);
	timing->graph = NULL;
}

enum status timing_image_rebuild(struct timing_image *timing, struct timing_graph *graph,
				 struct state_graph *states)
{
	timing->graph = graph;
	timing->states = states;
	TRY(timing_image_build_graph(timing));
	TRY(timing_image_build_tables(timing));
	TRY(timing_image_build_given(timing));
	return timing_image_build_states(timing);
}
