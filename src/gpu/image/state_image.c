/* The state graph on the device: its arcs and where their delays come from, seeds and endpoints. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "gpu/image/graph_args.h"
#include "gpu/image/timing_image.h"
#include "gpu/timing/timing_args.h"
#include "gpu/timing/touched_args.h"

static const char name[] = "states";

static_assert((int)FLAG_DATA == (int)STATE_DATA && (int)FLAG_START == (int)STATE_START &&
		      (int)FLAG_SEEDED == (int)STATE_SEEDED,
	      "flags");
static_assert(ARC_NOWHERE == ARC_BLOCKED && FS_NONE_64 == FS_NOTHING, "no arc, no time");

/* ---- states ---- */

static enum status upload_flags(struct timing_image *timing)
{
	const struct image *image = timing->image;
	struct place_flags_args args = {.number = image->d_vertex,
					.n = timing->states->graph->n_vertices};
	uint8_t *d_flags;
	enum status status;

	TRY(DEVICE_ALLOC(timing->queue, name, &d_flags, image->device.n_states));
	timing->device_states.flags = args.flags = d_flags;
	status = UPLOAD(timing->queue, timing->states->flags, args.n, &args.of_item);
	if (status == STATUS_OK)
		LAUNCH(timing->queue, place_flags, 32, &args, image->device.n_states);
	status = queue_settle(timing->queue, status);
	device_free(timing->queue, (void *)args.of_item);
	return status;
}

/* ---- arcs ---- */

/* The place of each arc of the timing graph in its image, on the device. */
static enum status place_arcs(struct timing_image *timing, int32_t **d_place)
{
	const struct image *image = timing->delay_image;
	struct invert_order_args invert = {.order = image->d_arc};

	TRY(DEVICE_ALLOC(timing->queue, name, d_place, image->device.n_arcs));
	invert.place = *d_place;
	LAUNCH(timing->queue, invert_order, 32, &invert, image->device.n_arcs);
	return STATUS_OK;
}

static void make_delays(const void *states, int64_t begin, int64_t end, void *out)
{
	for (int64_t i = begin; i < end; i++)
		((int32_t *)out)[i - begin] = state_delay(states, (int32_t)i);
}

/* What the arcs of the state graph have their delays from, as state_delay() says: of those of the timing graph a byte is
 * enough. *d_own: device memory to be freed, NULL = none. */
static enum status upload_delays(struct timing_image *timing, struct place_delays_args *args,
				 int32_t **d_own)
{
	const struct state_graph *states = timing->states;

	args->n = states->graph->n_arcs;
	if (states->passes) {
		TRY(UPLOAD(timing->queue, states->passes, args->n, &args->passes));
		return queue_sync(timing->queue);
	}
	if (timing->spreader.made == states && timing->spreader.arcs.n_arcs == args->n) {
		args->from = timing->spreader.d_type;
		return STATUS_OK;
	}
	TRY(DEVICE_ALLOC(timing->queue, name, d_own, args->n));
	args->from = *d_own;
	queue_make(timing->queue, *d_own, args->n, sizeof **d_own, make_delays, states);
	return queue_sync(timing->queue);
}

static enum status upload_arcs(struct timing_image *timing)
{
	const struct image *image = timing->image;
	struct place_delays_args args = {.number = image->d_arc,
					 .n_timing = timing->graph->graph->n_arcs,
					 .first_latch = timing->delay_image->device.n_arcs};
	int32_t *d_place = NULL, *d_own = NULL, *d_arc;
	enum status status = upload_delays(timing, &args, &d_own);

	if (status == STATUS_OK && !timing->states->is_timing_graph)
		status = place_arcs(timing, &d_place);
	if (status == STATUS_OK)
		status = DEVICE_ALLOC(timing->queue, name, &d_arc, image->device.n_arcs);
	if (status == STATUS_OK) {
		timing->device_states.arc = args.arc = d_arc;
		args.place = d_place;
		LAUNCH(timing->queue, place_delays, 32, &args, image->device.n_arcs);
	}
	device_free(timing->queue, (void *)args.passes);
	device_free(timing->queue, d_own);
	device_free(timing->queue, d_place);
	return queue_settle(timing->queue, status);
}

static enum status upload_constants(struct timing_image *timing)
{
	const struct state_graph *states = timing->states;
	struct device_constant *constant;
	int64_t *d_constant;
	enum status status;

	TRY(DEVICE_ALLOC(timing->queue, name, &d_constant, (int64_t)states->n_constants * 2));
	timing->device_states.constant = d_constant;
	TRY(ALLOC(&constant, states->n_constants));
	for (int32_t c = 0; c < states->n_constants; c++) {
		constant[c].driver = states->constant[c].driver;
		memcpy(constant[c].delay, states->constant[c].delay, sizeof constant[c].delay);
	}
	status = UPLOAD(timing->queue, constant, states->n_constants, &timing->d_constant);
	if (status == STATUS_OK)
		status = queue_sync(timing->queue);
	free(constant);
	return status;
}

/* ---- seeds and endpoints ---- */

/* By place, so that the one of a state can be found. */
static enum status fill_seeds(const struct timing_image *timing, struct device_seed **out)
{
	const struct state_graph *states = timing->states;

	TRY(ALLOC(out, states->n_seeds));
	for (int32_t i = 0; i < states->n_seeds; i++) {
		(*out)[i].state = timing->state_place[states->seed[i].state];
		(*out)[i].driver = states->seed[i].driver;
		memcpy((*out)[i].arrival, states->seed[i].arrival, sizeof(*out)[i].arrival);
	}
	if (states->n_seeds)
		qsort(*out, (size_t)states->n_seeds, sizeof **out, compare_int32);
	return STATUS_OK;
}

static enum status upload_seeds(struct timing_image *timing)
{
	struct device_seed *seed;
	enum status status;

	TRY(fill_seeds(timing, &seed));
	status = UPLOAD(timing->queue, seed, timing->states->n_seeds, &timing->d_seed);
	status = queue_settle(timing->queue, status);
	free(seed);
	return status;
}

static void fill_endpoint(const struct timing_image *timing, int32_t sink,
			  struct device_endpoint *out)
{
	const struct state_graph *states = timing->states;
	const struct endpoint *from = &states->endpoint[sink];
	int32_t data = states->graph->sink_vertex[sink];

	out->clock = from->clock < 0 ? -1 : timing->state_place[from->clock];
	out->clock_slew = from->clock_vertex < 0 ? -1 : timing->vertex_state[from->clock_vertex];
	out->data = timing->state_place[data];
	out->data_slew = timing->vertex_state[state_vertex(states, data)];
	out->table = from->table;
	out->split = from->split;
	out->reference = from->reference;
	out->pin = state_pin(states, data);
	out->group = states->relation[from->relation].group;
	out->constant = from->constant;
	out->derate = from->derate;
}

static void make_endpoints(const void *context, int64_t begin, int64_t end, void *out)
{
	struct device_endpoint *endpoint = out;

	for (int64_t s = begin; s < end; s++)
		fill_endpoint(context, (int32_t)s, &endpoint[s - begin]);
}

static enum status upload_endpoints(struct timing_image *timing)
{
	int32_t n = timing->states->graph->n_sinks;

	TRY(DEVICE_ALLOC(timing->queue, name, &timing->d_endpoint, n));
	queue_make(timing->queue, timing->d_endpoint, n, sizeof *timing->d_endpoint, make_endpoints,
		   timing);
	return queue_sync(timing->queue);
}

/* ---- edits ---- */

enum status state_image_put_seeds(struct timing_image *timing)
{
	struct device_seed *seed;
	enum status status;

	TRY(fill_seeds(timing, &seed));
	queue_upload(timing->queue, timing->d_seed, seed,
		     timing->states->n_seeds * (int64_t)sizeof *seed);
	status = queue_sync(timing->queue);
	free(seed);
	return status;
}

/* The same for all, on the host: owned. */
struct end_values {
	int64_t *constant, *d_constant;
	double *derate, *d_derate;
	int32_t *group, *d_group;
};

static enum status fill_values(const struct state_graph *states, bool derates, bool groups,
			       struct end_values *v)
{
	int32_t n = states->graph->n_sinks;

	TRY(ALLOC(&v->constant, n));
	if (derates)
		TRY(ALLOC(&v->derate, n));
	if (groups)
		TRY(ALLOC(&v->group, n));
	OVER_ITEMS(s, n)
	{
		const struct endpoint *from = &states->endpoint[s];

		v->constant[s] = from->constant;
		if (derates)
			v->derate[s] = from->derate;
		if (groups)
			v->group[s] = states->relation[from->relation].group;
	}
	return STATUS_OK;
}

static enum status put_values(struct timing_image *timing, struct end_values *v)
{
	struct put_ends_args args = {.endpoint = timing->d_endpoint};
	int32_t n = timing->states->graph->n_sinks;

	TRY(UPLOAD(timing->queue, v->constant, n, &v->d_constant));
	if (v->derate)
		TRY(UPLOAD(timing->queue, v->derate, n, &v->d_derate));
	if (v->group)
		TRY(UPLOAD(timing->queue, v->group, n, &v->d_group));
	args.constant = v->d_constant;
	args.derate = v->d_derate;
	args.group = v->d_group;
	LAUNCH(timing->queue, put_ends, 32, &args, n);
	return STATUS_OK;
}

enum status state_image_put_values(struct timing_image *timing, bool derates, bool groups)
{
	struct end_values v = {0};
	enum status status = fill_values(timing->states, derates, groups, &v);

	if (status == STATUS_OK)
		status = put_values(timing, &v);
	status = queue_settle(timing->queue, status);
	device_free(timing->queue, v.d_constant);
	device_free(timing->queue, v.d_derate);
	device_free(timing->queue, v.d_group);
	free(v.constant);
	free(v.derate);
	free(v.group);
	return status;
}

/* So few are copied one by one. */
enum { ENDS_APART = 4 };

static enum status put_listed(struct timing_image *timing, const int32_t *sink,
			      const struct device_endpoint *endpoint, int32_t n)
{
	struct put_listed_args args = {.endpoint = timing->d_endpoint};
	struct device_endpoint *d_value = NULL;
	int32_t *d_sink = NULL;
	enum status status = UPLOAD(timing->queue, sink, n, &d_sink);

	if (status == STATUS_OK)
		status = UPLOAD(timing->queue, endpoint, n, &d_value);
	args.sink = d_sink;
	args.value = d_value;
	if (status == STATUS_OK)
		LAUNCH(timing->queue, put_listed, 32, &args, n);
	status = queue_settle(timing->queue, status);
	device_free(timing->queue, d_sink);
	device_free(timing->queue, d_value);
	return status;
}

enum status state_image_put_endpoints(struct timing_image *timing, const int32_t *sink, int32_t n)
{
	struct device_endpoint *endpoint;
	enum status status;

	TRY(ALLOC(&endpoint, n));
	OVER_ITEMS(i, n)
	fill_endpoint(timing, sink[i], &endpoint[i]);
	for (int32_t i = 0; i < n && n <= ENDS_APART; i++)
		queue_upload(timing->queue, timing->d_endpoint + sink[i], endpoint + i,
			     sizeof *endpoint);
	status = n > ENDS_APART ? put_listed(timing, sink, endpoint, n) : queue_sync(timing->queue);
	free(endpoint);
	return status;
}

/* ---- all of it ---- */

static enum status alloc_results(struct timing_image *timing)
{
	struct device_states *d = &timing->device_states;

	if (d->n_states > INT32_MAX / N_SPLITS)
		return status_fail(STATUS_NO_MEMORY, "more than %d states", INT32_MAX / N_SPLITS);
	d->delay = timing->device.delay;
	d->summary = timing->device.summary;
	TRY(DEVICE_ALLOC(timing->queue, name, &d->arrival, (int64_t)d->n_states * N_SPLITS));
	return DEVICE_ALLOC(timing->queue, name, &d->required, (int64_t)d->n_states * N_SPLITS);
}

static enum status fill_graph(struct timing_image *timing)
{
	const struct image *image = timing->image;
	struct device_states *d = &timing->device_states;

	d->n_states = image->device.n_states;
	d->n_arcs = image->device.n_arcs;
	d->n_sinks = image->device.n_sinks;
	d->first_sink = image->device.first_sink;
	d->row = image->device.row;
	d->to = image->device.to;
	d->in_row = image->d_in_row;
	d->in_from = image->d_in_from;
	d->in_arc = image->d_in_arc;
	TRY(timing_image_upload_rows(timing->queue, image->part_row, 2 * image->n_levels, N_SPLITS,
				     &timing->d_state_part_row, NULL));
	return timing_image_upload_rows(timing->queue, image->level_row, image->n_levels, N_SPLITS,
					NULL, &timing->d_state_mirror_row);
}

static enum status build_own_image(struct timing_image *timing)
{
	struct image_source source = {.graph = timing->states->graph,
				      .left = &timing->left_of_states};

	if (timing->spreader.made == timing->states) {
		source.arcs = &timing->spreader.arcs;
		source.n_same = timing->spreader.arcs.n_arcs;
	}
	return image_build_from(timing->queue, &source, &timing->image);
}

static enum status build(struct timing_image *timing)
{
	if (timing->states->is_timing_graph)
		timing->image = timing->delay_image;
	else
		TRY(build_own_image(timing));
	TRY(image_need_fan_in(timing->image));
	TRY(fill_graph(timing));
	timing->state_place = timing->image->vertex_state;
	TRY(upload_flags(timing));
	TRY(upload_arcs(timing));
	TRY(upload_constants(timing));
	TRY(upload_seeds(timing));
	TRY(upload_endpoints(timing));
	return alloc_results(timing);
}

enum status state_image_build(struct timing_image *timing)
{
	enum status status = build(timing);

	if (!timing->states->away)
		tag_spreader_drop_made(&timing->spreader);
	return status;
}

void state_image_release(struct timing_image *timing)
{
	struct device_states *d = &timing->device_states;

	DEVICE_FREE_ALL(timing->queue, &d->arc, &d->constant, &d->flags, &d->arrival, &d->required,
			&timing->d_state_part_row, &timing->d_state_mirror_row, &timing->d_endpoint,
			&timing->d_seed, &timing->d_constant);
	if (timing->image == timing->delay_image)
		image_end_searches(timing->image);
	else
		image_leave(timing->image, false, &timing->left_of_states);
	timing->image = NULL;
	*d = (struct device_states){0};
}
