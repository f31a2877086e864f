/* The accounts of a device: what was launched, what it had to move, and how fast memory is. */
#include <stdlib.h>
#include <string.h>

#include "gpu/density/density_args.h"
#include "gpu/device/profile.h"
#include "gpu/frame/frame_args.h"
#include "gpu/device/word_args.h"
#include "gpu/search/list_args.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/search/search.h"
#include "lib/kernel_reference.h"
#include "lib/tap.h"

enum { N = 5000, STATES = 2000 };

/* The row of a name; all zero when it isn't there. */
static struct kernel_profile row_of(struct test_device *d, const char *name)
{
	static struct kernel_profile rows[N_COSTS];
	int n = device_profile_table(d->device, rows);

	for (int i = 0; i < n; i++) {
		if (strcmp(rows[i].name, name) == 0)
			return rows[i];
	}
	return (struct kernel_profile){0};
}

static bool is_row(struct test_device *d, const char *name, int64_t launches, int64_t items,
		   int64_t streamed, int64_t gathered)
{
	struct kernel_profile p = row_of(d, name);

	return p.launches == launches && p.cost.items == items && p.cost.streamed == streamed &&
	       p.cost.gathered == gathered && p.ms >= 0 && !p.cost.unknown;
}

static void check_launches(struct test_device *d)
{
	int32_t *d_items = to_device(d->queue, NULL, N * 4),
		*d_sorted = to_device(d->queue, NULL, N * 4);
	int32_t *d_order = to_device(d->queue, NULL, N * 4);
	int64_t *d_sum = to_device(d->queue, NULL, (N + 1) * 8);
	struct kernel_profile rows[N_COSTS];
	struct iota_args iota = {d_items};
	struct fill_times_args fill = {d_sum, 1};

	LAUNCH(d->queue, iota, 32, &iota, N);
	queue_sync(d->queue);
	OK(device_profile_table(d->device, rows) == 0, "%s: nothing without profiling", d->name);
	device_profile(d->device, true);
	device_profile_walks(d->device, true);
	LAUNCH(d->queue, iota, 32, &iota, N);
	LAUNCH(d->queue, iota, 32, &iota, N - 1000);
	LAUNCH(d->queue, iota, 32, &iota, 0);
	LAUNCH(d->queue, fill_times, 64, &fill, N);
	prim_scan(d->queue, d_items, d_sum, N);
	prim_sort(d->queue, 32, 13, d_items, d_sorted, d_items, d_order, N);
	queue_copy(d->queue, d_sorted, d_items, N * 4);
	queue_unprofiled(d->queue, true);
	LAUNCH(d->queue, iota, 32, &iota, N);
	queue_unprofiled(d->queue, false);
	queue_add_bytes(d->queue, KERNEL_ID_iota, 5, 7);
	queue_sync(d->queue);
	OK(is_row(d, "iota", 2, 2 * N - 1000, 4 * (2 * N - 1000) + 5, 7), "%s: a kernel twice",
	   d->name);
	OK(is_row(d, "fill_times", 1, N, 8 * N, 0), "%s: of 64-bit times", d->name);
	OK(is_row(d, "scan", 1, N, 12 * N, 0), "%s: scan", d->name);
	OK(is_row(d, "sort", 1, N, 36 * N, 0), "%s: sort, two passes", d->name);
	OK(is_row(d, "copy", 1, 4 * N, 8 * N, 0), "%s: copy", d->name);
	OK(device_profile_table(d->device, rows) == 5 && rows[0].ms >= rows[1].ms &&
		   rows[1].ms >= rows[4].ms,
	   "%s: by time", d->name);
	device_profile(d->device, false);
	device_profile_walks(d->device, false);
	LAUNCH(d->queue, iota, 32, &iota, N);
	queue_sync(d->queue);
	OK(row_of(d, "iota").launches == 2, "%s: kept until it is reset", d->name);
	device_profile_reset(d->device);
	OK(device_profile_table(d->device, rows) == 0, "%s: reset", d->name);
	device_free(d->queue, d_items);
	device_free(d->queue, d_sorted);
	device_free(d->queue, d_order);
	device_free(d->queue, d_sum);
}

static void check_bandwidth(struct test_device *d)
{
	struct device_memory before, after;
	struct kernel_profile rows[N_COSTS];
	double first = 0, second = 0;
	enum status status;

	device_memory_table(d->device, NULL, 0, &before);
	device_profile(d->device, true);
	device_profile_walks(d->device, true);
	OK(device_known_bandwidth(d->device) == 0, "%s: bandwidth isn't known", d->name);
	status = device_bandwidth(d->queue, &first);
	OK(status == STATUS_OK && first > 1e4 && first < 1e11, "%s: is measured: %.1f GB/s",
	   d->name, first / 1e6);
	OK(device_bandwidth(d->queue, &second) == STATUS_OK && second == first &&
		   device_known_bandwidth(d->device) == first,
	   "%s: and then known", d->name);
	device_memory_table(d->device, NULL, 0, &after);
	OK(device_profile_table(d->device, rows) == 0 && after.bytes == before.bytes &&
		   after.peak == before.peak,
	   "%s: and is in no accounts", d->name);
	device_profile(d->device, false);
	device_profile_walks(d->device, false);
}

static bool has_deviations(const struct reference *r, int32_t v)
{
	for (int32_t e = r->row[v]; e < r->row[v + 1]; e++) {
		if (r->delta[e] != NONE)
			return true;
	}
	return false;
}

/* All that the walks from the sources come by; sources are `n` with a path. */
static void naive_walks(const struct reference *r, int64_t *n, int64_t *n_states, int64_t *n_arcs)
{
	const struct graph *g = r->graph;

	*n = *n_states = *n_arcs = 0;
	for (int32_t s = 0; s < g->n_sources; s++) {
		int32_t v = r->state[g->source_vertex[s]];

		if (r->dist[v] == NONE)
			continue;
		++*n;
		if (!has_deviations(r, v))
			v = r->after[v];
		for (; v >= 0; v = r->after[v]) {
			int64_t rest = NONE;

			++*n_states;
			*n_arcs += 2;
			for (int32_t e = r->row[v] + 2; e < r->row[v + 1]; e++)
				rest = r->delta[e] < rest ? r->delta[e] : rest;
			if (rest != NONE)
				*n_arcs += r->row[v + 1] - r->row[v] - 2;
		}
	}
}

static int64_t n_kept(struct stepper *stepper, int32_t level)
{
	struct snap *snap;
	int64_t n;

	if (stepper->ops->snapshot(stepper, &snap) != STATUS_OK)
		abort();
	n = ((struct snap_search *)snap)->level[level].n_kept;
	snap_unref(snap);
	return n;
}

/* Without a bound, up to level 1; that there are children in level 2 is counted too. */
static void check_search(struct test_device *d)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct graph *graph = random_graph(STATES, 32, &d->task);
	struct reference r;
	struct image *image;
	struct search *search;
	struct stepper *stepper;
	int64_t n, n_states, n_arcs, counted, n_children;

	reference_new(&r, graph);
	naive_walks(&r, &n, &n_states, &n_arcs);
	options.k = 1 << 30;
	options.max_level = 1;
	if (image_build(d->queue, graph, &image) != STATUS_OK ||
	    search_begin(image, d->queue, d->queue, &options, 1, &search) != STATUS_OK)
		abort();
	stepper = search_stepper(search);
	device_profile(d->device, true);
	device_profile_walks(d->device, true);
	while (!stepper->ops->finished(stepper)) {
		if (stepper->ops->step(stepper, GRAIN_COARSE) != STATUS_OK)
			abort();
	}
	device_profile(d->device, false);
	device_profile_walks(d->device, false);
	n_children = n_kept(stepper, 1);
	counted = row_of(d, "count_children").cost.items;
	OK(n > 10 && n_states > n && n_children > n && counted == n + n_children &&
		   row_of(d, "count_children").launches == 2,
	   "%s: a search counts the parents of two levels", d->name);
	OK(is_row(d, "expand_children", 1, n, 20 * n + 12 * n_children,
		  8 * n + 8 * n_states + 4 * n_arcs),
	   "%s: and expands one, as far as its walks go", d->name);
	OK(is_row(d, "forest_sweep", 1, r.n, (int64_t)24 * r.n + 12 * r.m,
		  (int64_t)12 * r.n + 4 * r.m),
	   "%s: its forest", d->name);
	OK(row_of(d, "walk_lengths").launches == 0, "%s: what only measures isn't counted",
	   d->name);
	device_profile_reset(d->device);
	stepper->ops->end(stepper);
	image_free(image);
	reference_free(&r);
	graph_unref(graph);
}

static bool costs(enum kernel_id kernel, int bits, const void *args, int64_t n, int64_t items,
		  int64_t streamed, int64_t gathered, bool at_least)
{
	struct kernel_cost c = kernel_cost(kernel, bits, args, n);

	return !c.unknown && c.items == items && c.streamed == streamed && c.gathered == gathered &&
	       c.at_least == at_least;
}

/* Worked out by hand from what each item reads and writes. */
static void check_density_costs(void)
{
	struct density_bins bins = {.columns = 100, .rows = 30};
	int64_t sums[1];
	struct scale_boxes_args scale = {.box = NULL};
	struct density_differences_args plain = {.n = 10}, weighted = {.n = 10, .weight = sums};
	struct under_prefix_args gradient = {.n = 10, .under = {.right = sums}};
	struct row_sums_args rows = {.bins = bins}, pairs = {.bins = bins, .joins = 1};
	struct column_sums_args columns = {.bins = bins}, more = {.bins = bins, .direct = sums};

	OK(costs(KERNEL_ID_scale_boxes, 32, &scale, 10, 10, 320, 0, false) &&
		   costs(KERNEL_ID_scale_boxes, 64, &scale, 10, 10, 480, 0, false),
	   "boxes of either precision");
	OK(costs(KERNEL_ID_density_differences, 32, &plain, 1, 10, 160, 0, true) &&
		   costs(KERNEL_ID_density_differences, 64, &weighted, 1, 10, 240, 0, true) &&
		   costs(KERNEL_ID_under_prefix, 32, &gradient, 1, 10, 400, 0, true),
	   "boxes with weights and gradients");
	OK(costs(KERNEL_ID_row_sums, 64, &rows, 30, 3000, 48000, 0, false) &&
		   costs(KERNEL_ID_row_sums, 32, &pairs, 30, 3000, 72000, 0, false) &&
		   costs(KERNEL_ID_column_sums, 32, &columns, 13, 3000, 72000, 0, false) &&
		   costs(KERNEL_ID_column_sums, 32, &more, 13, 3000, 96000, 0, false),
	   "sums of a map, its bins being the items");
}

static void check_frame_costs(void)
{
	struct frame_flat_args flat = {.width = 32};
	struct frame_relief_args relief = {.width = 32, .height = 20};

	OK(costs(KERNEL_ID_frame_flat, 32, &flat, 640, 640, 2560, 0, true) &&
		   costs(KERNEL_ID_frame_relief, 32, &relief, 32, 640, 2560, 0, true),
	   "frames, by their pixels");
}

static void check_list_costs(void)
{
	int32_t order[1];
	struct match_paths_args by_slack = {0}, ordered = {.order = order};
	struct find_match_args find = {.n = 3000};
	struct list_keys_args points = {.by = KEY_OF_POINTS}, ends = {.by = KEY_OF_SINK};

	OK(costs(KERNEL_ID_match_paths, 32, &by_slack, 10, 10, 90, 0, true) &&
		   costs(KERNEL_ID_match_paths, 64, &ordered, 10, 10, 50, 120, true) &&
		   costs(KERNEL_ID_find_match, 32, &find, 3, 3000, 24000, 0, true),
	   "matching paths, in either order");
	OK(costs(KERNEL_ID_list_keys, 32, &points, 10, 10, 120, 40, false) &&
		   costs(KERNEL_ID_list_keys, 32, &ends, 10, 10, 120, 80, false),
	   "keys of a list");
}

static void check_fused_costs(void)
{
	struct allocate_and_scan_args sources = {.parents = {.n = 600}};
	struct allocate_and_scan_args parents = {.parents = {.n = 600, .level = 2}};
	struct merge_blocks_args merge = {.n_runs = 8, .n_pairs = 4};
	struct place_blocks_args place = {.n_parents = FUSED_PARENTS + 1};

	OK(costs(KERNEL_ID_allocate_and_scan, 32, &sources, 2, 600, 9616, 2400, false) &&
		   costs(KERNEL_ID_allocate_and_scan, 64, &parents, 2, 600, 7216, 2400, true),
	   "counting, of sources and of parents");
	OK(costs(KERNEL_ID_place_blocks, 32, &place, 1, 2, 32, 0, false), "blocks' places");
	OK(costs(KERNEL_ID_merge_blocks, 32, &merge, 7, 3 * FUSED_TILE, 72 * FUSED_TILE + 64, 0,
		 true),
	   "a round of merging");
	OK(kernel_cost(KERNEL_ID_small_level, 32, NULL, 1).unknown,
	   "what only takes launching has no cost");
}

int main(void)
{
	struct test_device d;

	check_density_costs();
	check_list_costs();
	check_frame_costs();
	check_fused_costs();
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		if (!test_device_open(i, &d))
			continue;
		check_launches(&d);
		check_bandwidth(&d);
		check_search(&d);
		test_device_close(&d);
	}
	return tap_done();
}
