/* The inside of a path search, for the files that make it up or read from its device memory. */
#ifndef GPU_SEARCH_SEARCH_IMPL_H
#define GPU_SEARCH_SEARCH_IMPL_H

#include "base/bits.h"
#include "gpu/device/columns.h"
#include "gpu/search/search.h"
#include "gpu/search/device_paths.h"

struct count_children_args;
struct path_row;

/* What one level's work goes through. */
enum search_phase {
	PHASE_THRESHOLD, /* once, first, where paths are re-timed: up to which bound to search */
	PHASE_FOREST,    /* once, before level 0 */
	PHASE_COUNT,     /* children of each parent */
	PHASE_SCAN,      /* their places */
	PHASE_EXPAND,    /* their records */
	PHASE_MERGE,     /* what PHASE_EXPAND has sorted in parts */
	PHASE_COMPRESS,  /* sort, keep, merge */
	PHASE_CAP,       /* is there anything that the cap forbids? */
	PHASE_RETIME,    /* once, after the last level: the ranking by own slacks */
	PHASE_DONE,
};

/* The methods differ in these. */
struct method_ops {
	const char *name;
	const char *const *label; /* of its steps, by phase; NULL = it has no such phase */
	/* Fill search->forest. */
	enum status (*forest)(struct search *search);
	/* Queue the counts of children and candidates of parents first … first + n − 1; NULL = the
	 * next one counts them. */
	void (*count)(struct search *search, int64_t first, int64_t n);
	/* Queue the places of the children, and their number, into search->shared->batch. */
	enum status (*scan)(struct search *search, int64_t first, int64_t n);
	/* Queue the records of their children, from place `at` of the child buffer on. */
	enum status (*expand)(struct search *search, int64_t first, int64_t n, int64_t at);
	/* Queue PHASE_MERGE, and say what it did; NULL = there is none. */
	enum status (*merge)(struct search *search);
	void (*describe_merge)(const struct search *search, char *out, size_t size);
	/* Queue the first n of the children in the buffer, by slack, equal ones as they
	 * are there. */
	enum status (*sort)(struct search *search, const struct device_records *to, int64_t n);
	bool bounded;     /* children at or above the bound are left out */
	bool own_records; /* children are not in search->child but where the method has them */
};

extern const struct method_ops bounded_method, paper_method, fused_method, dynamic_method,
	host_method;

/* What the host reads back from the device within a level. */
struct search_readback {
	struct batch_summary batch;
	struct partition_summary partition;
	int64_t n_kept;   /* records of the level that stay, when they are chosen */
	int32_t n_failed; /* what kernels could not allocate or launch */
};

/* What a kernel finds for the next ones. */
struct search_found {
	int64_t n_level, n_merged;
	int64_t bound;
	int64_t n_candidates;        /* 0 between batches, … */
	int32_t bin[LOWER_BINS + 1]; /* … like these, of lower_bound */
};

/* Caps on the device; bucket NULL = none. */
struct search_buckets {
	int64_t per_bucket;
	int32_t n;
	int32_t *host;     /* owned [n_sources] */
	int32_t *bucket;   /* device, owned [n_sources] */
	void *bound;       /* device, owned [n] fs: slack of the last path that counts so far */
	void *level_bound; /* device, owned [n] fs: the same when the level was begun */
};

/* What making a ranking takes besides; device memory, one for each queue that does. */
struct ranker {
	struct columns keys;     /* KEY_IN, … */
	struct columns credited; /* slacks of a level's records with credit */
	struct columns level;    /* a level's records as a ranking */
	struct columns merged;   /* with the ranking before it, not yet within the caps */
	struct columns marks;    /* MARK_FLAG, … */
	int64_t *n_chosen;       /* how many of `merged` are */
};

/* What the fused method sorts by; device memory. */
struct fused_tables {
	struct columns blocks;        /* BLOCK_CHILDREN, BLOCK_BEGIN */
	struct columns runs;          /* where each begins in the next one */
	struct columns sorted, spare; /* slack, place, block */
	struct columns memory;        /* where kernels have allocated the children of blocks */
	int64_t n_blocks, n_runs;
	int64_t n_allocated; /* blocks that may still have such memory */
	int n_rounds;        /* of the last merge */
};

/* For accounts: what walks come by, of each kernel that takes them. */
enum { N_WALKERS = 3 };

struct search_walks {
	struct walk_total *d_total; /* device, owned [N_WALKERS]; NULL = not profiled */
	struct walk_total total[N_WALKERS];
	bool pending; /* there is something on the device */
};

/* Levels of struct deviation_edge_32 or _64, of the method that sorts on the host; device memory. */
struct printed_levels {
	struct columns level, next; /* the parents, and what they are expanded to */
	int32_t number;             /* of `level`; -1 = none yet */
};

/* The inside of path-based analysis; device memory, owned. */
struct own_ranking {
	struct device_retiming retiming;
	const struct path_image *paths; /* borrowed: what is searched */
	int64_t slack_min;              /* own slacks that count, fs */
	struct retimed_path *d_path;    /* [n], by rank */
	int32_t *d_rank;                /* [records], -1 = not in the ranking */
};

struct search_level {
	int64_t first, n;           /* its records */
	int64_t n_ranking, n_below; /* the ranking right after it; those below slack_min */
	int64_t first_bound; /* that children of its first batch are below, fs; `none` = there was none */
	struct snap_level info; /* what snapshots say of it */
};

struct search {
	struct stepper stepper;
	struct image *image;      /* borrowed */
	struct queue *queue;      /* borrowed */
	struct queue *view_queue; /* borrowed */
	struct search_options options;
	const struct method_ops *method;
	int64_t serial;
	int64_t none; /* "no time" of the image's width */

	struct device_credit credit;
	struct search_buckets buckets;
	bool credit_or_caps; /* there is credit or caps: the ranking is made by search_rank.c */

	struct device_forest forest;
	/* Was it left by another search? Which weights is it of? Is it whole? */
	bool forest_taken, forest_done;
	struct image_forest left;
	struct columns pool; /* the records of all levels, by columns_records() */
	int64_t n_records;
	struct columns top, spare; /* the ranking, and where the next one is merged */
	int64_t n_top, n_below;
	bool full;
	int64_t end;         /* paths from this slack on don't count, fs; `none` = all do */
	int64_t bound;       /* children must be below, fs; `none` = no bound */
	int64_t level_bound; /* the bound when the level was begun, … */
	int64_t first_bound; /* … and for its first batch, when that is counted */
	bool lowers;         /* that one is on the device, not yet read */
	int64_t kth_slack;   /* of the last path in the ranking, when full */
	int64_t worst_slack;
	int64_t least_slack; /* before credit: none of the parents and their children is below */
	enum search_state state;
	bool cancelled;

	/* the level being made */
	enum search_phase phase;
	int32_t level;
	int32_t batch;
	int64_t parents_first, n_parents; /* records, or sources for level 0 */
	int64_t next_parent;              /* those before it are expanded */
	struct columns child, sorted;     /* records */
	bool in_pool;    /* the level's records are where they stay, and no longer in the
		       * child buffer */
	int64_t n_child; /* in the child buffer */
	int64_t n_candidates;
	int64_t n_within;        /* children below the bound that the level was begun with, … */
	int64_t n_within_before; /* … and of the level before */
	double level_begin_ms;
	struct columns parents; /* of the level: PARENT_CHILDREN, … */
	struct columns tiles; /* of parents: how many children they have, then where these begin */
	int64_t room_ahead; /* for children that were written before it was known how many; 0 = none were */
	struct ranker ranker;
	struct fused_tables fused;
	struct printed_levels printed;
	/* What the host has read, and the queue's shared memory, where a phase has it written:
	 * another search may use that between two phases. */
	struct search_readback readback, *shared;
	/* Where kernels read it too; device, owned. */
	struct partition_summary *d_partition; /* with credit or caps */
	struct search_found *d_found;
	bool miscounted; /* what is to be 0 there may not be */
	struct search_walks walks;

	/* what is done */
	struct search_level *levels; /* owned */
	int64_t n_levels, levels_capacity;
	struct snap_step *steps; /* owned */
	int64_t n_steps, steps_capacity;

	/* the ranking of an earlier level, for reading */
	struct columns view, view_spare;
	struct ranker view_ranker;
	int32_t view_level; /* -1 = nothing there */
	int64_t view_n;

	/* which group paths belong to, by their sink or source; device, owned; 0 groups = not asked
	 * yet */
	int32_t n_groups;
	char *const *group_name; /* borrowed [n_groups] */
	int32_t *d_sink_group, *d_source_group;

	struct path_list *list; /* owned: what lists are made of, NULL = none was wanted */
	struct search_own own;
	struct own_ranking ranked; /* by own slacks */
};

/* ---- search.c ---- */

/* The columns of the tables above: records have slack, parent, arc and, with credit or caps,
 * source; rankings slack, record. */
enum { PARENT_CHILDREN, PARENT_CANDIDATES, PARENT_OFFSET };
enum { BLOCK_CHILDREN, BLOCK_BEGIN };
enum { KEY_IN, KEY_SORTED, KEY_INDEX, KEY_ORDER };
enum { MARK_FLAG, MARK_CHOSEN, MARK_RANKED };

static inline struct device_records columns_records(const struct columns *c)
{
	return (struct device_records){c->d[0], c->d[1], c->d[2], c->n > 3 ? c->d[3] : NULL};
}

static inline struct device_ranking columns_ranking(const struct columns *c)
{
	return (struct device_ranking){c->d[0], c->d[1]};
}

/* Bytes of a time on the device. */
static inline int64_t search_fs_size(const struct search *search)
{
	return image_fs_size(search->image);
}

/* The records of the table from one on. */
static inline struct device_records search_records_from(const struct search *search,
							const struct columns *c, int64_t first)
{
	struct device_records r = columns_records(c);

	if (first == 0) /* possibly no ranking: nothing is added to a null pointer */
		return r;
	r.slack = (char *)r.slack + first * search_fs_size(search);
	r.parent += first;
	r.arc += first;
	if (r.source)
		r.source += first;
	return r;
}

/* How many paths of a ranking count, of those that it holds and that are below slack_min. */
static inline int64_t search_n_counting(const struct search *search, int64_t n, int64_t n_below)
{
	return min_i64(n - n_below, search->options.k);
}

static inline struct device_caps search_caps(const struct search *search)
{
	return (struct device_caps){search->buckets.bucket, search->buckets.bound};
}

/* Numbers that kernels have found by then, on the device; NULL = no such limit. */
struct merge_limits {
	const int64_t *d_n_level, *d_n_out;
};

/* Queue the merge of a ranking with records first … first + n − 1, n_out paths of both, or fewer
 * where there are limits (NULL = none). Of the job, ranker and record aren't used. */
struct rank_job;
void search_merge(struct search *search, const struct rank_job *job,
		  const struct merge_limits *limits);

/* ---- search_bounded.c: level 0, which it makes as the paper's method does ---- */

void search_count_sources(struct search *search, int64_t first, int64_t n);
void search_expand_sources(struct search *search, int64_t first, int64_t n, int64_t at);

/* ---- search_read.c ---- */

/* Full traces of n records, on the device; owned. Or their arcs alone: then the last three aren't there. */
struct device_traces {
	int64_t n, n_points;
	bool arcs_alone;
	int32_t *length;
	int64_t *offset;
	int32_t *arc, *state;
	uint8_t *deviates;
	int64_t *arrival;
};

/* Queue the traces of t->n records on the view queue. Release them also on failure. */
enum status search_trace_records(struct search *search, const int32_t *d_record,
				 struct device_traces *t);
void device_traces_release(struct queue *queue, struct device_traces *t);
/* Times as the image has them, to 64 bit; `to` may end where `from` does. */
void search_widen_times(int fs_bits, const void *from, int64_t n, int64_t *to);

/* ---- search_paper.c ---- */

enum status search_paper_forest(struct search *search);

/* ---- search_fused.c ---- */

void search_drop_blocks(struct search *search);

/* ---- search_host.c ---- */

void search_define_edges(struct search *search);

/* ---- search_rank.c: with credit or caps ---- */

/* A ranking and the records of a level after it. */
struct rank_job {
	struct queue *queue;
	struct ranker *ranker;
	const struct columns *top;
	int64_t n_top;
	struct device_records record; /* by (slack before credit, walk) */
	int64_t first, n;             /* the number of the first one, and how many they are */
	int64_t n_credited;           /* of them, those whose credit an earlier job has found */
	struct columns *out;          /* grown as needed */
	int64_t n_out;                /* paths of the ranking to make */
	void *bound;                  /* of the buckets, brought up to date; NULL = not wanted */
};

enum status ranker_begin(struct queue *queue, struct ranker *ranker, const char *name,
			 int64_t fs_size);
void ranker_release(struct queue *queue, struct ranker *ranker);

/* Queue the making of the ranking of both. */
enum status search_rank(struct search *search, const struct rank_job *job);

/* Make the ranking with the sorted children in search->spare, and keep of the children what is in
 * it or can be a parent. */
enum status search_rank_credit_caps(struct search *search);

/* Before the first level, and before each: the bounds of the buckets as they were when it was
 * begun. */
enum status search_begin_buckets(struct search *search);
void search_restore_buckets(struct search *search);

/* ---- search_account.c: while profiling ---- */

/* The kernel was launched for the same n parents. */
void search_note_walk(struct search *search, enum kernel_id kernel,
		      const struct count_children_args *count, int64_t n);
/* Before a sync; and after it, when it went well. */
void search_ask_walks(struct search *search);
void search_take_walks(struct search *search);

/* ---- search_level.c ---- */

/* What bounded and paper do alike: a method's scan and sort. */
enum status search_scan(struct search *search, int64_t first, int64_t n);
enum status search_sort(struct search *search, const struct device_records *to, int64_t n);

/* Room for children in this batch's buffer. */
int64_t search_batch_room(const struct search *search);

/* Do the next phase and log it. At the coarse grain a phase may leave its numbers to the next one,
 * which saves a wait for the device. */
enum status search_phase_step(struct search *search, enum grain grain);

/* Parents of the level that no batch has had yet. */
int64_t search_parents_left(const struct search *search);

/* Take back what the unfinished level did. */
void search_level_reset(struct search *search);

/* ---- search_log.c ---- */

/* A method's labels of its phases, where it counts first. */
extern const char *const search_labels[];

/* The phase is a step from now on. */
enum status search_log_step(struct search *search);
/* Say what the step `back` before the newest did. */
void search_describe_step(struct search *search, int64_t back, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* The same from the summary of the batch, after the phases of these names. */
void search_log_count(struct search *search, int64_t back);
void search_log_scan(struct search *search);
/* A level of one kernel: the steps that its phases would have been. */
enum status search_log_small_level(struct search *search);
/* Steps of levels that are complete stay, and those before the first once they are done. */
void search_drop_steps(struct search *search);

/* ---- search_read.c ---- */

/* A ranking to read from, up to its k-th path. Ranks below n_below don't count. */
struct search_reading {
	struct device_ranking ranking;
	int64_t n, n_below;
	int32_t level;
};

/* Ranks that a kernel chooses: device memory, owned. */
struct chosen_ranks {
	uint8_t *flag; /* [n] by rank, from n_below on: what the kernel writes */
	int32_t *rank; /* [n]: those chosen, in order */
	int64_t *n_rank;
};

/* Memory for a reading's ranks; then, once the kernel is queued, how many it chose. */
enum status search_alloc_ranks(struct search *search, const struct search_reading *reading,
			       struct chosen_ranks *out);
enum status search_choose_ranks(struct search *search, const struct search_reading *reading,
				const struct chosen_ranks *ranks, int64_t *n);
void search_release_ranks(struct search *search, struct chosen_ranks *ranks);

/* What is listed of a reading: ranks on the device, borrowed, valid until the next list is opened;
 * d_order NULL = all of them, as they are. */
struct listing {
	const int32_t *d_order;
	int64_t n;
};

enum status search_open_reading(struct search *search, int32_t level,
				struct search_reading *reading);
/* Places first … first + n − 1 of a list (NULL = of all, by rank), into host rows; and such a row
 * as snapshots have it. */
enum status search_read_rows(struct search *search, const struct search_reading *reading,
			     const struct listing *listing, int64_t first, int64_t n,
			     struct path_row *rows);
struct snap_row search_make_row(const struct search *search, const struct path_row *row,
				int64_t n_below);

/* The ranking right after a level: those of its paths that count, on the device. *level becomes the
 * level that is there. As the reading functions of search.h. */
enum status search_open_ranking(struct search *search, int32_t *level,
				struct device_ranking *ranking, int64_t *n);

/* ---- search_own.c: path-based analysis ---- */

/* Begin, where options say so; before anything is allocated. */
void search_begin_own(struct search *search, const struct search_options *options);
void search_end_own(struct search *search);
/* Its two phases, each with its step and what follows it; the first sets the bound. */
enum status search_find_threshold(struct search *search);
enum status search_rank_own(struct search *search);
/* By rank, where a ranking is one by own slacks; else NULL. */
static inline const struct retimed_path *search_own_paths(const struct search *search,
							  int32_t level)
{
	return search_is_own(search, level) ? search->ranked.d_path : NULL;
}

/* A record's path re-timed, with its points. */
struct retimed_paths;
enum status search_retime_record(struct search *search, int32_t record, struct retimed_paths *out);

/* ---- search_list.c ---- */

enum status search_list_open(struct search *search, const struct search_reading *reading,
			     const struct list_filter *filter, struct listing *out);
/* The place of a record's path in a list, -1 = none. */
enum status search_list_place(struct search *search, const struct search_reading *reading,
			      const struct listing *listing, int32_t record, int64_t *place);
void search_list_free(struct search *search);

#endif
