/* Latches on the device: arcs through them, what their data may borrow, and what leaves them. */
#include <assert.h>
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/image/timing_image.h"

static const char name[] = "latches";

static_assert(FS_NONE_64 == FS_NOTHING, "no time");

/* ---- arcs through latches ---- */

/* They are ordered by their heads, in the timing graph's numbers. */
static int32_t fill_arcs(const struct timing_image *t, struct latch_output *output,
			 struct latch_input *input)
{
	const struct graph *graph = t->graph->graph;
	int32_t n = 0;

	for (int32_t i = 0; i < t->graph->n_latch_arcs; i++) {
		int32_t arc = graph->n_arcs + i, state = t->vertex_state[graph->arc_to[arc]];

		if (!n || output[n - 1].state != state)
			output[n++] = (struct latch_output){state, i, 0};
		output[n - 1].n++;
		input[i] = (struct latch_input){t->vertex_state[graph->arc_from[arc]],
						graph->arc_type[arc], t->device.n_arcs + i};
	}
	return n;
}

/* Slews of their outputs are given once they are found: there is an array for that. */
static enum status need_given(struct timing_image *t)
{
	struct latch_image *l = &t->latches;
	int64_t n = t->device.n_states;
	uint8_t *d_given;

	TRY(DEVICE_ALLOC(t->queue, name, &l->d_given, n));
	if (!t->device.is_given) {
		TRY(DEVICE_ALLOC(t->queue, name, &d_given, n));
		queue_fill(t->queue, d_given, 0, n);
		t->device.is_given = d_given;
	}
	queue_copy(t->queue, l->d_given, t->device.is_given, n);
	return STATUS_OK;
}

static enum status upload_arcs(struct timing_image *t)
{
	struct latch_image *l = &t->latches;
	int32_t n = t->graph->n_latch_arcs;
	struct latch_output *output = NULL;
	struct latch_input *input = NULL;
	enum status status = ALLOC(&output, n);

	if (status == STATUS_OK)
		status = ALLOC(&input, n);
	if (status == STATUS_OK) {
		l->n_outputs = fill_arcs(t, output, input);
		status = UPLOAD(t->queue, output, l->n_outputs, &l->d_output);
	}
	if (status == STATUS_OK)
		status = UPLOAD(t->queue, input, n, &l->d_input);
	status = queue_settle(t->queue, status);
	free(output);
	free(input);
	return status;
}

/* ---- what comes and leaves ---- */

static enum status upload_latches(struct timing_image *t)
{
	const struct state_graph *states = t->states;
	struct device_latch *latch;
	enum status status;

	TRY(ALLOC(&latch, states->n_latches));
	for (int32_t i = 0; i < states->n_latches; i++) {
		const struct latch *from = &states->latch[i];
		int32_t data = states->graph->sink_vertex[from->sink];

		latch[i] = (struct device_latch){
			.sink = from->sink,
			.data = t->state_place[data],
			.closes = t->state_place[from->closes],
			.clock_slew = t->vertex_state[from->close_vertex],
			.data_slew = t->vertex_state[state_vertex(states, data)],
			.table = from->table,
			.constant = from->constant,
			.limit = from->limit,
			.shift = from->shift,
			.derate = from->derate,
		};
	}
	status = UPLOAD(t->queue, latch, states->n_latches, &t->latches.device.latch);
	status = queue_settle(t->queue, status);
	free(latch);
	return status;
}

static enum status upload_departures(struct timing_image *t)
{
	const struct state_graph *states = t->states;
	struct device_departure *departure;
	enum status status;

	TRY(ALLOC(&departure, states->n_departures));
	for (int32_t i = 0; i < states->n_departures; i++) {
		const struct departure *from = &states->departure[i];

		departure[i] = (struct device_departure){t->state_place[from->state],
							 t->state_place[from->opens], from->edge,
							 from->first, from->n};
	}
	status = UPLOAD(t->queue, departure, states->n_departures, &t->latches.device.departure);
	if (status == STATUS_OK)
		status = UPLOAD(t->queue, states->departing, states->n_departing,
				&t->latches.device.departing);
	status = queue_settle(t->queue, status);
	free(departure);
	return status;
}

static enum status alloc_results(struct timing_image *t)
{
	struct device_latches *d = &t->latches.device;
	int64_t n_sinks = t->device_states.n_sinks;

	TRY(DEVICE_ALLOC(t->queue, name, &d->window, t->latches.n_latches));
	TRY(DEVICE_ALLOC(t->queue, name, &d->sink_window, n_sinks));
	TRY(DEVICE_ALLOC(t->queue, name, &d->borrowed, n_sinks));
	TRY(DEVICE_ALLOC(t->queue, name, &d->leaves, 2 * (int64_t)t->latches.n_departures));
	return DEVICE_ALLOC(t->queue, name, &d->n_changed, 1);
}

enum status latch_image_build(struct timing_image *t)
{
	struct latch_image *l = &t->latches;

	if (!t->graph->n_latch_arcs)
		return STATUS_OK;
	l->n_latches = t->states->n_latches;
	l->n_departures = t->states->n_departures;
	TRY(need_given(t));
	TRY(upload_arcs(t));
	TRY(upload_latches(t));
	TRY(upload_departures(t));
	TRY(alloc_results(t));
	if (l->n_latches)
		t->device_states.borrowed = l->device.borrowed;
	return STATUS_OK;
}

void latch_image_release(struct timing_image *t)
{
	struct latch_image *l = &t->latches;

	DEVICE_FREE_ALL(t->queue, &l->d_given, &l->d_output, &l->d_input, &l->device.latch,
			&l->device.departure, &l->device.departing, &l->device.window,
			&l->device.sink_window, &l->device.borrowed, &l->device.leaves,
			&l->device.n_changed);
	*l = (struct latch_image){0};
}
