/* The private parts of a path search, for the files that implement it or read its device memory. */
#ifndef GPU_SEARCH_SEARCH_IMPL_H
#define GPU_SEARCH_SEARCH_IMPL_H

#include "base/bits.h"
#include "gpu/device/columns.h"
#include "gpu/search/search.h"
#include "gpu/search/device_paths.h"

struct count_children_args;
struct path_row;

/* The phases of a search; those of a level are PHASE_COUNT to PHASE_COMPRESS. */
enum search_phase {
	PHASE_THRESHOLD, /* path-based search, once: the largest bound of a path in the ranking */
	PHASE_FOREST,    /* once, before level 0 */
	PHASE_COUNT,     /* count the children of each parent */
	PHASE_SCAN,      /* the children's places */
	PHASE_EXPAND,    /* write the children's records */
	PHASE_MERGE,     /* merge the runs that PHASE_EXPAND has sorted */
	PHASE_COMPRESS,  /* sort the children, keep the best, merge them into the ranking */
	PHASE_CAP,       /* past max_level: would there be children below the bound? */
	PHASE_RETIME, /* path-based search, once, after the last level: rank by re-timed slacks */
	PHASE_DONE,
};

/* The methods differ in these. */
struct method_ops {
	const char *name;
	const char *const *label; /* of its steps, by phase; NULL = it has no such phase */
	/* Fill search->forest. */
	enum status (*forest)(struct search *search);
	/* Queue the counts of children and candidates of parents first … first + n − 1; NULL = scan
	 * counts them. */
	void (*count)(struct search *search, int64_t first, int64_t n);
	/* Queue the scan of the counts: the children's places, and search->shared->batch. */
	enum status (*scan)(struct search *search, int64_t first, int64_t n);
	/* Queue the writing of these parents' children into the child buffer from place `at` on. */
	enum status (*expand)(struct search *search, int64_t first, int64_t n, int64_t at);
	/* Queue PHASE_MERGE; describe what it did. NULL = the method doesn't have this phase. */
	enum status (*merge)(struct search *search);
	void (*describe_merge)(const struct search *search, char *out, size_t size);
	/* Queue a stable sort by slack of the child buffer, of which the first n go to `to`. */
	enum status (*sort)(struct search *search, const struct device_records *to, int64_t n);
	bool bounded;     /* children at or above the bound are left out */
	bool own_records; /* children are in the method's own memory, not in search->child */
};

extern const struct method_ops bounded_method, paper_method, fused_method, dynamic_method,
	host_method;

/* What the host reads back from the device within a level. */
struct search_readback {
	struct batch_summary batch;
	struct partition_summary partition;
	int64_t n_kept;   /* records of the level that are kept, with credit or caps */
	int32_t n_failed; /* allocations and launches by kernels that failed */
};

/* Device memory in which a kernel leaves numbers for the next ones. */
struct search_found {
	int64_t n_level, n_merged;
	int64_t bound;
	/* zero between batches: */
	int64_t n_candidates;
	int32_t bin[LOWER_BINS + 1]; /* of lower_bound */
};

/* Caps on the device; bucket NULL = none. */
struct search_buckets {
	int64_t per_bucket;
	int32_t n;
	int32_t *host;     /* owned [n_sources] */
	int32_t *bucket;   /* device, owned [n_sources] */
	void *bound;       /* device, owned [n] fs: slack of the last path within the cap so far */
	void *level_bound; /* device, owned [n] fs: `bound` at the start of the level */
};

/* Scratch memory for making a ranking, on the device; one for each queue that makes any. */
struct ranker {
	struct columns keys;     /* KEY_IN, … */
	struct columns credited; /* slacks of a level's records with credit */
	struct columns level;    /* a level's records as a ranking */
	struct columns merged;   /* `level` merged with the ranking before it, before caps */
	struct columns marks;    /* MARK_FLAG, … */
	int64_t *n_chosen;       /* paths of `merged` within the caps */
};

/* Tables of the fused method; device memory. */
struct fused_tables {
	struct columns blocks;        /* BLOCK_CHILDREN, BLOCK_BEGIN */
	struct columns runs;          /* [n_runs + 1]: where each sorted run begins in `sorted` */
	struct columns sorted, spare; /* slack, place, block */
	struct columns memory;        /* children of each block, in memory that kernels allocated */
	int64_t n_blocks, n_runs;
	int64_t n_allocated; /* blocks whose memory may still be allocated */
	int n_rounds;        /* of the last merge */
};

/* Lengths of walks for the profile, of each kernel that walks along suffixes. */
enum { N_WALKERS = 3 };

struct search_walks {
	struct walk_total *d_total; /* device, owned [N_WALKERS]; NULL = not profiled */
	struct walk_total total[N_WALKERS];
	bool pending; /* d_total has counts that weren't read yet */
};

/* Levels of struct deviation_edge_32 or _64, of the method that sorts on the host; device memory. */
struct printed_levels {
	struct columns level, next; /* the parents, and their children */
	int32_t number;             /* of `level`; -1 = none yet */
};

/* A path-based search's ranking by re-timed slacks. */
struct path_based_ranking {
	struct device_retiming retiming;
	const struct path_image *paths; /* borrowed: owner of the searched image */
	int64_t slack_min;              /* least re-timed slack that counts, fs */
	/* device, owned: */
	struct retimed_path *d_path; /* [n], by rank */
	int32_t *d_rank;             /* [records], -1 = not in the ranking */
};

struct search_level {
	int64_t first, n;           /* its records */
	int64_t n_ranking, n_below; /* paths in the ranking after it, and below slack_min */
	int64_t first_bound; /* the bound for children of its first batch, fs; `none` = no bound */
	struct snap_level info;
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
	bool credit_or_caps; /* the ranking is made by search_rank.c */

	struct device_forest forest;
	bool forest_taken, forest_done; /* an earlier search left it in the image; it is complete */
	struct image_forest left;       /* the edition of weights that it was made from */
	struct columns pool;            /* the records of all levels, by columns_records() */
	int64_t n_records;
	struct columns top, spare; /* the ranking; buffer for the next one */
	int64_t n_top, n_below;    /* paths in the ranking; those of them below slack_min */
	bool full;                 /* the ranking has k paths that count */
	int64_t end;         /* paths at or above this slack don't count, fs; `none` = all do */
	int64_t bound;       /* children must be below, fs; `none` = no bound */
	int64_t level_bound; /* `bound` at the start of the level */
	int64_t first_bound; /* `bound` of the level's first batch, known once it is counted */
	bool lowers;         /* lower_bound is queued, its result not yet read */
	int64_t kth_slack;   /* of the last path in the ranking, when full */
	int64_t worst_slack;
	int64_t least_slack; /* fs, before credit: lower bound for the parents and their children */
	enum search_state state;
	bool cancelled;

	/* the level being made */
	enum search_phase phase;
	int32_t level;
	int32_t batch;
	int64_t parents_first, n_parents; /* records, or sources for level 0 */
	int64_t next_parent;              /* parents before it are expanded */
	struct columns child, sorted;     /* records */
	bool in_pool;                     /* the level's records are in `pool`, not in `child` */
	int64_t n_child;                  /* in the child buffer */
	int64_t n_candidates;
	int64_t n_within;        /* children below level_bound, as far as counted */
	int64_t n_within_before; /* n_within of the level before */
	double level_begin_ms;
	struct columns parents; /* PARENT_CHILDREN, … */
	struct columns tiles;   /* [tiles of parents]: children; later their exclusive sum */
	/* If expand was queued before the number of children is read, the children that it may
	 * write; else 0. */
	int64_t room_ahead;
	struct ranker ranker;
	struct fused_tables fused;
	struct printed_levels printed;
	/* `shared` is memory of the queue that kernels of a phase write, and another search between
	 * two phases, too; `readback` is this search's copy. */
	struct search_readback readback, *shared;
	/* device, owned; kernels read them, too: */
	struct partition_summary *d_partition; /* with credit or caps */
	struct search_found *d_found;
	bool miscounted; /* counters in d_found may not be zero: clear them before the next batch */
	struct search_walks walks;

	/* levels and steps that are done */
	struct search_level *levels; /* owned */
	int64_t n_levels, levels_capacity;
	struct snap_step *steps; /* owned */
	int64_t n_steps, steps_capacity;

	/* the ranking of an earlier level, made again for reading */
	struct columns view, view_spare;
	struct ranker view_ranker;
	int32_t view_level; /* -1 = none made */
	int64_t view_n;

	/* path groups by sink or source; 0 groups = not made yet */
	int32_t n_groups;
	char *const *group_name; /* borrowed [n_groups] */
	int32_t *d_sink_group;   /* device, owned [n_sinks] */

	struct path_list *list; /* owned, NULL = no list was opened yet */
	struct search_path_based own;
	struct path_based_ranking ranked;
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

/* The records of the table from record `first` on. */
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

/* Number of paths that count in a ranking of n paths, of which n_below are below slack_min. */
static inline int64_t search_n_counting(const struct search *search, int64_t n, int64_t n_below)
{
	return min_i64(n - n_below, search->options.k);
}

static inline struct device_caps search_caps(const struct search *search)
{
	return (struct device_caps){search->buckets.bucket, search->buckets.bound};
}

/* Upper limits of n and n_out that earlier kernels leave on the device; NULL = no limit. */
struct merge_limits {
	const int64_t *d_n_level, *d_n_out;
};

/* Queue the merge of a ranking with records first … first + n − 1 into n_out paths, or fewer by
 * `limits` (NULL = none). The job's ranker and record aren't used. */
struct rank_job;
void search_merge(struct search *search, const struct rank_job *job,
		  const struct merge_limits *limits);

/* ---- search_bounded.c: level 0, made alike by this and the paper's method ---- */

void search_count_sources(struct search *search, int64_t first, int64_t n);
void search_expand_sources(struct search *search, int64_t first, int64_t n, int64_t at);

/* ---- search_read.c ---- */

/* Traces of n records, owned device memory: `length` is [n], `offset` [n + 1], the others
 * [n_points]. */
struct device_traces {
	int64_t n, n_points;
	bool arcs_alone; /* without state, deviates and arrival, which are NULL */
	int32_t *length;
	int64_t *offset;
	int32_t *arc, *state;
	uint8_t *deviates;
	int64_t *arrival;
};

/* Queue the traces of t->n records on the view queue. Release `t` also on failure. */
enum status search_trace_records(struct search *search, const int32_t *d_record,
				 struct device_traces *t);
void device_traces_release(struct queue *queue, struct device_traces *t);
/* Widen n times of the image's width to 64 bits; both arrays may end at the same address. */
void search_widen_times(int fs_bits, const void *from, int64_t n, int64_t *to);

/* ---- search_paper.c ---- */

enum status search_paper_forest(struct search *search);

/* ---- search_fused.c ---- */

void search_drop_blocks(struct search *search);

/* ---- search_host.c ---- */

void search_define_edges(struct search *search);

/* ---- search_rank.c: with credit or caps ---- */

/* A ranking, and the records of a level that are to be merged into it. */
struct rank_job {
	struct queue *queue;
	struct ranker *ranker;
	const struct columns *top;
	int64_t n_top;
	struct device_records record; /* by (slack before credit, walk) */
	int64_t first, n;             /* number of the first record, number of records */
	int64_t n_credited;           /* leading records whose credit an earlier job has added */
	struct columns *out;          /* grown as needed */
	int64_t n_out;                /* paths of the new ranking */
	void *bound;                  /* in and out: bounds of the buckets; NULL = not wanted */
};

enum status ranker_begin(struct queue *queue, struct ranker *ranker, const char *name,
			 int64_t fs_size);
void ranker_release(struct queue *queue, struct ranker *ranker);

/* Queue the new ranking of job->top and the records. */
enum status search_rank(struct search *search, const struct rank_job *job);

/* Make the ranking with the sorted children in search->spare, and keep only children that are in it
 * or can be parents of paths in it. */
enum status search_rank_credit_caps(struct search *search);

/* Clear the buckets' bounds before the first level; reset them to those at the level's start,
 * before a level's first batch. */
enum status search_begin_buckets(struct search *search);
void search_restore_buckets(struct search *search);

/* ---- search_account.c: bytes that walks read, while the device is profiled ---- */

/* Queue the measuring of the walks of a kernel that was launched for the n parents of `count`. */
void search_note_walk(struct search *search, enum kernel_id kernel,
		      const struct count_children_args *count, int64_t n);
/* Queue the download of the measured lengths before a sync; add them to the profile after it
 * succeeded. */
void search_ask_walks(struct search *search);
void search_take_walks(struct search *search);

/* ---- search_level.c ---- */

/* method_ops.scan and .sort, shared by methods. */
enum status search_scan(struct search *search, int64_t first, int64_t n);
enum status search_sort(struct search *search, const struct device_records *to, int64_t n);

/* Children that still fit the batch's buffer. */
int64_t search_batch_room(const struct search *search);

/* Do the next phase and log it. At the coarse grain a phase may queue its work without reading the
 * results, which the next phase does: one wait for the device less. */
enum status search_phase_step(struct search *search, enum grain grain);

/* Parents of the level that are in no batch yet. */
int64_t search_parents_left(const struct search *search);

/* Undo the unfinished level. */
void search_level_reset(struct search *search);

/* ---- search_log.c ---- */

/* Labels of the phases, of methods with PHASE_COUNT. */
extern const char *const search_labels[];

/* Append a step for the current phase. */
enum status search_log_step(struct search *search);
/* Describe what the step `back` before the newest did. */
void search_describe_step(struct search *search, int64_t back, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Describe PHASE_COUNT and PHASE_SCAN from the batch's summary. */
void search_log_count(struct search *search, int64_t back);
void search_log_scan(struct search *search);
/* Append the steps of all phases of a level that one kernel has made. */
enum status search_log_small_level(struct search *search);
/* Drop the steps of the unfinished level. */
void search_drop_steps(struct search *search);

/* ---- search_read.c ---- */

/* A ranking to read from, up to its k-th path. Its first n_below paths are below slack_min. */
struct search_reading {
	struct device_ranking ranking;
	int64_t n, n_below;
	int32_t level;
};

/* Ranks of a reading that a kernel flags: device memory, owned. */
struct chosen_ranks {
	uint8_t *flag; /* [n], rank n_below first: written by the kernel */
	int32_t *rank; /* [n]: the flagged ones, ascending */
	int64_t *n_rank;
};

/* Allocate them; compact the flags once the kernel is queued, and read the number of flagged ranks. */
enum status search_alloc_ranks(struct search *search, const struct search_reading *reading,
			       struct chosen_ranks *out);
enum status search_choose_ranks(struct search *search, const struct search_reading *reading,
				const struct chosen_ranks *ranks, int64_t *n);

/* A list of a reading's paths: d_order has the ranks [n], NULL = all; device, borrowed until the
 * next list is opened. */
struct listing {
	const int32_t *d_order;
	int64_t n;
};

enum status search_open_reading(struct search *search, int32_t level,
				struct search_reading *reading);
/* Read places first … first + n − 1 of a list (NULL = all ranks) into rows of snapshots [n]; convert
 * a kernel's row to such a one. */
enum status search_read_rows(struct search *search, const struct search_reading *reading,
			     const struct listing *listing, int64_t first, int64_t n,
			     struct snap_row *rows);
struct snap_row search_make_row(const struct search *search, const struct path_row *row,
				int64_t n_below);

/* The paths that count in the ranking right after a level, on the device. *level becomes the newest
 * complete one if it is beyond. Errors are those of the reading functions of search.h. */
enum status search_open_ranking(struct search *search, int32_t *level,
				struct device_ranking *ranking, int64_t *n);

/* ---- search_path_based.c: path-based analysis ---- */

/* Set up a path-based search if options->retiming is set; before anything is allocated. */
void search_begin_path_based(struct search *search, const struct search_options *options);
void search_end_path_based(struct search *search);
/* PHASE_THRESHOLD, which sets the bound, and PHASE_RETIME, each with its step in the log. */
enum status search_find_threshold(struct search *search);
enum status search_rank_path_based(struct search *search);
/* The re-timed paths by rank, on the device, if the ranking after this level is by re-timed slacks;
 * else NULL. */
static inline const struct retimed_path *search_retimed_paths(const struct search *search,
							      int32_t level)
{
	return search_is_path_based(search, level) ? search->ranked.d_path : NULL;
}

/* Re-time the path of a record, with its points. */
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
