/* Counts of a query's path graph without making it, for queries while they are typed. */
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/device/word_args.h"
#include "gpu/labels/product_args.h"
#include "gpu/labels/product_impl.h"

static const char memory_name[] = "path queries";

/* ---- what is kept of all paths ---- */

static struct device_product product_of(const struct product_space *space)
{
	const struct image *image = space->image;

	return (struct device_product){
		.n_states = image->device.n_states,
		.first_sink = image->device.first_sink,
		.n_sinks = image->device.n_sinks,
		.row = image->device.row,
		.to = image->device.to,
		.in_row = image->d_in_row,
		.in_from = image->d_in_from,
		.in_arc = image->d_in_arc,
		.arc_ok = space->d_arc_ok,
	};
}

static void sweep_all(const struct product_space *space, const struct product_arrivals *a)
{
	const struct image *image = space->image;
	struct product_kept_dist_args suffix = {product_of(space), a->weight, a->suffix};
	struct product_prefix_args prefix = {product_of(space), a->weight, a->prefix};
	struct product_seed_args seed = {image->device.source_state, a->source_weight, a->prefix};
	struct fill_times_args none = {.out = a->prefix,
				       .value = a->fs_bits == 32 ? FS_NONE_32 : FS_NONE_64};

	SWEEP(space->queue, product_kept_dist, a->fs_bits, &suffix, image->d_part_row,
	      image->n_levels);
	LAUNCH(space->queue, fill_times, a->fs_bits, &none, image->device.n_states);
	LAUNCH(space->queue, product_seed, a->fs_bits, &seed, image->device.n_sources);
	SWEEP(space->queue, product_prefix, a->fs_bits, &prefix, space->d_mirror, image->n_levels);
}

enum status product_arrivals_new(const struct product_space *space, int fs_bits, void *weight,
				 void *source_weight, bool owned, struct product_arrivals **out)
{
	int64_t bytes = (int64_t)space->image->device.n_states * fs_bits / 8;
	RELEASED_BY(product_arrivals_drop) struct product_arrivals *a = NULL;

	TRY(ALLOC(&a, 1));
	*a = (struct product_arrivals){.queue = space->queue,
				       .fs_bits = fs_bits,
				       .weight = weight,
				       .source_weight = source_weight};
	TRY(device_alloc(a->queue, memory_name, bytes, &a->suffix));
	TRY(device_alloc(a->queue, memory_name, bytes, &a->prefix));
	sweep_all(space, a);
	a->owned = owned; /* after a failure the caller has what is its own */
	HAND_OVER(out, a);
	return STATUS_OK;
}

void product_arrivals_free(struct product_arrivals *a)
{
	if (!a)
		return;
	if (a->owned)
		DEVICE_FREE_ALL(a->queue, &a->weight, &a->source_weight);
	DEVICE_FREE_ALL(a->queue, &a->suffix, &a->prefix, &a->d_seen);
	free(a);
}

/* ---- a query ---- */

struct counting {
	struct making m;
	struct product_sweeps sweeps;
	struct product_arrivals *kept;
	const struct label_space *pins;
	int64_t *d_worst; /* device, owned: one */
	int32_t *d_count; /* device, owned [2] */
	void *d_dist;     /* device, owned; NULL = no state needs one */
};

static void counting_release(struct counting *c)
{
	DEVICE_FREE_ALL(c->m.queue, &c->d_worst, &c->d_count, &c->d_dist);
	product_making_release(&c->m);
}

/* Pins and ends of the states that are left. */
static void launch_present(struct counting *c)
{
	const struct label_space *pins = c->pins;
	struct product_present_args args = {.p = c->m.device,
					    .n_state = c->m.space->d_n_state,
					    .vertex = pins->d_vertex,
					    .shift = pins->n_edges == 1 ? 0 : 1,
					    .seen = c->kept->d_seen,
					    .seen_end = c->kept->d_seen + pins->n_pins,
					    .count = c->d_count};

	queue_fill(c->m.queue, c->kept->d_seen, 0,
		   2 * (int64_t)pins->n_pins * (int64_t)sizeof *c->kept->d_seen);
	queue_fill(c->m.queue, c->d_count, 0, 2 * sizeof *c->d_count);
	LAUNCH(c->m.queue, product_present, 32, &args, c->m.device.n_states);
}

/* After the last group and, of paths that begin anywhere, before the first, what is kept says it. */
static bool by_groups(const struct counting *c)
{
	return c->sweeps.all_begin && c->m.query->n_groups > 0;
}

/* The states of which each number needs a time: on levels from first_back up to this one. */
static int32_t last_level(const struct counting *c)
{
	return by_groups(c) ? c->sweeps.last_forward : c->m.space->image->n_levels - 1;
}

static bool needs_times(const struct counting *c)
{
	/* of one list each state in it is the first and the last */
	if (by_groups(c) && c->sweeps.all_end && c->m.query->n_groups == 1)
		return false;
	return c->sweeps.first_back <= last_level(c);
}

static enum status make_times(struct counting *c, struct product_times *times)
{
	struct product_space *space = c->m.space;
	const struct image *image = space->image;
	struct product_dist_args args;
	int64_t n = 0;

	if (!needs_times(c))
		return STATUS_OK;
	prim_scan(c->m.queue, space->d_n_state, space->d_first, image->device.n_states);
	queue_download(c->m.queue, &n, space->d_first + image->device.n_states, sizeof n);
	TRY(queue_sync(c->m.queue));
	TRY(device_alloc(c->m.queue, memory_name, n * c->kept->fs_bits / 8, &c->d_dist));
	times->first = space->d_first;
	times->dist = c->d_dist;
	args = (struct product_dist_args){c->m.device, *times};
	SWEEP(c->m.queue, product_dist, c->kept->fs_bits, &args,
	      image->d_part_row + 2 * c->sweeps.first_back,
	      last_level(c) + 1 - c->sweeps.first_back);
	return STATUS_OK;
}

static void launch_worst(struct counting *c, const struct product_times *times)
{
	struct product_space *space = c->m.space;
	struct product_worst_state_args groups = {.p = c->m.device,
						  .t = *times,
						  .state = c->m.grouped.d_state,
						  .prefix = c->kept->prefix,
						  .worst = c->d_worst};
	struct product_worst_source_args sources = {.p = c->m.device,
						    .t = *times,
						    .source_state =
							    space->image->device.source_state,
						    .source_set = space->d_source_set,
						    .source_weight = c->kept->source_weight,
						    .worst = c->d_worst};

	if (by_groups(c))
		LAUNCH(c->m.queue, product_worst_state, c->kept->fs_bits, &groups, c->m.grouped.n);
	else
		LAUNCH(c->m.queue, product_worst_source, c->kept->fs_bits, &sources,
		       space->image->device.n_sources);
}

static enum status count(struct counting *c, struct product_counts *out)
{
	struct product_times times = {.weight = c->kept->weight,
				      .all = UINT64_C(1) << c->m.query->n_groups};
	const int64_t none = FS_NONE_64;
	int32_t n[2];
	int64_t worst;

	TRY(product_begin_query(&c->m));
	c->sweeps = product_choose_sweeps(&c->m);
	times.suffix = c->sweeps.all_end ? c->kept->suffix : NULL;
	TRY(DEVICE_ALLOC(c->m.queue, memory_name, &c->d_worst, 1));
	if (!c->kept->d_seen)
		TRY(DEVICE_ALLOC(c->m.queue, memory_name, &c->kept->d_seen,
				 2 * (int64_t)c->pins->n_pins));
	TRY(DEVICE_ALLOC(c->m.queue, memory_name, &c->d_count, 2));
	queue_upload(c->m.queue, c->d_worst, &none, sizeof none);
	product_sweep_back(&c->m, c->sweeps.first_back);
	product_sweep_forward(&c->m, c->sweeps.last_forward);
	launch_present(c);
	TRY(make_times(c, &times));
	launch_worst(c, &times);
	product_end_query(&c->m);
	queue_download(c->m.queue, n, c->d_count, sizeof n);
	queue_download(c->m.queue, &worst, c->d_worst, sizeof worst);
	TRY(queue_sync(c->m.queue));
	*out = (struct product_counts){n[0], n[1], worst != FS_NONE_64, worst};
	return STATUS_OK;
}

enum status product_count(struct product_space *space, const struct path_lists *query,
			  struct product_arrivals *kept, const struct label_space *pins,
			  struct product_counts *out)
{
	RELEASED_BY(counting_release)
	struct counting c = {.m = {.space = space, .query = query, .queue = space->queue},
			     .kept = kept,
			     .pins = pins};
	enum status status;

	if (query->n_groups > PATH_GROUPS_MAX)
		return status_fail(STATUS_BAD_INPUT, "more than %d lists of points to pass through",
				   PATH_GROUPS_MAX);
	status = product_need_cones(space) ?: queue_settle(space->queue, count(&c, out));
	space->is_dirty |= status != STATUS_OK;
	return status;
}
