#include "gpu/kernel/warp_fields.h"

#include <string.h>

#include "gpu/kernel/kernel_cost.h"
#include "gpu/kernel/kernels.h"

struct field {
	enum kernel_id kernel;
	size_t offset;
	const char *name;
};

/* clang-format off */
#define F(kernel, member)      {KERNEL_ID_##kernel, offsetof(struct kernel##_args, member), #member},
#define GRAPH(kernel)          F(kernel, graph.row) F(kernel, graph.to) F(kernel, graph.weight) \
			       F(kernel, graph.source_state) F(kernel, graph.source_weight)
#define FOREST(kernel)         F(kernel, forest.dist) F(kernel, forest.forest) F(kernel, forest.hops) \
			       F(kernel, forest.n_deviations) F(kernel, forest.first) F(kernel, forest.slot) \
			        F(kernel, forest.end)
#define RECORDS(kernel, which) F(kernel, which.slack) F(kernel, which.parent) F(kernel, which.arc) F(kernel, which.source)
#define CSR(kernel, which)     F(kernel, which.row) F(kernel, which.column) F(kernel, which.value)
#define BOXES(kernel)          F(kernel, box) F(kernel, weight)
#define LAB_GRAPH(kernel, which) F(kernel, which.out_row) F(kernel, which.out_to) F(kernel, which.in_row) F(kernel, which.in_from)
#define STATES(kernel)         F(kernel, states.row) F(kernel, states.to) F(kernel, states.in_row) F(kernel, states.in_from) \
			       F(kernel, states.in_arc) F(kernel, states.arc) F(kernel, states.constant) F(kernel, states.delay) \
			       F(kernel, states.flags) F(kernel, states.arrival) F(kernel, states.required)
#define CG(kernel, cg)         CSR(kernel, cg.a) F(kernel, cg.tile) F(kernel, cg.diagonal) F(kernel, cg.x) F(kernel, cg.s) \
			       F(kernel, cg.p) F(kernel, cg.q) F(kernel, cg.z) F(kernel, cg.b) F(kernel, cg.partial) \
			       F(kernel, cg.state) F(kernel, cg.residual)

static const struct field fields[] = {
	GRAPH(forest_sweep) FOREST(forest_sweep)
	STATES(arrival_sweep) STATES(required_sweep)
	GRAPH(count_sources) F(count_sources, dist) F(count_sources, n_child)
	GRAPH(count_children) FOREST(count_children) RECORDS(count_children, record) F(count_children, n_child)
	F(count_children, offset) F(count_children, tile)
	GRAPH(expand_children) FOREST(expand_children) RECORDS(expand_children, record) F(expand_children, offset)
	F(expand_children, tile) F(expand_children, n_child)
	RECORDS(expand_children, child)
	GRAPH(count_paths) F(count_paths, dist) F(count_paths, forest) RECORDS(count_paths, record) F(count_paths, n_child)
	GRAPH(expand_paths) F(expand_paths, dist) F(expand_paths, forest) RECORDS(expand_paths, record)
	F(expand_paths, offset) RECORDS(expand_paths, child)
	GRAPH(count_edges) F(count_edges, dist) F(count_edges, forest) F(count_edges, level) F(count_edges, n_child)
	GRAPH(expand_edges) F(expand_edges, dist) F(expand_edges, forest) F(expand_edges, level) F(expand_edges, next)
	F(level_arrivals, state) F(level_arrivals, in_row) F(level_arrivals, in_from) F(level_arrivals, in_weight)
	F(level_arrivals, prefix) F(level_arrivals, came)
	CSR(spmv_rows, a) F(spmv_rows, x) F(spmv_rows, y)
	CSR(spmv_warps, a) F(spmv_warps, x) F(spmv_warps, y)
	CSR(spmv_fused, a) F(spmv_fused, tile) F(spmv_fused, x) F(spmv_fused, y)
	CSR(spmv_merge, a) F(spmv_merge, first) F(spmv_merge, x) F(spmv_merge, y) F(spmv_merge, carry) F(spmv_merge, carry_row)
	F(spmv_products, column) F(spmv_products, value) F(spmv_products, x) F(spmv_products, product)
	F(spmv_sums, row) F(spmv_sums, product) F(spmv_sums, y)
	F(spmv_warped_sums, row) F(spmv_warped_sums, product) F(spmv_warped_sums, y)
	BOXES(density_naive) F(density_naive, map)
	BOXES(density_quads) F(density_quads, map)
	BOXES(density_team) F(density_team, map)
	BOXES(density_differences) F(density_differences, difference) F(density_differences, direct)
	BOXES(density_printed) F(density_printed, difference) F(density_printed, map)
	F(row_sums, from) F(row_sums, map) F(column_sums, map) F(column_sums, direct) F(column_sums, out)
	BOXES(under_naive)
	BOXES(under_prefix) F(under_prefix, prefix)
	F(ssta_level, samples.table) F(ssta_level, samples.shared) F(ssta_level, op) F(ssta_level, chain_row)
	F(ssta_level, chain_slot) F(ssta_level, slot)
	F(paper_ssta, sigma) F(paper_ssta, number)
	LAB_GRAPH(bfs_product, graph) F(bfs_product, x[0]) F(bfs_product, x[1]) F(bfs_product, paths) F(bfs_product, dist)
	F(bfs_product, count)
	LAB_GRAPH(bfs_frontier, frontier.graph) F(bfs_frontier, frontier.dist) F(bfs_frontier, frontier.queue[0])
	F(bfs_frontier, frontier.queue[1]) F(bfs_frontier, frontier.count)
	F(bfs_visited, y) F(bfs_visited, dist) F(bfs_visited, visited)
	CG(cg_multiply, cg) CG(cg_multiply_pair, cg) CG(cg_update, cg)
};

static const struct {
	enum kernel_id kernel;
	const char *item, *command;
} kernels[] = {
#define N(name, item, command) {KERNEL_ID_##name, item, command},
	N(forest_sweep, "state", "find_paths -max_paths 100")
	N(arrival_sweep, "state and split", "report_wns")
	N(required_sweep, "state and split", "report_clock_min_period")
	N(level_arrivals, "state", "levelize_graph")
	N(count_children, "tile of paths", "find_paths -max_paths 100")
	N(expand_children, "path", "find_paths -max_paths 100")
	N(count_paths, "path", "find_paths -max_paths 100 -method paper")
	N(expand_paths, "path", "find_paths -max_paths 100 -method paper")
	N(count_edges, "path", "find_paths -max_paths 100 -method paper-host")
	N(expand_edges, "path", "find_paths -max_paths 100 -method paper-host")
	N(spmv_rows, "row", "lab_spmv Lin -method thread -runs 1")
	N(spmv_warps, "row", "lab_spmv Lin -method warp -runs 1")
	N(spmv_fused, "8 tiles", "lab_spmv Lin -method fused -runs 1")
	N(spmv_merge, "chunk", "lab_spmv Lin -method merge -runs 1")
	N(spmv_products, "entry", "lab_spmv Lin -method product -runs 1")
	N(spmv_sums, "block of rows", "lab_spmv Lin -method product -runs 1")
	N(spmv_warped_sums, "row", "lab_spmv Lin -method warped -runs 1")
	N(density_naive, "box", "density -method naive")
	N(density_quads, "box", "density -method threads")
	N(density_team, "box", "density -method warp")
	N(density_differences, "32 boxes", "density -method prefix")
	N(density_printed, "box", "density -method printed")
	N(row_sums, "row of bins", "density -method prefix")
	N(column_sums, "8 columns of bins", "density -method prefix")
	N(ssta_level, "part", "run_ssta -n 256")
	N(paper_ssta, "gate of dies", "run_ssta -n 256 -method paper")
	N(bfs_frontier, "vertex", "lab_bfs -runs 1")
	N(bfs_product, "vertex", "lab_bfs -runs 1")
	N(cg_multiply_pair, "tile", "lab_cg -iterations 1")
	N(cg_update, "chunk", "lab_cg -iterations 1")
#undef N
};
/* clang-format on */

const char *warp_field(enum kernel_id kernel, size_t offset)
{
	for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
		if (fields[f].kernel == kernel && fields[f].offset == offset)
			return fields[f].name;
	}
	return NULL;
}

static int place_of(enum kernel_id kernel)
{
	for (int i = 0; i < (int)(sizeof kernels / sizeof *kernels); i++) {
		if (kernels[i].kernel == kernel)
			return i;
	}
	return -1;
}

const char *warp_item(enum kernel_id kernel)
{
	int i = place_of(kernel);

	return i < 0 ? "item" : kernels[i].item;
}

const char *warp_command(enum kernel_id kernel)
{
	int i = place_of(kernel);

	return i < 0 ? NULL : kernels[i].command;
}

enum kernel_id kernel_find(const char *name)
{
	enum kernel_id kernel = 0;

	while (kernel < N_KERNELS && strcmp(cost_name(kernel), name) != 0)
		kernel++;
	return kernel;
}

enum kernel_id warp_kernel_at(int i)
{
	return i < (int)(sizeof kernels / sizeof *kernels) ? kernels[i].kernel : N_KERNELS;
}
