/* Parts of a run: what is kept of a range of dies, and a run that is put together of such. */
#include <inttypes.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "gpu/ssta/ssta_impl.h"

static_assert(2 * N_SSTA_POWERS + 2 == SSTA_PART_SUMS &&
		      sizeof(struct ssta_moments) == SSTA_PART_SUMS * sizeof(int64_t),
	      "sums as they are kept");

/* splitmix64 */
static uint64_t mix(uint64_t x)
{
	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

static uint64_t digest_of(const struct ssta_variable *v, uint64_t nominal)
{
	if (!v->sigma[0] && !v->sigma[1])
		return 0;
	return mix(mix(v->key ^ mix(nominal)) ^ (uint64_t)(uint32_t)v->sigma[0] << 32 ^
		   (uint32_t)v->sigma[1]);
}

/* Whatever the order of arcs; endpoints in theirs, as their numbers are in parts. */
uint64_t ssta_digest(struct ssta *ssta)
{
	const struct ssta_program *p = &ssta->program;
	uint64_t digest = PHILOX_ROUNDS; /* the same dies are drawn by the same rounds */

	if (ssta->digest)
		return ssta->digest;
	for (int64_t i = 0; i < ssta->timing->image->device.n_arcs; i++)
		digest += digest_of(&ssta->arcs.arc[i], 0);
	for (int32_t s = 0; s < ssta->timing->image->device_states.n_sinks; s++)
		digest += digest_of(&ssta->arcs.sink[s], 1);
	for (int32_t i = 0; i < ssta->factors.n_factors; i++) {
		const struct ssta_factor *f = &ssta->factors.factor[i];

		digest = mix(digest ^ (uint64_t)f->key[0] << 32 ^ (uint32_t)f->weight);
	}
	for (int32_t i = 0; i < p->n_ends; i++)
		digest = mix(digest ^ (uint64_t)p->nominal[i]) + (uint64_t)p->end_group[i];
	return ssta->digest = digest;
}

/* So that a sum is written in one way, whatever it was added up of. */
static void carry(int64_t *sum)
{
	uint64_t low = (uint64_t)sum[0];

	sum[1] += (int64_t)(low >> 32);
	sum[0] = (int64_t)(low & UINT32_MAX);
}

enum status ssta_export(struct ssta *ssta, struct ssta_part *out)
{
	int64_t n = ssta_n(ssta), all = ssta->options.end - ssta->options.begin, columns;

	if (ssta->options.samples_slews)
		return status_fail(STATUS_USAGE, "parts of runs have nominal slews");
	TRY(ssta_read(ssta));
	*out = (struct ssta_part){.split = ssta->options.split,
				  .seed = ssta->options.seed,
				  .sampling = ssta->options.sampling,
				  .strata = ssta->options.strata,
				  .method = ssta->options.method,
				  .generator = ssta->options.generator,
				  .single = ssta->options.single,
				  .n_raised = ssta->n_raised,
				  .digest = ssta_digest(ssta),
				  .begin = ssta->options.begin,
				  .end = ssta->at,
				  .n_ends = ssta->program.n_ends,
				  .n_groups = ssta->program.n_groups,
				  .n_series = ssta->options.n_series};
	columns = ssta_part_columns(out);
	memcpy(out->share,
	       (double[]){ssta->options.sharing.die, ssta->options.sharing.library,
			  ssta->options.sharing.grid, ssta->options.sharing.length},
	       sizeof out->share);
	out->by_distance = ssta->options.sharing.by_distance;
	TRY(ALLOC(&out->series, out->n_series));
	for (int32_t i = 0; i < out->n_ends; i++)
		if (ssta->series_of[i] >= 0)
			out->series[ssta->series_of[i]] = i;
	TRY(ALLOC(&out->sum, (int64_t)out->n_ends * SSTA_PART_SUMS));
	TRY(ALLOC(&out->row, n * columns));
	memcpy(out->sum, ssta->moments, (size_t)out->n_ends * sizeof *ssta->moments);
	for (int64_t i = 0; i < (int64_t)out->n_ends * N_SSTA_POWERS; i++)
		carry(&out->sum[i / N_SSTA_POWERS * SSTA_PART_SUMS + i % N_SSTA_POWERS * 2]);
	for (int64_t i = 0; i < n; i++) {
		int64_t *row = &out->row[i * columns];

		*row++ = ssta->chip[i];
		for (int32_t g = 0; g < out->n_groups; g++)
			*row++ = ssta->group[g * all + i];
		for (int32_t s = 0; s < out->n_series; s++)
			*row++ = ssta->series[s * all + i];
	}
	return STATUS_OK;
}

/* ---- putting parts together ---- */

COMPARER(compare_parts, struct ssta_part, ORDER(x->begin, y->begin))

static bool same_run(const struct ssta_part *a, const struct ssta_part *b)
{
	return a->seed == b->seed && a->split == b->split && a->sampling == b->sampling &&
	       a->strata == b->strata && a->method == b->method && a->generator == b->generator &&
	       a->single == b->single && a->n_series == b->n_series &&
	       memcmp(a->share, b->share, sizeof a->share) == 0 &&
	       a->by_distance == b->by_distance &&
	       (!a->n_series ||
		memcmp(a->series, b->series, (size_t)a->n_series * sizeof *a->series) == 0);
}

static enum status check_parts(const struct ssta_part *part, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		const struct ssta_part *p = &part[i], *first = &part[0];

		if (!same_run(p, first))
			return status_fail(
				STATUS_BAD_INPUT,
				"dies %" PRId64 " to %" PRId64
				" are of another run: seed, sampling, method, shares, -hold, -die "
				"single or the endpoints kept differ",
				p->begin, p->end - 1);
		if (i > 0 && p->begin != part[i - 1].end)
			return status_fail(
				STATUS_BAD_INPUT, "dies %" PRId64 " to %" PRId64 " are %s",
				p->begin > part[i - 1].end ? part[i - 1].end : p->begin,
				p->begin > part[i - 1].end ? p->begin - 1 : part[i - 1].end - 1,
				p->begin > part[i - 1].end ? "missing" : "there more than once");
	}
	return STATUS_OK;
}

enum status ssta_parts_options(struct ssta_part *part, int32_t n, struct ssta_options *out)
{
	SORT(part, n, compare_parts);
	TRY(check_parts(part, n));
	*out = (struct ssta_options){.split = part[0].split,
				     .seed = part[0].seed,
				     .sampling = (enum ssta_sampling)part[0].sampling,
				     .strata = part[0].strata,
				     .method = (enum ssta_method)part[0].method,
				     .generator = (enum ssta_generator)part[0].generator,
				     .single = part[0].single,
				     .begin = part[0].begin,
				     .end = part[n - 1].end,
				     .sharing = {.die = part[0].share[0],
						 .library = part[0].share[1],
						 .grid = part[0].share[2],
						 .length = part[0].share[3],
						 .by_distance = part[0].by_distance},
				     .n_series = part[0].n_series,
				     .series_end = part[0].series};
	return STATUS_OK;
}

static void add_sums(struct ssta_moments *to, const int64_t *sum)
{
	for (int p = 0; p < N_SSTA_POWERS; p++) {
		to->sum[p].low += (uint64_t)sum[2 * p];
		to->sum[p].high = (int64_t)((uint64_t)to->sum[p].high + (uint64_t)sum[2 * p + 1]);
	}
	to->n_failing += sum[2 * N_SSTA_POWERS];
	to->n_large += sum[2 * N_SSTA_POWERS + 1];
}

static enum status take_rows(struct ssta *ssta, const struct ssta_part *part)
{
	int64_t all = ssta->options.end - ssta->options.begin, columns = ssta_part_columns(part);
	int64_t to = part->begin - ssta->options.begin;

	for (int64_t i = 0; i < part->end - part->begin; i++) {
		const int64_t *row = &part->row[i * columns];

		for (int32_t g = 0; g <= part->n_groups; g++) {
			bool is_there = g == 0 || ssta->group_nominal[g - 1] != FS_NONE_64;

			if (is_there &&
			    (row[g] & ((1 << SSTA_END_BITS) - 1)) >= ssta->program.n_ends)
				return status_fail(STATUS_BAD_INPUT,
						   "die %" PRId64
						   " has an endpoint that isn't there",
						   part->begin + i);
		}
		ssta->chip[to + i] = *row++;
		for (int32_t g = 0; g < part->n_groups; g++)
			ssta->group[g * all + to + i] = *row++;
		for (int32_t s = 0; s < part->n_series; s++)
			ssta->series[s * all + to + i] = *row++;
	}
	return STATUS_OK;
}

enum status ssta_import(struct ssta *ssta, const struct ssta_part *part, int32_t n)
{
	const struct ssta_program *p = &ssta->program;
	int64_t n_raised = 0;

	if (ssta->at != ssta->options.begin)
		return status_fail(STATUS_FAILED, "there are dies already");
	memset(ssta->moments, 0, (size_t)p->n_ends * sizeof *ssta->moments);
	for (int32_t i = 0; i < n; i++) {
		if (part[i].digest != ssta_digest(ssta) || part[i].n_ends != p->n_ends ||
		    part[i].n_groups != p->n_groups || part[i].n_series != ssta->options.n_series)
			return status_fail(STATUS_BAD_INPUT,
					   "dies %" PRId64 " to %" PRId64
					   " are of another design, constraints or variation",
					   part[i].begin, part[i].end - 1);
		for (int32_t e = 0; e < p->n_ends; e++)
			add_sums(&ssta->moments[e], &part[i].sum[(int64_t)e * SSTA_PART_SUMS]);
		TRY(take_rows(ssta, &part[i]));
		n_raised += part[i].n_raised;
	}
	ssta->n_raised = n_raised;
	ssta->read_at = ssta->at = ssta->options.end;
	return ssta_note_step(ssta, ssta->options.begin, ssta->options.end);
}
