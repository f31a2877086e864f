/*
 * Dies shared by the processes that mpirun has started. All of them make the same program and take each step together: of its
 * dies each computes a range, and then has the slacks of all. Sums are added up when they are read. A die is a function of its
 * number alone and sums are of whole numbers, so what each process has is what one would have, byte for byte.
 */
#include <string.h>

#include "gpu/ssta/ssta_impl.h"
#include "base/bits.h"
#include "base/grow.h"
#include "base/ranks.h"

/* Of each process how many devices it has, one after another's. */
static enum status count_engines(struct ssta *ssta)
{
	int n = ranks_n();
	enum status status = ALLOC(&ssta->rank_engine, n + 1);

	if (status == STATUS_OK)
		status = ALLOC(&ssta->rank_row, n + 1);
	TRY(ranks_agree(status));
	ssta->rank_engine[ranks_number() + 1] = ssta->n_engines;
	TRY(ranks_add(ssta->rank_engine, n + 1));
	for (int r = 0; r < n; r++)
		ssta->rank_engine[r + 1] += ssta->rank_engine[r];
	return STATUS_OK;
}

enum status ssta_ranks_begin(struct ssta *ssta, enum status status)
{
	uint64_t own = 0;
	int64_t first;

	TRY(ranks_agree(status));
	if (ranks_n() > 1)
		own = ssta_digest(ssta) + 3 * ssta->options.seed +
		      5 * (uint64_t)ssta->options.begin + 7 * (uint64_t)ssta->options.end;
	first = ranks_number() == 0 ? (int64_t)own : 0;
	TRY(ranks_add(&first, 1));
	if ((uint64_t)first != own)
		status = status_fail(STATUS_BAD_INPUT, "its design, constraints, variation or dies "
						       "aren't those of process 0");
	TRY(ranks_agree(status));
	return ssta->rank_engine ? STATUS_OK : count_engines(ssta);
}

int64_t ssta_ranks_engines(const struct ssta *ssta)
{
	return ssta->rank_engine[ranks_n()];
}

void ssta_ranks_share(struct ssta *ssta, int64_t begin, int64_t end, int64_t unit)
{
	int64_t first = begin / unit, n = (end + unit - 1) / unit - first;
	size_t bytes = (size_t)ssta->program.n_ends * sizeof *ssta->moments;

	/* sampled slews add up here, and the first process has what all have added up */
	if (ssta->options.samples_slews && ssta->read_at >= 0 && ranks_number() > 0)
		memset(ssta->moments, 0, bytes);
	ssta->read_at = -1;
	for (int r = 0; r <= ranks_n(); r++) {
		int64_t at = n * ssta->rank_engine[r] / ssta_ranks_engines(ssta);

		at = max_i64(begin, min_i64(end, (first + at) * unit));
		ssta->rank_row[r] = at - ssta->options.begin;
	}
}

void ssta_ranks_own(const struct ssta *ssta, int64_t *begin, int64_t *end)
{
	*begin = ssta->options.begin + ssta->rank_row[ranks_number()];
	*end = ssta->options.begin + ssta->rank_row[ranks_number() + 1];
}

enum status ssta_ranks_join(struct ssta *ssta, enum status status)
{
	int64_t n = ssta->options.end - ssta->options.begin;
	int64_t *const arrays[] = {ssta->chip, ssta->group, ssta->series, ssta->nominal_chip,
				   ssta->nominal_group};
	const int64_t columns[] = {1, ssta->program.n_groups, ssta->options.n_series, 1,
				   ssta->program.n_groups};

	TRY(ranks_agree(status));
	for (int i = 0; i < 5; i++)
		for (int64_t c = 0; c < columns[i] && arrays[i]; c++)
			TRY(ranks_join(ssta->rank_row, arrays[i] + c * n));
	return ranks_add(&ssta->n_raised, 1);
}

enum status ssta_ranks_add(struct ssta *ssta, enum status status)
{
	TRY(ranks_agree(status));
	return ranks_add((int64_t *)ssta->moments, (int64_t)ssta->program.n_ends * SSTA_PART_SUMS);
}
