/*
 * Which paths are kept with credit, which is added to a path's slack and may differ from its
 * parent's, and with caps on buckets of sources.
 *
 * Caps: descendants of a record have its source, hence its bucket, and paths that precede a record
 * precede its descendants, too. So a record beyond its bucket's cap has no descendant within it.
 * With credit this holds for the order by slack before credit: a record whose slack before credit
 * is below the bounds is kept as a parent, whether it is in the ranking or not. With latches, where
 * paths are searched backward, this slack includes the time borrowed, since the descendants end at
 * the same latch.
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

/* Item: place in the new list. */
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
 * Item: an entry of the ranking's places sorted by (bucket, place). Flags whether it is among the
 * first per_bucket of its bucket: it isn't if the entry per_bucket before it has the same bucket.
 * Entry number per_bucket writes its slack as the bucket's bound.
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

/* Item: record of the level. Keeps it if it is in the ranking or can be a parent of a path that
 * comes into it. Floor: 9 bytes, and with caps 12 more, 8 of them scattered. */
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

/* Item: place of a ranking. Marks the level's records among the paths that are kept. */
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
