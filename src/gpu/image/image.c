#include "gpu/image/image.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "gpu/device/word_args.h"
#include "gpu/image/graph_args.h"

enum {
	LEVELS_AT_ONCE = 32,  /* peeled between two waits; even, so that buffers come back */
	SMALLEST_STEP = 1024, /* items that a step is launched with at least */
};

static const char building[] = "building the graph";

/* What is only needed while building; device memory. */
struct build {
	struct image *image;
	struct queue *queue;
	int32_t n_states, n_arcs;
	int32_t *from, *to; /* [n_arcs], in the host's order, then renumbered */
	void *weight;       /* [n_arcs] fs, NULL = all 0 */
	int32_t *order;     /* [n_arcs]: arcs by one of their ends */
	int32_t *out_row, *in_row, *in_from;
	int32_t *remaining, *level, *frontier, *next, *counter;
	int32_t *place;  /* [n_states]: new number of each state */
	int32_t *key;    /* [n_states]: by which they are numbered */
	int32_t *source; /* [n_sources]: their vertices */
	const int32_t *host_depth,
		*host_row;             /* borrowed, of the host: NULL = levels are found here */
	const struct image_left *arcs; /* borrowed: of the first n_same; NULL = none */
	int32_t n_same;
	struct image *turned; /* borrowed: with each arc the other way; NULL = there is none */
	bool leaves_numbers;
};

static void build_release(struct build *b)
{
	DEVICE_FREE_ALL(b->queue, &b->from, &b->to, &b->weight, &b->order, &b->out_row, &b->in_row,
			&b->in_from, &b->level, &b->frontier, &b->next, &b->counter, &b->place,
			&b->remaining, &b->key, &b->source);
}

/* ---- upload ---- */

/* Times of the host, each multiplied by sign. */
struct signed_times {
	const int64_t *time;
	int sign;
};

static void make_times_32(const void *context, int64_t begin, int64_t end, void *out)
{
	const struct signed_times *t = context;

	for (int64_t i = begin; i < end; i++)
		((int32_t *)out)[i - begin] = (int32_t)(t->sign * t->time[i]);
}

static void make_times_64(const void *context, int64_t begin, int64_t end, void *out)
{
	const struct signed_times *t = context;

	for (int64_t i = begin; i < end; i++)
		((int64_t *)out)[i - begin] = t->sign * t->time[i];
}

/* As fs_t of the image. */
static enum status upload_times(struct build *b, void *d_to, const int64_t *times, int64_t n,
				int sign)
{
	struct signed_times t = {times, sign};

	queue_make(b->queue, d_to, n, (size_t)image_fs_size(b->image),
		   b->image->fs_bits == 32 ? make_times_32 : make_times_64, &t);
	return queue_sync(b->queue);
}

/* Weights that the graph has; of a netlist's there are none yet. */
static bool has_weights(const struct graph *graph)
{
	bool any = false;

	if (graph->arc_delay)
		return true;
	OVER_ITEMS(s, graph->n_sinks)
	{
		if (graph->sink_required[s])
			__atomic_store_n(&any, true, __ATOMIC_RELAXED);
	}
	return any;
}

static enum status upload_weights(struct build *b)
{
	const struct graph *graph = b->image->graph;
	int64_t size = image_fs_size(b->image);

	if (!has_weights(graph))
		return STATUS_OK;
	TRY(device_alloc(b->queue, building, b->n_arcs * size, &b->weight));
	if (graph->arc_delay)
		TRY(upload_times(b, b->weight, graph->arc_delay, graph->n_arcs,
				 b->image->late ? -1 : 1));
	else
		queue_fill(b->queue, b->weight, 0, graph->n_arcs * size);
	return upload_times(b, (char *)b->weight + graph->n_arcs * size, graph->sink_required,
			    graph->n_sinks, b->image->late ? 1 : -1);
}

static void make_sink_states(const void *context, int64_t begin, int64_t end, void *out)
{
	const struct graph *graph = context;

	for (int64_t s = begin; s < end; s++)
		((int32_t *)out)[s - begin] = graph->n_vertices + (int32_t)s;
}

/* Those of an image's graph, to device memory. */
static void restore(const struct image *image, int32_t *d_from, int32_t *d_to)
{
	struct restore_arcs_args args = {.row = image->device.row,
					 .to = image->device.to,
					 .arc = image->d_arc,
					 .vertex = image->d_vertex,
					 .n_arcs = image->device.n_arcs - image->device.n_sinks,
					 .from_out = d_from,
					 .to_out = d_to};

	LAUNCH(image->queue, restore_arcs, 32, &args, image->device.n_states);
}

/* The arcs of the graph, then one from each sink's vertex to the sink's own state. */
static enum status upload_arcs(struct build *b)
{
	const struct graph *graph = b->image->graph;
	int64_t bytes = ((int64_t)graph->n_arcs - b->n_same) * (int64_t)sizeof(int32_t);
	int64_t same_bytes = (int64_t)b->n_same * (int64_t)sizeof(int32_t);

	TRY(DEVICE_ALLOC(b->queue, building, &b->from, b->n_arcs));
	TRY(DEVICE_ALLOC(b->queue, building, &b->to, b->n_arcs));
	if (b->turned && b->n_same) { /* the device has memory of its own */
		restore(b->turned, b->to, b->from);
	} else if (b->arcs) {
		queue_copy(b->queue, b->from, b->arcs->d_from, same_bytes);
		queue_copy(b->queue, b->to, b->arcs->d_to, same_bytes);
	}
	if (bytes) {
		queue_upload(b->queue, b->from + b->n_same, graph->arc_from + b->n_same, bytes);
		queue_upload(b->queue, b->to + b->n_same, graph->arc_to + b->n_same, bytes);
	}
	queue_upload(b->queue, b->from + graph->n_arcs, graph->sink_vertex,
		     (int64_t)graph->n_sinks * (int64_t)sizeof(int32_t));
	queue_make(b->queue, b->to + graph->n_arcs, graph->n_sinks, sizeof *b->to, make_sink_states,
		   graph);
	/* what was queued reads the arrays */
	return queue_settle(b->queue, upload_weights(b));
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
static enum status peel(struct build *b)
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

/* Fan-out rows and, while they are needed, fan-in arcs in any order. */
static enum status find_levels(struct build *b)
{
	enum status status;

	TRY(DEVICE_ALLOC(b->queue, building, &b->out_row, (int64_t)b->n_states + 1));
	prim_rows(b->queue, b->from, b->n_arcs, b->n_states, b->out_row, NULL);
	TRY(DEVICE_ALLOC(b->queue, building, &b->in_row, (int64_t)b->n_states + 1));
	TRY(DEVICE_ALLOC(b->queue, building, &b->order, b->n_arcs));
	prim_rows(b->queue, b->to, b->n_arcs, b->n_states, b->in_row, b->order);
	TRY(DEVICE_ALLOC(b->queue, building, &b->in_from, b->n_arcs));
	gather(b, b->from, b->in_from, NULL, NULL, NULL, NULL);
	DEVICE_FREE(b->queue, b->order);
	TRY(DEVICE_ALLOC(b->queue, building, &b->remaining, b->n_states));
	TRY(DEVICE_ALLOC(b->queue, building, &b->level, b->n_states));
	TRY(DEVICE_ALLOC(b->queue, building, &b->frontier, b->n_states));
	TRY(DEVICE_ALLOC(b->queue, building, &b->next, b->n_states));
	TRY(DEVICE_ALLOC(b->queue, building, &b->counter, LEVELS_AT_ONCE + 1));
	status = peel(b);
	DEVICE_FREE(b->queue, b->in_row);
	DEVICE_FREE(b->queue, b->in_from);
	DEVICE_FREE(b->queue, b->remaining);
	DEVICE_FREE(b->queue, b->frontier);
	DEVICE_FREE(b->queue, b->next);
	return status;
}

/* Depths of vertices, and how many arcs leave them, those to sinks too; owned. */
struct keys {
	const struct graph *graph;
	int32_t *depth, *degree;
};

/* What level_keys would write: sinks' states come last. */
static void make_keys(const void *context, int64_t begin, int64_t end, void *out)
{
	const struct keys *k = context;
	int32_t *key = out;

	for (int64_t v = begin; v < end; v++) {
		bool is_sink = v >= k->graph->n_vertices;

		key[v - begin] = is_sink ? 1 : 2 * k->depth[v] + (k->degree[v] <= LARGE_FAN_OUT);
	}
}

static enum status upload_keys(struct build *b, struct keys *k)
{
	int32_t deepest = 0;

	for (int32_t v = 0; v < b->image->graph->n_vertices; v++)
		deepest = k->depth[v] > deepest ? k->depth[v] : deepest;
	b->image->n_levels = b->n_states ? deepest + 1 : 0;
	TRY(DEVICE_ALLOC(b->queue, building, &b->key, b->n_states));
	queue_make(b->queue, b->key, b->n_states, sizeof *b->key, make_keys, k);
	return queue_sync(b->queue);
}

/* From depths and rows that are known. */
static void take_depths(const struct build *b, struct keys *k)
{
	OVER_ITEMS(v, k->graph->n_vertices)
	{
		k->depth[v] = b->host_depth[v];
		k->degree[v] += b->host_row[v + 1] - b->host_row[v];
	}
}

/*
 * One pass backward over the arcs: where a graph was built from its beginnings on, all arcs that leave a vertex come after
 * those that lead there, so the depth of a head is known when its arc is looked at. False: the arcs are in another order.
 * If each tail is deeper than its head, all depths are right, as none is more than the deepest head's and one.
 */
static bool find_depths(struct keys *k)
{
	const struct graph *graph = k->graph;
	bool wrong = false;

	for (int32_t s = 0; s < graph->n_sinks; s++)
		k->depth[graph->sink_vertex[s]] = 1;
	for (int32_t a = graph->n_arcs - 1; a >= 0; a--) {
		int32_t from = graph->arc_from[a], least = k->depth[graph->arc_to[a]] + 1;

		k->depth[from] = k->depth[from] < least ? least : k->depth[from];
		k->degree[from]++;
	}
	OVER_ITEMS(a, graph->n_arcs)
	{
		if (k->depth[graph->arc_from[a]] <= k->depth[graph->arc_to[a]])
			__atomic_store_n(&wrong, true, __ATOMIC_RELAXED);
	}
	return !wrong;
}

static enum status order_by_depths(struct build *b, struct keys *k, bool *done)
{
	TRY(ALLOC(&k->depth, k->graph->n_vertices));
	TRY(ALLOC(&k->degree, k->graph->n_vertices));
	for (int32_t s = 0; s < k->graph->n_sinks; s++)
		k->degree[k->graph->sink_vertex[s]]++;
	*done = b->host_depth || find_depths(k);
	if (b->host_depth)
		take_depths(b, k);
	return *done ? upload_keys(b, k) : STATUS_OK;
}

/* From the levels of the image that is turned: sinks are below them. Of its first one only states that aren't sinks stay. */
static enum status turn_levels(struct build *b)
{
	struct image *turned = b->turned;
	const struct graph *graph = b->image->graph;
	struct turned_keys_args args = {.level_row = turned->d_level_row,
					.vertex = turned->d_vertex,
					.n_vertices = graph->n_vertices,
					.n_levels = turned->n_levels,
					.least = graph->n_sinks > 0};
	struct fill_times_args sinks = {.value = 1}; /* as they are on level 0 and lead nowhere */

	TRY(image_need_fan_in(turned));
	TRY(DEVICE_ALLOC(b->queue, building, &b->key, b->n_states));
	args.in_row = turned->d_in_row;
	args.key = b->key;
	LAUNCH(b->queue, turned_keys, 32, &args, turned->device.n_states);
	sinks.out = b->key + graph->n_vertices;
	LAUNCH(b->queue, fill_times, 32, &sinks, graph->n_sinks);
	b->image->n_levels = args.least + turned->n_levels;
	if (turned->n_levels && turned->level_row[1] == turned->device.n_sinks)
		b->image->n_levels--;
	return STATUS_OK;
}

/* On processors one pass of the host over the arcs is less than peeling. */
static enum status order_levels(struct build *b)
{
	struct keys k = {.graph = b->image->graph};
	bool done = false;
	enum status status = STATUS_OK;

	if (b->turned)
		return turn_levels(b);
	if (b->host_depth || device_in_host_memory(b->queue))
		status = order_by_depths(b, &k, &done);
	free(k.depth);
	free(k.degree);
	return done || status != STATUS_OK ? status : find_levels(b);
}

/* ---- renumbering ---- */

/* States by (level, large ones first, number): their order and the rows of levels and of their
 * parts, on device and host. */
static enum status order_states(struct build *b)
{
	struct image *image = b->image;
	struct level_keys_args keys = {b->out_row, b->level, NULL};
	int32_t n = image->n_levels;

	if (!b->key) {
		TRY(DEVICE_ALLOC(b->queue, building, &b->key, b->n_states));
		keys.key = b->key;
		LAUNCH(b->queue, level_keys, 32, &keys, b->n_states);
		DEVICE_FREE(b->queue, b->level);
		DEVICE_FREE(b->queue, b->out_row);
	}
	TRY(ALLOC(&image->level_row, (int64_t)n + 1));
	TRY(ALLOC(&image->part_row, 2 * (int64_t)n + 1));
	TRY(DEVICE_ALLOC(b->queue, "graph levels", &image->d_level_row, (int64_t)n + 1));
	TRY(DEVICE_ALLOC(b->queue, "graph levels", &image->d_part_row, 2 * (int64_t)n + 1));
	TRY(DEVICE_ALLOC(b->queue, "graph rows", &image->d_vertex, b->n_states));
	prim_rows(b->queue, b->key, b->n_states, 2 * n, image->d_part_row, image->d_vertex);
	DEVICE_FREE(b->queue, b->key);
	queue_download(b->queue, image->part_row, image->d_part_row,
		       (2 * (int64_t)n + 1) * (int64_t)sizeof *image->part_row);
	TRY(queue_sync(b->queue));
	for (int32_t l = 0; l <= n; l++)
		image->level_row[l] = image->part_row[2 * l];
	queue_upload(b->queue, image->d_level_row, image->level_row,
		     ((int64_t)n + 1) * (int64_t)sizeof *image->level_row);
	return queue_sync(b->queue);
}

/* The device has in its memory what the host has, unless that is the same memory. */
static enum status share_order(struct image *image)
{
	if (!device_in_host_memory(image->queue))
		return STATUS_OK;
	DEVICE_FREE(image->queue, image->d_vertex);
	return device_lend(image->queue, "graph rows", image->state_vertex,
			   image->device.n_states * (int64_t)sizeof *image->state_vertex,
			   (const void **)(void *)&image->d_vertex);
}

/* The order gives new numbers in `place`; both are copied to the host, unless it does without. */
static enum status number_states(struct build *b)
{
	struct image *image = b->image;
	int64_t bytes = (int64_t)b->n_states * (int64_t)sizeof(int32_t);
	struct invert_order_args invert = {image->d_vertex, NULL};

	TRY(DEVICE_ALLOC(b->queue, building, &b->place, b->n_states));
	invert.place = b->place;
	LAUNCH(b->queue, invert_order, 32, &invert, b->n_states);
	if (b->leaves_numbers && !device_in_host_memory(b->queue))
		return STATUS_OK;
	TRY(GROW(&image->state_vertex, &image->state_capacity, b->n_states));
	TRY(GROW(&image->vertex_state, &image->vertex_capacity, b->n_states));
	queue_download(b->queue, image->state_vertex, image->d_vertex, bytes);
	queue_download(b->queue, image->vertex_state, b->place, bytes);
	TRY(queue_sync(b->queue));
	return share_order(image);
}

static enum status number_arcs(struct build *b)
{
	struct image *image = b->image;
	struct relabel_arcs_args relabel = {b->place, b->from, b->to};
	int32_t *row, *to;
	void *weight;

	LAUNCH(b->queue, relabel_arcs, 32, &relabel, b->n_arcs);
	DEVICE_FREE(b->queue, b->place);
	TRY(DEVICE_ALLOC(b->queue, "graph rows", &row, (int64_t)b->n_states + 1));
	image->device.row = row;
	TRY(DEVICE_ALLOC(b->queue, "graph arcs", &image->d_arc, b->n_arcs));
	prim_rows(b->queue, b->from, b->n_arcs, b->n_states, row, image->d_arc);
	DEVICE_FREE(b->queue, b->from);
	TRY(DEVICE_ALLOC(b->queue, "graph arcs", &to, b->n_arcs));
	image->device.to = to;
	TRY(device_alloc(b->queue, "graph weights", b->n_arcs * image_fs_size(image), &weight));
	image->device.weight = weight;
	b->order = image->d_arc;
	gather(b, NULL, NULL, b->to, to, b->weight, weight);
	b->order = NULL;
	if (!b->weight)
		queue_fill(b->queue, weight, 0, b->n_arcs * image_fs_size(image));
	return queue_sync(b->queue);
}

static enum status place_sources(struct build *b)
{
	struct image *image = b->image;
	const struct graph *graph = image->graph;
	struct gather_arcs_args args = {.from = b->place};
	void *weight;

	TRY(DEVICE_ALLOC(b->queue, "graph sources", &args.from_out, graph->n_sources));
	image->device.source_state = args.from_out;
	TRY(device_alloc(b->queue, "graph sources", graph->n_sources * image_fs_size(image),
			 &weight));
	image->device.source_weight = weight;
	TRY(DEVICE_PUT(b->queue, building, &b->source, graph->source_vertex, graph->n_sources));
	args.order = b->source;
	LAUNCH(b->queue, gather_arcs, 32, &args, graph->n_sources);
	return upload_times(b, weight, graph->source_arrival, graph->n_sources,
			    image->late ? -1 : 1);
}

/* ---- all of it ---- */

static enum status build_run(struct build *b)
{
	struct image *image = b->image;

	image->device.n_states = b->n_states;
	image->device.n_arcs = b->n_arcs;
	TRY(upload_arcs(b));
	TRY(order_levels(b));
	TRY(order_states(b));
	TRY(number_states(b));
	TRY(place_sources(b));
	TRY(number_arcs(b));
	image->device.n_sources = image->graph->n_sources;
	image->device.n_sinks = image->graph->n_sinks;
	/* Sinks have the highest numbers of level 0, whose states are in the order of the host. */
	image->device.first_sink =
		image->n_levels ? image->level_row[1] - image->graph->n_sinks : 0;
	return STATUS_OK;
}

enum status image_build(struct queue *queue, struct graph *graph, struct image **out)
{
	struct image_source source = {
		.graph = graph, .depth = graph->depth, .out_row = graph->out_row};

	return image_build_from(queue, &source, out);
}

void image_left_drop_arcs(struct queue *queue, struct image_left *left)
{
	DEVICE_FREE(queue, left->d_from);
	DEVICE_FREE(queue, left->d_to);
	left->n_arcs = 0;
}

void image_left_release(struct queue *queue, struct image_left *left)
{
	image_left_drop_arcs(queue, left);
	free(left->state_vertex);
	free(left->vertex_state);
	*left = (struct image_left){0};
}

/* Their memory is used again. */
static void take_numbers(struct image *image, struct image_left *left)
{
	image->state_vertex = left->state_vertex;
	image->vertex_state = left->vertex_state;
	image->state_capacity = left->state_capacity;
	image->vertex_capacity = left->vertex_capacity;
	left->state_vertex = left->vertex_state = NULL;
	left->state_capacity = left->vertex_capacity = 0;
}

enum status image_build_from(struct queue *queue, const struct image_source *source,
			     struct image **out)
{
	struct graph *graph = source->graph;
	struct build b = {.queue = queue, .host_depth = source->depth, .host_row = source->out_row};
	enum status status;

	TRY(ALLOC(&b.image, 1));
	if (source->left)
		take_numbers(b.image, source->left);
	if (source->arcs && source->arcs->d_from)
		b.arcs = source->arcs;
	b.n_same = b.arcs ? source->n_same : 0;
	b.turned = source->turned;
	if (b.turned && !device_in_host_memory(queue))
		b.n_same = graph->n_arcs;
	b.leaves_numbers = source->leaves_numbers;
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

/* *left has nothing on failure: then all are uploaded. */
static void leave_arcs(const struct image *image, struct image_left *left)
{
	int32_t n = image->device.n_arcs - image->device.n_sinks;

	if (device_in_host_memory(image->queue) ||
	    DEVICE_ALLOC(image->queue, building, &left->d_from, n) != STATUS_OK)
		return;
	if (DEVICE_ALLOC(image->queue, building, &left->d_to, n) != STATUS_OK) {
		DEVICE_FREE(image->queue, left->d_from);
		return;
	}
	restore(image, left->d_from, left->d_to);
	left->n_arcs = n;
}

void image_leave(struct image *image, bool with_arcs, struct image_left *left)
{
	if (!image)
		return;
	image_left_release(image->queue, left);
	if (with_arcs)
		leave_arcs(image, left);
	DEVICE_FREE(image->queue, image->d_vertex); /* which may be the host's */
	left->state_vertex = image->state_vertex;
	left->vertex_state = image->vertex_state;
	left->state_capacity = image->state_capacity;
	left->vertex_capacity = image->vertex_capacity;
	image->state_vertex = image->vertex_state = NULL;
	image_free(image);
}

void image_free(struct image *image)
{
	if (!image)
		return;
	DEVICE_FREE_ALL(image->queue, &image->device.row, &image->device.to, &image->device.weight,
			&image->device.source_state, &image->device.source_weight,
			&image->d_level_row, &image->d_part_row, &image->d_in_row,
			&image->d_in_from, &image->d_in_arc, &image->d_in_weight, &image->d_arc,
			&image->d_vertex, &image->changed.bits);
	image_forest_free(image->queue, &image->kept);
	free(image->level_row);
	free(image->part_row);
	free(image->state_vertex);
	free(image->vertex_state);
	graph_unref(image->graph);
	free(image);
}

enum status image_need_states(struct image *image)
{
	int64_t n = image->device.n_states;
	FREED int32_t *vertex = NULL;

	if (image->vertex_state)
		return STATUS_OK;
	TRY(ALLOC(&vertex, n));
	TRY(queue_read(image->queue, vertex, image->d_vertex, n * (int64_t)sizeof *vertex));
	TRY(GROW(&image->vertex_state, &image->vertex_capacity, n));
	OVER_ITEMS(s, n)
	image->vertex_state[vertex[s]] = (int32_t)s;
	return STATUS_OK;
}

static enum status fan_in_run(struct build *b)
{
	const char *fan_in = "fan-in graph";
	struct image *image = b->image;
	int64_t m = b->n_arcs, n = b->n_states;
	struct row_tails_args tails;

	TRY(DEVICE_ALLOC(b->queue, fan_in, &image->d_in_row, n + 1));
	TRY(DEVICE_ALLOC(b->queue, fan_in, &image->d_in_arc, m));
	prim_rows(b->queue, image->device.to, m, b->n_states, image->d_in_row, image->d_in_arc);
	TRY(DEVICE_ALLOC(b->queue, building, &b->from, m));
	TRY(DEVICE_ALLOC(b->queue, fan_in, &image->d_in_from, m));
	tails.row = image->device.row;
	tails.tail = b->from;
	LAUNCH(b->queue, row_tails, 32, &tails, n);
	b->order = image->d_in_arc;
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
