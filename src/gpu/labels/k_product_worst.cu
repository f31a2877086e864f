/*
 * The worst slack and the pins of a query's paths without making its path graph, for display while
 * a query is typed: the product is traversed on the base's levels by the sets of k_product.cu, and
 * only a time for each of its states is written.
 *
 * Suffixes and prefixes of all paths are kept between queries (product_kept_dist, product_prefix).
 * Beyond the last group a state's suffix is that of all paths; before the first group the same
 * holds for prefixes. So for a query by -through only, just the levels between its groups are
 * swept, and none for a single list: there the worst path is the least sum of prefix and suffix at
 * its states.
 */
#include "gpu/labels/product_args.h"
#include "gpu/labels/product_sets.h"

/* Where the least slack ahead of a state is for paths that reach it with one number of groups passed; NULL = it is 0. */
DEVICE_INLINE const fs_t *FS_NAME(product_ahead_of)(const struct product_times *t, const struct device_product *p,
						    int32_t state, uint64_t bit)
{
	if (product_is_sink(p, state))
		return NULL;
	if (t->suffix && product_enter(bit, p->groups[state]) == t->all)
		return (const fs_t *)t->suffix + state;
	return (const fs_t *)t->dist + product_state(p, t->first, state, bit);
}

/* The least slack ahead of one number that leaves a state, by the team. Waits for what is ahead. */
DEVICE_INLINE fs_t FS_NAME(product_least)(const struct product_times *t, const struct device_product *p,
					  int32_t v, uint64_t bit, struct team team)
{
	int32_t end = p->row[v + 1], stride = team.width * ARCS_AT_ONCE;
	fs_t best = FS_NONE;

	for (int32_t e = p->row[v] + team.lane; e < end; e += stride) {
		const fs_t *at[ARCS_AT_ONCE];
		fs_t w[ARCS_AT_ONCE], d[ARCS_AT_ONCE];

		for (int32_t j = 0; j < ARCS_AT_ONCE; j++) {
			int32_t arc = e + j * team.width;
			uint64_t taken = arc < end ? product_taken(p, v, bit, arc) : 0;

			w[j] = taken ? ((const fs_t *)t->weight)[arc] : FS_NONE;
			at[j] = w[j] == FS_NONE ? NULL : FS_NAME(product_ahead_of)(t, p, p->to[arc], taken);
			d[j] = at[j] ? flow_peek(at[j]) : 0;
		}
		for (int32_t j = 0; j < ARCS_AT_ONCE; j++) {
			d[j] = flow_wait_alone(at[j], d[j]);
			if (d[j] != FS_NONE && w[j] != FS_NONE && d[j] + w[j] < best)
				best = d[j] + w[j];
		}
	}
	return team_min_fs(team, best);
}

DEVICE_INLINE void FS_NAME(product_dist_unwrite)(const struct product_dist_args *k, int64_t v)
{
	int64_t end = k->t.first[v + 1];

	for (int64_t at = k->t.first[v]; at < end; at++)
		((fs_t *)k->t.dist)[at] = UNWRITTEN;
}

/* Item: state, after its heads; not of the turned graph. Floor of a state: 24 bytes, and 12 an arc where something
 * is left. */
FLOW_TEAM_SWEEP_KERNEL(product_dist, k, level, v, t)
{
	const struct device_product *p = &k->p;
	fs_t *dist = (fs_t *)k->t.dist;
	uint64_t set = v < 0 ? 0 : p->leaving[v];
	int64_t at = set ? k->t.first[v] : 0;

	(void)level;
	for (; set; set &= set - 1, at++) {
		fs_t best = product_is_sink(p, (int32_t)v)
				    ? 0
				    : FS_NAME(product_least)(&k->t, p, (int32_t)v, set & (0 - set), t);

		if (t.lane == 0)
			flow_put(&dist[at], best);
	}
}

/* Item: state, after its heads. The same of all paths, by state. */
TEAM_SWEEP_KERNEL(product_kept_dist, k, level, v, t)
{
	const struct device_product *p = &k->p;
	fs_t *suffix = (fs_t *)k->suffix, best = FS_NONE;

	(void)level;
	for (int32_t e = p->row[v] + t.lane; e < p->row[v + 1]; e += t.width) {
		fs_t d = (p->arc_ok && !p->arc_ok[e]) ? FS_NONE : suffix[p->to[e]];
		fs_t w = ((const fs_t *)k->weight)[e];

		if (d != FS_NONE && w != FS_NONE && d + w < best)
			best = d + w;
	}
	best = team_min_fs(t, best);
	if (t.lane == 0)
		suffix[v] = product_is_sink(p, (int32_t)v) ? 0 : best;
}

/* Item: source. The least with which paths begin at a state. */
KERNEL(product_seed, k, s)
{
	fs_t weight = ((const fs_t *)k->source_weight)[s];

	if (weight != FS_NONE)
		atomic_min_fs((fs_t *)k->prefix + k->source_state[s], weight);
}

/* Item: state, counted from the last, so after its tails. Of all paths, the least with which one comes there. */
SWEEP_KERNEL(product_prefix, k, level, i)
{
	const struct device_product *p = &k->p;
	int64_t v = p->n_states - 1 - i;
	fs_t *prefix = (fs_t *)k->prefix, best = prefix[v];

	(void)level;
	for (int32_t j = p->in_row[v]; j < p->in_row[v + 1]; j++) {
		int32_t e = p->in_arc[j];
		fs_t d = (p->arc_ok && !p->arc_ok[e]) ? FS_NONE : prefix[p->in_from[j]];
		fs_t w = ((const fs_t *)k->weight)[e];

		if (d != FS_NONE && w != FS_NONE && d + w < best)
			best = d + w;
	}
	prefix[v] = best;
}

/* Item: source. The worst of all that begin there. */
KERNEL(product_worst_source, k, s)
{
	const struct device_product *p = &k->p;
	int32_t state = k->source_state[s];
	uint64_t bit = product_end(k->source_set[s]);
	fs_t weight = ((const fs_t *)k->source_weight)[s], d;
	const fs_t *ahead;

	if (!(p->entering[state] & bit) || weight == FS_NONE)
		return;
	ahead = FS_NAME(product_ahead_of)(&k->t, p, state, bit);
	d = ahead ? *ahead : 0;
	if (d != FS_NONE)
		atomic_min_64(k->worst, (int64_t)weight + d);
}

/* Item: one of the states in groups. The worst of paths that pass the first group there; one that has passed it
 * before has passed no fewer. */
KERNEL(product_worst_state, k, i)
{
	const struct device_product *p = &k->p;
	int32_t v = k->state[i];
	fs_t before = ((const fs_t *)k->prefix)[v], d;
	const fs_t *ahead;

	if (!(p->groups[v] & 1) || !(p->entering[v] & 1) || before == FS_NONE)
		return;
	ahead = FS_NAME(product_ahead_of)(&k->t, p, v, 1);
	d = ahead ? *ahead : 0;
	if (d != FS_NONE)
		atomic_min_64(k->worst, (int64_t)before + d);
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/labels/k_product_worst.cu"
#endif
