/* The costs of kernels, a line each; read the kernel's body beside it. */
#include "gpu/kernels/kernel_cost.h"

#include <stddef.h>

/* COST(kernel, k) { … }: of a launch of n items, or levels, with arguments k and times of fs
 * bytes, into c, whose items are n so far. */
#define COST(kernel, k)                                                                            \
	static void kernel##_bytes(const struct kernel##_args *k, int64_t fs, int64_t n,           \
				   struct kernel_cost *c);                                         \
	static void kernel##_cost(const void *args, int64_t fs, int64_t n, struct kernel_cost *c)  \
	{                                                                                          \
		kernel##_bytes(args, fs, n, c);                                                    \
	}                                                                                          \
	static void kernel##_bytes(const struct kernel##_args *k,                                  \
				   __attribute__((unused)) int64_t fs,                             \
				   __attribute__((unused)) int64_t n, struct kernel_cost *c)

/* ---- those that depend on the arguments ---- */

COST(row_bounds, k)
{
	c->streamed = 4 * ((int64_t)k->n_keys + k->n_rows + 1);
}

COST(gather_arcs, k)
{
	int64_t bytes = (k->from ? 4 : 0) + (k->to ? 4 : 0) + (k->weight ? fs : 0);

	c->streamed = (4 + bytes) * n;
	c->gathered = bytes * n;
}

/* By state: row and six outputs, and the end; by arc to, weight and delta. Gathered are the dist of
 * each head, and five entries of the next state. */
COST(forest_sweep, k)
{
	int64_t states = k->graph.n_states, arcs = k->graph.n_arcs;
	int64_t end = k->forest.end ? 4 : 0;

	c->items = states;
	c->streamed = (20 + 2 * fs + end) * states + (4 + 2 * fs) * arcs;
	c->gathered = (16 + fs + end) * states + fs * arcs;
}

/* By entry, of which an item has many. */
COST(slack_totals, k)
{
	c->items = k->states.n_sinks;
	c->streamed = ((int64_t)sizeof *k->endpoint + 8) * k->states.n_sinks;
	c->gathered = k->slack ? 0 : 8 * (int64_t)k->states.n_sinks;
}

COST(change_sums, k)
{
	c->items = k->pairs.n;
	c->streamed = 8 * (k->pairs.n + k->pairs.n_now);
}

/* The four sweeps over wires: by node, all corners. What a node with a pin has besides isn't
 * counted. */
static void wires_cost(const struct device_wires *wires, int64_t streamed, int64_t gathered,
		       struct kernel_cost *c)
{
	c->items = 4 * (int64_t)wires->n_nodes;
	c->streamed = streamed * wires->n_nodes;
	c->gathered = gathered * wires->n_nodes;
	c->at_least = true;
}

COST(wire_capacitance, k)
{
	wires_cost(&k->wires, 84, 0, c);
}

COST(wire_delay, k)
{
	wires_cost(&k->wires, 76, 32, c);
}

COST(wire_moment, k)
{
	wires_cost(&k->wires, 116, 0, c);
}

COST(wire_impulse, k)
{
	wires_cost(&k->wires, 112, 32, c);
}

/* By state: row, vertex, slews; by arc its three entries, the slews of its tail, its delays. */
COST(delay_sweep, k)
{
	int64_t states = k->timing.n_states, arcs = k->timing.n_arcs;

	c->items = 2 * states;
	c->streamed = 24 * states + 12 * arcs;
	c->gathered = 24 * arcs;
	c->at_least = true; /* loads, moments of wires, derates */
}

COST(die_sweep, k)
{
	delay_sweep_bytes(&k->sweep, fs, n, c);
	c->streamed += 4 * (int64_t)k->sweep.timing.n_arcs;
}

/* Of what an edit has touched: the words that say what that is; how much is only the device knows. */
static void touched_cost(int64_t bits, struct kernel_cost *c)
{
	c->items = (bits + 63) / 64;
	c->streamed = 8 * c->items;
	c->at_least = true;
}

COST(delay_touched, k)
{
	touched_cost(k->timing.n_states, c);
}

COST(arrival_touched, k)
{
	touched_cost(k->states.n_states, c);
}

COST(required_touched, k)
{
	touched_cost(k->states.n_states, c);
}

COST(live_levels, k)
{
	c->items = k->states.n_states;
	c->streamed = 12 * (int64_t)k->states.n_states + 4 * (int64_t)k->states.n_arcs;
	c->gathered = 4 * (int64_t)k->states.n_arcs;
}

COST(forest_touched, k)
{
	touched_cost(k->graph.n_states, c);
}

COST(ssta_shared, k)
{
	(void)k;
	c->streamed = n * SSTA_BLOCK * (int64_t)sizeof(int32_t);
}

/* What is stored of a chain; its sources come on top. */
COST(ssta_level, k)
{
	c->items = k->n_work;
	c->streamed = k->n_work * SSTA_BLOCK * fs;
	c->at_least = true;
}

/* The data's slot, and the least slacks of the chip and of the group. */
COST(ssta_ends, k)
{
	c->streamed = n * k->chunk * SSTA_BLOCK * (fs + 16);
	c->at_least = true;
}

COST(paper_twister, k)
{
	(void)n;
	c->items = TWISTER_LANES;
	c->streamed = c->items * (8 * TWISTER_WORDS + 4 * (int64_t)k->n_words);
}

/* The slacks; nodes and sources of each part come on top. */
COST(ssta_cone, k)
{
	c->streamed = k->slack ? n * SSTA_CONE_QUADS * 4 * (int64_t)sizeof(int64_t) : 0;
	c->at_least = true;
}

COST(arrival_sweep, k)
{
	int64_t states = k->states.n_states, arcs = k->states.n_arcs;

	c->items = 2 * states;
	c->streamed = 36 * states + 8 * arcs;
	c->gathered = 28 * arcs;
}

COST(required_sweep, k)
{
	int64_t states = k->states.n_states, arcs = k->states.n_arcs;

	c->items = 2 * states;
	c->streamed = 20 * states + 8 * arcs;
	c->gathered = 24 * arcs;
}

COST(level_range, k)
{
	c->items = k->n;
	c->streamed = 4 * k->n;
	c->gathered = 8 * k->n;
}

COST(path_sums, k)
{
	int64_t states = k->states.n_states, arcs = k->states.n_arcs;

	c->items = states;
	c->streamed = 29 * states + 8 * arcs;
	c->gathered = 16 * arcs;
}

/* A bucket and its bound for each source, or source of a record. */
static int64_t caps_bytes(const struct device_caps *caps, int64_t fs)
{
	return caps->bucket ? 4 + fs : 0;
}

COST(count_sources, k)
{
	c->streamed = (8 + fs + (k->caps.bucket ? 4 : 0)) * n;
	c->gathered = (fs + (k->caps.bucket ? fs : 0)) * n;
}

COST(expand_sources, k)
{
	c->streamed = (12 + fs + (k->caps.bucket ? 4 : 0)) * n;
	c->gathered = (fs + (k->caps.bucket ? fs : 0)) * n;
	c->at_least = true; /* the records */
}

/* The parent, and the first look at its suffix; the walk is added by who has measured it. */
COST(count_children, k)
{
	c->streamed = (12 + fs + (k->caps.bucket ? 4 : 0)) * n;
	c->gathered = (8 + fs + caps_bytes(&k->caps, fs)) * n;
}

COST(expand_children, k)
{
	c->streamed = (12 + fs + (k->caps.bucket ? 4 : 0)) * n;
	c->gathered = (4 + fs + caps_bytes(&k->caps, fs)) * n;
}

COST(gather_records, k)
{
	int64_t record = fs + 8 + (k->to.source ? 4 : 0);

	c->streamed = (4 + record) * n;
	c->gathered = record * n;
}

COST(merge_ranking, k)
{
	c->items = k->n_out;
	c->streamed = (2 * fs + 8) * k->n_out;
}

COST(ranking_error, k)
{
	c->items = k->n;
	c->streamed = 2 * fs * k->n;
}

COST(gather_ranking, k)
{
	int64_t record = k->from.record ? 4 : 0;

	c->streamed = (8 + fs) * n;
	c->gathered = (fs + record) * n;
	c->at_least = k->n != NULL; /* all, where the host doesn't know how many there are */
}

COST(keep_records, k)
{
	c->streamed = (5 + fs + (k->caps.bucket ? 4 : 0)) * n;
	c->gathered = caps_bytes(&k->caps, fs) * n;
}

COST(forest_hops, k)
{
	int64_t states = k->graph.n_states;

	c->items = states;
	c->streamed = 8 * states;
	c->gathered = 8 * states;
}

/* By state alone: row and what is there, read and written. */
COST(prefix_sweep, k)
{
	c->items = k->n_states;
	c->streamed = 20 * (int64_t)k->n_states;
	c->at_least = true; /* the arcs */
}

/* What is_match() looks at first: record and slack, side by side or in the list's order. */
static void match_cost(const int32_t *order, int64_t n, int64_t fs, struct kernel_cost *c)
{
	c->items = n;
	c->streamed = (order ? 4 : 4 + fs) * n;
	c->gathered = order ? (4 + fs) * n : 0;
	c->at_least = true; /* facts, names and pins of those that are still in question */
}

COST(match_paths, k)
{
	match_cost(k->order, n, fs, c);
	c->streamed += n;
}

COST(find_match, k)
{
	match_cost(k->order, k->n, fs, c);
}

/* Of the facts what the key is made of, and the place of the name at an end. */
COST(list_keys, k)
{
	c->streamed = (k->by == KEY_OF_RANK ? 8 : 12) * n;
	c->gathered = (k->by == KEY_OF_RANK ? 0 : k->by >= KEY_OF_SOURCE ? 8 : 4) * n;
}

/* A parent's arc and place, and its head; or its source. The walks are not known here. */
COST(allocate_and_scan, k)
{
	bool first = k->parents.level == 0;

	c->items = k->parents.n;
	c->streamed = (12 + (first ? fs : 0)) * k->parents.n + 8 * n;
	c->gathered = (first ? fs : 4) * k->parents.n;
	c->at_least = !first;
}

COST(place_blocks, k)
{
	c->items = (k->n_parents + FUSED_PARENTS - 1) / FUSED_PARENTS;
	c->streamed = 16 * c->items;
}

/* The parents, and the sort: what is written before, and the walks, are not known here. */
COST(expand_and_merge, k)
{
	c->items = k->n_child;
	c->streamed = 12 * k->parents.n + (2 * fs + 8) * k->n_child;
	c->at_least = true;
}

/* Pairs have a tile more than they fill. */
COST(merge_blocks, k)
{
	c->items = (n - k->n_pairs) * FUSED_TILE;
	c->streamed = (2 * fs + 16) * c->items + 8 * k->n_runs;
	c->at_least = true;
}

/* Boxes of coordinates as large as fs says, whatever the bins under them take; sums are of 8
 * bytes. */
static void boxes_cost(int64_t fs, int64_t others, int64_t n, struct kernel_cost *c)
{
	c->streamed = (4 * fs + others) * n;
	c->at_least = true;
}

COST(density_naive, k)
{
	boxes_cost(fs, k->weight ? 8 : 0, n, c);
}

COST(density_team, k)
{
	boxes_cost(fs, k->weight ? 8 : 0, n, c);
}

COST(density_quads, k)
{
	boxes_cost(fs, k->weight ? 8 : 0, n, c);
}

COST(density_printed, k)
{
	boxes_cost(fs, k->weight ? 8 : 0, n, c);
}

COST(density_copies, k)
{
	boxes_cost(fs, k->weight ? 8 : 0, n, c);
}

COST(density_differences, k)
{
	boxes_cost(fs, k->weight ? 8 : 0, n, c);
}

COST(under_naive, k)
{
	boxes_cost(fs, k->under.right ? 24 : 8, n, c);
}

COST(under_team, k)
{
	boxes_cost(fs, k->under.right ? 24 : 8, n, c);
}

COST(under_quads, k)
{
	boxes_cost(fs, k->under.right ? 24 : 8, n, c);
}

COST(under_printed, k)
{
	boxes_cost(fs, k->under.right ? 24 : 8, n, c);
}

COST(under_prefix, k)
{
	boxes_cost(fs, k->under.right ? 24 : 8, n, c);
}

COST(join_copies, k)
{
	c->streamed = (16 + 8 * (int64_t)k->n_copies) * n;
}

static void bins_cost(const struct density_bins *bins, int64_t each, int64_t strips,
		      struct kernel_cost *c)
{
	c->items = (int64_t)bins->columns * bins->rows;
	c->streamed = each * c->items + 8 * strips * bins->columns;
}

COST(row_sums, k)
{
	bins_cost(&k->bins, 16, 0, c);
}

COST(rows_printed, k)
{
	c->items = (int64_t)k->bins.columns * n;
	c->streamed = 16 * c->items;
}

COST(columns_printed, k)
{
	c->items = (int64_t)k->bins.rows * n;
	c->streamed = (k->adds ? 24 : 16) * c->items;
}

COST(strip_sums, k)
{
	bins_cost(&k->bins, 8, DENSITY_STRIPS, c);
}

COST(column_sums, k)
{
	bins_cost(&k->bins, k->adds ? 24 : 16, DENSITY_STRIPS, c);
}

COST(frame_relief, k)
{
	c->items = n * k->height;
	c->streamed = 4 * c->items;
	c->at_least = true;
}

/* Both cones: the word of a state, its row, and of the second what came of the first and the count; by
 * arc, where one is looked at, a head and its word. */
COST(product_back, k)
{
	c->items = k->p.n_states;
	c->streamed = 12 * (int64_t)k->p.n_states;
	c->at_least = true;
}

COST(product_forward, k)
{
	c->items = k->p.n_states;
	c->streamed = 20 * (int64_t)k->p.n_states;
	c->at_least = true;
}

/* By entry column, value and what is gathered of x; by row where it begins and its sum. */
static void product_cost(const struct lab_csr *a, int64_t more, struct kernel_cost *c)
{
	c->streamed = 8 * (int64_t)a->n + 8 * (int64_t)a->n_rows + more;
	c->gathered = 4 * (int64_t)a->n;
}

COST(spmv_rows, k)
{
	product_cost(&k->a, 0, c);
}

COST(spmv_warps, k)
{
	product_cost(&k->a, 0, c);
}

COST(spmv_fused, k)
{
	product_cost(&k->a, 4 * n, c);
	if (!k->a.column)
		c->gathered = 0;
}

COST(spmv_merge, k)
{
	product_cost(&k->a, 12 * n, c);
}

COST(spmv_sums, k)
{
	c->streamed = 4 * (int64_t)k->n + 8 * (int64_t)k->n_rows;
}

/* The sums beside are of the vectors that it reads and writes anyway. */
COST(cg_multiply, k)
{
	int64_t systems = k->cg.n_systems;

	c->streamed = 8 * (int64_t)k->cg.a.n + (8 + 8 * systems) * k->cg.a.n_rows;
	c->gathered = 4 * systems * k->cg.a.n;
}

COST(cg_update, k)
{
	c->streamed = (12 * (int64_t)k->cg.n_systems + 4) * k->cg.a.n_rows;
}

/* ---- the table ---- */

typedef void cost_function(const void *args, int64_t fs, int64_t n, struct kernel_cost *cost);

enum { EXACT, AT_LEAST };

/*
 * Bytes an item, plain and in times, streamed and gathered; or a function. Without either the cost
 * isn't known, because nearly all that it moves depends on the data (row_tails, levelize_step, arcs_left,
 * net_loads, drive_ports, clock_nodes, common_pins, launch_sweep, launch_cone, credit_slacks, capture_sweep, capture_cone, pin_slacks, clock_slacks, walk_lengths, retime_paths, bound_sweep, the ways along paths of
 * k_trace.cu, count_paths, expand_paths, count_edges and expand_edges); because it only searches, or its level is so small
 * that launching it is what takes time (pick_values, cone_count, cut_batch, split_ranking, cut_ranking,
 * walk_suffix, small_level); or as the launch doesn't say how many states its levels have
 * (suffix_sweep, forest_ends, next_pins).
 */
static const struct {
	int16_t streamed, streamed_times, gathered, gathered_times;
	int8_t at_least, known;
	cost_function *of;
} costs[N_KERNELS] = {
/* clang-format off */
#define BYTES(kernel, s, st, g, gt, least) [KERNEL_ID_##kernel] = {s, st, g, gt, least, 1, NULL},
#define OF(kernel)                         [KERNEL_ID_##kernel] = {.known = 1, .of = kernel##_cost},
#define EVEN(kernel)                       [KERNEL_ID_##kernel##_even] = {.known = 1, .of = kernel##_cost},
	OF(row_bounds)
	BYTES(levelize_start, 12, 0, 0, 0, AT_LEAST)
	BYTES(iota, 4, 0, 0, 0, EXACT)
	BYTES(level_keys, 12, 0, 0, 0, EXACT)
	BYTES(invert_order, 4, 0, 4, 0, EXACT)
	BYTES(relabel_arcs, 16, 0, 8, 0, EXACT)
	OF(gather_arcs)
	BYTES(fill_times, 0, 1, 0, 0, EXACT)
	BYTES(copy_words, 16, 0, 0, 0, EXACT)
	OF(forest_sweep)
	OF(forest_touched)
	OF(live_levels)
	OF(wire_capacitance)
	OF(wire_delay)
	OF(wire_moment)
	OF(wire_impulse)
	BYTES(set_slews, 24, 0, 16, 0, EXACT)
	OF(delay_sweep)
	OF(die_sweep)
	OF(ssta_level)
	OF(ssta_cone)
	OF(ssta_ends)
	OF(ssta_shared)
	EVEN(ssta_level)
	EVEN(ssta_ends)
	EVEN(ssta_shared)
	BYTES(paper_seeds, 76, 0, 0, 0, EXACT)
	OF(paper_twister)
	BYTES(paper_box_muller, 16, 0, 0, 0, EXACT)
	BYTES(paper_philox, 16, 0, 0, 0, AT_LEAST)
	BYTES(paper_gather, 8, 4, 0, 0, AT_LEAST)
	BYTES(paper_sta, 8, 5, 0, 0, AT_LEAST)
	BYTES(paper_ssta, 24, 5, 0, 0, AT_LEAST)
	BYTES(latch_delays, 32 + (int)sizeof(struct latch_output), 0, 0, 0, AT_LEAST)
	BYTES(open_die, 20, 0, 0, 0, EXACT)
	BYTES(open_checks, 20, 0, 0, 0, AT_LEAST)
	BYTES(single_delays, 8, 0, 0, 0, EXACT)
	BYTES(single_slews, 16, 0, 0, 0, EXACT)
	BYTES(single_extras, 16, 0, 0, 0, EXACT)
	BYTES(resolve_constants, 40, 0, 0, 0, AT_LEAST)
	BYTES(clear_times, 16, 0, 0, 0, EXACT)
	BYTES(set_seeds, 24, 0, 16, 0, AT_LEAST)
	OF(arrival_sweep)
	BYTES(reference_arrivals, 20, 0, 0, 0, AT_LEAST)
	BYTES(bound_endpoints, 16 + (int)sizeof(struct device_endpoint), 0, 0, 0, AT_LEAST)
	BYTES(check_endpoints, 16 + (int)sizeof(struct device_endpoint), 0, 0, 0, AT_LEAST)
	BYTES(touch_states, 4, 0, 8, 0, AT_LEAST)
	BYTES(capture_bits, 12, 0, 16, 0, EXACT)
	BYTES(touched_loads, 36, 0, 0, 0, AT_LEAST)
	BYTES(touched_slews, 4, 0, 16, 0, EXACT)
	BYTES(touched_weights, 8, 0, 0, 0, AT_LEAST)
	OF(delay_touched)
	OF(arrival_touched)
	BYTES(check_touched, 8, 0, 0, 0, AT_LEAST)
	OF(required_touched)
	OF(required_sweep)
	BYTES(latch_windows, 40 + (int)sizeof(struct device_latch), 0, 0, 0, AT_LEAST)
	BYTES(latch_departures, 32 + (int)sizeof(struct device_departure), 0, 0, 0, AT_LEAST)
	BYTES(set_departures, 36, 0, 0, 0, EXACT)
	BYTES(latch_required, 48 + (int)sizeof(struct device_latch), 0, 0, 0, AT_LEAST)
	BYTES(endpoint_slacks, 16 + (int)sizeof(struct device_endpoint), 0, 8, 0, EXACT)
	BYTES(launch_branches, 40, 0, 0, 0, AT_LEAST)
	BYTES(launch_sources, 4, 0, 4, 0, EXACT)
	BYTES(open_endpoints, 1 + (int)sizeof(struct device_endpoint), 0, 0, 0, EXACT)
	BYTES(launch_marks, 1, 0, 0, 0, AT_LEAST)
	BYTES(capture_branches, 16, 0, 8, 0, AT_LEAST)
	BYTES(pin_marks, 5, 0, 0, 0, EXACT)
	BYTES(clock_rest, 25, 0, 0, 0, EXACT)
	BYTES(endpoint_values, 20 + (int)sizeof(struct device_endpoint), 0, 8, 0, EXACT)
	BYTES(gather_points, 32, 0, 24, 0, AT_LEAST)
	BYTES(gather_types, 8, 0, 4, 0, AT_LEAST)
	BYTES(value_bins, 16, 0, 0, 0, EXACT)
	BYTES(endpoint_changes, 56, 0, 0, 0, AT_LEAST)
	OF(slack_totals)
	OF(change_sums)
	BYTES(change_cells, 20, 0, 0, 0, AT_LEAST)
	BYTES(change_rows, 4 + (int)sizeof(struct change_row), 0, 8, 0, AT_LEAST)
	BYTES(prefix_seeds, 4, 1, 0, 0, AT_LEAST)
	OF(prefix_sweep)
	BYTES(cone_keys, 16, 0, 0, 0, AT_LEAST)
	BYTES(cone_rows, 4 + (int)sizeof(struct cone_row), 0, 0, 0, AT_LEAST)
	BYTES(frontier_keys, 8, 0, 4, 0, EXACT)
	BYTES(level_facts, 16, 0, 8, 0, EXACT)
	OF(level_range)
	BYTES(level_arrivals, 16, 0, 8, 0, AT_LEAST)
	BYTES(arrival_states, 4 + (int)sizeof(struct arrival_state), 0, 0, 0, AT_LEAST)
	BYTES(arrival_fan_ins, 4 + (int)sizeof(struct arrival_fan_in), 1, 12, 0, EXACT)
	BYTES(rank_propagate, 5, 0, 0, 0, AT_LEAST)
	BYTES(take_offers, 9, 0, 0, 0, AT_LEAST)
	BYTES(label_scan, 5, 0, 0, 0, AT_LEAST)
	BYTES(label_scan_forward, 5, 0, 0, 0, AT_LEAST)
	BYTES(label_fan_out, 4, 0, 0, 0, AT_LEAST)
	BYTES(label_filter, 9, 0, 0, 0, AT_LEAST)
	BYTES(label_ends, 6, 0, 8, 0, AT_LEAST)
	BYTES(label_arcs, 2, 0, 0, 0, EXACT)
	BYTES(reach_step, 1, 0, 0, 0, AT_LEAST)
	BYTES(reach_take, 2, 0, 0, 0, AT_LEAST)
	BYTES(product_marks, 4, 0, 0, 0, AT_LEAST)
	BYTES(product_back_push, 8, 0, 0, 0, AT_LEAST)
	BYTES(product_forward_push, 16, 0, 0, 0, AT_LEAST)
	BYTES(product_back_kept, 9, 0, 0, 0, EXACT)
	BYTES(product_forward_kept, 21, 0, 0, 0, AT_LEAST)
	BYTES(product_keep, 18, 0, 0, 0, EXACT)
	BYTES(product_begin, 5, 0, 8, 0, EXACT)
	BYTES(product_limit, 2, 0, 0, 0, AT_LEAST)
	BYTES(product_complement, 8, 0, 0, 0, EXACT)
	OF(product_back)
	OF(product_forward)
	BYTES(product_states, 8, 0, 0, 0, AT_LEAST)
	BYTES(product_arcs, 13, 0, 0, 0, AT_LEAST)
	BYTES(product_pins, 4, 0, 8, 0, AT_LEAST)
	BYTES(product_present, 8, 0, 0, 0, AT_LEAST)
	BYTES(product_sources, 10, 0, 0, 0, AT_LEAST)
	BYTES(product_dist, 8, 0, 0, 0, AT_LEAST)
	BYTES(product_kept_dist, 4, 1, 0, 0, AT_LEAST)
	BYTES(product_seed, 4, 1, 0, 1, EXACT)
	BYTES(product_prefix, 4, 1, 0, 0, AT_LEAST)
	BYTES(product_worst_source, 5, 1, 8, 0, AT_LEAST)
	BYTES(product_worst_state, 4, 0, 16, 1, AT_LEAST)
	OF(path_sums)
	BYTES(arc_weights, 8, 1, 5, 0, EXACT)
	BYTES(source_weights, 4, 1, 8, 0, EXACT)
	BYTES(path_weights, 4, 1, 13, 0, EXACT)
	OF(count_sources)
	OF(expand_sources)
	OF(count_children)
	OF(expand_children)
	BYTES(inherit_sources, 8, 0, 4, 0, EXACT)
	BYTES(slack_keys, 4, 2, 0, 0, EXACT)
	OF(gather_records)
	OF(merge_ranking)
	OF(ranking_error)
	BYTES(add_credits, 8, 2, 8, 0, AT_LEAST)
	OF(gather_ranking)
	BYTES(record_buckets, 12, 0, 8, 0, EXACT)
	BYTES(cap_buckets, 12, 0, 1, 0, AT_LEAST)
	BYTES(mark_ranked, 4, 0, 0, 0, AT_LEAST)
	OF(keep_records)
	BYTES(renumber_ranking, 4, 0, 0, 0, AT_LEAST)
	BYTES(path_values, 16, 0, 0, 0, AT_LEAST)
	BYTES(flag_children, 5, 0, 4, 0, EXACT)
	BYTES(find_record, 4, 0, 0, 0, EXACT)
	BYTES(path_facts, 24, 0, 12, 0, AT_LEAST)
	OF(list_keys)
	BYTES(credit_keys, 8, 2, 0, 1, EXACT)
	OF(match_paths)
	OF(find_match)
	BYTES(list_places, 8, 0, 4, 0, EXACT)
	BYTES(record_ranks, 4, 0, 4, 0, EXACT)
	BYTES(least_ranks, 1, 0, 0, 0, AT_LEAST)
	BYTES(keep_least, 1, 0, 0, 0, AT_LEAST)
	BYTES(propagate_distance, 1, 0, 0, 0, AT_LEAST)
	BYTES(update_distance, 0, 2, 0, 0, AT_LEAST)
	BYTES(trace_forest, 8, 1, 0, 0, AT_LEAST)
	OF(forest_hops)
	OF(allocate_and_scan)
	OF(place_blocks)
	OF(expand_and_merge)
	OF(merge_blocks)
	BYTES(reorder_children, 16, 2, 8, 0, EXACT)
	BYTES(source_edges, 16, 0, 0, 1, AT_LEAST)
	BYTES(offset_edges, 8, 0, 8, 0, EXACT)
	BYTES(take_edges, 32, 2, 0, 0, EXACT)
	BYTES(net_boxes, 20, 0, 0, 0, AT_LEAST)
	BYTES(scale_boxes, 16, 4, 0, 0, EXACT)
	BYTES(net_weights, 24, 0, 0, 0, EXACT)
	BYTES(pin_weights, 12, 0, 0, 0, AT_LEAST)
	OF(density_naive)
	OF(density_quads)
	OF(density_team)
	OF(density_copies)
	OF(join_copies)
	OF(density_differences)
	OF(density_printed)
	OF(rows_printed)
	OF(columns_printed)
	OF(row_sums)
	OF(strip_sums)
	OF(column_sums)
	OF(under_naive)
	OF(under_quads)
	OF(under_team)
	OF(under_printed)
	OF(under_prefix)
	BYTES(bin_minima, 24, 0, 0, 0, AT_LEAST)
	BYTES(frame_flat, 4, 0, 0, 0, AT_LEAST)
	OF(frame_relief)
	OF(spmv_rows)
	OF(spmv_warps)
	BYTES(spmv_products, 12, 0, 4, 0, EXACT)
	BYTES(spmv_expand, 8, 0, 4, 0, EXACT)
	BYTES(spmv_scale, 12, 0, 0, 0, EXACT)
	OF(spmv_sums)
	OF(spmv_fused)
	OF(spmv_merge)
	BYTES(spmv_carries, 8, 0, 0, 0, AT_LEAST)
	BYTES(copy_lines, 32, 0, 0, 0, EXACT)
	BYTES(sum_lines, 64, 0, 0, 0, EXACT)
	BYTES(bfs_visited, 5, 0, 0, 0, AT_LEAST)
	BYTES(bfs_begin, 4, 0, 0, 0, AT_LEAST)
	BYTES(delta_sums, 12, 0, 0, 0, AT_LEAST)
	BYTES(delta_pairs, 32, 0, 0, 0, AT_LEAST)
	BYTES(die_draws, 16, 0, 0, 0, AT_LEAST)
	BYTES(die_ends, 4, 0, 0, 0, AT_LEAST)
	BYTES(die_products, 4 + 4 * DIES, 0, 0, 0, AT_LEAST)
	BYTES(die_records, 16 + 20 * DIES, 0, 0, 0, AT_LEAST)
	BYTES(record_slacks, 16, 0, 8, 1, EXACT)
	OF(cg_multiply)
	[KERNEL_ID_cg_multiply_pair] = {.known = 1, .of = cg_multiply_cost},
	OF(cg_update)
	BYTES(cg_direct, 80, 0, 0, 0, EXACT)
/* clang-format on */
#undef BYTES
#undef OF
};

struct kernel_cost kernel_cost(enum kernel_id kernel, int fs_bits, const void *args, int64_t n)
{
	struct kernel_cost cost = {.items = n};
	int64_t fs = fs_bits / 8;

	if (costs[kernel].of) {
		costs[kernel].of(args, fs, n, &cost);
		return cost;
	}
	cost.unknown = !costs[kernel].known;
	cost.at_least = costs[kernel].at_least;
	cost.streamed = (costs[kernel].streamed + costs[kernel].streamed_times * fs) * n;
	cost.gathered = (costs[kernel].gathered + costs[kernel].gathered_times * fs) * n;
	return cost;
}

const char *cost_name(int cost_id)
{
	static const char *const names[N_COSTS] = {
#define K(name, shape, wide) #name,
#include "gpu/kernels/kernels.def"
#undef K
		"scan", "sum",  "max",  "select", "histogram",
		"sort", "copy", "fill", "upload", "download",
	};

	return names[cost_id];
}
