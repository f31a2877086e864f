/*
 * Making a ranking with credit or with caps on buckets. The kernels are in
 * gpu/search/k_credit_caps.cu.
 *
 * The level's records are sorted by slack before credit. **Credit** sorts them by slack with
 * credit; **merge** merges them into the ranking so far; **cap** sorts that by bucket and keeps the
 * first per_bucket of each; **cut** finds the place of the k-th path. Records that are neither in
 * the ranking nor, by slack before credit, below the bounds are dropped.
 */
#include "gpu/device/word_args.h"
#include "gpu/image/graph_args.h"
#include "gpu/search/search_args.h"
#include "gpu/search/search_impl.h"

enum { SMALL_SLICE = 1 << 12 }; /* children whose credit is found first, besides k */

enum status ranker_begin(struct queue *queue, struct ranker *ranker, const char *name,
			 int64_t fs_size)
{
	int64_t id = sizeof(int32_t);

	ranker->keys =
		(struct columns){.name = name, .n = 4, .item_size = {fs_size, fs_size, id, id}};
	ranker->credited = (struct columns){.name = name, .n = 1, .item_size = {fs_size}};
	ranker->level = (struct columns){.name = name, .n = 2, .item_size = {fs_size, id}};
	ranker->merged = ranker->level;
	ranker->marks = (struct columns){.name = name, .n = 3, .item_size = {1, id, id}};
	return DEVICE_ALLOC(queue, name, &ranker->n_chosen, 1);
}

void ranker_release(struct queue *queue, struct ranker *ranker)
{
	columns_release(queue, &ranker->keys);
	columns_release(queue, &ranker->credited);
	columns_release(queue, &ranker->level);
	columns_release(queue, &ranker->merged);
	columns_release(queue, &ranker->marks);
	device_free(queue, ranker->n_chosen);
}

/* ---- buckets ---- */

static void fill_bounds(struct search *search, void *d_bound)
{
	struct fill_times_args fill = {.out = d_bound, .value = search->none};

	LAUNCH(search->queue, fill_times, search->image->fs_bits, &fill, search->buckets.n);
}

enum status search_begin_buckets(struct search *search)
{
	struct search_buckets *b = &search->buckets;

	if (!b->bucket)
		return STATUS_OK;
	queue_upload(search->queue, b->bucket, b->host,
		     search->image->device.n_sources * (int64_t)sizeof *b->host);
	fill_bounds(search, b->level_bound);
	return queue_sync(search->queue);
}

void search_restore_buckets(struct search *search)
{
	struct search_buckets *b = &search->buckets;

	if (b->bucket)
		queue_copy(search->queue, b->bound, b->level_bound, b->n * search_fs_size(search));
}

/* ---- credit ---- */

/* The job's records as a ranking of their own, by (slack with credit, record). */
static enum status rank_level(struct search *search, const struct rank_job *job)
{
	struct ranker *ranker = job->ranker;
	int64_t size = search_fs_size(search);
	int fs_bits = search->image->fs_bits;
	struct add_credits_args credits = {.graph = search->image->device,
					   .end = search->forest.end,
					   .credit = search->credit};
	struct slack_keys_args keys = {.base = -search->none - 1};
	struct gather_ranking_args gather = {.first_record = (int32_t)job->first};
	void **d = ranker->keys.d;
	int64_t done = job->n_credited;

	TRY(columns_reserve(job->queue, &ranker->credited, job->n, done));
	TRY(columns_reserve(job->queue, &ranker->level, job->n, 0));
	if (job->n > done) {
		credits.record = (struct device_records){
			(char *)job->record.slack + done * size, job->record.parent + done,
			job->record.arc + done, job->record.source + done};
		credits.slack = (char *)ranker->credited.d[0] + done * size;
	}
	LAUNCH(job->queue, add_credits, fs_bits, &credits, job->n - done);
	keys.slack = ranker->credited.d[0];
	keys.key = d[KEY_IN];
	keys.index = d[KEY_INDEX];
	LAUNCH(job->queue, slack_keys, fs_bits, &keys, job->n);
	prim_sort(job->queue, fs_bits, fs_bits, d[KEY_IN], d[KEY_SORTED], d[KEY_INDEX],
		  d[KEY_ORDER], job->n);
	gather.from.slack = ranker->credited.d[0];
	gather.order = d[KEY_ORDER];
	gather.to = columns_ranking(&ranker->level);
	LAUNCH(job->queue, gather_ranking, fs_bits, &gather, job->n);
	return STATUS_OK;
}

/* ---- merge and cap ---- */

static void merge_level(struct search *search, const struct rank_job *job,
			const struct columns *out, int64_t n_out)
{
	bool credited = CREDIT_COUNTS(&search->credit);
	struct device_ranking level = columns_ranking(&job->ranker->level);
	struct merge_ranking_args args = {
		.top = columns_ranking(job->top),
		.n_top = job->n_top,
		.level = credited ? level.slack : job->record.slack,
		.level_record = credited ? level.record : NULL,
		.n_level = job->n,
		.first_record = (int32_t)job->first,
		.out = columns_ranking(out),
		.n_out = n_out,
	};

	LAUNCH(job->queue, merge_ranking, search->image->fs_bits, &args,
	       (n_out + MERGE_TILE - 1) / MERGE_TILE);
}

/* From the merged list into job->out, what is within the caps. */
static void cap_merged(struct search *search, const struct rank_job *job, int64_t n)
{
	struct device_ranking merged = columns_ranking(&job->ranker->merged);
	void **d = job->ranker->keys.d, **mark = job->ranker->marks.d;
	struct record_buckets_args buckets = {.record = merged.record,
					      .source = columns_records(&search->pool).source,
					      .level_source = job->record.source,
					      .first_record = (int32_t)job->first,
					      .bucket = search->buckets.bucket,
					      .key = d[KEY_IN],
					      .index = d[KEY_INDEX]};
	struct cap_buckets_args cap = {.key = d[KEY_SORTED],
				       .order = d[KEY_ORDER],
				       .slack = merged.slack,
				       .per_bucket = search->buckets.per_bucket,
				       .flag = mark[MARK_FLAG],
				       .bound = job->bound};
	struct gather_ranking_args gather = {.from = merged,
					     .order = mark[MARK_CHOSEN],
					     .n = job->ranker->n_chosen,
					     .to = columns_ranking(job->out)};

	LAUNCH(job->queue, record_buckets, 32, &buckets, n);
	prim_sort(job->queue, 32, bits_for(search->buckets.n), d[KEY_IN], d[KEY_SORTED],
		  d[KEY_INDEX], d[KEY_ORDER], n);
	LAUNCH(job->queue, cap_buckets, search->image->fs_bits, &cap, n);
	prim_select(job->queue, mark[MARK_FLAG], mark[MARK_CHOSEN], job->ranker->n_chosen, n);
	LAUNCH(job->queue, gather_ranking, search->image->fs_bits, &gather, job->n_out);
}

enum status search_rank(struct search *search, const struct rank_job *job)
{
	struct ranker *ranker = job->ranker;
	int64_t n = job->n_top + job->n;
	bool capped = search->buckets.bucket;

	TRY(columns_reserve(job->queue, &ranker->keys, n, 0));
	if (capped)
		TRY(columns_reserve(job->queue, &ranker->merged, n, 0));
	TRY(columns_reserve(job->queue, &ranker->marks, n, 0));
	TRY(columns_reserve(job->queue, job->out, job->n_out, 0));
	if (CREDIT_COUNTS(&search->credit))
		TRY(rank_level(search, job));
	merge_level(search, job, capped ? &ranker->merged : job->out, capped ? n : job->n_out);
	if (capped)
		cap_merged(search, job, n);
	return STATUS_OK;
}

/* ---- what stays ---- */

/* May a bucket still get paths below slack_min? Those take the places of paths that count, so
 * the ranking can't be cut at the k-th of them yet. */
static bool is_open_below(const struct search *search)
{
	return search->buckets.bucket && search->least_slack < search->options.slack_min;
}

/* Queue the flags of the children that stay, of the first n, and what the host has to know. */
static void queue_credit_caps(struct search *search, int64_t n, int64_t n_all)
{
	struct queue *queue = search->queue;
	int fs_bits = search->image->fs_bits;
	int64_t n_list = search->n_top + n;
	struct partition_summary *d_partition = search->d_partition;
	void **mark = search->ranker.marks.d;
	struct device_records sorted = columns_records(&search->sorted);
	struct device_ranking list = columns_ranking(&search->spare);
	struct cut_ranking_args cut = {.slack = list.slack,
				       .n = n_list,
				       .n_chosen = search->buckets.bucket ? search->ranker.n_chosen
									  : NULL,
				       .k = is_open_below(search) ? INT64_MAX : search->options.k,
				       .slack_min = search->options.slack_min,
				       .end = search->end,
				       .bound = search->bound,
				       .level = sorted.slack,
				       .n_level = n_all,
				       .summary = d_partition};
	struct mark_ranked_args ranked = {list.record, d_partition, (int32_t)search->n_records,
					  mark[MARK_RANKED]};
	struct keep_records_args keep = {.record = sorted,
					 .ranked = mark[MARK_RANKED],
					 .summary = d_partition,
					 .bound = search->bound,
					 .caps = search_caps(search),
					 .credit = search->credit,
					 .flag = mark[MARK_FLAG]};

	LAUNCH(queue, cut_ranking, fs_bits, &cut, 1);
	queue_fill(queue, mark[MARK_RANKED], 0, n * (int64_t)sizeof(int32_t));
	LAUNCH(queue, mark_ranked, 32, &ranked, n_list);
	prim_sum(queue, mark[MARK_RANKED], &d_partition->n_taken, n);
	LAUNCH(queue, keep_records, fs_bits, &keep, n);
	prim_select(queue, mark[MARK_FLAG], mark[MARK_CHOSEN], &search->shared->n_kept, n);
	queue_download(queue, &search->readback.partition, d_partition, sizeof *d_partition);
}

/* Queue the move of what stays to the child buffer, and its new places to the ranking. */
static void queue_move(struct search *search)
{
	struct queue *queue = search->queue;
	const struct search_readback *back = &search->readback;
	void **mark = search->ranker.marks.d;
	struct gather_records_args gather = {.from = columns_records(&search->sorted),
					     .order = mark[MARK_CHOSEN],
					     .to = columns_records(&search->child)};
	struct invert_order_args places = {mark[MARK_CHOSEN], mark[MARK_RANKED]};
	struct renumber_ranking_args renumber = {columns_ranking(&search->spare).record,
						 (int32_t)search->n_records, mark[MARK_RANKED]};

	LAUNCH(queue, gather_records, search->image->fs_bits, &gather, back->n_kept);
	LAUNCH(queue, invert_order, 32, &places, back->n_kept);
	LAUNCH(queue, renumber_ranking, 32, &renumber, back->partition.n_merged);
}

enum status search_rank_credit_caps(struct search *search)
{
	int64_t n_all = search->n_child;
	struct rank_job job = {.queue = search->queue,
			       .ranker = &search->ranker,
			       .top = &search->top,
			       .n_top = search->n_top,
			       .record = columns_records(&search->sorted),
			       .first = search->n_records,
			       .n = min_i64(n_all, search->options.k + SMALL_SLICE),
			       .out = &search->spare,
			       .bound = search->buckets.bound};

	/* Mostly the best children suffice: the others can't come into the ranking with any
	 * credit. */
	for (;;) {
		job.n_out = job.n_top + job.n;
		TRY(search_rank(search, &job));
		queue_credit_caps(search, job.n, n_all);
		TRY(queue_sync(search->queue));
		search->readback.n_kept = search->shared->n_kept;
		if (search->readback.partition.n_useful <= job.n)
			break;
		job.n_credited = job.n;
		job.n = search->readback.partition.n_useful;
	}
	queue_move(search);
	search->n_child = search->readback.n_kept;
	if (!is_open_below(search))
		search->bound = min_i64(search->bound, search->readback.partition.kth_slack);
	return STATUS_OK;
}
