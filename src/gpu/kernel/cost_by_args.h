/*
 * The costs of launches that depend on their arguments, a function each; included by kernel_cost.c alone.
 * Read the kernel's body beside it.
 */
#ifndef GPU_KERNEL_COST_BY_ARGS_H
#define GPU_KERNEL_COST_BY_ARGS_H

#include "gpu/kernel/kernel_cost.h"
#include "gpu/kernel/kernels.h"

/* COST(kernel, k) { … }: of a launch of n items, or levels, with arguments k and times of fs
 * bytes, into c, whose items are n so far. */
#define COST(kernel, k)                                                                            \
	static void kernel##_bytes(const struct kernel##_args *k, int64_t fs, int64_t n,           \
				   struct kernel_cost *c);                                         \
	static void kernel##_cost(const void *args, int64_t fs, int64_t n, struct kernel_cost *c)  \
	{                                                                                          \
		kernel##_bytes(args, fs, n, c);                                                    \
	}                                                                                          \
	static void kernel##_bytes(__attribute__((unused)) const struct kernel##_args *k,          \
				   __attribute__((unused)) int64_t fs,                             \
				   __attribute__((unused)) int64_t n, struct kernel_cost *c)
/* A launch whose cost another function gives, by k, fs, n and into c. */
#define COST_AS(kernel, ...)                                                                       \
	COST(kernel, k)                                                                            \
	{                                                                                          \
		__VA_ARGS__;                                                                       \
	}
/* A launch by its items, the bytes that it streams and gathers (by k, fs, n, c->items), and
 * whether they are EXACT or there can be more (AT_LEAST). */
#define COST_LINE(kernel, n_items, n_streamed, n_gathered, least)                                  \
	COST(kernel, k)                                                                            \
	{                                                                                          \
		c->items = (n_items);                                                              \
		c->streamed = (n_streamed);                                                        \
		c->gathered = (n_gathered);                                                        \
		c->at_least = (least);                                                             \
	}

enum { EXACT, AT_LEAST };

COST_LINE(restore_arcs, n, 8 * n + 8 * (int64_t)k->n_arcs, 12 * (int64_t)k->n_arcs, AT_LEAST)

COST(gather_arcs, k)
{
	int64_t bytes = (k->from ? 4 : 0) + (k->to ? 4 : 0) + (k->weight ? fs : 0);

	c->streamed = (4 + bytes) * n;
	c->gathered = bytes * n;
}

/* By state: row and five outputs, and the end; by arc to, weight and cost. Gathered are the dist of each head, and three
 * entries of the next state, and the end. How many states have deviations, and a link, the launch doesn't tell. */
COST(forest_sweep, k)
{
	int64_t states = k->graph.n_states, arcs = k->graph.n_arcs;
	int64_t end = k->forest.end ? 4 : 0;

	c->items = states;
	c->streamed = (20 + fs + end) * states + (4 + 2 * fs) * arcs;
	c->gathered = (12 + end) * states + fs * arcs;
	c->at_least = true;
}

/* By entry, of which an item has many. */
COST(slack_totals, k)
{
	c->items = k->states.n_sinks;
	c->streamed = ((int64_t)sizeof *k->endpoint + 8) * k->states.n_sinks;
	c->gathered = k->slack ? 0 : 8 * (int64_t)k->states.n_sinks;
}

COST_LINE(change_sums, k->pairs.n, 8 * (k->pairs.n + k->pairs.n_now), 0, EXACT)

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

COST_AS(wire_capacitance, wires_cost(&k->wires, 221, 0, c))
COST_AS(wire_delay, wires_cost(&k->wires, 76, 32, c))
COST_AS(wire_moment, wires_cost(&k->wires, 117, 0, c))
COST_AS(wire_impulse, wires_cost(&k->wires, 113, 32, c))

COST(solve_networks, k)
{
	c->items = k->networks.n;
	c->streamed = 296 * (int64_t)k->networks.n_nodes + 120 * (int64_t)k->networks.n_links;
	c->at_least = true;
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

COST(delay_levels, k)
{
	delay_sweep_bytes(&k->sweep, fs, n, c);
	c->streamed += 4 * (int64_t)k->sweep.timing.n_arcs;
}

/* And what arcs hand on, written and read. */
COST(wave_sweep, k)
{
	delay_sweep_bytes(&k->sweep, fs, n, c);
	c->streamed += 4 * (int64_t)sizeof(union device_hand) * k->sweep.timing.n_arcs;
}

COST(wave_levels, k)
{
	delay_sweep_bytes(&k->sweep, fs, n, c);
	c->streamed += 4 * (int64_t)sizeof(union device_hand) * k->sweep.timing.n_arcs;
}

/* Of what an edit has touched: the words that say what that is; how much is only the device knows. */
static void touched_cost(int64_t bits, struct kernel_cost *c)
{
	c->items = (bits + 63) / 64;
	c->streamed = 8 * c->items;
	c->at_least = true;
}

COST_AS(delay_touched, touched_cost(k->timing.n_states, c))
COST_AS(arrival_touched, touched_cost(k->states.n_states, c))
COST_AS(required_touched, touched_cost(k->states.n_states, c))
COST_AS(forest_touched, touched_cost(k->graph.n_states, c))
COST_LINE(ssta_shared, n, 4 * SSTA_BLOCK * n, 0, EXACT)

/* What is stored of a chain; its sources come on top. */
COST(ssta_level, k)
{
	c->items = (int64_t)k->n_chains * k->samples.n_blocks;
	c->streamed = c->items * SSTA_BLOCK * fs;
	c->at_least = true;
}

/* The data's slot, and the least slack of the group. */
COST_LINE(ssta_ends, n, n * k->chunk * SSTA_BLOCK * (fs + 8), 0, AT_LEAST)

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

COST_LINE(level_range, k->n, 4 * k->n, 8 * k->n, EXACT)

COST(path_sums, k)
{
	int64_t states = k->states.n_states, arcs = k->states.n_arcs;

	c->items = states;
	c->streamed = 29 * states + 8 * arcs;
	c->gathered = 16 * arcs;
}

COST(path_bounds, k)
{
	int64_t arcs = k->states.n_arcs, sinks = k->states.n_sinks;

	c->items = arcs + k->n_sources + sinks;
	c->streamed = 4 * arcs + 4 * k->n_sources + 16 * sinks;
	c->gathered = 8 * arcs + 16 * k->n_sources;
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

COST(lower_bound, k)
{
	c->items = k->n_parents + k->n_top;
	c->streamed = (4 + fs) * k->n_parents + fs * k->n_top;
	c->gathered = 8 * k->n_parents;
	c->at_least = true; /* the walks */
}

/* The parent, and the first look at its suffix; the walk is added where it has been measured. */
COST(count_children, k)
{
	c->items = k->n_parents;
	c->streamed = (16 + fs + (k->caps.bucket ? 4 : 0)) * k->n_parents;
	c->gathered = (12 + caps_bytes(&k->caps, fs)) * k->n_parents;
}

COST(expand_children, k)
{
	c->streamed = (16 + fs + (k->caps.bucket ? 4 : 0)) * n;
	c->gathered = (8 + caps_bytes(&k->caps, fs)) * n;
}

COST(gather_records, k)
{
	int64_t record = fs + 8 + (k->to.source ? 4 : 0);

	c->streamed = (4 + record) * n;
	c->gathered = record * n;
}

COST_LINE(merge_ranking, k->n_out, (2 * fs + 8) * k->n_out, 0, EXACT)
COST_LINE(ranking_error, k->n, 2 * fs * c->items, 0, EXACT)

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

COST_LINE(forest_hops, k->graph.n_states, 8 * c->items, 8 * c->items, EXACT)

/* By state: row and what is there, read and written; arcs come on top. */
COST_LINE(prefix_sweep, k->n_states, 20 * c->items, 0, AT_LEAST)

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

COST_AS(find_match, match_cost(k->order, k->n, fs, c))

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

COST_LINE(place_blocks, (k->n_parents + FUSED_PARENTS - 1) / FUSED_PARENTS, 16 * c->items, 0, EXACT)

/* The parents, and the sort: what is written before, and the walks, are not known here. */
COST_LINE(expand_and_merge, k->n_child, 12 * k->parents.n + (2 * fs + 8) * k->n_child, 0, AT_LEAST)

/* Pairs have a tile more than they fill. */
COST(merge_blocks, k)
{
	c->items = (n - k->n_pairs) * FUSED_TILE;
	c->streamed = (2 * fs + 16) * c->items + 8 * k->n_runs;
	c->at_least = true;
}

/* The children, and what the walks read, are not known here. */
COST(allocate_and_expand, k)
{
	bool first = k->parents.level == 0;

	c->items = k->parents.n;
	c->streamed = (12 + (first ? fs : 0)) * k->parents.n + 16 * n;
	c->gathered = (first ? fs : 4) * k->parents.n;
	c->at_least = true;
}

COST_LINE(take_blocks, k->merge.n_child, (4 * fs + 24) * k->merge.n_child, 0, EXACT)

/* Of n rounds; how many children there are is not known here. */
COST_LINE(merge_tree, n, 8 * k->n_runs * n, 0, AT_LEAST)

/* Boxes with their coordinates, whatever the bins under them take; sums are of 8 bytes. */
static void boxes_cost(int64_t each, int64_t others, struct kernel_cost *c)
{
	c->streamed = (each + others) * c->items;
	c->at_least = true;
}

COST_AS(density_naive, boxes_cost(4 * fs, k->weight ? 8 : 0, c))
COST_AS(density_team, boxes_cost(4 * fs, k->weight ? 8 : 0, c))
COST_AS(density_quads, boxes_cost(4 * fs, k->weight ? 8 : 0, c))
COST_AS(density_printed, boxes_cost(4 * fs, k->weight ? 8 : 0, c))
COST_AS(density_copies, boxes_cost(4 * fs, k->weight ? 8 : 0, c))
COST_AS(under_naive, boxes_cost(4 * fs, k->under.right ? 24 : 8, c))
COST_AS(under_team, boxes_cost(4 * fs, k->under.right ? 24 : 8, c))
COST_AS(under_quads, boxes_cost(4 * fs, k->under.right ? 24 : 8, c))
COST_AS(under_printed, boxes_cost(4 * fs, k->under.right ? 24 : 8, c))

COST(density_differences, k)
{
	c->items = k->n;
	boxes_cost(16, k->weight ? 8 : 0, c);
}

COST(under_prefix, k)
{
	c->items = k->n;
	boxes_cost(16, k->under.right ? 24 : 8, c);
}

COST_LINE(join_copies, n, (16 + 8 * (int64_t)k->n_copies) * n, 0, EXACT)

static void bins_cost(const struct density_bins *bins, int64_t each, struct kernel_cost *c)
{
	c->items = (int64_t)bins->columns * bins->rows;
	c->streamed = each * c->items;
}

COST_AS(row_sums, bins_cost(&k->bins, k->joins ? 24 : 16, c))
COST_LINE(rows_printed, n * k->bins.columns, 16 * c->items, 0, EXACT)
COST_LINE(columns_printed, n * k->bins.rows, (k->adds ? 24 : 16) * c->items, 0, EXACT)
COST_AS(column_sums, bins_cost(&k->bins, k->direct ? 32 : 24, c))
COST_LINE(frame_relief, n * k->height, 4 * c->items, 0, AT_LEAST)

/* By state: row and what is written; by arc head, weight, shift, and what its head has. */
COST(path_shifts, k)
{
	c->items = k->graph.n_states;
	c->streamed = 44 * (int64_t)k->graph.n_states + (8 + fs) * k->graph.n_arcs;
	c->gathered = 44 * (int64_t)k->graph.n_arcs;
	c->at_least = true;
}

/* The bins of the sources' states, which the launch doesn't tell, too. */
COST(path_source_bins, k)
{
	c->streamed = 8 * (k->n_bins + 1) * n + 16 * (int64_t)k->graph.n_sources;
	c->gathered = 12 * (int64_t)k->graph.n_sources;
	c->at_least = true;
}

/* Both cones: the word of a state, marked before, its row and mark, and of the second what came of the first and the count;
 * by arc, where one is looked at, a head and its word. */
COST_LINE(product_back, k->p.n_states, 21 * c->items, 0, AT_LEAST)
COST_LINE(product_forward, k->p.n_states, 29 * c->items, 0, AT_LEAST)

/* By entry column, value and what is gathered of x; by row where it begins and its sum. */
static void product_cost(const struct lab_csr *a, int64_t more, struct kernel_cost *c)
{
	c->streamed = 8 * (int64_t)a->n + 8 * (int64_t)a->n_rows + more;
	c->gathered = 4 * (int64_t)a->n;
}

COST_AS(spmv_rows, product_cost(&k->a, 0, c))
COST_AS(spmv_warps, product_cost(&k->a, 0, c))

COST(spmv_fused, k)
{
	product_cost(&k->a, 8 * (int64_t)k->n_tiles, c);
	if (!k->a.column)
		c->gathered = 0;
}

COST_AS(spmv_merge, product_cost(&k->a, 12 * n, c))
COST_LINE(spmv_sums, n, 4 * (int64_t)k->n + 8 * (int64_t)k->n_rows, 0, EXACT)

/* The sums beside are of the vectors that it reads and writes anyway. */
COST(cg_multiply, k)
{
	int64_t systems = k->cg.n_systems;

	c->streamed = 8 * (int64_t)k->cg.a.n + (8 + 8 * systems) * k->cg.a.n_rows;
	c->gathered = 4 * systems * k->cg.a.n;
}

COST_LINE(cg_update, n, (12 * (int64_t)k->cg.n_systems + 4) * k->cg.a.n_rows, 0, EXACT)

/* The wave tables are always in a cache. */
COST_LINE(field_rows, n, 64 * n << k->x.log, 0, EXACT)
COST_LINE(field_columns, n, 64 * n << k->y.log, 0, EXACT)
COST_LINE(field_back, n, 32 * n << k->x.log, 0, EXACT)
COST_LINE(field_means, n, 16 * (int64_t)k->columns * k->rows + 8 * n, 0, EXACT)
COST_LINE(place_norms, n, 56 * k->n, 0, EXACT)
COST_LINE(place_lengths, n, 4 * k->n, 0, EXACT)
COST_LINE(place_overflow, n, 16 * k->n, 0, EXACT)

#endif
