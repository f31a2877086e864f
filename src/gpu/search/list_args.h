/* Arguments of the kernels that read paths: traces, the walk along a suffix, lists and what is sought in them. */
#ifndef GPU_SEARCH_LIST_ARGS_H
#define GPU_SEARCH_LIST_ARGS_H

#include <stdint.h>

#include "gpu/delay/device_retiming.h"

struct path_row {
	int64_t slack;    /* fs, with credit */
	int64_t credit;   /* fs, of clocks */
	int64_t borrowed; /* fs: what a latch's data borrows besides */
	int32_t record;
	int32_t n_deviations;
	int32_t parent_rank; /* rank of the parent in this list from 0, -1 = it isn't there */
	int32_t source, sink;
	int32_t n_points;    /* vertices of the path */
	int32_t rank;        /* in this list, from 0 */
	int64_t graph_slack; /* fs: by graph-based analysis, of a path re-timed; else 0 */
};

/* ---- k_trace.cu ---- */

struct path_rows_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	struct device_ranking ranking;
	int64_t n_ranking;
	int64_t first;        /* rank of item 0 */
	struct path_row *row; /* out [items] */
	struct device_credit credit;
	const int32_t *order; /* [items]: ranks from `first` on, NULL = 0, 1, 2, … */
	/* Of a ranking by own slacks, else NULL: its paths [ranks], and where each record stands, -1 = nowhere. */
	const struct retimed_path *own;
	const int32_t *rank_of;
};

enum path_quantity { PATH_SLACK, PATH_POINTS, PATH_DEVIATIONS };

struct path_values_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	struct device_ranking ranking; /* from item 0 on */
	int32_t quantity;              /* enum path_quantity */
	const int32_t *sink_group;     /* [n_sinks]; where it is NULL, … */
	const int32_t *source_group; /* … [n_sources]; and where that is too, all are in group 0 */
	const uint8_t *chosen;       /* [groups]: those that count, NULL = all */
	uint64_t *key;               /* out [items]: value */
	int32_t *group;              /* out [items], -1 = it doesn't count */
};

struct trace_lengths_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	const int32_t *path; /* [items] records */
	int32_t *length;     /* out [items]: points, the sink's state included */
};

struct trace_points_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	const int32_t *path;
	const int64_t *offset; /* exclusive sum of length */
	int32_t late;          /* arrivals fall as the weights grow */
	int32_t *state;        /* out; NULL = not wanted, nor deviates */
	int32_t *arc;          /* out: the arc into the point; the source at the first */
	uint8_t *deviates;     /* out: that arc is a deviation */
	int64_t *arrival; /* out, fs; at the sink's state: its required time; NULL = not wanted */
};

struct flag_through_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	const int32_t *ranking_record; /* [items] */
	const uint8_t *wanted;         /* [n_states] */
	uint8_t *flag;                 /* out [items] */
};

struct flag_children_args {
	struct device_records record;
	const int32_t *ranking_record;
	int32_t parent;
	uint8_t *flag; /* out [items] */
};

struct child_row {
	int64_t slack; /* fs */
	int32_t rank;
	int32_t tail; /* the state where it leaves its parent */
};

struct child_rows_args {
	struct device_graph graph;
	struct device_records record;
	const int32_t *ranking_record;
	const int32_t *rank;       /* [items] */
	struct child_row *row;     /* out [items] */
	const void *ranking_slack; /* fs; NULL = the records' */
};

/* An arc that a walk along the suffix forest passes. */
struct walk_arc {
	int64_t dist;   /* fs, of its head */
	int64_t weight; /* fs */
	int64_t delta;  /* fs: what leaving the forest by it costs */
	int32_t arc, tail, head;
	int32_t step;      /* states of the walk before its tail */
	int32_t in_forest; /* it is the arc that the walk follows */
	int32_t place;     /* among the deviations that cost less than the room, -1 = it doesn't */
};

struct walk_summary {
	int64_t dist; /* fs, of the state where it begins */
	int32_t n_states;
	int32_t n_deviations;
	int32_t n_below; /* of them, those that cost less than the room */
	int32_t wanted;  /* the place of the arc asked for, -1 = it has none */
	int32_t n_listed;
};

/* ---- k_walk.cu ---- */

struct walk_suffix_args {
	struct device_graph graph;
	const void *dist; /* [n_states] fs */
	const int32_t *forest;
	int32_t state;      /* where it begins */
	int32_t max_states; /* where it ends at the latest */
	int64_t room;       /* fs; FS_NONE = all deviations are below */
	int32_t wanted;     /* an arc, -1 = none */
	int32_t all;        /* list the forest's arcs too */
	int32_t n_arcs;
	struct walk_arc *arc;         /* out [n_arcs + 1]: the first ones, and the one asked for */
	struct walk_summary *summary; /* out [items] */
};

struct find_record_args {
	const int32_t *ranking_record;
	int32_t record;
	int32_t *rank; /* out when it is there */
};

/* ---- k_list.cu ---- */

struct forest_ends_args {
	const int32_t *forest, *to;
	int32_t first_sink, n_sinks;
	int32_t *end; /* out [n_states] */
};

struct next_pins_args {
	const int32_t *forest, *to, *hops;
	const uint8_t *terms; /* [n_states] */
	uint32_t term;        /* its bit */
	int32_t *next;        /* out [n_states] */
};

/* What lists ask of a path. */
struct path_facts {
	int32_t source, sink;
	int32_t n_points, n_deviations;
};

struct path_facts_args {
	struct device_records record;
	const int32_t *source_state, *to, *tail; /* tail: [n_arcs], the state that an arc leaves */
	const int32_t *hops, *end;               /* of the forest */
	int64_t first;                           /* record of item 0 */
	struct path_facts *facts;                /* in and out, by record */
};

/* Which paths. All ranges are inclusive: of slack, credit (fs), deviations, points. */
struct device_match {
	struct device_ranking ranking; /* from rank 0 on */
	struct device_records record;
	const struct path_facts *facts; /* by record */
	int32_t only;                   /* this record and no other; -1 = as the rest says */
	const struct retimed_path *own; /* [ranks] of a ranking by own slacks; else NULL */
	int64_t low[6], high[6];
	int32_t with_credit; /* the ranges of credit, the graph's slack and pessimism matter */
	int32_t only_marked;
	const int32_t *mark; /* [n_marks] records, ascending */
	int64_t n_marks;
	/* Terms of names, a bit each: those of its source and its sink must together be all wanted
	 * but those of pins, and its way must meet each of these. */
	uint32_t wanted, of_pins;
	const uint8_t *source_terms, *sink_terms; /* NULL when all terms are of pins */
	int32_t n_states;
	/* [terms of pins * n_states] by next_pins; the rest is for them too */
	const int32_t *next_pin;
	const int32_t *source_state, *to, *tail, *hops;
};

struct match_paths_args {
	struct device_match match;
	const int32_t *order; /* [items] the rank at each place, NULL = the place */
	uint8_t *flag;        /* out [items] */
};

enum { FIND_TILE = 1024 }; /* places of one item of find_match */

/* Distance: places after the one where the search began, INT64_MAX or so = there is none. */
struct found_match {
	int64_t distance; /* in and out: the least */
	int32_t n;        /* in and out: how many, zeroed before */
};

struct find_match_args {
	struct device_match match;
	const int32_t *order; /* [n] as above */
	int64_t n;
	int64_t from; /* -1 ≤ from ≤ n */
	int32_t backward;
	struct found_match *found;
};

struct record_ranks_args {
	const int32_t *record; /* [items], of the ranking */
	int32_t *rank;         /* out, by record: those of others stay */
};

/* Of the paths flagged, the first of each bucket of sinks. */
struct least_ranks_args {
	const int32_t *record; /* of the ranking */
	const struct path_facts *facts;
	const int32_t *order;  /* [items] as above */
	const int32_t *bucket; /* by sink */
	const uint8_t *flag;   /* [items] */
	int32_t *least;        /* in and out [n_buckets], before larger than any rank */
};

struct keep_least_args {
	const int32_t *record; /* all as above … */
	const struct path_facts *facts;
	const int32_t *order;
	const int32_t *bucket;
	const int32_t *least;
	uint8_t *flag; /* in and out: those of other ranks lose theirs */
};

enum list_key {
	KEY_OF_RANK,
	KEY_OF_DEVIATIONS,
	KEY_OF_POINTS,
	KEY_OF_SOURCE,
	KEY_OF_SINK,
	KEY_OF_PARENT
};

struct list_keys_args {
	const int32_t *record; /* [items], of the ranking */
	const struct path_facts *facts;
	int32_t by;                /* enum list_key */
	const int32_t *place;      /* by source or sink: of their names in order */
	const int32_t *parent;     /* by parent: of each record, … */
	const int32_t *rank;       /* … and its rank, −1 = it isn't in the ranking */
	int32_t inverted, largest; /* no key is above it */
	uint32_t *key;             /* out */
	int32_t *index;            /* out: 0, 1, 2, … */
};

/* What is between two times of a path, or one of them. */
enum list_time { TIME_CREDIT, TIME_GRAPH_SLACK, TIME_PESSIMISM };

struct time_keys_args {
	struct device_ranking ranking; /* [items] */
	struct device_records record;
	const struct retimed_path *own; /* [items]; NULL = the graph's slack is the path's */
	int32_t by;                     /* enum list_time */
	int32_t inverted;
	void *key;      /* out, unsigned of the width of fs_t */
	int32_t *index; /* out: 0, 1, 2, … */
};

struct list_places_args {
	const int32_t *order;
	const int32_t *place; /* [items] */
	int32_t *out;         /* out: order[place[i]] */
};

#endif
