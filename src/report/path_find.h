/*
 * The worst paths of each path group of a netlist, for reports: searched from the endpoints back,
 * so that the paths of an endpoint can be limited exactly. The search that the screen shows stays
 * as it is.
 */
#ifndef REPORT_PATH_FIND_H
#define REPORT_PATH_FIND_H

#include "gpu/search/bucket_paths.h"
#include "gpu/timing/timing_paths.h"
#include "session/session.h"

/* Of paths that are alike only the worst counts. */
enum path_unique {
	PATH_EACH,
	PATH_UNIQUE_PINS,  /* alike: through the same pins */
	PATH_UNIQUE_EDGES, /* … with the same edges at them, by other arcs or clock edges */
};

struct path_query_options {
	struct path_filter filter;
	int64_t k;            /* paths of a group */
	int64_t per_endpoint; /* of an endpoint's pin within a group */
	enum path_unique unique;
	int64_t slack_min, slack_max; /* fs */
	uint8_t *group_chosen;        /* owned [n_groups], NULL = all groups */
	uint32_t kinds[N_SPLITS];     /* of endpoints, 1 << enum endpoint_kind; 0 = all */
	const uint8_t *sink_chosen;   /* borrowed [n_sinks], NULL = all sinks of the states */
	bool before_credit;           /* by the slack before CPPR, although there is credit */
	bool path_based;              /* by slacks of paths re-timed; not with `unique` */
	int64_t pba_limit;            /* for that: see struct bucket_paths_query */
};

/* The paths of one group. */
struct path_finder {
	struct session *session;                  /* borrowed */
	struct timing *timing;                    /* borrowed */
	const struct path_query_options *options; /* borrowed */
	enum split split;
	struct path_image *image; /* borrowed */
	bool unconstrained;       /* it is weighed for endpoints of which nothing is demanded */
	struct device_credit credit;
	int32_t group;           /* searched last, or ALL_GROUPS */
	uint8_t *in_group;       /* owned [n_groups]: which it is, of groups and sets of them */
	int32_t n_sets, *set;    /* owned [n_groups]: the sets */
	struct names group_name; /* owned */
	int32_t *
		bucket; /* owned [sources]: the number of their pins among those of the group, -1 = in another */
	struct search *search; /* owned, of the group under way */
	/* owned [n_kept]: ranks in the search that count; NULL = all */
	int64_t *kept;
	int64_t n_kept;
	struct bucket_paths path_based; /* owned; instead of a search's */
	/* Of the groups so far: paths may be missing that have less slack than the last listed one of their group,
	 * but not less than `known`; by how much at most; fs. */
	bool inexact;
	int64_t known, gap;
};

void path_query_release(struct path_query_options *options);

/* Prepare the paths of a split. Release it also on failure. Warnings, one a line. */
enum status path_finder_begin(struct path_finder *finder, struct session *session,
			      const struct path_query_options *options, enum split split,
			      struct text *warnings);
void path_finder_end(struct path_finder *finder);

/* Search the paths of a group of the state graph (ALL_GROUPS: of all that are chosen, as one); *n
 * is how many there are (0: nothing of it stays). */
#define ALL_GROUPS (-1)
enum status path_finder_search(struct path_finder *finder, int32_t group, int64_t *n);

/* Of the group searched last: n paths from `first` on, as rows whose startpoint, endpoint and sink
 * are those of the state graph, and with their points if traces isn't NULL: states, arrivals, the
 * last of each path its required time. Both to be released by the caller. */
enum status path_finder_read(struct path_finder *finder, int64_t first, int64_t n,
			     struct snap_rows **rows, struct traces *traces);
/* path_pba.c: the same by path-based analysis, of as many buckets; and reading. */
enum status path_pba_search(struct path_finder *finder, int32_t n_buckets, int64_t *n);
enum status path_pba_read(struct path_finder *finder, int64_t first, int64_t n,
			  struct snap_rows **rows, struct traces *traces);

/* The last pin that launch and capture of one of these rows share, -1 = none, or no credit. */
enum status path_finder_common_pin(struct path_finder *finder, const struct snap_row *row,
				   int32_t *pin);

/* The groups of a state graph, not the sets of them, in the order of reports: *order is [*n], owned by
 * the caller. */
enum status path_group_order(const struct state_graph *states, int32_t **order, int32_t *n);

/* Mark the groups that a pattern matches ("path delay" is one), or else those of a list of
 * patterns: *chosen is [n_groups], owned by the caller. STATUS_FAILED when one matches none. */
enum status path_groups_choose(const char *command, const struct state_graph *states,
			       const char *word, uint8_t **chosen);

#endif
