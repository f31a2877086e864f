/* The costs of kernels, a line each; read the kernel's body beside it. */
#include "gpu/kernel/kernel_cost.h"

#include <stddef.h>

#include "gpu/kernel/cost_by_args.h"
#include "gpu/kernel/kernels.h"

typedef void cost_function(const void *args, int64_t fs, int64_t n, struct kernel_cost *cost);

enum { EXACT, AT_LEAST };

/*
 * Bytes an item, plain and in times, streamed and gathered; or a function. Without either the cost
 * isn't known, because nearly all that it moves depends on the data (row_tails, levelize_step, arcs_left,
 * net_loads, drive_ports, parallel_delays, parallel_slews, clock_nodes, common_pins, launch_sweep, launch_cone, credit_slacks, capture_sweep, capture_cone, pin_slacks, clock_slacks, walk_lengths, retime_paths, retime_derated, bound_sweep, bound_latches, bound_windows, the ways along paths of
 * k_trace.cu, count_paths, expand_paths, count_edges and expand_edges); because it only searches, or its level is so small
 * that launching it is what takes time (pick_values, cone_count, cut_batch, place_children, partition_ranking, cut_ranking,
 * walk_suffix, small_level); or as the launch doesn't say how many states its levels have
 * (suffix_sweep, forest_ends, next_pins, spread_tags).
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
	BYTES(row_bounds, 4, 0, 0, 0, AT_LEAST)
	BYTES(levelize_start, 12, 0, 0, 0, AT_LEAST)
	BYTES(iota, 4, 0, 0, 0, EXACT)
	BYTES(level_keys, 12, 0, 0, 0, EXACT)
	BYTES(invert_order, 4, 0, 4, 0, EXACT)
	BYTES(relabel_arcs, 16, 0, 8, 0, EXACT)
	OF(gather_arcs)
	OF(restore_arcs)
	BYTES(fill_times, 0, 1, 0, 0, EXACT)
	BYTES(copy_words, 16, 0, 0, 0, EXACT)
	OF(forest_sweep)
	OF(forest_touched)
	OF(wire_capacitance)
	OF(wire_delay)
	OF(wire_moment)
	OF(wire_impulse)
	OF(solve_networks)
	BYTES(set_slews, 24, 0, 16, 0, EXACT)
	OF(delay_sweep)
	OF(delay_levels)
	OF(wave_sweep)
	OF(wave_levels)
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
	BYTES(clear_arrivals, 8, 0, 0, 0, EXACT)
	BYTES(set_seeds, 24, 0, 16, 0, AT_LEAST)
	BYTES(place_flags, 5, 0, 1, 0, AT_LEAST)
	BYTES(place_delays, 8, 0, 8, 0, AT_LEAST)
	BYTES(data_arcs, 9, 0, 1, 0, AT_LEAST)
	BYTES(clear_tag_sets, 17, 0, 0, 0, EXACT)
	BYTES(mark_tag_sets, 8, 0, 12, 0, EXACT)
	BYTES(begin_tag_sets, 8, 0, 20, 0, AT_LEAST)
	BYTES(count_new_states, 20, 0, 0, 0, AT_LEAST)
	BYTES(number_new_states, 28, 0, 4, 0, AT_LEAST)
	BYTES(add_new_arcs, 28, 0, 0, 0, AT_LEAST)
	OF(arrival_sweep)
	BYTES(reference_arrivals, 20, 0, 0, 0, AT_LEAST)
	BYTES(bound_endpoints, 16 + (int)sizeof(struct device_endpoint), 0, 0, 0, AT_LEAST)
	BYTES(check_endpoints, 16 + (int)sizeof(struct device_endpoint), 0, 0, 0, AT_LEAST)
	BYTES(put_arcs, 8, 0, 4, 0, EXACT)
	BYTES(put_ends, 40, 0, 0, 0, EXACT)
	BYTES(put_listed, 60, 0, 56, 0, EXACT)
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
	BYTES(wire_arcs, 5, 0, 4, 0, EXACT)
	BYTES(value_bins, 16, 0, 0, 0, EXACT)
	OF(path_shifts)
	BYTES(path_begins, 16, 1, 40, 0, EXACT)
	BYTES(path_level_bins, 12, 0, 0, 0, AT_LEAST)
	OF(path_source_bins)
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
	BYTES(product_states, 4, 0, 0, 0, AT_LEAST)
	BYTES(product_arcs, 13, 0, 0, 0, AT_LEAST)
	BYTES(product_pins, 4, 0, 8, 0, AT_LEAST)
	BYTES(product_present, 4, 0, 0, 0, AT_LEAST)
	BYTES(product_sources, 10, 0, 0, 0, AT_LEAST)
	BYTES(product_dist, 8, 0, 0, 0, AT_LEAST)
	BYTES(product_kept_dist, 4, 1, 0, 0, AT_LEAST)
	BYTES(product_seed, 4, 1, 0, 1, EXACT)
	BYTES(product_prefix, 4, 1, 0, 0, AT_LEAST)
	BYTES(product_worst_source, 5, 1, 8, 0, AT_LEAST)
	BYTES(product_worst_state, 4, 0, 16, 1, AT_LEAST)
	OF(path_sums)
	OF(path_bounds)
	BYTES(arc_weights, 8, 1, 5, 0, EXACT)
	BYTES(source_weights, 4, 1, 8, 0, EXACT)
	BYTES(path_weights, 4, 1, 13, 0, EXACT)
	OF(count_sources)
	OF(expand_sources)
	OF(lower_bound)
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
	BYTES(time_keys, 8, 2, 0, 1, EXACT)
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
	OF(allocate_and_expand)
	OF(take_blocks)
	BYTES(drop_blocks, 8, 0, 0, 0, EXACT)
	OF(merge_tree)
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
	BYTES(net_pulls, 52, 0, 16, 0, AT_LEAST)
	BYTES(wide_net_pulls, 12 + 20 * PLACE_WIDE_NET, 0, 8 * PLACE_WIDE_NET, 0, AT_LEAST)
	OF(field_rows)
	OF(field_columns)
	OF(field_back)
	OF(field_means)
	BYTES(place_boxes, 32, 0, 0, 0, EXACT)
	BYTES(place_forces, 40, 0, 0, 0, AT_LEAST)
	BYTES(place_step, 64, 0, 0, 0, EXACT)
	OF(place_norms)
	OF(place_lengths)
	OF(place_overflow)
	BYTES(place_totals, 8 * PLACE_LANES / PLACE_PARTS, 0, 0, 0, EXACT)
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
#include "gpu/kernel/kernels.def"
#undef K
		"scan", "sum",  "max",  "select", "histogram", "sort",
		"rows", "copy", "fill", "upload", "download",
	};

	return names[cost_id];
}
