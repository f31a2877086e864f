/*
 * Paths in sampled dies ([SpMV], section 4.1: "our timing analysis engine can be extended to handle statistical timing"): a product of
 * the matrix of paths with a matrix that has a column for each die, and the same by the forest that paths deviate from. Numbers are those of
 * ssta_draw.h, and all sums are of whole femtoseconds, so they are what Monte-Carlo SSTA has.
 *
 * Only differences from the nominal delays are added up: what doesn't vary (wires, most sources) has no column, and 32 bits are enough.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/ssta/die_path_args.h"

/* Item: column and four dies, of one draw. Floor: 24 bytes a column, 4 a die of it; seven rounds of Philox. */
KERNEL(die_draws, k, i)
{
	int32_t c = (int32_t)(i / (DIES / 4)), quad = (int32_t)(i % (DIES / 4));
	const struct die_column column = k->column[c];
	uint32_t at = (uint32_t)(k->first / 4 + quad), odd = k->is_antithetic ? at & 1 : 0;
	uint32_t word[4] = {at - odd, column.domain, column.key[0], column.key[1]};

	philox(word, k->seed);
	if (k->strata.n)
		stratify_quad(&k->strata, k->seed, at, column.domain, column.key, word);
	for (int j = 0; j < 4; j++) {
		uint32_t drawn = word[j] ^ (odd ? UINT32_MAX : 0), magnitude = normal_magnitude(k->table, drawn);
		bool negative = drawn >> 31;
		int32_t die = 4 * quad + j;

		if (k->shared) {
			int32_t z = joined_z(k->shared[column.region * DIES + die], drawn, magnitude, k->own);

			negative = z < 0;
			magnitude = (uint32_t)(negative ? -z : z);
		}
		k->delta[(int64_t)c * DIES + die] = ssta_delay(0, negative ? -column.sigma[1] : column.sigma[0], magnitude, 0);
	}
}

/* Item: node, by a warp whose lanes have dies. Floor: 24 bytes a node, 8 a die of it; 16 an arc, 4 or 12 a die of it. */
TEAM_SWEEP_KERNEL(die_nodes, k, level, i, t)
{
	const struct die_node node = k->node[i];

	(void)level;
	for (int d = t.lane; d < DIES; d += t.width) {
		int64_t best = node.seed;

		for (int32_t a = node.first; a < node.first + node.n; a++) {
			const struct die_node_arc arc = k->arc[a];
			int64_t at = k->arrival[(int64_t)arc.from * DIES + d];

			if (at == FS_NONE_64)
				continue;
			at += arc.delay + (arc.column < 0 ? 0 : k->delta[(int64_t)arc.column * DIES + d]);
			if (best == FS_NONE_64 || (node.is_early ? at < best : at > best))
				best = at;
		}
		k->arrival[i * DIES + d] = best;
	}
}

/* Item: end of paths and die. Floor: 32 bytes an end, 4 to 16 a die of it. */
KERNEL(die_ends, k, i)
{
	const struct die_end end = k->end[i / DIES];
	int64_t die = i % DIES, delta = 0;

	if (end.node >= 0)
		delta = end.node_sign * (k->arrival[end.node * (int64_t)DIES + die] - end.nominal);
	if (end.check >= 0)
		delta += end.check_sign * k->check[end.check * (int64_t)DIES + die];
	k->delta[i] = (int32_t)delta;
}

enum { DIES_EACH = DIES / 32 * LANE_ITEMS };

/* Item: path, by a warp, whose lanes have dies side by side. Floor: 4 bytes an entry, 4 a path, 4 a die of it; 4 gathered an entry and die. */
TEAM_KERNEL(die_products, k, i, t)
{
	const int32_t *__restrict__ column = k->column, *__restrict__ delta = k->delta;
	int32_t sum[DIES_EACH] = {0}, first = t.lane * DIES_EACH;

	for (int32_t e = k->row[i]; e < k->row[i + 1]; e++) {
		const int32_t *__restrict__ at = delta + (int64_t)column[e] * DIES + first;

		UNROLL(DIES_EACH)
		for (int d = 0; d < DIES_EACH; d++)
			sum[d] += at[d];
	}
	for (int d = 0; d < DIES_EACH; d++)
		k->sum[i * DIES + first + d] = sum[d];
}

/* Item: state, by a warp. Floor: 8 bytes a state, 12 a die of it. */
TEAM_SWEEP_KERNEL(die_suffixes, k, level, i, t)
{
	int64_t next = k->next[i], column = k->column[i];

	(void)level;
	for (int d = t.lane; d < DIES; d += t.width)
		k->suffix[i * DIES + d] =
			(next < 0 ? 0 : k->suffix[next * DIES + d]) + (column < 0 ? 0 : k->delta[column * DIES + d]);
}

/* Item: record of a level, by a warp. A path is its parent up to the tail, then the arc and what follows from its head: no product is
 * needed. Floor: 16 bytes a record, 20 a die of it. */
TEAM_KERNEL(die_records, k, i, t)
{
	const struct die_record r = k->record[i];

	for (int d = t.lane; d < DIES; d += t.width) {
		int32_t sum = k->suffix[(int64_t)r.head * DIES + d];

		if (r.column >= 0)
			sum += k->delta[(int64_t)r.column * DIES + d];
		if (r.parent >= 0)
			sum += k->sum[(int64_t)r.parent * DIES + d] - k->suffix[(int64_t)r.tail * DIES + d];
		k->sum[(k->first + i) * DIES + d] = sum;
	}
}
