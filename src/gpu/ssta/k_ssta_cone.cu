/*
 * Dies of a part of the graph, by the same numbers as k_ssta.cu draws: slacks of an endpoint whose slacks
 * weren't kept, or of a path; and for chosen samples the worst path, traced back from the endpoint. Where
 * arrivals are equal the first op counts, so counts are the same on every device.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/ssta/ssta_cone_args.h"

#ifdef __CUDACC__
enum { QUADS = 1 };
#define CONE_LOOP
#define CONE_HOT DEVICE_INLINE
#else
#include "gpu/ssta/ssta_vectors.h"
enum { QUADS = SSTA_CONE_QUADS };
#define CONE_LOOP _Pragma("GCC ivdep")
#define CONE_HOT static inline __attribute__((always_inline))
#endif

enum vectors { VECTORS_ANY, VECTORS_256, VECTORS_512 };

/* What an arc or a check draws. */
struct cone_draw {
	uint32_t key[2], domain, early;
	int32_t sigma[2], region;
};

CONE_HOT struct cone_draw op_draw(const struct ssta_op *op)
{
	struct cone_draw d = {
		{op->key[0], op->key[1]}, SSTA_ARC, op->early, {op->sigma[0], op->sigma[1]}, op->region};

	return d;
}

CONE_HOT struct cone_draw sink_draw(const struct ssta_sink *sink)
{
	struct cone_draw d = {{sink->key[0], sink->key[1]},
			      SSTA_CHECK,
			      0,
			      {sink->sigma[0], sink->sigma[1]},
			      sink->region};

	return d;
}

CONE_HOT bool draws(const struct cone_draw *d)
{
	return d->sigma[0] | d->sigma[1];
}

/* Where samples.shared has a sample of a region: see ssta_args.h. */
CONE_HOT int64_t shared_place(const struct ssta_samples *s, int32_t region, uint32_t quad, int j)
{
	int64_t q = (int64_t)quad - s->first / 4, block = q / (SSTA_BLOCK / 4);
	int64_t in = q % (SSTA_BLOCK / 4);

#ifdef __CUDACC__
	in = 4 * in + j;
#else
	in += (int64_t)j * (SSTA_BLOCK / 4);
#endif
	return ((int64_t)region * s->n_blocks + block) * SSTA_BLOCK + in;
}

/* The words of four samples. */
CONE_HOT void quad_words(const struct ssta_samples *s, const struct cone_draw *d, uint32_t quad,
			 uint32_t c[4])
{
	uint32_t pair = s->is_antithetic ? 1 : 0, flip = quad & pair ? 0xffffffffu : 0;

	c[0] = quad & ~pair;
	c[1] = d->domain;
	c[2] = d->key[0];
	c[3] = d->key[1];
	philox(c, s->seed);
	for (int j = 0; j < 4; j++)
		c[j] ^= flip;
}

/* What they are where samples are stratified. */
CONE_HOT void stratify(const struct ssta_samples *s, const struct cone_draw *d, uint32_t quad,
		       uint32_t c[4])
{
	if (s->strata.n)
		stratify_quad(&s->strata, s->seed, quad, d->domain, d->key, c);
}

/* What is added to the nominal value, fs. */
CONE_HOT int32_t word_delay(const struct ssta_samples *s, const struct cone_draw *d, uint32_t word,
			    int32_t shared)
{
	uint32_t magnitude = normal_magnitude(s->table, word);
	int32_t z;

	if (!s->shared)
		return ssta_delay(0, (int32_t)word < 0 ? d->sigma[1] : d->sigma[0], magnitude,
				  d->early);
	z = joined_z(shared, word, magnitude, s->own);
	return ssta_delay(0, z < 0 ? d->sigma[1] : d->sigma[0], (uint32_t)(z < 0 ? -z : z), d->early);
}

CONE_HOT void cone_delays(const struct ssta_samples *s, const struct cone_draw *d,
			  const uint32_t quad[QUADS], int32_t delay[4][QUADS])
{
	uint32_t word[4][QUADS];

	CONE_LOOP
	for (int q = 0; q < QUADS; q++) {
		uint32_t c[4];

		quad_words(s, d, quad[q], c);
		word[0][q] = c[0];
		word[1][q] = c[1];
		word[2][q] = c[2];
		word[3][q] = c[3];
	}
	for (int q = 0; q < QUADS && s->strata.n; q++) {
		uint32_t c[4] = {word[0][q], word[1][q], word[2][q], word[3][q]};

		stratify(s, d, quad[q], c);
		for (int j = 0; j < 4; j++)
			word[j][q] = c[j];
	}
	for (int j = 0; j < 4; j++) {
		CONE_LOOP
		for (int q = 0; q < QUADS; q++)
			delay[j][q] = word_delay(
				s, d, word[j][q],
				s->shared ? s->shared[shared_place(s, d->region, quad[q], j)] : 0);
	}
}

/* The same of one sample. */
CONE_HOT int32_t one_delay(const struct ssta_samples *s, const struct cone_draw *d, uint32_t quad,
			   int j)
{
	uint32_t c[4];

	if (!draws(d))
		return 0;
	quad_words(s, d, quad, c);
	stratify(s, d, quad, c);
	return word_delay(s, d, c[j], s->shared ? s->shared[shared_place(s, d->region, quad, j)] : 0);
}

/* Arrivals at all nodes: [node × 4 + sample of the quad][quad]. */
CONE_HOT void sweep_cone(const struct ssta_cone_args *k, const struct ssta_cone_part *p,
			 const uint32_t quad[QUADS], int32_t lane, int64_t *at)
{
	int64_t best[4][QUADS], *to = at;
	bool begins = true;

	for (int32_t o = p->first_op; o < p->end_op; o++) {
		const struct ssta_op op = k->op[o];
		const struct cone_draw d = op_draw(&op);
		int32_t delay[4][QUADS];

		if (draws(&d))
			cone_delays(&k->samples, &d, quad, delay);
		else
			memset(delay, 0, sizeof delay);
		for (int j = 0; j < 4; j++) {
			const int64_t *from = at;

			if (op.source >= 0)
				from += ((int64_t)op.source * 4 + j) * SSTA_CONE_QUADS;

			CONE_LOOP
			for (int q = 0; q < QUADS; q++) {
				int64_t sum = (op.source >= 0 ? from[lane + q] : 0) + op.nominal +
					      delay[j][q];

				best[j][q] = begins || sum > best[j][q] ? sum : best[j][q];
			}
		}
		begins = op.ends;
		if (!op.ends)
			continue;
		for (int j = 0; j < 4; j++) {
			CONE_LOOP
			for (int q = 0; q < QUADS; q++)
				to[j * SSTA_CONE_QUADS + lane + q] = best[j][q];
		}
		to += 4 * SSTA_CONE_QUADS;
	}
}

CONE_HOT int64_t node_time(const int64_t *at, int32_t node, int j, int32_t l)
{
	return node < 0 ? 0 : at[((int64_t)node * 4 + j) * SSTA_CONE_QUADS + l];
}

/* The least slack of a part in a sample, and the first sink that has it. */
CONE_HOT int64_t worst_sink(const struct ssta_cone_args *k, const struct ssta_cone_part *p,
			    const int64_t *at, uint32_t quad, int j, int32_t l, int32_t *sink)
{
	int64_t worst = 0;

	*sink = -1;
	for (int32_t i = p->first_sink; i < p->end_sink; i++) {
		const struct ssta_sink s = k->sink[i];
		const struct cone_draw d = sink_draw(&s);
		int64_t value = s.constant - one_delay(&k->samples, &d, quad, j) -
				node_time(at, s.data, j, l) - node_time(at, s.clock, j, l);

		if (*sink < 0 || value < worst) {
			worst = value;
			*sink = i;
		}
	}
	return worst;
}

/* Count what the worst path passes, from the sink back. */
CONE_HOT void trace_cone(const struct ssta_cone_args *k, const struct ssta_cone_part *p,
			 const int64_t *at, uint32_t quad, int j, int32_t l, int32_t sink)
{
	int32_t node = k->sink[sink].data;

	atomic_add_i64(&k->passed[k->n_ops + sink], 1);
	while (node >= 0) {
		int64_t wanted = node_time(at, node, j, l);
		int32_t o = k->node_row[p->first_node + node];

		for (;; o++) {
			const struct ssta_op op = k->op[o];
			const struct cone_draw d = op_draw(&op);

			if (op.ends || node_time(at, op.source, j, l) + op.nominal +
						       one_delay(&k->samples, &d, quad, j) ==
					       wanted)
				break;
		}
		atomic_add_i64(&k->passed[o], 1);
		node = k->op[o].source;
	}
}

CONE_HOT void run_cone(const struct ssta_cone_args *k, int64_t i, int32_t lane, int64_t *at,
		       enum vectors vectors)
{
	const struct ssta_cone_work w = k->work[i];
	const struct ssta_cone_part p = k->part[w.part];
	uint32_t quad[QUADS];

	(void)vectors;
	/* lanes that are left over do the last one once more */
	for (int q = 0; q < QUADS; q++)
		quad[q] = k->quad[w.first + (lane + q < w.n ? lane + q : w.n - 1)];
	sweep_cone(k, &p, quad, lane, at);
	for (int q = 0; q < QUADS; q++) {
		int32_t l = lane + q, sink;
		uint32_t counted;

		if (l >= w.n)
			continue;
		counted = k->counted ? k->counted[w.first + l] : 0;
		for (int j = 0; j < 4; j++) {
			int64_t slack;

			if (!k->slack && !(counted >> j & 1))
				continue;
			slack = worst_sink(k, &p, at, quad[q], j, l, &sink);
			if (k->slack)
				k->slack[w.out + 4 * l + j] = slack;
			if (counted >> j & 1)
				trace_cone(k, &p, at, quad[q], j, l, sink);
		}
	}
}

#ifdef __CUDACC__
#define CONE_ITEM(k, i, lane, at) run_cone(k, i, lane, at, VECTORS_ANY)
#else
SSTA_VECTORS(cone_item, run_cone,
	     (const struct ssta_cone_args *k, int64_t i, int32_t lane, int64_t *at), k, i, lane, at)
#define CONE_ITEM(k, i, lane, at) cone_item(k, i, lane, at)
#endif

/*
 * Item: up to 32 quads of samples of one part, a quad a lane. A lane reads what it has written itself
 * alone. Floor: an arc that varies is a Philox call a quad, as in ssta_level; each node is 8 bytes a
 * sample written, each source read. Counts go to the few ops that worst paths have in common: a sum a sample
 * and node of the path.
 */
TEAM_KERNEL(ssta_cone, k, i, t)
{
#ifdef __CUDACC__
	int64_t *at = k->at + i * k->stride;
#else
	int64_t *at = k->at + thread_number() * k->stride;
#endif

	CONE_ITEM(k, i, t.lane, at);
}
