/* Choosing and setting up the drivers that hand on delays and slews to their loads (hand_on.h). */
#include "gpu/timing/timing.h"

#include "gpu/delay/arc_delay.h"
#include "gpu/delay/delay_args.h"

static _Thread_local struct wave_rounds *noted; /* NULL = rounds aren't */

static void note_round(const struct device_wave *wave, bool begins)
{
	if (!noted)
		return;
	if (noted->n < (int)(sizeof noted->at / sizeof *noted->at))
		noted->at[noted->n++] = *wave;
	noted->n_begun += begins;
}

#define WAVE_ROUND(wave, begins) note_round(wave, begins)
#include "gpu/delay/wave.h"

bool timing_has_waves(const struct timing *timing)
{
	return timing->image->n_thresholds > 1 ||
	       (timing->settings.model == DELAY_DMP && timing->image->wires.pin_delay);
}

enum status timing_need_hand(struct timing *timing)
{
	struct timing_image *image = timing->image;
	struct device_timing *d = &image->device;
	int64_t n = N_SPLITS * ((int64_t)d->n_arcs + image->graph->n_latch_arcs);

	d->hand = NULL;
	if (!timing_has_waves(timing))
		return STATUS_OK;
	if (!image->d_hand)
		TRY(DEVICE_ALLOC(timing->queue, "timing", &image->d_hand, n));
	if (!image->d_taken)
		TRY(DEVICE_ALLOC(timing->queue, "timing", &image->d_taken, 1));
	queue_fill(timing->queue, image->d_hand, UNWRITTEN_BYTE_F64,
		   n * (int64_t)sizeof *image->d_hand);
	d->hand = image->d_hand;
	d->lumps = timing->settings.model != DELAY_DMP;
	return STATUS_OK;
}

void timing_combine_parallel(struct timing *timing, const struct device_timing *device)
{
	struct timing_image *image = timing->image;
	struct parallel_delays_args delays = {*device, image->d_parallel_load};
	struct parallel_slews_args slews = {*device, image->d_parallel_load};

	delays.timing.reduction = image->device.reduction;
	LAUNCH(timing->queue, parallel_delays, 32, &delays, N_SPLITS * image->n_parallel);
	LAUNCH(timing->queue, parallel_slews, 32, &slews, N_SPLITS * image->n_parallel);
}

enum status timing_read_thresholds(struct queue *queue, const struct device_timing *device,
				   int32_t vertex, enum split split, struct device_thresholds *out)
{
	int64_t pin = N_SPLITS * (int64_t)(vertex / N_EDGES) + split;
	uint8_t of = 0;

	if (device->pin_class) {
		queue_download(queue, &of, device->pin_class + pin, sizeof of);
		TRY(queue_sync(queue));
	}
	return queue_read(queue, out, device->thresholds + N_EDGES * of + vertex % N_EDGES,
			  sizeof *out);
}

struct device_wave timing_find_wave(const struct timing_graph *graph,
				    const struct wave_asked *asked, struct wave_rounds *rounds)
{
	int32_t slew = asked->type->slew[asked->split];
	const struct device_table table[2] = {
		timing_image_table(graph, asked->type->delay[asked->split]),
		timing_image_table(graph, slew < 0 ? 0 : slew)};
	const struct device_tables tables = {NULL, table, graph->number};
	const struct gate gate = {&tables, 0, slew < 0 ? -1 : 1, asked->slew_in, asked->at};
	struct device_wave wave;
	double delay;

	rounds->n = rounds->n_begun = 0;
	noted = rounds;
	drive_wire(&gate, asked->pi, false, &wave, &delay);
	noted = NULL;
	return wave;
}

/* Rounds of a wave that an arc of the graph hands on. */
static enum status count_rounds(const struct timing *timing, const struct arc_asked *asked,
				int32_t arc, struct arc_wave *out)
{
	const struct device_timing *d = &timing->image->device;
	const struct timing_graph *graph = timing->image->graph;
	int64_t tail = timing->image->vertex_state[graph->graph->arc_from[arc]];
	struct device_thresholds at;
	struct wave_rounds rounds;
	double slew_in;

	queue_download(timing->queue, &slew_in, d->slew + N_SPLITS * tail + asked->split,
		       sizeof slew_in);
	TRY(timing_read_thresholds(timing->queue, d, asked->to, asked->split, &at));
	timing_find_wave(graph,
			 &(struct wave_asked){&graph->type[graph->graph->arc_type[arc]],
					      asked->split, slew_in, &at, &out->pi},
			 &rounds);
	out->n_rounds = rounds.n - rounds.n_begun;
	return STATUS_OK;
}

static int32_t find_arc(const struct timing_graph *graph, const struct arc_asked *asked)
{
	int32_t from = netlist_driving_vertex(graph->netlist, asked->from);
	int32_t to = netlist_driving_vertex(graph->netlist, asked->to);

	for (int i = 0; i < 2; i++) { /* of a pin of both directions its load is the tail */
		int32_t tail = i ? from : asked->from;

		for (int32_t j = graph->out_row[tail]; j < graph->out_row[tail + 1]; j++) {
			int32_t arc = graph->out_arc[j], type = graph->graph->arc_type[arc];

			if (arc < graph->graph->n_arcs && type >= 0 &&
			    graph->graph->arc_to[arc] == to && graph->type[type].lib == asked->lib)
				return arc;
		}
	}
	return -1;
}

enum status timing_read_wave(const struct timing *timing, const struct arc_asked *asked,
			     struct arc_wave *out, bool *found)
{
	const struct device_timing *d = &timing->image->device;
	const struct timing_graph *graph = timing->image->graph;
	int32_t arc = d->hand || d->reduction ? find_arc(graph, asked) : -1, driver;
	int64_t corner = N_EDGES * (int64_t)asked->split + asked->to % N_EDGES;
	int32_t net = graph->netlist->pin_net[asked->to / N_EDGES];
	int64_t at = arc < 0 ? -1 : N_SPLITS * (int64_t)timing->arc_place[arc] + asked->split;
	union device_hand hand;
	double load = 0;

	*out = (struct arc_wave){0};
	*found = arc >= 0 && d->hand;
	if (arc >= 0 && d->reduction)
		queue_download(timing->queue, &out->reduction, d->reduction + at,
			       sizeof out->reduction);
	if (!*found)
		return queue_sync(timing->queue);
	queue_download(timing->queue, &driver, d->pin_driver + graph->graph->arc_to[arc] / N_EDGES,
		       sizeof driver);
	queue_download(timing->queue, &hand, d->hand + at, sizeof hand);
	TRY(queue_sync(timing->queue));
	out->wave = hand.gate;
	if (driver < 0)
		return STATUS_OK;
	queue_download(timing->queue, &out->pi, d->pi + 4 * (int64_t)driver + corner,
		       sizeof out->pi);
	if (net >= 0)
		queue_download(timing->queue, &load, d->load + 4 * (int64_t)net + corner,
			       sizeof load);
	TRY(queue_sync(timing->queue));
	if (out->pi.c1 + out->pi.c2 > 0)
		out->pi = pi_with_load(out->pi, load);
	return d->lumps ? STATUS_OK : count_rounds(timing, asked, arc, out);
}
