/*
 * What is kept of a range of dies: exact sums of each endpoint's slacks, the worst slack of the chip and
 * of each path group in each die with its endpoint, and the slacks of chosen endpoints. Parts of one run
 * add up to the run, so they may come from as many processes as there are (run_ssta -samples,
 * merge_ssta).
 */
#ifndef DB_SSTA_PART_H
#define DB_SSTA_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "db/timing.h"

enum {
	SSTA_PART_SUMS = 18, /* of an endpoint: eight sums (low, and high · 2^32), two counts */
	SSTA_PART_COLUMNS = 1 << 16,
};

struct ssta_part {
	enum split split;
	uint64_t seed;
	int sampling;          /* an index of SSTA_SAMPLINGS */
	int32_t strata;        /* of stratified samples; 0 of others */
	int method, generator; /* indices of SSTA_METHODS and SSTA_GENERATORS */
	bool single;           /* late delays in both splits */
	int64_t n_raised;      /* ssta_n_raised() */
	uint64_t digest;       /* of the design and what varies: parts of one run have the same */
	int64_t begin, end;    /* dies */
	double share[4];       /* of a die, a library, a grid; and the length of that, µm */
	bool by_distance;      /* its correlation is that of the gates' distances */
	int32_t n_ends, n_groups, n_series;
	int32_t *series; /* owned [n_series]: the endpoints whose slacks are kept, ascending */
	int64_t *sum;    /* owned [n_ends × SSTA_PART_SUMS]; low halves are unsigned */
	/* owned [(end − begin) × (1 + n_groups + n_series)]: by die, the chip's and the groups' slack
	 * << 24 with the endpoint's number, FS_NONE where a group has none; then slacks, fs */
	int64_t *row;
	int64_t sum_capacity, row_capacity;
};

#define SSTA_SAMPLINGS  "random|antithetic|stratified|sobol"
#define SSTA_METHODS    "chains|paper|paper-gate|paper-repaired|paper-sta"
#define SSTA_GENERATORS "philox|mersenne"

static inline int32_t ssta_part_columns(const struct ssta_part *part)
{
	return 1 + part->n_groups + part->n_series;
}

void ssta_part_release(struct ssta_part *part);

#endif
