#include "gpu/delay/timing_retime.h"

#include "gpu/delay/retime_args.h"
#include "gpu/delay/timing_aocv.h"
#include "gpu/device/word_args.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/grow.h"

static const char memory_name[] = "re-timing";

void retime_image_free(struct queue *queue, struct retime_image *image)
{
	if (!image)
		return;
	DEVICE_FREE_ALL(queue, &image->d_arc, &image->d_source_slew, &image->d_range,
			&image->d_delay, &image->d_required, &image->d_sink_latch,
			&image->d_window);
	free(image);
}

/* ---- arcs ---- */

/* What the host has read of the images to make it of. */
struct arc_lists {
	int32_t *arc, *place; /* owned [arcs]: of the state graph; where delays are */
	uint8_t *given;       /* owned [states of the timing graph]; NULL = none is */
	struct retime_arc *out;
	int32_t *slew;       /* owned [sources] */
	int32_t *sink_latch; /* owned [sinks]; NULL = there are no latches */
};

static FREES(release_lists, struct arc_lists, x->arc, x->place, x->given, x->out, x->slew,
	     x->sink_latch);

static enum status read_lists(struct timing *timing, struct arc_lists *l)
{
	const struct timing_image *t = timing->image;
	int64_t n = t->device_states.n_arcs;

	TRY(ALLOC_ALL(n, &l->arc, &l->place, &l->out));
	TRY(ALLOC(&l->slew, t->image->device.n_sources));
	queue_download(timing->queue, l->arc, t->image->d_arc, n * (int64_t)sizeof *l->arc);
	queue_download(timing->queue, l->place, t->device_states.arc,
		       n * (int64_t)sizeof *l->place);
	if (t->device.is_given) {
		TRY(ALLOC(&l->given, t->device.n_states));
		queue_download(timing->queue, l->given, t->device.is_given, t->device.n_states);
	}
	return STATUS_OK;
}

static void fill_arcs(const struct timing_image *t, struct arc_lists *l)
{
	const struct state_graph *states = t->states;
	const struct graph *graph = t->graph->graph;

	for (int32_t e = 0; e < t->device_states.n_arcs; e++) {
		int32_t from =
			l->arc[e] < states->graph->n_arcs ? state_delay(states, l->arc[e]) : -1;
		int32_t vertex = from < 0 ? -1 : graph->arc_to[from];

		l->out[e] = (struct retime_arc){.place = -1};
		if (from < 0)
			continue;
		l->out[e] = (struct retime_arc){.type = graph->arc_type[from],
						.place = l->place[e],
						.head = t->vertex_state[vertex],
						.vertex = vertex};
		if (l->given && l->given[l->out[e].head] & SLEW_GIVEN)
			l->out[e].vertex = ~vertex;
	}
	for (int32_t s = 0; s < states->graph->n_sources; s++)
		l->slew[s] = t->vertex_state[state_vertex(states, states->graph->source_vertex[s])];
}

/* Which latch late data ends at, of each sink. */
static enum status list_latches(const struct timing_image *t, struct arc_lists *l)
{
	const struct state_graph *states = t->states;

	if (!t->latches.n_latches)
		return STATUS_OK;
	TRY(ALLOC(&l->sink_latch, states->graph->n_sinks));
	for (int32_t s = 0; s < states->graph->n_sinks; s++)
		l->sink_latch[s] = -1;
	for (int32_t i = 0; i < states->n_latches; i++)
		l->sink_latch[states->latch[i].sink] = i;
	return STATUS_OK;
}

static enum status make_image(struct timing *timing, struct arc_lists *l,
			      struct retime_image *image)
{
	const struct timing_image *t = timing->image;
	enum status status;

	TRY(state_graph_need_arcs(t->states));
	TRY(queue_settle(timing->queue, read_lists(timing, l)));
	fill_arcs(t, l);
	TRY(list_latches(t, l));
	status = UPLOAD(timing->queue, l->out, t->device_states.n_arcs, &image->d_arc)
			 ?: UPLOAD(timing->queue, l->slew, t->image->device.n_sources,
				   &image->d_source_slew);
	if (status == STATUS_OK && l->sink_latch)
		status = UPLOAD(timing->queue, l->sink_latch, t->device_states.n_sinks,
				&image->d_sink_latch);
	return queue_settle(timing->queue, status);
}

static enum status need_image(struct timing *timing)
{
	struct arc_lists lists = {0};
	struct retime_image *image;
	enum status status;

	if (timing->retime)
		return STATUS_OK;
	TRY(ALLOC(&image, 1));
	status = make_image(timing, &lists, image);
	release_lists(&lists);
	if (status != STATUS_OK) {
		retime_image_free(timing->queue, image);
		return status;
	}
	timing->retime = image;
	return STATUS_OK;
}

/* Dies have delays that no table gives. */
static enum status refuse(const struct timing *timing)
{
	if (!timing->d_arc_increment && !timing->single)
		return STATUS_OK;
	return status_fail(
		STATUS_FAILED,
		"paths of a die can't be re-timed; close_sample goes back to the nominal timing");
}

enum status timing_retiming(struct timing *timing, enum split split, enum credit_mode mode,
			    struct device_retiming *out)
{
	const struct timing_image *t = timing->image;

	TRY(refuse(timing));
	TRY(timing_update(timing));
	TRY(need_image(timing));
	*out = (struct device_retiming){
		.timing = t->device,
		.states = t->device_states,
		.endpoint = t->d_endpoint,
		.arc = timing->retime->d_arc,
		.source_state = t->image->device.source_state,
		.source_slew = timing->retime->d_source_slew,
		.split = split,
	};
	out->latch = t->latches.device.latch;
	out->sink_latch = timing->retime->d_sink_latch;
	if (timing->aocv)
		out->aocv = timing->aocv->device;
	return timing_credit(timing, split, mode, NULL, &out->credit);
}

/* ---- bounds ---- */

static enum status alloc_bounds(struct timing *timing)
{
	struct retime_image *image = timing->retime;
	const struct timing_image *t = timing->image;
	int64_t n_slews = (int64_t)t->device.n_states * N_SPLITS;

	if (!image->d_range)
		TRY(DEVICE_ALLOC(timing->queue, memory_name, &image->d_range, n_slews));
	if (!image->d_delay)
		TRY(DEVICE_ALLOC(timing->queue, memory_name, &image->d_delay,
				 ((int64_t)t->device.n_arcs + t->graph->n_latch_arcs) * N_SPLITS));
	if (!image->d_required)
		TRY(DEVICE_ALLOC(timing->queue, memory_name, &image->d_required,
				 (int64_t)t->device_states.n_states * N_SPLITS));
	if (!image->d_window && t->latches.n_latches)
		TRY(DEVICE_ALLOC(timing->queue, memory_name, &image->d_window,
				 t->device_states.n_sinks));
	return STATUS_OK;
}

/* The states with the delays and required times of the bounds. */
static struct device_states bound_states(const struct timing *timing)
{
	struct device_states states = timing->image->device_states;

	states.delay = timing->retime->d_delay;
	states.required = timing->retime->d_required;
	states.borrowed = NULL; /* these are of the opening edges */
	return states;
}

/* Before the sweep: what leaves open latches. */
static void begin_latches(struct timing *timing)
{
	struct timing_image *t = timing->image;
	struct retime_image *image = timing->retime;
	struct bound_latches_args args = {t->device, t->latches.d_output, t->latches.d_input,
					  image->d_range, image->d_delay};

	if (!t->latches.n_latches)
		return;
	queue_fill(timing->queue, image->d_range, 0xff,
		   (int64_t)t->device.n_states * N_SPLITS * (int64_t)sizeof *image->d_range);
	LAUNCH(timing->queue, bound_latches, 32, &args, t->latches.n_outputs);
}

/* After the endpoints: what may be borrowed. */
static void end_latches(struct timing *timing, const struct device_states *states)
{
	struct timing_image *t = timing->image;
	struct retime_image *image = timing->retime;
	struct bound_windows_args args = {*states,        t->device.tables, t->device.slew,
					  image->d_range, t->d_endpoint,    t->latches.device.latch,
					  image->d_window};

	if (!t->latches.n_latches)
		return;
	queue_fill(timing->queue, image->d_window, 0xff,
		   states->n_sinks * (int64_t)sizeof *image->d_window);
	LAUNCH(timing->queue, bound_windows, 32, &args, t->latches.n_latches);
}

static enum status compute_bounds(struct timing *timing)
{
	struct timing_image *t = timing->image;
	struct retime_image *image = timing->retime;
	struct device_states states = bound_states(timing);
	struct bound_sweep_args sweep = {t->device, t->delay_image->n_levels, image->d_range,
					 image->d_delay, t->latches.n_latches > 0};
	struct bound_endpoints_args ends = {states, t->device.tables, t->device.slew,
					    image->d_range, t->d_endpoint};

	struct fill_times_args none = {.out = image->d_required, .value = FS_NONE_64};

	LAUNCH(timing->queue, fill_times, 64, &none, (int64_t)states.n_states * N_SPLITS);
	begin_latches(timing);
	SWEEP(timing->queue, bound_sweep, 32, &sweep, t->d_mirror_row, sweep.n_levels);
	LAUNCH(timing->queue, bound_endpoints, 32, &ends, states.n_sinks);
	end_latches(timing, &states);
	states.borrowed = t->device_states.borrowed;
	return timing_sum_paths(timing, &states, &image->largest);
}

static enum status need_bounds(struct timing *timing)
{
	TRY(refuse(timing));
	TRY(timing_update(timing));
	TRY(need_image(timing));
	if (timing_has(timing, TIMING_RETIMING))
		return STATUS_OK;
	TRY(alloc_bounds(timing));
	TRY(compute_bounds(timing));
	timing_made(timing, TIMING_RETIMING);
	return STATUS_OK;
}

enum status timing_weigh_bounds(struct timing *timing, struct path_image *paths, enum split split,
				bool unconstrained)
{
	struct device_states states;

	TRY(need_bounds(timing));
	states = bound_states(timing);
	return timing_weigh_by(
		timing, paths,
		&(struct path_weighing){&states, timing->retime->largest, split, unconstrained});
}

enum status timing_bound_credit(struct timing *timing, enum split split, enum credit_mode mode,
				struct path_image *paths, struct device_credit *out)
{
	TRY(need_bounds(timing));
	TRY(timing_credit(timing, split, mode, paths, out));
	if (out->window)
		out->window = timing->retime->d_window;
	return STATUS_OK;
}
