/*
 * Which paths stay when the best are not simply those of least slack: with credit, which is added
 * to a path's slack and differs from its parent's, and with caps on buckets of sources.
 *
 * Caps: descendants of a record keep its source, hence its bucket, and the paths that precede a
 * record precede its descendants. So what comes after the paths that count of its bucket is no
 * parent of one that counts. With credit that holds before credit only: a record whose slack before
 * credit is below the bounds stays as a parent, whether it is in the ranking itself or not. Of latches,
 * where paths are searched backward, it is the slack with what they borrow: their descendants end there too.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/search/search_args.h"

#include "gpu/image/credit.h"

/* Item: record. Its slack with credit. Floor: 24 bytes, and its two chains, scattered. */
KERNEL(add_credits, k, i)
{
	int64_t slack = ((const fs_t *)k->record.slack)[i];
	int64_t credit =
		credit_of_record(&k->credit, &k->graph, k->end, &k->record, i, slack, (int64_t *)0);

	((fs_t *)k->slack)[i] = (fs_t)(slack + credit);
}

/* Item: place of the new list. */
KERNEL(gather_ranking, k, i)
{
	int32_t from;

	if (k->n && i >= *k->n)
		return;
	from = k->order[i];
	((fs_t *)k->to.slack)[i] = ((const fs_t *)k->from.slack)[from];
	k->to.record[i] = k->from.record ? k->from.record[from] : k->first_record + from;
}

/*
 * Item: place in a list of places, sorted by (bucket, place). Flags, at its place, whether it is
 * among the first of its bucket: the list is sorted, so the entry that many places before it decides. The last of the first ones leaves its slack as the bucket's bound.
 */
KERNEL(cap_buckets, k, i)
{
	int64_t most = k->per_bucket;
	int32_t bucket = k->key[i], place = k->order[i];
	bool counts = i < most || k->key[i - most] != bucket;

	k->flag[place] = counts;
	if (k->bound && counts && i >= most - 1 && k->key[i - most + 1] == bucket)
		((fs_t *)k->bound)[bucket] = ((const fs_t *)k->slack)[place];
}

/* Item: record of the level. It stays when it is in the ranking or can be a parent of what comes
 * into it. Floor: 9 bytes, and with caps 12 more, 8 of them scattered. */
KERNEL(keep_records, k, i)
{
	fs_t slack = ((const fs_t *)k->record.slack)[i];
	fs_t least = k->credit.window ? (fs_t)credit_floor(&k->credit, k->record.source[i], slack)
				      : slack;
	int64_t kth = k->summary->kth_slack;
	bool below = least < k->bound && least < kth;

	if (below && k->caps.bucket)
		below = least <
			((const fs_t *)k->caps.bound)[k->caps.bucket[k->record.source[i]]];
	k->flag[i] = below || k->ranked[i];
}

#if FS_BITS == 32

/* Item: place of a ranking. The bucket of its path, as a key to sort by. */
KERNEL(record_buckets, k, i)
{
	int32_t record = k->record[i];
	int32_t source = record < k->first_record ? k->source[record]
						  : k->level_source[record - k->first_record];

	k->key[i] = k->bucket[source];
	k->index[i] = (int32_t)i;
}

/* Item: place of a ranking. Marks the records of the level that are in what stays of it. */
KERNEL(mark_ranked, k, i)
{
	if (i < k->summary->n_merged && k->record[i] >= k->first_record)
		k->ranked[k->record[i] - k->first_record] = 1;
}

/* Item: place of a ranking. The kept records of the level have new numbers. */
KERNEL(renumber_ranking, k, i)
{
	int32_t at = k->record[i] - k->first_record;

	if (at >= 0)
		k->record[i] = k->first_record + k->place[at];
}

#undef FS_BITS
#define FS_BITS 64
#include "gpu/search/k_credit_caps.cu"
#endif
