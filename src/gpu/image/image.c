#include "gpu/image/image.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"

enum {
	LEVELS_AT_ONCE = 32,  /* peeled between two waits; even, so that buffers come back */
	SMALLEST_STEP = 1024, /* items that a step is launched with at least */
};

/* What is only needed while building; device memory. */
struct build {
	struct image *image;
	struct queue *queue;
	int32_t n_states, n_arcs;
	int32_t *from, *to;      /* [n_arcs], in the host's order, then renumbered */
	void *weight;            /* [n_arcs] fs */
	int32_t *sorted, *order; /* [n_arcs]: sorted keys and the arcs that hold them */
	int32_t *index;          /* 0, 1, 2, … for the larger of states and arcs */
	int32_t *out_row, *in_row, *in_from;
	int32_t *remaining, *level, *frontier, *next, *counter;
	int32_t *place;      /* [n_states]: new number of each state */
	int32_t *key;        /* [n_states]: by which they are numbered */
	int32_t *count;      /* [2 n_levels] */
	int64_t *part_begin; /* [2 n_levels + 1] */
};

static void build_release(struct build *b)
{
	void *arrays[] = {b->from,  b->to,       b->weight,    b->sorted,  b->order,
			  b->index, b->out_row,  b->in_row,    b->in_from, b->remaining,
			  b->level, b->frontier, b->next,      b->counter, b->place,
			  b->key,   b->count,    b->part_begin};

	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		device_free(b->queue, arrays[i]);
}

/* ---- upload ---- */

/* Times of the host as fs_t of the image, each multiplied by sign. */
static enum status convert_times(const struct image *image, const int64_t *times, int64_t n,
				 int sign, void **out)
{
	TRY(alloc_items(out, n, (size_t)image_fs_size(image)));
	for (int64_t i = 0; i < n; i++) {
		if (image->fs_bits == 32)
			((int32_t *)*out)[i] = (int32_t)(sign * times[i]);
		else
			((int64_t *)*out)[i] = sign * times[i];
	}
	return STATUS_OK;
}

static enum status upload_times(struct build *b, void *d_to, const int64_t *times, int64_t n,
				int sign)
{
	void *converted;
	enum status status;

	TRY(convert_times(b->image, times, n, sign, &converted));
	queue_upload(b->queue, d_to, converted, n * image_fs_size(b->image));
	status = queue_sync(b->queue);
	free(converted);
	return status;
}

/* The arcs of the graph, then one from each sink's vertex to the sink's own state. */
static enum status upload_arcs(struct build *b)
{
	const struct graph *graph = b->image->graph;
	int64_t size = image_fs_size(b->image), bytes = (int64_t)graph->n_arcs * sizeof(int32_t);
	int32_t *sink_state;
	enum status status = STATUS_OK;

	TRY(ALLOC(&sink_state, graph->n_sinks));
	for (int32_t s = 0; s < graph->n_sinks; s++)
		sink_state[s] = graph->n_vertices + s;
	queue_upload(b->queue, b->from, graph->arc_from, bytes);
	queue_upload(b->queue, b->to, graph->arc_to, bytes);
	queue_upload(b->queue, b->from + graph->n_arcs, graph->sink_vertex,
		     (int64_t)graph->n_sinks * sizeof(int32_t));
	queue_upload(b->queue, b->to + graph->n_arcs, sink_state,
		     (int64_t)graph->n_sinks * sizeof(int32_t));
	if (graph->arc_delay)
		status = upload_times(b, b->weight, graph->arc_delay, graph->n_arcs,
				      b->image->late ? -1 : 1);
	else
		queue_fill(b->queue, b->weight, 0, graph->n_arcs * size);
	if (status == STATUS_OK)
		status =
			upload_times(b, (char *)b->weight + graph->n_arcs * size,
				     graph->sink_required, graph->n_sinks, b->image->late ? 1 : -1);
	if (status != STATUS_OK)
		queue_sync(b->queue); /* what was queued still reads the arrays */
	free(sink_state);
	return status;
}

/* ---- rows of sorted arcs ---- */

/* Sort arcs by a key of the states, giving the order and the rows. */
static void sort_arcs(struct build *b, const int32_t *d_key, int32_t *d_row)
{
	struct row_bounds_args bounds = {b->sorted, b->n_arcs, b->n_states, d_row};

	prim_sort(b->queue, 32, bits_for(b->n_states), d_key, b->sorted, b->index, b->order,
		  b->n_arcs);
	LAUNCH(b->queue, row_bounds, 32, &bounds, (int64_t)b->n_arcs + 1);
}

static void gather(struct build *b, const int32_t *from, int32_t *from_out, const int32_t *to,
		   int32_t *to_out, const void *weight, void *weight_out)
{
	struct gather_arcs_args args = {.order = b->order,
					.from = from,
					.to = to,
					.weight = weight,
					.from_out = from_out,
					.to_out = to_out,
					.weight_out = weight_out};

	LAUNCH(b->queue, gather_arcs, b->image->fs_bits, &args, b->n_arcs);
}

/* ---- levels ---- */

/*
 * Peel the graph from its ends; afterwards level holds the level of each state. LEVELS_AT_ONCE
 * steps are queued between two waits, each with the number of states that the one before has
 * counted: graphs may be deep.
 */
static enum status find_levels(struct build *b)
{
	struct levelize_start_args start = {b->out_row, b->remaining, b->level, b->frontier,
					    b->counter};
	struct levelize_step_args step = {.in_row = b->in_row,
					  .in_from = b->in_from,
					  .remaining = b->remaining,
					  .level = b->level};
	int32_t n[LEVELS_AT_ONCE + 1], n_levels = 0, n_found = 0;

	queue_fill(b->queue, b->counter, 0, sizeof n);
	LAUNCH(b->queue, levelize_start, 32, &start, b->n_states);
	queue_download(b->queue, n, b->counter, sizeof n);
	TRY(queue_sync(b->queue));
	while (n[0] > 0) {
		step.n_items = max_i64(n[0], SMALLEST_STEP);
		for (int i = 0; i < LEVELS_AT_ONCE; i++) {
			bool odd = (n_levels + i) % 2;

			step.frontier = odd ? b->next : b->frontier;
			step.next = odd ? b->frontier : b->next;
			step.n_frontier = b->counter + i;
			step.n_next = b->counter + i + 1;
			step.next_level = n_levels + i + 1;
			LAUNCH(b->queue, levelize_step, 32, &step, step.n_items);
		}
		queue_download(b->queue, n, b->counter, sizeof n);
		TRY(queue_sync(b->queue));
		for (int i = 0; i < LEVELS_AT_ONCE && n[i] > 0; i++) {
			n_levels++;
			n_found += n[i];
		}
		/* The last count is the next step's first. */
		n[0] = n[LEVELS_AT_ONCE];
		queue_copy(b->queue, b->counter, b->counter + LEVELS_AT_ONCE, sizeof *n);
		queue_fill(b->queue, b->counter + 1, 0, LEVELS_AT_ONCE * sizeof *n);
	}
	b->image->n_levels = n_levels;
	/* Builders break loops; a graph that was read as it is may have one. */
	return n_found == b->n_states
		       ? STATUS_OK
		       : status_fail(STATUS_BAD_INPUT, "%s: error: the timing graph has a loop",
				     b->image->graph->name);
}

/* Rows of levels and of their parts on host and device, from a histogram of the keys. */
static enum status count_levels(struct build *b)
{
	struct image *image = b->image;
	struct level_keys_args keys = {b->out_row, b->level, b->key};
	int64_t n = image->n_levels, *begin;
	enum status status;

	TRY(ALLOC(&image->level_row, n + 1));
	TRY(ALLOC(&image->part_row, 2 * n + 1));
	TRY(DEVICE_ALLOC(b->queue, "graph levels", &image->d_level_row, n + 1));
	TRY(DEVICE_ALLOC(b->queue, "graph levels", &image->d_part_row, 2 * n + 1));
	TRY(DEVICE_ALLOC(b->queue, "building the graph", &b->count, 2 * n));
	TRY(DEVICE_ALLOC(b->queue, "building the graph", &b->part_begin, 2 * n + 1));
	TRY(ALLOC(&begin, 2 * n + 1));
	LAUNCH(b->queue, level_keys, 32, &keys, b->n_states);
	prim_histogram(b->queue, b->key, b->n_states, b->count, (int32_t)(2 * n));
	prim_scan(b->queue, b->count, b->part_begin, 2 * n);
	queue_download(b->queue, begin, b->part_begin, (2 * n + 1) * sizeof *begin);
	status = queue_sync(b->queue);
	for (int64_t i = 0; i <= 2 * n && status == STATUS_OK; i++)
		image->part_row[i] = (int32_t)begin[i];
	for (int64_t l = 0; l <= n && status == STATUS_OK; l++)
		image->level_row[l] = image->part_row[2 * l];
	free(begin);
	TRY(status);
	queue_upload(b->queue, image->d_level_row, image->level_row,
		     (n + 1) * sizeof *image->level_row);
	queue_upload(b->queue, image->d_part_row, image->part_row,
		     (2 * n + 1) * sizeof *image->part_row);
	return queue_sync(b->queue);
}

/* ---- renumbering ---- */

/* States by (level, large ones first, number): order in `frontier`, new numbers in `place`, and on
 * the host. */
static enum status number_states(struct build *b)
{
	struct image *image = b->image;
	struct invert_order_args invert = {b->frontier, b->place};

	/* remaining is free again: it takes the sorted keys, which aren't needed. */
	prim_sort(b->queue, 32, bits_for(2 * (int64_t)image->n_levels), b->key, b->remaining,
		  b->index, b->frontier, b->n_states);
	LAUNCH(b->queue, invert_order, 32, &invert, b->n_states);
	TRY(ALLOC(&image->state_vertex, b->n_states));
	queue_download(b->queue, image->state_vertex, b->frontier,
		       (int64_t)b->n_states * sizeof *image->state_vertex);
	return queue_sync(b->queue);
}

static enum status number_arcs(struct build *b)
{
	struct image *image = b->image;
	struct relabel_arcs_args relabel = {b->place, b->from, b->to};
	int32_t *row, *to;
	void *weight;

	TRY(DEVICE_ALLOC(b->queue, "graph rows", &row, (int64_t)b->n_states + 1));
	image->device.row = row;
	TRY(DEVICE_ALLOC(b->queue, "graph arcs", &to, b->n_arcs));
	image->device.to = to;
	TRY(device_alloc(b->queue, "graph weights", b->n_arcs * image_fs_size(image), &weight));
	image->device.weight = weight;
	LAUNCH(b->queue, relabel_arcs, 32, &relabel, b->n_arcs);
	sort_arcs(b, b->from, row);
	TRY(DEVICE_ALLOC(b->queue, "graph arcs", &image->d_arc, b->n_arcs));
	queue_copy(b->queue, image->d_arc, b->order, (int64_t)b->n_arcs * sizeof *b->order);
	gather(b, NULL, NULL, b->to, to, b->weight, weight);
	return queue_sync(b->queue);
}

static enum status place_sources(struct build *b)
{
	struct image *image = b->image;
	const struct graph *graph = image->graph;
	int32_t *host, *place, *d_state;
	void *weight;
	enum status status;

	TRY(DEVICE_ALLOC(b->queue, "graph sources", &d_state, graph->n_sources));
	image->device.source_state = d_state;
	TRY(device_alloc(b->queue, "graph sources", graph->n_sources * image_fs_size(image),
			 &weight));
	image->device.source_weight = weight;
	TRY(ALLOC(&place, b->n_states));
	status = ALLOC(&host, graph->n_sources);
	if (status == STATUS_OK) {
		queue_download(b->queue, place, b->place, (int64_t)b->n_states * sizeof *place);
		status = queue_sync(b->queue);
		for (int32_t s = 0; s < graph->n_sources && status == STATUS_OK; s++)
			host[s] = place[graph->source_vertex[s]];
		if (status == STATUS_OK)
			queue_upload(b->queue, d_state, host,
				     (int64_t)graph->n_sources * sizeof *host);
		if (status == STATUS_OK)
			status = upload_times(b, weight, graph->source_arrival, graph->n_sources,
					      image->late ? -1 : 1);
		if (status != STATUS_OK)
			queue_sync(b->queue); /* what was queued still reads the array */
		free(host);
	}
	free(place);
	return status;
}

/* ---- all of it ---- */

static enum status build_alloc(struct build *b)
{
	const char *name = "building the graph";
	int64_t n = b->n_states, m = b->n_arcs;

	TRY(DEVICE_ALLOC(b->queue, name, &b->from, m));
	TRY(DEVICE_ALLOC(b->queue, name, &b->to, m));
	TRY(device_alloc(b->queue, name, m * image_fs_size(b->image), &b->weight));
	TRY(DEVICE_ALLOC(b->queue, name, &b->sorted, m));
	TRY(DEVICE_ALLOC(b->queue, name, &b->order, m));
	TRY(DEVICE_ALLOC(b->queue, name, &b->index, max_i64(n, m)));
	TRY(DEVICE_ALLOC(b->queue, name, &b->out_row, n + 1));
	TRY(DEVICE_ALLOC(b->queue, name, &b->in_row, n + 1));
	TRY(DEVICE_ALLOC(b->queue, name, &b->in_from, m));
	TRY(DEVICE_ALLOC(b->queue, name, &b->remaining, n));
	TRY(DEVICE_ALLOC(b->queue, name, &b->level, n));
	TRY(DEVICE_ALLOC(b->queue, name, &b->key, n));
	TRY(DEVICE_ALLOC(b->queue, name, &b->frontier, n));
	TRY(DEVICE_ALLOC(b->queue, name, &b->next, n));
	TRY(DEVICE_ALLOC(b->queue, name, &b->place, n));
	return DEVICE_ALLOC(b->queue, name, &b->counter, LEVELS_AT_ONCE + 1);
}

static enum status build_run(struct build *b)
{
	struct iota_args iota;
	struct image *image = b->image;

	TRY(build_alloc(b));
	TRY(upload_arcs(b));
	iota.out = b->index;
	LAUNCH(b->queue, iota, 32, &iota, max_i64(b->n_states, b->n_arcs));
	sort_arcs(b, b->from, b->out_row);
	sort_arcs(b, b->to, b->in_row);
	gather(b, b->from, b->in_from, NULL, NULL, NULL, NULL);
	TRY(find_levels(b));
	TRY(count_levels(b));
	TRY(number_states(b));
	TRY(number_arcs(b));
	image->device.n_states = b->n_states;
	image->device.n_arcs = b->n_arcs;
	image->device.n_sources = image->graph->n_sources;
	image->device.n_sinks = image->graph->n_sinks;
	/* Sinks have the highest numbers of level 0, whose states are in the order of the host. */
	image->device.first_sink =
		image->n_levels ? image->level_row[1] - image->graph->n_sinks : 0;
	return place_sources(b);
}

enum status image_build(struct queue *queue, struct graph *graph, struct image **out)
{
	struct build b = {.queue = queue};
	enum status status;

	TRY(ALLOC(&b.image, 1));
	b.image->graph = graph_ref(graph);
	b.image->queue = queue;
	b.image->fs_bits = graph->largest_sum < LARGEST_SUM_32 ? 32 : 64;
	b.image->late = graph->objective == OBJECTIVE_SLACK && !graph->early;
	b.n_states = graph->n_vertices + graph->n_sinks;
	b.n_arcs = graph->n_arcs + graph->n_sinks;
	status = build_run(&b);
	build_release(&b);
	if (status != STATUS_OK) {
		image_free(b.image);
		return status;
	}
	*out = b.image;
	return STATUS_OK;
}

void image_free(struct image *image)
{
	if (!image)
		return;
	device_free(image->queue, (void *)image->device.row);
	device_free(image->queue, (void *)image->device.to);
	device_free(image->queue, (void *)image->device.weight);
	device_free(image->queue, (void *)image->device.source_state);
	device_free(image->queue, (void *)image->device.source_weight);
	device_free(image->queue, image->d_level_row);
	device_free(image->queue, image->d_part_row);
	device_free(image->queue, image->d_in_row);
	device_free(image->queue, image->d_in_from);
	device_free(image->queue, image->d_in_arc);
	device_free(image->queue, image->d_in_weight);
	device_free(image->queue, image->d_arc);
	device_free(image->queue, image->d_changed);
	device_free(image->queue, image->d_word_row);
	image_forest_free(image->queue, &image->kept);
	free(image->level_row);
	free(image->part_row);
	free(image->state_vertex);
	graph_unref(image->graph);
	free(image);
}

static enum status fan_in_run(struct build *b)
{
	const char *name = "fan-in graph";
	struct image *image = b->image;
	struct iota_args iota;
	int64_t m = b->n_arcs, n = b->n_states;
	struct row_tails_args tails;

	TRY(DEVICE_ALLOC(b->queue, "building the graph", &b->from, m));
	TRY(DEVICE_ALLOC(b->queue, "building the graph", &b->sorted, m));
	TRY(DEVICE_ALLOC(b->queue, "building the graph", &b->index, m));
	TRY(DEVICE_ALLOC(b->queue, name, &image->d_in_row, n + 1));
	TRY(DEVICE_ALLOC(b->queue, name, &image->d_in_from, m));
	TRY(DEVICE_ALLOC(b->queue, name, &image->d_in_arc, m));
	tails.row = image->device.row;
	tails.tail = b->from;
	LAUNCH(b->queue, row_tails, 32, &tails, n);
	iota.out = b->index;
	LAUNCH(b->queue, iota, 32, &iota, m);
	b->order = image->d_in_arc;
	sort_arcs(b, image->device.to, image->d_in_row);
	gather(b, b->from, image->d_in_from, NULL, NULL, NULL, NULL);
	b->order = NULL;
	return queue_sync(b->queue);
}

enum status image_need_fan_in(struct image *image)
{
	struct build b = {.image = image,
			  .queue = image->queue,
			  .n_states = image->device.n_states,
			  .n_arcs = image->device.n_arcs};
	enum status status;

	if (image->d_in_row)
		return STATUS_OK;
	status = fan_in_run(&b);
	b.order = NULL;
	build_release(&b);
	if (status != STATUS_OK) {
		DEVICE_FREE(image->queue, image->d_in_row);
		DEVICE_FREE(image->queue, image->d_in_from);
		DEVICE_FREE(image->queue, image->d_in_arc);
	}
	return status;
}

enum status image_need_fan_in_weights(struct image *image)
{
	struct gather_arcs_args args = {.weight = image->device.weight};
	int64_t m = image->device.n_arcs;
	enum status status;

	TRY(image_need_fan_in(image));
	if (image->d_in_weight)
		return STATUS_OK;
	TRY(device_alloc(image->queue, "fan-in graph", m * image_fs_size(image),
			 &image->d_in_weight));
	args.order = image->d_in_arc;
	args.weight_out = image->d_in_weight;
	LAUNCH(image->queue, gather_arcs, image->fs_bits, &args, m);
	status = queue_sync(image->queue);
	if (status != STATUS_OK)
		DEVICE_FREE(image->queue, image->d_in_weight);
	return status;
}

/* ---- weights that change ---- */

static enum status new_times(struct image *image, const char *name, int64_t n, int fs_bits,
			     const void **d_times)
{
	void *d_new;

	TRY(device_alloc(image->queue, name, n * (fs_bits / 8), &d_new));
	device_free(image->queue, (void *)*d_times);
	*d_times = d_new;
	return STATUS_OK;
}

enum status image_renew_weights(struct image *image, int fs_bits, bool late)
{
	struct device_graph *device = &image->device;

	DEVICE_FREE(image->queue, image->d_in_weight);
	/* Always for 64 bit, so that when there's memory for one of them only both are still long
	 * enough for what they hold. */
	if (fs_bits != image->fs_bits) {
		TRY(new_times(image, "graph weights", device->n_arcs, 64, &device->weight));
		TRY(new_times(image, "graph sources", device->n_sources, 64,
			      &device->source_weight));
	}
	image->fs_bits = fs_bits;
	image->late = late;
	image->n_renewed++;
	image_forest_free(image->queue, &image->kept);
	return STATUS_OK;
}
