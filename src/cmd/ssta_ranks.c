/*
 * Dies shared by the processes that mpirun has started: each computes a range of them, and what merge_ssta would merge
 * of files goes by MPI: moments are sums of whole numbers, slacks by die stand one after another. So what each
 * process then has is what one process would have computed, byte for byte.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "base/ranks.h"
#include "cmd/ssta.h"

/* The first die of a process; of the process after the last, the end. */
static int64_t first_of(int64_t begin, int64_t end, int rank)
{
	return begin + (end - begin) * rank / ranks_n();
}

/* Those that are stopped by what they have found, or that have more than parts do, are computed by all. */
bool ssta_ranks_share(struct ssta_options *options)
{
	int64_t begin = options->begin, end = options->end;

	if (ranks_n() == 1 || options->precision > 0 || options->samples_slews ||
	    end - begin < ranks_n())
		return false;
	options->begin = first_of(begin, end, ranks_number());
	options->end = first_of(begin, end, ranks_number() + 1);
	return true;
}

/* The parts of all processes as one: sums, then rows. */
static enum status join_parts(struct ssta_part *part)
{
	int64_t columns = ssta_part_columns(part), *n_each, *row, n_dies;
	int n = ranks_n();
	enum status status;

	TRY(ALLOC(&n_each, n));
	n_each[ranks_number()] = part->end - part->begin;
	status = ranks_add(n_each, n);
	part->begin = ranks_number() == 0 ? part->begin : 0;
	if (status == STATUS_OK)
		status = ranks_add(&part->begin, 1);
	n_dies = 0;
	for (int r = 0; r < n; r++) {
		n_dies += n_each[r];
		n_each[r] *= columns;
	}
	part->end = part->begin + n_dies;
	if (status == STATUS_OK)
		status = ranks_agree(ALLOC(&row, n_dies * columns));
	else
		row = NULL;
	if (status == STATUS_OK)
		status = ranks_join(part->row, n_each, row);
	free(n_each);
	if (status != STATUS_OK) {
		free(row);
		return status;
	}
	free(part->row);
	part->row = row;
	TRY(ranks_add(part->sum, (int64_t)part->n_ends * SSTA_PART_SUMS));
	return ranks_add(&part->n_raised, 1);
}

static enum status take_all(struct session *session, struct ssta_part *part)
{
	struct ssta *ssta = session->design.ssta;
	struct ssta_options options;

	TRY(join_parts(part));
	TRY(ssta_parts_options(part, 1, &options));
	options.step = ssta_options(ssta)->step;
	TRY(ssta_restart(ssta, &options));
	TRY(ssta_import(ssta, part, 1));
	return ssta_put(session);
}

enum status ssta_ranks_join(struct session *session, enum status status)
{
	struct ssta_part part = {0};

	if (status == STATUS_OK)
		status = ssta_export(session->design.ssta, &part);
	status = ranks_agree(status);
	if (status == STATUS_OK)
		status = take_all(session, &part);
	ssta_part_release(&part);
	if (status != STATUS_OK)
		session_drop_ssta(session);
	return status;
}
